/**
 * The start and end patterns of a site (Endrédy and Novák 2013): short sequences of tags that stand where the article
 * begins and ends, on as many pages as possible, and nowhere before.
 *
 * Steps, after `boundaries.ts`: a start candidate is the last 1…`maxSequence` tags up to the one that opens an article; an
 * end candidate is a window of as many tags that begins at one of the `endScan` first tags after one. A start is valid on a
 * page when it first stands at the article's opening tag or within `endScan` tags before it, an end when it first stands
 * within as many after it and not inside; no long dropped paragraph may come between. (So the tag of a headline serves
 * pages whose headline was taken for no text.) The pair valid on most pages wins; among equals the more telling (an id, a
 * class or a comment), then the shorter, the nearer, the one with the smaller hash. It is taken when it holds on
 * `minSupport` of the pages. If it holds on less than `planBBelow`, the best pair for the other pages stands second (plan B).
 *
 * Departures from the program: patterns are sequences of normalised tags, not literal text with what stands between;
 * support is counted per page and pair, so that no order of pages, and no byte order of patterns, decides.
 *
 * A change of template: when more than `relearnFailures` of the latest `failureWindow` pages of the sample with an article
 * have none of the patterns, these pages are learnt from alone, and what they give comes first.
 */

import { HASH_SEED_HIGH, HASH_SEED_LOW, stepHigh, stepLow } from '../../text/hash.js';
import { type Boundaries, type BoundaryOptions, pageFrequencies, sampleBoundaries } from './boundaries.js';
import { type Cut, findCut, indexOfSequence } from './find-cut.js';
import { joined } from './page-features.js';
import type { SampledPage } from './sample.js';

/** The numbers of learning. */
export interface LearnOptions extends BoundaryOptions {
  readonly minLearnPages: number;
  readonly maxSequence: number;
  readonly endScan: number;
  readonly minSupport: number;
  readonly planBBelow: number;
  readonly failureWindow: number;
  readonly relearnFailures: number;
}

/** A start pattern and an end pattern, as hashes of normalised tags. */
export interface CutPair {
  readonly start: readonly number[];
  readonly end: readonly number[];
  /** Pages on which both stand at the true place… */
  readonly support: number;
  /** …out of this many pages learnt from (for plan B: the pages the first pair does not fit). */
  readonly of: number;
  /** URL key of the first page, in the order of the sample, that both fit. */
  readonly example: string;
}

/** What a sample teaches. */
export interface Learned {
  /** Pages with an article, out of the sample. */
  readonly pages: number;
  /** The pairs in the order they are tried; empty when too little is known. */
  readonly pairs: readonly CutPair[];
  /** Hash of the opening tag of the most frequent common parent, or null. */
  readonly winner: number | null;
  /** Number of sampled pages each paragraph stands on. */
  readonly frequencies: ReadonlyMap<number, number>;
  /** True when the latest pages were learnt from alone, because the template had changed. */
  readonly isRelearnt: boolean;
}

/** Learns a sample. Linear in the pages' tags. */
export function learn(
  sample: readonly SampledPage[],
  isTelling: (hash: number) => boolean,
  options: LearnOptions,
): Learned {
  const frequencies = pageFrequencies(sample.map(({ features }) => features));
  const first = learnFrom(sample, frequencies, isTelling, options);
  const latest = first.articles
    .toSorted((a, b) => b.at - a.at || (a.key < b.key ? -1 : 1))
    .slice(0, options.failureWindow);
  const failures = latest.filter(({ features }) => !isComplete(findCut(features.tokens, first.pairs)));
  const isChanged =
    first.pairs.length > 0 &&
    latest.length < first.articles.length &&
    failures.length > options.relearnFailures * latest.length &&
    failures.length >= options.minLearnPages;
  if (!isChanged)
    return { pages: first.articles.length, pairs: first.pairs, winner: first.winner, frequencies, isRelearnt: false };
  const again = learnFrom(failures, frequencies, isTelling, options);
  return {
    pages: first.articles.length,
    pairs: [...again.pairs, ...first.pairs],
    winner: again.winner ?? first.winner,
    frequencies,
    isRelearnt: again.pairs.length > 0,
  };
}

const isComplete = (cut: Cut | null): boolean => cut !== null && cut.to !== null;

interface Lesson {
  readonly articles: readonly SampledPage[];
  readonly pairs: readonly CutPair[];
  readonly winner: number | null;
}

function learnFrom(
  sample: readonly SampledPage[],
  frequencies: ReadonlyMap<number, number>,
  isTelling: (hash: number) => boolean,
  options: LearnOptions,
): Lesson {
  const { pages, winner } = sampleBoundaries(
    sample.map(({ features }) => features),
    frequencies,
    options,
  );
  const articles = sample.filter((_, at) => pages[at] !== null);
  const found = pages.filter((one) => one !== null);
  if (articles.length < options.minLearnPages) return { articles, pairs: [], winner };
  const best = bestPair(found, isTelling, options);
  if (best === null) return { articles, pairs: [], winner };
  const pairs = [cutPair(best, articles)];
  if (best.support < options.planBBelow * articles.length) {
    const planB = bestPair(
      found.filter((_, at) => !best.fits[at]),
      isTelling,
      options,
    );
    if (planB !== null && planB.support >= MIN_PLAN_B)
      pairs.push(
        cutPair(
          planB,
          articles.filter((_, at) => !best.fits[at]),
        ),
      );
  }
  return { articles, pairs, winner };
}

function cutPair({ start, end, support, fits }: Pair, articles: readonly SampledPage[]): CutPair {
  const example = articles[fits.indexOf(true)].key;
  return { start: [...start], end: [...end], support, of: fits.length, example };
}

/** Pages that must agree on a plan B: one page alone fits any pattern of its own. */
const MIN_PLAN_B = 3;

/** Proposes the windows of tags around a page's boundaries that could be patterns. */
function propose(
  { features: { tokens }, start, end, endLimit }: Boundaries,
  { maxSequence, endScan }: LearnOptions,
  starts: Map<number, Proposal>,
  ends: Map<number, Proposal>,
): void {
  for (let length = 1; length <= maxSequence && length <= start + 1; length++)
    count(starts, tokens.subarray(start - length + 1, start + 1));
  const stop = Math.min(end + endScan, endLimit);
  const onPage = new Set<number>();
  for (let from = end; from < stop; from++)
    for (let length = 1; length <= maxSequence && from + length <= tokens.length; length++)
      count(ends, tokens.subarray(from, from + length), onPage);
}

/** A sequence of tags that stands beside an article. */
interface Proposal {
  readonly tags: Uint32Array;
  /** Pages on which it stands there. */
  pages: number;
}

/** Counts a proposal once a page. */
function count(proposals: Map<number, Proposal>, tags: Uint32Array, onPage?: Set<number>): void {
  let high = HASH_SEED_HIGH;
  let low = HASH_SEED_LOW;
  for (const tag of tags) {
    high = stepHigh(high, tag);
    low = stepLow(low, tag);
  }
  const id = joined(high, low);
  if (onPage?.has(id)) return;
  onPage?.add(id);
  const proposal = proposals.get(id);
  if (proposal === undefined) proposals.set(id, { tags, pages: 1 });
  else proposal.pages++;
}

/** Pages, at least, that must propose a pattern; and the share of the pages. */
const MIN_PROPOSERS = 2;
const PROPOSERS_SHARE = 0.1;

interface Pair {
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
): Pair | null {
  const startProposals = new Map<number, Proposal>();
  const endProposals = new Map<number, Proposal>();
  for (const page of pages) propose(page, options, startProposals, endProposals);
  const proposers = Math.max(Math.min(MIN_PROPOSERS, pages.length), PROPOSERS_SHARE * pages.length);
  const chosen = (proposals: Map<number, Proposal>): Uint32Array[] =>
    [...proposals.values()].filter((one) => one.pages >= proposers).map(({ tags }) => tags);
  const least = Math.max(1, options.minSupport * pages.length);
  const isFrequent = ({ at }: Places): boolean => at.filter((place) => place >= 0).length >= least;
  const starts = chosen(startProposals)
    .map((tags) => startPlaces(pages, tags, options.endScan))
    .filter(isFrequent);
  const ends = chosen(endProposals)
    .map((tags) => endPlaces(pages, tags, options.endScan))
    .filter(isFrequent);
  let best: Pair | null = null;
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
      const pair: Pair = { start: start.tags, end: end.tags, support, distance, fits };
      if (support >= least && (best === null || compare(pair, best, isTelling) < 0)) best = pair;
    }
  return best;
}

/** Where a pattern stands on each page. */
interface Places {
  readonly tags: Uint32Array;
  /** Per page: its first token where the pattern is valid, else −1. */
  readonly at: Int32Array;
  /** Per page, of an end pattern: where it last stands before the article's end, or −1. */
  readonly before: Int32Array;
}

/** A start is valid where it first stands, when that is at or before the article with nothing long between. */
function startPlaces(pages: readonly Boundaries[], tags: Uint32Array, scan: number): Places {
  const at = Int32Array.from(pages, ({ features: { tokens }, start, startLimit }) => {
    const place = indexOfSequence(tokens, tags, 0, start + 1);
    return place >= 0 && place + tags.length > Math.max(startLimit, start + 1 - scan) ? place : -1;
  });
  return { tags, at, before: at };
}

/** An end is valid where it first stands after the article, with nothing long between, if it does not stand inside. */
function endPlaces(pages: readonly Boundaries[], tags: Uint32Array, scan: number): Places {
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
function compare(a: Pair, b: Pair, isTelling: (hash: number) => boolean): number {
  const telling = ({ start, end }: Pair): number => (start.some(isTelling) ? 1 : 0) + (end.some(isTelling) ? 1 : 0);
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
