import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from '@dehusk/html';
import { contentBlocks } from './content-blocks.js';

const texts = (html: string): readonly string[] => {
  const parsed = parse(html);
  assert.ok(parsed.ok);
  return contentBlocks(parsed.page).text;
};

const CASES: [name: string, html: string, blocks: string[]][] = [
  ['inline elements do not end a block', '<p>one <b>two</b> <a href=x>three</a></p>', ['one two three']],
  ['block-level elements do', '<div>one<p>two</p>three</div>', ['one', 'two', 'three']],
  ['one line break is a space', '<p>one<br>two</p>', ['one two']],
  ['two line breaks end a block', '<p>one<br> <br>two</p>', ['one', 'two']],
  ['a row of links is one block', '<div><a>Home</a> <a>News</a> | <a>Sport</a></div>', ['Home News | Sport']],
  [
    'neighbours without white space are words apart',
    '<div><a>Home</a><a>News</a></div><div><span>2</span><span>tsp</span></div>',
    ['Home News', '2 tsp'],
  ],
  ['in running text they are parts of a word', '<p><span>O</span><span>nce</span></p>', ['Once']],
  ['beside words they are parts of a word', '<div>un<span>usu</span><span>al</span></div>', ['unusual']],
  ['links in a sentence', '<div>See <a>one</a> and <a>two</a></div>', ['See one and two']],
  ['links in a paragraph', '<p><a>one</a> <a>two</a></p>', ['one two']],
  [
    'scripts, styles and graphics have no text',
    '<p>one<script>x</script><svg><text>y</text></svg> two</p>',
    ['one two'],
  ],
  ['noscript in the body has', '<body><noscript><p>one</p></noscript>', ['one']],
  ['blocks without a letter or digit are dropped', '<p>***</p><p>one</p>', ['one']],
  ['no-break and zero-width spaces are white space', '<p>\u00a0one\u200b \u00a0two</p>', ['one two']],
  ['Chinese', '<p>第一段。</p><p>第二段。</p>', ['第一段。', '第二段。']],
  ['a page without words', '<img src=x>', []],
];

/** Elements that hold one line of text, with the elements they need around them. */
const LINES: Readonly<Record<string, (inner: string) => string>> = {
  li: (inner) => `<ul><li class="a-item">${inner}</li></ul>`,
  p: (inner) => `<p>${inner}</p>`,
  h3: (inner) => `<h3>${inner}</h3>`,
  td: (inner) => `<table><tr><td>${inner}</td></tr></table>`,
  dd: (inner) => `<dl><dt>term</dt><dd>${inner}</dd></dl>`,
  div: (inner) => `<div class="row">${inner}</div>`,
  figcaption: (inner) => `<figure><img src=x><figcaption>${inner}</figcaption></figure>`,
  label: (inner) => `<div><label>${inner}</label></div>`,
  'label in li': (inner) => `<ul><li><label for=x>${inner}</label></li></ul>`,
  'inline div': (inner) => `<div>see <div style="color:red; display : INLINE">${inner}</div></div>`,
};
/** Contents that are one line, whatever holds them. */
const ONE_LINE: readonly string[] = [
  '<span>2</span> <span>cups</span> <span>flour</span>',
  '<span class="amount">2</span> <span class="unit hidden-mobile">cups</span>\n<span class="name">flour</span>',
  '<span class="outer"><span>2</span> <span>cups</span></span> <span>flour</span>',
  '<span>2</span> cups <a href=x>flour</a>',
  '<a href=x>2</a> <a href=y>cups</a> <a href=z>flour</a>',
  '<b>2</b> <i>cups</i> <em>flour</em>',
  '<time>2</time> <data value=1>cups</data> <small>flour</small>',
  '<input type="checkbox"> <span>2</span> <span>cups</span> <input type="checkbox"> <span>flour</span>',
  '<svg><path d="M0"/></svg> <span>2</span> <svg><text>icon</text></svg> <span>cups</span> <img src=i> <span>flour</span>',
  '<span>2</span>&nbsp;<span>cups</span>\t<span>flour</span><!-- comment -->',
  '<span>2</span> <span></span><span> </span><span>cups</span> <span>flour</span>',
  '<span style="display:inline-block">2</span> <span style="color:block">cups</span> <span>flour</span>',
  '<x-amount>2</x-amount> <x-unit>cups</x-unit> <ix:name>flour</ix:name>',
  '<span>2</span><br><span>cups</span> <label>flour</label>',
];
const ownBlocks = (html: string): readonly string[] =>
  texts(html)
    .filter((text) => text !== 'term')
    .map((text) => text.replace(/^see /, ''));
for (const [name, around] of Object.entries(LINES))
  test(`no inline element divides a line: ${name}`, () => {
    for (const inner of ONE_LINE) {
      // Custom elements in a box of their own are boxes.
      if (inner.includes('<x-') && (name === 'div' || name === 'label' || name === 'inline div')) continue;
      assert.deepEqual(ownBlocks(around(inner)), ['2 cups flour'], inner);
    }
  });
test('boxes in a line divide it', () => {
  for (const box of ['div', 'p', 'ul', 'x-card'])
    assert.deepEqual(ownBlocks(LINES.div(`<${box}>one</${box}><${box}>two</${box}>`)), ['one', 'two'], box);
  for (const display of ['block', 'flex', 'grid', 'list-item', 'BLOCK !important'])
    for (const name of ['li', 'td', 'div', 'p', 'label in li'] as const)
      assert.deepEqual(
        ownBlocks(
          LINES[name](`<span style="display: ${display}">one</span><span style="display:${display}">two</span>`),
        ),
        ['one', 'two'],
        `${display} in ${name}`,
      );
  assert.deepEqual(texts('<ul><li style="display:inline">one</li><li style="display:inline">two</li></ul>'), [
    'one',
    'two',
  ]);
});

for (const [name, html, blocks] of CASES) test(name, () => assert.deepEqual(texts(html), blocks));

test('a block is named by the inline element that holds all of it, one of several side by side', () => {
  for (const [html, names] of [
    ['<ul class=u><span class=a>one</span> <ul class=v><li class=b>two</li></ul></ul>', ['a', 'b']],
    ['<div class=d><span class=a>one<br><br>two</span>\n<div class=b>three</div></div>', ['a', 'a', 'b']],
    ['<div class=d><span class=a>one</span> <span class=b>two</span></div>', ['d']],
    ['<div class=d><span class=a>one</span></div>', ['d']],
    ['<p class=d><span class=a>one</span><img></p>', ['d']],
  ] as const) {
    const parsed = parse(html);
    assert.ok(parsed.ok);
    const { page } = parsed;
    assert.deepEqual(
      [...contentBlocks(page).element].map((node) => page.attribute(node, 'class')),
      names,
      html,
    );
  }
});

test('links, bold and images are counted for the block they stand in', () => {
  const parsed = parse('<p>see <a href=x>the link</a> and <b>bold</b></p><img><p>next <img></p>');
  assert.ok(parsed.ok);
  const blocks = contentBlocks(parsed.page);
  assert.deepEqual([...blocks.linkChars], [8, 0]);
  assert.deepEqual([...blocks.boldChars], [4, 0]);
  assert.deepEqual([...blocks.links], [1, 0]);
  assert.deepEqual([...blocks.images], [0, 2]);
});
