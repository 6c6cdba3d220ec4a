import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { until } from '../until.fixture.js';
import { whenAwake } from './abort.js';

/** Keeps this thread from everything else, as a SIGSTOP does. */
function block(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

test('a time that passes while the process is blocked does not count', async () => {
  let isCalled = false;
  whenAwake(200, () => (isCalled = true));
  block(600);
  // A timer that is due is called before this.
  await setImmediate();
  assert.equal(isCalled, false);
  await until(() => isCalled);
});

test('after a late end of the last part there is another one; a process that is always late is called back, too', async () => {
  let calls = 0;
  whenAwake(100, () => calls++);
  const rounds = async (count: number): Promise<number> => {
    for (let round = 0; round < count; round++) {
      block(20);
      await setImmediate();
    }
    return calls;
  };
  // There are 20 parts, and a part ends per round.
  assert.equal(await rounds(30), 0);
  assert.equal(await rounds(30), 1);
});
