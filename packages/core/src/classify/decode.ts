/**
 * From probabilities to a choice of blocks: the prefix of the most probable blocks that maximises the expected word F1 of
 * the page, without less probable repeats of a text.
 *
 * Why not a fixed threshold: where no block is certain, keeping a little of everything is better than nothing; where blocks
 * are certain, it is worse. If the blocks of a page were independent, keeping set K would have the expected F1
 * 2·Σ_K p·w / (Σ_K w + Σ p·w). But their errors are correlated: forty teasers of p = .5 beside a short text do not mean that
 * twenty of them are wanted; either the page is a listing or it is not. In the other extreme one number u, uniform in 0…1,
 * decides: exactly the blocks with p > u are main content. Then the best choice is a prefix as well, and its expected F1 is
 * the mean over u. The truth lies between ({@link SHARED_DOUBT}).
 *
 * Two steps come first. Blocks of one template group move towards the group's mean, because items of a list, replies of a
 * thread or rows of a table are wanted together or not at all. And a page without a block of some probability has no main
 * content.
 */

export interface DecodeChoice {
  /** Blocks below this probability are never kept, unless the page's best block is hardly above it. */
  readonly floor: number;
  /** Weight of missed words against extra ones: below 1 keeps more (recall), above 1 less (precision). 1 is F1. */
  readonly missedWeight: number;
}

/** The input: one row per block. */
interface DecodeRows {
  /** Probability of main content, 0…1. */
  readonly probability: Float32Array;
  readonly words: Float32Array;
  /** A hash of the words in order: equal texts have equal hashes. */
  readonly text: Uint32Array;
  /** The parent of the element of each of the first `place.length` rows; the other rows have none. */
  readonly place: Int32Array;
  /** Template group of the first `group.length` rows, 0 … groups − 1; the other rows have no group. */
  readonly group: Uint32Array;
}

export interface Decoded {
  /** Per row: 1 when it is kept. */
  readonly keep: Uint8Array;
  /** Per row: the probability after moving groups together. */
  readonly probability: Float32Array;
  /** Expected word F1 of what is kept, 0 when nothing is. */
  readonly expected: number;
  /** Probability of the least probable row kept; 1 when nothing is. */
  readonly cut: number;
}

/**
 * An exact repeat of at least this many words is dropped, unless its probability is at least this share of the text's most
 * probable copy: a refrain is content, a teaser that quotes the article is not.
 */
const REPEAT_WORDS = 4;
const REPEAT_SHARE = 0.8;
/** A repeat of this many words is a passage, and is dropped unless both are children of one element: a refrain or placeholder text. */
const PASSAGE_WORDS = 12;
/** The floor is at most this share of the page's best probability, so that an uncertain page still yields its best blocks. */
const FLOOR_OF_BEST = 0.3;
/** A page whose best block is below this has no main content. */
const MIN_BEST = 0.1;
/** How far a block moves towards the mean of its template group, and the least number of blocks in a group. */
const GROUP_PULL = 0.4;
const GROUP_BLOCKS = 3;

/**
 * How far the errors of a page's blocks are correlated, 0…1. WCXB out of fold and the tuning halves are best from 0.6 to
 * 0.8; at 1 WCXB's collections lose a point.
 */
const SHARED_DOUBT = 0.7;
/** Steps of u that the mean is taken over. */
const DOUBT_STEPS = 32;

/** Chooses the blocks to keep. Ties go to the earlier block. */
export function decodeBlocks(rows: DecodeRows, choice: DecodeChoice): Decoded {
  const { words, text, place } = rows;
  const probability = movedTogether(rows);
  const size = probability.length;
  const keep = new Uint8Array(size);
  const order = byProbability(probability);
  const best = size > 0 ? probability[order[0]] : 0;
  if (best < MIN_BEST) return { keep, probability, expected: 0, cut: 1 };
  const seen = new Map<number, { readonly probability: number; readonly place: number }>();
  const unique: number[] = [];
  let all = 0;
  for (const b of order) {
    if (words[b] >= REPEAT_WORDS) {
      const first = seen.get(text[b]);
      const own = { probability: probability[b], place: place[b] ?? -1 };
      if (first === undefined) seen.set(text[b], own);
      else if (words[b] >= PASSAGE_WORDS && first.place !== own.place) continue;
      else if (own.probability < REPEAT_SHARE * first.probability) continue;
    }
    unique.push(b);
    all += probability[b] * words[b];
  }
  const wanted = wordsWanted(unique, probability, words);
  const { missedWeight } = choice;
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
    const worth =
      SHARED_DOUBT * sharedWorth(wanted, length, missedWeight) +
      (1 - SHARED_DOUBT) * ((2 * sure) / (length * missedWeight + all * (2 - missedWeight) + 1e-9));
    if (worth < mostWorth) continue;
    mostWorth = worth;
    count = rank + 1;
    expected = (2 * sure) / (length + all + 1e-9);
  }
  for (let rank = 0; rank < count; rank++) keep[unique[rank]] = 1;
  return { keep, probability, expected, cut: count > 0 ? probability[unique[count - 1]] : 1 };
}

/** Rows a key has room for, beside the bits of a probability. */
const ROWS = 2 ** 23;

/** The rows by falling probability, equal ones in order. Numbers alone sort several times as fast as by a comparison. */
function byProbability(probability: Float32Array): Float64Array {
  // The bits of positive floats are in the order of their values.
  const bits = new Uint32Array(probability.buffer, probability.byteOffset, probability.length);
  const keys = new Float64Array(probability.length);
  for (let b = 0; b < keys.length; b++) keys[b] = b - bits[b] * ROWS;
  return keys.sort().map((key) => key - Math.floor(key / ROWS) * ROWS);
}

/** Per step of u: words of the blocks more probable than it. Blocks come in falling order of probability. */
function wordsWanted(order: readonly number[], probability: Float32Array, words: Float32Array): Float64Array {
  const wanted = new Float64Array(DOUBT_STEPS);
  let rank = 0;
  let length = 0;
  for (let step = DOUBT_STEPS - 1; step >= 0; step--) {
    const doubt = (step + 0.5) / DOUBT_STEPS;
    for (; rank < order.length && probability[order[rank]] > doubt; rank++) length += words[order[rank]];
    wanted[step] = length;
  }
  return wanted;
}

/** Mean F1 over u of keeping the most probable blocks, `length` words: one of the two prefixes lies inside the other. */
function sharedWorth(wanted: Float64Array, length: number, missedWeight: number): number {
  let sum = 0;
  for (let step = 0; step < DOUBT_STEPS; step++)
    sum += (2 * Math.min(wanted[step], length)) / (length * missedWeight + wanted[step] * (2 - missedWeight) + 1e-9);
  return sum / DOUBT_STEPS;
}

function movedTogether({ probability, words, group }: DecodeRows): Float32Array {
  const moved = probability.slice();
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
      moved[b] += GROUP_PULL * (sum[group[b]] / Math.max(1, weight[group[b]]) - probability[b]);
  return moved;
}
