/**
 * Compares the figures with those of the reference scorer, on every fourth page of the dataset `structure`. The outputs are the
 * authors' Markdown damaged by a rule, so that nothing of the pages is stored.
 *
 * Of all 436 pages damaged so, two others differ: libxml2, which the reference uses for HTML blocks, reads malformed tables in
 * its own way and knows only the entities of HTML 4. On the outputs of Dehusk, Defuddle and Readability with turndown, all
 * figures of all 436 pages are equal.
 *
 * `fixtures/structure-figures.json` holds the reference's figures. This makes it again (Debian's python3-levenshtein,
 * python3-markdown-it, python3-mdit-py-plugins and python3-lxml are needed):
 *
 *     REFERENCE_SCORER=../shared/refs/structure-score/score.py node packages/lab/dist/metrics/structure/conformance.test.js
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { allCases } from '../../datasets/dataset.js';
import { datasetsRoot, openDataset } from '../../datasets/index.js';
import { FIGURES, type FigureName, figuresOf } from './figures.js';

const GOLDEN = fileURLToPath(new URL('../../../fixtures/structure-figures.json', import.meta.url));
const COMPARED = Object.keys(FIGURES) as FigureName[];

interface Golden {
  readonly sha256: string;
  readonly figures: readonly string[];
  /** The figures of a page with seven decimals, `-` for none. */
  readonly pages: readonly string[];
}

/** What happens to a line, by a number that depends on page and line; most lines stay. */
const DAMAGE: readonly ((line: string) => string | null)[] = [
  () => null,
  (line) => `${line}\n${line}`,
  (line) => line.replaceAll('e', '🐝').replaceAll('的', '𠀀'),
  (line) => line.replace(/^(#+) /, '$1# '),
  (line) => line.replace(/\| [^|]* \|/, '| 7 |'),
  (line) => line.replace('](', ' x](../').replace('```', '```js'),
  (line) => `<div>${line}<br>&amp; <img src="a.png"><a href="/b?c&copy=1">d</a></div>`,
  (line) => `  > ${line}`,
  (line) => line.replace(/^ +|\$/g, ''),
  (line) => `${line}[^1]\n\n[^1]: ${line.trim() || 'none'}`,
];

function damaged(markdown: string, page: number): string {
  const lines = markdown.split('\n').map((line, at) => {
    const damage = DAMAGE[(at * 31 + page * 17) % 47];
    return damage === undefined ? line : damage(line);
  });
  return lines.filter((line) => line !== null).join('\n');
}

async function outputs() {
  const cases = await allCases(openDataset('structure'));
  return cases.flatMap((one, at) =>
    at % 4 === 1 && one.structure
      ? [{ id: one.id, structure: one.structure, output: damaged(one.structure.markdown, at) }]
      : [],
  );
}

const scorer = process.env.REFERENCE_SCORER;

test('every figure equals the reference scorer’s on 109 damaged pages', {
  skip: existsSync(join(datasetsRoot(), 'structure')) ? false : 'skipped: needs ../shared/data/structure',
}, async () => {
  const pages = await outputs();
  const sha256 = openDataset('structure').sha256();
  if (scorer !== undefined) writeGolden(sha256, pages, scorer);
  const golden: Golden = JSON.parse(readFileSync(GOLDEN, 'utf8'));
  assert.equal(golden.sha256, sha256, 'the golden figures are of other gold: make them again');
  assert.equal(pages.length, golden.pages.length);
  let compared = 0;
  for (const [at, { id, structure, output }] of pages.entries()) {
    const figures = figuresOf(structure, output);
    for (const [column, expected] of golden.pages[at].split(' ').entries()) {
      const name = golden.figures[column] as FigureName;
      const got = figures[name];
      if (expected === '-') assert.equal(got, null, `${id} ${name}`);
      else
        assert.ok(got !== null && Math.abs(got - Number(expected)) <= 1e-6, `${id} ${name}: ${got}, not ${expected}`);
      compared++;
    }
  }
  assert.ok(compared === pages.length * COMPARED.length && compared > 1000);
});

function writeGolden(sha256: string, pages: Awaited<ReturnType<typeof outputs>>, scorer: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'dehusk-structure-'));
  const [outputFile, figureFile] = [join(folder, 'outputs.json'), join(folder, 'figures.jsonl')];
  writeFileSync(outputFile, JSON.stringify(Object.fromEntries(pages.map(({ id, output }) => [id, output]))));
  const root = join(datasetsRoot(), 'structure');
  execFileSync('/usr/bin/python3', [scorer, '--root', root, '--pages', figureFile, outputFile]);
  const rows = new Map<string, Record<FigureName, number | null>>();
  for (const line of readFileSync(figureFile, 'utf8').trim().split('\n')) {
    const row = JSON.parse(line);
    rows.set(row.id, row);
  }
  const lines = pages.map(({ id }) =>
    COMPARED.map(
      (name) =>
        rows
          .get(id)
          ?.[name]?.toFixed(7)
          .replace(/\.?0+$/, '') ?? '-',
    ).join(' '),
  );
  writeFileSync(GOLDEN, `${JSON.stringify({ sha256, figures: COMPARED, pages: lines }, null, 2)}\n`);
  rmSync(folder, { recursive: true });
}
