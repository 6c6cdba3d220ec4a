/**
 * Maximum subsequence segmentation (J. Pasternack, D. Roth: Extracting Article Text from the Web with Maximum Subsequence
 * Segmentation, WWW 2009).
 *
 * Observation: an article is one contiguous stretch of the page's tokens. A local classifier that is only a little better
 * than chance on each token is enough, because the errors average out over the stretch with the largest sum of scores.
 *
 * Steps: tokens (`token-string.ts`) → each token's probability of being inside the article, less one half, by naive Bayes on
 * two features, the trigram of the tokens before, at and after it, and the most recent unclosed tag → the
 * maximum-sum stretch → its paragraphs, without those whose own scores sum below zero.
 *
 * Departures: frequent words and word shapes instead of stems (no stemmer, any language); an unknown trigram has no weight;
 * the paper cleans the stretch by rules (lists of links, captions), here the scores do it; scores are raised by 0.2, since the
 * paper's even odds cut articles short on pages of every type (word F1 by folds of sites on WCXB's development pages: .72
 * with 0, .76 with .1, .80 with .2 and with .3, .77 with .4). The lab trains the weights on WCXB's development pages
 * (`dehusk-lab train maximum-subsequence`). The paper's rule-based baseline, a word +1 and a tag −3.25, is the row
 * `maximum-subsequence-rules`.
 */
import type { Extractor, LabelledBlocks } from '@dehusk/core';
import { type OptionsOf, type OptionTable, optionsOf } from '@dehusk/core/extend';
import { ByteReader, ByteWriter, FLAG, fromBase64, logistic, type Page, real, seal, unseal } from '@dehusk/html';
import { maximumSpan, spanBlocks } from './maximum-span.js';
import {
  MAX_TOKENS,
  type TokenNumbers,
  type TokenString,
  tokenNumbers,
  tokenString,
  type Vocabulary,
} from './token-string.js';
import { MODEL } from './weights.js';

// The naive-Bayes model of maximum subsequence segmentation: how much a token trigram and the most recent unclosed tag speak
// for "inside the article", as log-odds; and its shipped form, sealed bytes (magic `DhMS`, version, header, checksum).
//
// Body: per tag symbol one signed byte; then per trigram, by ascending key, a count with the gap to the key before, and one
// signed byte. A byte holds log-odds in steps of 1/16.

const MAGIC = 'DhMS';
const VERSION = 1;
/** Steps a unit of log-odds. */
const STEPS = 16;

/** Origin and shape of a model. */
interface TrigramCard extends Vocabulary {
  /** Log-odds of a token being inside, without any evidence. */
  readonly prior: number;
  readonly trigrams: number;
  /** Name of the training corpus, and the SHA-256 of its gold. */
  readonly corpus: string;
  readonly corpusDigest: string;
  readonly pages: number;
}

export interface TrigramModel {
  readonly card: TrigramCard;
  readonly numbers: TokenNumbers;
  /** Per token number: log-odds when it is the most recent unclosed tag. */
  readonly inside: Float32Array;
  /** Log-odds by trigram key. */
  readonly odds: ReadonlyMap<number, number>;
}

/** One key of three token numbers. */
export function trigramKey(previous: number, current: number, next: number): number {
  return (previous * MAX_TOKENS + current) * MAX_TOKENS + next;
}

/** Log-odds as a signed byte. */
const stored = (odds: number): number => Math.max(-127, Math.min(127, Math.round(odds * STEPS)));

/** Seals a model. `trigrams` need not be sorted. */
export function packModel(
  card: Omit<TrigramCard, 'trigrams'>,
  inside: ArrayLike<number>,
  trigrams: readonly (readonly [key: number, odds: number])[],
): Uint8Array {
  const writer = new ByteWriter();
  const { size } = tokenNumbers(card);
  for (let number = 0; number < size; number++) writer.byte(stored(inside[number]));
  let before = -1;
  for (const [key, odds] of trigrams.toSorted((a, b) => a[0] - b[0])) {
    writer.count(key - before - 1);
    writer.byte(stored(odds));
    before = key;
  }
  return seal(MAGIC, VERSION, { ...card, trigrams: trigrams.length } satisfies TrigramCard, writer.bytes);
}

/**
 * Opens a sealed model.
 * @throws RangeError with got and expected when the bytes are something else, of another version, cut or damaged
 */
export function unpackModel(bytes: Uint8Array): TrigramModel {
  const what = 'a maximum subsequence model';
  const { header: card, body } = unseal<TrigramCard>(bytes, MAGIC, VERSION, what);
  const numbers = tokenNumbers(card);
  const reader = new ByteReader(body, what);
  const readOdds = (): number => ((reader.byte() << 24) >> 24) / STEPS;
  const inside = Float32Array.from({ length: numbers.size }, readOdds);
  const odds = new Map<number, number>();
  let key = -1;
  for (let left = card.trigrams; left > 0; left--) {
    key += reader.count() + 1;
    odds.set(key, readOdds());
  }
  return { card, numbers, inside, odds };
}

/** Per token: probability of being inside, minus one half. Trigrams unknown to the model have no weight. */
export function scoresOf({ odds, inside, card }: TrigramModel, tokens: TokenString): Float32Array {
  const { size, token } = tokens;
  const scores = new Float32Array(size);
  for (let at = 0; at < size; at++) {
    const key = trigramKey(at > 0 ? token[at - 1] : 0, token[at], at + 1 < size ? token[at + 1] : 0);
    scores[at] = logistic(card.prior + inside[tokens.inside[at]] + (odds.get(key) ?? 0)) - 0.5;
  }
  return scores;
}

export { tokenNumbers, tokenString, vocabularyWords } from './token-string.js';

const OPTIONS = {
  bias: [
    0.2,
    real(-0.5, 0.5),
    'Added to every token’s score, −0.5…0.5: above 0 for longer stretches, below for shorter (paper: 0; ours: 0.2).',
  ],
  cleans: [true, FLAG, 'Whether paragraphs of the stretch whose own scores sum below 0 are dropped (ours: true).'],
} satisfies OptionTable;
export type MaximumSubsequenceOptions = OptionsOf<typeof OPTIONS>;

let shipped: TrigramModel | null = null;

/** The trained variant. */
export const maximumSubsequence: Extractor<MaximumSubsequenceOptions> = {
  name: 'maximum-subsequence',
  summary: 'The stretch of tokens most likely to be article, each token judged by its neighbours and its tag.',
  source: 'Pasternack and Roth 2009, Extracting Article Text from the Web with Maximum Subsequence Segmentation',
  ...optionsOf(OPTIONS),
  label(page: Page, options: MaximumSubsequenceOptions): LabelledBlocks {
    shipped ??= unpackModel(fromBase64(MODEL));
    return labelWith(shipped, page, options);
  },
};

/** Labels a page with a given model. */
export function labelWith(
  model: TrigramModel,
  page: Page,
  { bias, cleans }: MaximumSubsequenceOptions,
): LabelledBlocks {
  const tokens = tokenString(page, model.numbers);
  const scores = scoresOf(model, tokens);
  if (bias !== 0) for (let at = 0; at < scores.length; at++) scores[at] += bias;
  const span = maximumSpan(scores);
  if (span === null) return spanBlocks(page, 1, 0, '', 'no token looks like article');
  let first = span.from;
  let last = span.to;
  while (first <= last && tokens.isWord[first] === 0) first++;
  while (last >= first && tokens.isWord[last] === 0) last--;
  if (first > last) return spanBlocks(page, 1, 0, '', 'the best stretch has no words');
  const inside = `in the best stretch, tokens ${span.from}–${span.to}`;
  const labelled = spanBlocks(page, tokens.node[first], tokens.node[last], inside, 'outside the best stretch');
  if (!cleans) return labelled;
  // Prefix sums by node: the score of a paragraph is that of its range of nodes.
  const before = new Float64Array(page.size + 1);
  for (let at = 0; at < tokens.size; at++) before[tokens.node[at] + 1] += scores[at];
  for (let node = 0; node < page.size; node++) before[node + 1] += before[node];
  const { blocks, labels } = labelled;
  const why = [...labels.why];
  for (let at = 0; at < blocks.length; at++) {
    if (labels.keep[at] === 0) continue;
    const sum = before[blocks[at].last + 1] - before[blocks[at].first];
    if (sum >= 0) continue;
    labels.keep[at] = 0;
    why[at] = `in the best stretch, but its own scores sum to ${sum.toFixed(1)}`;
  }
  return { blocks, labels: { ...labels, why } };
}
