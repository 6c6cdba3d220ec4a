import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { type TaskEnd, WorkerPool } from './worker-pool.js';

const open = (threads: number, maxMilliseconds: number) =>
  new WorkerPool<{ does: string; marker?: string }, { words: string }>({
    file: new URL('./hostile-worker.fixture.js', import.meta.url),
    threads,
    maxMilliseconds,
    maxMegabytes: 64,
    workerData: null,
  });

const outcome = (end: TaskEnd<{ words: string }>): string => (end.ok ? end.value.words : end.reason);

test('workers that hang, throw or hoard memory end as reasons and are replaced; other tasks are done', async () => {
  const pool = open(2, 1_000);
  try {
    const tasks = ['a', 'hang', 'b', 'throw', 'c', 'hoard', 'd', 'e'];
    const ends = await Promise.all(tasks.map((does) => pool.run({ does })));
    assert.deepEqual(ends.map(outcome), [
      'a done',
      'timeout',
      'b done',
      'crashed',
      'c done',
      'crashed',
      'd done',
      'e done',
    ]);
    assert.match(ends[1].ok ? '' : ends[1].detail, /ms of CPU time/);
    assert.match(ends[3].ok ? '' : ends[3].detail, /thrown on purpose/);
    assert.match(ends[5].ok ? '' : ends[5].detail, /memory/);
  } finally {
    await pool.close();
  }
});

test('tasks take turns with those in the background', async () => {
  const pool = open(1, 10_000);
  try {
    const order: string[] = [];
    const run = async (does: string, isBackground: boolean): Promise<void> => {
      await pool.run({ does }, undefined, isBackground);
      order.push(does);
    };
    await Promise.all([
      ...['b1', 'b2', 'b3', 'b4', 'b5'].map((does) => run(does, true)),
      ...['a1', 'a2', 'a3', 'a4', 'a5'].map((does) => run(does, false)),
    ]);
    assert.equal(order.join(' '), 'b1 b2 a1 b3 a2 b4 a3 b5 a4 a5');
  } finally {
    await pool.close();
  }
});

test('tasks of a pool that closes are aborted: running, waiting and later ones', { timeout: 60_000 }, async () => {
  const pool = open(1, 30_000);
  const tasks = [pool.run({ does: 'hang' }), pool.run({ does: 'a' })];
  await pool.close();
  assert.deepEqual((await Promise.all([...tasks, pool.run({ does: 'b' })])).map(outcome), Array(3).fill('aborted'));
});

test('a task whose worker hangs without using the processor is tried once more, alone', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dehusk-pool-'));
  const pool = open(2, 200);
  try {
    const tasks = [{ does: 'block' }, { does: 'block-once', marker: join(folder, 'tried') }, { does: 'a' }];
    const ends = await Promise.all(tasks.map((task) => pool.run(task)));
    assert.deepEqual(ends.map(outcome), ['timeout', 'block-once done', 'a done']);
    assert.match(ends[0].ok ? '' : ends[0].detail, /ms by the clock/);
  } finally {
    await pool.close();
    rmSync(folder, { recursive: true });
  }
});
