/**
 * The naive-Bayes model of maximum subsequence segmentation: how much a token trigram and the most recent unclosed tag speak
 * for "inside the article", as log-odds; and its shipped form, sealed bytes (magic `DhMS`, version, header, checksum).
 *
 * Body: per tag symbol one signed byte; then per trigram, by ascending key, the gap to the key before as a variable-length
 * number (7 bits a byte, the high bit says that more follow) and one signed byte. A byte is a log-odd in steps of 1/16.
 */
import { logistic } from '../../text/logistic.js';
import { seal, unseal } from '../../text/sealed.js';
import { MAX_TOKENS, type TokenNumbers, type TokenString, tokenNumbers, type Vocabulary } from './token-string.js';

const MAGIC = 'DhMS';
const VERSION = 1;
/** Steps a unit of log-odds. */
const STEPS = 16;

/** What a model says of itself. */
export interface ModelCard extends Vocabulary {
  /** Log-odds of a token being inside, before anything is known of it. */
  readonly prior: number;
  /** Number of trigrams kept. */
  readonly trigrams: number;
  /** The corpus it was trained on, by name, and the SHA-256 of its gold. */
  readonly corpus: string;
  readonly corpusDigest: string;
  readonly pages: number;
}

/** A model ready to score with. */
export interface Model {
  readonly card: ModelCard;
  readonly numbers: TokenNumbers;
  /** Per token number: log-odds when it is the most recent unclosed tag. */
  readonly inside: Float32Array;
  /** Open-addressed table of trigram keys (plus one; 0 is empty) and their log-odds. */
  readonly keys: Uint32Array;
  readonly odds: Float32Array;
}

/** One key of three token numbers. */
export function trigramKey(previous: number, current: number, next: number): number {
  return (previous * MAX_TOKENS + current) * MAX_TOKENS + next;
}

/** Log-odds as it is stored. */
const stored = (odds: number): number => Math.max(-127, Math.min(127, Math.round(odds * STEPS)));

/** Seals a model. `trigrams` need not be sorted. */
export function packModel(
  card: Omit<ModelCard, 'trigrams'>,
  inside: ArrayLike<number>,
  trigrams: readonly (readonly [key: number, odds: number])[],
): Uint8Array {
  const bytes: number[] = [];
  const { size } = tokenNumbers(card);
  for (let number = 0; number < size; number++) bytes.push(stored(inside[number]) & 255);
  let before = -1;
  for (const [key, odds] of [...trigrams].sort((a, b) => a[0] - b[0])) {
    let gap = key - before - 1;
    for (; gap > 127; gap = Math.floor(gap / 128)) bytes.push((gap & 127) | 128);
    bytes.push(gap, stored(odds) & 255);
    before = key;
  }
  return seal(MAGIC, VERSION, { ...card, trigrams: trigrams.length } satisfies ModelCard, Uint8Array.from(bytes));
}

/**
 * Opens a sealed model.
 *
 * @throws RangeError with got and expected when the bytes are something else, of another version, cut or damaged
 */
export function unpackModel(bytes: Uint8Array): Model {
  const { header: card, body } = unseal<ModelCard>(bytes, MAGIC, VERSION, 'a maximum subsequence model');
  const numbers = tokenNumbers(card);
  const signed = new Int8Array(body.buffer, body.byteOffset, body.length);
  const inside = Float32Array.from(signed.subarray(0, numbers.size), (one) => one / STEPS);
  let capacity = 1024;
  while (capacity < 2 * card.trigrams) capacity *= 2;
  const keys = new Uint32Array(capacity);
  const odds = new Float32Array(capacity);
  let from = numbers.size;
  let key = -1;
  for (let left = card.trigrams; left > 0; left--) {
    let gap = 0;
    let unit = 1;
    for (;;) {
      const byte = body[from++];
      gap += (byte & 127) * unit;
      if (byte < 128) break;
      unit *= 128;
    }
    key += gap + 1;
    let slot = slotOf(key, capacity);
    while (keys[slot] !== 0) slot = (slot + 1) & (capacity - 1);
    keys[slot] = key + 1;
    odds[slot] = signed[from++] / STEPS;
  }
  return { card, numbers, inside, keys, odds };
}

function slotOf(key: number, capacity: number): number {
  const mixed = Math.imul(key, 0x9e3779b1);
  return (mixed ^ (mixed >>> 15)) & (capacity - 1);
}

/** Per token: probability of being inside, minus one half. Trigrams the model does not know say nothing. */
export function scoresOf(model: Model, tokens: TokenString): Float32Array {
  const { keys, odds, inside, card } = model;
  const capacity = keys.length;
  const scores = new Float32Array(tokens.size);
  for (let at = 0; at < tokens.size; at++) {
    const previous = at > 0 ? tokens.token[at - 1] : 0;
    const next = at + 1 < tokens.size ? tokens.token[at + 1] : 0;
    const key = trigramKey(previous, tokens.token[at], next) + 1;
    let sum = card.prior + inside[tokens.inside[at]];
    for (let slot = slotOf(key - 1, capacity); keys[slot] !== 0; slot = (slot + 1) & (capacity - 1))
      if (keys[slot] === key) {
        sum += odds[slot];
        break;
      }
    scores[at] = logistic(sum) - 0.5;
  }
  return scores;
}
