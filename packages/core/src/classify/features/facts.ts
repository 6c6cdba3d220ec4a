/**
 * The basis of all features: counts per block, and running sums over the blocks.
 *
 * Observation: blocks are in document order and a subtree is a range of nodes, so it is a range of blocks, and a sum over a
 * container is the difference of two entries of a running sum. No loop over ancestors sums anything.
 */
import {
  classOf,
  DIGIT,
  fnv1a,
  HashSet,
  LOWER,
  type Memo,
  memoized,
  memoizedColumns,
  type NodeId,
  nameOf,
  newColumn,
  type Page,
  SPACELESS,
  scramble,
  TokenList,
  tagNames,
  textOf,
  tokensOf,
  UPPER,
  WORD,
  wordShare,
} from '@dehusk/html';
import { countsBefore } from '../../blocks/block.js';
import { type ContentBlocks, contentBlocks } from '../../blocks/content-blocks.js';
import { STOP_WORDS } from '../stop-words-data.js';

/** Running sums: entry b is the sum over blocks 0 … b − 1. Those of whole numbers take half the memory. */
type Running = Float64Array | Int32Array;

export interface BlockFacts {
  /** Values computed from the facts once, see `memoized`. */
  readonly memo: Memo;
  readonly page: Page;
  readonly blocks: ContentBlocks;
  readonly size: number;
  /** Word hashes of all blocks; block b has [tokenFrom[b], tokenFrom[b + 1]). */
  readonly tokens: Uint32Array;
  readonly tokenFrom: Uint32Array;
  /** Per block: a hash of its words in order. */
  readonly text: Uint32Array;
  /** Per block: number of words; scripts without spaces by {@link wordShare}. */
  readonly words: Float32Array;
  /** Per block: share of its characters inside links, 0…1. */
  readonly linkDensity: Float32Array;
  readonly sentences: Float32Array;
  readonly commas: Float32Array;
  /** Per block: share of words that are stop words of any language. */
  readonly stopWordDensity: Float32Array;
  readonly digitDensity: Float32Array;
  readonly capitalDensity: Float32Array;
  /** Per block: share of its words that are in the title, and share of the title's words that are in it. */
  readonly titleOverlap: Float32Array;
  readonly titleCovered: Float32Array;
  /** Per block: 1 for running text (ten words, a sentence end, few links). */
  readonly prose: Uint8Array;
  /** Per block: 1…6 inside a heading, else 0. */
  readonly heading: Uint8Array;
  /** Per block: 1 when its first 200 characters have a price, or a date or time. */
  readonly price: Uint8Array;
  readonly date: Uint8Array;
  /** Per node (and one past the last): number of blocks that begin before it. */
  readonly blocksBefore: Int32Array;
  readonly sums: {
    readonly words: Running;
    readonly linkWords: Running;
    readonly proseWords: Running;
    readonly punctuation: Running;
    readonly headings: Running;
    readonly prices: Running;
    readonly dates: Running;
    readonly images: Running;
  };
  /** Per node (and one past the last): number of buttons, and of form fields, before it. */
  readonly buttonsBefore: Int32Array;
  readonly fieldsBefore: Int32Array;
  /** Words on the page, at least 1. */
  readonly total: number;
}

/** First block of a node's subtree, and one past its last. */
export function firstBlock(facts: BlockFacts, node: NodeId): number {
  return facts.blocksBefore[node];
}
export function endBlock(facts: BlockFacts, node: NodeId): number {
  return facts.blocksBefore[facts.page.end[node]];
}

/** Entry b is the sum over blocks 0 … b − 1. */
export function running(size: number, of: (block: number) => number): Float64Array {
  const sums = newColumn(Float64Array, size + 1);
  for (let b = 0; b < size; b++) sums[b + 1] = sums[b] + of(b);
  return sums;
}

/** Words of a node's subtree. */
export function wordsIn(facts: BlockFacts, node: NodeId): number {
  return facts.sums.words[endBlock(facts, node)] - facts.sums.words[firstBlock(facts, node)];
}

const PRICE = /[$€£¥₹₽₩]\s?\d|\d[\d.,]*\s?(?:[€£¥₹₽₩]|(?:USD|EUR|GBP|CHF|PLN|SEK|zł|kr|Kč|Ft)(?!\p{L}))/u;
const DATE =
  /(?:19|20)\d\d(?!\d)|\b\d{1,2}[/.]\d{1,2}[/.]\d{2,4}|\b\d{1,2}:\d\d\b|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s+\d|\bago\b|\d月\d{1,2}日|\d ?(?:分钟?|分鐘|小[时時]|時間|天|日)前|\d월 ?\d{1,2}일|\d ?(?:분|시간|일) ?전/i;
/** Characters of a block searched for prices and dates. */
const OPENING = 200;
const PROSE_WORDS = 10;
const PROSE_LINK_DENSITY = 0.35;

/** Sentence ends and commas of the world's scripts. */
const SENTENCE_END = marks('.!?。！？।॥؟۔…։።။។');
const COMMA = marks(',;:،，、；：');

/** A table with 1 for each of these code units. */
function marks(of: string): Uint8Array {
  const table = new Uint8Array(65_536);
  for (let at = 0; at < of.length; at++) table[of.charCodeAt(at)] = 1;
  return table;
}

/** Segments a page and gathers its facts. Linear in the page. */
export function blockFacts(page: Page): BlockFacts {
  return factsOf(page, contentBlocks(page));
}

/** The facts of blocks of a page: the visible ones, or hidden texts as blocks. */
export function factsOf(page: Page, blocks: ContentBlocks): BlockFacts {
  const size = blocks.size;
  const list = new TokenList();
  const tokenFrom = newColumn(Uint32Array, size + 1);
  const textHash = newColumn(Uint32Array, size);
  const column = (): Float32Array => newColumn(Float32Array, size);
  const words = column();
  const linkDensity = column();
  const sentences = column();
  const commas = column();
  const stopWordDensity = column();
  const digitDensity = column();
  const capitalDensity = column();
  const titleOverlap = column();
  const titleCovered = column();
  const prose = newColumn(Uint8Array, size);
  const heading = newColumn(Uint8Array, size);
  const price = newColumn(Uint8Array, size);
  const date = newColumn(Uint8Array, size);
  const sums = emptySums(size);
  const title = titleWords(page);
  const level = headingLevels(page);

  for (let b = 0; b < size; b++) {
    const text = blocks.text[b];
    tokenFrom[b] = list.length;
    const count = list.add(text);
    let stops = 0;
    let inTitle = 0;
    let hash = count;
    for (let t = tokenFrom[b]; t < list.length; t++) {
      const token = list.values[t];
      hash = Math.imul(hash, 0x9e3779b1) ^ token;
      if (isStopWord(token)) stops++;
      if (title.has(token)) inTitle++;
    }
    const { ends, pauses, numbers, capitals, surplus, mayBeDate } = countCharacters(text);
    textHash[b] = hash;
    const most = Math.max(1, count);
    words[b] = Math.ceil(count - surplus);
    linkDensity[b] = Math.min(1, blocks.linkChars[b] / text.length);
    sentences[b] = ends;
    commas[b] = pauses;
    stopWordDensity[b] = stops / most;
    digitDensity[b] = Math.min(1, numbers / most);
    capitalDensity[b] = Math.min(1, capitals / most);
    titleOverlap[b] = inTitle / most;
    titleCovered[b] = title.size > 0 ? Math.min(1, inTitle / title.size) : 0;
    prose[b] = words[b] >= PROSE_WORDS && linkDensity[b] < PROSE_LINK_DENSITY && ends >= 1 ? 1 : 0;
    heading[b] = level(blocks.element[b]);
    const opening = text.length > OPENING ? text.slice(0, OPENING) : text;
    price[b] = digitDensity[b] > 0 && PRICE.test(opening) ? 1 : 0;
    date[b] = mayBeDate && (numbers > 0 || count < 12) && DATE.test(opening) ? 1 : 0;
    sums.words[b + 1] = sums.words[b] + words[b];
    sums.linkWords[b + 1] = sums.linkWords[b] + words[b] * linkDensity[b];
    sums.proseWords[b + 1] = sums.proseWords[b] + words[b] * prose[b];
    sums.punctuation[b + 1] = sums.punctuation[b] + ends + pauses;
    sums.headings[b + 1] = sums.headings[b] + (heading[b] > 0 ? 1 : 0);
    sums.prices[b + 1] = sums.prices[b] + price[b];
    sums.dates[b + 1] = sums.dates[b] + date[b];
    sums.images[b + 1] = sums.images[b] + blocks.images[b];
  }
  tokenFrom[size] = list.length;

  return {
    memo: new Map(),
    page,
    blocks,
    size,
    tokens: list.values.subarray(0, list.length),
    tokenFrom,
    text: textHash,
    words,
    linkDensity,
    sentences,
    commas,
    stopWordDensity,
    digitDensity,
    capitalDensity,
    titleOverlap,
    titleCovered,
    prose,
    heading,
    price,
    date,
    blocksBefore: countBlocksBefore(page, blocks),
    sums,
    ...controlsBefore(page),
    total: Math.max(1, sums.words[size]),
  };
}

/** Ends of sentences, pauses, numbers and capitals of a text, and what its words and dates need. */
function countCharacters(text: string) {
  let ends = 0;
  let pauses = 0;
  let numbers = 0;
  let capitals = 0;
  let surplus = 0; // tokens over words
  let mayBeDate = false; // a date has a digit or the word `ago`
  let before = 0; // class bits of the character before
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const bits = classOf(code);
    if ((bits & WORD) !== 0) {
      if ((bits & SPACELESS) !== 0) surplus += 1 - wordShare(code);
      if (at < OPENING && !mayBeDate)
        mayBeDate = (code >= 48 && code <= 57) || ((code | 32) === 111 && endsAgo(text, at));
      if ((before & WORD) === 0 || (bits & SPACELESS) !== 0) {
        if ((bits & UPPER) !== 0) capitals++;
        if ((bits & DIGIT) !== 0) numbers++;
      }
    } else if (code === 32) {
      // Thai and Lao have no end marks: a space separates sentences and clauses.
      if (isThaiOrLao(text.charCodeAt(at - 1)) && isThaiOrLao(text.charCodeAt(at + 1))) ends++;
    } else if (code > 32 && (bits & LOWER) === 0) {
      // An end mark ends a sentence before white space, a closing quote, or anything in a script without spaces.
      if (SENTENCE_END[code] === 1) {
        const next = at + 1 < text.length ? text.charCodeAt(at + 1) : 32;
        if (code > 0x2000 || next === 32 || next === 34 || next === 0x201d || next === 41 || next === 0xbb) ends++;
      } else if (COMMA[code] === 1) pauses++;
    }
    before = bits;
  }
  return { ends, pauses, numbers, capitals, surplus, mayBeDate };
}

function emptySums(size: number): BlockFacts['sums'] {
  const running = (): Running => newColumn(Int32Array, size + 1);
  return {
    words: running(),
    linkWords: newColumn(Float64Array, size + 1),
    proseWords: running(),
    punctuation: running(),
    headings: running(),
    prices: running(),
    dates: running(),
    images: running(),
  };
}

function countBlocksBefore(page: Page, { size, first }: ContentBlocks): Int32Array {
  const blocksBefore = newColumn(Int32Array, page.size + 1);
  for (let node = 0, b = 0; size > 0 && node < page.size; node++) {
    blocksBefore[node] = b;
    while (b < size && first[b] === node) b++;
    blocksBefore[node + 1] = b;
  }
  return blocksBefore;
}

/** Whether a code unit is Thai or Lao; false for NaN, before and behind a text. */
function isThaiOrLao(code: number): boolean {
  return code >= 0x0e00 && code <= 0x0eff;
}

/** Whether the letters that end at a position are `ago`, in any case. */
function endsAgo(text: string, at: number): boolean {
  return at >= 2 && (text.charCodeAt(at - 1) | 32) === 103 && (text.charCodeAt(at - 2) | 32) === 97;
}

const [BUTTON, FIELD] = [tagNames('button'), tagNames('input textarea select')];
const controlsBefore = memoizedColumns((page: Page) => ({
  buttonsBefore: countsBefore(page, BUTTON),
  fieldsBefore: countsBefore(page, FIELD),
}));

/** Words of the page's title and of its Open Graph title. */
const titleWords = memoized((page: Page): { has(token: number): boolean; readonly size: number } => {
  const found = new Set<number>();
  const title = page.nameIndex('title');
  const meta = page.nameIndex('meta');
  let seen = false;
  for (let node = 0; node < page.size; node++) {
    const name = page.tag[node];
    if (name === title && !seen && nameOf(page, page.parent[node]) === 'head') {
      seen = true;
      for (const token of tokensOf(textOf(page, node).slice(0, 1000))) found.add(token);
    } else if (name === meta && page.attribute(node, 'property') === 'og:title')
      for (const token of tokensOf((page.attribute(node, 'content') ?? '').slice(0, 1000))) found.add(token);
  }
  const quick = new HashSet(found.size);
  for (const token of found) quick.add(token);
  return { has: (token) => quick.has(token), size: found.size };
});

/** Heading level of an element or of its nearest heading ancestor within six levels. */
function headingLevels(page: Page): (node: NodeId) => number {
  const levels = new Uint8Array(page.names.length);
  for (let level = 1; level <= 6; level++) {
    const index = page.nameIndex(`h${level}`);
    if (index >= 0) levels[index] = level;
  }
  return (from) => {
    for (let node = from, step = 0; node >= 0 && step < 6; node = page.parent[node], step++)
      if (levels[page.tag[node]] > 0) return levels[page.tag[node]];
    return 0;
  };
}

let stopWords: HashSet | null = null;

/**
 * The commonest function words of many languages in one set: their share in a block separates running text from labels, whatever the
 * language. (jusText has a longer list for each.) For scripts without spaces it has the commonest grammatical characters.
 */
function stopWordSet(): HashSet {
  const words = STOP_WORDS.trim().split(/\s+/);
  const set = new HashSet(words.length);
  // The words are in lower case, so their hashes need no tables of characters.
  for (const word of words) set.add(scramble(fnv1a(word)));
  return set;
}

/** Whether a word, by its hash (see {@link TokenList}), is a stop word of any language. */
function isStopWord(token: number): boolean {
  stopWords ??= stopWordSet();
  return stopWords.has(token);
}

/** A group of feature columns. `features.ts` combines the parts; the order of names is part of a trained model. */
export interface FeaturePart {
  /** Column names, unique over all parts. */
  readonly names: readonly string[];
  /** Prepares the writing of the part's columns for the blocks of a page. */
  writer(facts: BlockFacts): RowWriter;
}

/**
 * Writes columns of the rows [from, to): column c of row r goes to `out[offset + (r − from) * stride + c]`. Called for all rows, in
 * order.
 */
export type RowWriter = (from: number, to: number, out: Float32Array, stride: number, offset: number) => void;

/** The value of a column that does not apply (no such ancestor, no such neighbour). */
export const ABSENT = -1;

const TABLED = 4096;
const TABLE = Float64Array.from({ length: TABLED }, (_, count) => Math.log1p(count));

/** `Math.log1p`, bit for bit, of a number that is not −0. Nearly all counts are small integers: a table is ten times as fast. */
export function log1p(value: number): number {
  const whole = value | 0;
  return whole === value && whole >= 0 && whole < TABLED ? TABLE[whole] : Math.log1p(value);
}
