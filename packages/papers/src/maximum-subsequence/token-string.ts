/**
 * The token string of maximum subsequence segmentation: every tag and every word of the body as a small number.
 *
 * Preprocessing follows the paper: attributes are dropped, numbers are one symbol, words are in lower case without the
 * punctuation around them. Departure: the paper stems English words; here words outside a vocabulary of frequent ones become
 * their *shape* (lower case, capitalised, end of a sentence, a character of a script without spaces, …), so that a model
 * works for any language and stays small.
 */
import { FALLBACKS, isSpace, isUnspaced, type NodeId, type Page, TEXT, tagNames, tagTable, VOID } from '@dehusk/html';

const NOT_SHOWN = tagNames(FALLBACKS, 'script style template svg math');

/** Fixed symbols; the vocabulary's follow. */
export const SYMBOLS = [
  'boundary',
  'other tag opens',
  'other tag closes',
  'number',
  'punctuation',
  'lower case',
  'capitalised',
  'capitals',
  'sentence end',
  'clause end',
  'unspaced character',
  'unspaced full stop',
] as const;
const [, OTHER_OPENS, OTHER_CLOSES, NUMBER, PUNCTUATION, LOWER, CAPITALISED, CAPITALS, SENTENCE_END, CLAUSE_END] =
  SYMBOLS.keys();
const UNSPACED = SYMBOLS.indexOf('unspaced character');
const UNSPACED_STOP = SYMBOLS.indexOf('unspaced full stop');
/** Token numbers are below this, so that three fit in one key. */
export const MAX_TOKENS = 1024;

/** The tags and words that have their own symbols. */
export interface Vocabulary {
  /** Tag names, lower case; each has one symbol for its opening and one for its closing tag. */
  readonly tags: readonly string[];
  /** Frequent words, lower case. */
  readonly words: readonly string[];
}

/** Numbers of the tokens of a vocabulary. */
export interface TokenNumbers {
  /** By tag name: the opening tag's; the closing tag's is one more. */
  readonly tags: ReadonlyMap<string, number>;
  readonly words: ReadonlyMap<string, number>;
  readonly size: number;
}

/** @throws RangeError when the vocabulary has more names than numbers */
export function tokenNumbers({ tags, words }: Vocabulary): TokenNumbers {
  const size = SYMBOLS.length + 2 * tags.length + words.length;
  if (size > MAX_TOKENS) throw new RangeError(`the vocabulary has ${size} tokens, expected at most ${MAX_TOKENS}`);
  const firstWord = SYMBOLS.length + 2 * tags.length;
  return {
    tags: new Map(tags.map((name, at) => [name, SYMBOLS.length + 2 * at])),
    words: new Map(words.map((word, at) => [word, firstWord + at])),
    size,
  };
}

/** The tokens of a page in document order. */
export interface TokenString {
  readonly size: number;
  readonly token: Uint16Array;
  /** Per token: the number of the most recent unclosed tag, the element around it. */
  readonly inside: Uint16Array;
  /** Per token: the text node of a word, the element of a tag. */
  readonly node: Int32Array;
  /** Per token: 1 for a word. */
  readonly isWord: Uint8Array;
}

/** Tokenises a page's body. Linear in the page. */
export function tokenString(page: Page, numbers: TokenNumbers): TokenString {
  const { tag, end, size, chars, textFrom, textTo, parent } = page;
  const opens = Uint16Array.from(page.names, (name) => numbers.tags.get(name) ?? OTHER_OPENS);
  const notShown = tagTable(page, NOT_SHOWN);
  const isVoid = tagTable(page, VOID);
  const body = page.nameIndex('body');
  let at = 0;
  while (at < size && tag[at] !== body) at++;
  const limit = at < size ? end[at] : size;

  const token: number[] = [];
  const inside: number[] = [];
  const node: NodeId[] = [];
  const isWord: number[] = [];
  const add = (number: number, holder: number, from: NodeId, word: 0 | 1): void => {
    token.push(number);
    inside.push(holder);
    node.push(from);
    isWord.push(word);
  };
  const close = (element: NodeId): void => {
    const number = opens[tag[element]];
    add(number === OTHER_OPENS ? OTHER_CLOSES : number + 1, opens[tag[parent[element]]], element, 0);
  };

  const open: NodeId[] = [];
  for (at++; at < limit; at++) {
    while (open.length > 0 && at >= end[open[open.length - 1]]) close(open.pop() as NodeId);
    const name = tag[at];
    const holder = opens[tag[parent[at]]];
    if (name === TEXT) {
      // Words are separated by white space; each character of a script without spaces is one.
      const to = textTo[at];
      let from = -1;
      for (let place = textFrom[at]; place <= to; place++) {
        const code = place < to ? chars.charCodeAt(place) : 0x20;
        const isWide = code >= 0x0e00 && isUnspaced(code);
        if (!isWide && !isSpace(code)) {
          if (from < 0) from = place;
          continue;
        }
        if (from >= 0) add(wordNumber(chars, from, place, numbers.words), holder, at, 1);
        from = -1;
        if (isWide) add(code === 0x3002 ? UNSPACED_STOP : UNSPACED, holder, at, 1);
      }
      continue;
    }
    add(opens[name], holder, at, 0);
    if (isVoid[name] === 1) continue;
    if (notShown[name] === 1) {
      close(at);
      at = end[at] - 1;
    } else open.push(at);
  }
  while (open.length > 0) close(open.pop() as NodeId);
  return {
    size: token.length,
    token: Uint16Array.from(token),
    inside: Uint16Array.from(inside),
    node: Int32Array.from(node),
    isWord: Uint8Array.from(isWord),
  };
}

/** The part of a text without the punctuation around it, as [first, last). */
function trimmed(text: string, from: number, to: number): [first: number, last: number] {
  let first = from;
  let last = to;
  while (first < last && isPunctuation(text.charCodeAt(first))) first++;
  while (last > first && isPunctuation(text.charCodeAt(last - 1))) last--;
  return [first, last];
}

/** The symbol of the word chars[from, to): from the vocabulary, else by its shape. */
function wordNumber(chars: string, from: number, to: number, words: ReadonlyMap<string, number>): number {
  const [first, last] = trimmed(chars, from, to);
  if (first === last) return PUNCTUATION;
  const start = chars.charCodeAt(first);
  if (start >= 0x30 && start <= 0x39) return NUMBER;
  // How a word ends says more about running text than which word it is.
  if (last < to && '.!?'.includes(chars[last])) return SENTENCE_END;
  if (last < to && ',;:'.includes(chars[last])) return CLAUSE_END;
  const word = chars.slice(first, last);
  const lower = word.toLowerCase();
  const own = words.get(lower);
  if (own !== undefined) return own;
  if (word === lower) return LOWER;
  return word.length > 1 && word === word.toUpperCase() ? CAPITALS : CAPITALISED;
}

/** Punctuation and signs of ASCII, and quotation marks, dashes and ellipses of Unicode. */
function isPunctuation(code: number): boolean {
  if (code < 0x80)
    return code < 0x30 || (code > 0x39 && code < 0x41) || (code > 0x5a && code < 0x61) || (code > 0x7a && code < 0x7f);
  return (code >= 0x2010 && code <= 0x2046) || code === 0xab || code === 0xbb || code === 0xbf || code === 0xa1;
}

/** The words of a text as the vocabulary spells them, for counting which are frequent. */
export function vocabularyWords(text: string): string[] {
  const words = text.split(/\s+/).map((raw) => raw.slice(...trimmed(raw, 0, raw.length)).toLowerCase());
  return words.filter((word) => /^\p{L}[\p{L}\p{M}'’-]*$/u.test(word) && !isUnspaced(word.charCodeAt(0)));
}
