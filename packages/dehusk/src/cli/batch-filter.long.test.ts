// The contract of docs/batch.md: `dehusk batch -` as a filter inside engines, and one output per input.
import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { until } from '../../../node/dist/until.fixture.js';
import { type Ended, MAIN, runHere } from './stream-process.fixture.js';

const folder = mkdtempSync(join(tmpdir(), 'dehusk-filter-'));
const at = (name: string): string => join(folder, name);
after(() => rmSync(folder, { recursive: true }));

const batch = (args: readonly string[], input: readonly (string | Buffer)[] = []): Promise<Ended> =>
  runHere(['batch', '--threads', '1', '--quiet', ...args], input);
const rowsOf = (text: string): Record<string, unknown>[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
const has = (program: string): boolean => spawnSync('which', [program]).status === 0;

const SENTENCE =
  'Every year in March the ferrymen count the posts along the shore and paint the ones that lost their colour. ';
const page = (id: number | string): string =>
  `<html lang="en"><title>Page ${id}</title><a href="/">Home</a><h1>Page ${id}</h1><p>Page ${id}. ${SENTENCE.repeat(3)}</p>`;
const line = (id: number): string => JSON.stringify({ id, url: `https://a.example/${id}`, html: page(id) });
const lines = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, n) => `${line(from + n)}\n`).join('');

/** Records that fail in every way, between two that do not. */
const ODD = [
  line(1),
  'no JSON',
  '[]',
  '{"id":"nothing"}',
  '{"id":"empty","html":""}',
  '{"id":"null","html":null}',
  `{"id":"slow","html":${JSON.stringify('<p>a<b>b</b>'.repeat(400_000))}}`,
  `{"id":"binary","htmlBase64":"${Buffer.from('%PDF-1.7').toString('base64')}"}`,
  `{"id":"long","html":"${'x'.repeat(25_000_000)}"}`,
  '{"id":"cut","html":"<p',
  line(2),
];

test('one row per record in the same order, whatever fails; the exit code is 0, with --strict it says what failed', async () => {
  const limits = ['--timeout', '1s', '--max-bytes', '6m', '--fields', 'id,ok,reason'];
  const run = await batch(limits, [ODD.join('\n')]);
  assert.equal(run.code, 0, run.err);
  const rows = rowsOf(run.out);
  assert.deepEqual(
    rows.map(({ id, ok }) => [id, ok]),
    [
      [1, true],
      [null, false],
      [null, false],
      ['nothing', false],
      ['empty', false],
      ['null', false],
      ['slow', false],
      ['binary', false],
      [null, false],
      [null, false],
      [2, true],
    ],
  );
  assert.ok(rows.every(({ ok, reason }) => (ok ? reason === null : typeof reason === 'string')));
  assert.equal((await batch([...limits, '--strict'], [ODD.join('\n')])).code, 3);
  assert.equal((await batch(['--strict'], ['{"id":1,"html":"<p>"}\n'])).code, 1);
  assert.equal((await batch(['--strict'], [lines(0, 2)])).code, 0);
  assert.deepEqual([(await batch([], [''])).code, (await batch([], [''])).out], [0, '']);
});

test('a row is one line for readers that split by Unicode’s rules, too', {
  skip: !has('python3') && 'skipped: needs python3',
}, async () => {
  const html = page('a\u2028b\u2029c\u0085d');
  const { out } = await batch(['--passthrough'], [`${JSON.stringify({ id: 'u\u2028', html, note: 'x\u0085y' })}\n`]);
  const script =
    'import json,sys; t=sys.stdin.buffer.read().decode(); r=[json.loads(x) for x in t.splitlines()]; print(json.dumps([len(r), r[0]["id"], r[0]["note"]]))';
  const seen = JSON.parse(execFileSync('python3', ['-c', script], { input: out, encoding: 'utf8' }));
  assert.deepEqual(seen, [1, 'u\u2028', 'x\u0085y']);
  assert.ok(String(rowsOf(out)[0].text).includes('\u2028'));
});

// engines.long.test.mjs does the same with GNU parallel.
test('parts of an input, one after the other, give the bytes of one process', async () => {
  const records = [...ODD.filter((record) => record.length < 10_000), ...lines(10, 60).trimEnd().split('\n')];
  const whole = await batch([], [`${records.join('\n')}\n`]);
  assert.equal(whole.code, 0, whole.err);
  const parts: string[] = [];
  for (const [from, to] of [
    [0, 20],
    [20, 21],
    [21, records.length],
  ])
    parts.push((await batch([], [`${records.slice(from, to).join('\n')}\n`])).out);
  assert.equal(parts.join(''), whole.out);
});

test('fields have other names, with dots; --passthrough keeps the others, behind the row’s own', async () => {
  const row = { text: page(1), id: 'x', ok: 'theirs', metadata: { url: 'https://a.example/1', dump: 'CC-1' } };
  const names = ['--input-fields', 'html=text,url=metadata.url', '--passthrough', '--fields', 'id,url,ok'];
  const { out } = await batch(names, [`${JSON.stringify(row)}\n{"id":7,"text":3,"metadata":{"a":1}}\n`]);
  assert.deepEqual(rowsOf(out), [
    { id: 'x', url: 'https://a.example/1', ok: true, metadata: row.metadata },
    { id: 7, url: null, ok: false, metadata: { a: 1 } },
  ]);
  const renamed = await batch(['--input-fields', 'id=key', '--fields', 'id,detail'], ['{"key":"k","html":5}\n']);
  assert.deepEqual(rowsOf(renamed.out), [{ id: 'k', detail: '"html" is number, expected text' }]);
});

test('Parquet in and out keeps the columns; zstd in and out', async () => {
  const made = await batch(['--fields', 'id,url,html', '-o', at('in.parquet')], [lines(0, 5)]);
  assert.equal(made.code, 0, made.err);
  const out = await batch([
    at('in.parquet'),
    '--passthrough',
    '--input-fields',
    'html=html',
    '--fields',
    'id,text',
    '-o',
    at('out.parquet'),
  ]);
  assert.equal(out.code, 0, out.err);
  const rows = await parquetReadObjects({ file: await asyncBufferFromFile(at('out.parquet')) });
  assert.deepEqual(
    rows.map(({ id }) => id),
    ['0', '1', '2', '3', '4'],
  );
  assert.ok(rows.every(({ text }) => String(text).includes('ferrymen')));
  const refused = await batch(['--passthrough', '-o', at('no.parquet')], [lines(0, 1)]);
  assert.deepEqual([refused.code, existsSync(at('no.parquet'))], [2, false]);
  writeFileSync(at('broken.parquet'), 'PAR1 is not here');
  const broken = await batch([at('broken.parquet')]);
  assert.equal(broken.code, 3);
  assert.match(broken.err, /broken\.parquet cannot be read as Parquet/);

  const plain = await batch([], [lines(0, 40)]);
  assert.equal((await batch(['-o', at('rows.jsonl.zst')], [lines(0, 40)])).code, 0);
  assert.equal((await batch([at('rows.jsonl.zst'), '--input-fields', 'html=text', '--fields', 'id'])).code, 0);
  if (has('zstd')) assert.equal(execFileSync('zstd', ['-dc', at('rows.jsonl.zst')], { encoding: 'utf8' }), plain.out);
  const cut = readFileSync(at('rows.jsonl.zst')).subarray(0, -9);
  const damaged = await batch(['--fields', 'id'], [cut]);
  assert.equal(damaged.code, 3, damaged.err);
  assert.match(damaged.err, /ends within a zstd frame/);
});

const each = (args: readonly string[]): Promise<Ended> => runHere(['batch', '--threads', '1', '--each', ...args]);

test('--each writes one output per input with a mark, and skips finished ones', async () => {
  writeFileSync(at('a.jsonl'), lines(0, 3));
  writeFileSync(at('b.jsonl.gz'), gzipSync(`${lines(3, 5)}no page\n`));
  const args = [at('a.jsonl'), at('b.jsonl.gz'), '-o', at('out')];
  const run = await each(args);
  assert.equal(run.code, 0, run.err);
  assert.deepEqual(readdirSync(at('out')).sort(), ['a.jsonl.gz', 'a.jsonl.gz.done', 'b.jsonl.gz', 'b.jsonl.gz.done']);
  const alone = await batch([at('b.jsonl.gz')]);
  assert.equal(gunzipSync(readFileSync(join(at('out'), 'b.jsonl.gz'))).toString(), alone.out);
  const mark = JSON.parse(readFileSync(join(at('out'), 'b.jsonl.gz.done'), 'utf8'));
  assert.deepEqual([mark.schema, mark.rows, mark.ok, mark.reasons, mark.faults], [1, 3, 2, { 'bad-input': 1 }, 0]);
  const { mtimeMs: before, size } = statSync(join(at('out'), 'a.jsonl.gz'));
  assert.match((await each(args)).err, /0 outputs written, 2 finished before/);
  assert.equal(statSync(join(at('out'), 'a.jsonl.gz')).mtimeMs, before);
  // An output without its mark is made again, one of other options or of a changed input is not touched unasked.
  rmSync(join(at('out'), 'a.jsonl.gz.done'));
  assert.match((await each(args)).err, /1 output written, 1 finished before/);
  // So is one that was cut after it was finished, as by a copy that ran out of space.
  truncateSync(join(at('out'), 'a.jsonl.gz'), 20);
  assert.match((await each(args)).err, /1 output written, 1 finished before/);
  assert.equal(statSync(join(at('out'), 'a.jsonl.gz')).size, size);
  assert.match((await each([...args, '--fields', 'id'])).err, /made by a run with other options.*--overwrite/);
  utimesSync(at('a.jsonl'), 1, 1);
  const changed = await each(args);
  assert.deepEqual([changed.code, /--overwrite makes it again/.test(changed.err)], [3, true]);
  assert.equal((await each([...args, '--overwrite'])).code, 0);
});

test('shards of --each divide inputs, or their records; numbers from 0 and from 1 give the same work', async () => {
  const inputs = ['s1.jsonl', 's2.jsonl', 's3.jsonl'].map((name, n) => {
    writeFileSync(at(name), lines(10 * n, 10 * n + 4));
    return at(name);
  });
  const outputs = async (
    to: string,
    shards: readonly string[],
    given: readonly string[],
  ): Promise<Record<string, string>> => {
    for (const shard of shards)
      assert.equal((await each([...given, '-o', at(to), '--shard', shard, '--output-type', 'jsonl'])).code, 0);
    const names = readdirSync(at(to))
      .filter((name) => !name.endsWith('.done'))
      .sort();
    return Object.fromEntries(names.map((name) => [name, readFileSync(join(at(to), name), 'utf8')]));
  };
  const fromOne = await outputs('one', ['1/2', '2/2'], inputs);
  assert.deepEqual(Object.keys(fromOne), ['s1.jsonl', 's2.jsonl', 's3.jsonl']);
  assert.deepEqual(await outputs('zero', ['0/2', '1/2'], inputs), fromOne);
  const divided = await outputs('parts', ['1/2', '2/2'], inputs.slice(0, 1));
  assert.deepEqual(Object.keys(divided), ['s1.part-1-of-2.jsonl', 's1.part-2-of-2.jsonl']);
  const all = Object.values(divided)
    .flatMap((text) => text.split('\n').filter(Boolean))
    .sort();
  assert.deepEqual(all, fromOne['s1.jsonl'].split('\n').filter(Boolean).sort());
  for (const [args, fault] of [
    [[...inputs, '-o', at('x'), '--shard', '3/2'], /A shard got 3\/2, expected i\/n/],
    [[at('s1.jsonl'), '-o', '-'], /--each needs --output FOLDER/],
    [['-', '-o', at('x')], /--each reads named inputs/],
    [[at('s1.jsonl'), at('s1.jsonl'), '-o', at('x')], /would have the same output s1\.jsonl\.gz/],
  ] as const) {
    const refused = await each(args);
    assert.equal(refused.code, 2, refused.err);
    assert.match(refused.err, fault);
  }
});

test('a task that is killed leaves no output, and its rerun makes the one of an undisturbed run', async () => {
  writeFileSync(at('killed.jsonl'), lines(0, 1_800));
  const plain = ['--extractor', 'everything'];
  const expected = await batch([...plain, at('killed.jsonl'), '-o', at('expected.jsonl.gz')]);
  assert.equal(expected.code, 0, expected.err);
  const to = at('killed');
  const words = ['batch', '--each', ...plain, at('killed.jsonl'), '-o', to, '--threads', '1'];
  const child = spawn(process.execPath, [MAIN, ...words], { stdio: 'ignore' });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const isWriting = (): boolean =>
    existsSync(to) && readdirSync(to).some((name) => name.endsWith('.partial') && statSync(join(to, name)).size > 0);
  await until(() => child.exitCode !== null || isWriting(), 5);
  child.kill('SIGKILL');
  await ended;
  assert.deepEqual(
    readdirSync(to).filter((name) => !name.endsWith('.partial')),
    [],
  );
  const rerun = await each([...plain, at('killed.jsonl'), '-o', to]);
  assert.equal(rerun.code, 0, rerun.err);
  assert.deepEqual(readFileSync(join(to, 'killed.jsonl.gz')), readFileSync(at('expected.jsonl.gz')));
});
