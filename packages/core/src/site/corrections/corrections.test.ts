import assert from 'node:assert/strict';
import { test } from 'node:test';
import { siteReader } from '../../site-reader.js';
import type { Correction } from '../site-learner.js';

const NOUNS = 'river stone winter market letter garden window bridge morning harbour village teacher'.split(' ');
/** A paragraph that reads like an article and differs from seed to seed. */
const prose = (seed: number): string =>
  Array.from({ length: 14 }, (_, at) => {
    const noun = NOUNS[(seed * 5 + at * 7) % NOUNS.length];
    return `the ${noun}${seed} of the people was in a ${NOUNS[(seed + at) % NOUNS.length]}`;
  }).join(', and ');

/** A story with a promotion inside the article, of other text on every page, and a note that the page level drops. */
const story = (seed: number): string => `<!doctype html><html lang="en"><title>Story ${seed}</title><body>
  <ul class="menu"><li><a href="/">Home</a><li><a href="/news">News</a></ul>
  <article class="post-${seed}"><h1>Story ${seed} of the day</h1>
  <p>${prose(seed)}.</p><div class="promo tag-${seed}"><p>${prose(seed + 300)}.</p></div><p>${prose(seed + 600)}.</p>
  <p>${prose(seed + 900)}.</p></article><div class="note"><a href="/n${seed}">Note ${seed}: by the desk</a></div>
  <div id="foot">All rights are reserved.</div></body></html>`;
const address = (seed: number): string => `https://news.example.org/stories/${seed}`;

/** A mark on the text that begins with some words. */
function mark(html: string, words: string, keep: boolean): Correction {
  const from = html.indexOf(words);
  assert.ok(from > 0, words);
  return { from, to: from + words.length, keep };
}
const promo = (seed: number): string => prose(seed + 300);

test('one mark drops a box that changes from page to page, on later pages of the site and on no other site', () => {
  const reader = siteReader();
  const first = reader.read(story(1), { url: address(1), at: 1 });
  assert.ok(first.text.includes(promo(1)), 'without a correction the box reads like the article');
  assert.ok(reader.learn(story(1), { url: address(1), at: 2, corrections: [mark(story(1), promo(1), false)] }));
  for (const seed of [1, 2, 3]) {
    const { text, labelled } = reader.read(story(seed), { url: address(seed), at: 2 + seed });
    assert.ok(!text.includes(promo(seed)), `promotion ${seed}`);
    for (const part of [0, 600, 900]) assert.ok(text.includes(prose(seed + part)), `paragraph ${seed + part}`);
    assert.ok(labelled.labels.why.some((why) => /corrections −/.test(why)));
  }
  const other = reader.read(story(4), { url: 'https://other.example/4', at: 9 });
  assert.ok(other.text.includes(promo(4)));
  const [fact] = reader.explain(address(1)).corrections;
  assert.equal(fact.what, 'dropped by an editor');
  assert.match(fact.value, /div\.promo/);
});

test('a mark keeps text that the page level drops, on later pages, too', () => {
  const reader = siteReader();
  const isKept = (seed: number): boolean =>
    reader.read(story(seed), { url: address(seed), at: seed }).text.includes(`Note ${seed}`);
  assert.equal(isKept(1), false);
  reader.learn(story(1), { url: address(1), at: 2, corrections: [mark(story(1), 'Note 1', true)] });
  assert.deepEqual([2, 3, 4].map(isKept), [true, true, true]);
});

test('a mark on one paragraph of the article drops that text alone', () => {
  const reader = siteReader();
  reader.learn(story(1), { url: address(1), at: 1, corrections: [mark(story(1), prose(1), false)] });
  assert.ok(!reader.read(story(1), { url: address(1), at: 2 }).text.includes(prose(1)));
  const { text } = reader.read(story(2), { url: address(2), at: 2 });
  assert.ok(text.includes(prose(2)) && text.includes(prose(902)));
});

test('editors who disagree on a place cancel out; a later correction of a page replaces the earlier one; an empty list withdraws', () => {
  const reader = siteReader();
  const promoIsKept = (seed: number): boolean =>
    reader.read(story(seed), { url: address(seed), at: 50 }).text.includes(promo(seed));
  const correct = (seed: number, at: number, corrections: readonly Correction[]): boolean =>
    reader.learn(story(seed), { url: address(seed), at, corrections });
  correct(1, 1, [mark(story(1), promo(1), false)]);
  assert.equal(promoIsKept(3), false);
  correct(2, 2, [mark(story(2), promo(2), true)]);
  assert.equal(promoIsKept(3), true, 'one against one');
  correct(2, 3, [mark(story(2), promo(2), false)]);
  assert.equal(promoIsKept(3), false, 'the second editor changed their mind');
  correct(1, 4, []);
  correct(2, 4, []);
  assert.equal(promoIsKept(3), true, 'withdrawn');
});

test('marks are saved with the models, and decide on a page that a known site calls a list', () => {
  const reader = siteReader();
  for (let seed = 10; seed < 30; seed++) reader.learn(story(seed), { url: address(seed), at: seed });
  const list = `<!doctype html><html lang="en"><body>${[40, 41, 42]
    .map((seed) =>
      story(seed)
        .replace(/[\s\S]*<article/, '<article')
        .replace(/<\/article>[\s\S]*/, '</article>'),
    )
    .join('')}<a href="/news/page/2">older</a></body></html>`;
  const url = 'https://news.example.org/news/page/1';
  assert.equal(reader.read(list, { url, at: 31 }).reason, 'no-pattern');
  reader.learn(list, { url, at: 32, corrections: [mark(list, prose(41), true)] });
  reader.learn(story(10), { url: address(10), at: 33, corrections: [mark(story(10), promo(10), false)] });
  const restored = siteReader({ saved: reader.save() });
  assert.deepEqual(restored.save(), reader.save());
  const corrected = restored.read(list, { url, at: 34 });
  assert.ok(corrected.ok && corrected.text.includes(prose(41)));
  assert.ok(!restored.read(story(12), { url: address(12), at: 34 }).text.includes(promo(12)));
});

test('marks that are none are refused; ranges beyond the page mark nothing', () => {
  const reader = siteReader();
  for (const odd of [
    { from: -1, to: 2, keep: true },
    { from: 3, to: 2, keep: true },
    { from: 0, to: 1.5, keep: true },
    { from: 0, to: 1 },
  ])
    assert.throws(() => reader.learn(story(1), { url: address(1), corrections: [odd as Correction] }), {
      name: 'TypeError',
      message: /got \{.*expected integers/,
    });
  reader.learn(story(1), { url: address(1), at: 1, corrections: [{ from: 1e9, to: 2e9, keep: false }] });
  const { text } = reader.read(story(2), { url: address(2), at: 2 });
  assert.ok(text.includes(promo(2)));
});
