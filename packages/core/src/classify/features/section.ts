/**
 * The place of a block relative to the headline that agrees with the page's title: which container holds both, how far below it each is,
 * and how much else it holds. A short article among cards is the section behind its headline; cards have a wider container in common with it.
 */

import type { NodeId } from '@dehusk/html';
import { ABSENT, type BlockFacts, endBlock, type FeaturePart, firstBlock, log1p } from './facts.js';

/** A headline has at least this share of its words in the title. */
const OVERLAP = 0.7;
/** Lowest level of headlines. */
const MAX_LEVEL = 3;
/** Steps between a block or the headline and their common container beyond which more say nothing. */
const MAX_STEPS = 15;

export const SECTION: FeaturePart = {
  names: [
    'section.headline',
    'section.covered',
    'section.up',
    'section.down',
    'section.words',
    'section.proseShare',
    'section.parts',
    'section.peers',
    'section.deeper',
  ],
  writer(facts) {
    const { blocks, sums, heading, size } = facts;
    const headline = titledHeadline(facts);
    const { common, down, up } = commonContainers(facts, headline);
    /** Per block: headings of the headline's level, and of the next ones, since the headline. */
    const peers = new Uint16Array(size);
    const deeper = new Uint16Array(size);
    for (let b = headline + 1, own = 0, lower = 0; headline >= 0 && b < size; b++) {
      if (heading[b] > 0 && heading[b] <= heading[headline]) own++;
      else if (heading[b] > 0) lower++;
      peers[b] = Math.min(own, MAX_STEPS);
      deeper[b] = Math.min(lower, MAX_STEPS);
    }
    const parts = partsSince(facts, headline, common);
    return (from, to, out, stride, offset) => {
      for (let b = from; b < to; b++) {
        let at = offset + (b - from) * stride;
        if (headline < 0) {
          out[at++] = 0;
          out.fill(ABSENT, at, at + SECTION.names.length - 1);
          continue;
        }
        const element = blocks.element[b];
        const holder = common[element];
        const first = firstBlock(facts, holder);
        const last = endBlock(facts, holder);
        const words = sums.words[last] - sums.words[first];
        out[at++] = b < headline ? 1 : b === headline ? 2 : 3;
        out[at++] = facts.titleCovered[headline];
        out[at++] = Math.min(up[holder], MAX_STEPS);
        out[at++] = Math.min(down[element], MAX_STEPS);
        out[at++] = log1p(words);
        out[at++] = words > 0 ? (sums.proseWords[last] - sums.proseWords[first]) / words : 0;
        out[at++] = parts[b];
        out[at++] = peers[b];
        out[at++] = deeper[b];
      }
    };
  },
};

/** The heading that agrees best with the title, the first of equals; −1 without one. */
export function titledHeadline({ size, heading, titleOverlap, titleCovered }: BlockFacts): number {
  let best = -1;
  for (let b = 0; b < size; b++)
    if (
      heading[b] > 0 &&
      heading[b] <= MAX_LEVEL &&
      titleOverlap[b] >= OVERLAP &&
      (best < 0 || titleCovered[b] > titleCovered[best])
    )
      best = b;
  return best;
}

interface CommonContainers {
  /** Per node: the smallest element that holds it and the headline. */
  readonly common: Int32Array;
  /** Per node: steps from there down to it. */
  readonly down: Int32Array;
  /** Per node around the headline: steps from it down to the headline. */
  readonly up: Int32Array;
}

function commonContainers({ page, blocks }: BlockFacts, headline: number): CommonContainers {
  const common = new Int32Array(page.size);
  const down = new Int32Array(page.size);
  const up = new Int32Array(page.size).fill(-1);
  if (headline < 0) return { common, down, up };
  for (let node: NodeId = blocks.element[headline], step = 0; node >= 0; node = page.parent[node], step++)
    up[node] = step;
  for (let node = 1; node < page.size; node++) {
    const isAround = up[node] >= 0;
    common[node] = isAround ? node : common[page.parent[node]];
    down[node] = isAround ? 0 : down[page.parent[node]] + 1;
  }
  return { common, down, up };
}

/** Per block: blocks of the common container, outside the headline's branch, that lie between the two; −1 − n before the headline. */
function partsSince(
  { page, blocks, size, blocksBefore }: BlockFacts,
  headline: number,
  common: Int32Array,
): Int16Array {
  const parts = new Int16Array(size);
  if (headline < 0) return parts;
  /** Per element around the headline: the block after its branch that holds the headline. */
  const after = new Map<number, number>();
  let branch = blocks.element[headline];
  for (let node = page.parent[branch]; node >= 0; node = page.parent[node]) {
    after.set(node, blocksBefore[page.end[branch]]);
    branch = node;
  }
  for (let b = 0; b < size; b++) {
    const from = after.get(common[blocks.element[b]]);
    parts[b] = from === undefined || b < from ? (b < headline ? -1 : 0) : Math.min(b - from + 1, 300);
  }
  return parts;
}
