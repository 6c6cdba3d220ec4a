import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeCursor, itemKey, openCopies } from './feed-state.js';

const cursor = (etag: string) => ({
  url: 'http://x/feed',
  etag,
  lastModified: null,
  rate: { items: 1, milliseconds: 2 },
  polledAt: 3,
});
/** Validators of the cursors that may be stored, by key. */
const stored = (changes: ReadonlyMap<string, Uint8Array | null>): Record<string, string | null | undefined> =>
  Object.fromEntries(
    [...changes].map(([key, bytes]) => [key, decodeCursor(bytes ?? undefined, 'http://x/feed')?.etag]),
  );

test('a cursor is stored with the last outcome of its items', () => {
  const open = openCopies();
  open.add('feed', cursor('a'), ['1', '2']);
  assert.deepEqual(stored(open.settle('2')), {});
  assert.deepEqual(stored(open.settle('1')), { feed: 'a' });
  assert.deepEqual(stored(open.settle('1')), {});
});

test('a copy without news waits for the items that an older copy offered', () => {
  const open = openCopies();
  open.add('feed', cursor('a'), ['1']);
  open.add('feed', cursor('b'), ['1']);
  open.add('other', cursor('c'), ['1', '9']);
  assert.deepEqual(stored(open.settle('0')), {});
  assert.deepEqual(stored(open.settle('1')), { feed: 'b' });
  assert.deepEqual(stored(open.settle('9')), { other: 'c' });
});

test('a newer incomplete copy replaces an older complete one', () => {
  const open = openCopies();
  open.add('feed', cursor('a'), []);
  open.add('feed', cursor('b'), ['1']);
  assert.deepEqual(stored(open.settle('0')), {});
  assert.deepEqual(stored(open.settle('1')), { feed: 'b' });
});

test('no copy of an item without an outcome is stored', () => {
  const open = openCopies();
  open.add('feed', cursor('a'), ['1', '2']);
  open.forget('1');
  assert.deepEqual(stored(open.settle('2')), {});
});

test('feed items: the same item in another time zone is the same item; missing fields leave their space', () => {
  const item = { title: 'A', description: 'b', pubDate: 'Mon, 24 Oct 2011 10:00:00 GMT' };
  assert.equal(itemKey(item), itemKey({ ...item, pubDate: 'Mon, 24 Oct 2011 12:00:00 +0200' }));
  assert.notEqual(itemKey(item), itemKey({ ...item, pubDate: 'Tue, 25 Oct 2011 10:00:00 GMT' }));
  assert.notEqual(itemKey({ title: 'a b' }), itemKey({ title: 'a', description: 'b', pubDate: '' }));
  assert.equal(itemKey({}), itemKey({ title: null, description: '', pubDate: null }));
});
