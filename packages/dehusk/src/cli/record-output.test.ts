/** Every command that prints pages as data prints one record for each page, those without text included. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { RECORD_FIELDS } from '@dehusk/core/extend';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { runHere, startDehusk } from './stream-process.fixture.js';

const folder = mkdtempSync(join(tmpdir(), 'dehusk-record-'));
const at = (name: string): string => join(folder, name);
after(() => {
  process.chdir('/');
  rmSync(folder, { recursive: true });
});

const schema = JSON.parse(readFileSync(new URL('../../../../docs/output.schema.json', import.meta.url), 'utf8'));
const isRecord = new Ajv2020({ strict: false, validateFormats: false }).compile(schema);
const NAMES: readonly string[] = RECORD_FIELDS.map(({ name }) => name);
const LINE_NAMES = NAMES.filter((name) => name !== 'content');

const SENTENCE =
  'The harbour master counts the boats every evening and writes their number into the book by the door. ';
const PAGES = {
  'a.html': `<html lang=en><title>Boats</title><h1>Boats</h1><p>${SENTENCE.repeat(6)}`,
  'news/empty.html': '<title>Empty</title><nav><a href="/">Home</a></nav>',
  'news/huge.html': `<p>${SENTENCE.repeat(1_000)}`,
};
const FLAGS = ['--max-bytes', '50k'];
const OUTCOMES = [
  ['a.html', true, null],
  ['news/empty.html', false, 'no-content'],
  ['news/huge.html', false, 'too-large'],
];

before(() => {
  process.chdir(folder);
  mkdirSync(at('pages/news'), { recursive: true });
  for (const [name, html] of Object.entries(PAGES)) writeFileSync(at(`pages/${name}`), html);
});

type Row = Readonly<Record<string, unknown>>;
const linesOf = (text: string): Row[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Row);
/** Records that JSON.stringify printed with indentation, one after the other. */
const indented = (text: string): Row[] => text.split(/(?<=^\}\n)/m).map((one) => JSON.parse(one) as Row);

/** Asserts one record a page, valid, with all fields. */
function check(rows: readonly Row[], names: readonly string[], idOf = (row: Row) => row.id): void {
  for (const row of rows) {
    assert.deepEqual(Object.keys(row), names);
    assert.ok(isRecord(row), JSON.stringify(isRecord.errors));
  }
  assert.deepEqual(
    rows.map((row) => [idOf(row), row.ok, row.reason]),
    OUTCOMES,
  );
}

test('a folder with --format jsonl and --json', async () => {
  const lines = await runHere(['pages', '--format', 'jsonl', ...FLAGS]);
  check(linesOf(lines.out), LINE_NAMES);
  assert.equal(lines.code, 3);
  assert.match(lines.err, /empty\.html: no-content: .*\n.*huge\.html: too-large: /);
  assert.equal(linesOf(lines.out)[1].title, 'Empty');
  const json = await runHere(['pages', '--json', ...FLAGS]);
  check(indented(json.out), NAMES);
});

test('files by name have it as id, standard input has none', async () => {
  const run = await runHere(['pages/a.html', '--format', 'jsonl']);
  assert.deepEqual([run.code, linesOf(run.out)[0].id], [0, 'pages/a.html']);
  const piped = startDehusk(folder, ['--format', 'jsonl', '--url', 'https://a.example/1'], { input: true });
  piped.child.stdin?.end(PAGES['a.html']);
  const [{ id, url, at: seen }] = linesOf((await piped.ended).out);
  assert.deepEqual([id, url, seen], [null, 'https://a.example/1', null]);
});

test('an output folder has the records of pages with text in files, and the others in failed.jsonl', async () => {
  await runHere(['pages', '--format', 'jsonl', '-o', 'out', ...FLAGS]);
  assert.deepEqual(readdirSync(at('out')).sort(), ['a.jsonl', 'failed.jsonl']);
  check(
    ['a.jsonl', 'failed.jsonl'].flatMap((name) => linesOf(readFileSync(at(`out/${name}`), 'utf8'))),
    LINE_NAMES,
  );
});

test('batch of the same folder, and --site', async () => {
  const batch = await runHere(['batch', 'pages', '--format', 'jsonl', ...FLAGS]);
  check(linesOf(batch.out), LINE_NAMES);
  const site = await runHere(['pages', '--site', '--format', 'jsonl', ...FLAGS]);
  check(linesOf(site.out), LINE_NAMES);
});
