/**
 * Onion (Pomikálek 2011, "Removing Boilerplate and Duplicate Content from Web Corpora", chapter 4): drops paragraphs, or
 * documents, whose words were already read in the same order.
 *
 * Observed: near-duplicates on the web share long runs of words, not whole paragraphs, so n-grams find what a digest of the
 * paragraph misses; and of many copies the first one read should stay.
 *
 * Steps, for each document in the order of the stream:
 * 1. Slide a window of n tokens over the document, across paragraph borders. A window seen before, earlier in this document
 *    or in the kept part of an earlier one, makes its tokens duplicate, as far as they stand in the window's last paragraph.
 * 2. A paragraph is a duplicate when more than `threshold` of its tokens are (strictly more).
 * 3. Smoothing: the edges of the document count as duplicates; a run of at most `maxStub` tokens of other paragraphs between
 *    two duplicates is one too. So a document of at most `maxStub` tokens always goes.
 * 4. The windows that end in a kept paragraph are remembered. What is dropped teaches nothing: a text is only ever compared
 *    with what the reader of the output has seen.
 *
 * Departures:
 * - the 2011 program uses its compile-time n and threshold in two places whatever the command line says; here the options
 *   hold everywhere;
 * - `mode: 'document'` (drop the whole document when more than `threshold` of all its tokens are duplicate) is ours, as are
 *   the bounded memories (see `memory`), and counting by Unicode words rather than by the corpus's tokeniser;
 * - n-grams are compared by 64-bit hash, as there.
 *
 * Time: linear in the tokens. Memory: about 16 bytes for each kept token (`exact`), constant otherwise.
 */
import { appendTokens, type TokenHashes, tokenHashes } from '../text/tokens.js';
import { DocumentSet } from './document-set.js';
import { ExactSet, type FingerprintSet } from './fingerprint-set.js';
import { hashNgrams, type NgramHashes, ngramHashes } from './ngrams.js';
import { memoryOf, type OnionMemory } from './onion-memory.js';

export interface OnionOptions {
  /** Length of the n-grams in tokens, 1–100. Default 5 (Onion 2011); corpus builders also use 7 to 10. */
  readonly n: number;
  /** Share of duplicate tokens, 0–1, above which a paragraph or document is a duplicate. Default 0.5 (Onion 2011). */
  readonly threshold: number;
  /** What is judged: each paragraph, or the document as a whole. Default `paragraph`. */
  readonly mode: 'paragraph' | 'document';
  /** Whether short runs between duplicates go too. Default true (Onion 2011). Only in mode `paragraph`. */
  readonly smoothing: boolean;
  /** Longest run that smoothing drops, in tokens. Default 20 (Onion 2011). */
  readonly maxStub: number;
  /**
   * What is remembered. `exact`: every n-gram, growing without bound. `window`: the `capacity` last used n-grams, exactly
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
  /**
   * When given, only these n-grams are remembered: the set D of the paper. Any set that holds every n-gram occurring twice
   * gives the same verdicts as none, in less memory; see {@link collectRepeated}.
   */
  readonly repeated: FingerprintSet | null;
  /** Buffers reused from document to document. */
  readonly tokens: TokenHashes;
  readonly ngrams: NgramHashes;
  readonly inDocument: DocumentSet;
}

/** What Onion found in one document. */
export interface OnionVerdict {
  /** Per paragraph: 1 when it is a duplicate (in mode `document` all paragraphs have the document's verdict). */
  readonly duplicate: Uint8Array;
  /** Per paragraph: its tokens. */
  readonly tokens: Uint32Array;
  /** Per paragraph: how many of its tokens stand in an n-gram seen before. */
  readonly duplicateTokens: Uint32Array;
  /** Per paragraph: 1 when only smoothing made it a duplicate. */
  readonly smoothed: Uint8Array;
}

/**
 * A fresh state.
 *
 * @param given options that differ from {@link ONION_DEFAULTS}
 * @param repeated the set D, or null
 * @throws RangeError for an option out of its range, naming got and expected
 */
export function createOnion(given: Partial<OnionOptions> = {}, repeated: FingerprintSet | null = null): Onion {
  const options = { ...ONION_DEFAULTS, ...given };
  checkOnionOptions(options);
  return onionOver(options, memoryOf(options.memory, options.capacity), repeated);
}

/** A state over a memory that is already there: what `decodeOnion` needs. */
export function onionOver(options: OnionOptions, seen: FingerprintSet, repeated: FingerprintSet | null): Onion {
  return { options, seen, repeated, tokens: tokenHashes(), ngrams: ngramHashes(), inDocument: new DocumentSet() };
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

/**
 * Judges the next document of the stream and remembers what is kept of it.
 *
 * @param paragraphs the document's paragraphs as text
 */
export function judge(onion: Onion, paragraphs: readonly string[]): OnionVerdict {
  const { tokens } = onion;
  tokens.length = 0;
  const sizes = new Uint32Array(paragraphs.length);
  for (let at = 0; at < paragraphs.length; at++) sizes[at] = appendTokens(tokens, paragraphs[at]);
  return judgeTokens(onion, tokens, sizes);
}

/**
 * The same on tokens that are already hashed (see `appendToken` for text that comes tokenised).
 *
 * @param sizes number of tokens of each paragraph, in order
 */
export function judgeTokens(onion: Onion, tokens: TokenHashes, sizes: Uint32Array): OnionVerdict {
  const { options, ngrams } = onion;
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
    /** Tokens of this paragraph before this one are counted already, or stand before the window. */
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

/** Step 3: what lies between two duplicates, the edges of the document included, and is short, goes with them. */
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
function remember({ options, seen, repeated, ngrams }: Onion, sizes: Uint32Array, duplicate: Uint8Array): void {
  let token = 0;
  for (let at = 0; at < sizes.length; at++) {
    const end = token + sizes[at];
    if (duplicate[at] === 0)
      for (let last = Math.max(token, options.n - 1); last < end; last++) {
        const high = ngrams.high[last];
        const low = ngrams.low[last];
        if (repeated === null || repeated.has(high, low)) seen.add(high, low);
      }
    token = end;
  }
}

/**
 * A first pass that finds the n-grams which occur more than once, so that a second pass with {@link createOnion} need
 * remember no others. One bit-map for all n-grams (2 bytes each), one exact entry for each repeated one. A bit-map's
 * false claim only adds an n-gram that is not repeated, which changes no verdict.
 *
 * @param seenOnce an empty Bloom filter (or any set) with room for every n-gram of the corpus
 * @returns a function that takes in a document, and the growing set D
 */
export function collectRepeated(
  n: number,
  seenOnce: FingerprintSet,
): { readonly repeated: ExactSet; add(paragraphs: readonly string[]): void } {
  const repeated = new ExactSet();
  const tokens = tokenHashes();
  const ngrams = ngramHashes();
  return {
    repeated,
    add(paragraphs: readonly string[]): void {
      tokens.length = 0;
      for (const paragraph of paragraphs) appendTokens(tokens, paragraph);
      hashNgrams(ngrams, tokens, n);
      for (let last = n - 1; last < tokens.length; last++) {
        const high = ngrams.high[last];
        const low = ngrams.low[last];
        if (seenOnce.has(high, low)) repeated.add(high, low);
        else seenOnce.add(high, low);
      }
    },
  };
}
