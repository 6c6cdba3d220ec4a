// Inputs and outputs in S3, by a real server of its protocol on loopback.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { listObjects, readObject, uploadObject } from '@dehusk/node';
import { type Ended, startDehusk } from './stream-process.fixture.js';

/** s3rver has no types. */
interface S3Server {
  run(): Promise<AddressInfo>;
  close(): Promise<void>;
}
const S3rver = createRequire(import.meta.url)('s3rver') as new (options: object) => S3Server;

const folder = mkdtempSync(join(tmpdir(), 'dehusk-s3-test-'));
const at = (name: string): string => join(folder, name);
let server: S3Server;
before(async () => {
  const configureBuckets = [{ name: 'crawl' }];
  server = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory: at('buckets'), configureBuckets });
  // Processes that the tests start have it, too.
  process.env.AWS_ENDPOINT_URL = `http://127.0.0.1:${(await server.run()).port}`;
  process.env.AWS_ACCESS_KEY_ID = 'S3RVER';
  process.env.AWS_SECRET_ACCESS_KEY = 'S3RVER';
});
after(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

const batch = (...args: string[]): Promise<Ended> => startDehusk(folder, ['batch', '--threads', '1', ...args]).ended;

const SENTENCE =
  'Every year in March the ferrymen count the posts along the shore and paint the ones that lost their colour. ';
const lines = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, n) => {
    const html = `<html lang="en"><title>Page ${from + n}</title><p>Page ${from + n}. ${SENTENCE.repeat(3)}</p>`;
    return `${JSON.stringify({ id: from + n, html })}\n`;
  }).join('');

test('rows go to an object, and are read from one; an object is not replaced unasked', async () => {
  writeFileSync(at('pages.jsonl'), lines(0, 5));
  const local = await batch('pages.jsonl', '-o', 'local.jsonl.gz');
  assert.equal(local.code, 0, local.err);
  const put = await batch('pages.jsonl', '-o', 's3://crawl/texts/rows.jsonl.gz');
  assert.equal(put.code, 0, put.err);
  // The text of the rows is extracted again, which keeps it.
  const got = await batch('s3://crawl/texts/rows.jsonl.gz', '--input-fields', 'html=text', '--fields', 'id,text');
  assert.equal(got.code, 0, got.err);
  const again = await batch('local.jsonl.gz', '--input-fields', 'html=text', '--fields', 'id,text');
  assert.equal(got.out, again.out);
  assert.equal(got.out.split('\n').length, 6);
  const refused = await batch('pages.jsonl', '-o', 's3://crawl/texts/rows.jsonl.gz');
  assert.deepEqual([refused.code, /exists; --overwrite replaces it/.test(refused.err)], [3, true]);
  assert.equal((await batch('pages.jsonl', '-o', 's3://crawl/texts/rows.jsonl.gz', '--overwrite')).code, 0);
});

test('--each over a prefix: an object and a mark per input, finished ones are skipped; Parquet is read', async () => {
  for (const [name, from] of [
    ['in/a.jsonl.gz', 0],
    ['in/b.jsonl', 10],
  ] as const) {
    writeFileSync(at('up'), name.endsWith('.gz') ? gzipSync(lines(from, from + 3)) : lines(from, from + 3));
    await uploadObject(`s3://crawl/${name}`, at('up'));
  }
  const first = await batch('--each', 's3://crawl/in/', '-o', 's3://crawl/out/');
  assert.equal(first.code, 0, first.err);
  assert.match(first.err, /2 outputs written, 0 finished before/);
  assert.match(
    (await batch('--each', 's3://crawl/in/', '-o', 's3://crawl/out/')).err,
    /0 outputs written, 2 finished before/,
  );
  const keys: string[] = [];
  for await (const address of listObjects('s3://crawl/out/')) keys.push(address.slice('s3://crawl/out/'.length));
  assert.deepEqual(keys, ['a.jsonl.gz', 'a.jsonl.gz.done', 'b.jsonl.gz', 'b.jsonl.gz.done']);
  const pieces: Uint8Array[] = [];
  for await (const piece of readObject('s3://crawl/out/b.jsonl.gz')) pieces.push(piece);
  writeFileSync(at('b.jsonl'), lines(10, 13));
  assert.equal((await batch('b.jsonl', '-o', 'expected.jsonl.gz')).code, 0);
  assert.equal(
    gunzipSync(Buffer.concat(pieces)).toString(),
    gunzipSync(readFileSync(at('expected.jsonl.gz'))).toString(),
  );

  assert.equal((await batch('b.jsonl', '--fields', 'id,text', '-o', 's3://crawl/rows.parquet')).code, 0);
  const parquet = await batch('s3://crawl/rows.parquet', '--input-fields', 'html=text', '--fields', 'id');
  assert.deepEqual([parquet.code, parquet.out], [0, '{"id":"10"}\n{"id":"11"}\n{"id":"12"}\n']);
});

for (const [args, code, fault] of [
  [['s3://crawl/none.jsonl'], 3, /there is no object s3:\/\/crawl\/none\.jsonl/],
  [['s3://crawl/empty/'], 3, /there are no objects below s3:\/\/crawl\/empty\//],
  [['s3://other/a.jsonl'], 3, /there is no object/],
  [['s3://NO/a'], 3, /got the address s3:\/\/NO\/a, expected s3:\/\/bucket\/key/],
  [['pages.jsonl', '-o', 's3://other/a.jsonl'], 3, /there is no bucket other/],
  [['pages.jsonl', '-o', 's3://crawl/x', '--resume'], 2, /--resume cannot continue an object of S3/],
] as const)
  test(`dehusk batch ${args.join(' ')}`, async () => {
    const run = await batch(...args);
    assert.equal(run.code, code, run.err);
    assert.match(run.err, fault);
  });
