/**
 * From probabilities to a choice of blocks: the prefix of the most probable blocks that maximises the expected word F1 of
 * the page, with exact repeats of a text kept once.
 *
 * Why not a fixed cut: on a page where nothing is sure, a little of everything is better than nothing; on a sure page it is
 * worse. Expected F1 of keeping set K is 2·Σ_K p·w / (Σ_K w + Σ p·w); for blocks sorted by p the best K is a prefix.
 */

export interface DecodeChoice {
  /** Blocks below this probability are never kept, unless the page's best block is hardly above it. */
  readonly floor: number;
  /** Weight of missed words against extra ones: below 1 keeps more (recall), above 1 less (precision). 1 is F1. */
  readonly missedWeight: number;
}

/** Exact repeats of at least this many words are kept once, at their most probable place. */
const REPEAT_WORDS = 4;
/** The floor is at most this share of the page's best probability: a page where nothing is sure still gives its best. */
const FLOOR_OF_BEST = 0.3;

/**
 * @param probability per block, 0…1
 * @param words per block
 * @param text per block: a hash of its words in order
 * @returns 1 per kept block
 */
export function decodeBlocks(
  probability: Float32Array,
  words: Float32Array,
  text: Uint32Array,
  choice: DecodeChoice,
): { keep: Uint8Array; expected: number; cut: number } {
  const size = probability.length;
  const keep = new Uint8Array(size);
  const order = Array.from({ length: size }, (_, b) => b).sort((x, y) => probability[y] - probability[x] || x - y);
  const seen = new Set<number>();
  const repeated = new Uint8Array(size);
  let all = 0;
  for (const b of order) {
    if (words[b] >= REPEAT_WORDS) {
      if (seen.has(text[b])) {
        repeated[b] = 1;
        continue;
      }
      seen.add(text[b]);
    }
    all += probability[b] * words[b];
  }
  const floor = Math.min(choice.floor, FLOOR_OF_BEST * (size > 0 ? probability[order[0]] : 0));
  let sure = 0;
  let length = 0;
  let best = 0;
  let bestCount = 0;
  let cut = 1;
  for (let rank = 0; rank < size; rank++) {
    const b = order[rank];
    if (repeated[b] === 1) continue;
    if (probability[b] < floor) break;
    sure += probability[b] * words[b];
    length += words[b];
    const expected = (2 * sure) / (length * choice.missedWeight + all * (2 - choice.missedWeight) + 1e-9);
    if (expected >= best) {
      best = expected;
      bestCount = rank + 1;
      cut = probability[b];
    }
  }
  for (let rank = 0; rank < bestCount; rank++) if (repeated[order[rank]] === 0) keep[order[rank]] = 1;
  return {
    keep,
    expected: bestCount > 0 ? (2 * sumKept(keep, probability, words)) / (lengthKept(keep, words) + all + 1e-9) : 0,
    cut,
  };
}

function sumKept(keep: Uint8Array, probability: Float32Array, words: Float32Array): number {
  let sum = 0;
  for (let b = 0; b < keep.length; b++) if (keep[b] === 1) sum += probability[b] * words[b];
  return sum;
}

function lengthKept(keep: Uint8Array, words: Float32Array): number {
  let sum = 0;
  for (let b = 0; b < keep.length; b++) if (keep[b] === 1) sum += words[b];
  return sum;
}
