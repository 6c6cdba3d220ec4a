import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foldOf, OPENED_STREAMS, streamPart, wasUnseenStream } from './split.js';

test('a domain stands in one fold whatever its pages are called', () => {
  const one = { domain: 'example.org', site: 'a', id: '1' };
  assert.equal(foldOf(one, 5), foldOf({ ...one, site: 'b', id: '2' }, 5));
  assert.throws(() => foldOf(one, 0), /folds got 0, expected an integer ≥ 1/);
});

test('opened streams come from the unseen half alone; none of the tuning half becomes unseen', () => {
  // Found by trying: the first is in fold 1, the second in fold 0.
  const unseen = { domain: 'ubalab.org', site: 'x', id: '1' };
  const tuning = { domain: 'www.hopit.de', site: 'x', id: '1' };
  const opened = [...OPENED_STREAMS][0];
  assert.deepEqual([wasUnseenStream(unseen), wasUnseenStream(tuning)], [true, false]);
  assert.equal(streamPart(unseen), 'unseen');
  assert.equal(streamPart({ ...unseen, site: opened }), 'tuning');
  assert.equal(streamPart(tuning), 'tuning');
});
