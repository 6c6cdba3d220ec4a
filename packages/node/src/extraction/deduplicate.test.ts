/** Text that the page or earlier ones of a run have is left out, and nothing else. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ExtractResult, extract, pageRecord } from '@dehusk/core';
import { extractorNamed } from '@dehusk/papers';
import { openDeduplicator } from './render-page.js';

const STORM = 'The pilot could not climb on board in the storm, and waited on the quay until the morning came at last.';
const LETTER = 'Subscribe to the letter of the museum and read every Friday what divers have found below the quay.';
const LADDERS =
  'Every boat of the island carries two ladders since that night, one of rope and one of old oak wood, and a lantern.';

const page = (...paragraphs: readonly string[]): ExtractResult =>
  extract(
    `<!doctype html><html lang="en"><title>x</title><article>${paragraphs.map((one) => `<p>${one}</p>`).join('')}</article>`,
    {
      extractor: extractorNamed('everything'),
    },
  );
/** The paragraphs that are left of each page; null: refused. */
function left(...pages: readonly ExtractResult[]): (string | null)[] {
  const distinct = openDeduplicator();
  return pages.map((one) => {
    const { ok, text, reason } = pageRecord(distinct(one));
    return ok ? text : reason;
  });
}

test('repeated paragraphs are left out of later pages', () =>
  assert.deepEqual(left(page(STORM, LETTER), page(LADDERS, LETTER), page(LADDERS)), [
    `${STORM}\n${LETTER}`,
    LADDERS,
    'duplicate',
  ]));

test('short new text stays, and a page keeps the first of what it repeats', () =>
  assert.deepEqual(left(page(STORM), page('News', STORM), page('News of today', LETTER, LETTER)), [
    STORM,
    'News',
    `News of today\n${LETTER}`,
  ]));

test('the time for a page grows with its length, however often it repeats a paragraph', () => {
  const time = (count: number): number => {
    const result = page(...Array.from({ length: count }, () => LETTER));
    const distinct = openDeduplicator();
    const before = process.cpuUsage();
    distinct(result);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  time(2_000);
  assert.ok(time(16_000) < 40 * time(2_000) + 200);
});

test('a page without repeats is returned as it is', () => {
  const result = page(STORM, LADDERS);
  assert.equal(openDeduplicator()(result), result);
});
