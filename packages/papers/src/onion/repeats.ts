/**
 * Repeated paragraphs: a paragraph is dropped when the same text was kept before, in this document or an earlier one. Unlike Onion's,
 * this definition drops no text that occurs once, and always keeps the first of equal paragraphs.
 *
 * Texts are equal up to white space and the forms of Unicode. Paragraphs without a word (`***`) separate others and are no repeats; they
 * go with a document of which nothing else is left.
 */
import { hashHigh, hashLow } from '@dehusk/html';
import type { Onion, OnionDecision } from './onion.js';
import { appendTokens } from './tokens.js';

/** Judges the next document of the stream, given as the texts of its paragraphs, and remembers the new ones. @param onion its memory */
export function judgeRepeats({ seen, tokens }: Onion, paragraphs: readonly string[]): OnionDecision {
  const sizes = new Uint32Array(paragraphs.length);
  const duplicate = new Uint8Array(paragraphs.length);
  const duplicateTokens = new Uint32Array(paragraphs.length);
  let hasNew = false;
  let hasRepeats = false;
  for (const [at, paragraph] of paragraphs.entries()) {
    tokens.length = 0;
    sizes[at] = appendTokens(tokens, paragraph);
    if (sizes[at] === 0) continue;
    const text = paragraph.normalize().trim().replace(/\s+/g, ' ');
    const [high, low] = [hashHigh(text), hashLow(text)];
    if (seen.has(high, low)) {
      duplicate[at] = 1;
      duplicateTokens[at] = sizes[at];
      hasRepeats = true;
    } else {
      seen.add(high, low);
      hasNew = true;
    }
  }
  if (hasRepeats && !hasNew) duplicate.fill(1);
  return { duplicate, tokens: sizes, duplicateTokens, smoothed: new Uint8Array(paragraphs.length) };
}
