/** Lists of word processors, in the forms that Word, its web edition and editors that clean pasted text write them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from '@dehusk/html';
import { extractorNamed } from '@dehusk/papers';
import { NO_CONTEXT, withDefaults } from '../extractors/extractor.js';
import { NO_METADATA } from '../metadata/metadata.js';
import { rendererNamed } from '../render/index.js';
import { assemble } from './assemble.js';

const everything = extractorNamed('everything');

function markdownOf(html: string): string {
  const parsed = parse(html, { url: 'https://example.org/' });
  assert.ok(parsed.ok);
  const labelled = everything.label(parsed.page, withDefaults(everything), NO_CONTEXT);
  const document = assemble(parsed.page, labelled, NO_METADATA);
  return rendererNamed('markdown').render(document, { title: false }).trim();
}

const item = (label: string, text: string, level = 1, list = 0): string =>
  `<p class=MsoListParagraphCxSpMiddle style='margin-left:36pt;mso-list:l${list} level${level} lfo1'><![if !supportLists]>` +
  `<span style='font-family:Symbol'><span style='mso-list:Ignore'>${label}<span>&nbsp;&nbsp; </span></span></span><![endif]>${text}<o:p></o:p></p>`;
const bare = (label: string, text: string): string =>
  `<p class="MsoListParagraph">${label}&nbsp;&nbsp;&nbsp; ${text}</p>`;
const prose = '<p class=MsoNormal>And so on.</p>';

const CASES: readonly (readonly [name: string, html: string, markdown: string])[] = [
  ['bullets', item('·', 'one') + item('·', 'two'), '- one\n- two'],
  [
    'every glyph',
    ['·', 'o', '§', '•', '-', '▪'].map((glyph) => item(glyph, glyph)).join(''),
    '- ·\n- o\n- §\n- •\n- \\-\n- ▪',
  ],
  [
    'numbers of code',
    '<div class=colist><table><tr><td><i class=conum data-value=1></i><b>1</b></td><td>one</td></tr><tr><td><i class=conum data-value=2></i><b>2</b></td><td>two</td></tr></table></div>',
    '1. one\n2. two',
  ],
  ['bullets as text', '<p>Two:</p><p>• one</p>\n<p>•&nbsp;two</p><p>Three.</p>', 'Two:\n\n- one\n- two\n\nThree.'],
  ['bullets in bold', '<p><b>• one</b></p><p><b>• two</b></p>', '**• one**\n\n**• two**'],
  ['a single bullet as text', '<p>Two:</p><p>• one</p><p>Three.</p>', 'Two:\n\n• one\n\nThree.'],
  ['numbers', item('1.', 'one') + item('2.', 'two'), '1. one\n2. two'],
  ['numbers in parentheses', item('(1)', 'one') + item('(2)', 'two'), '1. one\n2. two'],
  ['numbers that go on', item('1.', 'one') + prose + item('2.', 'two'), '1. one\n\nAnd so on.\n\n2. two'],
  ['levels', item('1.', 'one') + item('a)', 'sub', 2) + item('2.', 'two'), '1. one\n   1. sub\n2. two'],
  [
    'numbers with those above',
    item('1.', 'one') + item('1.1.', 'sub', 2) + item('1.2.', 'next', 2),
    '1. one\n   1. sub\n   2. next',
  ],
  ['bullets in numbers', item('1.', 'one') + item('·', 'sub', 2) + item('·', 'next', 2), '1. one\n   - sub\n   - next'],
  ['roman numbers', item('i.', 'one') + item('ii.', 'two') + item('iii.', 'three'), '1. one\n2. two\n3. three'],
  ['another kind at a level', item('·', 'one') + item('1.', 'two'), '- one\n\n1. two'],
  ['ends at a paragraph', item('·', 'one') + prose + item('·', 'two'), '- one\n\nAnd so on.\n\n- two'],
  ['begins at level two', item('·', 'one', 2), '- - one'],
  ['marks and links', item('·', '<b>one</b> <a href="/x">two</a>'), '- **one** [two](https://example.org/x)'],
  ['without styles', bare('·', 'one') + bare('·', 'two'), '- one\n- two'],
  ['numbers without styles', bare('3.', 'one') + bare('4.', 'two'), '3. one\n4. two'],
  ['without a label', '<p class="MsoListParagraph">one</p>', 'one'],
  ['a class without a list', '<p class="MsoNormal">· one</p>', '· one'],
  [
    'in a cell',
    `<table border=1><tr><th>a<th>b<tr><td>${item('·', 'one')}<td>c</table>`,
    '<table>\n<thead>\n<tr><th>a</th><th>b</th></tr>\n</thead>\n<tbody>\n<tr><td><ul>\n<li>one</li>\n</ul></td><td>c</td></tr>\n</tbody>\n</table>',
  ],
];

for (const [name, html, markdown] of CASES)
  test(name, () => {
    assert.equal(markdownOf(`<body><div class=WordSection1>${html}</div>`), markdown);
  });
