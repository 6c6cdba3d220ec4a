import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { IndependentPage } from './independent-kinds.fixture.js';
import { faults, plain } from './kinds-faults.fixture.js';
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

// UNSEEN_KINDS=1 prints the kinds; the set is for measuring, so the faults of single pages are not printed.
test('pages of the kinds of issue 34 that nobody developed with', () => {
  const pages = unseenPages();
  const kinds = new Map<string, { right: number; all: number }>();
  for (const page of pages) {
    const counts = kinds.get(page.kind) ?? { right: 0, all: 0 };
    kinds.set(page.kind, counts);
    counts.all += 1;
    counts.right += Number(faults(page).length === 0);
  }
  const lines = [...kinds]
    .sort((a, b) => a[1].right / a[1].all - b[1].right / b[1].all)
    .map(([kind, counts]) => `${counts.right}/${counts.all} ${kind}`);
  const right = [...kinds.values()].reduce((sum, counts) => sum + counts.right, 0);
  if (process.env.UNSEEN_KINDS) console.log(`${lines.join('\n')}\n${right}/${pages.length} right`);
  const below = lines.filter((line) => !/^(\d+)\/\1 /.test(line)).join('\n');
  assert.ok(
    Math.floor((100 * right) / pages.length) >= FLOOR,
    `${right} of ${pages.length} pages are right:\n${below}`,
  );
});
