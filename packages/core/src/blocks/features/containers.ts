/**
 * What the containers around a block hold: its four nearest containers that hold more than it, the two outermost ones, and
 * the largest one with at most a third of the page's words.
 */

import { memoized } from '../../page/memo.js';
import type { NodeId } from '../../page/page.js';
import { type BlockFacts, endBlock, firstBlock } from './facts.js';
import { log1p } from './log1p.js';
import { ABSENT, type FeaturePart } from './part.js';

const MEASURES = [
  'words',
  'share',
  'linkDensity',
  'blocks',
  'prose',
  'punctuation',
  'headings',
  'average',
  'buttons',
  'fields',
  'place',
  'prices',
  'images',
  'proseShare',
] as const;
const PLACE = MEASURES.indexOf('place');
const CONTAINERS = ['near1', 'near2', 'near3', 'near4', 'outer1', 'outer2', 'third'] as const;
const LARGEST_SHARE = 0.35;

export const CONTAINERS_PART: FeaturePart = {
  names: CONTAINERS.flatMap((container) => MEASURES.map((measure) => `${container}.${measure}`)),
  fill(facts, out, stride, offset) {
    const { page, blocks } = facts;
    const wider = widerContainers(facts);
    const body = page.nameIndex('body');
    const chain: NodeId[] = [];
    /** The containers of this block and of the one before it, in the order of {@link CONTAINERS}. */
    const chosen = new Int32Array(CONTAINERS.length);
    const before = new Int32Array(CONTAINERS.length);
    let nearest = -2;
    for (let b = 0; b < facts.size; b++) {
      before.set(chosen);
      if (wider[blocks.element[b]] !== nearest) {
        nearest = wider[blocks.element[b]];
        chain.length = 0;
        for (let node = nearest; node > 0 && chain.length < 200; node = wider[node]) {
          chain.push(node);
          if (page.tag[node] === body) break;
        }
        let third = -1;
        for (const node of chain) {
          const words = facts.sums.words[endBlock(facts, node)] - facts.sums.words[firstBlock(facts, node)];
          if (words < LARGEST_SHARE * facts.total) third = node;
          else break;
        }
        const outermost = chain.length - 1; // the body, or what stands for it
        const levels = [0, 1, 2, 3, outermost - 1, outermost - 2];
        for (let c = 0; c < levels.length; c++) chosen[c] = chain[levels[c]] ?? -1;
        chosen[levels.length] = third;
      }
      for (let c = 0; c < chosen.length; c++) {
        const start = b * stride + offset + c * MEASURES.length;
        // Neighbours mostly share their containers: only their place in them differs.
        if (b === 0 || chosen[c] !== before[c]) measure(facts, chosen[c], b, out, start);
        else {
          out.copyWithin(start, start - stride, start - stride + MEASURES.length);
          if (chosen[c] >= 0) out[start + PLACE] = placeIn(facts, chosen[c], b);
        }
      }
    }
  },
};

/** Per node: its nearest ancestor that holds more blocks than it does, or −1; computed once a page. */
export const widerContainers = memoized(findWider);

function findWider(facts: BlockFacts): Int32Array {
  const { page } = facts;
  const wider = new Int32Array(page.size).fill(-1);
  for (let node = 1; node < page.size; node++) {
    const parent = page.parent[node];
    const isSame =
      firstBlock(facts, node) === firstBlock(facts, parent) && endBlock(facts, node) === endBlock(facts, parent);
    wider[node] = isSame ? wider[parent] : parent;
  }
  return wider;
}

/** Which of a container's blocks a block is, 0…1. */
function placeIn(facts: BlockFacts, node: NodeId, block: number): number {
  const from = firstBlock(facts, node);
  return (block - from) / Math.max(1, endBlock(facts, node) - from);
}

function measure(facts: BlockFacts, node: NodeId, block: number, out: Float32Array, start: number): void {
  if (node < 0) {
    out.fill(ABSENT, start, start + MEASURES.length);
    return;
  }
  const { page, sums } = facts;
  const from = firstBlock(facts, node);
  const to = endBlock(facts, node);
  const words = Math.max(1, sums.words[to] - sums.words[from]);
  const count = Math.max(1, to - from);
  const prose = sums.proseWords[to] - sums.proseWords[from];
  let at = start;
  out[at++] = log1p(words);
  out[at++] = words / facts.total;
  out[at++] = (sums.linkWords[to] - sums.linkWords[from]) / words;
  out[at++] = log1p(count);
  out[at++] = prose / words;
  out[at++] = (sums.punctuation[to] - sums.punctuation[from]) / words;
  out[at++] = (sums.headings[to] - sums.headings[from]) / count;
  out[at++] = log1p(words / count);
  out[at++] = log1p(facts.buttonsBefore[page.end[node]] - facts.buttonsBefore[node]);
  out[at++] = log1p(facts.fieldsBefore[page.end[node]] - facts.fieldsBefore[node]);
  out[at++] = placeIn(facts, node, block);
  out[at++] = (sums.prices[to] - sums.prices[from]) / count;
  out[at++] = (sums.images[to] - sums.images[from]) / count;
  out[at++] = prose / Math.max(1, sums.proseWords[facts.size]);
}
