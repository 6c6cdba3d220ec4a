/** The Markdown of each kind of markup, case by case. Blocks with the word DROP are not kept. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from '@dehusk/html';
import { extractorNamed } from '@dehusk/papers';
import { NO_CONTEXT, withDefaults } from '../extractors/extractor.js';
import { NO_METADATA } from '../metadata/metadata.js';
import { rendererNamed } from '../render/index.js';
import { assemble } from './assemble.js';
import type { Document } from './document.js';

function documentOf(html: string, url: string | null = 'https://example.org/folder/page'): Document {
  const parsed = parse(html, { url });
  assert.ok(parsed.ok);
  const everything = extractorNamed('everything');
  const { blocks, labels } = everything.label(parsed.page, withDefaults(everything), NO_CONTEXT);
  const keep = Uint8Array.from(blocks, (block) => (block.text.includes('DROP') ? 0 : 1));
  return assemble(parsed.page, { blocks, labels: { ...labels, keep } }, NO_METADATA);
}
const markdown = (html: string, url?: string | null): string =>
  rendererNamed('markdown').render(documentOf(html, url)).trimEnd();

const CASES: readonly (readonly [what: string, html: string, markdown: string])[] = [
  ['spaces fall outside marks', '<p>a<b> b </b>c', 'a **b** c'],
  ['empty marks vanish', '<p>a <b></b><i> </i>b', 'a b'],
  [
    'a link around blocks is that of the first',
    '<a href=x><p>a</p><p>b</p></a>',
    '[a](https://example.org/folder/x)\n\nb',
  ],
  ['breaks: one breaks the line, two the paragraph', 'a<br>b<br><br>c', 'a\\\nb\n\nc'],
  ['words of two blocks do not run together', '<p>a<time>b</time><cite>c</cite>', 'a b _c_'],
  [
    'parts of words stay together',
    '<p>super<wbr>long, high<mark>light</mark>ing',
    'superlong, high<mark>light</mark>ing',
  ],
  ['base address', '<base href="https://other.example/b/"><p><a href="c">d</a>', '[d](https://other.example/b/c)'],
  [
    'targets that run code are dropped, text stays',
    '<p><a href=" java\nscript:x()">a</a> <a href="data:x">b</a>',
    'a b',
  ],
  ['dropped blocks leave no shell', '<ul><li>a</li><li>DROP</li></ul><blockquote>DROP</blockquote><p>b', '- a\n\nb'],
  ['a dropped first item still counts', '<ol><li>DROP</li><li>b</li></ol>', '2. b'],
  ['items without a list', '<div><li>a<li>b</div><p>c', '- a\n- b\n\nc'],
  ['a list in a list', '<ul><li>a</li><ul><li>b</li></ul></ul>', '- a\n  - b'],
  ['a heading that swallowed the page is none', '<h2>a<p>b</p><p>c</p></h2>', 'a\n\nb\n\nc'],
  ['headings by role', '<div role="heading" aria-level="3">a</div>', '### a'],
  [
    'images between kept blocks stay',
    '<p>a</p><img src=i.png><p>b</p>',
    'a\n\n![](https://example.org/folder/i.png)\n\nb',
  ],
  ['images among dropped blocks go', '<p>a</p><p>DROP</p><img src=i.png><p>DROP</p><p>b</p>', 'a\n\nb'],
  [
    'an image beside a kept block stays with it',
    '<div><img src=i.png><p>a</p></div><p>DROP</p>',
    '![](https://example.org/folder/i.png)\n\na',
  ],
  [
    'a figure keeps its image when its caption is dropped',
    '<p>a</p><figure><img src=i.png><figcaption>DROP</figcaption></figure><p>b</p>',
    'a\n\n![](https://example.org/folder/i.png)\n\nb',
  ],
  ['rules only between content', '<hr><p>a</p><hr><p>b</p><hr>', 'a\n\n---\n\nb'],
  ['code: spaces and breaks', '<pre>a\n  b<br>\tc</pre>', '```\na\n  b\n\tc\n```'],
  ['code: elements as lines', '<pre><div>a</div><div></div><div>b</div></pre>', '```\na\n\nb\n```'],
  [
    'code: line numbers go',
    '<pre><span class="lineno">1 </span>a\n<span class="lineno">2 </span>b</pre>',
    '```\na\nb\n```',
  ],
  ['inline code with its link', '<p><code><a href="/f">f()</a></code>', '[`f()`](https://example.org/f)'],
  ['layout tables unroll', '<table><tr><td><p>a</p><p>b</p></td><td>c</td></tr></table>', 'a\n\nb\n\nc'],
  [
    'rows without kept text vanish',
    '<table><tr><th>h<th>i<tr><td>DROP<td>DROP<tr><td>a<td>b</table>',
    '| h | i |\n| --- | --- |\n| a | b |',
  ],
  ['TeX in a script', '<p>a <script type="math/tex">x</script> b', 'a $x$ b'],
  [
    'MathML with TeX',
    '<p>a <math><semantics><mi>x</mi><annotation encoding="application/x-tex">\\xi</annotation></semantics></math>',
    'a $\\xi$',
  ],
  ['definition lists', '<dl><dt>a<dd>b<dd>c</dl>', '- **a**\n\n  b\n\n  c'],
];

for (const [what, html, expected] of CASES) test(what, () => assert.equal(markdown(html), expected));

const LANGUAGES: readonly (readonly [html: string, language: string | null])[] = [
  ['<pre><code class="language-js">x</code></pre>', 'js'],
  ['<pre class="lang-C++">x</pre>', 'c++'],
  ['<div class="highlight-source-shell"><pre>x</pre></div>', 'shell'],
  ['<div class="highlight-python notranslate"><div class="highlight"><pre>x</pre></div></div>', 'python'],
  ['<div class="highlight-wrapper"><pre>x</pre></div>', null],
  ['<pre><code class="hljs rust">x</code></pre>', 'rust'],
  ['<pre><code class="go hljs">x</code></pre>', 'go'],
  ['<pre class="brush: xml; toolbar: false">x</pre>', 'xml'],
  ['<pre data-lang="sql">x</pre>', 'sql'],
  ['<pre class="sourceCode haskell"><code>x</code></pre>', 'haskell'],
  ['<pre class="code wide">x</pre>', null],
  ['<pre class="language-none">x</pre>', null],
];
for (const [html, language] of LANGUAGES)
  test(`language of ${html}`, () => {
    const [code] = documentOf(html).content;
    assert.equal(code?.type === 'code' ? code.language : 'no code', language);
  });

test('without an address, relative links stay as they are, and unsafe ones still go', () => {
  assert.equal(
    markdown('<p><a href="../a b">x</a> <a href="//h.example/">y</a> <a href="javascript:z">z</a>', null),
    '[x](../a%20b) [y](//h.example/) z',
  );
});

test('text the segmenter hid is not in the document, though it stands between what it kept', () => {
  const parsed = parse('<p>one <b hidden>secret</b> two</p>');
  assert.ok(parsed.ok);
  const block = { first: 5, last: 8, nodes: [5, 8], parent: 4, text: 'one two', words: 2, linkWords: 0, linkChars: 0 };
  const document = assemble(
    parsed.page,
    { blocks: [block], labels: { keep: Uint8Array.of(1), why: [''] } },
    NO_METADATA,
  );
  assert.equal(rendererNamed('text').render(document), 'one two');
});
