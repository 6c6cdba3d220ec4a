/**
 * Candidate spans: the run of blocks that is most likely an article, by three published methods. Class names may be missing
 * or misleading; spans do not depend on them.
 *
 * - tags: words outweigh tags (Pasternack and Roth 2009, maximum subsequence, with their 3.25 words per tag);
 * - links: unlinked words outweigh linked ones and a cost per block;
 * - run: the longest run of blocks that Kohlschütter's word-count tree (WSDM 2010, algorithm 2) classifies as content, as in
 *   Boilerpipe's article extractor; gaps of a few blocks do not end it.
 */

import { TEXT } from '@dehusk/html';
import { ABSENT, type BlockFacts, type FeaturePart } from './facts.js';

/** Cost of a tag in words (Pasternack and Roth 2009); an element has two. */
const TAG_WORDS = 3.25;
/** Costs in the span by links, in words: of a block, and of a linked word. */
const BLOCK_COST = 6;
const LINK_COST = 2;
/** Blocks other than content that a run may skip. */
const RUN_GAP = 2;
/** Largest distance from a span, in blocks. */
const FAR = 60;

const SPANS = ['tags', 'links', 'run'] as const;
const MEASURES = ['inside', 'distance', 'place'] as const;

/** Blocks [from, to); from = to when there is none. */
interface CandidateSpan {
  readonly from: number;
  readonly to: number;
}

interface CandidateSpans {
  /** Per block: 1 when Kohlschütter's tree classifies it as content. */
  readonly content: Uint8Array;
  readonly all: readonly [tags: CandidateSpan, links: CandidateSpan, run: CandidateSpan];
}

export const CANDIDATE_SPANS: FeaturePart = {
  names: ['content', 'stretches', ...SPANS.flatMap((one) => MEASURES.map((measure) => `stretch.${one}.${measure}`))],
  writer(facts) {
    const { content, all } = candidateSpans(facts);
    return (first, last, out, stride, offset) => {
      for (let b = first; b < last; b++) {
        let at = offset + (b - first) * stride;
        out[at++] = content[b];
        const count = at++;
        out[count] = 0;
        for (const { from, to } of all) {
          const isInside = b >= from && b < to;
          out[count] += isInside ? 1 : 0;
          out[at++] = isInside ? 1 : 0;
          out[at++] = isInside ? 0 : b < from ? Math.max(-FAR, b - from) : Math.min(FAR, b - to + 1);
          out[at++] = isInside ? (b - from + 0.5) / (to - from) : ABSENT;
        }
      }
    };
  },
};

function candidateSpans(facts: BlockFacts): CandidateSpans {
  const { page, blocks, size, words, linkDensity } = facts;
  const within = new Float32Array(size);
  const gap = new Float32Array(size);
  const byLinks = new Float32Array(size);
  let node = 0;
  for (let b = 0; b < size; b++) {
    let between = 0;
    for (; node < blocks.first[b]; node++) if (page.tag[node] !== TEXT) between++;
    let inside = 0;
    for (; node <= blocks.last[b]; node++) if (page.tag[node] !== TEXT) inside++;
    gap[b] = 2 * TAG_WORDS * between;
    within[b] = words[b] - 2 * TAG_WORDS * inside;
    byLinks[b] = words[b] * (1 - (1 + LINK_COST) * linkDensity[b]) - BLOCK_COST;
  }
  const content = new Uint8Array(size);
  for (let b = 0; b < size; b++) content[b] = isContent(facts, b) ? 1 : 0;
  return {
    content,
    all: [heaviest(within, gap), heaviest(byLinks, new Float32Array(size)), longestRun(facts, content)],
  };
}

/** The span with the greatest sum (Bentley 1984); a gap costs only inside the span. */
function heaviest(values: Float32Array, gaps: Float32Array): CandidateSpan {
  let from = 0;
  let to = 0;
  let most = 0;
  let start = 0;
  let sum = 0;
  for (let at = 0; at < values.length; at++) {
    sum -= gaps[at];
    if (sum <= 0) {
      sum = 0;
      start = at;
    }
    sum += values[at];
    if (sum > most) {
      most = sum;
      from = start;
      to = at + 1;
    }
  }
  return { from, to };
}

/** Kohlschütter, Fankhauser, Nejdl 2010, algorithm 2: link density and number of words of a block and its neighbours. */
function isContent({ size, words, linkDensity }: BlockFacts, b: number): boolean {
  const words0 = words[b];
  const before = b > 0 ? words[b - 1] : 0;
  const after = b + 1 < size ? words[b + 1] : 0;
  const linksBefore = b > 0 ? linkDensity[b - 1] : 0;
  const linksAfter = b + 1 < size ? linkDensity[b + 1] : 0;
  if (linkDensity[b] > 0.333333) return false;
  if (linksBefore <= 0.555556) {
    if (words0 <= 16) return after <= 15 ? before > 4 : true;
    return true;
  }
  if (words0 <= 40) return after > 17 && linksAfter < 1;
  return true;
}

function longestRun({ words }: BlockFacts, content: Uint8Array): CandidateSpan {
  let best: CandidateSpan = { from: 0, to: 0 };
  let most = 0;
  let from = -1;
  let to = -1;
  let sum = 0;
  for (let b = 0; b <= content.length; b++) {
    if (b < content.length && content[b] === 1) {
      if (from < 0) from = b;
      to = b + 1;
      sum += words[b];
    } else if (from >= 0 && (b === content.length || b - to >= RUN_GAP)) {
      if (sum > most) {
        most = sum;
        best = { from, to };
      }
      from = -1;
      sum = 0;
    }
  }
  return best;
}
