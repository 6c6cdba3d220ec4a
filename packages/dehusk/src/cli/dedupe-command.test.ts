import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { until } from '../../../node/dist/until.fixture.js';
import { MAIN, runHere } from './stream-process.fixture.js';

const folder = mkdtempSync(join(tmpdir(), 'dehusk-dedupe-'));
after(() => rmSync(folder, { recursive: true }));
const path = (name: string): string => join(folder, name);

async function dedupe(args: readonly string[], input: string | Buffer = '') {
  const { code, out, err } = await runHere(['dedupe', ...args], [input]);
  const records = () =>
    out
      .trim()
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));
  return { code, stdout: out, stderr: err, records };
}
const jsonl = (records: readonly unknown[]): string => records.map((one) => `${JSON.stringify(one)}\n`).join('');

/** So many made-up words; other seeds give other words. */
const words = (seed: number, count: number): string =>
  Array.from({ length: count }, (_, at) => {
    let number = Math.imul(seed * 7919 + at + 1, 0x9e3779b1) >>> 0;
    let word = '';
    for (let letter = 0; letter < 6; letter++, number = Math.floor(number / 26))
      word += String.fromCharCode(97 + (number % 26));
    return word;
  }).join(' ');

const A = words(1, 40);
const B = words(2, 40);
const C = words(3, 40);

test('repeated paragraphs go, what is untouched comes out byte for byte', async () => {
  const first = `{"id": 1,  "text":"${A}\\n${B}"}\n`;
  const { stdout, stderr, code } = await dedupe(
    [],
    `${first}${jsonl([
      { id: 2, text: `${C}\n\n${A}\n${words(4, 30)}` },
      { id: 3, text: B },
    ])}`,
  );
  assert.equal(code, 0);
  assert.equal(stdout, `${first}${jsonl([{ id: 2, text: `${C}\n\n${words(4, 30)}` }])}`);
  assert.match(stderr, /^3 records: 2 kept \(1 in part\), 1 duplicate, 0 rejected; 2 of 6 paragraphs repeated; /);
});

test('--mark tells the verdict of every record in each mode', async () => {
  const input = jsonl([{ text: A }, { text: `${A}\n${B}` }, { text: A.toUpperCase() }]);
  const marks = async (...args: string[]) =>
    (await dedupe(['--mark', ...args], input)).records().map((one) => one.dedupe);
  assert.deepEqual(await marks(), [
    { duplicate: false, paragraphs: [0], tokens: 40, duplicateTokens: 0 },
    { duplicate: false, paragraphs: [1, 0], tokens: 80, duplicateTokens: 40 },
    { duplicate: false, paragraphs: [0], tokens: 40, duplicateTokens: 0 },
  ]);
  assert.deepEqual((await marks('--mode', 'onion')).at(-1), {
    duplicate: true,
    paragraphs: [1],
    tokens: 40,
    duplicateTokens: 40,
  });
  assert.deepEqual(
    (await marks('--mode', 'document', '--threshold', '0.4')).map((one) => one.duplicate),
    [false, true, true],
  );
  const near = await marks('--mode', 'near');
  assert.deepEqual([near[2].duplicate, near[2].of, near[2].distance], [true, 0, 0]);
  assert.equal(near[2].fingerprint, near[0].fingerprint);
  assert.deepEqual(
    (await marks('--mode', 'exact', '--memory', 'bloom', '--capacity', '100')).map((one) => one.duplicate),
    [false, false, true],
  );
});

test('near: a long record with one word changed is a duplicate of the first, and the window forgets', async () => {
  const long = words(9, 3000);
  const changed = long.replace(/^\S+/, 'other');
  assert.deepEqual(
    (
      await dedupe(
        ['--mode', 'near'],
        jsonl([
          { n: 0, text: long },
          { n: 1, text: changed },
        ]),
      )
    )
      .records()
      .map((one) => one.n),
    [0],
  );
  const stream = jsonl([A, B, C, A].map((text, n) => ({ n, text })));
  const left = async (...args: string[]) =>
    (await dedupe(['--mode', 'near', ...args], stream)).records().map((one) => one.n);
  assert.deepEqual(await left(), [0, 1, 2]);
  assert.deepEqual(await left('--memory', 'window', '--capacity', '3'), [0, 1, 2]);
  assert.deepEqual(await left('--memory', 'window', '--capacity', '2'), [0, 1, 2, 3]);
});

test('gzip, several files, another field, standard input', async () => {
  writeFileSync(path('one.jsonl.gz'), gzipSync(jsonl([{ body: A }])));
  writeFileSync(path('two.jsonl'), jsonl([{ body: A }, { body: B }]));
  const { code, records } = await dedupe(
    ['--field', 'body', path('one.jsonl.gz'), path('two.jsonl'), '-'],
    gzipSync(jsonl([{ body: B }, { body: C }])),
  );
  assert.equal(code, 0);
  assert.deepEqual(records(), [{ body: A }, { body: B }, { body: C }]);
});

test('lines that are no records are told and counted, and the rest goes on', async () => {
  const { code, stderr, records } = await dedupe([], `not json\n\n{"text":5}\nnull\n[1]\n${jsonl([{ text: A }])}`);
  assert.equal(code, 3);
  assert.deepEqual(records(), [{ text: A }]);
  assert.match(stderr, /-: line at byte 0: not JSON/);
  assert.match(stderr, /field "text" got number, expected text/);
  assert.match(stderr, /records: 1 kept \(0 in part\), 0 duplicates, 4 rejected;/);
});

test('wrong usage says got and expected', async () => {
  for (const [args, message] of [
    [['--mode', 'fuzzy'], /Allowed choices are paragraph, onion, document, near, exact/],
    [['--smoothing'], /--smoothing got --mode paragraph, which does not use it, expected --mode onion or document/],
    [['--threshold', '2'], /Got 2, expected a number from 0 to 1/],
    [['--n', 'x'], /Got x, expected an integer from 1 to 100/],
  ] as const) {
    const { code, stderr } = await dedupe(args);
    assert.equal(code, 2);
    assert.match(stderr, message);
  }
  const missing = await dedupe([path('missing.jsonl')]);
  assert.equal(missing.code, 3);
  assert.match(missing.stderr, /missing\.jsonl/);
  assert.match(
    (await dedupe(['--mode', 'near', '--memory', 'bloom'])).stderr,
    /cannot use memory "bloom", expected "exact" or "window"/,
  );
});

/** Records of three paragraphs, a third of them from a small stock: every kind of verdict occurs. */
const many = (count: number): string =>
  jsonl(
    Array.from({ length: count }, (_, id) => ({
      id,
      text: [words(id % 37, 30), words(1000 + id, 60), words((id * 7) % 501, 45)].join('\n'),
    })),
  );

// The job `dedupe` of kill.long.test.ts kills it, too.
const IS_LONG = process.env.LONG_TESTS === '1';
test('killed at any moment, the run goes on and writes every record exactly once', { skip: !IS_LONG }, async () => {
  const input = path('many.jsonl');
  writeFileSync(input, many(4_000));
  for (const [name, mode] of [
    ['paragraph', ['--mode', 'paragraph']],
    ['near', ['--mode', 'near']],
    ['window', ['--memory', 'window', '--capacity', '30000']],
  ] as const) {
    const truth = await dedupe([...mode, input]);
    assert.equal(truth.code, 0);
    const state = path(`${name}.state`);
    const args = [
      MAIN,
      'dedupe',
      ...mode,
      '--state',
      state,
      '--checkpoint-seconds',
      '0',
      '-o',
      path(`${name}.out`),
      input,
    ];
    let kills = 0;
    for (let round = 0; ; round++) {
      const child = spawn(process.execPath, args, { stdio: 'ignore' });
      const exit = new Promise<number | null>((resolve) => child.on('exit', resolve));
      const before = statSync(state, { throwIfNoEntry: false })?.mtimeMs;
      // Killed soon after a checkpoint of its own, at a moment that differs from round to round.
      while (round < 4 && child.exitCode === null && statSync(state, { throwIfNoEntry: false })?.mtimeMs === before)
        await wait(2);
      if (round < 4) {
        await wait(3 * round);
        child.kill('SIGKILL');
      }
      const code = await exit;
      if (code === 0) break;
      assert.equal(code, null, 'it was killed, it did not fail');
      kills++;
    }
    assert.ok(kills >= 2, `${name}: killed ${kills} times`);
    assert.equal(readFileSync(path(`${name}.out`), 'utf8'), truth.stdout, name);
  }
});

test('killed before its first checkpoint, the same command starts over', async () => {
  const [state, output] = [path('early.state'), path('early.jsonl')];
  const command = ['dedupe', '-', '--state', state, '-o', output];
  const child = spawn(process.execPath, [MAIN, ...command], { stdio: ['pipe', 'ignore', 'ignore'] });
  // It waits for its input.
  await until(() => existsSync(output));
  child.kill('SIGKILL');
  await once(child, 'close');
  const records = jsonl([{ text: A }, { text: B }]);
  const { code, stderr } = await dedupe(command.slice(1), records);
  assert.equal(code, 0, stderr);
  assert.equal(readFileSync(output, 'utf8'), records);
});

test('a first input that is missing does not bind the state to it', async () => {
  const [input, state, output] = [path('there.jsonl'), path('unbound.state'), path('unbound.jsonl')];
  writeFileSync(input, jsonl([{ text: A }]));
  assert.equal((await dedupe([path('missing.jsonl'), '--state', state, '-o', output])).code, 3);
  // The state was saved and the output was not created, as after a kill between the two.
  rmSync(output);
  const { code, stderr } = await dedupe([input, '--state', state, '-o', output]);
  assert.equal(code, 0, stderr);
  assert.equal(readFileSync(output, 'utf8'), jsonl([{ text: A }]));
});

test('a signal makes a checkpoint; the same command finishes', async () => {
  const input = path('signal.jsonl');
  writeFileSync(input, many(12_000));
  const args = ['--mode', 'exact', '--state', path('signal.state'), '-o', path('signal.out'), input];
  const child = spawn(process.execPath, [MAIN, 'dedupe', ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
  let stderr = '';
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const exit = new Promise<number | null>((resolve) => child.on('close', resolve));
  await until(() => (statSync(path('signal.out'), { throwIfNoEntry: false })?.size ?? 0) > 0, 2);
  child.kill('SIGTERM');
  assert.equal(await exit, 143, stderr);
  assert.match(stderr, /stopped; the same command continues/);
  assert.equal((await dedupe(args)).code, 0);
  assert.equal(readFileSync(path('signal.out'), 'utf8'), (await dedupe(['--mode', 'exact', input])).stdout);
});

test('after a finished run: appended lines are read, other inputs are judged by what was learnt', async () => {
  const input = path('grows.jsonl');
  const output = path('grows.out');
  const run = (...inputs: string[]) => dedupe(['--state', path('grows.state'), '-o', output, ...inputs]);
  // The last line lacks its line feed, as hand-made files do.
  writeFileSync(input, jsonl([{ text: A }]).trimEnd());
  assert.equal((await run(input)).code, 0);
  assert.equal((await run(input)).code, 0, 'nothing new');
  appendFileSync(input, `\n${jsonl([{ text: A }, { text: B }])}`);
  assert.equal((await run(input)).code, 0);
  assert.equal(readFileSync(output, 'utf8'), jsonl([{ text: A }, { text: B }]));
  writeFileSync(path('next.jsonl'), jsonl([{ text: B }, { text: C }]));
  assert.equal((await run(path('next.jsonl'))).code, 0);
  assert.equal(readFileSync(output, 'utf8'), jsonl([{ text: A }, { text: B }, { text: C }]));
});

test('an output that is there already is replaced only when asked for', async () => {
  const output = path('kept.jsonl');
  writeFileSync(output, 'mine');
  const refused = await dedupe(['-o', output], jsonl([{ text: A }]));
  assert.equal(refused.code, 3);
  assert.match(refused.stderr, /kept\.jsonl exists; --overwrite replaces it/);
  assert.equal(readFileSync(output, 'utf8'), 'mine');
  assert.equal((await dedupe(['-o', output, '--overwrite'], jsonl([{ text: A }]))).code, 0);
  assert.equal(readFileSync(output, 'utf8'), jsonl([{ text: A }]));
});

test('a state of other settings, a changed input and a damaged state are refused', async () => {
  const input = path('state.jsonl');
  const state = path('refused.state');
  writeFileSync(input, jsonl([{ text: A }, { text: B }]));
  const onion = ['--mode', 'onion'];
  assert.equal((await dedupe([...onion, '--state', state, input])).code, 0);
  const other = await dedupe([...onion, '--state', state, '--n', '7', input]);
  assert.equal(other.code, 2);
  assert.match(other.stderr, /the state was made with n 5, this run has 7/);
  writeFileSync(input, jsonl([{ text: A }]));
  assert.match(
    (await dedupe([...onion, '--state', state, input])).stderr,
    /the state is at byte \d+, but the file has only \d+/,
  );
  writeFileSync(input, jsonl([{ text: A + B + C }]));
  assert.match(
    (await dedupe([...onion, '--state', state, input])).stderr,
    /is not the start of a line \(is this another input\?/,
  );
  const bytes = readFileSync(state);
  bytes[40] ^= 1;
  writeFileSync(state, bytes);
  assert.match(
    (await dedupe([...onion, '--state', state, input])).stderr,
    /not a state of dehusk dedupe: checksum got/,
  );
});

test('cut gzip is an error, not an early end', async () => {
  const whole = gzipSync(many(50));
  writeFileSync(path('cut.jsonl.gz'), whole.subarray(0, whole.length >> 1));
  const { code, stderr } = await dedupe([path('cut.jsonl.gz')]);
  assert.equal(code, 3);
  assert.match(stderr, /cut\.jsonl\.gz: the input is damaged: .* ends within a gzip member/);
  assert.equal(gunzipSync(whole).toString().split('\n').length, 51);
});
