/** Issues in trackers, notices above threads, navigation and numbered comments: what is in the text, and what is not. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from '@dehusk/html';
import { PAGE_TYPES } from '../blocks/block.js';
import { extract } from '../extract.js';
import { dropLinkedLines } from './article-rules.js';
import { blockFacts } from './features/facts.js';
import { pageRows } from './features.js';

const TEXTS = [
  'The parser loses the last line of a file when it ends without a line break, since the change of last week.',
  'I can reproduce this with the file from the first report, but only where the reader is given a small buffer.',
  'The buffer was flushed before its last bytes were counted; the branch has a test and a change of one line.',
  'Thanks, that works for me too, and the larger files of the archive are read to their ends again.',
] as const;
const chrome = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body><nav><a href="/">Home</a> <a href="/all">All issues</a></nav>${body}<footer>Powered by the tracker</footer></body></html>`;
const FIELDS = [
  ['Reported by:', 'ann'],
  ['Owned by:', 'brad'],
  ['Priority:', 'major'],
  ['Component:', 'reader'],
  ['Milestone:', '1.1.4'],
];
const rows = FIELDS.map(([label, value]) => `<tr><th>${label}</th><td>${value}</td></tr>`).join('');
const dates = ['March 07, 2008 09:12PM', 'March 11, 2008 10:07AM', 'March 14, 2008 11:27AM'];
const people = ['ann', 'brad', 'cleo'];

/** A description before it was changed. */
const OLD =
  'The parser loses lines of some files that I cannot attach here, and I do not know since when it does that.';

const trac = chrome(
  'Last line lost',
  `<main><h1 class="ticket-title">Last line lost</h1><table class="ticket-properties">${rows}</table>
   <h5 class="ticket-description-title">Description</h5><div class="ticket-description"><p>${TEXTS[0]}</p></div>
   ${dates.map((date, at) => `<div class="ticket-change" id="comment:${at}"><h3 class="ticket-change-header"><span>Changed ${date} UTC by <span class="author">${people[at]}</span></span></h3><table class="ticket-changes"><tr><th>status:</th><td>new → open ${at}</td></tr><tr><th>description:</th><td>${OLD}</td></tr></table><div class="ticket-comment-body"><p>${TEXTS[at + 1]}</p></div></div>`).join('')}</main>`,
);
const nameless = chrome(
  '#418: Last line lost',
  `<div><h1>#418: Last line lost</h1><div>${FIELDS.map(([label, value]) => `<div><span>${label}</span> <b>${value}</b></div>`).join('')}<div><span>Status:</span></div><div><span>Severity:</span></div></div><div><p>${TEXTS[0]}</p></div>
   ${dates.map((date, at) => `<div><div><b>${people[at]}</b> <i>${date}</i></div><div><p>${TEXTS[at + 1]}</p></div></div>`).join('')}</div>`,
);
const article = (body: string): string =>
  chrome('COVID-19 and the ferry', `<main><h1>COVID-19 and the ferry</h1>${body}</main>`);
const paragraphs = TEXTS.map((text) => `<p>${text}</p>`);

const NAVIGATION = `<ul>${['Previous', 'Next'].map((way) => `<li>${way} message (by thread): <a href="${way}.html">[Reader] The reader of small files and its buffers of one line</a></li>`).join('')}
  <li><b>Messages sorted by:</b> <a href="date.html">[ date ]</a> <a href="thread.html">[ thread ]</a></li></ul>`;

const CASES: readonly [name: string, html: string, lost: readonly string[]][] = [
  ['Trac: fields and changes are not text', trac, ['Priority', 'major', 'Component', '→', 'cannot attach']],
  ['a tracker without names, known by its fields', nameless, ['Milestone', '1.1.4', 'Component']],
  ['a headline with a number and no fields is an article', article(paragraphs.join('')), []],
  [
    'comments below their number',
    article(
      `${paragraphs.join('')}<div><h3>2 comments</h3><div><b>Ann</b> <time datetime="2024-05-01">1 May 2024</time><p>The fare is a scandal.</p></div><div><b>Brad</b> <time datetime="2024-05-02">2 May 2024</time><p>It was cheaper in the summer.</p></div></div>`,
    ),
    ['2 comments', 'scandal', 'cheaper'],
  ],
];

for (const [name, html, lost] of CASES)
  test(name, () => {
    const text = extract(html).text.replace(/\s+/g, ' ');
    for (const one of TEXTS) assert.ok(text.includes(one), `lost: ${one}\n${text}`);
    for (const one of lost) assert.ok(!text.includes(one), `kept: ${one}\n${text}`);
  });

test('navigation above and below a text is dropped, however short the text is', () => {
  const parsed = parse(`${NAVIGATION}<pre>${TEXTS[0]}</pre>${NAVIGATION}`, { url: 'http://list.example/2.html' });
  assert.ok(parsed.ok);
  const { visible } = pageRows(blockFacts(parsed.page));
  const keep = new Uint8Array(visible.size).fill(1);
  const types = Float32Array.from(PAGE_TYPES, (type) => Number(type === 'article'));
  dropLinkedLines(visible, types, keep, new Array(visible.size));
  assert.deepEqual(
    visible.blocks.text.filter((_, b) => keep[b] === 1),
    [TEXTS[0]],
  );
});
