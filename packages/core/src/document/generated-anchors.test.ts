/** What generators add to headings is no part of the document; links of the author are. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cpuLimit } from '../../../html/dist/cpu-limit.fixture.js';
import { markdownOfHtml } from './content.fixture.js';

const markdownOf = (html: string): string => markdownOfHtml(html, { url: 'https://example.org/guide/page.html?x=1' });

const CASES: readonly (readonly [name: string, html: string, markdown: string])[] = [
  [
    'a sign after the text',
    '<h2 id=a>Title<a class=headerlink href="#a" title="Permanent link">¶</a></h2>',
    '## Title',
  ],
  ['a sign in a link without a class', '<h2 id=a>Title\n<a href="#a" class=text-gray>#</a></h2>', '## Title'],
  ['a sign before the text', '<h3><a class=anchor href="#a">§</a>Title</h3>', '### Title'],
  ['a character without width', '<h2 id=a>Title<a href="#a" class=hash-link>\u200b</a></h2>', '## Title'],
  ['words', '<h2 id=a>Title <a href="#a">Permalink to this heading</a></h2>', '## Title'],
  ['words with the title', '<h2 id=a>Title <a class=anchor href="#a">Link to “Title”</a></h2>', '## Title'],
  ['an icon', '<h2 id=a>Title<a href="#a"><img src=chain.png alt=link></a></h2>', '## Title'],
  ['a full address', '<h2 id=a>Title<a href="/guide/page.html?x=1#a">#</a></h2>', '## Title'],
  [
    'beside the heading',
    '<div><h2 id=a>Title</h2><a href="#a"><span class=sr-only>Section titled “Title”</span></a></div><p>Text.',
    '## Title\n\nText.',
  ],
  ['before the heading', '<p>Text.</p><section><a href="#a">§</a><h4>Title</h4></section>', 'Text.\n\n#### Title'],
  ['a button', '<h2>Title <button class="copy anchor-link">#</button></h2>', '## Title'],
  ['a button with words', '<h2>Title<button type=button>Copy link</button></h2>', '## Title'],
  ['a link to the top', '<h2>Title <a href="#top">Back to top</a></h2>', '## Title'],
  ['an edit link without a name', '<h2>Title <span>[<a href="/e">edit</a>]</span></h2>', '## Title'],
  ['in a caption of another element', '<p id=a>Listing 1<a class=headerlink href="#a">¶</a></p>', 'Listing 1'],
  [
    'the edit link of a wiki',
    '<h2>Title<span class=mw-editsection>[<a href="/e">edit</a>]</span></h2><p>Text.',
    '## Title\n\nText.',
  ],
  ['text for screen readers', '<h2>Title <span class=visually-hidden>(opens below)</span></h2>', '## Title'],
  ['a heading that links to itself', '<h2 id=a><a class=header href="#a">Title</a></h2>', '## Title'],
  ['by an address with escapes', '<h2 id="über-x"><a href="#%C3%BCber-x">Title</a></h2>', '## Title'],
  ['by the place before it', '<a id=a></a><h2>Two <a href="#a">words</a></h2>', '## Two words'],
  ['by its section', '<section id=a>Text.<h2><a href="#a">Title</a></h2></section>', 'Text.\n\n## Title'],
  ['a title that links to its page', '<h1><a href="page.html?x=1">Title</a></h1>', '# Title'],
  [
    'a link back to the contents',
    '<h2><a class=toc-backref href="#c">Title</a></h2><p id=c>Text.',
    '## Title\n\nText.',
  ],
  // The author's.
  ['a link to another page', '<h2><a href="/x">Title</a></h2>', '## [Title](https://example.org/x)'],
  ['a heading of signs', '<h2 id=a><a href="#a">###</a></h2>', '## [###](#a)'],
  ['the only text, for screen readers', '<h2><span class=sr-only>Title</span></h2>', '## Title'],
  ['a named link with the words', '<h2 id=a><a class=anchor href="#a">One</a> two</h2>', '## One two'],
  ['a sign in a superscript', '<h2>Title<sup><a href="#n">†</a></sup></h2>', '## Title<sup>[†](#n)</sup>'],
  ['a sign in a paragraph', '<p>Up <a href="#top">↑</a> there.</p>', 'Up [↑](#top) there.'],
  [
    'a link to another section',
    '<h2>See <a href="#b">below</a></h2><p>Text.</p><p id=b>B.',
    '## See [below](#b)\n\nText.\n\nB.',
  ],
];
for (const [name, html, markdown] of CASES)
  test(`${name}: ${html.slice(0, 60)}`, () => {
    assert.equal(markdownOf(html).replaceAll('https://example.org/guide/page.html?x=1#', '#'), markdown);
  });

for (const [name, html] of [
  ['headings in headings', '<h2><div>#'.repeat(20_000)],
  ['links in one heading', `<h2>${'<a href="#a">#</a>'.repeat(60_000)}</h2>`],
  ['links beside a heading', `<h2>Title</h2>${'<a href="#a">#</a>'.repeat(60_000)}`],
  ['links to themselves', '<h2><a href="#a">Title</a></h2>'.repeat(20_000)],
] as const)
  test(`many ${name}: linear time`, () => {
    const withinLimit = cpuLimit(4);
    markdownOf(html);
    withinLimit();
  });
