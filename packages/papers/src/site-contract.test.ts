/** The contract of site learners, checked for every row of the table. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NO_CONTEXT, SITE_REFUSALS, type SiteKnowledge, type SitePage, withDefaults } from '@dehusk/core/extend';
import type { Page } from '@dehusk/html';
import { parse } from '@dehusk/html';
import { HUGE_PAGES, ODD_PAGES } from '../../core/dist/extractors/hostile-pages.fixture.js';
import { EXTRACTORS } from './extractors.js';
import { learnersOf, SITE_EXTRACTORS, SITE_LEARNERS, siteLearnerNamed } from './site-extractors.js';

const ADDRESSES = [
  'http://www.e.com/a/b.html',
  'http://e.com/?q=1',
  'https://e.com/%FF/%',
  '',
  'no address',
  'http://[::1]/x/',
];

function pagesOf(pages: typeof ODD_PAGES): SitePage[] {
  return pages.map((odd, at) => {
    const parsed = parse(odd.html, {
      limits: { maxMilliseconds: 60_000, ...(odd.maxDepth && { maxDepth: odd.maxDepth }) },
    });
    assert.ok(parsed.ok, odd.name);
    return {
      page: parsed.page,
      url: ADDRESSES[at % ADDRESSES.length],
      key: `key ${at}`,
      at: at === 3 ? Number.NaN : at * 1000,
      corrections: [{ from: 0, to: odd.html.length, keep: at % 2 === 0 }],
    };
  });
}
/** Hostile pages, parsed once for all learners. */
const HOSTILE = [...pagesOf(ODD_PAGES), ...pagesOf(HUGE_PAGES)];

/** Sites that attack their model, by page number: no two pages alike, all alike, and of two templates in turn. */
const SITES: Readonly<Record<string, (at: number) => string>> = {
  'random markup': (at) =>
    Array.from({ length: 30 }, (_, part) => {
      const number = (at * 7_919 + part * 104_729) % 1_000_003;
      const name = ['div', 'p', 'ul', 'li', 'span', 'table', 'td', 'h2', 'a href=/x', 'article'][number % 10];
      return `<${name} class="c${number} x${at}" id=i${number}>${lettersOf(number)} text ${lettersOf(at)} of it. `;
    }).join(''),
  'identical pages': () => Array.from({ length: 30 }, (_, at) => `<p>The same text ${lettersOf(at)}.</p>`).join(''),
  'two templates': (at) =>
    at % 2 === 0
      ? `<div id=a><p>Text ${lettersOf(at)} of the first.</p></div><div class=f>Foot</div>`
      : `<table><tr><td><font>Text ${lettersOf(at)} of the second.</font><td>Foot</table>`,
};
const lettersOf = (number: number): string => number.toString().replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)]);
/** Pages of such a site, and bytes of a model per page it remembers: a few dozen blocks each. */
const SITE_PAGES = 1_000;
const MODEL_BYTES = 1_000;
const SITES_PARSED = Object.entries(SITES).map(([name, html]) => ({
  name,
  pages: Array.from({ length: SITE_PAGES }, (_, at): SitePage => {
    const parsed = parse(`<body>${html(at)}`);
    assert.ok(parsed.ok);
    const corrections = [{ from: 10 + (at % 50), to: 40 + (at % 50), keep: at % 3 === 0 }];
    return {
      page: parsed.page,
      url: `http://www.e.com/${at % 7}/p${at}.html`,
      key: `key ${at}`,
      at: at * 1000,
      corrections,
    };
  }),
}));
/** A page of 50,000 blocks, different for each number. */
function manyBlocks(at: number): SitePage {
  const blocks = Array.from({ length: 50_000 }, (_, block) => `<p>${lettersOf(at)} ${lettersOf(block)} of it.`);
  const parsed = parse(`<body>${blocks.join('')}`);
  assert.ok(parsed.ok);
  return { ...SITES_PARSED[0].pages[0], page: parsed.page, url: `http://www.e.com/many/${at}`, key: `many ${at}` };
}
const MANY_BLOCKS = [0, 1].map(manyBlocks);

/** Stories of one template. Letters, not digits: to a site learner, blocks that differ in digits only are the same. */
const ARTICLES = Array.from('abcdefghijklmnopqrstuvwx', (letter): Page => {
  const parsed = parse(
    `<title>Headline ${letter.repeat(4)} of the day</title><meta property="og:type" content="article"><body><nav id=nav><ul><li><a href=/>Home</a><li><a href=/w>World</a></ul></nav><article id=story><h1>Headline ${letter.repeat(4)} of the day</h1><p>${`Word${letter} of the story, told at length and in detail, with all that one would want to know about it. `.repeat(6)}</p></article><footer id=foot>Copyright, all rights reserved</footer>`,
  );
  assert.ok(parsed.ok);
  return parsed.page;
});
/** The footer, as an editor marks it. */
const footerOf = ({ source }: Page) => ({
  from: source.indexOf('Copyright'),
  to: source.indexOf('Copyright') + 1,
  keep: false,
});
const story = (at: number): SitePage => ({
  page: ARTICLES[at],
  url: `http://www.e.com/${at % 3}/story-${at}.html`,
  key: `key ${at}`,
  at: at * 1000,
  corrections: [footerOf(ARTICLES[at])],
});
const STORIES = ARTICLES.map((_, at) => story(at));

/** A model of every learner that has observed all stories. */
const MODELS: Readonly<Record<string, unknown>> = Object.fromEntries(
  SITE_LEARNERS.map((learner) => {
    const options = withDefaults(learner);
    const model = learner.empty(options);
    for (const page of STORIES) learner.observe(model, page, options);
    return [learner.name, model];
  }),
);

test('names are unique, plain and findable', () => {
  assert.ok(SITE_LEARNERS.length > 0);
  const names = [...SITE_LEARNERS, ...SITE_EXTRACTORS].map(({ name }) => name);
  for (const name of names) assert.match(name, /^[a-z0-9]+([-.][a-z0-9]+)*$/);
  assert.equal(new Set(SITE_LEARNERS.map(({ name }) => name)).size, SITE_LEARNERS.length);
  const all = [...EXTRACTORS, ...SITE_EXTRACTORS].map(({ name }) => name);
  assert.equal(new Set(all).size, all.length, 'one name, one extractor');
  for (const learner of SITE_LEARNERS) assert.equal(siteLearnerNamed(learner.name), learner);
  assert.throws(() => siteLearnerNamed('none'), { name: 'RangeError', message: /"none".*there are: / });
});

test('a site extractor names the learners it uses; an extractor of pages has none', () => {
  for (const { name } of SITE_EXTRACTORS) {
    assert.ok(learnersOf(name).length > 0, name);
    for (const learner of learnersOf(name)) assert.equal(siteLearnerNamed(learner.name), learner);
  }
  for (const { name } of EXTRACTORS) assert.deepEqual(learnersOf(name), []);
  assert.deepEqual(
    learnersOf('site').map(({ name }) => name),
    ['urltree', 'containers', 'corrections'],
  );
});

test('24 articles of one template are a pattern to every learner', () => {
  for (const learner of SITE_LEARNERS) assert.equal(learner.hasPattern(MODELS[learner.name]), true, learner.name);
});

for (const learner of SITE_LEARNERS) {
  const options = withDefaults(learner);

  test(`${learner.name}: describes itself and documents its options`, () => {
    assert.match(learner.summary, /\.$/);
    assert.notEqual(learner.source, '');
    assert.ok(Number.isInteger(learner.version) && learner.version > 0);
    assert.deepEqual(Object.keys(learner.optionDocs).sort(), Object.keys(learner.defaults).sort());
    for (const [name, sentence] of Object.entries(learner.optionDocs)) assert.match(String(sentence), /\.$/, name);
    assert.throws(() => withDefaults(learner, { notAnOption: 1 }), { name: 'TypeError' });
  });

  test(`${learner.name}: survives odd pages and addresses; an empty model answers unseen-site`, () => {
    const model = learner.empty(options);
    const refused = learner.label(model, HOSTILE[0], options, NO_CONTEXT);
    assert.ok(!refused.ok && refused.reason === 'unseen-site' && refused.detail !== '');
    assert.equal(learner.hasPattern(model), false);
    for (const page of HOSTILE) {
      assert.equal(typeof learner.unit(page.url), 'string');
      learner.observe(model, page, options);
      const decision = learner.label(model, page, options, NO_CONTEXT);
      if (!decision.ok) assert.ok(SITE_REFUSALS.includes(decision.reason));
      else {
        const { blocks, labels } = decision.labelled;
        assert.equal(labels.keep.length, blocks.length);
        assert.equal(labels.why.length, blocks.length);
        let before = 0;
        for (const block of blocks) {
          assert.ok(block.first > before && block.last >= block.first && block.last < page.page.size);
          assert.ok(block.parent < block.first && page.page.end[block.parent] > block.last);
          assert.ok(block.linkWords <= block.words && block.linkChars <= block.text.length);
          before = block.last;
        }
      }
    }
    assert.ok(Array.isArray(learner.explain(model)));
  });

  test(`${learner.name}: a model is a value: order, repeating and encoding make no difference`, () => {
    const pages = STORIES;
    const learnt = (list: readonly SitePage[]): unknown => {
      const model = learner.empty(options);
      for (const page of list) learner.observe(model, page, options);
      return model;
    };
    const hex = (model: unknown): string => Buffer.from(learner.encode(model)).toString('hex');
    const whole = hex(learnt(pages));
    assert.equal(hex(learnt([...pages].reverse())), whole, 'order');
    assert.equal(hex(learnt([...pages, ...pages.slice(0, 5)])), whole, 'repeating');
    const model = learnt(pages);
    const label = (of: unknown): unknown => pages.map((page) => learner.label(of, page, options, NO_CONTEXT));
    assert.deepEqual(label(learner.decode(learner.encode(model))), label(model));
    assert.equal(hex(model), whole, 'labelling changes nothing');
    learner.forget(model, 1e15, options);
    assert.equal(hex(model), hex(learner.empty(options)), 'a model that forgot everything is empty');
  });

  for (const { name, pages } of SITES_PARSED)
    test(`${learner.name}: a site of ${SITE_PAGES} pages, ${name}: a small model that saves and loads`, () => {
      const model = learner.empty(options);
      for (const page of pages) learner.observe(model, page, options);
      const bytes = learner.encode(model);
      assert.ok(bytes.length < SITE_PAGES * MODEL_BYTES, `${bytes.length} bytes`);
      const loaded = learner.decode(bytes);
      assert.deepEqual(learner.encode(loaded), bytes);
      for (const page of pages.slice(-3))
        assert.deepEqual(
          learner.label(loaded, page, options, NO_CONTEXT),
          learner.label(model, page, options, NO_CONTEXT),
        );
    });

  test(`${learner.name}: a page of 50,000 blocks takes 10 bytes a block at most`, () => {
    const model = learner.empty(options);
    const [first, second] = MANY_BLOCKS.map((page) => {
      learner.observe(model, page, options);
      return learner.encode(model).length;
    });
    assert.ok(second - first < 500_000, `${second - first} bytes`);
  });

  test(`${learner.name}: damaged bytes are refused with got and expected`, () => {
    const model = learner.empty(options);
    learner.observe(model, story(1), options);
    const bytes = learner.encode(model);
    for (let at = 0; at < bytes.length; at += 7) {
      const damaged = bytes.slice();
      damaged[at] ^= 0x10;
      assert.throws(() => learner.decode(damaged), { name: 'RangeError', message: /got .*expected/ }, `byte ${at}`);
    }
    assert.throws(() => learner.decode(bytes.slice(0, -4)), { name: 'RangeError', message: /got .*expected/ });
    assert.throws(() => learner.decode(new Uint8Array(0)), { name: 'RangeError', message: /got 0, expected/ });
  });
}

for (const extractor of SITE_EXTRACTORS)
  test(`${extractor.name}: page level without a model, site level with one`, () => {
    const { page, url, key, at } = story(0);
    const alone = extractor.label(page, extractor.defaults, NO_CONTEXT);
    assert.ok(alone.blocks.length > 0);
    const site: SiteKnowledge = { url, key, at, models: MODELS };
    const labelled = extractor.label(page, extractor.defaults, { ...NO_CONTEXT, language: 'en', site });
    const kept = labelled.blocks.filter((_, block) => labelled.labels.keep[block] === 1).map(({ text }) => text);
    assert.ok(
      kept.some((text) => text.includes('Worda')),
      'the story stays',
    );
    assert.ok(!kept.some((text) => text.includes('Copyright')), 'the footer goes');
    for (const odd of [1, 'x', {}, { url: 1 }, { ...site, models: {} }])
      assert.deepEqual(extractor.label(page, extractor.defaults, { ...NO_CONTEXT, site: odd }), alone);
  });
