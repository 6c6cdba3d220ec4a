import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Extractor, LabelledBlocks } from '@dehusk/core';
import { NO_CONTEXT } from '@dehusk/core/extend';
import { type Page, parse, textOf } from '@dehusk/html';
import { PLAIN_PARAGRAPHS, paragraphsOf } from '../justext/paragraphs.js';
import { ancestorFilter } from './ancestor-filter.js';

/** Keeps every paragraph, in one block each, or only those with a word. */
const keeps = (word = ''): Extractor => ({
  name: 'keeps',
  summary: '',
  source: '',
  defaults: {},
  domains: {},
  optionDocs: {},
  label(page): LabelledBlocks {
    const blocks = paragraphsOf(page, PLAIN_PARAGRAPHS);
    const keep = Uint8Array.from(blocks, (block) => (block.text.includes(word) ? 1 : 0));
    return { blocks, labels: { keep, why: blocks.map(() => 'kept by the base') } };
  },
});
const pageOf = (html: string): Page => {
  const parsed = parse(html);
  assert.ok(parsed.ok);
  return parsed.page;
};
const kept = (html: string, depth: number, base = keeps()): string[] => {
  const { blocks, labels } = ancestorFilter('filtered', base).label(pageOf(html), { depth }, NO_CONTEXT);
  return blocks.filter((_, at) => labels.keep[at] === 1).map((block) => block.text);
};

const EXAMPLE = `<body><div id=nav><ul><li>Home page</li><li>World news</li></ul></div>
<div id=art><h1>Headline here</h1><div id=lead><p>Lead summary text.</p></div><div id=txt>Dateline text <p>First paragraph of the story.</p><p>Second <b>bold</b> paragraph of it.</p><table><tr><td>Cell A</td><td>Cell B</td></tr></table></div></div>
<div id=rel><p>Related story one is about that.</p></div></body>`;
const TEXT = ['Dateline text', 'First paragraph of the story.', 'Second bold paragraph of it.', 'Cell A', 'Cell B'];
const LEAD = 'Lead summary text.';
const ALL = ['Home page', 'World news', 'Headline here', LEAD, ...TEXT, 'Related story one is about that.'];
const byDepth: readonly [depth: number, expected: string[]][] = [
  [1, TEXT],
  [2, [LEAD, ...TEXT]],
  [3, [LEAD, ...TEXT]],
  [4, ALL],
  [5, ALL],
];
for (const [depth, expected] of byDepth)
  test(`the worked example at depth ${depth}`, () => {
    assert.deepEqual(kept(EXAMPLE, depth), expected);
  });

test('only kept text weighs and only kept text can stay', () => {
  assert.deepEqual(kept(EXAMPLE, 2, keeps('paragraph')), TEXT.slice(1, 3));
  assert.deepEqual(kept(EXAMPLE, 2, keeps('nowhere')), []);
});

test('of equally heavy groups the first stays', () => {
  assert.deepEqual(kept('<div><div><p>one</p></div><div><p>two</p></div></div>', 1), ['one']);
});

test('a text in inline markup beside paragraphs is its own paragraph', () => {
  // The b is the closest child without paragraphs; its parent is the div, so both texts share the div at depth 1.
  assert.deepEqual(kept('<div><b><i>some bold</i></b><p>text</p></div><div><p>other one</p></div>', 1), [
    'some bold',
    'text',
  ]);
});

test('a block of which only a part passes is cut in pieces', () => {
  const one: Extractor = {
    ...keeps(),
    label(page) {
      const paragraphs = paragraphsOf(page, PLAIN_PARAGRAPHS);
      const first = paragraphs[0];
      const last = paragraphs[paragraphs.length - 1];
      const nodes = paragraphs.flatMap((one) => Array.from(one.nodes));
      const block = { ...first, last: last.last, nodes, text: textOf(page, 0) };
      return { blocks: [block], labels: { keep: Uint8Array.of(1), why: ['all'] } };
    },
  };
  const html = '<div><p>short</p></div><div><p>rather longer <a href=/>link</a>ed</p><p>second</p></div>';
  const { blocks, labels } = ancestorFilter('filtered', one).label(pageOf(html), { depth: 1 }, NO_CONTEXT);
  assert.deepEqual(
    blocks.map(({ text, words, linkWords, linkChars }) => [text, words, linkWords, linkChars]),
    [
      ['short', 1, 0, 0],
      ['rather longer linked\nsecond', 4, 1, 4],
    ],
  );
  assert.deepEqual([...labels.keep], [0, 1]);
  assert.deepEqual(labels.why, ['not under <div> 1 above', 'all; under <div> 1 above, 83 % of the kept text']);
});
