/**
 * Repetition on a page: items, template groups and texts.
 *
 * - Items: the nearest and the outermost ancestor of a block that is one of three or more siblings of one shape (cards of a
 *   grid, posts of a thread, rows of a list), and the contents of the group.
 * - Template groups: blocks with the same chain of shapes come from the same line of a template. Their number, their share of
 *   the page and the variety of their texts separate content from boilerplate.
 * - Texts: the share of a block that also occurs elsewhere on the page.
 */
import type { NodeId } from '../../page/page.js';
import { HashSet, trigram } from '../../text/word-hashes.js';
import { type BlockFacts, endBlock, firstBlock } from './facts.js';
import { ABSENT, type FeaturePart, log1p } from './part.js';
import { type ElementShapes, elementShapes } from './shapes.js';

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
  fill(facts, out, stride, offset) {
    const { page, blocks } = facts;
    const shapes = elementShapes(page);
    const groups = new Map<number, Group>();
    const notAlone = page.names.map((name) => /^(?:a|span|p|td|tr|h[1-6])$/.test(name));
    const notOuter = page.names.map((name) => /^(?:p|h[1-6])$/.test(name));
    for (let b = 0; b < facts.size; b++) {
      let at = b * stride + offset;
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
  fill(facts, out, stride, offset) {
    const shapes = elementShapes(facts.page);
    for (const [chain, start] of [
      [shapes.nearChain, offset],
      [shapes.wholeChain, offset + TEMPLATE_MEASURES.length],
    ] as const) {
      const { group, groups } = groupsBy(facts.blocks.element, chain);
      const words = new Float64Array(groups);
      const linkWords = new Float64Array(groups);
      const squares = new Float64Array(groups);
      const count = new Uint32Array(groups);
      const first = new Uint32Array(groups);
      const last = new Uint32Array(groups);
      const rank = new Uint32Array(facts.size);
      const texts: Set<number>[] = [];
      for (let b = 0; b < facts.size; b++) {
        const g = group[b];
        if (count[g] === 0) {
          first[g] = b;
          texts[g] = new Set();
        }
        rank[b] = count[g]++;
        last[g] = b;
        const own = facts.words[b];
        words[g] += own;
        squares[g] += own * own;
        linkWords[g] += own * facts.linkDensity[b];
        texts[g].add(textHash(facts.tokens, facts.tokenFrom[b], facts.tokenFrom[b + 1]));
      }
      for (let b = 0; b < facts.size; b++) {
        const g = group[b];
        const mean = words[g] / count[g];
        let at = b * stride + start;
        out[at++] = log1p(count[g]);
        out[at++] = words[g] / facts.total;
        out[at++] = log1p(mean);
        out[at++] = linkWords[g] / Math.max(1, words[g]);
        out[at++] = Math.sqrt(Math.max(0, squares[g] / count[g] - mean * mean)) / Math.max(1, mean);
        out[at++] = texts[g].size / count[g];
        out[at++] = first[g] / facts.size;
        out[at++] = (last[g] - first[g]) / facts.size;
        out[at++] = rank[b] / count[g];
      }
    }
  },
};

/** Groups blocks whose elements have the same chain of shapes: per block the number of its group, and the number of groups. */
export function groupsBy(element: Int32Array, chain: Uint32Array): { group: Uint32Array; groups: number } {
  const group = new Uint32Array(element.length);
  const known = new Map<number, number>();
  for (let b = 0; b < element.length; b++) {
    const key = chain[element[b]];
    let g = known.get(key);
    if (g === undefined) {
      g = known.size;
      known.set(key, g);
    }
    group[b] = g;
  }
  return { group, groups: known.size };
}

/** A hash of a block's words in order. */
export function textHash(tokens: Uint32Array, from: number, to: number): number {
  let hash = to - from;
  for (let at = from; at < to; at++) hash = (Math.imul(hash, 0x9e3779b1) ^ tokens[at]) >>> 0;
  return hash;
}

export const REPEATS: FeaturePart = {
  names: ['copies', 'copyIndex', 'seenBefore', 'seenAfter'],
  fill(facts, out, stride, offset) {
    const { size, tokens, tokenFrom } = facts;
    const copies = new Map<number, number>();
    const own = new Uint32Array(size);
    for (let b = 0; b < size; b++) {
      own[b] = textHash(tokens, tokenFrom[b], tokenFrom[b + 1]);
      const before = copies.get(own[b]) ?? 0;
      out[b * stride + offset + 1] = Math.min(10, before);
      copies.set(own[b], before + 1);
    }
    const seen = new HashSet(tokens.length);
    for (let b = 0; b < size; b++) {
      const at = b * stride + offset;
      out[at] = log1p((copies.get(own[b]) ?? 1) - 1);
      out[at + 2] = coverage(facts, b, seen);
    }
    seen.clear();
    for (let b = size - 1; b >= 0; b--) out[b * stride + offset + 3] = coverage(facts, b, seen);
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
