/**
 * A pair of models as it is shipped: sealed bytes (magic `DhNC`, version, header, checksum), in base64 for a module.
 *
 * The body holds, for clean then dirty and for each order, the n-grams in ascending order: the gap to the one before as a
 * variable-length number (7 bits a byte, the high bit says that more follow), then two bytes, low first, with −2048·log₂ of
 * the plain share. N-grams seen less often than `minCount` are left out: the shorter history speaks for them.
 *
 * One byte (−8·log₂) was tried: the errors of up to 4 % on the few very frequent n-grams of the non-lexical model do not cancel,
 * and its F1 fell from .78 to .63 on held-out sites.
 */
import { seal, unseal } from '../../text/sealed.js';
import { ALPHABET, type CharacterMode } from './characters.js';
import { type LanguageModel, sharesOf } from './language-model.js';
import type { SharePair } from './score-tables.js';

const MAGIC = 'DhNC';
const VERSION = 1;
/** Steps of a factor of two in which shares are stored. 65,535 of them reach down to 2⁻³². */
const STEPS = 2048;

/** What a shipped model says of itself. */
export interface ModelCard {
  readonly mode: CharacterMode;
  /** Longest n-gram in characters. */
  readonly n: number;
  /** N-grams of the longest order seen less often than this in training are left out. */
  readonly minCount: number;
  /** The corpus it was trained on, by name, and the SHA-256 of its gold. */
  readonly corpus: string;
  readonly corpusDigest: string;
  /** Pages and segments it was trained on. */
  readonly pages: number;
  readonly cleanSegments: number;
  readonly dirtySegments: number;
}

/** Packs two trained models. */
export function packModels(card: ModelCard, clean: LanguageModel, dirty: LanguageModel): Uint8Array {
  const bytes: number[] = [];
  for (const model of [clean, dirty]) {
    const shares = sharesOf(model);
    for (let order = 0; order < model.n; order++) {
      const least = order === model.n - 1 ? card.minCount : 1;
      const kept: number[] = [];
      for (let at = 0; at < shares[order].length; at++)
        if (order === 0 || model.counts[order][at] >= least) kept.push(at);
      number(bytes, kept.length);
      let before = -1;
      for (const at of kept) {
        number(bytes, at - before - 1);
        before = at;
        const steps = Math.min(0xffff, Math.round(-STEPS * Math.log2(shares[order][at])));
        bytes.push(steps & 255, steps >>> 8);
      }
    }
  }
  return seal(MAGIC, VERSION, card, Uint8Array.from(bytes));
}

function number(bytes: number[], value: number): void {
  let rest = value;
  for (; rest > 127; rest >>>= 7) bytes.push((rest & 127) | 128);
  bytes.push(rest);
}

/**
 * Unpacks models.
 *
 * @throws RangeError with got and expected when the bytes are something else, of another version, cut or damaged
 */
export function unpackModels(bytes: Uint8Array): { readonly card: ModelCard; readonly shares: SharePair } {
  const { header: card, body } = unseal<ModelCard>(bytes, MAGIC, VERSION, 'an NCleaner model');
  let from = 0;
  const next = (): number => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = body[from++];
      value |= (byte & 127) << shift;
      if (byte < 128) return value;
    }
  };
  const model = (): Float32Array[] =>
    Array.from({ length: card.n }, (_, order) => {
      const shares = new Float32Array(ALPHABET ** (order + 1));
      let at = -1;
      for (let left = next(); left > 0; left--) {
        at += next() + 1;
        shares[at] = 2 ** (-(body[from] | (body[from + 1] << 8)) / STEPS);
        from += 2;
      }
      return shares;
    });
  return { card, shares: { clean: model(), dirty: model() } };
}
