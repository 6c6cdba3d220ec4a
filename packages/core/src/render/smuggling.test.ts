/**
 * No text of a document becomes markup: a payload in any place of it adds no element and no attribute, compared with a plain word
 * there, in Markdown shown by a viewer that shows raw HTML, in HTML, in TEI and in XML.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { mathHtml } from 'micromark-extension-math';
import type { Content, Document, Inline } from '../document/document.js';
import { NO_METADATA } from '../metadata/metadata.js';
import { documentOf, paragraph, text } from './documents.fixture.js';
import { type Counts, count, inHtml, PAYLOADS } from './hostile-text.fixture.js';
import { html } from './html.js';
import { RENDERERS } from './index.js';
import { dollarMath } from './markdown/dollar-math.fixture.js';
import { markdown } from './markdown/markdown.js';
import { readXml, type XmlElement } from './tei/content-model.fixture.js';
import { tei } from './tei/tei.js';
import { xml } from './xml/xml.js';

const item = (...content: Content[]): Content => ({
  type: 'list',
  ordered: false,
  start: 1,
  numbering: 'decimal',
  items: [content],
});
const cell = (columns: number, ...content: Content[]) => ({ head: false, align: null, columns, rows: 1, content });
const table = (caption: string, ...cells: ReturnType<typeof cell>[]): Content => ({
  type: 'table',
  caption: caption === '' ? [] : [text(caption)],
  rows: [
    { head: true, cells },
    { head: false, cells },
  ],
});
const url = (address: string): string => `https://a.example/${address}`;

/** Every place of text in a document. */
const PLACES: Readonly<Record<string, (payload: string) => readonly Content[]>> = {
  paragraph: (x) => [paragraph(x)],
  'paragraph after a line': (x) => [paragraph('a', { type: 'break' }, x, { type: 'break' }, x)],
  'inside a paragraph': (x) => [paragraph('a ', x, ' b'), paragraph(`a${x}b`)],
  heading: (x) => [{ type: 'heading', level: 2, inline: [text(x)] }],
  marks: (x) => [
    paragraph(
      ...(['strong', 'emphasis', 'deleted', 'subscript', 'keyboard'] as const).map(
        (type): Inline => ({ type, inline: [text(x)] }),
      ),
    ),
  ],
  'code in text': (x) => [paragraph('a ', { type: 'code', text: x }, ' b')],
  code: (x) => [{ type: 'code', language: 'js', text: `a\n${x}\nb` }],
  'code in an item': (x) => [item(paragraph('a'), { type: 'code', language: null, text: x })],
  'language of code': (x) => [{ type: 'code', language: x, text: 'a' }],
  formula: (x) => [paragraph('a ', { type: 'math', tex: x, text: '', display: false }, ' b')],
  'display formula': (x) => [paragraph({ type: 'math', tex: x, text: '', display: true })],
  'formula without TeX': (x) => [paragraph({ type: 'math', tex: null, text: x, display: false })],
  'text of a link': (x) => [paragraph({ type: 'link', url: url(''), title: null, inline: [text(x)] })],
  'title of a link': (x) => [paragraph({ type: 'link', url: url(''), title: x, inline: [text('a')] })],
  'address of a link': (x) => [paragraph({ type: 'link', url: url(x), title: null, inline: [text('a')] })],
  'whole address of a link': (x) => [paragraph({ type: 'link', url: x, title: null, inline: [text('a')] })],
  'link to itself': (x) => [paragraph({ type: 'link', url: url(x), title: null, inline: [text(url(x))] })],
  image: (x) => [paragraph({ type: 'image', url: url('i.png'), alt: x, title: x })],
  'address of an image': (x) => [paragraph({ type: 'image', url: url(x), alt: 'a', title: null })],
  media: (x) => [paragraph({ type: 'media', kind: 'video', url: url(x), title: x })],
  footnote: (x) => [
    paragraph('a', { type: 'footnote', id: 'n', label: x }),
    { type: 'footnotes', notes: [{ id: 'n', content: [paragraph(x)] }] },
  ],
  'name of a footnote': (x) => [
    paragraph('a', { type: 'footnote', id: x, label: '1' }),
    { type: 'footnotes', notes: [{ id: x, content: [paragraph('b')] }] },
  ],
  'behind a task box': (x) => [item(paragraph({ type: 'checkbox', checked: true }, x))],
  ruby: (x) => [paragraph({ type: 'ruby', inline: [text(x)], reading: x })],
  abbreviation: (x) => [paragraph({ type: 'abbreviation', inline: [text(x)], title: x })],
  item: (x) => [item(paragraph(x))],
  definition: (x) => [{ type: 'definitions', entries: [{ term: [text(x)], description: [paragraph(x)] }] }],
  quote: (x) => [{ type: 'quote', content: [paragraph(x)] }],
  'title of a callout': (x) => [{ type: 'callout', kind: 'note', title: [text(x)], content: [paragraph(x)] }],
  'kind of a callout': (x) => [{ type: 'callout', kind: x, title: [], content: [paragraph('a')] }],
  details: (x) => [{ type: 'details', summary: [text(x)], content: [paragraph(x)] }],
  caption: (x) => [
    { type: 'figure', content: [paragraph('a')], caption: [text(x)] },
    table(x, cell(1, paragraph('a'))),
  ],
  cell: (x) => [table('', cell(1, paragraph(x)), cell(1, paragraph({ type: 'code', text: x })))],
  'cell of an HTML table': (x) => [table('', cell(2, paragraph(x), { type: 'code', language: x, text: `a\n\n${x}` }))],
};

function inXml(source: string): Counts {
  const counts: Counts = new Map();
  const open: XmlElement[] = [readXml(source)];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    count(counts, one.name, Object.keys(one.attributes));
    open.push(...one.children.filter((child): child is XmlElement => typeof child !== 'string'));
  }
  return counts;
}

const shown = (source: string, withMath: boolean): string =>
  micromark(source, {
    extensions: withMath ? [gfm(), dollarMath()] : [gfm()],
    htmlExtensions: withMath ? [gfmHtml(), mathHtml({ throwOnError: false, output: 'mathml' })] : [gfmHtml()],
    allowDangerousHtml: true,
  })
    // What KaTeX makes of TeX is its own.
    .replace(/<span class="katex.*?<\/span>(?:<\/span>)*/gs, '');

const OUTPUTS: Readonly<Record<string, (document: Document) => Counts>> = {
  Markdown: (document) => inHtml(shown(markdown.render(document), false)),
  'Markdown with formulas': (document) => inHtml(shown(markdown.render(document), true)),
  'Markdown in other styles': (document) =>
    inHtml(
      shown(
        markdown.render(document, { linkStyle: 'reference', wrap: 20, callouts: 'github', tableStyle: 'compact' }),
        false,
      ),
    ),
  'CommonMark without HTML': (document) =>
    inHtml(shown(markdown.render(document, { flavour: 'commonmark', htmlFallback: false }), false)),
  HTML: (document) => inHtml(html.render(document)),
  TEI: (document) => inXml(tei.render(document)),
  XML: (document) => inXml(xml.render(document)),
};
/** What a document may have more of because the payload is not the word: marks in another form, and no link for it. */
const HARMLESS = new Set(['strong', 'em', 'del', 'br', 'p', 'code', 'ab', 'lb', 'abbr', 'abbr title']);

assert.ok(new Set(PAYLOADS).size >= 60);
for (const [output, countsOf] of Object.entries(OUTPUTS))
  for (const [place, content] of Object.entries(PLACES))
    test(`${output}: ${place}`, () => {
      const plain = countsOf(documentOf(content('word'), NO_METADATA));
      for (const payload of PAYLOADS) {
        const counts = countsOf(documentOf(content(payload), NO_METADATA));
        for (const [name, times] of counts)
          if (!HARMLESS.has(name) && !(place === 'link to itself' && name.startsWith('a')))
            assert.ok(times <= (plain.get(name) ?? 0), `${JSON.stringify(payload)}: ${name} ${times}`);
      }
    });

for (const { name, render } of RENDERERS)
  test(`${name}: no control characters of ASCII but white space`, () => {
    for (const content of Object.values(PLACES))
      for (const payload of PAYLOADS) {
        const metadata = { ...NO_METADATA, title: payload, author: payload, siteName: payload };
        const printed = render(documentOf(content(payload), metadata), { metadata: true });
        assert.doesNotMatch(printed, /[\x00-\x08\x0e-\x1f\x7f]/, JSON.stringify(payload));
      }
  });
