// examples/watch-terms.mjs, over the documents of the demo and over rows that correct and withdraw documents.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { INSTALLED_DEHUSK } from './installed-packages.mjs';

const EXAMPLE = fileURLToPath(new URL('../examples/watch-terms.mjs', import.meta.url));
const LIMITS = { encoding: 'utf8', timeout: 120_000, maxBuffer: 2 ** 26 };

/** What the example prints for rows: hits without their sentences, and counts by day. */
function watched(lines, terms) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [EXAMPLE, ...terms], { ...LIMITS, input: lines });
  assert.equal(stderr, '');
  assert.equal(status, 0);
  const [hits, table] = stdout.split(/^\n/m).map((part) => part.split('\n').filter((line) => line !== ''));
  return { hits: hits.map((line) => line.split('\t')), table: table.map((line) => line.split('\t')) };
}

test('the counts and hits of the demo are those of its documents', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dehusk-terms-'));
  try {
    execFileSync(process.execPath, [INSTALLED_DEHUSK, 'demo', '-o', 'demo'], { ...LIMITS, cwd: folder });
    const documents = join(folder, 'demo', 'documents');
    const files = readdirSync(documents).filter((name) => name.endsWith('.jsonl'));
    const text = files.map((name) => readFileSync(join(documents, name), 'utf8')).join('');
    const rows = new Map();
    for (const line of text.trimEnd().split('\n')) {
      const row = JSON.parse(line);
      rows.set(row.id, { ...row, day: (rows.get(row.id) ?? row).at.slice(0, 10) });
    }
    const terms = ['ferry operator', 'Stadtrat'];
    const { hits, table } = watched(text, terms);
    const contain = (term) => [...rows.values()].filter((row) => `${row.title}\n${row.text}`.includes(term));
    assert.deepEqual(table[0], ['day', 'documents', ...terms]);
    for (const [at, term] of terms.entries()) {
      assert.ok(contain(term).length > 3, term);
      assert.equal(
        table.slice(1).reduce((sum, row) => sum + Number(row[2 + at]), 0),
        contain(term).length,
      );
    }
    for (const [day, documents] of table.slice(1))
      assert.equal(Number(documents), [...rows.values()].filter((row) => row.ok && row.day === day).length, day);
    for (const [, term, address, sentence] of hits) {
      assert.ok(sentence.toLowerCase().includes(term.toLowerCase()), sentence);
      assert.ok(text.includes(JSON.stringify(address)), address);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('corrections replace, withdrawals remove, terms match whole words in either case', () => {
  const row = (id, revision, at, text, ok = true) =>
    `${JSON.stringify({ id, revision, ok, at, url: `https://e.example/${id}`, title: ok ? 'T' : null, text: ok ? text : null })}\n`;
  const lines = [
    row('a', 1, '2026-03-02T06:00:00Z', 'The FERRY  is late.\nNobody waits.'),
    row('b', 1, '2026-03-02T07:00:00Z', 'A ferryman. Die Fährgesellschaft. 港のフェリーが遅れた。'),
    row('c', 1, '2026-03-03T06:00:00Z', 'The harbour\ncouncil met; the harbour  council left.'),
    row('a', 2, '2026-03-04T06:00:00Z', 'The boat is late.'),
    row('d', 1, '2026-03-03T06:00:00Z', 'The ferry.'),
    row('d', 2, '2026-03-03T07:00:00Z', '', false),
    row('d', 1, '2026-03-03T08:00:00Z', 'The ferry, an old revision.'),
  ].join('');
  const { hits, table } = watched(lines, ['ferry', 'フェリー', 'harbour council', 'c++']);
  assert.deepEqual(table.slice(1), [
    ['2026-03-02', '2', '0', '1', '0', '0'],
    ['2026-03-03', '1', '0', '0', '1', '0'],
  ]);
  assert.deepEqual(
    hits.map((hit) => hit.slice(1)),
    [
      ['ferry', 'https://e.example/a', 'The FERRY  is late.'],
      ['フェリー', 'https://e.example/b', '港のフェリーが遅れた。'],
      ['harbour council', 'https://e.example/c', 'council met; the harbour  council left.'],
      ['ferry', 'https://e.example/d', 'The ferry.'],
    ],
  );
});

test('no terms are an error', () => {
  const { status, stderr } = spawnSync(process.execPath, [EXAMPLE], { ...LIMITS, input: '' });
  assert.equal(status, 2);
  assert.match(stderr, /got no terms, expected one or more/);
});
