/**
 * The naive-Bayes model of maximum subsequence segmentation: how much a token trigram and the most recent unclosed tag speak
 * for "inside the article", as log-odds; and its shipped form, sealed bytes (magic `DhMS`, version, header, checksum).
 *
 * Body: per tag symbol one signed byte; then per trigram, by ascending key, a count with the gap to the key before, and one
 * signed byte. A byte holds log-odds in steps of 1/16.
 */
import { ByteReader, ByteWriter, logistic, seal, unseal } from '@dehusk/html';
import { MAX_TOKENS, type TokenNumbers, type TokenString, tokenNumbers, type Vocabulary } from './token-string.js';

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
 *
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
