/** What a character adds to the case for "clean", after each history: log₂ P(clean) − log₂ P(dirty), ready to be summed. */
import { ALPHABET } from './characters.js';

/** The plain shares of the two models, by order − 1, as `sharesOf` gives them. */
export interface SharePair {
  readonly clean: readonly ArrayLike<number>[];
  readonly dirty: readonly ArrayLike<number>[];
}

/** By length of the history: bits in favour of clean, indexed as the counts are. */
export type ScoreTables = readonly Float32Array[];

/**
 * The tables of all history lengths.
 *
 * An n-gram of the longest order that neither model has gives both the probability after the shorter history times the same
 * factor, which cancels in the quotient. So each table starts as copies of the one before, and logarithms are taken only
 * where a model has an n-gram of its own: a few ten thousand of 884,736.
 */
export function scoreTables({ clean, dirty }: SharePair, q: number): ScoreTables {
  const tables: Float32Array[] = [];
  for (let order = 0; order < clean.length; order++) {
    const ownClean = clean[order];
    const ownDirty = dirty[order];
    const table = new Float32Array(ownClean.length);
    if (order > 0) for (let to = 0; to < table.length; to += tables[order - 1].length) table.set(tables[order - 1], to);
    for (let at = 0; at < table.length; at++)
      if (ownClean[at] !== 0 || ownDirty[at] !== 0)
        table[at] = Math.log2(interpolated(clean, order, at, q) / interpolated(dirty, order, at, q));
    tables.push(table);
  }
  return tables;
}

/** Σ qⁱ · p(c | history shortened by i): the interpolated probability before the division by Z, the same for both models. */
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

/** The case for clean in bits per character: CE(dirty) − CE(clean). NaN for the empty text. */
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
