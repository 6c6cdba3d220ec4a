/**
 * The start and end patterns of a site (Endrédy and Novák 2013): short sequences of tags that occur where the article begins
 * and ends on as many pages as possible, and nowhere before.
 *
 * Steps, after `boundaries.ts`: a start candidate is the last 1…`maxSequence` tags up to the one that opens an article; an
 * end candidate is a window of as many tags that begins at one of the `endScan` first tags after one. A start is valid on a
 * page when its first occurrence is at the article's opening tag or within `endScan` tags before it; an end when its first
 * occurrence is within as many after it, and none is inside. No long dropped paragraph may be between. (So the tag of a
 * headline serves pages whose headline the extractor dropped.) The pair valid on most pages wins; of equal ones the more
 * specific (an id, a class or a comment), then the shorter, the nearer, the one with the smaller hash. It must be valid on
 * `minSupport` of the pages. If it is valid on less than `planBBelow`, the best pair for the other pages comes second (plan B).
 *
 * Departures from the program: patterns are sequences of normalised tags, not literal text with what is between; support is
 * counted per page and pair, so that neither the order of pages nor the byte order of patterns matters.
 *
 * Change of template: when more than `relearnFailures` of the latest `failureWindow` articles of the sample have none of the
 * patterns, patterns learnt from those pages alone come first.
 */

import type { SampledPage } from '@dehusk/core/extend';
import { HASH_SEED_HIGH, HASH_SEED_LOW, stepHigh, stepLow } from '@dehusk/html';
import { type Boundaries, type BoundaryOptions, pageFrequencies, sampleBoundaries } from './boundaries.js';
import { joined, type PageFeatures } from './page-features.js';

type PageOfSample = SampledPage<PageFeatures>;

type LearnOptions = BoundaryOptions &
  Readonly<
    Record<
      'minLearnPages' | 'maxSequence' | 'endScan' | 'minSupport' | 'planBBelow' | 'failureWindow' | 'relearnFailures',
      number
    >
  >;

/** A start and an end pattern as hashes of tags. */
interface Patterns {
  readonly start: readonly number[];
  readonly end: readonly number[];
}

/** Where a page is cut, in tokens. */
interface PageBoundary {
  /** Index of the pair. */
  readonly pair: number;
  /** First token of the start pattern. */
  readonly from: number;
  /** First token of the end pattern, or null when only the start was found. */
  readonly to: number | null;
}

/**
 * The cut by the first pair of which both patterns are on the page, in order: the start's first occurrence and the end's
 * first after it. Else by the first pair whose start is. Else null.
 */
export function boundariesIn(tokens: Uint32Array, pairs: readonly Patterns[]): PageBoundary | null {
  let open: PageBoundary | null = null;
  for (let pair = 0; pair < pairs.length; pair++) {
    const { start, end } = pairs[pair];
    const from = indexOfSequence(tokens, start, 0, tokens.length);
    if (from < 0) continue;
    const to = indexOfSequence(tokens, end, from + start.length, tokens.length);
    if (to >= 0) return { pair, from, to };
    open ??= { pair, from, to: null };
  }
  return open;
}

/** The first occurrence of a sequence within [from, to), or −1. */
function indexOfSequence(tokens: Uint32Array, sequence: ArrayLike<number>, from: number, to: number): number {
  for (
    let at = tokens.indexOf(sequence[0], from);
    at >= 0 && at + sequence.length <= to;
    at = tokens.indexOf(sequence[0], at + 1)
  ) {
    let length = 1;
    while (length < sequence.length && tokens[at + length] === sequence[length]) length++;
    if (length === sequence.length) return at;
  }
  return -1;
}

/** A learnt pair of patterns. */
export interface BoundaryPair extends Patterns {
  /** Pages on which both are valid… */
  readonly support: number;
  /** …out of this many pages learnt from (for plan B: the pages the first pair does not fit). */
  readonly of: number;
  /** URL key of the first page, in the order of the sample, that the pair fits. */
  readonly example: string;
}

/** The result of learning from a sample. */
export interface Learnt {
  /** Pages with an article, out of the sample. */
  readonly pages: number;
  /** The pairs in the order they are tried; empty when the sample is too small. */
  readonly pairs: readonly BoundaryPair[];
  /** Hash of the opening tag of the most frequent common parent, or null. */
  readonly winner: number | null;
  /** Number of sampled pages that contain each paragraph. */
  readonly frequencies: ReadonlyMap<number, number>;
  /** Whether the template changed, so that patterns from the latest pages come first. */
  readonly isRelearnt: boolean;
}

/** Learns from a sample. Linear in the pages' tags. @param isTelling whether a tag has an id, a class, or is a comment */
export function learn(
  sample: readonly PageOfSample[],
  isTelling: (hash: number) => boolean,
  options: LearnOptions,
): Learnt {
  const frequencies = pageFrequencies(sample.map(({ record }) => record));
  const first = learnFrom(sample, frequencies, isTelling, options);
  const learnt = { ...first, pages: first.articles.length, frequencies, isRelearnt: false };
  const latest = first.articles
    .toSorted((a, b) => b.at - a.at || (a.key < b.key ? -1 : 1))
    .slice(0, options.failureWindow);
  const failures = latest.filter(({ record }) => !isComplete(boundariesIn(record.tokens, first.pairs)));
  const isChanged =
    first.pairs.length > 0 &&
    latest.length < first.articles.length &&
    failures.length > options.relearnFailures * latest.length &&
    failures.length >= options.minLearnPages;
  if (!isChanged) return learnt;
  const again = learnFrom(failures, frequencies, isTelling, options);
  return {
    ...learnt,
    pairs: [...again.pairs, ...first.pairs],
    winner: again.winner ?? first.winner,
    isRelearnt: again.pairs.length > 0,
  };
}

const isComplete = (cut: PageBoundary | null): boolean => cut !== null && cut.to !== null;

interface PatternsFound {
  readonly articles: readonly PageOfSample[];
  readonly pairs: readonly BoundaryPair[];
  readonly winner: number | null;
}

function learnFrom(
  sample: readonly PageOfSample[],
  frequencies: ReadonlyMap<number, number>,
  isTelling: (hash: number) => boolean,
  options: LearnOptions,
): PatternsFound {
  const { pages, winner } = sampleBoundaries(
    sample.map(({ record }) => record),
    frequencies,
    options,
  );
  const articles = sample.filter((_, at) => pages[at] !== null);
  const found = pages.filter((page) => page !== null);
  if (articles.length < options.minLearnPages) return { articles, pairs: [], winner };
  const best = bestPair(found, isTelling, options);
  if (best === null) return { articles, pairs: [], winner };
  const pairs = [boundaryPair(best, articles)];
  if (best.support < options.planBBelow * articles.length) {
    const isOther = (_: unknown, at: number): boolean => !best.fits[at];
    const planB = bestPair(found.filter(isOther), isTelling, options);
    if (planB !== null && planB.support >= MIN_PLAN_B) pairs.push(boundaryPair(planB, articles.filter(isOther)));
  }
  return { articles, pairs, winner };
}

function boundaryPair({ start, end, support, fits }: PatternPair, articles: readonly PageOfSample[]): BoundaryPair {
  const example = articles[fits.indexOf(true)].key;
  return { start: [...start], end: [...end], support, of: fits.length, example };
}

/** Pages that a plan B must fit: a single page always fits its patterns. */
const MIN_PLAN_B = 3;

/** A sequence of tags beside an article, and the number of pages that have it there. */
interface Proposal {
  readonly tags: Uint32Array;
  pages: number;
}

/** Proposes the windows of tags around a page's boundaries that could be patterns. */
function propose(
  { features: { tokens }, start, end, endLimit }: Boundaries,
  { maxSequence, endScan }: LearnOptions,
  starts: Map<number, Proposal>,
  ends: Map<number, Proposal>,
): void {
  const onPage = new Set<number>();
  const count = (proposals: Map<number, Proposal>, tags: Uint32Array): void => {
    let high = HASH_SEED_HIGH;
    let low = HASH_SEED_LOW;
    for (const tag of tags) {
      high = stepHigh(high, tag);
      low = stepLow(low, tag);
    }
    const id = joined(high, low);
    if (proposals === ends) {
      if (onPage.has(id)) return;
      onPage.add(id);
    }
    const proposal = proposals.get(id);
    if (proposal === undefined) proposals.set(id, { tags, pages: 1 });
    else proposal.pages++;
  };
  for (let length = 1; length <= maxSequence && length <= start + 1; length++)
    count(starts, tokens.subarray(start - length + 1, start + 1));
  const stop = Math.min(end + endScan, endLimit);
  for (let from = end; from < stop; from++)
    for (let length = 1; length <= maxSequence && from + length <= tokens.length; length++)
      count(ends, tokens.subarray(from, from + length));
}

/** Pages that must propose a pattern: this many, and this share. */
const MIN_PROPOSERS = 2;
const PROPOSERS_SHARE = 0.1;

interface PatternPair {
  readonly start: Uint32Array;
  readonly end: Uint32Array;
  readonly support: number;
  readonly distance: number;
  readonly fits: readonly boolean[];
}

/** The pair of patterns valid on most pages; null when it is valid on less than `minSupport` of them. */
function bestPair(
  pages: readonly Boundaries[],
  isTelling: (hash: number) => boolean,
  options: LearnOptions,
): PatternPair | null {
  const startProposals = new Map<number, Proposal>();
  const endProposals = new Map<number, Proposal>();
  for (const page of pages) propose(page, options, startProposals, endProposals);
  const proposers = Math.max(Math.min(MIN_PROPOSERS, pages.length), PROPOSERS_SHARE * pages.length);
  const chosen = (proposals: Map<number, Proposal>): Uint32Array[] =>
    [...proposals.values()].filter((proposal) => proposal.pages >= proposers).map(({ tags }) => tags);
  const least = Math.max(1, options.minSupport * pages.length);
  const isFrequent = ({ at }: PatternPlaces): boolean => at.filter((place) => place >= 0).length >= least;
  const starts = chosen(startProposals)
    .map((tags) => startPlaces(pages, tags, options.endScan))
    .filter(isFrequent);
  const ends = chosen(endProposals)
    .map((tags) => endPlaces(pages, tags, options.endScan))
    .filter(isFrequent);
  let best: PatternPair | null = null;
  for (const start of starts)
    for (const end of ends) {
      const fits = pages.map(
        (_, at) => start.at[at] >= 0 && end.at[at] >= 0 && end.before[at] < start.at[at] + start.tags.length,
      );
      let support = 0;
      let distance = 0;
      for (let at = 0; at < pages.length; at++) {
        if (!fits[at]) continue;
        support++;
        distance += pages[at].start + 1 - start.at[at] - start.tags.length + end.at[at] - pages[at].end;
      }
      const pair: PatternPair = { start: start.tags, end: end.tags, support, distance, fits };
      if (support >= least && (best === null || compare(pair, best, isTelling) < 0)) best = pair;
    }
  return best;
}

/** Positions of a pattern on each page. */
interface PatternPlaces {
  readonly tags: Uint32Array;
  /** Per page: its first token where the pattern is valid, else −1. */
  readonly at: Int32Array;
  /** Per page, of an end pattern: its last occurrence before the article's end, or −1. */
  readonly before: Int32Array;
}

/** A start is valid at its first occurrence, if that is at or shortly before the article with nothing long between. */
function startPlaces(pages: readonly Boundaries[], tags: Uint32Array, scan: number): PatternPlaces {
  const at = Int32Array.from(pages, ({ features: { tokens }, start, startLimit }) => {
    const place = indexOfSequence(tokens, tags, 0, start + 1);
    return place >= 0 && place + tags.length > Math.max(startLimit, start + 1 - scan) ? place : -1;
  });
  return { tags, at, before: at };
}

/** An end is valid at its first occurrence after the article, with nothing long between. */
function endPlaces(pages: readonly Boundaries[], tags: Uint32Array, scan: number): PatternPlaces {
  const before = new Int32Array(pages.length).fill(-1);
  const at = Int32Array.from(pages, ({ features: { tokens }, end, endLimit }) => {
    const last = Math.min(end + scan, endLimit) + tags.length - 1;
    return indexOfSequence(tokens, tags, end, Math.min(last, tokens.length));
  });
  for (let page = 0; page < pages.length; page++) {
    if (at[page] < 0) continue;
    const { features, startLimit, end } = pages[page];
    let from = startLimit;
    for (;;) {
      const place = indexOfSequence(features.tokens, tags, from, features.tokens.length);
      if (place < 0 || place >= end) break;
      before[page] = place;
      from = place + 1;
    }
  }
  return { tags, at, before };
}

/** Negative when `a` is the better pair. */
function compare(a: PatternPair, b: PatternPair, isTelling: (hash: number) => boolean): number {
  const telling = ({ start, end }: PatternPair): number =>
    (start.some(isTelling) ? 1 : 0) + (end.some(isTelling) ? 1 : 0);
  return (
    b.support - a.support ||
    telling(b) - telling(a) ||
    a.start.length + a.end.length - b.start.length - b.end.length ||
    a.distance - b.distance ||
    inOrder([...a.start, ...a.end], [...b.start, ...b.end])
  );
}

function inOrder(a: readonly number[], b: readonly number[]): number {
  for (let at = 0; at < a.length && at < b.length; at++) if (a[at] !== b[at]) return a[at] - b[at];
  return a.length - b.length;
}
