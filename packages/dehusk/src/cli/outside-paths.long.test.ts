// Files that an input names or links to, outside of its folder: every command that reads files refuses them unless --root allows it.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { openFetcher } from '@dehusk/node';
import { openMemoryStore, sourceNamed } from '@dehusk/stream';
import { runHere } from './stream-process.fixture.js';

const home = mkdtempSync(join(tmpdir(), 'dehusk-outside-'));
after(() => rmSync(home, { recursive: true }));
const at = (...names: string[]): string => join(home, ...names);
const text = (word: string): string =>
  `<title>${word}</title><article><h1>${word}</h1><p>${`The ${word} is written down here, word by word, for the record. `.repeat(9)}</article>`;

mkdirSync(at('input', 'pages'), { recursive: true });
writeFileSync(at('secret.html'), text('secret'));
writeFileSync(at('input', 'pages', 'open.html'), text('open'));
symlinkSync(at('secret.html'), at('input', 'pages', 'link.html'));
const rows = [at('secret.html'), '../secret.html', 'pages/link.html', 'pages/open.html'].map((path, id) => ({
  id,
  url: `https://a.example/${id}`,
  path,
}));
writeFileSync(at('input', 'pages.jsonl'), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));

/** Arguments, and the texts of a run without and with the root. */
const CASES: readonly (readonly [args: readonly string[], own: number, all: number])[] = [
  [['batch', '--threads', '1', '--fields', 'text', at('input', 'pages.jsonl')], 1, 4],
  [['batch', '--threads', '1', '--fields', 'text', at('input', 'pages')], 1, 2],
  [['extract', at('input', 'pages')], 1, 2],
  [[at('input', 'pages.jsonl'), '--site'], 1, 4],
];
/** How often a page is in an output: each says a sentence nine times. */
const pagesIn = (out: string): number => (out.match(/The (?:secret|open) is written/g) ?? []).length / 9;

test('commands stay inside of the folder of the input', async () => {
  for (const [args, own, all] of CASES)
    for (const [root, expected] of [
      [[], own],
      [['--root', home], all],
    ] as const) {
      const { out, err } = await runHere([...args, ...root]);
      assert.equal(pagesIn(out), expected, `${args.join(' ')} ${root}\n${out}\n${err}`);
      assert.equal(out.includes('secret is written'), root.length > 0, args.join(' '));
    }
});

test('sources of files offer no page of a file outside, unless they have a root', async () => {
  for (const [kind, path, own, all] of [
    ['jsonl', at('input', 'pages.jsonl'), 1, 4],
    ['folder', at('input', 'pages'), 1, 2],
  ] as const)
    for (const [root, expected] of [
      [{}, own],
      [{ root: home }, all],
    ] as const) {
      const fetcher = openFetcher();
      const source = await sourceNamed(kind).open(
        { path, ...root },
        { store: openMemoryStore(), fetcher, now: Date.now },
      );
      let pages = 0;
      for await (const { kind } of source.items(new AbortController().signal)) if (kind === 'item') pages++;
      await source.close();
      await fetcher.close();
      assert.equal(pages, expected, `${kind} ${JSON.stringify(root)}`);
    }
});

test('a link that leads nowhere is one page that cannot be read; the pages after it are extracted', async () => {
  const folder = at('dangling');
  mkdirSync(folder);
  symlinkSync(at('nowhere.html'), join(folder, 'a.html'));
  symlinkSync('c.html', join(folder, 'b.html'));
  symlinkSync('b.html', join(folder, 'c.html'));
  writeFileSync(join(folder, 'd.html'), text('open'));
  for (const [args, code] of [
    [['extract', '--format', 'jsonl'], 3],
    [['batch', '--threads', '1'], 0],
  ] as const) {
    const run = await runHere([...args, folder]);
    const command = args[0];
    const rows = run.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { ok: boolean; reason: string | null });
    assert.deepEqual(
      rows.map(({ ok, reason }) => [ok, reason]),
      [
        [false, 'unreadable'],
        [false, 'unreadable'],
        [false, 'unreadable'],
        [true, null],
      ],
      `${command}: ${run.err}`,
    );
    assert.equal(run.code, code, command);
  }
});
