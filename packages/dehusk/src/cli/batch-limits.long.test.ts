// `batch` at its limits: memory, time, and going on after a stop.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { after, test } from 'node:test';
import { ARGS, batch, pages, type Run, rowsOf } from './batch-rows.fixture.js';
import { startDehusk } from './stream-process.fixture.js';

const folder = mkdtempSync(join(tmpdir(), 'dehusk-batch-'));
const at = (name: string): string => join(folder, name);
after(() => rmSync(folder, { recursive: true }));

/** The batch as a process: memory and CPU time are those of the process. */
async function batchProcess(args: readonly string[], input: Iterable<string>): Promise<Run> {
  const { child, ended } = startDehusk(folder, [...ARGS, ...args], { input: true });
  if (child.stdin) pipeline(Readable.from(input), child.stdin).catch(() => {});
  return rowsOf(await ended);
}

test('a page that takes all memory of its worker is a row, and the batch goes on', async () => {
  const hungry = { id: 'hungry', html: '<p a=1 b=2 c=3>x'.repeat(200_000) };
  const run = await batch(
    ['--threads', '2', '--worker-memory', '64', '--timeout', '120', '--fields', 'id,reason'],
    [`${JSON.stringify(hungry)}\n`, ...pages(3)],
  );
  assert.deepEqual(
    run.rows.map((row) => row.id),
    ['hungry', 0, 1, 2],
  );
  assert.equal(run.rows[0].reason, 'crashed', run.err);
  assert.deepEqual(
    run.rows.slice(1).map((row) => row.reason),
    [null, null, null],
  );
});

test('a page that takes too long is a row', async () => {
  const slow = { id: 'slow', html: '<p>a<b>b</b>'.repeat(100_000) };
  for (const limit of [
    ['--timeout', '0.05'],
    ['--timeout', '50ms'],
  ]) {
    const run = await batch([...limit, '--fields', 'id,reason'], [`${JSON.stringify(slow)}\n`]);
    assert.deepEqual(run.rows, [{ id: 'slow', reason: 'timeout' }]);
    assert.equal(run.code, 0);
  }
});

test('a stopped run goes on with --resume and ends with the same file', async () => {
  const input = at('resume.jsonl');
  writeFileSync(input, [...pages(20), 'no page\n'].join(''));
  const whole = await batch([input, '-o', at('whole.jsonl')]);
  assert.equal(whole.code, 0, whole.err);
  const expected = readFileSync(at('whole.jsonl'), 'utf8');
  for (const length of [10, Math.floor(expected.length / 2), expected.length - 1, expected.length]) {
    writeFileSync(at('part.jsonl'), expected);
    truncateSync(at('part.jsonl'), Buffer.byteLength(expected.slice(0, length)));
    const run = await batch([input, '-o', at('part.jsonl'), '--resume']);
    assert.equal(run.code, 0, run.err);
    assert.equal(readFileSync(at('part.jsonl'), 'utf8'), expected, `cut at ${length}`);
  }
  const middle = Math.floor(expected.length / 2);
  writeFileSync(at('zeros.jsonl'), Buffer.from(expected).fill(0, middle, middle + 512));
  assert.equal((await batch([input, '-o', at('zeros.jsonl'), '--resume'])).code, 0);
  assert.equal(readFileSync(at('zeros.jsonl'), 'utf8'), expected, 'after a power cut');
  const fresh = await batch([input, '-o', at('fresh.jsonl'), '--resume']);
  assert.equal(fresh.code, 0, fresh.err);
  assert.equal(readFileSync(at('fresh.jsonl'), 'utf8'), expected);
});

test('memory does not grow with the input', async () => {
  const peakOf = async (count: number): Promise<number> => {
    // Mostly a comment: many bytes in little time.
    const text = 'A short page that comes again and again, as often as one likes. '.repeat(5);
    const html = `<html lang="en"><!--${'bytes '.repeat(4000)}--><p>${text}</p>`;
    const input = function* (): Generator<string> {
      for (let id = 0; id < count; id++) yield `${JSON.stringify({ id, html })}\n`;
    };
    const run = await batchProcess(['--fields', 'id', '-o', at(`peak-${count}.jsonl`)], input());
    assert.equal(run.code, 0, run.err);
    assert.match(run.err, new RegExp(`^${count} pages`));
    return Number(/peak memory (\d+) MiB/.exec(run.err)?.[1]);
  };
  // The heap grows for 1,000 rows. Were the other 3,000 kept, they would take 70 MiB.
  const [few, many] = await Promise.all([peakOf(1_000), peakOf(4_000)]);
  assert.ok(many < few + 48, `1,000 rows took ${few} MiB, 4,000 rows (100 MB of pages) ${many} MiB`);
});
