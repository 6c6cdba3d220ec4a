/**
 * A character n-gram model, exactly as NCleaner defines it:
 *
 * P(text) = Π P(c | up to n − 1 characters before it), the history being shorter at the beginning;
 * P(c | history of m characters) = Σ_{i=0}^{m} qⁱ/Z · p(c | last m − i characters), Z = Σ qⁱ (geometric interpolation), where
 * p is the plain share count(history c) / count(history followed by anything), 0 when it was never seen, and the share
 * without history is smoothed by adding one to each of 96 characters, so that no text is impossible.
 *
 * The cross-entropy of a text is −log₂ P per character.
 *
 * This is the definition, for training and tests; pages are scored by `score-tables.ts`, which has the same sums ready.
 */
import { ALPHABET } from './characters.js';

/** Counts of all n-grams of orders 1 to n. */
export interface LanguageModel {
  /** Longest n-gram in characters, 1–4. */
  readonly n: number;
  /** By order − 1: number of occurrences of each n-gram, its characters being the digits of the index in base 96. */
  readonly counts: readonly Uint32Array[];
}

/** A model that has seen nothing. */
export function emptyModel(n: number): LanguageModel {
  if (!Number.isInteger(n) || n < 1 || n > 4) throw new RangeError(`n got ${n}, expected a whole number from 1 to 4`);
  return { n, counts: Array.from({ length: n }, (_, order) => new Uint32Array(ALPHABET ** (order + 1))) };
}

/** Counts the n-grams of one segment (character codes) into the model. */
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

/**
 * The plain shares p(c | history) of every order, by the same indexes as the counts.
 * The shares without history are smoothed by adding one.
 */
export function sharesOf(model: LanguageModel): Float64Array[] {
  return model.counts.map((counts, order) => {
    const shares = new Float64Array(counts.length);
    for (let history = 0; history < counts.length; history += ALPHABET) {
      let total = order === 0 ? ALPHABET : 0;
      for (let next = 0; next < ALPHABET; next++) total += counts[history + next];
      if (total === 0) continue;
      for (let next = 0; next < ALPHABET; next++)
        shares[history + next] = (counts[history + next] + (order === 0 ? 1 : 0)) / total;
    }
    return shares;
  });
}

/**
 * P(c | history), the history and c being the last characters before `end` and at it.
 *
 * @param q weight of each shorter history against the next longer one, above 0 and below 1
 */
export function probability(shares: readonly Float64Array[], codes: Uint8Array, at: number, q: number): number {
  const longest = Math.min(shares.length - 1, at);
  let sum = 0;
  let weights = 0;
  let weight = 1;
  for (let history = longest; history >= 0; history--) {
    let index = 0;
    for (let from = at - history; from <= at; from++) index = index * ALPHABET + codes[from];
    sum += weight * shares[history][index];
    weights += weight;
    weight *= q;
  }
  return sum / weights;
}

/** Cross-entropy of a text in bits per character; 0 for the empty text. */
export function crossEntropy(shares: readonly Float64Array[], codes: Uint8Array, q: number): number {
  let bits = 0;
  for (let at = 0; at < codes.length; at++) bits -= Math.log2(probability(shares, codes, at, q));
  return codes.length === 0 ? 0 : bits / codes.length;
}
