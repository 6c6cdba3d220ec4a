/**
 * Which containers hold the main content of a site: a few selectors taken in and a few taken out, chosen greedily so that
 * what they hold agrees best with what the page level thinks, over all remembered pages together.
 *
 * Agreement on a page is a soft F1 in characters: a block counts for its length, as main content by the page level's
 * probability. The page level may be wrong on any one page; where it is right on most, the selectors are right on all.
 * Blocks that repeat over the site have no say, whatever the page level thinks of them.
 */
import type { PageRecord } from './page-record.js';

export interface ChooseOptions {
  /** Share of the pages, 0…1, from which a block that stands on them is boilerplate. */
  readonly repeatedShare: number;
  /**
   * Least gain in mean agreement, 0…1, for which one more selector is taken in, and a wider container for a narrower one:
   * comments look like text to the page level, but they do not stand on every page.
   */
  readonly leastGain: number;
  /** The same for a selector that is taken out again. */
  readonly leastGainOut: number;
  /** Most selectors. */
  readonly mostSelectors: number;
  /** Share of the pages, 0…1, a selector must stand on. */
  readonly leastPages: number;
}

/** A chosen selector. */
export interface Chosen {
  /** Hash of its name. */
  readonly selector: number;
  /** True when what it holds is main content, false when it is taken out again. */
  readonly takesIn: boolean;
  /** Pages it stands on. */
  readonly pages: number;
  /** What it adds to the mean agreement, 0…1. */
  readonly gain: number;
  /** Which of the pages is an example: the first it stands on. */
  readonly example: number;
}

/** What the pages teach together. */
export interface Choice {
  readonly chosen: readonly Chosen[];
  /** Mean agreement of the chosen selectors with the page level, 0…1. */
  readonly agreement: number;
  /** Share of the pages that have any content by the selectors. */
  readonly coverage: number;
  /** Median number of separate places the selectors taken in have on a page. */
  readonly places: number;
}

/** Blocks with fewer characters of main content in sum make no page to learn from. */
const LEAST_CONTENT = 100;

/** Chooses. Deterministic; time: pages × selectors' blocks × selectors chosen. */
export function chooseContainers(
  records: readonly PageRecord[],
  nameOf: (selector: number) => string,
  options: ChooseOptions,
): Choice {
  const pages = weighed(records, options.repeatedShare);
  const candidates = candidatesOf(pages, Math.max(2, options.leastPages * pages.length));
  const order = [...candidates.keys()].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
  const chosen: Chosen[] = [];
  let score = 0;
  while (chosen.length < options.mostSelectors && pages.length > 0) {
    const best = bestNext(pages, order, candidates, chosen.length > 0, score, options);
    if (best === null) break;
    const places = candidates.get(best.selector) ?? [];
    for (const { page, from, to } of places)
      (best.takesIn ? pages[page].inside : pages[page].outside).fill(1, from, to);
    for (const page of pages) page.score = agreement(page);
    const before = score;
    score = pages.reduce((sum, page) => sum + page.score, 0);
    chosen.push({
      selector: best.selector,
      takesIn: best.takesIn,
      pages: new Set(places.map(({ page }) => page)).size,
      gain: (score - before) / pages.length,
      example: pages[places[0].page].index,
    });
  }
  return { chosen, agreement: pages.length === 0 ? 0 : score / pages.length, ...usage(records, chosen) };
}

interface Next {
  readonly selector: number;
  readonly takesIn: boolean;
  /** Sum of agreements with it. */
  readonly sum: number;
  /** Characters then held. */
  readonly size: number;
}

/** The selector to take next, or null when none gains enough: of those about as good as the best, the one that holds least. */
function bestNext(
  pages: readonly WeighedPage[],
  order: readonly number[],
  candidates: ReadonlyMap<number, readonly Place[]>,
  mayTakeOut: boolean,
  score: number,
  { leastGain, leastGainOut }: ChooseOptions,
): Next | null {
  const next: Next[] = [];
  for (const selector of order)
    for (const takesIn of mayTakeOut ? [true, false] : [true]) {
      const scored = scoreWith(pages, candidates.get(selector) ?? [], takesIn, score);
      const least = (takesIn ? leastGain : leastGainOut) * pages.length;
      if (scored.sum >= score + least) next.push({ selector, takesIn, ...scored });
    }
  if (next.length === 0) return null;
  const best = next.reduce((a, b) => (b.sum > a.sum + TIE ? b : a));
  if (!best.takesIn) return best;
  const asGood = next.filter(({ takesIn, sum }) => takesIn && sum >= best.sum - leastGain * pages.length);
  return asGood.reduce((a, b) => (b.size < a.size || (b.size === a.size && b.sum > a.sum + TIE) ? b : a));
}

/** Sums that differ by less are the same: floating point is not to decide. */
const TIE = 1e-6;

interface WeighedPage {
  readonly record: PageRecord;
  /** Its place among the records given. */
  readonly index: number;
  /** Per block: characters, 0 for repeated ones; and those of main content. */
  readonly chars: Float64Array;
  readonly content: Float64Array;
  readonly total: number;
  readonly inside: Uint8Array;
  readonly outside: Uint8Array;
  score: number;
}

function weighed(records: readonly PageRecord[], repeatedShare: number): WeighedPage[] {
  const counts = new Map<number, number>();
  for (const { text } of records) for (const hash of new Set(text)) counts.set(hash, (counts.get(hash) ?? 0) + 1);
  const most = Math.max(2, repeatedShare * records.length);
  const pages: WeighedPage[] = [];
  records.forEach((record, index) => {
    const size = record.text.length;
    const chars = new Float64Array(size);
    const content = new Float64Array(size);
    let total = 0;
    for (let at = 0; at < size; at++) {
      if (record.text[at] === 0 || (counts.get(record.text[at]) ?? 0) > most) continue;
      chars[at] = record.chars[at];
      content[at] = (record.chars[at] * record.probability[at]) / 255;
      total += content[at];
    }
    if (total >= LEAST_CONTENT)
      pages.push({
        record,
        index,
        chars,
        content,
        total,
        inside: new Uint8Array(size),
        outside: new Uint8Array(size),
        score: 0,
      });
  });
  return pages;
}

interface Place {
  readonly page: number;
  readonly from: number;
  readonly to: number;
}

/** Per selector that stands on enough pages: its places, an element inside another of the same selector left out. */
function candidatesOf(pages: readonly WeighedPage[], leastPages: number): Map<number, Place[]> {
  const places = new Map<number, Place[]>();
  const standsOn = new Map<number, number>();
  pages.forEach(({ record: { selector, from, to } }, page) => {
    for (let at = 0; at < selector.length; at++) {
      const own = places.get(selector[at]);
      const last = own?.[own.length - 1];
      if (last === undefined || last.page !== page) standsOn.set(selector[at], (standsOn.get(selector[at]) ?? 0) + 1);
      else if (from[at] < last.to) continue;
      if (own) own.push({ page, from: from[at], to: to[at] });
      else places.set(selector[at], [{ page, from: from[at], to: to[at] }]);
    }
  });
  for (const [selector, count] of standsOn) if (count < leastPages) places.delete(selector);
  return places;
}

/** The sum of agreements if one more selector were taken in or out, and the characters then held. */
function scoreWith(
  pages: readonly WeighedPage[],
  places: readonly Place[],
  takesIn: boolean,
  score: number,
): { readonly sum: number; readonly size: number } {
  let sum = score;
  let size = 0;
  for (let place = 0; place < places.length; ) {
    const page = pages[places[place].page];
    const until = nextPage(places, place);
    let held = 0;
    let right = 0;
    let next = place;
    for (let at = 0; at < page.chars.length; at++) {
      while (next < until && places[next].to <= at) next++;
      const isIn = next < until && places[next].from <= at;
      const isHeld = takesIn
        ? (page.inside[at] === 1 || isIn) && page.outside[at] === 0
        : page.inside[at] === 1 && page.outside[at] === 0 && !isIn;
      if (!isHeld) continue;
      held += page.chars[at];
      right += page.content[at];
    }
    sum += f1(right, held, page.total) - page.score;
    size += held;
    place = until;
  }
  return { sum, size };
}

function nextPage(places: readonly Place[], place: number): number {
  let next = place;
  while (next < places.length && places[next].page === places[place].page) next++;
  return next;
}

function agreement({ chars, content, total, inside, outside }: WeighedPage): number {
  let held = 0;
  let right = 0;
  for (let at = 0; at < chars.length; at++) {
    if (inside[at] === 0 || outside[at] === 1) continue;
    held += chars[at];
    right += content[at];
  }
  return f1(right, held, total);
}

function f1(right: number, held: number, total: number): number {
  return held + total === 0 ? 0 : (2 * right) / (held + total);
}

/** Which blocks of a page the chosen selectors hold, and in how many places. */
export function heldBlocks(
  { selector, from, to, text }: PageRecord,
  chosen: readonly Chosen[],
): { readonly held: Uint8Array; readonly places: number } {
  const held = new Uint8Array(text.length);
  const takesIn = new Set(chosen.filter((one) => one.takesIn).map((one) => one.selector));
  const takesOut = new Set(chosen.filter((one) => !one.takesIn).map((one) => one.selector));
  let places = 0;
  let end = 0;
  for (let at = 0; at < selector.length; at++) {
    if (!takesIn.has(selector[at])) continue;
    held.fill(1, from[at], to[at]);
    if (from[at] >= end) places++;
    end = Math.max(end, to[at]);
  }
  for (let at = 0; at < selector.length; at++) if (takesOut.has(selector[at])) held.fill(0, from[at], to[at]);
  return { held, places };
}

function usage(records: readonly PageRecord[], chosen: readonly Chosen[]): { coverage: number; places: number } {
  const counts = records.map((record) => heldBlocks(record, chosen)).filter(({ held }) => held.includes(1));
  const places = counts.map((one) => one.places).sort((a, b) => a - b);
  return {
    coverage: records.length === 0 ? 0 : counts.length / records.length,
    places: places.length === 0 ? 0 : places[places.length >> 1],
  };
}
