/**
 * Articles grafted with what other pages have beside and below theirs, for training: a thread of posts after the text, a
 * list of teasers before, after or beside it; and articles cut short.
 *
 * Observation: WCXB's articles are long and its comments few. On news pages of ten lines among two hundred teasers, and on
 * weblogs with more words of readers than of the author, a model trained on WCXB alone takes the page for a listing or a
 * forum and keeps everything. Here a forum's posts and a listing's teasers stand where they are not the main content, under
 * their own names and markup, so that only their place can tell.
 */
import type { TrainingPage } from './pages.js';
import { readerComments } from './reader-comments.js';
import { seededRandom } from './seeded-random.js';

/** Pieces of source to graft with, from pages of one fold. */
export interface Donors {
  /** Threads of posts: what forums keep. */
  readonly threads: readonly string[];
  /** Lists of teasers or links: what listings and collections keep, and what articles drop. */
  readonly lists: readonly string[];
  /** Running texts. */
  readonly prose: readonly string[];
}

const THREAD_WORDS = { least: 40, most: 2_500 };
const LIST_WORDS = { least: 40, most: 900 };
/** Largest piece, in characters of source. */
const LONGEST = 150_000;
/** Share of articles with a thread, with lists, cut short. */
const THREAD_SHARE = 0.5;
const LIST_SHARE = 0.7;
const MAX_LISTS = 3;
/** Share of threads that are made up, not a forum's. */
const MADE_UP_SHARE = 0.75;
const PROSE_A_PAGE = 8;
const SHORT_SHARE = 0.5;
const SHORTEST = 1;
const SHORT_BLOCKS = 5;

/** The pieces that pages give; in order of the pages. */
export function donorsOf(pages: readonly TrainingPage[], types: readonly string[]): Donors {
  const threads: string[] = [];
  const lists: string[] = [];
  const prose: string[] = [];
  for (const one of pages) {
    const type = types[one.type];
    const { visible } = one.rows;
    const { page } = visible;
    let taken = 0;
    for (let b = 0; b < visible.size && taken < PROSE_A_PAGE; b++)
      if (visible.prose[b] === 1 && one.label[b] >= 0.5) {
        prose.push(visible.blocks.text[b]);
        taken++;
      }
    const piece = (node: number, least: number, most: number): string | null => {
      const words =
        visible.sums.words[visible.blocksBefore[page.end[node]]] - visible.sums.words[visible.blocksBefore[node]];
      const source = page.source.slice(page.sourceFrom[node], page.sourceTo[node]);
      return words >= least && words <= most && source.length < LONGEST && source.startsWith('<') ? source : null;
    };
    if (type === 'forum' || type === 'listing' || type === 'collection') {
      const [first, last] = goldEnds(one);
      if (first < 0) continue;
      const holder = commonHolder(one, first, last);
      const words = type === 'forum' ? THREAD_WORDS : LIST_WORDS;
      const own = piece(holder, words.least, words.most);
      if (own !== null) (type === 'forum' ? threads : lists).push(own);
    } else if (type === 'article') {
      // The largest containers without gold that are not part of another one.
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
function goldEnds({ label, rows }: TrainingPage): [first: number, last: number] {
  let first = -1;
  let last = -1;
  for (let b = 0; b < rows.visible.size; b++)
    if (label[b] >= 0.5) {
      if (first < 0) first = b;
      last = b;
    }
  return [first, last];
}

function commonHolder({ rows: { visible } }: TrainingPage, first: number, last: number): number {
  const { page, blocks } = visible;
  let node = blocks.element[first];
  while (node > 0 && page.end[node] <= blocks.last[last]) node = page.parent[node];
  return node;
}

/** The source of an article cut short and grafted, and its gold; null when the page has no gold to graft on. Deterministic by seed. */
export function spliceBlocks(one: TrainingPage, donors: Donors, seed: number): { source: string; gold: string } | null {
  const random = seededRandom(seed);
  const { visible } = one.rows;
  const { page, blocks } = visible;
  const [first, last] = goldEnds(one);
  if (first < 0) return null;
  const gold: number[] = [];
  for (let b = first; b <= last; b++) if (one.label[b] >= 0.5) gold.push(b);
  const edits: { from: number; to: number; text: string }[] = [];
  let kept = gold;
  if (gold.length > SHORT_BLOCKS && random() < SHORT_SHARE) {
    const wanted = SHORTEST + Math.floor(random() * SHORT_BLOCKS);
    // The opening stays; it holds the headline.
    const opening = 1 + Math.floor(random() * 2);
    kept = [...gold.slice(0, opening), ...gold.slice(opening).slice(0, wanted)];
    const isKept = new Set(kept);
    for (const b of gold) {
      if (isKept.has(b)) continue;
      const element = blocks.element[b];
      const isAlone =
        visible.blocksBefore[page.end[element]] - visible.blocksBefore[element] === 1 &&
        visible.blocksBefore[element] === b;
      edits.push(
        isAlone
          ? { from: page.sourceFrom[element], to: page.sourceTo[element], text: '' }
          : { from: page.sourceFrom[blocks.first[b]], to: page.sourceTo[blocks.last[b]], text: '' },
      );
    }
  }
  const draw = (from: readonly string[]): string => from[Math.floor(random() * from.length)];
  const holder = commonHolder(one, first, last);
  /** The end of the widest element that ends with the last gold block. */
  const endOfText = (): number => {
    let node = blocks.element[last];
    while (page.parent[node] > 0 && node !== holder && visible.blocksBefore[page.end[page.parent[node]]] === last + 1)
      node = page.parent[node];
    return page.sourceTo[node];
  };
  const body = page.nameIndex('body');
  let top = -1;
  for (let node = 1; node < page.size && top < 0; node++) if (page.tag[node] === body) top = node;
  const opens = top >= 0 ? page.openTo[top] : 0;
  const closes = /<\/body\s*>/i.exec(page.source)?.index ?? page.source.length;
  const insert = (at: number, text: string): void => {
    edits.push({ from: at, to: at, text });
  };
  if (donors.prose.length > 0 && random() < THREAD_SHARE) {
    const thread =
      donors.threads.length === 0 || random() < MADE_UP_SHARE
        ? readerComments(donors.prose, random)
        : draw(donors.threads);
    insert(random() < 0.6 ? endOfText() : page.sourceTo[holder], thread);
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
      else insert(endOfText(), list);
    }
  }
  edits.sort((x, y) => x.from - y.from || x.to - y.to);
  let source = '';
  let at = 0;
  for (const { from, to, text } of edits) {
    if (from < at) {
      source += text; // inside what was cut: what is put in stays
      continue;
    }
    source += page.source.slice(at, from) + text;
    at = to;
  }
  source += page.source.slice(at);
  return { source, gold: kept.map((b) => blocks.text[b]).join('\n') };
}
