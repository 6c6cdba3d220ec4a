/**
 * From probabilities to a choice of blocks: the prefix of the most probable blocks that maximises the expected word F1 of
 * the page, with less probable repeats of a text left out.
 *
 * Why not a fixed cut: on a page where nothing is sure, a little of everything is better than nothing; on a sure page it is
 * worse. Expected F1 of keeping set K is 2·Σ_K p·w / (Σ_K w + Σ p·w); for blocks sorted by p the best K is a prefix.
 *
 * Two steps come first. Blocks of one template group are drawn towards the group's mean, as items of a list, replies of a
 * thread or rows of a table are wanted together or not at all. And a page whose best block is hardly probable has no main
 * content: nothing is kept.
 */

export interface DecodeChoice {
  /** Blocks below this probability are never kept, unless the page's best block is hardly above it. */
  readonly floor: number;
  /** Weight of missed words against extra ones: below 1 keeps more (recall), above 1 less (precision). 1 is F1. */
  readonly missedWeight: number;
}

/** What is decoded: one row a block. */
export interface DecodeRows {
  /** Probability of main content, 0…1. */
  readonly probability: Float32Array;
  /** Number of words. */
  readonly words: Float32Array;
  /** A hash of the words in order: equal texts have equal hashes. */
  readonly text: Uint32Array;
  /** Number of the template group, 0 … groups − 1, for the first `group.length` rows; the others stand alone. */
  readonly group: Uint32Array;
}

export interface Decoded {
  /** Per row: 1 when it is kept. */
  readonly keep: Uint8Array;
  /** Per row: the probability after drawing groups together. */
  readonly probability: Float32Array;
  /** Expected word F1 of what is kept, 0 when nothing is. */
  readonly expected: number;
  /** Probability of the least probable row kept; 1 when nothing is. */
  readonly cut: number;
}

/**
 * An exact repeat of at least this many words is left out, unless it is about as probable as the most probable place of its
 * text: a refrain is content, a teaser that quotes the article is not.
 */
const REPEAT_WORDS = 4;
const REPEAT_SHARE = 0.8;
/** The floor is at most this share of the page's best probability: a page where little is sure still gives its best. */
const FLOOR_OF_BEST = 0.3;
/** A page whose best block is below this has no main content. */
const LEAST_BEST = 0.1;
/** How far a block is drawn towards the mean of its template group, and how many blocks make a group. */
const GROUP_PULL = 0.4;
const GROUP_BLOCKS = 3;

/** Chooses the blocks to keep. Ties go to the earlier block. */
export function decodeBlocks(rows: DecodeRows, choice: DecodeChoice): Decoded {
  const { words, text } = rows;
  const probability = drawnTogether(rows);
  const size = probability.length;
  const keep = new Uint8Array(size);
  const order = Array.from({ length: size }, (_, b) => b).sort((x, y) => probability[y] - probability[x] || x - y);
  const best = size > 0 ? probability[order[0]] : 0;
  if (best < LEAST_BEST) return { keep, probability, expected: 0, cut: 1 };
  const seen = new Map<number, number>();
  const unique: number[] = [];
  let all = 0;
  for (const b of order) {
    if (words[b] >= REPEAT_WORDS) {
      const first = seen.get(text[b]);
      if (first === undefined) seen.set(text[b], probability[b]);
      else if (probability[b] < REPEAT_SHARE * first) continue;
    }
    unique.push(b);
    all += probability[b] * words[b];
  }
  const floor = Math.min(choice.floor, FLOOR_OF_BEST * best);
  let sure = 0;
  let length = 0;
  let mostWorth = 0;
  let count = 0;
  let expected = 0;
  for (let rank = 0; rank < unique.length; rank++) {
    const b = unique[rank];
    if (probability[b] < floor) break;
    sure += probability[b] * words[b];
    length += words[b];
    const worth = (2 * sure) / (length * choice.missedWeight + all * (2 - choice.missedWeight) + 1e-9);
    if (worth < mostWorth) continue;
    mostWorth = worth;
    count = rank + 1;
    expected = (2 * sure) / (length + all + 1e-9);
  }
  for (let rank = 0; rank < count; rank++) keep[unique[rank]] = 1;
  return { keep, probability, expected, cut: count > 0 ? probability[unique[count - 1]] : 1 };
}

function drawnTogether({ probability, words, group }: DecodeRows): Float32Array {
  const drawn = probability.slice();
  let groups = 0;
  for (const g of group) groups = Math.max(groups, g + 1);
  const sum = new Float64Array(groups);
  const weight = new Float64Array(groups);
  const count = new Uint32Array(groups);
  for (let b = 0; b < group.length; b++) {
    sum[group[b]] += probability[b] * words[b];
    weight[group[b]] += words[b];
    count[group[b]]++;
  }
  for (let b = 0; b < group.length; b++)
    if (count[group[b]] >= GROUP_BLOCKS)
      drawn[b] += GROUP_PULL * (sum[group[b]] / Math.max(1, weight[group[b]]) - probability[b]);
  return drawn;
}
