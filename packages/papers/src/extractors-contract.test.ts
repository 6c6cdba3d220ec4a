/** The contract of extractors, checked for every row of the table. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Extractor, LabelledBlocks } from '@dehusk/core';
import { type ExtractionContext, keptText, NO_CONTEXT, withDefaults } from '@dehusk/core/extend';
import { type Page, parse, TEXT, textOf } from '@dehusk/html';
import { HUGE_PAGES, ODD_PAGES, type OddPage } from '../../core/dist/extractors/hostile-pages.fixture.js';
import { cpuLimit } from '../../html/dist/cpu-limit.fixture.js';
import { DEFAULT_EXTRACTOR, EXTRACTORS, type ExtractorName, extractorNamed } from './extractors.js';

/** Milliseconds of processor time an extractor may take for one huge page: about five times what the slowest takes. */
const CPU_SECONDS = 2;

function pageOf({ name, html, maxDepth, maxNodes }: OddPage): Page {
  const parsed = parse(html, {
    limits: {
      maxMilliseconds: 60_000,
      ...(maxDepth === undefined ? {} : { maxDepth }),
      ...(maxNodes === undefined ? {} : { maxNodes }),
    },
  });
  assert.ok(parsed.ok, `${name} must reach the extractors`);
  return parsed.page;
}

const bare = (text: string): string => text.replace(/[\s\x00-\x20\x7f-\xa0\u200b]/g, '');

/** UTF-16 code units of a page whose blocks are compared with the text of their nodes: on huge pages that costs more than labelling. */
const SMALL = 50_000;

function assertWellFormed(labelled: LabelledBlocks, page: Page, where: string): void {
  const { blocks, labels, features } = labelled;
  assert.equal(labels.keep.length, blocks.length, `${where}: one decision a block`);
  assert.equal(labels.why.length, blocks.length, `${where}: one reason a block`);
  if (labels.kind) assert.equal(labels.kind.length, blocks.length, `${where}: one kind a block`);
  if (labels.probability) assert.equal(labels.probability.length, blocks.length, `${where}: one probability a block`);
  for (const [name, column] of Object.entries(features ?? {}))
    assert.equal(column.length, blocks.length, `${where}: feature ${name} has one value a block`);
  let before = 0;
  for (let at = 0; at < blocks.length; at++) {
    const block = blocks[at];
    const here = `${where}, block ${at} of ${blocks.length}`;
    if (block.first <= before || block.last < block.first || block.last >= page.size)
      assert.fail(`${here}: nodes ${block.first}…${block.last} after ${before} of ${page.size}`);
    before = block.last;
    if (page.tag[block.first] !== 0 || page.tag[block.last] !== 0) assert.fail(`${here}: starts and ends with text`);
    const own = Array.from(block.nodes);
    if (own.some((node, n) => page.tag[node] !== TEXT || node < (own[n - 1] ?? block.first) || node > block.last))
      assert.fail(`${here}: nodes are text nodes of the block in document order`);
    if (page.chars.length < SMALL && bare(own.map((node) => textOf(page, node)).join('')) !== bare(block.text))
      assert.fail(`${here}: the text is that of its nodes`);
    if (block.parent >= block.first || page.end[block.parent] <= block.last)
      assert.fail(`${here}: parent ${block.parent} holds the whole block`);
    if (block.linkWords > block.words || block.words < 0 || block.linkWords < 0 || block.linkChars < 0)
      assert.fail(`${here}: ${block.linkWords} of ${block.words} words linked`);
    if (labels.keep[at] !== 0 && labels.keep[at] !== 1) assert.fail(`${here}: decision ${labels.keep[at]}`);
    if (labels.why[at] === '') assert.fail(`${here}: no reason`);
  }
}

/** All columns of a page, and its text. */
function columnsOf(page: Page): unknown {
  const { attribute: _, attributes: __, nameIndex: ___, memo: ____, attributeColumns, ...columns } = page;
  const { value, length: _____, ...attributes } = attributeColumns;
  return { ...columns, attributes, values: Array.from({ length: attributes.size }, (_, at) => value(at)) };
}

/** The odd pages, and their contents before any extractor saw them. */
const ODD = ODD_PAGES.map((odd) => {
  const page = pageOf(odd);
  return { name: odd.name, page, before: structuredClone(columnsOf(page)) };
});

const knowing: ExtractionContext = { ...NO_CONTEXT, language: 'en' };

test('names are unique, plain and findable; the default is one of them', () => {
  assert.ok(EXTRACTORS.length > 0);
  assert.equal(new Set(EXTRACTORS.map((one) => one.name)).size, EXTRACTORS.length);
  for (const extractor of EXTRACTORS) {
    assert.match(extractor.name, /^[a-z0-9]+([-.][a-z0-9]+)*$/);
    assert.equal(extractorNamed(extractor.name), extractor);
  }
  extractorNamed(DEFAULT_EXTRACTOR);
  assert.throws(() => extractorNamed('none'), { name: 'RangeError', message: /"none".*there are: / });
});

for (const extractor of EXTRACTORS) {
  test(`${extractor.name}: describes itself and documents its options`, () => {
    assert.match(extractor.summary, /\.$/);
    assert.notEqual(extractor.source, '');
    assert.deepEqual(Object.keys(extractor.optionDocs).sort(), Object.keys(extractor.defaults).sort());
    for (const [name, sentence] of Object.entries(extractor.optionDocs)) assert.match(sentence, /\.$/, name);
    assert.throws(() => withDefaults(extractor, { notAnOption: 1 }), { name: 'TypeError' });
    assert.doesNotThrow(() => JSON.stringify(extractor.defaults));
  });

  test(`${extractor.name}: labels every odd page, twice the same, and does not change the page`, () => {
    for (const { name, page, before } of ODD) {
      const once = run(extractor, page);
      assertWellFormed(once, page, `${extractor.name} on ${name}`);
      assert.deepEqual(run(extractor, { ...page, memo: new Map() }), once, `${name}: same in, same out`);
      assert.deepEqual(columnsOf(page), before, `${name}: the page is untouched`);
      assert.equal(typeof keptText(run(extractor, page, knowing)), 'string');
    }
  });
}

for (const odd of HUGE_PAGES)
  test(`every extractor survives ${odd.name}`, () => {
    const page = pageOf(odd);
    for (const extractor of EXTRACTORS) {
      const withinLimit = cpuLimit(CPU_SECONDS, `${extractor.name} on ${odd.name}:`);
      const labelled = run(extractor, page);
      withinLimit();
      assertWellFormed(labelled, page, `${extractor.name} on ${odd.name}`);
    }
  });

function run(extractor: Extractor, page: Page, knowledge: ExtractionContext = NO_CONTEXT): LabelledBlocks {
  return extractor.label(page, withDefaults(extractor), knowledge);
}

test('the type of names has every extractor, and no other', () => {
  // The compiler asks for each name of the type, and refuses others.
  const names: Readonly<Record<ExtractorName, true>> = {
    dehusk: true,
    'boilerpipe-article': true,
    'boilerpipe-article-1.2': true,
    'boilerpipe-article-sentences': true,
    'boilerpipe-default': true,
    'boilerpipe-largest': true,
    'boilerpipe-num-words': true,
    'boilerpipe-density': true,
    'boilerpipe-canola': true,
    'min-words': true,
    everything: true,
    justext: true,
    'justext-goldminer': true,
    'justext-parity': true,
    bte: true,
    'bte-parity': true,
    ncleaner: true,
    'ncleaner-non-lexical': true,
    'maximum-subsequence-rules': true,
    'maximum-subsequence': true,
    victor: true,
    'boilerpipe-default-ancestor': true,
    'boilerpipe-article-ancestor': true,
    'justext-goldminer-ancestor': true,
    'everything-ancestor': true,
    precision: true,
    recall: true,
  };
  assert.deepEqual(Object.keys(names).sort(), EXTRACTORS.map(({ name }) => name).sort());
});
