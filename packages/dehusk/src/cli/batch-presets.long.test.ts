/** Presets for corpus tools, Parquet, and rows without text left out. */
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { RECORD_FIELDS } from '@dehusk/core/extend';
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { runHere, startDehusk } from './stream-process.fixture.js';

const folder = mkdtempSync(join(tmpdir(), 'dehusk-presets-'));
const at = (name: string): string => join(folder, name);
after(() => rmSync(folder, { recursive: true }));

const SENTENCE =
  'The harbour master counts the boats every evening and writes their number into the book by the door. ';
const html = (title: string): string =>
  `<html lang="de"><title>${title}</title><meta name="author" content="Ada Rowe"><meta property="article:published_time" content="2024-05-17">` +
  `<body><h1>${title}</h1><p>${SENTENCE.repeat(6)} <b>Night</b> falls.</p>`;
const EMPTY = '<title>Empty</title><nav><a href="/">Home</a></nav>';

/** A response in a WARC file. */
function archived(id: string, url: string, body: string): Buffer {
  const http = `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
  const head = [
    ...['WARC/1.0', 'WARC-Type: response', `WARC-Record-ID: ${id}`, `WARC-Target-URI: ${url}`],
    ...['WARC-Date: 2026-01-02T03:04:05Z', 'Content-Type: application/http; msgtype=response'],
    `Content-Length: ${Buffer.byteLength(http)}`,
  ];
  return gzipSync(`${head.join('\r\n')}\r\n\r\n${http}\r\n\r\n`);
}

before(() => {
  writeFileSync(
    at('pages.warc.gz'),
    Buffer.concat([
      archived('<urn:uuid:1>', 'https://a.example/1', html('Boats')),
      archived('<urn:uuid:2>', 'https://a.example/2', EMPTY),
      archived('<urn:uuid:3>', 'https://a.example/3', html('Lamps')),
    ]),
  );
  const lines = [{ id: 7, html: html('Boats') }, { html: EMPTY }, { url: 'https://a.example/3', html: html('Lamps') }];
  writeFileSync(
    at('pages.jsonl'),
    `${lines.map((line) => JSON.stringify(line)).join('\n')}\n${JSON.stringify({ html: html('Oars') })}\n`,
  );
});

type Row = Readonly<Record<string, unknown>>;
const rowsOf = (out: string): Row[] =>
  out
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Row);
const batch = (...args: string[]) => runHere(['batch', '--threads', '1', ...args]);

test('datatrove: text, id and metadata of the pages with text', async () => {
  const run = await batch(at('pages.jsonl'), '--preset', 'datatrove');
  assert.equal(run.code, 0);
  assert.match(run.err, /^4 pages: 3 kept, 1 rejected \(1 no-/m);
  const rows = rowsOf(run.out);
  assert.deepEqual(
    rows.map(({ id }) => id),
    ['7', 'https://a.example/3', '4'],
  );
  const [{ text, metadata, ...rest }] = rows;
  assert.deepEqual(Object.keys(rest), ['id']);
  assert.match(String(text), /^Boats\nThe harbour master .* Night falls\.$/);
  const { pageType, confidence, ...known } = metadata as Row;
  // The page says German; its text is English.
  const expected = { date: '2024-05-17', language: 'en', title: 'Boats', author: 'Ada Rowe', siteName: null };
  assert.deepEqual(known, { url: null, ...expected });
  assert.equal(typeof pageType, 'string');
  assert.ok(Number(confidence) > 0);
});

test('fineweb: its columns, with the time of the crawl, the file and the score of the language', async () => {
  const run = await batch(at('pages.warc.gz'), '--preset', 'fineweb', '--format', 'markdown');
  const [row, ...others] = rowsOf(run.out);
  assert.equal(others.length, 1);
  const { text, language_score, ...rest } = row;
  assert.deepEqual(rest, {
    id: 'urn:uuid:1',
    url: 'https://a.example/1',
    date: '2026-01-02T03:04:05.000Z',
    file_path: at('pages.warc.gz'),
    language: 'en',
  });
  assert.match(String(text), /^# Boats\n\n.*\*\*Night\*\* falls\.\n$/s);
  assert.ok(Number(language_score) > 0 && Number(language_score) <= 1);
});

test('Parquet holds the rows that JSON lines hold, in typed columns', async () => {
  const fields = RECORD_FIELDS.map(({ name }) => name).join();
  for (const [name, flags] of [
    ['default', []],
    ['all', ['--fields', `${fields},markdown,line,input`]],
    ['datatrove', ['--preset', 'datatrove']],
    ['fineweb', ['--preset', 'fineweb']],
    ['ok', ['--only-ok']],
  ] as const) {
    const path = at(`${name}.parquet`);
    const [{ out }, run] = await Promise.all([
      batch(at('pages.warc.gz'), ...flags),
      batch(at('pages.warc.gz'), ...flags, '-o', path),
    ]);
    const lines = rowsOf(out);
    assert.equal(run.code, 0, run.err);
    const file = await asyncBufferFromFile(path);
    const read = await parquetReadObjects({ file });
    const plain = (row: Row): Row => JSON.parse(JSON.stringify(row)) as Row;
    assert.deepEqual(read.map(plain), lines, name);
    assert.equal(lines.length, name === 'default' || name === 'all' ? 3 : 2);
    assert.ok(!existsSync(`${path}.partial`));
    const { schema } = await parquetMetadataAsync(file);
    const types = Object.fromEntries(schema.slice(1).map((one) => [one.name, one.converted_type ?? one.type]));
    if (name === 'all')
      assert.deepEqual(
        [types.schema, types.ok, types.at, types.authors, types.confidence, types.line],
        ['INT32', 'BOOLEAN', 'TIMESTAMP_MILLIS', 'JSON', 'DOUBLE', 'INT32'],
      );
  }
});

test('a numeric id is text in Parquet', async () => {
  const run = await batch(at('pages.jsonl'), '--fields', 'id,ok', '-o', at('ids.parquet'));
  assert.equal(run.code, 0, run.err);
  const rows = await parquetReadObjects({ file: await asyncBufferFromFile(at('ids.parquet')) });
  assert.deepEqual(
    rows.map(({ id }) => id),
    ['7', null, null, null],
  );
});

test('an existing output that cannot be continued names no --resume', async () => {
  writeFileSync(at('there.parquet'), '');
  writeFileSync(at('there.jsonl'), '');
  for (const args of [
    ['-o', at('there.parquet')],
    ['--preset', 'datatrove', '-o', at('there.jsonl')],
  ]) {
    const run = await batch(at('pages.jsonl'), ...args);
    assert.equal(run.code, 3);
    assert.match(run.err, /exists; --overwrite replaces it$/m);
  }
});

test('--only-ok leaves out rows without text and counts them', async () => {
  const run = await batch(at('pages.jsonl'), '--only-ok', '--fields', 'ok,title', '-o', at('ok.jsonl.gz'));
  assert.equal(run.code, 0);
  assert.match(run.err, /^4 pages: 3 kept, 1 rejected \(1 no-/m);
  assert.deepEqual(
    rowsOf(gunzipSync(readFileSync(at('ok.jsonl.gz'))).toString()).map(({ title }) => title),
    ['Boats', 'Lamps', 'Oars'],
  );
});

test('Parquet is written by the real process; a full disk or a missing folder leaves no file and one line', async () => {
  const done = await startDehusk(folder, ['batch', 'pages.warc.gz', '--preset', 'fineweb', '-o', 'real.parquet']).ended;
  assert.equal(done.code, 0, done.err);
  const rows = await parquetReadObjects({ file: await asyncBufferFromFile(at('real.parquet')) });
  assert.deepEqual(
    rows.map(({ id }) => id),
    ['urn:uuid:1', 'urn:uuid:3'],
  );
  const full = await startDehusk(folder, ['batch', 'pages.warc.gz', '-o', 'full.parquet'], { blocks: 1 }).ended;
  assert.equal(full.code, 3, full.err);
  assert.match(full.err, /^dehusk: .*\n$/);
  assert.ok(!existsSync(at('full.parquet')) && !existsSync(at('full.parquet.partial')));
  const missing = await startDehusk(folder, ['batch', 'pages.warc.gz', '-o', 'nowhere/x.parquet']).ended;
  assert.equal(missing.code, 3, missing.err);
  assert.match(missing.err, /^dehusk: .*nowhere.*\n$/);
});

for (const [flags, message] of [
  [['--preset', 'c4'], /Expected a preset: datatrove, fineweb/],
  [['--preset', 'fineweb', '--fields', 'id'], /--preset fineweb has its own fields; leave out --fields/],
  [['--preset', 'fineweb', '--format', 'json'], /--format got json, expected markdown/],
  [['--fields', 'id', '--format', 'html'], /--format html and --fields contradict each other/],
  [['--preset', 'fineweb', '--format', 'chunks'], /--format got chunks, expected markdown/],
  [['-o', at('x.csv')], /rows are JSON lines or Parquet, not .*x\.csv; dehusk FILES --format csv prints CSV/],
  [['--format', 'csv'], /Expected a format: text, markdown, html, tei, xml, json, jsonl, chunks\./],
  [['--resume', '-o', at('x.parquet')], /--resume cannot continue Parquet/],
  [['--resume', '-o', at('x.jsonl'), '--only-ok'], /leave out --only-ok and --preset/],
  [['--resume', '-o', at('x.jsonl'), '--preset', 'datatrove'], /leave out --only-ok and --preset/],
] as const)
  test(`${flags.join(' ')} is an error that says what to do`, async () => {
    const run = await batch(at('pages.jsonl'), ...flags);
    assert.equal(run.code, 2, run.out);
    assert.match(run.err, message);
  });
