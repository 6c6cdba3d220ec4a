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
import { ALPHABET, type CharacterMode } from './characters.js';

export { type CharacterMode, characterCodes } from './characters.js';

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
