/**
 * What NCleaner's models see of a text: a sequence of a few kinds of characters.
 *
 * `standard` (mode 1 of the program): every character beyond ASCII is `~`. Made for English: French keeps its frame, but a
 * text in Cyrillic or Chinese becomes rows of tildes, and the model can tell its segments only by length, digits, punctuation.
 *
 * `non-lexical` (mode 3): every letter is `a`, every digit `0`; what is left is the rhythm of words and punctuation.
 * Departure: letters and digits of every script, not of ASCII only, and the full-width punctuation of East Asia as its ASCII
 * counterpart, so that the model means the same in every language. Where a script writes no spaces its runs of `a` are longer
 * than any the model has seen, and punctuation alone decides.
 *
 * In both, white space and control characters collapse to one space.
 */

/** How a text is seen; 1 and 3 in the program. */
export type CharacterMode = 'standard' | 'non-lexical';

/** Number of codes: the 95 printable characters of ASCII, space first. One more is kept free, as in the program's alphabet of 96. */
export const ALPHABET = 96;

const SPACE = 0;
const code = (character: string): number => character.charCodeAt(0) - 32;
const TILDE = code('~');
const LETTER = code('a');
const DIGIT = code('0');

const IS_LETTER = /^[\p{L}\p{M}]/u;
const IS_DIGIT = /^\p{N}/u;
const IS_SPACE = /^[\s\p{C}]/u;
/** East Asian punctuation and the sign it stands for. Full-width ASCII (U+FF01–FF5E) is folded by its position. */
const COUNTERPARTS: Readonly<Record<string, string>> = {
  '。': '.',
  '、': ',',
  '「': '"',
  '」': '"',
  '『': '"',
  '』': '"',
  '《': '"',
  '》': '"',
  '・': '-',
  '।': '.',
  '؟': '?',
  '،': ',',
  '؛': ';',
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '«': '"',
  '»': '"',
  '–': '-',
  '—': '-',
  '…': '.',
};

/** Code of each UTF-16 code unit plus one, filled in as they are first met; 0 is not met yet. */
const known: Readonly<Record<CharacterMode, Uint8Array>> = {
  standard: new Uint8Array(0x10000),
  'non-lexical': new Uint8Array(0x10000),
};

function codeOf(unit: number, mode: CharacterMode): number {
  const character = String.fromCharCode(unit);
  let found: number;
  if (IS_SPACE.test(character) && (unit < 0xd800 || unit > 0xdfff)) found = SPACE;
  else if (mode === 'standard') found = unit < 127 ? unit - 32 : TILDE;
  // A surrogate is half a letter (rare Han) or half a sign (emoji); letters are more common in running text.
  else if (IS_LETTER.test(character) || (unit >= 0xd800 && unit < 0xe000)) found = LETTER;
  else if (IS_DIGIT.test(character)) found = DIGIT;
  else if (unit < 127) found = unit - 32;
  else if (unit >= 0xff01 && unit <= 0xff5e) found = unit - 0xff01 + 1;
  else found = COUNTERPARTS[character] === undefined ? TILDE : code(COUNTERPARTS[character]);
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
