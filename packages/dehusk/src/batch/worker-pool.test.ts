import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openWorkerPool, type TaskEnd } from './worker-pool.js';

const open = (threads: number) =>
  openWorkerPool<{ does: string }, string>({
    file: new URL('./hostile-worker.fixture.js', import.meta.url),
    threads,
    maxMilliseconds: 3_000,
    maxMegabytes: 64,
    workerData: null,
  });

const told = (end: TaskEnd<string>): string => (end.ok ? end.value : end.reason);

test('workers that hang, throw or hoard memory end as reasons and are replaced; other tasks are done', async () => {
  const pool = open(2);
  try {
    const tasks = ['a', 'hang', 'b', 'throw', 'c', 'hoard', 'd', 'hang', 'e'];
    const ends = await Promise.all(tasks.map((does) => pool.run({ does })));
    assert.deepEqual(ends.map(told), [
      'a done',
      'timeout',
      'b done',
      'crashed',
      'c done',
      'crashed',
      'd done',
      'timeout',
      'e done',
    ]);
    assert.match(ends[3].ok ? '' : ends[3].detail, /thrown on purpose/);
    assert.match(ends[5].ok ? '' : ends[5].detail, /memory/);
  } finally {
    await pool.close();
  }
});

test('time spent waiting for a worker is not time spent working', async () => {
  const pool = open(1);
  try {
    const ends = await Promise.all([
      pool.run({ does: 'hang' }),
      pool.run({ does: 'hang' }),
      pool.run({ does: 'late' }),
    ]);
    assert.deepEqual(ends.map(told), ['timeout', 'timeout', 'late done']);
  } finally {
    await pool.close();
  }
});
