/**
 * Onion (Pomikálek 2011, "Removing Boilerplate and Duplicate Content from Web Corpora", chapter 4): drops paragraphs, or
 * documents, whose words were already read in the same order.
 *
 * Observation: near-duplicates on the web share long runs of words rather than paragraphs, so n-grams find what a digest of the
 * paragraph misses; and of many copies the first should stay.
 *
 * Steps, for each document in the order of the stream:
 * 1. Slide a window of n tokens over the document, across paragraph borders. A window seen before, earlier in this document
 *    or in the kept part of an earlier one, makes its tokens duplicate, as far as they are in the window's last paragraph.
 * 2. A paragraph is a duplicate when strictly more than `threshold` of its tokens are.
 * 3. Smoothing: the edges of the document count as duplicates; a run of other paragraphs with at most `maxStub` tokens between
 *    two duplicates becomes duplicate too. So a document of at most `maxStub` tokens is always dropped.
 * 4. Remember the windows that end in a kept paragraph. Dropped text is not remembered: a text is compared only with what the
 *    output contains.
 *
 * Departures:
 * - the 2011 program uses its compile-time n and threshold in two places whatever the command line says; here the options
 *   apply everywhere;
 * - `mode: 'document'` (drop the document when more than `threshold` of all its tokens are duplicate) is ours, as are the
 *   bounded memories (see `memory`) and counting by Unicode words instead of the corpus's tokeniser;
 * - the paper's first pass over the corpus, which saves memory by remembering repeated n-grams only, is left out: a stream is
 *   read once.
 *
 * Time: linear in the tokens. Memory: about 16 bytes for each kept token (`exact`), constant otherwise.
 */
import { hashHigh, hashLow, seal, unseal } from '@dehusk/html';
import {
  DocumentSet,
  type FingerprintSet,
  memoryOf,
  type OnionMemory,
  type StoredGeneration,
  storedOf,
} from './onion-memory.js';
import { appendTokens, hashNgrams, type NgramHashes, ngramHashes, type TokenHashes, tokenHashes } from './tokens.js';

export interface OnionOptions {
  /** Length of the n-grams in tokens, 1–100. Default 5 (Onion 2011); corpus builders also use 7 to 10. */
  readonly n: number;
  /** Share of duplicate tokens, 0–1, above which a paragraph or document is a duplicate. Default 0.5 (Onion 2011). */
  readonly threshold: number;
  /** The unit that is judged. Default `paragraph`. */
  readonly mode: 'paragraph' | 'document';
  /** Whether short runs between duplicates are dropped too. Default true (Onion 2011). Only in mode `paragraph`. */
  readonly smoothing: boolean;
  /** Longest run that smoothing drops, in tokens. Default 20 (Onion 2011). */
  readonly maxStub: number;
  /**
   * Which n-grams are remembered. `exact`: every one, growing without bound. `window`: the `capacity` last used n-grams, exactly
   * (repeats further apart than capacity/2 n-grams are missed, nothing is dropped wrongly). `bloom`: the same window in a
   * sixth of the memory; each n-gram is wrongly taken as seen with a probability below 0.2 %, which moves a paragraph's
   * duplicate share by about n × 0.2 %. Default `exact`.
   */
  readonly memory: OnionMemory;
  /** Number of n-grams remembered by `window` (up to 23 bytes each) and `bloom` (2 bytes each). Default 20 million. */
  readonly capacity: number;
}

export const ONION_DEFAULTS: OnionOptions = {
  n: 5,
  threshold: 0.5,
  mode: 'paragraph',
  smoothing: true,
  maxStub: 20,
  memory: 'exact',
  capacity: 20_000_000,
};

/** The running state of one stream. Made by {@link createOnion}; saved by `encodeOnion`. */
export interface Onion {
  readonly options: OnionOptions;
  /** The n-grams of everything kept so far. */
  readonly seen: FingerprintSet;
  /** Buffers reused from document to document. */
  readonly tokens: TokenHashes;
  readonly ngrams: NgramHashes;
  readonly inDocument: DocumentSet;
}

/** The decision on one document. */
interface OnionDecision {
  /** Per paragraph: 1 when it is a duplicate (in mode `document` all paragraphs have the document's decision). */
  readonly duplicate: Uint8Array;
  /** Per paragraph: its tokens. */
  readonly tokens: Uint32Array;
  /** Per paragraph: how many of its tokens are in an n-gram seen before. */
  readonly duplicateTokens: Uint32Array;
  /** Per paragraph: 1 when only smoothing made it a duplicate. */
  readonly smoothed: Uint8Array;
}

/**
 * An empty state.
 * @param given options that differ from {@link ONION_DEFAULTS}
 * @throws RangeError for an option out of its range, naming got and expected
 */
export function createOnion(given: Partial<OnionOptions> = {}): Onion {
  const options = { ...ONION_DEFAULTS, ...given };
  checkOnionOptions(options);
  return onionOf(options, memoryOf(options.memory, options.capacity));
}

function onionOf(options: OnionOptions, seen: FingerprintSet): Onion {
  return { options, seen, tokens: tokenHashes(), ngrams: ngramHashes(), inDocument: new DocumentSet() };
}

function checkOnionOptions({ n, threshold, maxStub, capacity, mode }: OnionOptions): void {
  const wrong = (name: string, got: unknown, expected: string): never => {
    throw new RangeError(`onion: option "${name}" got ${got}, expected ${expected}`);
  };
  if (!Number.isInteger(n) || n < 1 || n > 100) wrong('n', n, 'a whole number from 1 to 100');
  if (!(threshold >= 0 && threshold <= 1)) wrong('threshold', threshold, 'a number from 0 to 1');
  if (!Number.isInteger(maxStub) || maxStub < 0) wrong('maxStub', maxStub, 'a whole number of tokens, 0 or more');
  if (!Number.isInteger(capacity) || capacity < 2) wrong('capacity', capacity, 'a whole number of n-grams, 2 or more');
  if (mode !== 'paragraph' && mode !== 'document') wrong('mode', mode, '"paragraph" or "document"');
}

/** Judges the next document of the stream, given as the texts of its paragraphs, and remembers the kept part. */
export function judge(onion: Onion, paragraphs: readonly string[]): OnionDecision {
  const { options, tokens, ngrams } = onion;
  tokens.length = 0;
  const sizes = new Uint32Array(paragraphs.length);
  for (let at = 0; at < paragraphs.length; at++) sizes[at] = appendTokens(tokens, paragraphs[at]);
  hashNgrams(ngrams, tokens, options.n);
  const duplicateTokens = countDuplicates(onion, tokens.length, sizes);
  const duplicate = new Uint8Array(sizes.length);
  const smoothed = new Uint8Array(sizes.length);
  if (options.mode === 'document') {
    let found = 0;
    for (const count of duplicateTokens) found += count;
    if (tokens.length > 0 && found / tokens.length > options.threshold) duplicate.fill(1);
  } else {
    for (let at = 0; at < sizes.length; at++)
      if (sizes[at] > 0 && duplicateTokens[at] / sizes[at] > options.threshold) duplicate[at] = 1;
    if (options.smoothing) smooth(duplicate, smoothed, sizes, options.maxStub);
  }
  remember(onion, sizes, duplicate);
  return { duplicate, tokens: sizes, duplicateTokens, smoothed };
}

/** Step 1: per paragraph, the tokens covered by windows seen before. */
function countDuplicates(
  { options, seen, ngrams, inDocument }: Onion,
  length: number,
  sizes: Uint32Array,
): Uint32Array {
  const { n } = options;
  const counts = new Uint32Array(sizes.length);
  inDocument.begin(length);
  let token = 0;
  for (let at = 0; at < sizes.length; at++) {
    const end = token + sizes[at];
    /** Tokens of this paragraph before this one are already counted. */
    let countedTo = token;
    for (; token < end; token++) {
      if (token < n - 1) continue;
      const high = ngrams.high[token];
      const low = ngrams.low[token];
      const before = inDocument.seen(high, low);
      if (!before && !seen.has(high, low)) continue;
      const from = Math.max(countedTo, token - n + 1);
      counts[at] += token + 1 - from;
      countedTo = token + 1;
    }
  }
  return counts;
}

/** Step 3: short runs between two duplicates or edges of the document become duplicates. */
function smooth(duplicate: Uint8Array, smoothed: Uint8Array, sizes: Uint32Array, maxStub: number): void {
  let runFrom = 0;
  let runTokens = 0;
  for (let at = 0; at <= sizes.length; at++) {
    if (at < sizes.length && duplicate[at] === 0) {
      runTokens += sizes[at];
      continue;
    }
    if (runTokens <= maxStub) for (let inRun = runFrom; inRun < at; inRun++) duplicate[inRun] = smoothed[inRun] = 1;
    runFrom = at + 1;
    runTokens = 0;
  }
}

/** Step 4: windows belong to the paragraph of their last token. */
function remember({ options, seen, ngrams }: Onion, sizes: Uint32Array, duplicate: Uint8Array): void {
  let token = 0;
  for (let at = 0; at < sizes.length; at++) {
    const end = token + sizes[at];
    if (duplicate[at] === 0)
      for (let last = Math.max(token, options.n - 1); last < end; last++) seen.add(ngrams.high[last], ngrams.low[last]);
    token = end;
  }
}

const MAGIC = 'DhOn';
const VERSION = 1;

interface OnionHeader {
  readonly options: OnionOptions;
  /** Per generation, the youngest first: its 32-bit words in the body, and its fingerprints. */
  readonly generations: readonly { readonly words: number; readonly size: number }[];
}

/** A state as bytes. */
export function encodeOnion(onion: Onion): Uint8Array {
  const generations = storedOf(onion.seen);
  const header: OnionHeader = {
    options: onion.options,
    generations: generations.map(({ words, size }) => ({ words: words.length, size })),
  };
  const body = new Uint8Array(generations.reduce((sum, { words }) => sum + words.byteLength, 0));
  let to = 0;
  for (const { words } of generations) {
    body.set(new Uint8Array(words.buffer, words.byteOffset, words.byteLength), to);
    to += words.byteLength;
  }
  return seal(MAGIC, VERSION, header, body);
}

/**
 * Reads a state back. It judges later documents exactly as the encoded one would have.
 * @throws RangeError with got and expected when the bytes are something else, of another version, cut or damaged
 */
export function decodeOnion(bytes: Uint8Array): Onion {
  const { header, body } = unseal<OnionHeader>(bytes, MAGIC, VERSION, 'an Onion state');
  const words = new Uint32Array(new Uint8Array(body).buffer);
  let from = 0;
  const generations = header.generations.map(({ words: length, size }): StoredGeneration => {
    const piece = { words: words.subarray(from, from + length), size };
    from += length;
    return piece;
  });
  const { memory, capacity } = header.options;
  return onionOf(header.options, memoryOf(memory, capacity, generations));
}

// Repeated paragraphs: a paragraph is dropped when the same text was kept before, in this document or an earlier one. Unlike Onion's,
// this definition drops no text that occurs once, and always keeps the first of equal paragraphs.
//
// Texts are equal up to white space and the forms of Unicode. Paragraphs without a word (`***`) separate others and are no repeats; they
// go with a document of which nothing else is left.

/** Judges the next document of the stream, given as the texts of its paragraphs, and remembers the new ones. @param onion its memory */
export function judgeRepeats({ seen, tokens }: Onion, paragraphs: readonly string[]): OnionDecision {
  const sizes = new Uint32Array(paragraphs.length);
  const duplicate = new Uint8Array(paragraphs.length);
  const duplicateTokens = new Uint32Array(paragraphs.length);
  let hasNew = false;
  let hasRepeats = false;
  for (const [at, paragraph] of paragraphs.entries()) {
    tokens.length = 0;
    sizes[at] = appendTokens(tokens, paragraph);
    if (sizes[at] === 0) continue;
    const text = paragraph.normalize().trim().replace(/\s+/g, ' ');
    const [high, low] = [hashHigh(text), hashLow(text)];
    if (seen.has(high, low)) {
      duplicate[at] = 1;
      duplicateTokens[at] = sizes[at];
      hasRepeats = true;
    } else {
      seen.add(high, low);
      hasNew = true;
    }
  }
  if (hasRepeats && !hasNew) duplicate.fill(1);
  return { duplicate, tokens: sizes, duplicateTokens, smoothed: new Uint8Array(paragraphs.length) };
}
