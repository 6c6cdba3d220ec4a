/**
 * Template groups: blocks under the same chain of shapes come from the same line of a template. How many there are, how
 * much of the page they make, and whether their texts differ, tells content from furniture, and lets items be judged alike.
 */
import { log1p } from './log1p.js';
import type { FeaturePart } from './part.js';
import { elementShapes } from './shapes.js';

const MEASURES = [
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
    ...MEASURES.map((measure) => `template.${measure}`),
    ...MEASURES.map((measure) => `wholeTemplate.${measure}`),
  ],
  fill(facts, out, stride, offset) {
    const shapes = elementShapes(facts.page);
    for (const [chain, start] of [
      [shapes.nearChain, offset],
      [shapes.wholeChain, offset + MEASURES.length],
    ] as const) {
      const { group, members } = groupsBy(facts.blocks.element, chain);
      const words = new Float64Array(members);
      const linkWords = new Float64Array(members);
      const squares = new Float64Array(members);
      const count = new Uint32Array(members);
      const first = new Uint32Array(members);
      const last = new Uint32Array(members);
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

/** Numbers the groups of blocks whose elements share a chain. */
export function groupsBy(element: Int32Array, chain: Uint32Array): { group: Uint32Array; members: number } {
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
  return { group, members: known.size };
}

/** A hash of a block's words in order. */
export function textHash(tokens: Uint32Array, from: number, to: number): number {
  let hash = to - from;
  for (let at = from; at < to; at++) hash = (Math.imul(hash, 0x9e3779b1) ^ tokens[at]) >>> 0;
  return hash;
}
