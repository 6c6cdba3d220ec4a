/** What generators print beside an author's text is no part of the document; what only looks like it is. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markdownOfHtml } from './content.fixture.js';

const LINKS = ['a', 'b', 'c'].map((name) => `<li><a href="#${name}">Part ${name}</a></li>`).join('');
const PARTS = ['a', 'b', 'c'].map((name) => `<h2 id=${name}>Part ${name}</h2><p>Words.</p>`).join('');
const WRITTEN = '## Part a\n\nWords.\n\n## Part b\n\nWords.\n\n## Part c\n\nWords.';
const PICTURE = '<img src="/a.jpg" alt=a width=300>';

const CASES: readonly (readonly [name: string, html: string, markdown: string])[] = [
  ['the contents of kramdown', `<ul id=markdown-toc>${LINKS}</ul>${PARTS}`, WRITTEN],
  ['the contents of Sphinx', `<nav class="contents topic"><ul><li><ul>${LINKS}</ul></li></ul></nav>${PARTS}`, WRITTEN],
  [
    'contents with numbers',
    `<div class=toc><ul>${LINKS.replaceAll('">Part', '"><b>1</b> Part')}</ul></div>${PARTS}`,
    WRITTEN,
  ],
  [
    'the contents an author wrote stay',
    `<ul>${LINKS}</ul>${PARTS}`,
    `- [Part a](https://example.org/page#a)\n- [Part b](https://example.org/page#b)\n- [Part c](https://example.org/page#c)\n\n${WRITTEN}`,
  ],
  [
    'a list with words besides stays',
    '<div class=contents><ul><li>A box of <a href="#a">moss</a> and of ferns and grass, well watered</li></ul></div>',
    '- A box of [moss](https://example.org/page#a) and of ferns and grass, well watered',
  ],
  [
    'the line of Texinfo',
    '<p>Words.</p><div class=header><p>Next: <a href="#b" rel=next>B</a>, Up: <a href="#t" rel=up>Top</a></p></div><p>More.</p>',
    'Words.\n\nMore.',
  ],
  [
    'a sentence with other links stays',
    '<p>See <a rel=next href="/b">the next part</a> or <a href="/c">another</a>.</p>',
    'See [the next part](https://example.org/b) or [another](https://example.org/c).',
  ],
  [
    'markers of LaTeXML',
    '<ul><li style="list-style-type:none"><span class=ltx_tag>•</span><div><p>One</p></div></li></ul><ol><li style="list-style-type:none"><span>(i)</span> <p>Two</p></li></ol>',
    '- One\n\n1. Two',
  ],
  [
    'a first word in bold stays',
    '<ul><li style="list-style:none"><b>One</b> and more</li><li style="list-style:none"><b>A.</b></li></ul>',
    '- **One** and more\n- **A.**',
  ],
  ['who changed the file', '<p>Words.</p><ul class="metadata page-metadata"><li>Anna (90 %)</li></ul>', 'Words.'],
  [
    'a sponsor',
    `<aside><p>Supported by <a href="https://x.example/" rel="sponsored noopener">${PICTURE} X</a></p></aside><p>Words.</p>`,
    'Words.',
  ],
  [
    'the button beside the link to a file',
    '<p>Words.</p><div><a href="/plan.pdf">The plan</a><a href="/plan.pdf" download>Download</a></div>',
    'Words.\n\n[The plan](https://example.org/plan.pdf)',
  ],
  [
    'the copy of a slide',
    `<p>Words.</p><div class=swiper><div>${PICTURE}</div><div class="swiper-slide-duplicate">${PICTURE}</div></div><p>More.</p>`,
    'Words.\n\n![a](https://example.org/a.jpg)\n\nMore.',
  ],
  ['an invitation', '<p>Words.</p><p class=button-wrapper><a href="/subscribe">Subscribe now</a></p>', 'Words.'],
  [
    'signatures of phpBB',
    ['One.', 'Two.'].map((post) => `<div>${post}<br>${'_'.repeat(17)}<br>Nobody <b>knows</b></div>`).join(''),
    'One.\n\nTwo.',
  ],
  [
    'signatures of vBulletin',
    ['One.', 'Two.'].map((post) => `<div>${post}</div><div>${'_'.repeat(18)}<br>Nobody knows</div>`).join(''),
    'One.\n\nTwo.',
  ],
  [
    'one line above a note stays',
    `<div>One.<br>${'_'.repeat(17)}<br>A note</div>`,
    `One.\\\n${'\\_'.repeat(17)}\\\nA note`,
  ],
  [
    'lines to sign on stay',
    ['Buyer', 'Seller'].map((who) => `<p>${'_'.repeat(30)}<br>${who}</p>`).join(''),
    ['Buyer', 'Seller'].map((who) => `${'\\_'.repeat(30)}\\\n${who}`).join('\n\n'),
  ],
];
for (const [name, html, markdown] of CASES) test(name, () => assert.equal(markdownOfHtml(html), markdown));
