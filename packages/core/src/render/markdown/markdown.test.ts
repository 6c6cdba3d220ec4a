/** Tests Markdown case by case, and hostile documents in a viewer that shows raw HTML. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameOf, parse, TEXT } from '@dehusk/html';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import type { Inline } from '../../document/document.js';
import { DOCUMENTS, documentOf } from '../documents.fixture.js';
import { markdown } from './markdown.js';

const printed = (...inline: Inline[]): string =>
  markdown.render(documentOf([{ type: 'paragraph', inline }]), { title: false }).trimEnd();
const tex = (source: string): Inline => ({ type: 'math', tex: source, text: '', display: false });

const CASES: readonly (readonly [what: string, inline: readonly Inline[], markdown: string])[] = [
  ['text that ends in a tag', [{ type: 'text', text: 'A break is <br>' }], 'A break is \\<br>'],
  ['text that begins with a tag', [{ type: 'text', text: '<br> is a break' }], '\\<br> is a break'],
  [
    'a linked tag',
    [{ type: 'link', url: 'http://a.b/', title: 'x', inline: [{ type: 'text', text: '<br>' }] }],
    '[\\<br>](http://a.b/ "x")',
  ],
  [
    'breaks at the edges of marks',
    [{ type: 'strong', inline: [{ type: 'text', text: 'a' }, { type: 'break' }] }],
    '**a**',
  ],
  ['TeX with a comparison', [tex('a<b < c')], '$a< b < c$'],
  ['TeX with a tag', [tex('<img src=x onerror=y()>')], '$< img src=x onerror=y()>$'],
  ['TeX with a link', [tex('[a](b) [c][d] [e]')], '$[a] (b) [c][d] [e]$'],
  ['TeX with backticks', [tex("\\text{``q''}")], "$\\text{‘‘q''}$"],
];
for (const [what, inline, expected] of CASES) test(what, () => assert.equal(printed(...inline), expected));

const text = (text: string): Inline => ({ type: 'text', text });
/** Text that reads as itself without escapes, and text that would become markup. */
const ESCAPES: readonly (readonly [text: string, markdown: string])[] = [
  ['Write to me@example.com or see www.example.com.', 'Write to me@example.com or see www.example.com.'],
  [
    'See https://example.com/a_b?c=d (or ftp://example.com).',
    'See https://example.com/a_b?c=d (or ftp://example.com).',
  ],
  ['See https://example.com/*a*/', 'See https\\://example.com/\\*a\\*/'],
  ['It costs $5, not $6.', 'It costs $5, not $6.'],
  ['It costs $5/$6, or US$20–US$30.', 'It costs $5/$6, or US$20–US$30.'],
  ['The values $x$ and $y$.', 'The values \\$x\\$ and \\$y\\$.'],
  ['2*3 is 6', '2*3 is 6'],
  ['2*3 and 4*5', '2\\*3 and 4\\*5'],
  ['A 5* hotel, a 3* hotel', 'A 5* hotel, a 3* hotel'],
  ['*Terms apply', '*Terms apply'],
  ['_private and snake_case', '_private and snake_case'],
  ['_so_ and __init__', '\\_so\\_ and \\_\\_init\\_\\_'],
  ['~5 to ~6 minutes', '~5 to ~6 minutes'],
  ['~so~', '\\~so\\~'],
  ['As shown [1], [citation needed] and [sic].', 'As shown [1], [citation needed] and [sic].'],
  ['[a](b) and [c][d]', '\\[a](b) and \\[c]\\[d]'],
  ['[a]: b', '\\[a]: b'],
  ['[^1] and [ ] b', '\\[^1] and [ ] b'],
  ['[x] done', '\\[x] done'],
  ['C:\\path\\to and \\alpha', 'C:\\path\\to and \\alpha'],
  ['\\*', '\\\\*'],
  ['* a', '\\* a'],
  ['a -> b, 1 < 2 & 3', 'a -> b, 1 < 2 & 3'],
];
for (const [given, expected] of ESCAPES)
  test(`escapes of ${given}`, () => assert.equal(printed(text(given)), expected));
test('one star of a text is no markup, but beside a mark it may be', () => {
  const strong: Inline = { type: 'strong', inline: [text('b')] };
  assert.equal(printed(text('2*3 '), strong), '2\\*3 **b**');
  assert.equal(printed({ type: 'strong', inline: [text('me@example.com')] }), '**me@example.com**');
});

const ALLOWED = new Set(
  (
    '#text #document html head body h1 h2 h3 h4 h5 h6 p ul ol li blockquote pre code table caption thead tbody tr th td hr ' +
    'strong em del sub sup mark kbd br img a span figure figcaption dl dt dd input section details summary ruby rb rp rt abbr'
  ).split(' '),
);
const HARD = ['one of everything', 'a discussion', 'markup as text', 'unsafe addresses', 'characters no format has'];
for (const [name, document] of DOCUMENTS.filter(([name]) => HARD.includes(name)))
  test(`${name}: no markup of the page is live where raw HTML is shown`, () => {
    const shown = micromark(markdown.render(document), {
      extensions: [gfm()],
      htmlExtensions: [gfmHtml()],
      allowDangerousHtml: true,
    });
    const parsed = parse(shown);
    assert.ok(parsed.ok);
    const { page } = parsed;
    for (let node = 0; node < page.size; node++) {
      assert.ok(ALLOWED.has(nameOf(page, node)), nameOf(page, node));
      if (page.tag[node] === TEXT) continue;
      for (const [key, value] of page.attributes(node)) {
        assert.ok(!key.startsWith('on'), key);
        if (key === 'href' || key === 'src') assert.match(value, /^(?:https?:|mailto:|tel:|[/?#]|$)/i);
      }
    }
  });
