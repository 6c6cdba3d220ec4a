import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { merge } from './read-pages.js';

test('values of every iterable, each in order, and no more iterables at once than allowed', async () => {
  let open = 0;
  let most = 0;
  const numbers = async function* (from: number): AsyncGenerator<number> {
    most = Math.max(most, ++open);
    for (let value = from; value < from + 3; value++) {
      for (let turns = (value * 5) % 4; turns > 0; turns--) await turn();
      yield value;
    }
    open--;
  };
  const values: number[] = [];
  for await (const value of merge([10, 20, 30, 40].map(numbers), 2)) values.push(value);
  const sorted = [...values].sort((a, b) => a - b);
  assert.deepEqual(sorted, [10, 11, 12, 20, 21, 22, 30, 31, 32, 40, 41, 42]);
  for (const from of [10, 20, 30, 40])
    assert.deepEqual(
      values.filter((one) => one >= from && one < from + 3),
      [from, from + 1, from + 2],
    );
  assert.equal(most, 2);
});

test('a slow iterable does not hold up the others, and leaving the loop does not wait for it', async () => {
  const never = async function* (): AsyncGenerator<string> {
    yield await new Promise<string>(() => {});
  };
  const quick = async function* (): AsyncGenerator<string> {
    yield 'first';
    yield 'second';
  };
  const values: string[] = [];
  for await (const value of merge([never(), quick()], 2)) if (values.push(value) === 2) break;
  assert.deepEqual(values, ['first', 'second']);
});

test('an error ends the values', async () => {
  const failing = async function* (): AsyncGenerator<number> {
    yield 1;
    throw new Error('the disk is gone');
  };
  await assert.rejects(async () => {
    for await (const value of merge([failing()], 1)) assert.equal(value, 1);
  }, /the disk is gone/);
});
