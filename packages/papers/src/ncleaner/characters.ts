/**
 * The alphabet of NCleaner's models: a text as a sequence of a few kinds of characters.
 *
 * `standard` (mode 1 of the program): every character beyond ASCII is `~`. Made for English: French stays recognisable, but a
 * text in Cyrillic or Chinese becomes rows of tildes, separable only by length, digits and punctuation.
 *
 * `non-lexical` (mode 3): every letter is `a`, every digit `0`; the rhythm of words and punctuation remains.
 * Departure: letters and digits of every script, not only ASCII's, and East Asia's full-width punctuation as its ASCII
 * counterpart, so that the model means the same in every language. Scripts without spaces have longer runs of `a` than the
 * model has seen, so there punctuation alone decides.
 *
 * In both, white space and control characters collapse to one space.
 */

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
