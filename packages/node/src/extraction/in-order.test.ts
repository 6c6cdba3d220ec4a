import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { inOrder } from './in-order.js';

const window = (maxItems: number) => ({ maxItems, bytesOf: () => 1 });

test('results come in input order, however long each item takes, with a window of items in flight', async () => {
  let inFlight = 0;
  let most = 0;
  const items = async function* (): AsyncGenerator<number> {
    for (let item = 0; item < 30; item++) yield item;
  };
  const work = async (item: number): Promise<number> => {
    most = Math.max(most, ++inFlight);
    for (let turns = (item * 7) % 5; turns >= 0; turns--) await turn();
    inFlight--;
    return item;
  };
  const results: number[] = [];
  for await (const result of inOrder(items(), work, window(4))) results.push(result);
  assert.deepEqual(
    results,
    Array.from({ length: 30 }, (_, item) => item),
  );
  assert.equal(most, 4);
});

test('a result is returned while the input waits for its next item, and leaving the loop does not wait for it', async () => {
  const items = async function* (): AsyncGenerator<string> {
    yield 'first';
    await new Promise(() => {});
  };
  for await (const result of inOrder(items(), async (item) => item, window(4))) {
    assert.equal(result, 'first');
    break;
  }
});

test('an error of the input comes after the results of the items before it', async () => {
  const items = async function* (): AsyncGenerator<number> {
    yield 1;
    yield 2;
    throw new Error('the disk is gone');
  };
  const results: number[] = [];
  const run = async (): Promise<void> => {
    for await (const result of inOrder(items(), async (item) => turn(item), window(4))) results.push(result);
  };
  await assert.rejects(run, /the disk is gone/);
  assert.deepEqual(results, [1, 2]);
});
