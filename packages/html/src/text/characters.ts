/**
 * Classes of characters and word counts. Classes are bits in a table, so that passes over text test a number instead of running a
 * regular expression. They come from Unicode's properties through the engine's own regular expressions, 256 code units at a time,
 * on first use.
 *
 * Surrogates count as letters: nearly all characters outside the Basic Multilingual Plane in running text are ideographs or
 * letters, and the rest (emoji) do no harm as words.
 */

export const LETTER = 1;
export const DIGIT = 2;
export const UPPER = 4;
export const LOWER = 8;
export const SPACE = 16;
/** A letter or digit of a script written without spaces: each is a token, and {@link wordShare} of a word. */
export const SPACELESS = 32;
/** Marks that combine with the letter before them. */
export const MARK = 64;
export const WORD = LETTER | DIGIT;

/**
 * Roughly the letters, as ranges for a character class. Longer expressions use them in place of `\p{L}`: V8 takes milliseconds to
 * compile a few copies of that class, twice for an expression used twice, and again after every flush of compiled expressions.
 */
export const LETTERS = String.raw`A-Za-z\u00aa-\u1fff\u3041-\uffdc`;

/** Scripts that put no spaces between words: Han, kana, Thai, Lao, Khmer, Burmese. */
export const SPACELESS_SCRIPTS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/**
 * The share of a word that a {@link SPACELESS} letter stands for, so that lengths can be compared between scripts.
 *
 * The Chinese translation of a book has 1.6 Han letters for each English word (`structure`: trpl-zh, rust-book); with kana, 2 was
 * best on the tuning sites in Japanese. The share for Thai, Lao, Khmer and Burmese, whose marks do not count, is an estimate.
 */
export function wordShare(code: number): number {
  return code < 0x2e80 ? 0.25 : 0.5;
}

const CLASSES = new Uint8Array(65_536);
const LOWERED = new Uint16Array(65_536);
const READY = new Uint8Array(256);

/** Runs of the characters of each class. SPACELESS comes last, because it needs LETTER and DIGIT. */
const RUNS: readonly (readonly [bit: number, runs: RegExp])[] = [
  [LETTER, /[\p{L}_]+/gu],
  [DIGIT, /\p{N}+/gu],
  [UPPER, /\p{Lu}+/gu],
  [LOWER, /\p{Ll}+/gu],
  [SPACE, /[\s\u200b]+/g],
  [MARK, /\p{M}+/gu],
  [SPACELESS, new RegExp(SPACELESS_SCRIPTS, 'gu')],
];

function prepare(row: number): void {
  READY[row] = 1;
  const codes = Array.from({ length: 256 }, (_, at) => (row << 8) + at);
  for (const code of codes) {
    const lower = String.fromCharCode(code).toLowerCase();
    LOWERED[code] = lower.length === 1 ? lower.charCodeAt(0) : code;
  }
  if (row >= 0xd8 && row <= 0xdf) {
    for (const code of codes) CLASSES[code] = LETTER;
    return;
  }
  const characters = String.fromCharCode(...codes);
  for (const [bit, runs] of RUNS)
    for (const { 0: run, index } of characters.matchAll(runs))
      for (let code = codes[index]; code < codes[index] + run.length; code++)
        if (bit !== SPACELESS || (CLASSES[code] & WORD) !== 0) CLASSES[code] |= bit;
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

/** White space as `\s` has it, byte order mark included. */
export function isSpace(code: number): boolean {
  if (code < 0x80) return code === 0x20 || (code >= 0x09 && code <= 0x0d);
  if (code < 0x1680) return code === 0xa0;
  return (
    (code >= 0x2000 && code <= 0x200a) ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x3000 ||
    code === 0x1680 ||
    code === 0xfeff
  );
}

/**
 * Whether a character counts as one word in {@link countWordsBetween}: scripts that put no spaces between words, with their marks,
 * digits and the ideographic punctuation (which {@link SPACELESS} leaves out), and Tibetan. Ranges, because this runs on every
 * character of a page.
 */
export function isUnspaced(code: number): boolean {
  if (code < 0x0e00) return false;
  return (
    code <= 0x0fff || // Thai, Lao, Tibetan
    (code >= 0x1000 && code <= 0x109f) || // Burmese
    (code >= 0x1780 && code <= 0x17ff) || // Khmer
    (code >= 0x3001 && code <= 0x30ff) || // ideographic punctuation, kana
    (code >= 0x31f0 && code <= 0x31ff) ||
    (code >= 0x3400 && code <= 0x9fff) || // Han
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xd840 && code <= 0xd88f) // first halves of Han beyond the basic plane
  );
}

/**
 * Number of words in chars[from, to): runs between white space; in scripts without spaces every character is a word. No
 * dictionary, the same in every engine.
 */
export function countWordsBetween(chars: string, from: number, to: number): number {
  let words = 0;
  let isInside = false;
  for (let at = from; at < to; at++) {
    const code = chars.charCodeAt(at);
    if (isSpace(code)) isInside = false;
    else if (isUnspaced(code)) {
      words++;
      isInside = false;
    } else if (!isInside) {
      words++;
      isInside = true;
    }
  }
  return words;
}

/** Text with each run of white space as one space, trimmed. */
export function singleSpaced(text: string): string {
  return text === '' ? text : text.replace(/\s+/g, ' ').trim();
}

/** Whether all characters between two positions are white space. */
export function isBlankBetween(chars: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if ((classOf(chars.charCodeAt(at)) & SPACE) === 0) return false;
  return true;
}

/** Whether a letter or digit is between two positions. */
export function hasWordBetween(chars: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if ((classOf(chars.charCodeAt(at)) & WORD) !== 0) return true;
  return false;
}
