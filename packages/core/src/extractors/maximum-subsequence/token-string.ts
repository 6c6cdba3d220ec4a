/**
 * The token string of maximum subsequence segmentation: every tag and every word of the body as a small number.
 *
 * Preprocessing after the paper: attributes dropped, numbers one symbol, words in lower case without the punctuation around
 * them. Departure: the paper stems English words; here the words outside a vocabulary of frequent ones become their *shape*
 * (lower case, capitalised, end of a sentence, a character of a script without spaces, …), so that a model speaks for any
 * language and stays small.
 */
import { type NodeId, type Page, TEXT, tagTable } from '../../page/page.js';
import { isSpace, isUnspaced } from '../../text/characters.js';

const names = (list: string): ReadonlySet<string> => new Set(list.split(' '));
const NOT_SHOWN = names('script style template iframe noembed noframes svg math');
const VOID = names('area base br col embed hr img input link meta param source track wbr');

/** Fixed symbols, before the vocabulary's. */
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
  SYMBOLS.map((_, at) => at);
const UNSPACED = 10;
const UNSPACED_STOP = 11;
/** Token numbers are below this, so that three fit in one key. */
export const MAX_TOKENS = 1024;

/** The names a model knows. */
export interface Vocabulary {
  /** Tag names, lower case; each has a symbol where it opens and one where it closes. */
  readonly tags: readonly string[];
  /** Frequent words, lower case. */
  readonly words: readonly string[];
}

/** Numbers of the tokens of a vocabulary. */
export interface TokenNumbers {
  /** By tag name: where it opens; one more where it closes. */
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

  let capacity = 4096;
  let token = new Uint16Array(capacity);
  let inside = new Uint16Array(capacity);
  let node = new Int32Array(capacity);
  let isWord = new Uint8Array(capacity);
  let count = 0;
  const add = (number: number, holder: number, from: NodeId, word: 0 | 1): void => {
    if (count === capacity) {
      capacity *= 2;
      token = widened(token, new Uint16Array(capacity));
      inside = widened(inside, new Uint16Array(capacity));
      node = widened(node, new Int32Array(capacity));
      isWord = widened(isWord, new Uint8Array(capacity));
    }
    token[count] = number;
    inside[count] = holder;
    node[count] = from;
    isWord[count++] = word;
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
      // Words: what white space parts; a character of a script without spaces is one.
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
    size: count,
    token: token.subarray(0, count),
    inside: inside.subarray(0, count),
    node: node.subarray(0, count),
    isWord: isWord.subarray(0, count),
  };
}

function widened<T extends Uint16Array | Int32Array | Uint8Array>(old: T, empty: T): T {
  empty.set(old);
  return empty;
}

/** The number of the word chars[from, to): its own, else its shape's. */
function wordNumber(chars: string, from: number, to: number, words: ReadonlyMap<string, number>): number {
  let first = from;
  let last = to;
  while (first < last && isPunctuation(chars.charCodeAt(first))) first++;
  while (last > first && isPunctuation(chars.charCodeAt(last - 1))) last--;
  if (first === last) return PUNCTUATION;
  const start = chars.charCodeAt(first);
  if (start >= 0x30 && start <= 0x39) return NUMBER;
  const word = chars.slice(first, last);
  const lower = word.toLowerCase();
  // How a word ends tells more of running text than which word it is.
  if (last < to) {
    const next = chars.charCodeAt(last);
    if (next === 0x2e || next === 0x21 || next === 0x3f) return SENTENCE_END;
    if (next === 0x2c || next === 0x3b || next === 0x3a) return CLAUSE_END;
  }
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
  const words: string[] = [];
  for (const raw of text.split(/\s+/)) {
    let first = 0;
    let last = raw.length;
    while (first < last && isPunctuation(raw.charCodeAt(first))) first++;
    while (last > first && isPunctuation(raw.charCodeAt(last - 1))) last--;
    const word = raw.slice(first, last).toLowerCase();
    if (/^\p{L}[\p{L}\p{M}'’-]*$/u.test(word) && !isUnspaced(word.charCodeAt(0))) words.push(word);
  }
  return words;
}
