/** Lists, task boxes, definition lists, quotation marks, readings and abbreviations as Markdown shows them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contentOfHtml } from './content.fixture.js';
import type { Content, Inline } from './document.js';

function inline(all: readonly Inline[]): string {
  return all
    .map((one) => {
      if (one.type === 'text') return one.text;
      if (one.type === 'checkbox') return one.checked ? '[x] ' : '[ ] ';
      if (one.type === 'ruby') return `${inline(one.inline)}(${one.reading})`;
      if (one.type === 'abbreviation') return `${inline(one.inline)}{${one.title}}`;
      return 'inline' in one ? inline(one.inline) : `<${one.type}>`;
    })
    .join('');
}

/** Content in short: `ol3[one, two ul[a]]`, `dl[term: description]`. */
function short(contents: readonly Content[]): string {
  return contents
    .map((one) => {
      if (one.type === 'list')
        return `${one.ordered ? `ol${one.start}${one.numbering === 'decimal' ? '' : one.numbering}` : 'ul'}[${one.items.map(short).join(', ')}]`;
      if (one.type === 'definitions')
        return `dl[${one.entries.map(({ term, description }) => `${inline(term)}: ${short(description)}`).join(', ')}]`;
      if (one.type === 'quote') return `quote(${short(one.content)})`;
      return 'inline' in one ? `${one.type === 'heading' ? '#' : ''}${inline(one.inline)}` : one.type;
    })
    .join(' ');
}

const CASES: readonly (readonly [name: string, html: string, expected: string])[] = [
  ['a list in an item', '<ul><li>One<ul><li>a</ul><li>Two</ul>', 'ul[One ul[a], Two]'],
  ['a list directly in a list', '<ul><li>One</li><ul><li>a</li></ul><li>Two</li></ul>', 'ul[One ul[a], Two]'],
  ['a list in a paragraph item', '<ol><li><p>One</p><ul><li><p>a</p></ul><li><p>Two</ol>', 'ol1[One ul[a], Two]'],
  ['an empty item around a list', '<ul><li><ul><li>a</ul></ul>', 'ul[ul[a]]'],
  ['start and type', '<ol start=3 type=a><li>One<li>Two</ol>', 'ol3lower-alpha[One, Two]'],
  ['a numbering by style', '<ol style="list-style-type: upper-roman"><li>One</ol>', 'ol1upper-roman[One]'],
  ['a list that continues after a value', '<ol><li>One<li value=7>Two<li>Three</ol>', 'ol1[One] ol7[Two, Three]'],
  ['a value that changes nothing', '<ol><li value=1>One<li value=2>Two</ol>', 'ol1[One, Two]'],
  ['a list that counts down', '<ol reversed><li>One<li>Two</ol>', 'ol2[One] ol1[Two]'],
  ['values of unordered lists', '<ul><li value=5>One<li value=9>Two</ul>', 'ul[One, Two]'],
  ['an item with a heading, by an author', '<ul><li><h3>Title</h3><p>Words</ul>', 'ul[#Title Words]'],
  ['a card of a template', '<ul class=cards><li><h3>Title</h3><p>Words</ul>', '#Title Words'],
  [
    'GitHub',
    '<ul class=contains-task-list><li class=task-list-item><input type=checkbox class=task-list-item-checkbox checked> Done<li class=task-list-item><input type=checkbox class=task-list-item-checkbox> Open</ul>',
    'ul[[x] Done, [ ] Open]',
  ],
  [
    'goldmark',
    '<ul><li><input checked disabled type=checkbox> Done<li><input disabled type=checkbox> Open</ul>',
    'ul[[x] Done, [ ] Open]',
  ],
  [
    'Material for MkDocs',
    '<ul class=task-list><li class=task-list-item><p><label class=task-list-control><input type=checkbox disabled checked><span class=task-list-indicator></span></label> Done</p></ul>',
    'ul[[x] Done]',
  ],
  [
    'boxes by their role',
    '<ul><li><div><button role=checkbox aria-checked=true></button></div><p>Done<li><i role=checkbox aria-checked=false></i>Open</ul>',
    'ul[[x] Done, [ ] Open]',
  ],
  ['Pandoc', '<ul class=task-list><li><label><input type=checkbox>Open</label></ul>', 'ul[[ ] Open]'],
  ['signs instead of boxes', '<ul><li>☑ Done</ul>', 'ul[☑ Done]'],
  [
    'a box that a visitor may tick',
    '<ul><li><input type=checkbox id=a> <label for=a>Subscribe</label></ul>',
    'ul[Subscribe]',
  ],
  ['a switch of a menu', '<ul><li>Words <input type=checkbox disabled></ul>', 'ul[Words]'],
  [
    'a list by its role',
    '<div role=list><div role=listitem>One</div><div role=listitem><p>Two</div></div>',
    'ul[One, Two]',
  ],
  ['in wrappers', '<section role=list><div><div role=listitem><div><p>One</div></div></div></section>', 'ul[One]'],
  [
    'a list by its role in one',
    '<div role=list><div role=listitem><p>One<div role=list><div role=listitem>a</div></div></div></div>',
    'ul[One ul[a]]',
  ],
  ['a list of elements in one', '<div role=list><div role=listitem><p>One<ul><li>a</ul></div></div>', 'ul[One ul[a]]'],
  ['items without a list', '<div role=listitem><p>One</div><p>Two', 'One Two'],
  [
    'cards with the role of items',
    '<div role=list><div role=listitem><h3>Title</h3><p>Words</div></div>',
    '#Title Words',
  ],
  ['terms with several descriptions', '<dl><dt>A<dd>One<dd><p>Two<dt>B<dd>Three</dl>', 'dl[A: One Two, B: Three]'],
  ['groups of terms', '<dl><div><dt>A<dd>One</div><div><dt>B<dd>Two</div></dl>', 'dl[A: One, B: Two]'],
  [
    'a quote with its source',
    '<blockquote><p>Words.</p><footer>A <cite>Name</cite></footer></blockquote>',
    'quote(Words. A Name)',
  ],
  ['a quotation', '<p>He said <q>it is <q>so</q></q>.', 'He said “it is ‘so’”.'],
  ['a German quotation', '<p lang=de-AT>Er sagte <q>ja</q>.', 'Er sagte „ja“.'],
  ['a Japanese quotation', '<div lang=ja><p>彼は<q>はい</q>と言った。</div>', '彼は「はい」と言った。'],
  ['a quotation with its own marks', '<p>He said “<q>yes</q>” and <q>"no"</q>.', 'He said “yes” and "no".'],
  ['a quotation around paragraphs', '<q><p>One<p>Two</q>', 'One Two'],
  ['readings', '<p><ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp>字<rt>じ</rt></ruby>の', '漢(かん)字(じ)の'],
  ['readings behind their bases', '<p><ruby><rb>東<rb>京<rt>とう<rt>きょう</ruby>', '東(とう)京(きょう)'],
  ['one reading of several bases', '<p><ruby><rb>東<rb>京<rtc>Tokyo</rtc></ruby>', '東京(Tokyo)'],
  ['a ruby without a reading', '<p><ruby>漢字</ruby>', '漢字'],
  [
    'an abbreviation',
    '<p>The <abbr title="Hypertext Markup Language">HTML</abbr> spec',
    'The HTML{Hypertext Markup Language} spec',
  ],
  ['a date in the title', '<p>On <abbr title="2024-05-01">May Day</abbr>', 'On May Day'],
];

for (const [name, html, expected] of CASES)
  test(name, () => {
    assert.equal(short(contentOfHtml(html)), expected);
  });
