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
