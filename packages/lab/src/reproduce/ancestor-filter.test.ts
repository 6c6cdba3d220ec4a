import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Case, NOTHING_KNOWN } from '../datasets/dataset.js';
import { scoreDepths } from './ancestor-filter.js';

const paragraph = (of: string): string =>
  `${of} happened in the harbour town, as the people who live there said. `.repeat(6);

/** An article in its container, one story more in another that Boilerpipe keeps, too. */
const page = (at: number, part: Partial<Case> = {}): Case => {
  const [first, second] = [paragraph(`Storm ${at}`), paragraph(`Repair ${at}`)];
  const html = `<title>t</title><body><div><div id=a><p>${first}</p><p>${second}</p></div></div><div><div id=b><p>${paragraph('Another story')}</p></div></div><p>End</p>`;
  const gold = `${first}\n${second}`;
  return {
    ...NOTHING_KNOWN,
    id: String(at),
    language: 'en',
    gold,
    html: () => new TextEncoder().encode(html),
    ...part,
  };
};

test('the filter drops the other story; index pages and unannotated pages are not scored', () => {
  const { pages, irrelevant, rows } = scoreDepths([
    page(1),
    page(2),
    page(3, { kind: 'index' }),
    page(4, { gold: '' }),
  ]);
  assert.equal(pages, 2);
  assert.equal(rows.length, 1 + 3 * 6);
  // One of three paragraphs of nearly the same length.
  assert.ok(Math.abs(irrelevant - 1 / 3) < 0.02, `irrelevant ${irrelevant}`);
  /** Precision and recall of characters, in thirds. */
  const thirds = (extractor: string, depth: number | null): readonly number[] => {
    const row = rows.find((one) => one.extractor === extractor && one.depth === depth);
    const { precision, recall } = row?.scores[0] ?? assert.fail(`no row ${extractor}, ${depth}`);
    return [precision, recall].map((value) => Math.round(3 * value));
  };
  assert.deepEqual(thirds('justext', null), [2, 3]);
  for (const base of ['boilerpipe-default', 'boilerpipe-article']) {
    assert.deepEqual(thirds(base, 0), [2, 3], base);
    // The parent of the paragraphs and its parent are the article's; the third ancestor is the body.
    assert.deepEqual(
      [1, 2, 3, 5].map((depth) => thirds(`${base}-ancestor`, depth)),
      [
        [3, 3],
        [3, 3],
        [2, 3],
        [2, 3],
      ],
    );
  }
});
