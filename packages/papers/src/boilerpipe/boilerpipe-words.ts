/**
 * Words as Boilerpipe counts them (C. Kohlschütter, P. Fankhauser, W. Nejdl: Boilerplate Detection using Shallow Text
 * Features, WSDM 2010; the rules of the published Java library).
 *
 * Observed: main text comes in many words on long lines, boilerplate in few words on short ones; so all an algorithm needs
 * of a text is how many words it has and how many complete lines they fill when set at 80 columns.
 *
 * Steps: a token ends at white space and where letters and digits meet other characters, except beside one of
 * `" ' . , ! @ - : ; $ ? ( ) /`, which join (`don't`, `3.14`, `e-mail` are one token). A token with a letter or a number is
 * a word. Words are laid on lines of 80 columns with one space between them; other tokens take no room.
 *
 * Departure, by option: a run of Chinese, Japanese, Thai, … is one single token by these rules, which makes every count of
 * such a page meaningless; `segmentWords` counts the words in it by `Intl.Segmenter`.
 */

import { SPACELESS_SCRIPTS, segmentsOf } from '@dehusk/html';

/** Columns of a line when words are wrapped to measure text density: the paper's 80. */
export const LINE_COLUMNS = 80;

const SEPARATOR = 1;
/** Part of a word when boundaries are determined: letters, decimal digits, underscore. */
const WORD = 2;
/** A nonspacing mark: part of the word it follows. */
const MARK = 4;
/** Removes the boundaries on both of its sides. */
const GLUE = 8;
/** Makes its token a word: letters and numbers of every kind. */
const COUNTS = 16;
/** Written without spaces between words. */
const SPACELESS = 32;
const KNOWN = 128;

/** Classes of characters, planes 0 to 2; filled on demand, because most pages use a few hundred. */
const classes = new Uint8Array(0x3_0000);

function classify(code: number): number {
  const char = String.fromCodePoint(code);
  let bits = KNOWN;
  // U+2063, invisible separator: the reference marks boundaries with it, so it acts as one in a text.
  if (char === ' ' || char === '\u2063') bits |= SEPARATOR;
  if (/[\p{L}\p{Nd}_]/u.test(char)) bits |= WORD;
  if (/\p{Mn}/u.test(char)) bits |= MARK;
  if ('"\'.,!@-:;$?()/'.includes(char)) bits |= GLUE;
  if (/[\p{L}\p{Nd}\p{Nl}\p{No}]/u.test(char)) bits |= COUNTS;
  if (SPACELESS_SCRIPTS.test(char)) bits |= SPACELESS;
  return bits;
}

function classOf(code: number): number {
  if (code >= classes.length) return classify(code);
  const known = classes[code];
  return known !== 0 ? known : (classes[code] = classify(code));
}

/** The union of the character classes of the last token that {@link tokenEnd} read. */
let tokenClasses = 0;

/** The end of the token that starts at `from`, which must not be a separator. */
function tokenEnd(text: string, from: number): number {
  let at = from;
  let previousIsWord = false;
  let previousIsGlue = true;
  tokenClasses = 0;
  while (at < text.length) {
    let code = text.charCodeAt(at);
    if ((code & 0xf800) === 0xd800) code = text.codePointAt(at) as number;
    const bits = classOf(code);
    if ((bits & SEPARATOR) !== 0) break;
    const isWord: boolean = (bits & WORD) !== 0 || ((bits & MARK) !== 0 && previousIsWord);
    const isGlue = (bits & GLUE) !== 0;
    if (isWord !== previousIsWord && !isGlue && !previousIsGlue) break;
    tokenClasses |= bits;
    previousIsWord = isWord;
    previousIsGlue = isGlue;
    at += code > 0xffff ? 2 : 1;
  }
  return at;
}

/** The tokens of a text, in order, words and others. */
export function tokenise(text: string): string[] {
  const tokens: string[] = [];
  const from = skipSeparators(text, 0);
  for (let at = from; at < text.length; ) {
    const end = tokenEnd(text, at);
    tokens.push(text.slice(at, end));
    at = skipSeparators(text, end);
  }
  return tokens;
}

function skipSeparators(text: string, from: number): number {
  let at = from;
  while (at < text.length && (classOf(text.charCodeAt(at)) & SEPARATOR) !== 0) at++;
  return at;
}

/** Counts of one block of text. */
interface WordMeasure {
  readonly words: number;
  /** Words inside a link. */
  readonly linkWords: number;
  /** Words on complete lines; all words when no line is complete. */
  readonly wrappedWords: number;
  /** Complete lines; 1 when there is none. */
  readonly wrappedLines: number;
}

/**
 * Counts the words of a text and wraps them into lines, in one pass.
 * @param text white space already mapped to U+0020
 * @param linked whether the text starts inside a link
 * @param linkEdges ascending offsets into `text` at which links begin or end; the sign bit of `~offset` marks an end
 * @param segmentWords count words in runs of scripts without spaces by `Intl.Segmenter`
 */
export function measureWords(
  text: string,
  linked = false,
  linkEdges: readonly number[] = [],
  segmentWords = false,
): WordMeasure {
  let words = 0;
  let linkWords = 0;
  let lines = 0;
  let lineWords = 0;
  let columns = -1;
  let inLink = linked;
  let edge = 0;
  const count = (length: number): void => {
    words++;
    lineWords++;
    if (inLink) linkWords++;
    columns += length + 1;
    if (columns > LINE_COLUMNS) {
      lines++;
      columns = length;
      lineWords = 1;
    }
  };
  for (let at = skipSeparators(text, 0); at < text.length; ) {
    while (edge < linkEdges.length) {
      const offset = linkEdges[edge];
      if ((offset < 0 ? ~offset : offset) > at) break;
      inLink = offset >= 0;
      edge++;
    }
    const end = tokenEnd(text, at);
    if ((tokenClasses & COUNTS) !== 0) {
      if (segmentWords && (tokenClasses & SPACELESS) !== 0) {
        for (const one of segmentsOf(wordSegmenter(), text.slice(at, end)))
          if (one.isWordLike === true) count(one.segment.length);
      } else count(end - at);
    }
    at = skipSeparators(text, end);
  }
  // A first word longer than a line completes a line without a word: that counts as none.
  return words === lineWords || lines === 0
    ? { words, linkWords, wrappedWords: words, wrappedLines: 1 }
    : { words, linkWords, wrappedWords: words - lineWords, wrappedLines: lines };
}

let segmenter: Intl.Segmenter | undefined;

/** One segmenter for all: the dictionaries depend on the script, not on the locale, which is fixed so that hosts agree. */
function wordSegmenter(): Intl.Segmenter {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'word' });
  return segmenter;
}
