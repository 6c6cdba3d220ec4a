// On a fake clock: time passes only when a test says so.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { HostHeld, HostQueues } from './host-queues.js';

type HostQueueOptions = ConstructorParameters<typeof HostQueues>[0];

const OPTIONS: HostQueueOptions = { delay: 0, requestsPerMinute: 0, burst: 1, maxHold: 1_000 };
const never = new AbortController().signal;

/** Queues, and a function that lets time pass. */
function queuesAt(t: TestContext, options: Partial<HostQueueOptions> = {}) {
  let now = 0;
  t.mock.timers.enable({ apis: ['setTimeout'] });
  t.mock.method(performance, 'now', () => now);
  const pass = async (milliseconds: number): Promise<void> => {
    await setImmediate();
    now += milliseconds;
    t.mock.timers.tick(milliseconds);
    await setImmediate();
  };
  return { queues: new HostQueues({ ...OPTIONS, ...options }), pass };
}

/** Sends requests that end at once; the list of those sent so far. */
function send(queues: HostQueues, names: readonly string[]): string[] {
  const sent: string[] = [];
  for (const name of names)
    void queues.enter('a', never).then((turn) => {
      sent.push(name);
      turn();
    });
  return sent;
}

test('the delay separates requests, in order', async (t) => {
  const { queues, pass } = queuesAt(t, { delay: 30 });
  const sent = send(queues, ['1', '2', '3']);
  await pass(29);
  assert.deepEqual(sent, ['1']);
  await pass(1);
  assert.deepEqual(sent, ['1', '2']);
  await pass(30);
  assert.deepEqual(sent, ['1', '2', '3']);
});

test('the larger of the host’s delay and the setting applies', async (t) => {
  const { queues, pass } = queuesAt(t, { delay: 30 });
  queues.setDelay('a', 50);
  const sent = send(queues, ['1', '2']);
  await pass(49);
  assert.deepEqual(sent, ['1']);
  queues.setDelay('a', 10);
  await pass(1);
  assert.deepEqual(sent, ['1', '2']);
});

test('the token bucket admits a burst, then the average rate', async (t) => {
  // 1,200 a minute is one every 50 ms.
  const { queues, pass } = queuesAt(t, { requestsPerMinute: 1_200, burst: 3 });
  const sent = send(queues, ['1', '2', '3', '4', '5']);
  await pass(49);
  assert.equal(sent.length, 3);
  await pass(1);
  assert.equal(sent.length, 4);
  await pass(50);
  assert.equal(sent.length, 5);
});

test('a held host waits, and for too long a hold requests fail', async (t) => {
  const { queues, pass } = queuesAt(t);
  queues.hold('a', 1_000);
  const sent = send(queues, ['1']);
  await pass(999);
  assert.deepEqual(sent, []);
  await pass(1);
  assert.deepEqual(sent, ['1']);
  queues.hold('a', 500);
  const waiting = queues.enter('a', never);
  queues.hold('a', 1_001);
  await assert.rejects(waiting, HostHeld);
  await assert.rejects(queues.enter('a', never), /for 2 s more/);
  assert.equal(queues.waiting, 0);
});

test('idle hosts are forgotten: memory follows those in use', async (t) => {
  const { queues } = queuesAt(t);
  const kept = await queues.enter('kept.example', never);
  for (let host = 0; host < 1_000; host++) (await queues.enter(`host-${host}.example`, never))();
  assert.ok(queues.size < 10, `${queues.size} queues`);
  const second = queues.enter('kept.example', never);
  assert.equal(queues.waiting, 1, 'a host with an active turn is kept');
  kept();
  (await second)();
});

test('a host that is owed a delay is kept', async (t) => {
  const { queues } = queuesAt(t, { delay: 900 });
  for (let host = 0; host < 100; host++) (await queues.enter(`host-${host}.example`, never))();
  assert.equal(queues.size, 100);
});

test('continuations go first, the rest in order; a cancelled request leaves the queue', async (t) => {
  const { queues } = queuesAt(t);
  const order: string[] = [];
  const turn = await queues.enter('a', never);
  const stop = new AbortController();
  const after = (name: string, isFirst: boolean, signal = never) =>
    queues.enter('a', signal, isFirst).then((own) => {
      order.push(name);
      own();
    });
  const cancelled = after('cancelled', false, stop.signal);
  const all = [after('one', false), after('two', false), after('retry', true)];
  stop.abort(new Error('enough'));
  await assert.rejects(cancelled, /enough/);
  turn();
  await Promise.all(all);
  assert.deepEqual(order, ['retry', 'one', 'two']);
});
