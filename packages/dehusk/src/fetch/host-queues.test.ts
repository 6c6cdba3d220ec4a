import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hostLanes } from './host-queues.js';

const OPEN = { delay: 0, requestsPerMinute: 0, burst: 1, maxHold: 1_000 };
const never = new AbortController().signal;

test('hosts that are idle are forgotten: memory follows those in use', async () => {
  const lanes = hostLanes(OPEN);
  const kept = await lanes.enter('kept.example', never);
  for (let host = 0; host < 10_000; host++) (await lanes.enter(`host-${host}.example`, never)).leave();
  assert.ok(lanes.size < 10, `${lanes.size} lanes`);
  const second = lanes.enter('kept.example', never);
  assert.equal(lanes.waiting, 1, 'a turn that is out is not forgotten');
  kept.leave();
  (await second).leave();
});

test('a host that is owed a pause is not forgotten', async () => {
  const lanes = hostLanes({ ...OPEN, delay: 900 });
  for (let host = 0; host < 100; host++) (await lanes.enter(`host-${host}.example`, never)).leave();
  assert.equal(lanes.size, 100);
});

test('continuations go first, the rest in order', async () => {
  const lanes = hostLanes(OPEN);
  const order: string[] = [];
  const turn = await lanes.enter('a', never);
  const after = (name: string, isFirst: boolean) =>
    lanes.enter('a', never, isFirst).then((own) => {
      order.push(name);
      own.leave();
    });
  const all = [after('one', false), after('two', false), after('retry', true)];
  turn.leave();
  await Promise.all(all);
  assert.deepEqual(order, ['retry', 'one', 'two']);
});
