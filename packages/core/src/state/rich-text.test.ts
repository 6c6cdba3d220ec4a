import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blockOf, cleanHtml, richHtml } from './rich-text.js';

const html = (value: unknown): string => richHtml(value, (one) => one, new Set(), { left: 1_000 });

const CASES: readonly (readonly [format: string, value: unknown, expected: string])[] = [
  ['ProseMirror', { type: 'heading', attrs: { level: 3 }, content: [{ type: 'text', text: 'A' }] }, '<h3>A</h3>'],
  [
    'ProseMirror marks',
    {
      type: 'paragraph',
      content: [
        { type: 'text', text: 'a<b', marks: [{ type: 'bold' }, { type: 'link', attrs: { href: '/x' } }] },
        { type: 'hardBreak' },
      ],
    },
    '<p><strong><a href="/x">a&lt;b</a></strong><br></p>',
  ],
  [
    'ProseMirror list',
    {
      type: 'orderedList',
      content: [{ type: 'listItem', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'a' }] }] }],
    },
    '<ol><li><p>a</p></li></ol>',
  ],
  [
    'Lexical',
    { type: 'heading', tag: 'h2', children: [{ type: 'text', text: 'A', format: 3 }] },
    '<h2><strong><em>A</em></strong></h2>',
  ],
  [
    'Lexical list',
    {
      type: 'list',
      listType: 'number',
      tag: 'ol',
      children: [{ type: 'listitem', children: [{ type: 'text', text: 'a' }] }],
    },
    '<ol><li>a</li></ol>',
  ],
  [
    'Slate',
    {
      type: 'block-quote',
      children: [{ text: 'a ' }, { text: 'b', italic: true }, { type: 'link', url: '/x', children: [{ text: 'c' }] }],
    },
    '<blockquote>a <em>b</em><a href="/x">c</a></blockquote>',
  ],
  [
    'Contentful',
    { nodeType: 'heading-4', data: {}, content: [{ nodeType: 'text', value: 'A', marks: [{ type: 'code' }] }] },
    '<h4><code>A</code></h4>',
  ],
  [
    'Contentful link',
    {
      nodeType: 'paragraph',
      content: [{ nodeType: 'hyperlink', data: { uri: '/x' }, content: [{ nodeType: 'text', value: 'a' }] }],
    },
    '<p><a href="/x">a</a></p>',
  ],
  [
    'Portable Text',
    {
      _type: 'block',
      style: 'normal',
      children: [{ _type: 'span', text: 'a', marks: ['k', 'em'] }],
      markDefs: [{ _key: 'k', _type: 'link', href: '/x' }],
    },
    '<p><a href="/x"><em>a</em></a></p>',
  ],
  ['Portable Text item', { _type: 'block', listItem: 'number', children: [{ text: 'a' }] }, '<li>a</li>'],
  ['Draft.js', { key: 'a', type: 'header-two', text: 'A', inlineStyleRanges: [] }, '<h2>A</h2>'],
  ['Editor.js', { type: 'paragraph', data: { text: 'a <b>b</b><script>no()</script>' } }, '<p>a <b>b</b></p>'],
  [
    'Editor.js list',
    { type: 'list', data: { style: 'ordered', items: ['a', { content: 'b' }] } },
    '<ol><li>a</li><li>b</li></ol>',
  ],
  ['Editor.js heading', { type: 'header', data: { text: 'A', level: 4 } }, '<h4>A</h4>'],
  [
    'Notion',
    { type: 'paragraph', paragraph: { rich_text: [{ plain_text: 'a', annotations: { bold: true }, href: null }] } },
    '<p><strong>a</strong></p>',
  ],
  [
    'mdast',
    {
      type: 'heading',
      depth: 3,
      children: [
        { type: 'text', value: 'A ' },
        { type: 'inlineCode', value: 'b' },
      ],
    },
    '<h3>A <code>b</code></h3>',
  ],
  [
    'hast',
    {
      type: 'element',
      tagName: 'p',
      properties: {},
      children: [
        { type: 'text', value: 'a' },
        { type: 'element', tagName: 'script', children: [{ type: 'text', value: 'no' }] },
      ],
    },
    '<p>a</p>',
  ],
  ['minimark', ['p', { class: 'x' }, 'a ', ['strong', {}, 'b']], '<p class="x">a <strong>b</strong></p>'],
  [
    'React',
    [
      '$',
      'ul',
      null,
      {
        children: [
          ['$', 'li', '1', { children: ['a ', 5] }],
          ['$', 'li', '2', { dangerouslySetInnerHTML: { __html: '<i>b' } }],
        ],
      },
    ],
    '<ul><li>a 5</li><li><i>b</i></li></ul>',
  ],
];

for (const [format, value, expected] of CASES)
  test(format, () => {
    assert.notEqual(blockOf(value), null);
    assert.equal(html(value), expected);
  });

test('values of other kinds are no blocks', () => {
  for (const value of [
    null,
    'p',
    [],
    {},
    { type: 'list', items: [1] },
    { type: 'paragraph' },
    { type: 'product', text: 'a' },
    ['$', '$L1', null, {}],
    [1, 'p'],
  ])
    assert.equal(blockOf(value), null, JSON.stringify(value));
});

test('HTML is balanced, without scripts and what could swallow the text behind it', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['<p>a<b>b', '<p>a<b>b</b></p>'],
    ['<p>a</p><!-- open', '<p>a</p>'],
    ['<p>a</p><textarea>b', '<p>a</p>'],
    ['<p>a</p></article></body>b', '<p>a</p>b'],
    ['<a href="javascript:x()" onclick="y()">a</a>', '<a>a</a>'],
    ['&lt;p&gt;a &amp; b&lt;/p&gt;', '<p>a &amp; b</p>'],
  ];
  for (const [given, expected] of cases) assert.equal(cleanHtml(given), expected, given);
});
