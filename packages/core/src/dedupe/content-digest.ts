/**
 * A 64-bit digest of a text's words in order, whatever their case, spacing and punctuation: equal digests, equal words.
 * Among ten million different texts the chance of any two sharing a digest is 3 in a million.
 */
import { HASH_SEED_HIGH, HASH_SEED_LOW, scramble, stepHigh, stepLow } from '../text/hash.js';
import { appendTokens, type TokenHashes, tokenHashes } from '../text/tokens.js';

/** A 64-bit fingerprint as two unsigned 32-bit halves; `hashToHex` prints it. */
export interface Fingerprint {
  readonly high: number;
  readonly low: number;
}

const buffer = tokenHashes();

/** The digest of a text. */
export function contentDigest(text: string): Fingerprint {
  buffer.length = 0;
  appendTokens(buffer, text);
  return digestOfTokens(buffer);
}

/** The digest of tokens that are already hashed. */
export function digestOfTokens(tokens: TokenHashes): Fingerprint {
  let high = HASH_SEED_HIGH;
  let low = HASH_SEED_LOW;
  for (let at = 0; at < tokens.length; at++) {
    high = stepHigh(high, tokens.high[at]);
    low = stepLow(low, tokens.low[at]);
  }
  return { high: scramble(high), low: scramble(low) };
}
