import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Content, Document, HeadingLevel } from '../document/document.js';
import { NO_METADATA } from '../metadata/metadata.js';
import { arranged } from './arrange.js';
import { DISCUSSION, documentOf, paragraph, text } from './documents.fixture.js';
import { RENDERERS } from './index.js';

const heading = (words: string, level: HeadingLevel = 2): Content => ({
  type: 'heading',
  level,
  inline: [text(words)],
});
const about = (title: string | null, ...content: Content[]): Document =>
  documentOf(content, { ...NO_METADATA, title, siteName: 'The Harbour' });

const CASES: readonly (readonly [what: string, document: Document, doubled: boolean])[] = [
  ['no title', about(null, paragraph('x')), true],
  ['a title without words', about('…', paragraph('x')), true],
  ['no content', about('Lamps'), true],
  ['content without the title', about('Lamps', paragraph('x'), heading('Oil')), false],
  ['the title as heading', about('Lamps & oil', heading('LAMPS – Oil', 1)), true],
  ['the title behind a few pieces', about('Lamps', paragraph('Home'), paragraph('17 May'), heading('Lamps')), true],
  ['the title far down', about('Lamps', ...Array.from({ length: 9 }, () => paragraph('x')), heading('Lamps')), false],
  ['the title as paragraph', about('Lamps', paragraph('Lamps')), true],
  ['the title in a paragraph', about('Lamps', paragraph('Lamps are old.')), false],
  ['the title in a heading', about('Lamps', heading('1. Lamps of brass')), true],
  ['the title less the site', about('Oil | The Harbour', heading('Oil')), true],
  ['a part of the title and more', about('Z-function - Algorithms', heading('Z-function and its use')), true],
  ['a small part of the title', about('Introduction to the lamps of old harbours', heading('Introduction')), false],
  ['a part of a word', about('Clamps', heading('Lamps')), false],
  ['Chinese', about('灯塔的历史', heading('灯塔的历史')), true],
];
for (const [what, document, doubled] of CASES)
  test(`${what}: ${doubled ? 'no title is added' : 'the title comes first'}`, () => {
    const content = arranged(document, {}, false);
    assert.equal(content.length, document.content.length + (doubled ? 0 : 1));
    if (!doubled) assert.deepEqual(content[0], heading(document.metadata.title ?? '', 1));
    assert.deepEqual(arranged(document, { title: false }, false), document.content);
  });

test('Markdown, HTML, TEI and XML begin with the title, text and JSON do not change', () => {
  for (const { name, render } of RENDERERS) {
    const document = about('Lamps', paragraph('x'));
    const changes = render(document) !== render(document, { title: false });
    assert.equal(changes, ['markdown', 'html', 'tei', 'xml'].includes(name), name);
  }
});

test('headings are shifted between 1 and 6, the title and posts too', () => {
  const levels = (document: Document, headingShift: number): number[] =>
    arranged(document, { headingShift }, true).flatMap((one) => (one.type === 'heading' ? [one.level] : []));
  const document = about('Lamps', heading('a', 2), { type: 'quote', content: [heading('b', 6)] }, heading('c', 6));
  assert.deepEqual(levels(document, 1), [2, 3, 6]);
  assert.deepEqual(levels(document, -5), [1, 1, 1]);
  assert.deepEqual(levels(DISCUSSION, 2).slice(0, 2), [3, 4]);
});

test('options that do not exist, or have other values, are refused', () => {
  for (const { render } of RENDERERS) {
    const document = about('Lamps');
    assert.throws(() => render(document, { tableStyl: 'pipe' } as never), /tableStyl.*did you mean "tableStyle"/);
    assert.throws(() => render(document, { flavour: 'pandoc' as never }), /"pandoc".*gfm or commonmark/);
    assert.throws(() => render(document, { wrap: 1.5 }), /wrap: got 1.5, expected an integer from 0/);
    assert.doesNotThrow(() => render(document, { wrap: undefined as never }));
  }
});
