import assert from 'node:assert/strict';
import { test } from 'node:test';
import { retryQueue } from './retry-queue.js';

test('a page comes when its pause is over, ever later; none before', () => {
  const later = retryQueue<string>({ retryAfter: 10 });
  assert.equal(later.pause(0), Number.POSITIVE_INFINITY);
  later.add('second time', 2, 0);
  later.add('first time', 1, 0);
  later.add('third time', 3, 0);
  assert.equal(later.size, 3);
  assert.deepEqual([later.takeDue(9_999), later.pause(9_999)], [null, 1]);
  assert.deepEqual([later.takeDue(10_000), later.takeDue(10_000), later.pause(10_000)], ['first time', null, 10_000]);
  assert.deepEqual(
    [later.takeDue(50_000), later.takeDue(50_000), later.takeDue(50_000)],
    ['second time', 'third time', null],
  );
  assert.deepEqual([later.size, later.pause(50_000)], [0, Number.POSITIVE_INFINITY]);
});
