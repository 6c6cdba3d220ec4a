import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from '../page/parse.js';
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
  [
    'links in a row without words between are blocks of their own',
    '<div><a>Home</a> <a>News</a> | <a>Sport</a></div>',
    ['Home', 'News', 'Sport'],
  ],
  ['links in a sentence are not', '<div>See <a>one</a> and <a>two</a></div>', ['See one and two']],
  ['links in a paragraph are not', '<p><a>one</a> <a>two</a></p>', ['one two']],
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
for (const [name, html, blocks] of CASES) test(name, () => assert.deepEqual(texts(html), blocks));

test('links, bold and images are counted for the block they stand in', () => {
  const parsed = parse('<p>see <a href=x>the link</a> and <b>bold</b></p><img><p>next <img></p>');
  assert.ok(parsed.ok);
  const blocks = contentBlocks(parsed.page);
  assert.deepEqual([...blocks.linkChars], [8, 0]);
  assert.deepEqual([...blocks.boldChars], [4, 0]);
  assert.deepEqual([...blocks.links], [1, 0]);
  assert.deepEqual([...blocks.images], [0, 2]);
});
