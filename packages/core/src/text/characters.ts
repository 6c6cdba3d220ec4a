/**
 * Character classes as a table of bits, so that passes over text test a number instead of running a regular expression.
 *
 * Classes come from Unicode's properties through the engine's own regular expressions, 256 code units at a time, on first
 * use. Surrogates count as letters: nearly all characters outside the Basic Multilingual Plane in running text are
 * ideographs or letters, and the rest (emoji) do no harm as words.
 */

export const LETTER = 1;
export const DIGIT = 2;
export const UPPER = 4;
export const LOWER = 8;
export const SPACE = 16;
/** Characters of scripts written without spaces: each counts as a word of its own (Han, Kana, Thai, Lao, Khmer, Myanmar). */
export const SOLITARY = 32;
/** Marks that stand on the letter before them. */
export const MARK = 64;
export const WORD = LETTER | DIGIT;

const CLASSES = new Uint8Array(65_536);
const LOWERED = new Uint16Array(65_536);
const READY = new Uint8Array(256);

const SOLITARY_SCRIPTS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

function prepare(row: number): void {
  for (let code = row << 8, end = code + 256; code < end; code++) {
    const character = String.fromCharCode(code);
    let bits = 0;
    if (code >= 0xd800 && code <= 0xdfff) bits = LETTER;
    else {
      if (/\p{L}/u.test(character) || character === '_') bits |= LETTER;
      if (/\p{N}/u.test(character)) bits |= DIGIT;
      if (/\p{Lu}/u.test(character)) bits |= UPPER;
      if (/\p{Ll}/u.test(character)) bits |= LOWER;
      if (/[\s\u200b]/.test(character)) bits |= SPACE;
      if (/\p{M}/u.test(character)) bits |= MARK;
      if (SOLITARY_SCRIPTS.test(character) && (bits & (LETTER | DIGIT)) !== 0) bits |= SOLITARY;
    }
    CLASSES[code] = bits;
    const lower = character.toLowerCase();
    LOWERED[code] = lower.length === 1 ? lower.charCodeAt(0) : code;
  }
  READY[row] = 1;
}

/** The class bits of a UTF-16 code unit. */
export function classOf(code: number): number {
  if (READY[code >> 8] === 0) prepare(code >> 8);
  return CLASSES[code];
}

/** The lower-case form of a code unit, locale-independent; itself where the form is longer than one unit. */
export function lowered(code: number): number {
  if (READY[code >> 8] === 0) prepare(code >> 8);
  return LOWERED[code];
}
