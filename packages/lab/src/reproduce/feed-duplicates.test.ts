import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  countFeedSteps,
  FIRST_AT,
  type ListedItem,
  printFeedSteps,
  readFeedsFor,
  writeFeedSteps,
} from './feed-duplicates.js';

const DAY = 86_400_000;

test('steps are scored on the second half: rules of the first, duplicates missed, articles lost', () => {
  // One article a day for each of 60 days, listed by two feeds with another session each.
  const items = Array.from({ length: 120 }, (_, at): ListedItem => {
    const number = Math.floor(at / 2);
    const link = `http://e.example/show?id=${number}&sid=${at}`;
    return {
      reader: at % 2 === 0 ? 'e' : 'wire',
      item: `item ${number}`,
      title: `Story ${number}`,
      link,
      url: link,
      canonical: null,
      article: `e ${number}`,
      at: FIRST_AT + number * DAY,
    };
  });
  const counts = countFeedSteps(items, FIRST_AT, FIRST_AT + 60 * DAY);
  assert.deepEqual(
    counts.steps.map(({ documents, missed, lost }) => [documents, missed, lost]),
    [
      [60, 30, 0],
      [60, 30, 0],
      [60, 30, 0],
      [60, 30, 0],
      [0, 0, 30],
      [30, 0, 0],
      [30, 0, 0],
    ],
  );
  assert.deepEqual([counts.items, counts.articles, counts.rules.length], [60, 30, 1]);
});

test('the feeds of the demo are read over HTTP; the item cache drops most of what they list', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dehusk-feed-duplicates-'));
  try {
    const { items, until } = await readFeedsFor(1, () => {});
    assert.equal(until - FIRST_AT, DAY);
    const counts = countFeedSteps(items, FIRST_AT, until);
    const [cache, ...others] = counts.steps;
    assert.ok(cache.documents < counts.items / 10);
    assert.ok(others.every(({ documents }) => documents <= cache.documents));
    assert.match(printFeedSteps(counts), /^item cache +\d+ +\d+\.\d/m);
    await writeFeedSteps(counts, folder);
    assert.match(readFileSync(join(folder, 'feed-duplicates.svg'), 'utf8'), /^<svg xmlns=/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
