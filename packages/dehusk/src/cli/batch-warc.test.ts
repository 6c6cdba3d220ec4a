// Archives in, damaged ones too.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { batchPages, newBatchReading } from '@dehusk/node';
import { type Ended, runHere } from './stream-process.fixture.js';

const folder = mkdtempSync(join(tmpdir(), 'dehusk-batch-warc-'));
const at = (name: string): string => join(folder, name);
after(() => rmSync(folder, { recursive: true }));

const batch = (args: readonly string[], input: readonly Buffer[] = []): Promise<Ended> =>
  runHere(['batch', '--threads', '1', '--fields', 'id,url,at,ok,reason,text', ...args], input);
const rowsOf = ({ out }: Ended): Record<string, unknown>[] =>
  out
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

const SENTENCE =
  'Every year in March the ferrymen count the posts along the shore and paint those that lost their colour. ';
function response(number: number): Buffer {
  // ß in ISO 8859-1, packed: charset and coding are those of the HTTP header.
  const html = `<html lang="en"><title>Page</title><h1>Page ${number} \xdf</h1><p>${SENTENCE.repeat(4)}`;
  const body = gzipSync(Buffer.from(html, 'latin1'));
  const head = 'HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=iso-8859-1\r\nContent-Encoding: gzip\r\n\r\n';
  const block = Buffer.concat([Buffer.from(head), body]);
  const fields = [
    'WARC/1.0',
    'WARC-Type: response',
    `WARC-Record-ID: <urn:uuid:${number}>`,
    `WARC-Target-URI: http://a.example/${number}`,
    'WARC-Date: 2026-11-21T10:00:00Z',
    `Content-Length: ${block.length}`,
  ];
  return gzipSync(Buffer.concat([Buffer.from(`${fields.join('\r\n')}\r\n\r\n`), block, Buffer.from('\r\n\r\n')]));
}
const archive = (from: number, to: number): Buffer =>
  Buffer.concat(Array.from({ length: to - from }, (_, index) => response(from + index)));
const ids = (run: Ended): unknown[] => rowsOf(run).map(({ id }) => id);
const idsOf = (from: number, to: number): string[] =>
  Array.from({ length: to - from }, (_, index) => `urn:uuid:${from + index}`);

test('archives and JSON lines in one batch, by name, by first bytes, from standard input', async () => {
  writeFileSync(at('one.warc.gz'), archive(0, 6));
  writeFileSync(at('two.unnamed'), archive(6, 8));
  writeFileSync(at('rows.jsonl'), `${JSON.stringify({ id: 'row', html: `<p>${SENTENCE.repeat(4)}` })}\n`);
  const run = await batch([at('one.warc.gz'), at('rows.jsonl'), at('two.unnamed')]);
  assert.equal(run.code, 0, run.err);
  assert.deepEqual(ids(run), [...idsOf(0, 6), 'row', ...idsOf(6, 8)]);
  const rows = rowsOf(run);
  assert.deepEqual([rows[0].url, rows[0].at], ['http://a.example/0', '2026-11-21T10:00:00.000Z']);
  assert.match(String(rows[0].text), /^(?:Page 0 ß\n+)?.*ferrymen count the posts/s);
  assert.match(run.err, /8 WARC records: 8 pages \(0 revisits\), 0 others skipped\n/);
  assert.deepEqual(ids(await batch(['-'], [archive(0, 3)])), idsOf(0, 3));
});

test('shards are disjoint and together all', async () => {
  writeFileSync(at('sharded.warc.gz'), archive(0, 5));
  writeFileSync(at('sharded.jsonl'), '{"id":5}\n{"id":6}\n');
  const paths = [at('sharded.warc.gz'), at('sharded.jsonl')];
  const shards: number[][] = [];
  for (const number of [1, 2, 3]) {
    const shard: number[] = [];
    for await (const page of batchPages(paths, { maxBytes: 1e6, shard: { number, count: 3 } }, newBatchReading()))
      shard.push(page.kind === 'archived' ? Number(page.id.slice('urn:uuid:'.length)) : 4 + page.number);
    shards.push(shard);
  }
  assert.deepEqual(shards, [
    [0, 3, 6],
    [1, 4],
    [2, 5],
  ]);
  const wrong = await batch([at('sharded.jsonl'), '--shard', '4/3']);
  assert.equal(wrong.code, 2);
  assert.match(wrong.err, /A shard got 4\/3, expected i\/n/);
});

test('a damaged and cut archive: what can be read is, the rest is told, and the exit code says so', async () => {
  const bytes = Buffer.concat([archive(0, 2), Buffer.from('damage'), archive(2, 4), response(4).subarray(0, 100)]);
  writeFileSync(at('cut.warc.gz'), bytes);
  const run = await batch([at('cut.warc.gz')]);
  assert.equal(run.code, 3);
  assert.deepEqual(ids(run), idsOf(0, 4));
  assert.match(run.err, /4 WARC records: 4 pages .*, 1 corrupt-gzip, 1 truncated-record\n/);
  assert.match(run.err, /cut\.warc\.gz, byte \d+: corrupt-gzip: got 64616d61, expected the header of a gzip member/);
});

test('a stopped run over an archive goes on with --resume', async () => {
  writeFileSync(at('resumed.warc.gz'), archive(0, 6));
  const out = at('resumed.jsonl');
  assert.equal((await batch([at('resumed.warc.gz'), '-o', out])).code, 0);
  const whole = readFileSync(out);
  truncateSync(out, whole.length >> 1);
  const run = await batch([at('resumed.warc.gz'), '-o', out, '--resume']);
  assert.equal(run.code, 0, run.err);
  assert.deepEqual(readFileSync(out), whole);
});

test('a site is learnt from an archive', async () => {
  writeFileSync(at('site.warc.gz'), archive(0, 5));
  const run = await runHere([at('site.warc.gz'), '--site', '--format', 'jsonl']);
  assert.equal(run.code, 0, run.err);
  assert.equal(run.out.trim().split('\n').length, 5);
});
