import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { IndependentPage } from './independent-kinds.fixture.js';
import { assertKinds, plain } from './kinds-faults.fixture.js';
import { unseenPages } from './unseen-kinds.fixture.js';

/** The share of pages that are right in whole percent: measured, and never lowered without a reason that is written here. */
const FLOOR = 90;

/** The text of all elements of the body, as a tag strip gives it. */
function bodyText({ html }: IndependentPage): string {
  const text = html.slice(html.indexOf('<body>')).replaceAll(/<[^>]+>/g, '');
  return plain(text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'));
}

test('what unseen pages expect is in them and does not contradict itself', () => {
  for (const page of unseenPages()) {
    const text = bodyText(page);
    const { keep, drop, once } = page;
    assert.ok(keep.length > 0, `${page.name}: expects nothing`);
    for (const part of [...keep, ...drop]) assert.ok(text.includes(plain(part)), `${page.name}: no ${part}`);
    for (const part of once) assert.ok(text.split(plain(part)).length > 2, `${page.name}: only once: ${part}`);
    assert.deepEqual(
      once.filter((part) => !keep.includes(part)),
      [],
      page.name,
    );
    const both = drop.filter((part) => keep.some((kept) => kept.includes(part)));
    assert.deepEqual(both, [], page.name);
  }
});

// The figure of unseen pages is in docs/default-extractor.md: failures were read after it was measured. UNSEEN_KINDS as INDEPENDENT_KINDS.
test('more pages of the kinds of issue 34, made without a look at the rules', () =>
  assertKinds(unseenPages(), FLOOR, process.env.UNSEEN_KINDS));
