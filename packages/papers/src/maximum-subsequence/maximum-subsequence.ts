/**
 * Maximum subsequence segmentation (J. Pasternack, D. Roth: Extracting Article Text from the Web with Maximum Subsequence
 * Segmentation, WWW 2009).
 *
 * Observation: an article is one contiguous stretch of the page's tokens. A local classifier that is only a little better
 * than chance on each token is enough, because the errors average out over the stretch with the largest sum of scores.
 *
 * Steps: tokens (`token-string.ts`) → each token's probability of being inside the article, less one half, by naive Bayes on
 * two features, the trigram of the tokens before, at and after it, and the most recent unclosed tag → the
 * maximum-sum stretch → its paragraphs, without those whose own scores sum below zero.
 *
 * Departures: frequent words and word shapes instead of stems (no stemmer, any language); an unknown trigram has no weight;
 * the paper cleans the stretch by rules (lists of links, captions), here the scores do it; scores are raised by 0.2, since the
 * paper's even odds cut articles short on pages of every type (word F1 by folds of sites on WCXB's development pages: .72
 * with 0, .76 with .1, .80 with .2 and with .3, .77 with .4). The lab trains the weights on WCXB's development pages
 * (`dehusk-lab train maximum-subsequence`). The paper's rule-based baseline, a word +1 and a tag −3.25, is the row
 * `maximum-subsequence-rules`.
 */
import type { Extractor, LabelledBlocks } from '@dehusk/core';
import { type OptionsOf, type OptionTable, optionsOf } from '@dehusk/core/extend';
import {
  ByteReader,
  ByteWriter,
  FALLBACKS,
  FLAG,
  fromBase64,
  isSpace,
  isUnspaced,
  logistic,
  type NodeId,
  type Page,
  real,
  seal,
  TEXT,
  tagNames,
  tagTable,
  unseal,
  VOID,
} from '@dehusk/html';
import { maximumSpan, spanBlocks } from './maximum-span.js';
import { MODEL } from './weights.js';

// The naive-Bayes model of maximum subsequence segmentation: how much a token trigram and the most recent unclosed tag speak
// for "inside the article", as log-odds; and its shipped form, sealed bytes (magic `DhMS`, version, header, checksum).
//
// Body: per tag symbol one signed byte; then per trigram, by ascending key, a count with the gap to the key before, and one
// signed byte. A byte holds log-odds in steps of 1/16.

const MAGIC = 'DhMS';
const VERSION = 1;
/** Steps a unit of log-odds. */
const STEPS = 16;

/** Origin and shape of a model. */
interface TrigramCard extends Vocabulary {
  /** Log-odds of a token being inside, without any evidence. */
  readonly prior: number;
  readonly trigrams: number;
  /** Name of the training corpus, and the SHA-256 of its gold. */
  readonly corpus: string;
  readonly corpusDigest: string;
  readonly pages: number;
}

export interface TrigramModel {
  readonly card: TrigramCard;
  readonly numbers: TokenNumbers;
  /** Per token number: log-odds when it is the most recent unclosed tag. */
  readonly inside: Float32Array;
  /** Log-odds by trigram key. */
  readonly odds: ReadonlyMap<number, number>;
}

/** One key of three token numbers. */
export function trigramKey(previous: number, current: number, next: number): number {
  return (previous * MAX_TOKENS + current) * MAX_TOKENS + next;
}

/** Log-odds as a signed byte. */
const stored = (odds: number): number => Math.max(-127, Math.min(127, Math.round(odds * STEPS)));

/** Seals a model. `trigrams` need not be sorted. */
export function packModel(
  card: Omit<TrigramCard, 'trigrams'>,
  inside: ArrayLike<number>,
  trigrams: readonly (readonly [key: number, odds: number])[],
): Uint8Array {
  const writer = new ByteWriter();
  const { size } = tokenNumbers(card);
  for (let number = 0; number < size; number++) writer.byte(stored(inside[number]));
  let before = -1;
  for (const [key, odds] of trigrams.toSorted((a, b) => a[0] - b[0])) {
    writer.count(key - before - 1);
    writer.byte(stored(odds));
    before = key;
  }
  return seal(MAGIC, VERSION, { ...card, trigrams: trigrams.length } satisfies TrigramCard, writer.bytes);
}

/**
 * Opens a sealed model.
 * @throws RangeError with got and expected when the bytes are something else, of another version, cut or damaged
 */
export function unpackModel(bytes: Uint8Array): TrigramModel {
  const what = 'a maximum subsequence model';
  const { header: card, body } = unseal<TrigramCard>(bytes, MAGIC, VERSION, what);
  const numbers = tokenNumbers(card);
  const reader = new ByteReader(body, what);
  const readOdds = (): number => ((reader.byte() << 24) >> 24) / STEPS;
  const inside = Float32Array.from({ length: numbers.size }, readOdds);
  const odds = new Map<number, number>();
  let key = -1;
  for (let left = card.trigrams; left > 0; left--) {
    key += reader.count() + 1;
    odds.set(key, readOdds());
  }
  return { card, numbers, inside, odds };
}

/** Per token: probability of being inside, minus one half. Trigrams unknown to the model have no weight. */
export function scoresOf({ odds, inside, card }: TrigramModel, tokens: TokenString): Float32Array {
  const { size, token } = tokens;
  const scores = new Float32Array(size);
  for (let at = 0; at < size; at++) {
    const key = trigramKey(at > 0 ? token[at - 1] : 0, token[at], at + 1 < size ? token[at + 1] : 0);
    scores[at] = logistic(card.prior + inside[tokens.inside[at]] + (odds.get(key) ?? 0)) - 0.5;
  }
  return scores;
}

const OPTIONS = {
  bias: [
    0.2,
    real(-0.5, 0.5),
    'Added to every token’s score, −0.5…0.5: above 0 for longer stretches, below for shorter (paper: 0; ours: 0.2).',
  ],
  cleans: [true, FLAG, 'Whether paragraphs of the stretch whose own scores sum below 0 are dropped (ours: true).'],
} satisfies OptionTable;
export type MaximumSubsequenceOptions = OptionsOf<typeof OPTIONS>;

let shipped: TrigramModel | null = null;

/** The trained variant. */
export const maximumSubsequence: Extractor<MaximumSubsequenceOptions> = {
  name: 'maximum-subsequence',
  summary: 'The stretch of tokens most likely to be article, each token judged by its neighbours and its tag.',
  source: 'Pasternack and Roth 2009, Extracting Article Text from the Web with Maximum Subsequence Segmentation',
  ...optionsOf(OPTIONS),
  label(page: Page, options: MaximumSubsequenceOptions): LabelledBlocks {
    shipped ??= unpackModel(fromBase64(MODEL));
    return labelWith(shipped, page, options);
  },
};

/** Labels a page with a given model. */
export function labelWith(
  model: TrigramModel,
  page: Page,
  { bias, cleans }: MaximumSubsequenceOptions,
): LabelledBlocks {
  const tokens = tokenString(page, model.numbers);
  const scores = scoresOf(model, tokens);
  if (bias !== 0) for (let at = 0; at < scores.length; at++) scores[at] += bias;
  const span = maximumSpan(scores);
  if (span === null) return spanBlocks(page, 1, 0, '', 'no token looks like article');
  let first = span.from;
  let last = span.to;
  while (first <= last && tokens.isWord[first] === 0) first++;
  while (last >= first && tokens.isWord[last] === 0) last--;
  if (first > last) return spanBlocks(page, 1, 0, '', 'the best stretch has no words');
  const inside = `in the best stretch, tokens ${span.from}–${span.to}`;
  const labelled = spanBlocks(page, tokens.node[first], tokens.node[last], inside, 'outside the best stretch');
  if (!cleans) return labelled;
  // Prefix sums by node: the score of a paragraph is that of its range of nodes.
  const before = new Float64Array(page.size + 1);
  for (let at = 0; at < tokens.size; at++) before[tokens.node[at] + 1] += scores[at];
  for (let node = 0; node < page.size; node++) before[node + 1] += before[node];
  const { blocks, labels } = labelled;
  const why = [...labels.why];
  for (let at = 0; at < blocks.length; at++) {
    if (labels.keep[at] === 0) continue;
    const sum = before[blocks[at].last + 1] - before[blocks[at].first];
    if (sum >= 0) continue;
    labels.keep[at] = 0;
    why[at] = `in the best stretch, but its own scores sum to ${sum.toFixed(1)}`;
  }
  return { blocks, labels: { ...labels, why } };
}

// The token string of maximum subsequence segmentation: every tag and every word of the body as a small number.
//
// Preprocessing follows the paper: attributes are dropped, numbers are one symbol, words are in lower case without the
// punctuation around them. Departure: the paper stems English words; here words outside a vocabulary of frequent ones become
// their *shape* (lower case, capitalised, end of a sentence, a character of a script without spaces, …), so that a model
// works for any language and stays small.

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
