import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from '@dehusk/html';
import { PAGE_TYPES } from '../blocks/block.js';
import { lowerCommentThread } from './article-rules.js';
import { blockFacts } from './features/facts.js';
import { pageRows } from './features.js';

const types = (article: number): Float32Array =>
  Float32Array.from(PAGE_TYPES, (type) => (type === 'article' ? article : (1 - article) / (PAGE_TYPES.length - 1)));
const PARAGRAPH = `<p>${'The county said on Tuesday that the ferry runs again, and that the bicycles stay ashore. '.repeat(4)}</p>`;
const ARTICLE = PARAGRAPH.repeat(3);
const SHORT = PARAGRAPH;
const comment = (head: string): string => `<div>${head}</div><span>The fare is the scandal, not the stage!</span>`;
const HEADS = ['Ann on 9:35am Wed 9 Jan', 'Brad, Upfield on 11:16am Wed 9 Jan', 'Cleo on 17:02 Thu 10 Jan'];
const THREAD = HEADS.map(comment).join('');

/** Per case: the page, its chance of being an article, the probability of its blocks, and how the thread begins. */
const CASES: readonly [name: string, body: string, article: number, probability: number, begins: string | null][] = [
  ['three comments below an article', ARTICLE + THREAD, 0.9, 0.9, 'Ann on'],
  ['two are none', ARTICLE + HEADS.slice(1).map(comment).join(''), 0.9, 0.9, null],
  ['on a page that may be a forum it is the content', ARTICLE + THREAD, 0.6, 0.9, null],
  ['too little text before it: the thread is the page', SHORT.slice(0, 150) + THREAD, 0.9, 0.9, null],
  ['text before it that is hardly content: the same', ARTICLE + THREAD, 0.9, 0.5, null],
  [
    'days are not times: the entries of a chronicle stay',
    ARTICLE + ['9 Jan 2008', '10 Jan 2008', '11 Jan 2008'].map(comment).join(''),
    0.9,
    0.9,
    null,
  ],
  [
    'longer lines with a time in them are text',
    ARTICLE + HEADS.map((head) => comment(`${head}${' as the clerk of the town put it down'.repeat(3)}`)).join(''),
    0.9,
    0.9,
    null,
  ],
  [
    'times with nothing to say: a timetable',
    ARTICLE + ['9:35', '10:35', '11:35', '12:35'].map((head) => `<div>${head}</div>`).join(''),
    0.9,
    0.9,
    null,
  ],
  ['a time before the article opens nothing', `<div>9:35am Wed 9 Jan</div>${ARTICLE}${THREAD}`, 0.9, 0.9, 'Ann on'],
];

for (const [name, body, article, chance, begins] of CASES)
  test(name, () => {
    const parsed = parse(`<html><body>${body}</body></html>`);
    assert.ok(parsed.ok);
    const rows = pageRows(blockFacts(parsed.page));
    const probability = new Float32Array(rows.size).fill(chance);
    lowerCommentThread(rows, types(article), probability);
    const isDoubted = [...probability].map((one) => one < chance - 0.01);
    const first = isDoubted.indexOf(true);
    assert.equal(first < 0 ? null : rows.visible.blocks.text[first].slice(0, 6), begins);
    assert.ok(first < 0 || isDoubted.slice(first).every(Boolean));
  });
