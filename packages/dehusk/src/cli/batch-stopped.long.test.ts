// A batch that is stopped says how far it came and which command goes on.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { shortTime } from './page-totals.js';
import { type Ended, MAIN, startDehusk } from './stream-process.fixture.js';

const folder = mkdtempSync(join(tmpdir(), 'dehusk-stopped-'));
after(() => rmSync(folder, { recursive: true }));
const at = (name: string): string => join(folder, name);
const SENTENCE = 'Every year in March the ferrymen count the posts along the shore and paint the ones that are worn. ';
const PAGES = 600;
const lines = Array.from(
  { length: PAGES },
  (_, id) =>
    `${JSON.stringify({ id, html: `<title>Page ${id}</title><h1>Page ${id}</h1><p>${SENTENCE.repeat(200)}</p>` })}\n`,
);
writeFileSync(at("pages of 'a'.jsonl"), lines.join(''));

/** Runs a batch and stops it when `isReady`. */
async function stopped(args: readonly string[], isReady: () => boolean): Promise<Ended> {
  const { child, ended } = startDehusk(folder, ['batch', '--threads', '1', ...args]);
  while (!isReady() && child.exitCode === null) await wait(5);
  child.kill('SIGINT');
  return ended;
}
const hasBytes = (name: string) => (): boolean => existsSync(at(name)) && statSync(at(name)).size > 0;

test('the command that it prints goes on, and the rows are those of one run', async () => {
  const { code, err } = await stopped(
    ["pages of 'a'.jsonl", '-o', 'texts.jsonl', '--overwrite'],
    hasBytes('texts.jsonl'),
  );
  const [, rows, command] =
    /dehusk: stopped after (\d+) rows in texts\.jsonl; to go on:\n {2}dehusk (.*)\n$/.exec(err) ?? [];
  assert.ok(code === 130 && Number(rows) > 0 && Number(rows) < PAGES, err);
  assert.equal(readFileSync(at('texts.jsonl'), 'utf8').split('\n').length - 1, Number(rows));
  const again = spawnSync('sh', ['-c', `"${process.execPath}" "${MAIN}" ${command}`], {
    cwd: folder,
    encoding: 'utf8',
  });
  assert.equal(again.status, 0, again.stderr);
  assert.match(again.stderr, new RegExp(`texts\\.jsonl has ${rows} rows; going on after them\n`));
  const ids = readFileSync(at('texts.jsonl'), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line).id);
  assert.deepEqual(
    ids,
    Array.from({ length: PAGES }, (_, id) => id),
  );
});

const input = lines.slice(0, 40).join('');
const OTHERS: readonly (readonly [what: string, args: readonly string[], started: () => boolean, says: RegExp])[] = [
  [
    'Parquet',
    ["pages of 'a'.jsonl", '-o', 'texts.parquet'],
    () => existsSync(at('texts.parquet.partial')),
    /texts\.parquet is not written; to start again:\n {2}dehusk batch .*parquet\n$/,
  ],
  [
    'rows with text',
    ["pages of 'a'.jsonl", '-o', 'ok.jsonl', '--only-ok'],
    hasBytes('ok.jsonl'),
    /cannot be continued; to start again:\n {2}dehusk batch .* --only-ok --overwrite\n$/,
  ],
  [
    'outputs by input',
    ['--each', "pages of 'a'.jsonl", '-o', 'each'],
    () => existsSync(at('each')) && readdirSync(at('each')).length > 0,
    /stopped; finished outputs stay; to go on:\n {2}dehusk batch --threads 1 --each 'pages of/,
  ],
];
for (const [what, args, started, says] of OTHERS)
  test(`${what}: it says what to do instead`, async () => {
    const { code, err } = await stopped(args, started);
    assert.equal(code, 130, err);
    assert.match(err, says);
    for (const name of ['texts.parquet', "each/pages of 'a'.jsonl.gz"]) assert.ok(!existsSync(at(name)), name);
  });

test('standard output cannot be continued, and the message says how it could be', async () => {
  const { child, ended } = startDehusk(folder, ['batch', '--threads', '1'], { input: true });
  child.stdin?.on('error', () => {}).write(input);
  await new Promise((resolve) => child.stdout?.once('data', resolve));
  child.kill('SIGINT');
  const { code, err } = await ended;
  assert.equal(code, 130, err);
  assert.match(
    err,
    /stopped after \d+ rows, which cannot be continued without -o FILE; to start again:\n {2}dehusk batch/,
  );
});

test('times are those of a clock', () => {
  assert.deepEqual([0, 9.4, 59.6, 899.7, 3599.6, 11_999, Number.NaN].map(shortTime), [
    ...['0s', '9s', '1m00s', '15m00s', '1h00m', '3h19m', '?'],
  ]);
});

test('--site lets a signal in after every page that it learns', () => {
  const pages = 600;
  const row = (id: number): string =>
    JSON.stringify({ id, url: `https://a.example/${id}`, html: `<p>Page ${id} of the book.` });
  writeFileSync(at('learnt.jsonl'), Array.from({ length: pages }, (_, id) => `${row(id)}\n`).join(''));
  // Counts the turns of the event loop, in which signals arrive.
  const counting =
    'data:text/javascript,let n=0;const turn=()=>{n++;setImmediate(turn).unref()};turn();process.on("exit",()=>console.error(n))';
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--import', counting, MAIN, 'batch', at('learnt.jsonl'), '--site', '-o', at('learnt-texts.jsonl'), '--quiet'],
    { encoding: 'utf8' },
  );
  assert.equal(status, 0, stderr);
  assert.ok(Number(stderr) > pages, `${stderr} turns`);
});
