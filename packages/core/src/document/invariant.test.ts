/**
 * The invariant of `assemble`: the words of the document are the words of the kept blocks, in their order; none is lost, moved or
 * doubled, for any markup and any choice of blocks. White space and signs aside (where an element ends a word is the browser's
 * business; a cell `-` is in no block), formulas aside, which have tests of their own, and without what no document includes
 * (`leftOut`).
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Page, parse } from '@dehusk/html';
import { EXTRACTORS, extractorNamed } from '@dehusk/papers';
import fc from 'fast-check';
import { cpuLimit } from '../../../html/dist/cpu-limit.fixture.js';
import type { LabelledBlocks } from '../blocks/block.js';
import { NO_CONTEXT, withDefaults } from '../extractors/extractor.js';
import { NO_METADATA } from '../metadata/metadata.js';
import { rendererNamed } from '../render/index.js';
import { assemble } from './assemble.js';
import { type Content, MAX_NESTING } from './document.js';
import { leftOut } from './kept.js';

const pageOf = (html: string): Page => {
  const parsed = parse(html, { url: 'https://example.org/' });
  assert.ok(parsed.ok);
  return parsed.page;
};
/** Letters and digits alone: text without a word is in no block, and kept by its position. */
const bare = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '');
/** The words of the kept blocks without what no document includes. */
const expected = (page: Page, labelled: LabelledBlocks): string => {
  const isLeftOut = leftOut(page);
  const { blocks, labels } = labelled;
  const texts = blocks.flatMap(({ text, nodes }, at) => {
    if (labels.keep[at] !== 1) return [];
    const stay = Array.from(nodes).filter((node) => isLeftOut[node] === 0);
    return stay.length === nodes.length
      ? [text]
      : stay.map((node) => page.chars.slice(page.textFrom[node], page.textTo[node]));
  });
  return bare([...texts, ...(labelled.hidden ?? []).map(({ text }) => text)].join(' '));
};
const textOf = (page: Page, labelled: LabelledBlocks): string =>
  rendererNamed('text').render(assemble(page, labelled, NO_METADATA));

const NAMES =
  'div p span b i a em strong code pre ul ol li dl dt dd table thead tbody tr td th caption blockquote h1 h2 h3 figure figcaption section article main small label cite time mark sub sup button textarea select option noscript template center font x-card details summary form q del kbd address ruby rt abbr'.split(
    ' ',
  );
const token = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...NAMES).map((name) => `<${name}>`) },
  { weight: 3, arbitrary: fc.constantFrom(...NAMES).map((name) => `</${name}>`) },
  { weight: 5, arbitrary: fc.integer({ min: 100, max: 999 }).map((number) => `word${number}`) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(' ', '\n', '&nbsp;', ', ', '.', ' A sentence of a few more words. ', '你好'),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '<br>',
      '<br><br>',
      '<hr>',
      '<img src=a.png>',
      '<wbr>',
      '<script>var hidden = 1;</script>',
      '<style>p{}</style>',
      '<a href="/x">',
      '<td rowspan=3 colspan=9>',
      '<ol start=7>',
      '<div role=heading aria-level=3>',
      '<table role=presentation>',
      '<pre class="language-js">',
      '<span class="line">',
    ),
  },
);
/** Structures that random tokens seldom build; W becomes a word. */
const SNIPPETS = [
  '<figure><figcaption>W W</figcaption>W<p>W</p></figure>',
  '<figure><img src=a.png><figcaption>W</figcaption></figure>',
  '<table><caption>W</caption><tr><th>W<th>W<tr><td>W<td><p>W</table>',
  '<table><tr><td>W<td>W</td></tr><caption>W</caption><tr><td>W<td rowspan=2>W<tr><td>W</table>',
  '<table><tr><td>W<table><tr><td>W</table><td>W</table>',
  '<dl>W<dt>W<dt>W<dd>W<p>W</p><dd>W</dl>',
  '<ul>W<li>W<ul><li>W</ul><ul><li>W</ul>W</li>W</ul>',
  '<li>W<li>W<p>W</p>',
  '<h2>W<p>W<p>W</h2>',
  '<h2 id=a><a href="#a">W</a> W <a href="#a">Permalink</a></h2>W',
  '<dl><dt id=a>W <a href="#a">Permalink</a><dd>W</dl>',
  '<div class=wp-caption>W<img src=a.png><p class=wp-caption-text>W<p>W</div>',
  '<dl class=gallery-item>W<dt>W<img src=a.png><dd class=wp-caption-text>W<dd>W</dl>',
  '<ul class=carousel><li>W<img src=a.png><li>W<ul><li><img src=b.png></ul></ul>',
  'W<video src=a.mp4>W</video>W<noscript>W<img src=a.png></noscript>',
  '<a href=/x><h3>W</h3><p>W</p></a>',
  '<pre>W<br>W<div>W</div><span class=line>W</span><span class=line>W</span></pre>',
  '<p>W<code>W<br>W</code>W <code><a href=y>W</a></code></p>',
  '<details><summary>W <b>W</b></summary>W<p>W</p></details>',
  '<details>W<summary>W</summary>W</details>',
  '<div class="admonition tip"><p class=admonition-title>W</p>W<ul><li>W</ul></div>',
  '<blockquote class="hint hint-info"><div class=title><p>W</p><p>W</p></div>W</blockquote>',
  '<ul><li class=task-list-item><input type=checkbox>W<li><label>W</label></ul>',
  '<p>W<sup id=r1><a href=#fn1>1</a></sup> W</p><ol><li id=fn1>W <a href=#r1>↩</a><li>W</ol>',
  '<div class=footnotes><hr><p id=fn1>W<p>W <a class=footnote-ref href=#fn1>1</a></div>',
  '<h2>W<a href=#fn2 id=r2>2</a></h2><dl><dt id=fn2><a href=#r2>↩</a><dd>W<dd>W</dl>',
  '<p>W<a href=#fn3 id=r3>3</a><table><tr><td id=fn3>W <a href=#r3>↩</a><td>W</table>',
  '<p>W<q>W <q>W</q></q><ruby>W<rp>(</rp><rt>W</rt><rp>)</rp>W<rt>W</rt></ruby><abbr title=long>W</abbr>W',
  '<ol reversed><li>W<li value=9>W<li>W</ol><ol><li value=3>W<li>W<li value=1>W</ol>',
  '<p>W<b> W</b>W<i>W </i>W<br>W<br><br>W</p>',
];
const snippet = fc
  .tuple(fc.constantFrom(...SNIPPETS), fc.integer({ min: 100, max: 900 }))
  .map(([html, number]) => html.replace(/W/g, () => `w${number++}`));
const soup = fc
  .array(fc.oneof({ weight: 6, arbitrary: token }, { weight: 1, arbitrary: snippet }), { minLength: 1, maxLength: 60 })
  .map((tokens) => tokens.join(''));
/** Number of random pages, the same in each run. LAW_RUNS and LAW_SEED search further. */
const RUNS = Number(process.env.LAW_RUNS ?? 120);
const SEED = Number(process.env.LAW_SEED ?? 20_261_120);

test('the document has exactly the words of the kept blocks, whichever are kept', () => {
  const everything = extractorNamed('everything');
  fc.assert(
    fc.property(soup, fc.array(fc.boolean(), { minLength: 1, maxLength: 16 }), (html, choice) => {
      const page = pageOf(html);
      const { blocks, labels } = everything.label(page, withDefaults(everything), NO_CONTEXT);
      const keep = Uint8Array.from(blocks, (_, at) => (choice[at % choice.length] ? 1 : 0));
      const labelled = { blocks, labels: { ...labels, keep } };
      assert.equal(bare(textOf(page, labelled)), expected(page, labelled));
    }),
    { numRuns: RUNS, seed: SEED, includeErrorInReport: true },
  );
});

test('the invariant holds for every extractor', () => {
  fc.assert(
    fc.property(fc.array(soup, { minLength: 1, maxLength: 6 }), (parts) => {
      const page = pageOf(
        parts.map((part) => `<div>${part}</div>`).join('<p>One paragraph with enough words to count as text.</p>'),
      );
      for (const extractor of EXTRACTORS) {
        const labelled = extractor.label(page, withDefaults(extractor), NO_CONTEXT);
        assert.equal(bare(textOf(page, labelled)), expected(page, labelled), extractor.name);
      }
    }),
    { numRuns: Math.ceil(RUNS / 8), seed: SEED, includeErrorInReport: true },
  );
});

/** Deepest nesting of content, as {@link MAX_NESTING} counts it. */
function nesting(contents: readonly Content[]): number {
  let deepest = 0;
  for (const one of contents) {
    const inside =
      one.type === 'list'
        ? one.items.map(nesting)
        : 'content' in one
          ? [nesting(one.content)]
          : one.type === 'definitions'
            ? one.entries.map((entry) => nesting(entry.description))
            : one.type === 'footnotes'
              ? one.notes.map((note) => nesting(note.content))
              : one.type === 'table'
                ? one.rows.flatMap((row) => row.cells.map((cell) => nesting(cell.content)))
                : [];
    for (const depth of inside) deepest = Math.max(deepest, depth + (one.type === 'list' ? 2 : 1));
  }
  return deepest;
}

for (const name of [
  'div',
  'ul><li',
  'blockquote',
  'b',
  'dl><dd',
  'table><tr><td',
  'figure',
  'h1',
  'pre',
  'code',
  'span',
  'ol',
  'details><summary>word</summary',
  'div class=admonition',
  'q',
  'ruby',
  'ruby><rt',
  'abbr title=long',
  'ol reversed><li value=9',
])
  test(`12,000 nested <${name}> take linear time and lose no word`, () => {
    const html = `<body>first ${`<${name}>word `.repeat(12_000)} last`;
    const parsed = parse(html, { limits: { maxDepth: 60_000, maxMilliseconds: 60_000 } });
    assert.ok(parsed.ok);
    const everything = extractorNamed('everything');
    const labelled = everything.label(parsed.page, withDefaults(everything), NO_CONTEXT);
    const withinLimit = cpuLimit(5);
    const document = assemble(parsed.page, labelled, NO_METADATA);
    const text = rendererNamed('text').render(document);
    withinLimit();
    assert.ok(nesting(document.content) <= MAX_NESTING);
    assert.equal(bare(text), expected(parsed.page, labelled));
  });

const WIDE: readonly (readonly [name: string, html: string])[] = [
  [
    'one picture of 20,000 sources and images',
    `<p>a<picture>${'<source>'.repeat(20_000)}${'<img>'.repeat(20_000)}</picture>b`,
  ],
  ['a gutter of 60,000 lines', `<p>a<div class=gutter>${'<pre>1</pre>'.repeat(60_000)}</div>b`],
  [
    '20,000 notes inside each other',
    `<p>${'<sup><a href=#fn1 id=r>1</a></sup>'.repeat(500)}${'<div id=fn1>a<a href=#r>1</a>'.repeat(20_000)}`,
  ],
  [
    '20,000 references to one note',
    `<p>${'a<a href=#n>1</a> '.repeat(20_000)}<p id=n>b <a href=#x class=backref>c</a>`,
  ],
  [
    '10,000 notes that lead back to one another',
    Array.from({ length: 10_000 }, (_, at) => `<p id=n${at}>a<a href=#n${at + 1}>1</a><a href=#n${at - 1}>1</a>`).join(
      '',
    ),
  ],
  ['20,000 places of one name', `<p>${'<a href=#n>1</a>'.repeat(5_000)}${'<p id=n>a<a href=#n>1</a>'.repeat(20_000)}`],
  ['20,000 sidenotes', `<p>${'<label class=margin-toggle>1</label><span class=sidenote>a</span>'.repeat(20_000)}`],
  ['20,000 callouts', '<div class=note>a'.repeat(20_000)],
  ['100,000 bold words', `<p>${'<b>a</b>'.repeat(100_000)}`],
];
for (const [name, html] of WIDE)
  test(`${name}: Markdown in linear time`, () => {
    const page = pageOf(html);
    const everything = extractorNamed('everything');
    const labelled = everything.label(page, withDefaults(everything), NO_CONTEXT);
    const withinLimit = cpuLimit(2);
    rendererNamed('markdown').render(assemble(page, labelled, NO_METADATA));
    withinLimit();
  });
