/**
 * What the containers around a block hold: its four nearest containers that hold more than it, the two outermost ones, and
 * the largest one with at most a third of the page's words.
 */
import type { NodeId } from '../../page/page.js';
import { type BlockFacts, endBlock, firstBlock } from './facts.js';
import { ABSENT, type FeaturePart } from './part.js';
import { remembered } from './remembered.js';

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
const CONTAINERS = ['near1', 'near2', 'near3', 'near4', 'outer1', 'outer2', 'third'] as const;
const LARGEST_SHARE = 0.35;

export const CONTAINERS_PART: FeaturePart = {
  names: CONTAINERS.flatMap((container) => MEASURES.map((measure) => `${container}.${measure}`)),
  fill(facts, out, stride, offset) {
    const { page, blocks } = facts;
    const wider = widerContainers(facts);
    const body = page.nameIndex('body');
    const chain: NodeId[] = [];
    for (let b = 0; b < facts.size; b++) {
      chain.length = 0;
      for (let node = wider[blocks.element[b]]; node > 0 && chain.length < 200; node = wider[node]) {
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
      const chosen = [chain[0], chain[1], chain[2], chain[3], chain[outermost - 1], chain[outermost - 2], third];
      for (let c = 0; c < chosen.length; c++)
        measure(facts, chosen[c] ?? -1, b, out, b * stride + offset + c * MEASURES.length);
    }
  },
};

/** Per node: its nearest ancestor that holds more blocks than it does, or −1; computed once a page. */
export const widerContainers = remembered(findWider);

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
  out[at++] = Math.log1p(words);
  out[at++] = words / facts.total;
  out[at++] = (sums.linkWords[to] - sums.linkWords[from]) / words;
  out[at++] = Math.log1p(count);
  out[at++] = prose / words;
  out[at++] = (sums.punctuation[to] - sums.punctuation[from]) / words;
  out[at++] = (sums.headings[to] - sums.headings[from]) / count;
  out[at++] = Math.log1p(words / count);
  out[at++] = Math.log1p(facts.buttonsBefore[page.end[node]] - facts.buttonsBefore[node]);
  out[at++] = Math.log1p(facts.fieldsBefore[page.end[node]] - facts.fieldsBefore[node]);
  out[at++] = (block - from) / count;
  out[at++] = (sums.prices[to] - sums.prices[from]) / count;
  out[at++] = (sums.images[to] - sums.images[from]) / count;
  out[at++] = prose / Math.max(1, sums.proseWords[facts.size]);
}
