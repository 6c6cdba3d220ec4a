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

// Characters that nobody sees: soft hyphens, zero-width characters, controls of the direction of text, tag characters, and runs of
// variation selectors. They break words apart, and carry text that only programs read.

const ANY = /\u034f|[\ufe00-\ufe0f]|[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\udb40]/;
const INVISIBLE =
  /\u034f|[\u00ad\u180e\u200b\u202a-\u202e\u2060-\u206f\ufeff]|[\ufe00-\ufe0f](?:[\ufe00-\ufe0f]|\udb40[\udc00-\udfff])+|(?:\udb40[\udc00-\udfff])+/g;
/** A flag of a region: a black flag, and tag characters that name the region. */
const REGION_FLAG = /(\u{1f3f4}[\u{e0030}-\u{e007a}]{2,6}\u{e007f})/u;
/** Joiners between letters of scripts that need them, or between emoji. */
const JOINER = /[\u200c\u200d]/g;
const JOINS =
  /\ufe0f|[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Myanmar}\p{Script=Khmer}\p{Script=Nko}\p{Extended_Pictographic}\p{Emoji_Modifier}]/u;
const DIRECTION_MARK = /[\u061c\u200e\u200f]/g;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** Text without characters that nobody sees. Joiners and marks of direction stay where a script or an emoji needs them. */
export function withoutInvisible(text: string): string {
  if (!ANY.test(text)) return text;
  if (!text.includes('\udb40')) return cleaned(text);
  return text
    .split(REGION_FLAG)
    .map((part, at) => (at % 2 === 1 ? part : cleaned(part)))
    .join('');
}

function cleaned(text: string): string {
  const shown = text
    .replace(INVISIBLE, (run) => (run[0] >= '\ufe00' && run[0] <= '\ufe0f' ? run[0] : ''))
    .replace(JOINER, (joiner, at: number, all: string) => (isJoined(all, at) ? joiner : ''));
  return RIGHT_TO_LEFT.test(shown) ? shown : shown.replace(DIRECTION_MARK, '');
}

function isJoined(text: string, at: number): boolean {
  const before =
    text.charCodeAt(at - 1) >= 0xdc00 && text.charCodeAt(at - 1) < 0xe000
      ? text.slice(at - 2, at)
      : text.slice(at - 1, at);
  return JOINS.test(before);
}

/** Code units that are segmented together: a longer word or sentence is cut. */
const WINDOW = 8_192;
/** Boundaries after it may depend on text after the window. */
const SURE = (WINDOW * 3) / 4;

/**
 * The segments of a text, as the segmenter finds them, in linear time: V8 copies the whole text for each segment, so the text is read in
 * windows.
 */
export function* segmentsOf(segmenter: Intl.Segmenter, text: string): Generator<Intl.SegmentData> {
  for (let from = 0; from < text.length; ) {
    let end = from + WINDOW;
    const isLast = end >= text.length;
    // Not inside a surrogate pair.
    if (!isLast && (text.charCodeAt(end) & 0xfc00) === 0xdc00) end--;
    let read = 0;
    for (const one of segmenter.segment(text.slice(from, end))) {
      const { length } = one.segment;
      if (!isLast && read > 0 && read + length > SURE) break;
      yield one;
      read += length;
    }
    from += read;
  }
}
