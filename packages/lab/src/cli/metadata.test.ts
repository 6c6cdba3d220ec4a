import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countField, FIELDS, type MetadataValues, noCounts, valuesOfPeer } from './metadata.js';

const NONE: MetadataValues = { authors: null, date: null, title: null };
for (const [what, field, gold, got, expected] of [
  [
    'the same names in another order',
    'authors',
    { authors: ['A B', 'C D'] },
    { authors: ['c d', 'Á B, MD'] },
    [2, 2, 2],
  ],
  ['one name of two', 'authors', { authors: ['A B', 'C D'] }, { authors: ['A B'] }, [2, 1, 1]],
  ['a name too many', 'authors', { authors: ['A B'] }, { authors: ['A B', 'Staff'] }, [1, 2, 1]],
  ['nothing found', 'date', { date: '2024-05-17' }, {}, [1, 0, 0]],
  ['the day after', 'date', { date: '2024-05-17' }, { date: '2024-05-18' }, [1, 1, 0]],
  ['a time of the day', 'date', { date: '2024-05-17' }, { date: '2024-05-17T10:00:00Z' }, [1, 1, 1]],
  ['one moment', 'date', { date: '2024-05-17T19:41:13' }, { date: '2024-05-18T00:41:13Z' }, [1, 1, 1]],
  ['another moment', 'date', { date: '2024-05-17T19:41:13' }, { date: '2024-05-18T00:47:13Z' }, [1, 1, 0]],
  ['no moment', 'date', { date: '2024-05-17' }, { date: '2024-05-18T00:41:13Z' }, [1, 1, 0]],
  ['other signs', 'title', { title: '“The bridge”' }, { title: 'The Bridge!' }, [1, 1, 1]],
  ['no gold counts nothing', 'title', {}, { title: 'Post' }, [0, 0, 0]],
] as const)
  test(`counts of ${field}: ${what}`, () => {
    const counts = noCounts();
    countField(counts, field, { ...NONE, ...gold }, { ...NONE, ...got });
    assert.deepEqual([counts.gold, counts.given, counts.right], expected);
  });

test('a peer’s line of authors is split, and its date read', () => {
  const peer = { author: 'By Jane Doe and John Roe', date: 'May 17, 2024', title: null };
  assert.deepEqual(valuesOfPeer(peer), { ...NONE, authors: ['Jane Doe', 'John Roe'], date: '2024-05-17' });
  assert.equal(FIELDS.length, Object.keys(NONE).length);
});
