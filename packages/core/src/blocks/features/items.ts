/**
 * Repeated siblings: the nearest and the outermost ancestor of a block that is one of three or more like elements under
 * one parent (cards of a grid, posts of a thread, rows of a list), and what the whole group looks like.
 */

import type { NodeId } from '../../page/page.js';
import { type BlockFacts, endBlock, firstBlock } from './facts.js';
import { log1p } from './log1p.js';
import { ABSENT, type FeaturePart } from './part.js';
import type { ElementShapes } from './shapes.js';
import { elementShapes } from './shapes.js';

const MEASURES = [
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
const LEAST = 3;

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
    ...MEASURES.map((measure) => `item.${measure}`),
    ...MEASURES.map((measure) => `outerItem.${measure}`),
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
        if (shapes.alike[node] < LEAST) continue;
        if (nearest < 0 && !notAlone[page.tag[node]]) {
          nearest = node;
          level = step;
        }
        if (!notOuter[page.tag[node]]) outermost = node;
      }
      out[at++] = level;
      for (const node of [nearest, outermost]) {
        measure(facts, shapes, groups, node, out, at);
        at += MEASURES.length;
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
    out.fill(ABSENT, start, start + MEASURES.length);
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

/** Sums over all members of a group: every sibling alike to its leader. */
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
