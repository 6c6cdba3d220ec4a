import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from '@dehusk/html';
import { extractorNamed, siteExtractorNamed } from '@dehusk/papers';
import { extract } from './extract.js';
import { type SiteReader, siteReader } from './site-reader.js';

const NOUNS = 'river stone winter market letter garden window bridge morning harbour village teacher'.split(' ');
const sentence = (seed: number): string =>
  Array.from({ length: 12 }, (_, at) => {
    const noun = NOUNS[(seed * 5 + at * 7) % NOUNS.length];
    return `the ${noun}${seed} of the people was in a ${NOUNS[(seed + at) % NOUNS.length]}`;
  }).join(', and ');
/** Reads like an article's paragraph, and stands on every page. */
const PROMOTION = sentence(77_777);
const url = (n: number, host = 'example.org'): string => `https://${host}/stories/${n}`;
const page = (n: number, head = ''): string =>
  `<html lang="en"><head><title>Story ${n}</title>${head}</head><body><ul class="menu"><li><a href="/">Home</a></li></ul>
  <div id="all"><div class="entry"><h2>Story ${n}</h2><p>${sentence(n)}.</p><p>${sentence(n + 500)}.</p></div></div>
  <div class="passage"><p>${PROMOTION}.</p></div><div id="foot">All rights are reserved.</div></body></html>`;

/** A reader that has seen a site's first pages. */
function learnt(pages = 20): SiteReader {
  const sites = siteReader();
  for (let n = 0; n < pages; n++) sites.read(page(n), { url: url(n), at: n });
  return sites;
}
const sites = learnt();

test('what a page alone cannot tell, the site does', () => {
  const alone = extract(page(100), { url: url(100) });
  const known = sites.read(page(100), { url: url(100), at: 100 });
  assert.ok(alone.text.includes(PROMOTION), 'one page: it reads like text');
  assert.ok(known.ok && !known.text.includes(PROMOTION), 'the site repeats it');
  for (const n of [100, 600]) assert.ok(known.text.includes(sentence(n)));
});

test('extract takes a reader as its site: the same answer, and the reader learns', () => {
  const [one, other] = [learnt(), learnt()];
  assert.equal(extract(page(101), { url: url(101), site: one }).text, other.read(page(101), { url: url(101) }).text);
  const fresh = siteReader();
  extract(page(1), { url: url(1), site: fresh });
  assert.deepEqual(Object.keys(fresh.explain(url(2))).sort(), ['containers', 'urltree']);
  assert.throws(() => extract(page(1), { url: url(1), site: fresh, extractor: extractorNamed('bte') }), {
    name: 'TypeError',
    message: /"bte".*siteReader/,
  });
});

test('a site is known after some pages, another site is not; learning alone does as well as reading', () => {
  const learning = siteReader();
  assert.equal(learning.knows(url(0)), false);
  for (let n = 0; n < 20; n++) assert.equal(learning.learn(page(n), { url: url(n), at: n }), true);
  assert.equal(learning.knows(url(100)), true);
  assert.equal(learning.knows(url(100, 'example.com')), false);
  assert.deepEqual(learning.save(), learnt().save());
});

test('what was saved is read back: the same answers, the same bytes, and learning goes on', () => {
  const bytes = learnt(12).save();
  const again = siteReader({ saved: bytes });
  assert.deepEqual(again.save(), bytes);
  const went = learnt(12);
  for (const reader of [went, again]) reader.read(page(12), { url: url(12), at: 12 });
  assert.deepEqual(again.save(), went.save());
});

test('the address comes from the options, else from the page; without any nothing is learnt', () => {
  const fresh = siteReader();
  assert.equal(fresh.learn(page(1)), false);
  assert.equal(fresh.read(page(1)).text, extract(page(1)).text);
  for (const wrong of ['file:///a.html', 'no address']) assert.equal(fresh.learn(page(1), { url: wrong }), false);
  assert.equal(fresh.learn(page(1, `<link rel="canonical" href="${url(1)}">`)), true);
  const parsed = parse(page(2));
  assert.ok(parsed.ok && fresh.learn(parsed.page, { url: url(2) }), 'a parsed page will do');
});

test('pages of before a time are forgotten', () => {
  const reader = learnt();
  reader.forget(1_000);
  assert.equal(reader.knows(url(100)), false);
});

test('a page that cannot be read teaches nothing and says why', () => {
  const fresh = siteReader();
  assert.equal(fresh.read('', { url: url(1) }).reason, 'empty-input');
  assert.equal(fresh.read(page(1), { url: url(1), limits: { maxBytes: 10 } }).reason, 'too-large');
  assert.deepEqual(fresh.explain(url(1)), {});
});

for (const [what, options, message] of [
  ['other bytes', { saved: new Uint8Array(40) }, /what a site reader saved.*magic/],
  [
    'bytes of another extractor',
    { extractor: siteExtractorNamed('urltree'), saved: siteReader().save() },
    /"site", expected "urltree"/,
  ],
] as const)
  test(`${what}: refused with got and expected`, () =>
    assert.throws(() => siteReader(options), { name: 'RangeError', message }));

for (const [what, extractor, message] of [
  ['an extractor of pages', extractorNamed('bte'), /"bte".*learns nothing/],
  ['a name', 'site', /extractor: got "site", expected an extractor/],
] as const)
  test(`${what} as extractor: refused with got and expected`, () =>
    assert.throws(() => siteReader({ extractor } as object), { name: 'TypeError', message }));
