// The examples in real engines, and the contract of standard input and output that engines without a test here rely on.
import assert from 'node:assert/strict';
import { execFile, spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Job } from 'kubernetes-models/batch/v1';
import { parse } from 'yaml';

const EXAMPLES = fileURLToPath(new URL('../examples/', import.meta.url));
const CLI = fileURLToPath(new URL('../packages/dehusk/bin/dehusk.js', import.meta.url));
const run = promisify(execFile);
const lacks = (...programs) => {
  const missing = programs.filter((program) => spawnSync('which', [program]).status !== 0);
  return missing.length > 0 && `skipped: needs ${missing.join(', ')}`;
};

test('GNU parallel and split: the bytes of one process', { skip: lacks('parallel', 'zstd') }, async () => {
  const { stdout } = await run(`${EXAMPLES}parallel/run.sh`, ['500']);
  assert.match(stdout, /^500 rows of 500 records: the same bytes/m);
});

const needsRoot = process.getuid?.() !== 0 && 'skipped: needs root, to start a cluster';
test('Slurm: a task of an array job is killed and requeued; the outputs are those of one process', {
  skip: lacks('slurmctld', 'slurmd', 'munged') || needsRoot,
}, async (t) => {
  const { stdout, stderr, code } = await run(`${EXAMPLES}slurm/run.sh`, { maxBuffer: 2 ** 26 }).catch((error) => error);
  if (code === 77) return t.skip(`skipped: ${stderr}`);
  assert.equal(code, undefined, stderr);
  assert.match(stdout, /^task \d was killed and requeued$/m);
  assert.match(stdout, /^4 outputs of the array job have the bytes of one process$/m);
});

test('Kubernetes: the job fits the published schema, and its shards are those of its indexes', () => {
  const job = parse(readFileSync(`${EXAMPLES}kubernetes/job.yaml`, 'utf8'));
  new Job(job).validate();
  assert.throws(
    () => new Job({ ...job, spec: { ...job.spec, completionMode: 'Numbered' } }).validate(),
    /completionMode/,
  );
  const [{ args }] = job.spec.template.spec.containers;
  assert.ok(args[0].includes(`"$JOB_COMPLETION_INDEX/${job.spec.completions}"`));
});

/** `dehusk batch -` as Spark's `rdd.pipe` and Hadoop streaming run it. */
function pipe(...args) {
  const child = spawn(process.execPath, [
    CLI,
    'batch',
    '-',
    '--threads',
    '1',
    '--quiet',
    '--fields',
    'id,ok,reason',
    ...args,
  ]);
  const ended = new Promise((resolve) => {
    let out = '';
    let err = '';
    child.stdout.on('data', (text) => {
      out += text;
    });
    child.stderr.on('data', (text) => {
      err += text;
    });
    child.once('close', (code, signal) => resolve({ code, signal, out, err }));
  });
  child.stdin.on('error', () => {});
  return { child, ended };
}
const RECORD = '{"id":1,"html":"<nav><a href=/>Home</a></nav>"}';

for (const [name, input, rows] of [
  ['an empty partition', '', []],
  ['blank lines', '\n\n', []],
  ['a last line without an end', `${RECORD}\n${RECORD}`, [1, 1]],
  ['lines that end in CR LF', `${RECORD}\r\n${RECORD}\r\n`, [1, 1]],
  ['a key before the record, as streaming without ignoreKey sends it', `0\t${RECORD}\n`, [null]],
])
  test(`pipe: ${name}`, async () => {
    const { child, ended } = pipe();
    child.stdin.end(input);
    const { code, out, err } = await ended;
    assert.deepEqual([code, err], [0, '']);
    const ids = out
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line).id);
    assert.deepEqual(ids, rows);
  });

test('pipe: a line of 100 MB is a row, and the next record is extracted', async () => {
  const { child, ended } = pipe();
  child.stdin.write('{"id":"large","html":"');
  const piece = 'x'.repeat(2 ** 20);
  for (let n = 0; n < 100; n++)
    if (!child.stdin.write(piece)) await new Promise((resolve) => child.stdin.once('drain', resolve));
  child.stdin.end(`"}\n${RECORD}\n`);
  const { code, out } = await ended;
  const rows = out
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  assert.deepEqual(
    [code, rows.map(({ id, reason }) => [id, reason])],
    [
      0,
      [
        [null, 'bad-input'],
        [1, 'no-content'],
      ],
    ],
  );
});

test('pipe: a reader that leaves ends the process without a word; its rows so far are complete', async () => {
  const { child, ended } = pipe();
  const first = new Promise((resolve) => child.stdout.once('data', resolve));
  for (let n = 0; n < 2_000; n++) child.stdin.write(`${RECORD}\n`);
  assert.ok(String(await first).startsWith('{"id":1'));
  child.stdout.destroy();
  for (let n = 0; n < 2_000 && child.stdin.writable; n++) child.stdin.write(`${RECORD}\n`);
  child.stdin.end();
  const { err } = await ended;
  assert.equal(err, '');
});
