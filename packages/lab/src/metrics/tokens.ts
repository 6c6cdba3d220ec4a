/**
 * Tokenisers, each with its name in signatures. The official ones reproduce the published evaluators exactly (Python's `\w`
 * and `\s`, which differ from JavaScript's); `words` is ours and handles scripts without spaces.
 */
import { rowNamed } from '@dehusk/html';

/** Splits a text into tokens. */
export interface Tokeniser {
  readonly name: string;
  tokens(text: string): string[];
}

/** Python's `\s` on str: JavaScript's has U+FEFF too and lacks U+001C–1F and U+0085. */
const PYTHON_SPACES = /[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/;

/** Python's `\w` on str: letters, numbers, underscore of any script; no combining marks. */
const PYTHON_WORDS = /[\p{L}\p{N}_]+/gu;

/** Scripts written without spaces between words: each character (with its marks) is one token. */
const UNSPACED =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}\\p{Script=Tibetan}';
const SPACED_OR_CHARACTER = new RegExp(`[${UNSPACED}]\\p{M}*|[^\\s${UNSPACED}]+`, 'gu');

const TOKENISERS: readonly Tokeniser[] = [
  /** Runs without white space; each character of a script without spaces is one token. */
  { name: 'words', tokens: (text) => text.match(SPACED_OR_CHARACTER) ?? [] },
  /** Runs without white space: Python's `text.split()`. */
  { name: 'spaces', tokens: (text) => text.split(PYTHON_SPACES).filter((token) => token !== '') },
  /** Python's `re.findall(r'\w+', text)`. */
  { name: 'python-words', tokens: (text) => text.match(PYTHON_WORDS) ?? [] },
  /** Python's `re.findall(r'\w+', text.lower())`. */
  { name: 'python-words-lower', tokens: (text) => text.toLowerCase().match(PYTHON_WORDS) ?? [] },
];

/** The tokeniser of a name. @throws RangeError naming what was got and every name there is */
export function tokeniserNamed(name: string): Tokeniser {
  return rowNamed('tokeniser', TOKENISERS, name);
}

/** Two token lists as ids, so that comparing tokens is comparing integers: equal tokens have equal ids, from 0 to `distinct` − 1. */
export function tokenIds(a: readonly string[], b: readonly string[]) {
  const ids = new Map<string, number>();
  const idsOf = (tokens: readonly string[]): Int32Array =>
    Int32Array.from(tokens, (token) => {
      let id = ids.get(token);
      if (id === undefined) ids.set(token, (id = ids.size));
      return id;
    });
  return { a: idsOf(a), b: idsOf(b), distinct: ids.size };
}

/** Size of the intersection of two multisets. */
export function sharedCount(a: readonly string[], b: readonly string[]): number {
  const left = new Map<string, number>();
  for (const one of a) left.set(one, (left.get(one) ?? 0) + 1);
  let shared = 0;
  for (const one of b) {
    const count = left.get(one) ?? 0;
    if (count === 0) continue;
    left.set(one, count - 1);
    shared++;
  }
  return shared;
}

/** The positions of each id in a list: those of id i are `positions[from[i] … from[i + 1])`, ascending. By counting sort. */
export function tokenPositions(list: Int32Array, distinct: number) {
  const from = new Int32Array(distinct + 1);
  for (const id of list) from[id + 1]++;
  for (let id = 0; id < distinct; id++) from[id + 1] += from[id];
  const next = from.slice();
  const positions = new Int32Array(list.length);
  for (let at = 0; at < list.length; at++) positions[next[list[at]]++] = at;
  return { from, positions };
}
