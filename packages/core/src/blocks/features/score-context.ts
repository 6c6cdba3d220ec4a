/** A score of each block, and what it is around the block: neighbours, a window, three containers, the template group. */

import { widerContainers } from './containers.js';
import type { BlockFacts } from './facts.js';
import { ABSENT } from './part.js';
import { elementShapes } from './shapes.js';
import { groupsBy } from './templates.js';

export const SCORE_MEASURES = ['own', 'before', 'after', 'window', 'near1', 'near2', 'near4', 'template'] as const;
const REACH = 4;

/** Writes the eight columns of a score. Means are weighted by words and leave the block itself out. */
export function fillScore(
  facts: BlockFacts,
  score: Float32Array,
  out: Float32Array,
  stride: number,
  offset: number,
): void {
  const { page, blocks, size, words, sums } = facts;
  const running = new Float64Array(size + 1);
  for (let b = 0; b < size; b++) running[b + 1] = running[b] + score[b] * words[b];
  const wider = widerContainers(facts);
  const { group, members } = groupsBy(blocks.element, elementShapes(page).nearChain);
  const groupScore = new Float64Array(members);
  const groupWords = new Float64Array(members);
  for (let b = 0; b < size; b++) {
    groupScore[group[b]] += score[b] * words[b];
    groupWords[group[b]] += words[b];
  }
  for (let b = 0; b < size; b++) {
    const own = score[b] * words[b];
    const mean = (from: number, to: number): number => {
      const weight = sums.words[to] - sums.words[from] - words[b];
      return weight > 0 ? (running[to] - running[from] - own) / weight : 0;
    };
    let at = b * stride + offset;
    out[at++] = score[b];
    out[at++] = b > 0 ? score[b - 1] : 0;
    out[at++] = b + 1 < size ? score[b + 1] : 0;
    out[at++] = mean(Math.max(0, b - REACH), Math.min(size, b + REACH + 1));
    let node = blocks.element[b];
    for (let level = 1; level <= 4; level++) {
      node = node >= 0 ? wider[node] : -1;
      if (level === 3) continue;
      out[at++] = node > 0 ? mean(facts.blocksBefore[node], facts.blocksBefore[page.end[node]]) : ABSENT;
    }
    const weight = groupWords[group[b]] - words[b];
    out[at++] = weight > 0 ? (groupScore[group[b]] - own) / weight : 0;
  }
}
