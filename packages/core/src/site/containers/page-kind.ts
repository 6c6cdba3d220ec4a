/**
 * Article or list of articles: decided by the page and by the pages most similar to it.
 *
 * Observation (page streams, tuning half): no single signal is right on every site; lists repeat the article's container, have
 * headings that lead to other pages, and declare what they are (`list-signals.ts`). But pages made from one template share the
 * names of its elements and the shape of their addresses, and are of one kind.
 *
 * Steps: 1. log-odds of being a list from the page's signals, weighted by what they are worth on the site
 * (`list-evidence.ts`); 2. the most similar pages by the words of their elements and the parts of their addresses, weighted
 * highest where half of the pages share them; 3. the page's log-odds plus the mean of theirs; 4. where most pages look like
 * lists, only a page that would be one at any site is.
 */

import { memoized } from '@dehusk/html';
import { nameHash } from '../element-name.js';
import { evidenceOf, siteBitOf, usualEvidence } from './list-evidence.js';
import { bitOf } from './list-signals.js';
import { countsOf, Numbers } from './numbers.js';
import type { ContainerRecord } from './page-record.js';
import { distinctNames, type TemplateNames } from './template.js';

export type KindOptions = Readonly<Record<'neighbours' | 'listAbove', number>>;

/** Headings that lead elsewhere from which a page has many. */
const MANY = 3;
/** Share of the pages above which a target belongs to the site, not to a page; at least three pages. */
const COMMON_TARGET = 0.1;
/** Share of the pages above which list-like pages may be how the site writes articles… */
const MAX_LISTS = 0.5;
/** …so that a list must be one at any site, by this log-odds. */
const CERTAIN = 1.5;
/** Log-odds of one page are bounded by this. */
const MAX_ODDS = 3;

/** Probability, in 255ths, and characters from which a block is main text, and the share of it that another page has. */
const MAIN_TEXT = 128;
const MAIN_CHARS = 40;
const COPIED_SHARE = 0.5;

/**
 * Whether other pages have most of a page's main text, without text that the site repeats.
 * @param texts the page's, by number
 * @param pagesWith per text: pages that have it
 * @param own 1 when the counted pages include the page, else 0
 * @param most number of pages above which a text belongs to the site
 */
function isCopied(
  { chars, probability }: ContainerRecord,
  texts: Uint32Array,
  pagesWith: Uint32Array,
  own: number,
  most: number,
): boolean {
  let all = 0;
  let copied = 0;
  for (let block = 0; block < texts.length; block++) {
    const pages = pagesWith[texts[block]] ?? 0;
    if (probability[block] < MAIN_TEXT || chars[block] < MAIN_CHARS || pages > most) continue;
    all += chars[block];
    if (pages > own) copied += chars[block];
  }
  return all > 0 && copied >= COPIED_SHARE * all;
}

/** Texts, addresses and traits, numbered; kept from one learning to the next. */
export class KindNumbers {
  readonly texts = new Numbers(({ text }: ContainerRecord) => text);
  readonly targets = new Numbers(({ targets }: ContainerRecord) => targets);
  readonly traits = new Numbers((traits: ReadonlySet<number>) => traits);
}

/**
 * Learns what signals are worth on the pages given, to judge pages of the site.
 * @param places per page, separate elements of the container
 * @param texts per text: how many of these pages have it
 */
export function kindJudge(
  records: readonly ContainerRecord[],
  places: readonly number[],
  texts: Uint32Array,
  names: TemplateNames,
  { neighbours }: KindOptions,
  numbers: KindNumbers,
) {
  const size = records.length;
  const counts = numbers.targets.counts(records);
  const common = Math.max(2, COMMON_TARGET * size);
  const usualPlaces = median(places.filter((place) => place > 0));
  const leadingAway = (record: ContainerRecord): number =>
    numbers.targets.of(record).reduce((leading, one) => leading + ((counts[one] ?? 0) <= common ? 1 : 0), 0);
  // Some sites put headings of related articles on every article.
  const usualTargets = median(records.map(leadingAway));
  const signalsOf = (record: ContainerRecord, own: number, isKnown: boolean): number => {
    let { signals } = record;
    // The article itself also has the text of the list.
    if (
      signals & bitOf('text below titles of other pages') &&
      isCopied(record, numbers.texts.of(record), texts, isKnown ? 1 : 0, common)
    )
      signals |= siteBitOf('text of another page');
    if (own > 1 && usualPlaces === 1) signals |= siteBitOf('several containers');
    if (leadingAway(record) - usualTargets >= MANY) signals |= siteBitOf('headings lead away');
    return signals;
  };
  const allSignals = records.map((record, at) => signalsOf(record, places[at], true));
  const evidence = evidenceOf(allSignals);
  const own = allSignals.map((signals) => Math.max(-MAX_ODDS, Math.min(MAX_ODDS, evidence.odds(signals))));
  const lists = own.filter((one) => one > 0).length;
  const all = records.map((record) => numbers.traits.of(traitsOf(record, names)));
  const weights = traitWeights(all, numbers.traits.size);
  return {
    /** Per page learnt from: log-odds by its own signals. */
    own,
    /**
     * How list-like a page is: log-odds by its own signals, their sum with those of the most similar pages (a list above
     * `listAbove`), and the signals that speak most for a list.
     * @param namesOfPage with the page's own
     * @param count separate elements of the container on the page
     * @param self index of the page among those learnt from, −1 when it is none of them
     */
    judge(record: ContainerRecord, namesOfPage: TemplateNames, count: number, self: number) {
      const signals = signalsOf(record, count, self >= 0);
      const alone = evidence.odds(signals);
      const traits = numbers.traits.of(traitsOf(record, namesOfPage));
      const similar = similarities(traits, all, weights)
        .map((similarity, at) => ({ at, similarity: at === self ? -1 : similarity }))
        .filter((one) => one.similarity >= 0)
        .sort((a, b) => b.similarity - a.similarity || a.at - b.at)
        .slice(0, neighbours);
      const weight = similar.reduce((sum, one) => sum + one.similarity, 0);
      const theirs = similar.reduce((sum, one) => sum + one.similarity * own[one.at], 0);
      const telling = evidence.telling(signals);
      // Similar pages alone never make a list of a page that has no signal of one.
      const isDoubted = telling === '' || (lists > MAX_LISTS * size && !isListAnywhere(signals));
      const sum = isDoubted ? -MAX_ODDS : alone + (weight === 0 ? 0 : theirs / weight);
      return { own: alone, sum, telling };
    },
  };
}

/** Whether a page with these signals is a list at any site. */
export function isListAnywhere(signals: number): boolean {
  return usualEvidence.odds(signals) > CERTAIN;
}

/** The upper median; 0 of nothing. */
function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}

const knownTraits = memoized((_record: ContainerRecord): { traits?: ReadonlySet<number> } => ({}));

/** The words of a page's elements and the parts of its address: the same for every template. */
function traitsOf(record: ContainerRecord, { nameOf }: TemplateNames): ReadonlySet<number> {
  const known = knownTraits(record);
  known.traits ??= new Set([
    ...record.shape,
    ...distinctNames(record).flatMap((one) => nameOf(one).words.map(nameHash)),
  ]);
  return known.traits;
}

/** Per trait: its weight, highest when half of the pages have it; 0 when one page has it, or all. */
function traitWeights(pages: readonly Uint32Array[], size: number): Float64Array {
  const weights = new Float64Array(size);
  countsOf(pages, size).forEach((count, trait) => {
    const share = count / pages.length;
    if (count > 1) weights[trait] = share * (1 - share);
  });
  return weights;
}

/** Per other page: the weighted share of the traits of it and of a page that both have, 0…1. */
function similarities(own: Uint32Array, others: readonly Uint32Array[], weights: Float64Array): number[] {
  // Beyond the weights are traits that only the page itself has, which weigh nothing.
  const isOwn = new Uint8Array(weights.length);
  for (const trait of own) isOwn[trait] = 1;
  const last = new Int32Array(weights.length).fill(-1);
  return others.map((traits, at) => {
    let shared = 0;
    let all = 0;
    for (const trait of traits) last[trait] = at;
    for (const trait of own) {
      const weight = weights[trait] ?? 0;
      all += weight;
      if (last[trait] === at) shared += weight;
    }
    for (const trait of traits) if (isOwn[trait] === 0) all += weights[trait];
    return all === 0 ? 0 : shared / all;
  });
}
