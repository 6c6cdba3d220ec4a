/**
 * Repetition on a page: items, template groups and texts.
 *
 * - Items: the nearest and the outermost ancestor of a block that is one of three or more siblings of one shape (cards of a
 *   grid, posts of a thread, rows of a list), and the contents of the group.
 * - Template groups: blocks with the same chain of shapes come from the same line of a template. Their number, their share of
 *   the page and the variety of their texts separate content from boilerplate.
 * - Texts: the share of a block that also occurs elsewhere on the page.
 */

import { HashNumbers, HashSet, memoized, type NodeId, newColumn, trigram } from '@dehusk/html';
import { type ElementShapes, elementShapes } from '../../blocks/shapes.js';
import { ABSENT, type BlockFacts, endBlock, type FeaturePart, firstBlock, log1p, type RowWriter } from './facts.js';

const ITEM_MEASURES = [
  'count',
  'place',
  'words',
  'share',
  'linkDensity',
  'variance',
  'images',
  'prices',
  'groupShare',
  'groupWords',
  'prose',
] as const;
/** Siblings of one shape are items from this many on. */
const MIN_ITEMS = 3;

interface Group {
  readonly count: number;
  readonly size: number;
  readonly words: number;
  readonly linkWords: number;
  readonly proseWords: number;
  readonly squares: number;
  readonly images: number;
  readonly prices: number;
}

export const ITEMS: FeaturePart = {
  names: [
    'itemLevel',
    ...ITEM_MEASURES.map((measure) => `item.${measure}`),
    ...ITEM_MEASURES.map((measure) => `outerItem.${measure}`),
    'likeElements',
    'children',
  ],
  writer(facts) {
    const { page, blocks } = facts;
    const shapes = elementShapes(page);
    const groups = new Map<number, Group>();
    const notAlone = page.names.map((name) => /^(?:a|span|p|td|tr|h[1-6])$/.test(name));
    const notOuter = page.names.map((name) => /^(?:p|h[1-6])$/.test(name));
    return (from, to, out, stride, offset) => {
      for (let b = from; b < to; b++) {
        let at = offset + (b - from) * stride;
        let nearest = -1;
        let level = ABSENT;
        let outermost = -1;
        for (let node = blocks.element[b], step = 0; node > 0 && step < 64; node = page.parent[node], step++) {
          if (shapes.alike[node] < MIN_ITEMS) continue;
          if (nearest < 0 && !notAlone[page.tag[node]]) {
            nearest = node;
            level = step;
          }
          if (!notOuter[page.tag[node]]) outermost = node;
        }
        out[at++] = level;
        for (const node of [nearest, outermost]) {
          measure(facts, shapes, groups, node, out, at);
          at += ITEM_MEASURES.length;
        }
        const element = blocks.element[b];
        out[at++] = log1p(shapes.onPage(element) - 1);
        out[at++] = shapes.children[element];
      }
    };
  },
};

function measure(
  facts: BlockFacts,
  shapes: ElementShapes,
  groups: Map<number, Group>,
  node: NodeId,
  out: Float32Array,
  start: number,
): void {
  if (node < 0) {
    out.fill(ABSENT, start, start + ITEM_MEASURES.length);
    return;
  }
  const leader = shapes.leader[node];
  let group = groups.get(leader);
  if (group === undefined) {
    group = gather(facts, shapes, leader);
    groups.set(leader, group);
  }
  const { sums } = facts;
  const words = sums.words[endBlock(facts, node)] - sums.words[firstBlock(facts, node)];
  const most = Math.max(1, group.count);
  const mean = group.words / most;
  let at = start;
  out[at++] = log1p(group.count);
  out[at++] = shapes.place[node] / Math.max(1, group.size);
  out[at++] = log1p(mean);
  out[at++] = words / Math.max(1, group.words);
  out[at++] = group.linkWords / Math.max(1, group.words);
  out[at++] = Math.sqrt(Math.max(0, group.squares / most - mean * mean)) / Math.max(1, mean);
  out[at++] = group.images / Math.max(1, group.size);
  out[at++] = group.prices / Math.max(1, group.size);
  out[at++] = group.words / facts.total;
  out[at++] = log1p(group.words);
  out[at++] = group.proseWords / Math.max(1, group.words);
}

/** Sums over all members of a group: the siblings with the shape of its leader. */
function gather(facts: BlockFacts, shapes: ElementShapes, leader: NodeId): Group {
  const { page, sums } = facts;
  let count = 0;
  let size = 0;
  let words = 0;
  let linkWords = 0;
  let proseWords = 0;
  let squares = 0;
  let images = 0;
  let prices = 0;
  for (let node = leader; node >= 0; node = shapes.next[node]) {
    const from = facts.blocksBefore[node];
    const to = facts.blocksBefore[page.end[node]];
    const own = sums.words[to] - sums.words[from];
    size++;
    if (own > 0) count++;
    words += own;
    squares += own * own;
    linkWords += sums.linkWords[to] - sums.linkWords[from];
    proseWords += sums.proseWords[to] - sums.proseWords[from];
    if (sums.images[to] > sums.images[from]) images++;
    if (sums.prices[to] > sums.prices[from]) prices++;
  }
  return { count, size, words, linkWords, proseWords, squares, images, prices };
}

const TEMPLATE_MEASURES = [
  'count',
  'share',
  'average',
  'linkDensity',
  'variance',
  'different',
  'first',
  'span',
  'rank',
] as const;

export const TEMPLATES: FeaturePart = {
  names: [
    ...TEMPLATE_MEASURES.map((measure) => `template.${measure}`),
    ...TEMPLATE_MEASURES.map((measure) => `wholeTemplate.${measure}`),
  ],
  writer(facts) {
    const { wholeChain } = elementShapes(facts.page);
    const near = templateWriter(facts, templateGroups(facts));
    const whole = templateWriter(
      facts,
      groupsBy(facts.size, (b) => wholeChain[facts.blocks.element[b]]),
    );
    return (from, to, out, stride, offset) => {
      near(from, to, out, stride, offset);
      whole(from, to, out, stride, offset + TEMPLATE_MEASURES.length);
    };
  },
};

function templateWriter(facts: BlockFacts, { group, groups }: Groups): RowWriter {
  const words = new Float64Array(groups);
  const linkWords = new Float64Array(groups);
  const squares = new Float64Array(groups);
  const count = new Uint32Array(groups);
  const different = new Uint32Array(groups);
  const first = new Uint32Array(groups);
  const last = new Uint32Array(groups);
  const rank = newColumn(Uint32Array, facts.size);
  const texts = new HashNumbers();
  for (let b = 0; b < facts.size; b++) {
    const g = group[b];
    if (count[g] === 0) first[g] = b;
    rank[b] = count[g]++;
    last[g] = b;
    const own = facts.words[b];
    words[g] += own;
    squares[g] += own * own;
    linkWords[g] += own * facts.linkDensity[b];
    const known = texts.size;
    if (texts.numberOf(facts.text[b], g) === known) different[g]++;
  }
  return (from, to, out, stride, offset) => {
    for (let b = from; b < to; b++) {
      const g = group[b];
      const mean = words[g] / count[g];
      let at = offset + (b - from) * stride;
      out[at++] = log1p(count[g]);
      out[at++] = words[g] / facts.total;
      out[at++] = log1p(mean);
      out[at++] = linkWords[g] / Math.max(1, words[g]);
      out[at++] = Math.sqrt(Math.max(0, squares[g] / count[g] - mean * mean)) / Math.max(1, mean);
      out[at++] = different[g] / count[g];
      out[at++] = first[g] / facts.size;
      out[at++] = (last[g] - first[g]) / facts.size;
      out[at++] = rank[b] / count[g];
    }
  };
}

/** Per block the number of its group, in order of first blocks, and the number of groups. */
interface Groups {
  readonly group: Uint32Array;
  readonly groups: number;
}

/** Groups of blocks with the same hash. */
function groupsBy(size: number, hashOf: (block: number) => number): Groups {
  const group = newColumn(Uint32Array, size);
  const numbers = new HashNumbers();
  for (let b = 0; b < size; b++) group[b] = numbers.numberOf(hashOf(b));
  return { group, groups: numbers.size };
}

/** Groups of blocks whose elements have the same shapes up two levels. */
export const templateGroups = memoized(({ page, blocks, size }: BlockFacts): Groups => {
  const { nearChain } = elementShapes(page);
  return groupsBy(size, (b) => nearChain[blocks.element[b]]);
});

/** Per block: the number of blocks with its text, and how many of them are before it. */
export const textCopies = memoized((facts: BlockFacts): { copies: Uint32Array; index: Uint32Array } => {
  const { group, groups } = groupsBy(facts.size, (b) => facts.text[b]);
  const count = new Uint32Array(groups);
  const index = group.map((g) => count[g]++);
  return { copies: group.map((g) => count[g]), index };
});

export const REPEATS: FeaturePart = {
  names: ['copies', 'copyIndex', 'seenBefore', 'seenAfter'],
  writer(facts) {
    const { size, tokens } = facts;
    const { copies, index } = textCopies(facts);
    const seen = new HashSet(tokens.length);
    const before = newColumn(Float32Array, size);
    for (let b = 0; b < size; b++) before[b] = coverage(facts, b, seen);
    seen.clear();
    const after = newColumn(Float32Array, size);
    for (let b = size - 1; b >= 0; b--) after[b] = coverage(facts, b, seen);
    return (from, to, out, stride, offset) => {
      for (let b = from; b < to; b++) {
        const at = offset + (b - from) * stride;
        out[at] = log1p(copies[b] - 1);
        out[at + 1] = Math.min(10, index[b]);
        out[at + 2] = before[b];
        out[at + 3] = after[b];
      }
    };
  },
};

/** Share of a block's word trigrams already in the set, to which it then adds them. −1 for a block of less than three words. */
function coverage(facts: BlockFacts, block: number, seen: HashSet): number {
  const { tokens, tokenFrom } = facts;
  const from = tokenFrom[block];
  const to = tokenFrom[block + 1];
  if (to - from < 3) return ABSENT;
  let found = 0;
  for (let at = from; at + 2 < to; at++) if (seen.has(trigram(tokens, at))) found++;
  for (let at = from; at + 2 < to; at++) seen.add(trigram(tokens, at));
  return found / (to - from - 2);
}
