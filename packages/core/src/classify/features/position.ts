/**
 * The position of a block: on the page, relative to the headline and the prose, inside the candidates for the main container,
 * and among the blocks around it (two to each side, windows of five and fifteen).
 */

import { memoized, type NodeId } from '@dehusk/html';
import { ABSENT, type BlockFacts, endBlock, type FeaturePart, firstBlock, log1p } from './facts.js';

const FAR = -99;
/** A paragraph: prose with this many words. */
const PARAGRAPH = 20;

export const POSITION: FeaturePart = {
  names: (
    'place wordPlace fromHeadline wordsFromHeadline hasHeadline fromLastParagraph fromFirstParagraph ' +
    'inTop inDense inLargestArticle inMain headingDistance headingLevel headingTitle headingSibling'
  ).split(' '),
  writer(facts) {
    const { page, blocks, sums, size } = facts;
    const headline = findHeadline(facts);
    let firstParagraph = -1;
    let lastParagraph = -1;
    for (let b = 0; b < size; b++)
      if (facts.prose[b] === 1 && facts.words[b] >= PARAGRAPH) {
        if (firstParagraph < 0) firstParagraph = b;
        lastParagraph = b;
      }
    const { top, dense, article, main } = mainContainers(facts);
    let heading = -1;
    return (from, to, out, stride, offset) => {
      for (let b = from; b < to; b++) {
        let at = offset + (b - from) * stride;
        const before = sums.words[b];
        out[at++] = b / size;
        out[at++] = before / facts.total;
        out[at++] = headline >= 0 ? clamp(b - headline, -50, 200) : FAR;
        const distance = headline >= 0 ? before - sums.words[headline] : 0;
        out[at++] = Math.sign(distance) * log1p(Math.abs(distance));
        out[at++] = headline >= 0 ? 1 : 0;
        out[at++] = lastParagraph >= 0 ? clamp(b - lastParagraph, -60, 100) : FAR;
        out[at++] = firstParagraph >= 0 ? clamp(b - firstParagraph, -60, 200) : FAR;
        out[at++] = holds(facts, top, b);
        out[at++] = holds(facts, dense, b);
        out[at++] = holds(facts, article, b);
        out[at++] = main >= 0 ? holds(facts, main, b) : ABSENT;
        const near = heading >= 0 && b - heading < 60 ? heading : -1;
        out[at++] = near >= 0 ? b - near : ABSENT;
        out[at++] = near >= 0 ? facts.heading[near] : 0;
        out[at++] = near >= 0 ? facts.titleCovered[near] : 0;
        out[at++] = near >= 0 ? (page.parent[blocks.element[near]] === page.parent[blocks.element[b]] ? 1 : 0) : ABSENT;
        if (facts.heading[b] > 0) heading = b;
      }
    };
  },
};

/** The first-level heading that covers most of the title, or −1. */
function findHeadline(facts: BlockFacts): number {
  let best = -1;
  for (let b = 0; b < facts.size; b++)
    if (facts.heading[b] === 1 && (best < 0 || facts.titleCovered[b] > facts.titleCovered[best])) best = b;
  return best;
}

/** Candidates for the main container, each by another rule. */
interface MainContainers {
  /** The element with the best score of the prose in it, as in Readability. */
  readonly top: NodeId;
  /** The deepest element reached from the body by always following a child with seven tenths of the prose. */
  readonly dense: NodeId;
  /** The `article` with most words, and the first `main` (or `role=main`); −1 when there is none. */
  readonly article: NodeId;
  readonly main: NodeId;
}

const DENSE_SHARE = 0.7;

export const mainContainers = memoized((facts: BlockFacts): MainContainers => {
  const { page, blocks, sums } = facts;
  const score = new Float64Array(page.size);
  for (let b = 0; b < facts.size; b++) {
    if (facts.prose[b] === 0) continue;
    const own = Math.min(3, facts.words[b] / 40) + Math.min(3, facts.commas[b]) * 0.5 + 1;
    for (let node = blocks.element[b], step = 0; node > 0 && step < 6; node = page.parent[node], step++)
      score[node] += own / (step < 2 ? 1 : step * 1.5);
  }
  let top = -1;
  let most = 0;
  let article = -1;
  let articleWords = 0;
  let main = -1;
  const articleName = page.nameIndex('article');
  const mainName = page.nameIndex('main');
  let body = -1;
  const bodyName = page.nameIndex('body');
  for (let node = 1; node < page.size; node++) {
    const name = page.tag[node];
    if (name === 0) continue;
    if (body < 0 && name === bodyName) body = node;
    if (score[node] > 0) {
      const from = firstBlock(facts, node);
      const to = endBlock(facts, node);
      const words = Math.max(1, sums.words[to] - sums.words[from]);
      const value = score[node] * (1 - Math.min(0.95, (sums.linkWords[to] - sums.linkWords[from]) / words));
      if (value > most) {
        most = value;
        top = node;
      }
    }
    if (name === articleName) {
      const words = sums.words[endBlock(facts, node)] - sums.words[firstBlock(facts, node)];
      if (words > articleWords) {
        articleWords = words;
        article = node;
      }
    }
    if (main < 0 && (name === mainName || page.attribute(node, 'role') === 'main')) main = node;
  }
  const proseOf = (node: NodeId): number =>
    sums.proseWords[endBlock(facts, node)] - sums.proseWords[firstBlock(facts, node)];
  let dense = body;
  for (let from = body; from >= 0; ) {
    const needed = DENSE_SHARE * proseOf(from);
    let inner = -1;
    for (let child = from + 1; child < page.end[from] && inner < 0; child = page.end[child])
      if (page.tag[child] !== 0 && needed > 0 && proseOf(child) >= needed) inner = child;
    if (inner < 0) break;
    dense = from = inner;
  }
  return { top, dense, article, main };
});

function holds(facts: BlockFacts, node: NodeId, block: number): number {
  return node >= 0 && block >= firstBlock(facts, node) && block < endBlock(facts, node) ? 1 : 0;
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}

const OFFSETS = [-2, -1, 1, 2] as const;
const NEIGHBOUR_MEASURES = ['words', 'linkDensity', 'stopWordDensity', 'sibling', 'heading'] as const;
const WINDOWS = [5, 15] as const;

export const NEIGHBOURS: FeaturePart = {
  names: [
    ...OFFSETS.flatMap((step) =>
      NEIGHBOUR_MEASURES.map((measure) => `${step < 0 ? 'before' : 'after'}${Math.abs(step)}.${measure}`),
    ),
    ...WINDOWS.flatMap((reach) => [`window${reach}.words`, `window${reach}.linkDensity`, `window${reach}.prose`]),
  ],
  writer: (facts) => (first, last, out, stride, offset) => {
    const { page, blocks, sums, size } = facts;
    for (let b = first; b < last; b++) {
      let at = offset + (b - first) * stride;
      const parent = page.parent[blocks.element[b]];
      for (const step of OFFSETS) {
        const other = b + step;
        if (other < 0 || other >= size) {
          out.fill(ABSENT, at, at + NEIGHBOUR_MEASURES.length);
          at += NEIGHBOUR_MEASURES.length;
          continue;
        }
        out[at++] = log1p(facts.words[other]);
        out[at++] = facts.linkDensity[other];
        out[at++] = facts.stopWordDensity[other];
        out[at++] = page.parent[blocks.element[other]] === parent ? 1 : 0;
        out[at++] = facts.heading[other];
      }
      for (const reach of WINDOWS) {
        const from = Math.max(0, b - reach);
        const to = Math.min(size, b + reach + 1);
        const words = sums.words[to] - sums.words[from];
        out[at++] = log1p(words);
        out[at++] = (sums.linkWords[to] - sums.linkWords[from]) / Math.max(1, words);
        out[at++] = (sums.proseWords[to] - sums.proseWords[from]) / Math.max(1, words);
      }
    }
  },
};
