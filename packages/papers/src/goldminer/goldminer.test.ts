import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SiteDecision, SitePage } from '@dehusk/core/extend';
import { keptText, NO_CONTEXT, withDefaults } from '@dehusk/core/extend';
import fc from 'fast-check';
import { ODD_PAGES } from '../../../core/dist/extractors/hostile-pages.fixture.js';
import { extractorNamed } from '../extractors.js';
import { AFTER, BEFORE, type GoldminerModel, goldminerWith } from './goldminer.js';
import { article, articleIn, indexPage, pageOf, paragraph, sitePage } from './portal.fixture.js';

const learner = goldminerWith('goldminer', extractorNamed('justext-goldminer'));
const options = withDefaults(learner, { minLearnPages: 4 });
const DAY = 86_400_000;

function learnt(pages: readonly SitePage[], given = options): GoldminerModel {
  const model = learner.empty(given);
  for (const page of pages) learner.observe(model, page, given);
  return model;
}

const label = (model: GoldminerModel, page: SitePage, given = options): SiteDecision =>
  learner.label(model, page, given, NO_CONTEXT);

function textOf(decision: SiteDecision): string {
  assert.ok(decision.ok, decision.ok ? '' : decision.detail);
  return keptText(decision.labelled);
}

const articleText = (number: number): string =>
  [`Title number ${number}`, paragraph(number * 100), paragraph(number * 100 + 1)].join('\n');

const toy = [1, 2, 3, 4].map((number) => sitePage(`${number}`, article(number)));

test('the worked example: four pages teach the tag of the title and the tag of the share box', () => {
  const model = learnt(toy);
  const facts = learner.explain(model);
  assert.deepEqual(
    facts.slice(0, 3).map(({ what, value, support, of }) => [what, value, support, of]),
    [
      ['start pattern', '<h1 class="entry-title">', 4, 4],
      ['end pattern', '<div id="share" class="sharedaddy">', 4, 4],
      ['common parent', '<div id="content" class="hfeed">', 4, 4],
    ],
  );
  assert.ok(toy.some(({ key }) => key === facts[0].example));
  for (let at = 0; at < toy.length; at++) assert.equal(textOf(label(model, toy[at])), articleText(at + 1));
});

test('dropped blocks have a reason: before the start, after the end', () => {
  const decision = label(learnt(toy), toy[0]);
  assert.ok(decision.ok);
  const { blocks, labels } = decision.labelled;
  const why = (text: string): string => labels.why[blocks.findIndex((block) => block.text.startsWith(text))];
  assert.equal(why('Home'), BEFORE);
  assert.equal(why('Share'), AFTER);
  assert.equal(why('This is the lead'), AFTER);
});

test('the page level alone keeps the lead that the cut drops', () => {
  const justext = extractorNamed('justext-goldminer');
  assert.match(keptText(justext.label(toy[0].page, justext.defaults, NO_CONTEXT)), /This is the lead/);
});

test('a page without the start pattern is no article', () => {
  const decision = label(learnt(toy), sitePage('index', indexPage(1)));
  assert.ok(!decision.ok);
  assert.equal(decision.reason, 'no-pattern');
  assert.match(decision.detail, /<h1 class="entry-title">/);
});

test('a page without the end pattern is cut at the end of the common parent', () => {
  const comment = `<div class="comments"><p>${paragraph(990)}</p></div>`;
  const open = article(9).replace('<div id="share" class="sharedaddy">Share</div>', comment);
  // An old page, which is not in the sample.
  const given = withDefaults(learner, { minLearnPages: 4, sampleSize: 4 });
  const recent = toy.map((page) => ({ ...page, at: 10_000 * DAY }));
  assert.equal(textOf(label(learnt(recent, given), sitePage('9', open), given)), articleText(9));
});

test('too few pages: the page level without repeated text; one page: an unseen site', () => {
  const few = withDefaults(learner, { minLearnPages: 5 });
  const model = learnt(toy, few);
  assert.equal(textOf(label(model, toy[0], few)), articleText(1));
  const decision = label(learner.empty(few), toy[0], few);
  assert.ok(!decision.ok);
  assert.equal(decision.reason, 'unseen-site');
});

test('pages with less unique text than minChars teach nothing', () => {
  const given = withDefaults(learner, { minLearnPages: 4, minChars: 100_000 });
  const fact = learner.explain(learnt(toy, given)).find(({ what }) => what === 'pages with an article');
  assert.equal(fact?.value, '0 of 4 sampled');
});

test('a second template becomes plan B', () => {
  const pages = [1, 2, 3, 4, 5, 6].map((number) => sitePage(`${number}`, article(number)));
  const others = [11, 12, 13, 14].map((number) => sitePage(`${number}`, articleIn('blog', number)));
  const model = learnt([...pages, ...others]);
  const facts = learner.explain(model);
  assert.deepEqual(
    facts.filter(({ what }) => what.endsWith('plan B')).map(({ value, support, of }) => [value, support, of]),
    [
      ['<h2 class="blog-head">', 4, 4],
      ['<!-- end of blog -->', 4, 4],
    ],
  );
  assert.equal(textOf(label(model, others[0])), articleText(11));
  assert.equal(textOf(label(model, pages[0])), articleText(1));
});

test('a third template is learnt once most of the latest pages have no pattern', () => {
  const given = withDefaults(learner);
  const named = (from: number, count: number, html: (number: number) => string): SitePage[] =>
    Array.from({ length: count }, (_, at) => sitePage(`${from + at}`, html(from + at), (from + at) * DAY));
  const before = [
    ...named(1, 45, (number) => articleIn('news', number)),
    ...named(46, 32, (number) => articleIn('blog', number)),
  ];
  const after = named(78, 23, (number) => articleIn('redesign', number));
  const page = sitePage('new', articleIn('redesign', 200), 200 * DAY);
  assert.equal(label(learnt(before, given), page, given).ok, false);
  const model = learnt([...before, ...after], given);
  assert.equal(learner.explain(model)[2].what, 'start pattern before the change');
  assert.equal(learner.explain(model)[0].value, '<h2 class="redesign-head">');
  assert.equal(textOf(label(model, page, given)), articleText(200));
  assert.equal(textOf(label(model, before[0], given)), articleText(1));
});

test('old pages leave the sample as new ones come', () => {
  const given = withDefaults(learner, { sampleSize: 20 });
  const at = (number: number): SitePage => sitePage(`${number}`, article(number), number * 10 * DAY);
  const model = learnt(
    Array.from({ length: 120 }, (_, number) => at(number)),
    given,
  );
  assert.equal(model.pages.length, 20);
  assert.ok(Math.min(...model.pages.map((page) => page.at)) > 600 * DAY);
  learner.forget(model, 1000 * DAY, given);
  assert.ok(model.pages.length > 0 && model.pages.every((page) => page.at >= 1000 * DAY));
});

const pool = [
  ...Array.from({ length: 9 }, (_, at) => sitePage(`a${at}`, article(at), at * DAY)),
  ...Array.from({ length: 4 }, (_, at) => sitePage(`b${at}`, articleIn('blog', 20 + at), (5 + at) * DAY)),
  sitePage('index', indexPage(1), 3 * DAY),
  sitePage('a1', article(77), 9 * DAY),
  sitePage('a2', article(78), 2 * DAY),
];
const shuffledPool = fc.shuffledSubarray(pool, { minLength: pool.length });
const sameBytes = (a: GoldminerModel, b: GoldminerModel): void =>
  assert.deepEqual(learner.encode(a), learner.encode(b));

for (const sampleSize of [6, 100])
  test(`laws, sample of ${sampleSize}: order and repeating change nothing`, () => {
    const given = withDefaults(learner, { sampleSize, minLearnPages: 3 });
    const whole = learnt(pool, given);
    const decisions = pool.map((page) => label(whole, page, given));
    fc.assert(
      fc.property(shuffledPool, (pages) => {
        const shuffled = learnt(pages, given);
        sameBytes(shuffled, whole);
        for (const page of pages.slice(0, 3)) learner.observe(shuffled, page, given);
        sameBytes(shuffled, whole);
        const read = learner.decode(learner.encode(shuffled));
        sameBytes(read, whole);
        assert.deepEqual(learner.explain(read), learner.explain(whole));
        assert.deepEqual(label(read, pool[0], given), decisions[0]);
      }),
      { numRuns: 4, seed: 5 },
    );
  });

test('labelling before and after observing agree, and labelling changes nothing', () => {
  for (const size of [4, 9, 13]) {
    const model = learnt(pool.slice(0, size));
    const bytes = learner.encode(model);
    for (const page of pool) {
      const before = label(model, page);
      assert.deepEqual(learner.encode(model), bytes);
      const after = learner.decode(bytes);
      learner.observe(after, page, options);
      assert.deepEqual(label(after, page), before);
    }
  }
});

test('facts fit in 10 kB of JSON, a sampled page in 1 kB', () => {
  const model = learnt(pool);
  assert.ok(JSON.stringify(learner.explain(model)).length < 10_000);
  assert.ok(learner.encode(model).length < 1000 * model.pages.length, `${learner.encode(model).length} bytes`);
});

test('bytes that are something else are refused, with what was expected', () => {
  const bytes = learner.encode(learnt(toy));
  const changed = (at: number): Uint8Array => bytes.map((byte, index) => (index === at ? byte ^ 1 : byte));
  assert.throws(() => learner.decode(new Uint8Array(3)), /RangeError|length got 3/);
  assert.throws(() => learner.decode(changed(0)), /magic got "EhGm", expected "DhGm"/);
  assert.throws(() => learner.decode(changed(4)), /version got 0, expected 1/);
  assert.throws(() => learner.decode(bytes.subarray(0, bytes.length - 4)), /length got/);
  for (let at = 16; at < bytes.length - 8; at += 7) assert.throws(() => learner.decode(changed(at)), RangeError);
  const other = goldminerWith('other', extractorNamed('bte'));
  assert.throws(() => other.decode(bytes), /extractor got "justext-goldminer", expected "bte"/);
});

test('any page-level extractor can run within the cut', () => {
  const within = goldminerWith('goldminer-boilerpipe-article', extractorNamed('boilerpipe-article'));
  const model = within.empty(options);
  for (const page of toy) within.observe(model, page, options);
  const decision = within.label(model, toy[1], options, NO_CONTEXT);
  assert.ok(decision.ok);
  const kept = keptText(decision.labelled);
  assert.match(kept, new RegExp(paragraph(200).slice(0, 30)));
  assert.doesNotMatch(kept, /Home|Share|This is the lead/);
});

test('the learning unit is the host without www', () => {
  const units: [string, string][] = [
    ['https://www.example.org/a?b', 'example.org'],
    ['http://Blogs.Example.org:81/', 'blogs.example.org'],
    ['https://www.com/', 'www.com'],
    ['ftp://example.org/', ''],
    ['not a url', ''],
  ];
  for (const [url, unit] of units) assert.equal(learner.unit(url), unit, url);
});

test('hostile pages: observed and labelled, alone and on a learnt site, without throwing', () => {
  const model = learnt(toy);
  for (const { name, html } of ODD_PAGES) {
    const page: SitePage = { page: pageOf(html), url: 'https://portal.example/', key: name, at: Number.NaN };
    const alone = learnt([page, { ...page, key: `${name} again` }]);
    for (const known of [alone, model]) {
      const decision = label(known, page);
      if (!decision.ok) continue;
      const { blocks, labels } = decision.labelled;
      assert.equal(labels.keep.length, blocks.length, name);
      for (let at = 1; at < blocks.length; at++) assert.ok(blocks[at].first > blocks[at - 1].last, name);
    }
    assert.equal(learner.decode(learner.encode(alone)).pages.length, 2, name);
  }
});
