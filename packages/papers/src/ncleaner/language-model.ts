/**
 * NCleaner's character n-gram models: training, packing, and scoring a text under a pair of them.
 *
 * P(text) = Π P(c | up to n − 1 characters before it), the history being shorter at the beginning;
 * P(c | history of m characters) = Σ_{i=0}^{m} qⁱ/Z · p(c | last m − i characters), Z = Σ qⁱ (geometric interpolation), where
 * p is the plain share count(history c) / count(history followed by anything), 0 for unseen histories. The share without
 * history is smoothed by adding one to each of 96 characters, so that no text is impossible.
 *
 * The cross-entropy of a text is −log₂ P per character. A text's score is the difference of its cross-entropies.
 */
import { ByteReader, ByteWriter, seal, unseal } from '@dehusk/html';

// The alphabet of NCleaner's models: a text as a sequence of a few kinds of characters.
//
// `standard` (mode 1 of the program): every character beyond ASCII is `~`. Made for English: French stays recognisable, but a
// text in Cyrillic or Chinese becomes rows of tildes, separable only by length, digits and punctuation.
//
// `non-lexical` (mode 3): every letter is `a`, every digit `0`; the rhythm of words and punctuation remains.
// Departure: letters and digits of every script, not only ASCII's, and East Asia's full-width punctuation as its ASCII
// counterpart, so that the model means the same in every language. Scripts without spaces have longer runs of `a` than the
// model has seen, so there punctuation alone decides.
//
// In both, white space and control characters collapse to one space.

/** Modes 1 and 3 of the program. */
export type CharacterMode = 'standard' | 'non-lexical';

/** Number of codes: the 95 printable ASCII characters, space first, and one unused code, as in the program. */
export const ALPHABET = 96;

const SPACE = 0;
const code = (character: string): number => character.charCodeAt(0) - 32;
const TILDE = code('~');
const LETTER = code('a');
const DIGIT = code('0');

const IS_LETTER = /^[\p{L}\p{M}]/u;
const IS_DIGIT = /^\p{N}/u;
const IS_SPACE = /^[\s\p{C}]/u;
/** Punctuation of other scripts and its ASCII counterpart. Full-width ASCII (U+FF01–FF5E) is folded by position. */
const COUNTERPARTS = new Map(
  Object.entries({
    '.': '。।…',
    ',': '、،',
    ';': '؛',
    '?': '؟',
    '"': '「」『』《》“”«»',
    "'": '‘’',
    '-': '・–—',
  }).flatMap(([ascii, others]) => [...others].map((other) => [other, ascii] as const)),
);

/** Code of each UTF-16 code unit plus one, filled on first use; 0: not used yet. */
const known: Readonly<Record<CharacterMode, Uint8Array>> = {
  standard: new Uint8Array(0x10000),
  'non-lexical': new Uint8Array(0x10000),
};

function codeOf(unit: number, mode: CharacterMode): number {
  const character = String.fromCharCode(unit);
  let found: number;
  if (IS_SPACE.test(character) && (unit < 0xd800 || unit > 0xdfff)) found = SPACE;
  else if (mode === 'standard') found = unit < 127 ? unit - 32 : TILDE;
  // A surrogate is half a letter (rare Han) or half a symbol (emoji); letters are more common in running text.
  else if (IS_LETTER.test(character) || (unit >= 0xd800 && unit < 0xe000)) found = LETTER;
  else if (IS_DIGIT.test(character)) found = DIGIT;
  else if (unit < 127) found = unit - 32;
  else if (unit >= 0xff01 && unit <= 0xff5e) found = unit - 0xff01 + 1;
  else found = code(COUNTERPARTS.get(character) ?? '~');
  known[mode][unit] = found + 1;
  return found;
}

/** The largest buffer that is kept from call to call, in characters. */
const KEPT_BUFFER = 1 << 16;
let buffer = new Uint8Array(4096);

/**
 * The codes of a text, 0…94, white space collapsed and trimmed.
 *
 * @returns a view that the next call overwrites
 */
export function characterCodes(text: string, mode: CharacterMode): Uint8Array {
  if (buffer.length < text.length || (buffer.length > KEPT_BUFFER && text.length <= KEPT_BUFFER))
    buffer = new Uint8Array(Math.max(text.length, 4096));
  const table = known[mode];
  let length = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    const found = table[unit] > 0 ? table[unit] - 1 : codeOf(unit, mode);
    if (found === SPACE && (length === 0 || buffer[length - 1] === SPACE)) continue;
    buffer[length++] = found;
  }
  if (length > 0 && buffer[length - 1] === SPACE) length--;
  return buffer.subarray(0, length);
}

/** Counts of all n-grams of orders 1 to n. */
export interface LanguageModel {
  /** Longest n-gram in characters, 1–4. */
  readonly n: number;
  /** By order − 1: number of occurrences of each n-gram, its characters being the digits of the index in base 96. */
  readonly counts: readonly Uint32Array[];
}

/** A model without counts. */
export function emptyModel(n: number): LanguageModel {
  if (!Number.isInteger(n) || n < 1 || n > 4) throw new RangeError(`n got ${n}, expected a whole number from 1 to 4`);
  return { n, counts: Array.from({ length: n }, (_, order) => new Uint32Array(ALPHABET ** (order + 1))) };
}

/** Adds the n-grams of one segment (character codes) to the model. */
export function learn(model: LanguageModel, codes: Uint8Array): void {
  for (let order = 0; order < model.n; order++) {
    const counts = model.counts[order];
    let index = 0;
    for (let at = 0; at < codes.length; at++) {
      index = (index * ALPHABET + codes[at]) % counts.length;
      if (at >= order) counts[index]++;
    }
  }
}

/** The plain shares p(c | history) of every order, indexed as the counts; those without history are smoothed. */
export function sharesOf(model: LanguageModel): Float64Array[] {
  return model.counts.map((counts, order) => {
    const added = order === 0 ? 1 : 0;
    const shares = new Float64Array(counts.length);
    for (let history = 0; history < counts.length; history += ALPHABET) {
      let total = added * ALPHABET;
      for (let next = 0; next < ALPHABET; next++) total += counts[history + next];
      if (total === 0) continue;
      for (let next = 0; next < ALPHABET; next++) shares[history + next] = (counts[history + next] + added) / total;
    }
    return shares;
  });
}

/** The plain shares of the two models, by order − 1. */
export interface SharePair {
  readonly clean: readonly ArrayLike<number>[];
  readonly dirty: readonly ArrayLike<number>[];
}

/** By length of the history: log₂ P(clean) − log₂ P(dirty) of the next character, indexed as the counts. */
export type ScoreTables = readonly Float32Array[];

/**
 * The tables of all history lengths.
 *
 * For an n-gram of the longest order that neither model has, both probabilities are those after the shorter history times the
 * same factor, which cancels in the quotient. So each table starts as copies of the one before, and logarithms are computed
 * only where a model has the n-gram: some ten thousand of 884,736.
 *
 * @param q weight of each shorter history against the next longer one, above 0 and below 1
 */
export function scoreTables({ clean, dirty }: SharePair, q: number): ScoreTables {
  const tables: Float32Array[] = [];
  for (let order = 0; order < clean.length; order++) {
    const table = new Float32Array(clean[order].length);
    if (order > 0) for (let to = 0; to < table.length; to += tables[order - 1].length) table.set(tables[order - 1], to);
    for (let at = 0; at < table.length; at++)
      if (clean[order][at] !== 0 || dirty[order][at] !== 0)
        table[at] = Math.log2(interpolated(clean, order, at, q) / interpolated(dirty, order, at, q));
    tables.push(table);
  }
  return tables;
}

/** Σ qⁱ · p(c | history shortened by i): the probability before the division by Z, which is the same for both models. */
function interpolated(shares: readonly ArrayLike<number>[], longest: number, at: number, q: number): number {
  let sum = 0;
  let weight = 1;
  let index = at;
  for (let order = longest; order >= 0; order--) {
    index %= shares[order].length;
    sum += weight * shares[order][index];
    weight *= q;
  }
  return sum;
}

/** CE(dirty) − CE(clean) of a text, in bits per character: above 0 when it reads as clean. NaN for the empty text. */
export function cleanMargin(tables: ScoreTables, codes: Uint8Array): number {
  const longest = tables.length - 1;
  const full = tables[longest];
  let bits = 0;
  let index = 0;
  for (let at = 0; at < codes.length; at++) {
    index = at <= longest ? index * ALPHABET + codes[at] : (index * ALPHABET + codes[at]) % full.length;
    bits += at < longest ? tables[at][index] : full[index];
  }
  return bits / codes.length;
}

const MAGIC = 'DhNC';
const VERSION = 1;
/** Steps of a factor of two in which shares are stored: 65,535 of them reach down to 2⁻³². */
const STEPS = 2048;

/** Origin and shape of a shipped pair of models. */
export interface LanguageCard {
  readonly mode: CharacterMode;
  /** Longest n-gram in characters. */
  readonly n: number;
  /** N-grams of the longest order that are rarer than this in training are left out. */
  readonly minCount: number;
  /** Name of the training corpus, and the SHA-256 of its gold. */
  readonly corpus: string;
  readonly corpusDigest: string;
  /** Pages and segments it was trained on. */
  readonly pages: number;
  readonly cleanSegments: number;
  readonly dirtySegments: number;
}

/**
 * Packs two trained models as sealed bytes (magic `DhNC`, version, header, checksum).
 *
 * The body holds, for clean then dirty and for each order, the number of n-grams, then the n-grams in ascending order: a count
 * with the gap to the one before, and two bytes, low first, with −2048·log₂ of the plain share. N-grams rarer than `minCount`
 * are left out: the shorter history replaces them.
 *
 * One byte (−8·log₂) was tried: errors of up to 4 % on the few very frequent n-grams of the non-lexical model do not cancel,
 * and its F1 fell from .78 to .63 on held-out sites.
 */
export function packModels(card: LanguageCard, clean: LanguageModel, dirty: LanguageModel): Uint8Array {
  const writer = new ByteWriter();
  for (const model of [clean, dirty])
    sharesOf(model).forEach((shares, order) => {
      const least = order === model.n - 1 ? card.minCount : 1;
      const kept = [...shares.keys()].filter((at) => order === 0 || model.counts[order][at] >= least);
      writer.count(kept.length);
      let before = -1;
      for (const at of kept) {
        writer.count(at - before - 1);
        before = at;
        writer.half(Math.min(0xffff, Math.round(-STEPS * Math.log2(shares[at]))));
      }
    });
  return seal(MAGIC, VERSION, card, writer.bytes);
}

/**
 * Unpacks models.
 *
 * @throws RangeError with got and expected when the bytes are something else, of another version, cut or damaged
 */
export function unpackModels(bytes: Uint8Array): { readonly card: LanguageCard; readonly shares: SharePair } {
  const what = 'an NCleaner model';
  const { header: card, body } = unseal<LanguageCard>(bytes, MAGIC, VERSION, what);
  const reader = new ByteReader(body, what);
  const model = (): Float32Array[] =>
    Array.from({ length: card.n }, (_, order) => {
      const shares = new Float32Array(ALPHABET ** (order + 1));
      let at = -1;
      for (let left = reader.count(); left > 0; left--) {
        at += reader.count() + 1;
        shares[at] = 2 ** (-reader.half() / STEPS);
      }
      return shares;
    });
  return { card, shares: { clean: model(), dirty: model() } };
}
