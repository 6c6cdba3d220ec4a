/**
 * Where the article begins and ends on each sampled page, by the text that only this page has.
 *
 * 1. A paragraph on `repeatedPages` (2) pages or more is no article text; the other good ones are the unique paragraphs U. A
 *    page with fewer than `minChars` characters of them is ignored. (The program lets the first page keep a repeated
 *    paragraph, so its result depends on order; the paper's and this one do not.)
 * 2. The nearest common parent of U, where a few paragraphs at either end may be ignored if that yields a deeper parent and
 *    costs less than a fifth of the text: a unique comment or teaser must not make `body` the article. The parent that is most
 *    frequent over the pages wins; where it occurs once on a page, only U within it counts.
 * 3. The article reaches from the first of U to the last, or to the one before a repeated paragraph in the second half (by
 *    characters): paragraphs after "Related stories" are unique, too, but no part of the article.
 */
import { GOOD, type PageFeatures } from './page-features.js';

export type BoundaryOptions = Readonly<Record<'repeatedPages' | 'minChars', number>>;

/** The article on a page, in tokens. */
export interface Boundaries {
  readonly features: PageFeatures;
  /** The token that opens the first unique paragraph. */
  readonly start: number;
  /** The first token after the last unique paragraph. */
  readonly end: number;
  /** No start pattern may end before this token, because a long dropped paragraph is between. */
  readonly startLimit: number;
  /** No end pattern may begin here or later, because a long dropped paragraph is before it. */
  readonly endLimit: number;
}

interface SampleBoundaries {
  /** Per page of the sample: its boundaries, or null when it has too little unique text. */
  readonly pages: readonly (Boundaries | null)[];
  /** Hash of the opening tag of the most frequent common parent, or null when it is `body` everywhere. */
  readonly winner: number | null;
}

/** Paragraphs that may be left out at each end when looking for the common parent. */
const MAX_TRIMMED = 10;
/** Share of the characters that may be left out with them. */
const TRIMMED_SHARE = 0.2;
/** Characters above which a dropped paragraph beside the article separates it from a pattern (jusText's `lengthLow`). */
const LONG = 70;

/**
 * Number of sampled pages that contain each paragraph. Short paragraphs count only where the extractor keeps them: a headline
 * that other pages link to is no boilerplate.
 */
export function pageFrequencies(sample: readonly PageFeatures[]): Map<number, number> {
  const frequencies = new Map<number, number>();
  for (const { keys, marks, lengths } of sample) {
    const onPage = new Set<number>();
    for (let row = 0; row < keys.length; row++)
      if ((marks[row] & GOOD) !== 0 || lengths[row] > LONG) onPage.add(keys[row]);
    for (const key of onPage) frequencies.set(key, (frequencies.get(key) ?? 0) + 1);
  }
  return frequencies;
}

/** The boundaries of every page of a sample. */
export function sampleBoundaries(
  sample: readonly PageFeatures[],
  frequencies: ReadonlyMap<number, number>,
  options: BoundaryOptions,
): SampleBoundaries {
  const unique = sample.map((features) => uniqueParagraphs(features, frequencies, options));
  const parents = sample.map((features, at) => (unique[at] === null ? -1 : commonParent(features, unique[at])));
  const winner = mostFrequentParent(sample, parents);
  return {
    winner,
    pages: sample.map((features, at) => {
      const all = unique[at];
      return all === null ? null : boundariesWithin(features, within(features, all, winner), frequencies, options);
    }),
  };
}

/** Rows of the unique good paragraphs, or null when they have fewer than `minChars` characters. */
function uniqueParagraphs(
  { keys, marks, lengths }: PageFeatures,
  frequencies: ReadonlyMap<number, number>,
  { repeatedPages, minChars }: BoundaryOptions,
): number[] | null {
  const rows: number[] = [];
  let characters = 0;
  for (let row = 0; row < keys.length; row++) {
    if (marks[row] !== GOOD || (frequencies.get(keys[row]) ?? 0) >= repeatedPages) continue;
    rows.push(row);
    characters += lengths[row];
  }
  return rows.length === 0 || characters < minChars ? null : rows;
}

/** The row of the nearest element that holds all the paragraphs, or nearly all; −1 when only `body` does. */
function commonParent(features: PageFeatures, rows: readonly number[]): number {
  const { holder, lengths } = features;
  let total = 0;
  for (const row of rows) total += lengths[row];
  const most = TRIMMED_SHARE * total;
  let best = -1;
  let leastLost = most;
  let lostBefore = 0;
  for (let from = 0; from < rows.length && from <= MAX_TRIMMED && lostBefore < leastLost; from++) {
    let parent = holder[rows[from]];
    let kept = 0;
    for (let to = from; to < rows.length; to++) {
      const wider = nearestCommon(features, parent, holder[rows[to]]);
      if (wider < 0) break;
      parent = wider;
      kept += lengths[rows[to]];
      const lost = total - kept;
      if (rows.length - 1 - to > MAX_TRIMMED || lost >= leastLost) continue;
      best = parent;
      leastLost = lost;
    }
    lostBefore += lengths[rows[from]];
  }
  return best;
}

/** The nearest element around two; outer elements have lower rows. */
function nearestCommon({ elementParent }: PageFeatures, first: number, second: number): number {
  let a = first;
  let b = second;
  while (a !== b) {
    if (a > b) a = elementParent[a];
    else b = elementParent[b];
  }
  return a;
}

/** Hash of the parent's tag on most pages; among equals the deepest, then the smallest hash. Null without parents. */
function mostFrequentParent(sample: readonly PageFeatures[], parents: readonly number[]): number | null {
  const counts = new Map<number, { hash: number; pages: number; depths: number }>();
  for (let at = 0; at < sample.length; at++) {
    if (parents[at] < 0) continue;
    const { tokens, elementFrom, elementParent } = sample[at];
    const hash = tokens[elementFrom[parents[at]]];
    const count = counts.get(hash) ?? { hash, pages: 0, depths: 0 };
    counts.set(hash, count);
    count.pages++;
    for (let row = parents[at]; row >= 0; row = elementParent[row]) count.depths++;
  }
  const [best] = [...counts.values()].sort((a, b) => b.pages - a.pages || b.depths - a.depths || a.hash - b.hash);
  return best?.hash ?? null;
}

/** The paragraphs within the winning element, if it occurs exactly once on the page and holds some; else all. */
function within(features: PageFeatures, rows: number[], winner: number | null): number[] {
  const { tokens, before, elementFrom, elementTo } = features;
  if (winner === null) return rows;
  const token = tokens.indexOf(winner);
  if (token < 0 || tokens.indexOf(winner, token + 1) >= 0) return rows;
  const element = elementFrom.indexOf(token);
  if (element < 0) return rows;
  const inside = rows.filter((row) => before[row] > token && before[row] <= elementTo[element]);
  return inside.length > 0 ? inside : rows;
}

function boundariesWithin(
  features: PageFeatures,
  rows: readonly number[],
  frequencies: ReadonlyMap<number, number>,
  { repeatedPages }: BoundaryOptions,
): Boundaries | null {
  const { keys, marks, lengths, before, after, tokens } = features;
  let total = 0;
  for (const row of rows) total += lengths[row];
  const isRepeated = (row: number): boolean =>
    ((marks[row] & GOOD) !== 0 || lengths[row] > LONG) && (frequencies.get(keys[row]) ?? 0) >= repeatedPages;
  let last = rows[0];
  let passed = 0;
  for (const row of rows) {
    let between = last + 1;
    if (passed * 2 >= total) while (between < row && !isRepeated(between)) between++;
    else between = row;
    if (between < row) break;
    last = row;
    passed += lengths[row];
  }
  const start = before[rows[0]] - 1;
  if (start < 0) return null;
  const isLongBad = (row: number): boolean => (marks[row] & GOOD) === 0 && lengths[row] > LONG;
  let row = rows[0] - 1;
  while (row >= 0 && !isLongBad(row)) row--;
  const startLimit = row < 0 ? 0 : after[row];
  row = last + 1;
  while (row < keys.length && !isLongBad(row)) row++;
  const endLimit = row < keys.length ? before[row] : tokens.length;
  return { features, start, end: after[last], startLimit, endLimit };
}
