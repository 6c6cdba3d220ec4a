/**
 * Tokenisers, each with the name that stands in signatures. The official ones do exactly what the published evaluators
 * do (Python's `\w` and `\s`, which are not JavaScript's); `words` is our own and knows scripts without spaces.
 */

/** Cuts a text into tokens. */
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

export const TOKENISERS = {
  /** Stretches without white space, except that each character of a script without spaces is a token of its own. */
  words: { name: 'words', tokens: (text) => text.match(SPACED_OR_CHARACTER) ?? [] },
  /** Stretches without white space: Python's `text.split()`. */
  spaces: { name: 'spaces', tokens: (text) => text.split(PYTHON_SPACES).filter((token) => token !== '') },
  /** Python's `re.findall(r'\w+', text)`. */
  'python-words': { name: 'python-words', tokens: (text) => text.match(PYTHON_WORDS) ?? [] },
  /** Python's `re.findall(r'\w+', text.lower())`. */
  'python-words-lower': { name: 'python-words-lower', tokens: (text) => text.toLowerCase().match(PYTHON_WORDS) ?? [] },
} as const satisfies Readonly<Record<string, Tokeniser>>;

/**
 * The tokeniser of a name.
 *
 * @throws RangeError naming what was got and every name there is
 */
export function tokeniserNamed(name: string): Tokeniser {
  if (Object.hasOwn(TOKENISERS, name)) return TOKENISERS[name as keyof typeof TOKENISERS];
  throw new RangeError(`no tokeniser is named "${name}" (there are: ${Object.keys(TOKENISERS).join(', ')})`);
}

/** Two token lists as numbers: equal tokens have equal ids, from 0 to `distinct` − 1. */
export interface TokenIds {
  readonly a: Int32Array;
  readonly b: Int32Array;
  readonly distinct: number;
}

/** Numbers the tokens of two lists, so that comparing them is comparing integers. */
export function tokenIds(a: readonly string[], b: readonly string[]): TokenIds {
  const ids = new Map<string, number>();
  const number = (tokens: readonly string[]): Int32Array => {
    const numbers = new Int32Array(tokens.length);
    for (let at = 0; at < tokens.length; at++) {
      const token = tokens[at];
      let id = ids.get(token);
      if (id === undefined) {
        id = ids.size;
        ids.set(token, id);
      }
      numbers[at] = id;
    }
    return numbers;
  };
  return { a: number(a), b: number(b), distinct: ids.size };
}

/** Where each id stands in a list: the positions of id i are `positions[from[i] … from[i + 1])`, ascending. */
export interface TokenPositions {
  readonly from: Int32Array;
  readonly positions: Int32Array;
}

/** Indexes a list of ids by counting sort. */
export function tokenPositions(list: Int32Array, distinct: number): TokenPositions {
  const from = new Int32Array(distinct + 1);
  for (const id of list) from[id + 1]++;
  for (let id = 0; id < distinct; id++) from[id + 1] += from[id];
  const next = from.slice();
  const positions = new Int32Array(list.length);
  for (let at = 0; at < list.length; at++) positions[next[list[at]]++] = at;
  return { from, positions };
}
