/**
 * Word F1 of the default extractor on `fixtures/kinds/`: short articles, galleries, recipes and other kinds of pages that
 * general data sets hardly have, each with its gold. Compares with `scores.tsv`, which `npm run goldens` writes: a page, a
 * kind or the mean below its recorded F1 fails. See `fixtures/README.md`.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { SPACELESS_SCRIPTS } from '@dehusk/html';
import { extract } from './index.js';

const FOLDER = fileURLToPath(new URL('../fixtures/kinds/', import.meta.url));
const TABLE = `${FOLDER}scores.tsv`;
const SPACELESS = SPACELESS_SCRIPTS.source;
/** Words; in scripts without spaces, characters. */
const WORDS = new RegExp(`${SPACELESS}|(?:(?!${SPACELESS})[\\p{L}\\p{N}\\p{M}_])+`, 'gu');

interface Score {
  readonly f1: number;
  readonly precision: number;
  readonly recall: number;
}

function scoreOf(gold: string, output: string): Score {
  const left = new Map<string, number>();
  const [wanted, got] = [gold, output].map((text) => text.toLowerCase().match(WORDS) ?? []);
  for (const word of wanted) left.set(word, (left.get(word) ?? 0) + 1);
  let shared = 0;
  for (const word of got) {
    const count = left.get(word) ?? 0;
    if (count > 0) shared++;
    left.set(word, count - 1);
  }
  const [precision, recall] = [shared / Math.max(1, got.length), shared / Math.max(1, wanted.length)];
  return { precision, recall, f1: (2 * shared) / Math.max(1, got.length + wanted.length) };
}

const mean = (scores: readonly Score[], of: keyof Score): number =>
  scores.reduce((sum, score) => sum + score[of], 0) / scores.length;
const meanOf = (scores: readonly Score[]): Score => ({
  f1: mean(scores, 'f1'),
  precision: mean(scores, 'precision'),
  recall: mean(scores, 'recall'),
});

/** Rows of the table: the pages of each kind, the mean of the kind, the mean of all pages. */
function measure(): Map<string, Score> {
  const rows = new Map<string, Score>();
  const all: Score[] = [];
  const kinds = readdirSync(FOLDER, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  for (const kind of kinds.map(({ name }) => name).sort()) {
    const scores: Score[] = [];
    for (const file of readdirSync(`${FOLDER}${kind}`).sort()) {
      if (!file.endsWith('.html')) continue;
      const page = `${kind}/${file.slice(0, -'.html'.length)}`;
      const { text } = extract(readFileSync(`${FOLDER}${page}.html`, 'utf8'), { url: `https://example.org/${page}` });
      const score = scoreOf(readFileSync(`${FOLDER}${page}.txt`, 'utf8'), text);
      rows.set(page, score);
      scores.push(score);
    }
    rows.set(`mean of ${kind}`, meanOf(scores));
    all.push(...scores);
  }
  return rows.set('mean', meanOf(all));
}

test('kinds of pages: no F1 is below the recorded one', () => {
  const rows = measure();
  const lines = [...rows].map(([name, { f1, precision, recall }]) =>
    [name, ...[f1, precision, recall].map((figure) => figure.toFixed(3))].join('\t'),
  );
  if (process.env.UPDATE_GOLDENS === '1')
    writeFileSync(TABLE, `${['page', 'F1', 'precision', 'recall'].join('\t')}\n${lines.join('\n')}\n`);
  const [, ...recorded] = readFileSync(TABLE, 'utf8').trimEnd().split('\n');
  assert.deepEqual(
    recorded.map((line) => line.split('\t')[0]),
    [...rows.keys()],
    'scores.tsv lists other pages: npm run goldens',
  );
  const fallen = recorded.flatMap((line) => {
    const [name, f1] = line.split('\t');
    const now = rows.get(name)?.f1.toFixed(3) ?? '0';
    return Number(now) < Number(f1) ? [`${name}: ${f1} recorded, ${now} now`] : [];
  });
  assert.deepEqual(fallen, [], 'when the loss is meant, npm run goldens, and read the difference');
});
