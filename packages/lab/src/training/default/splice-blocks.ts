/**
 * Article pages with blocks of other pages spliced in, for training: a thread of posts below the text, lists of teasers
 * before, after or beside it; and articles cut short.
 *
 * Observation: WCXB's articles are long and have few comments. On news pages of ten lines among two hundred teasers, and on
 * weblogs with more comments than text, a model trained on WCXB alone predicts a listing or a forum and keeps everything.
 * Here the posts and teasers are boilerplate under their own names and markup, so only their position separates them.
 */
import { PAGE_TYPES } from '@dehusk/core';
import type { BlockFacts } from '@dehusk/core/train';
import type { TrainingPage } from './pages.js';
import { seededRandom } from './seeded-random.js';

/** Source of blocks to splice into articles, from pages of one fold. */
export interface Donors {
  /** Threads of posts, the main content of forums. */
  readonly threads: readonly string[];
  /** Lists of teasers or links: the main content of listings and collections, boilerplate of articles. */
  readonly lists: readonly string[];
  /** Running text. */
  readonly prose: readonly string[];
}

const THREAD_WORDS = { least: 40, most: 2_500 };
const LIST_WORDS = { least: 40, most: 900 };
/** Longest donor, in characters of source. */
const MAX_SOURCE = 150_000;
/** Share of articles that get a thread, that get lists, and that are shortened. */
const THREAD_SHARE = 0.5;
const LIST_SHARE = 0.7;
const SHORT_SHARE = 0.5;
const MAX_LISTS = 3;
/** Share of threads that are synthetic comments instead of a forum's posts. */
const SYNTHETIC_SHARE = 0.75;
const PROSE_PER_PAGE = 8;
/** A shortened article keeps its opening and 1 to this many further blocks. */
const SHORT_BLOCKS = 5;

/** The donors that pages provide, in order of the pages. */
export function donorsOf(pages: readonly TrainingPage[]): Donors {
  const threads: string[] = [];
  const lists: string[] = [];
  const prose: string[] = [];
  for (const one of pages) {
    const type = PAGE_TYPES[one.type];
    const { visible } = one.rows;
    const { page } = visible;
    let taken = 0;
    for (let b = 0; b < visible.size && taken < PROSE_PER_PAGE; b++)
      if (visible.prose[b] === 1 && one.label[b] >= 0.5) {
        prose.push(visible.blocks.text[b]);
        taken++;
      }
    const piece = (node: number, least: number, most: number): string | null => {
      const words =
        visible.sums.words[visible.blocksBefore[page.end[node]]] - visible.sums.words[visible.blocksBefore[node]];
      const source = page.source.slice(page.sourceFrom[node], page.sourceTo[node]);
      return words >= least && words <= most && source.length < MAX_SOURCE && source.startsWith('<') ? source : null;
    };
    if (type === 'forum' || type === 'listing' || type === 'collection') {
      const [first, last] = goldEnds(one);
      if (first < 0) continue;
      const holder = commonHolder(one, first, last);
      const words = type === 'forum' ? THREAD_WORDS : LIST_WORDS;
      const own = piece(holder, words.least, words.most);
      if (own !== null) (type === 'forum' ? threads : lists).push(own);
    } else if (type === 'article') {
      // The largest containers without gold that no other such container holds.
      const { label } = one;
      let found = 0;
      for (let node = 1; node < page.size && found < 2; ) {
        const from = visible.blocksBefore[node];
        const to = visible.blocksBefore[page.end[node]];
        let hasGold = false;
        for (let b = from; b < to && !hasGold; b++) hasGold = label[b] > 0.2;
        if (hasGold || to - from < 8) {
          node++;
          continue;
        }
        const own = piece(node, LIST_WORDS.least, LIST_WORDS.most);
        if (own !== null) {
          lists.push(own);
          found++;
        }
        node = own === null ? node + 1 : page.end[node];
      }
    }
  }
  return { threads, lists, prose };
}

/** The first and last gold block, −1 when there is none. */
export function goldEnds({ label, rows }: TrainingPage): [first: number, last: number] {
  const gold = label.subarray(0, rows.visible.size).map((share) => (share >= 0.5 ? 1 : 0));
  return [gold.indexOf(1), gold.lastIndexOf(1)];
}

export function commonHolder({ rows: { visible } }: TrainingPage, first: number, last: number): number {
  const { page, blocks } = visible;
  let node = blocks.element[first];
  while (node > 0 && page.end[node] <= blocks.last[last]) node = page.parent[node];
  return node;
}

/** A range of the source and what takes its place. */
export interface SourceEdit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** Whether a block is all there is in its element. */
export function isAlone({ page, blocks, blocksBefore }: BlockFacts, b: number): boolean {
  const element = blocks.element[b];
  return blocksBefore[page.end[element]] - blocksBefore[element] === 1 && blocksBefore[element] === b;
}

/** The end, in the source, of the widest element below the holder of the text that ends with its last block. */
export function endOfText({ rows: { visible } }: TrainingPage, holder: number, last: number): number {
  const { page, blocks, blocksBefore } = visible;
  let node = blocks.element[last];
  while (page.parent[node] > 0 && node !== holder && blocksBefore[page.end[page.parent[node]]] === last + 1)
    node = page.parent[node];
  return page.sourceTo[node];
}

/** The source with its edits, in order of place. Text inserted into a removed range stays. */
export function joinEdits(source: string, edits: readonly SourceEdit[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { from, to, text } of [...edits].sort((x, y) => x.from - y.from || x.to - y.to)) {
    if (from >= at) {
      parts.push(source.slice(at, from));
      at = to;
    }
    parts.push(text);
  }
  parts.push(source.slice(at));
  return parts.join('');
}

/** The source and the gold of an article with spliced blocks; null when the page has no gold. Deterministic by seed. */
export function spliceBlocks(one: TrainingPage, donors: Donors, seed: number): { source: string; gold: string } | null {
  const random = seededRandom(seed);
  const { visible } = one.rows;
  const { page, blocks } = visible;
  const [first, last] = goldEnds(one);
  if (first < 0) return null;
  const gold: number[] = [];
  for (let b = first; b <= last; b++) if (one.label[b] >= 0.5) gold.push(b);
  const edits: SourceEdit[] = [];
  let kept = gold;
  if (gold.length > SHORT_BLOCKS && random() < SHORT_SHARE) {
    const wanted = 1 + Math.floor(random() * SHORT_BLOCKS);
    // The opening stays because it holds the headline.
    const opening = 1 + Math.floor(random() * 2);
    kept = [...gold.slice(0, opening), ...gold.slice(opening).slice(0, wanted)];
    const isKept = new Set(kept);
    for (const b of gold) {
      if (isKept.has(b)) continue;
      const [from, to] = isAlone(visible, b)
        ? [blocks.element[b], blocks.element[b]]
        : [blocks.first[b], blocks.last[b]];
      edits.push({ from: page.sourceFrom[from], to: page.sourceTo[to], text: '' });
    }
  }
  const draw = (from: readonly string[]): string => from[Math.floor(random() * from.length)];
  const holder = commonHolder(one, first, last);
  const end = endOfText(one, holder, last);
  const opens = page.openTo[page.tag.indexOf(page.nameIndex('body'))] ?? 0;
  const closes = /<\/body\s*>/i.exec(page.source)?.index ?? page.source.length;
  const insert = (at: number, text: string): void => {
    edits.push({ from: at, to: at, text });
  };
  if (donors.prose.length > 0 && random() < THREAD_SHARE) {
    const thread =
      donors.threads.length === 0 || random() < SYNTHETIC_SHARE
        ? syntheticComments(donors.prose, random)
        : draw(donors.threads);
    insert(random() < 0.6 ? end : page.sourceTo[holder], thread);
  }
  if (donors.lists.length > 0 && random() < LIST_SHARE) {
    const count = 1 + Math.floor(random() * MAX_LISTS);
    for (let at = 0; at < count; at++) {
      const list = draw(donors.lists);
      const place = random();
      if (place < 0.25) insert(opens, list);
      else if (place < 0.5) insert(closes, list);
      else if (place < 0.75) insert(page.sourceTo[holder], list);
      else if (place < 0.85) insert(page.sourceFrom[holder], list);
      else insert(end, list);
    }
  }
  return { source: joinEdits(page.source, edits), gold: kept.map((b) => blocks.text[b]).join('\n') };
}

/** Markup of one comment, as weblog and press systems of the last twenty years write it. The text is escaped. */
const SHAPES: readonly ((who: string, when: string, text: readonly string[], at: number) => string)[] = [
  (who, when, text, at) =>
    `<li class="comment" id="comment-${at}"><cite class="fn">${who}</cite> <a href="#c${at}">${when}</a>${text.map((one) => `<p>${one}</p>`).join('')}<a href="#r">Reply</a></li>`,
  (who, when, text) => `<tr><td><b>${who}</b><br>${when}</td><td>${text.join('<br><br>')}</td></tr>`,
  (who, when, text) => `<dt>${who} <small>${when}</small></dt><dd>${text.map((one) => `<p>${one}</p>`).join('')}</dd>`,
  (who, when, text) => `<div class="name">${who} | ${when}</div><div class="text">${text.join('<br>')}</div><hr>`,
  (who, _, text) => `<p><b>${who}</b><br>${text.join('<br>')}</p>`,
  (who, when, text, at) =>
    `<a name="c${at}"></a>${text.map((one) => `<p>${one}</p>`).join('')}<p class="posted">Posted by: <a href="#u">${who}</a> | ${when}</p>`,
  (who, when, text) => `${text.join('<br><br>')}<br><i>${who}, ${when}</i><br><br>`,
  (who, when, text) =>
    `<div class="reply"><div class="author"><a href="#u">${who}</a></div><div class="date">${when}</div><div class="message">${text.join(' ')}</div><div class="votes"><span>0</span> <a href="#v">+</a></div></div>`,
  (who, _, text) => `<blockquote>${text.join(' ')}</blockquote><p>- ${who}</p>`,
];
/** Markup around the comments of the shape with the same index. */
const AROUND: readonly (readonly [open: string, close: string])[] = [
  ['<ol class="commentlist">', '</ol>'],
  ['<table class="comments">', '</table>'],
  ['<dl id="comments">', '</dl>'],
  ['<div class="comments">', '</div>'],
  ['<div>', '</div>'],
  ['<div id="comments">', '</div>'],
  ['<div>', '</div>'],
  ['<section class="discussion">', '</section>'],
  ['<div class="letters">', '</div>'],
];
const HEADINGS: readonly ((count: number) => string)[] = [
  (count) => `<h3>${count} Comments</h3>`,
  (count) => `<h2>Comments (${count})</h2>`,
  () => '<p><b>Comments</b></p>',
  (count) => `<h4>${count} responses</h4>`,
  () => '<div>Have your say</div>',
  () => '<h3>Reader comments</h3>',
  (count) => `<div>Kommentare: ${count}</div>`,
  (count) => `<div>Комментарии (${count})</div>`,
  () => '<h3>Σχόλια</h3>',
  () => '<div>网友评论</div>',
  () => '',
  () => '',
];
const MONTHS = 'January February March April May June July August September October November December'.split(' ');
const MAX_COMMENTS = 40;

/** A thread of comments with made-up names and dates, its texts taken from `prose`. WCXB has few pages with many comments. */
export function syntheticComments(prose: readonly string[], random: () => number): string {
  const below = (limit: number): number => Math.floor(random() * limit);
  const shape = below(SHAPES.length);
  const count = 1 + below(random() < 0.5 ? 6 : MAX_COMMENTS);
  const clock = (): string => `${1 + below(12)}:${String(below(60)).padStart(2, '0')}`;
  const dates: readonly (() => string)[] = [
    () => `${MONTHS[below(12)]} ${1 + below(28)}, ${2004 + below(20)} at ${clock()} pm`,
    () => `${1 + below(28)}.${1 + below(12)}.${2004 + below(20)} ${clock()}`,
    () => `${2 + below(20)} hours ago`,
    () => `${2004 + below(20)}-0${1 + below(9)}-${10 + below(18)} ${clock()}`,
  ];
  const date = dates[below(dates.length)];
  const wordOf = (): string => {
    const words = prose[below(prose.length)].split(' ');
    return words[below(words.length)].replace(/[^\p{L}\p{N}]/gu, '') || 'Anonymous';
  };
  const comments: string[] = [];
  for (let at = 0; at < count; at++) {
    const text = Array.from({ length: random() < 0.75 ? 1 : 2 }, () => excerpt(prose[below(prose.length)], random));
    const who = random() < 0.6 ? wordOf() : `${wordOf()} ${wordOf()}`;
    comments.push(SHAPES[shape](escaped(who), date(), text.map(escaped), 1000 + at));
  }
  const [open, close] = AROUND[shape];
  return `${HEADINGS[below(HEADINGS.length)](count)}${open}${comments.join('')}${close}`;
}

/** The first words of a text, or all of it. */
function excerpt(text: string, random: () => number): string {
  const words = text.split(' ');
  const length = random() < 0.3 ? words.length : 2 + Math.floor(random() * 40);
  return words.slice(0, length).join(' ');
}

export function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');
}
