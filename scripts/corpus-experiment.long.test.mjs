// examples/corpus-experiment: what it counts, on pages whose figures are known.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const RUN = fileURLToPath(new URL('../examples/corpus-experiment/run.mjs', import.meta.url));
const SENTENCE = 'The harbour master counts the boats every evening and writes their number into the book by the door.';

const LAST =
  'The book is older than the harbour, and nobody knows who wrote its first page, for the sea brought it one winter.';

/** Five pages with two rows, two lines of code and a menu each; the gold has all but the menu. */
const pages = Array.from({ length: 5 }, (_, at) => ({
  id: `page-${at}`,
  url: `https://pier.example/${at}`,
  html: `<html lang="en"><title>Boats</title><body><nav><a href="/">Home</a></nav><article><h1>Boats ${at}</h1><p>${SENTENCE} ${SENTENCE} Day ${at}.</p><table><tr><th>Day</th><th>Boats</th></tr><tr><td>Monday ${at}</td><td>1${at}</td></tr></table><pre><code>for boat in harbour:\n    count(boat, ${at})\n</code></pre><p>${LAST}</p></article></body></html>`,
  gold: `Boats ${at}\n${SENTENCE} ${SENTENCE} Day ${at}.\nDay Boats\nMonday ${at} 1${at}\nfor boat in harbour:\n    count(boat, ${at})\n${LAST}`,
}));

test('the experiment counts text, code, rows and copies', { timeout: 120_000 }, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'dehusk-experiment-'));
  t.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'pages.jsonl'), pages.map((page) => `${JSON.stringify(page)}\n`).join(''));
  const out = join(folder, 'out');
  const args = ['--data', folder, '--out', out, '--systems', 'dehusk,everything,no-such-system'];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [RUN, ...args]);
  assert.match(stderr, /^no-such-system is left out: /);
  assert.match(stdout, /^\| system \| /);
  const { results } = JSON.parse(readFileSync(join(out, 'report.json'), 'utf8'));
  const [dehusk, everything] = results;
  assert.deepEqual(
    results.map(({ name }) => name),
    ['dehusk', 'everything'],
  );
  for (const { pages: found, code, rows, mixed, cpuSeconds, tokens } of results) {
    assert.deepEqual([found, code, rows, mixed], [5, 10, 10, 0]);
    assert.ok(cpuSeconds > 0 && tokens > 0);
  }
  const { shared, gold, words, keptCode, keptRows, equal } = dehusk;
  assert.deepEqual([shared, words, keptCode, keptRows, equal], [gold, gold, 10, 10, 2]);
  // All text has the menu, and the frame of each copy.
  assert.ok(everything.words > everything.gold);
  assert.equal(everything.equal, 0);
  assert.match(readFileSync(join(out, 'report.html'), 'utf8'), /<td>dehusk<\/td>/);
});
