/**
 * Article or list of articles: told by the page itself and by the pages most like it.
 *
 * Observation (page streams, tuning half): no single sign is right on every site; lists repeat the article's container, have
 * headings that lead to other pages, and say what they are (`page-signs.ts`). But the pages made from one template share the
 * names of its elements and the shape of their addresses, and are of one kind.
 *
 * Steps: 1. log-odds of being a list from the page's own signs, whose worth is learnt on the site (`list-evidence.ts`);
 * 2. the pages most alike by the words of their elements and the parts of their addresses, those that half of the pages have
 * telling most; 3. the page's own log-odds and the mean of theirs, summed; 4. where most pages look like lists, only what
 * would be one at any site is.
 */
import { evidenceOf, siteBitOf, usualEvidence } from './list-evidence.js';
import type { PageRecord } from './page-record.js';
import { nameHash } from './record-hash.js';
import type { Template } from './template.js';

export interface KindOptions {
  /** Pages most alike that are asked. */
  readonly neighbours: number;
  /** Log-odds above which a page is a list. */
  readonly listAbove: number;
}

/** How far a page is a list of articles. */
export interface PageKind {
  /** Log-odds by its own signs… */
  readonly own: number;
  /** …and with those of the pages most alike: a list above `listAbove`. */
  readonly sum: number;
  /** The signs that speak most for a list, in words; empty for a page that has none. */
  readonly telling: string;
}

/** Judges a page of the site. */
export interface KindJudge {
  /**
   * Log-odds of being a list by the page's own signs, and with those of the pages most alike.
   *
   * @param template with the page's own names
   * @param places separate elements of the container
   * @param self which of the pages given is this one, −1 when it is none of them
   */
  judge(record: PageRecord, template: Template, places: number, self: number): PageKind;
  /** The sample's pages by their own signs alone. */
  readonly own: readonly number[];
}

/** Headings that lead elsewhere from which a page has many. */
const MANY = 3;
/** Share of the pages above which a target is the site's own, three pages at least. */
const COMMON_TARGET = 0.1;
/** Share of the pages above which what looks like lists may be the site's way of writing articles… */
const MAX_LISTS = 0.5;
/** …so that a list must be one at any site. */
const CERTAIN = 1.5;
/** One page's say is bounded. */
const MOST = 3;

/** Learns what the signs are worth on the pages given. `places`: per page, separate elements of the container. */
export function kindJudge(
  records: readonly PageRecord[],
  places: readonly number[],
  template: Template,
  { neighbours }: KindOptions,
): KindJudge {
  const size = records.length;
  const counts = new Map<number, number>();
  for (const { targets } of records) for (const one of targets) counts.set(one, (counts.get(one) ?? 0) + 1);
  const common = Math.max(2, COMMON_TARGET * size);
  const having = places.filter((one) => one > 0).sort((a, b) => a - b);
  const usual = having.length === 0 ? 0 : having[having.length >> 1];
  const leadingOf = ({ targets }: PageRecord): number => {
    let leading = 0;
    for (const one of targets) if ((counts.get(one) ?? 0) <= common) leading++;
    return leading;
  };
  // Where articles come with headings of other articles, as of related ones, these are the site's way.
  const usualTargets = records.map(leadingOf).sort((a, b) => a - b)[size >> 1] ?? 0;
  const signsOf = (record: PageRecord, own: number): number => {
    let signs = record.signs;
    if (own > 1 && usual === 1) signs |= siteBitOf('several containers');
    if (leadingOf(record) - usualTargets >= MANY) signs |= siteBitOf('headings lead away');
    return signs;
  };
  const allSigns = records.map((record, at) => signsOf(record, places[at]));
  const evidence = evidenceOf(allSigns);
  const say = (odds: number): number => Math.max(-MOST, Math.min(MOST, odds));
  const own = allSigns.map((signs) => say(evidence.odds(signs)));
  const lists = own.filter((one) => one > 0).length;
  const all = records.map((record) => traitsOf(record, template));
  const weights = traitWeights(all);
  return {
    own,
    judge(record, itsTemplate, standing, itself) {
      const signs = signsOf(record, standing);
      const alone = evidence.odds(signs);
      const mine = traitsOf(record, itsTemplate);
      const alike = records
        .map((_, at) => ({ at, similarity: at === itself ? -1 : similarity(mine, all[at], weights) }))
        .filter((one) => one.similarity >= 0)
        .sort((a, b) => b.similarity - a.similarity || a.at - b.at)
        .slice(0, neighbours);
      const weight = alike.reduce((sum, one) => sum + one.similarity, 0);
      const theirs = alike.reduce((sum, one) => sum + one.similarity * own[one.at], 0);
      const telling = evidence.telling(signs);
      // What the pages most alike are makes no list of a page that has no sign of one.
      const isDoubted = telling === '' || (lists > MAX_LISTS * size && !isListAnywhere(signs));
      const sum = isDoubted ? -MOST : alone + (weight === 0 ? 0 : theirs / weight);
      return { own: alone, sum, telling };
    },
  };
}

/** Whether a page with these signs is a list at any site: asked before a site is known, and where it seems to be all lists. */
export function isListAnywhere(signs: number): boolean {
  return usualEvidence.odds(signs) > CERTAIN;
}

const traits = new WeakMap<PageRecord, ReadonlySet<number>>();

/** The words of a page's elements and the parts of its address: the same whatever the template. */
function traitsOf(record: PageRecord, { signOf }: Template): ReadonlySet<number> {
  let own = traits.get(record);
  if (own === undefined) {
    const words = [...new Set(record.name)].flatMap((one) => signOf(one).words.map(nameHash));
    own = new Set([...record.shape, ...words]);
    traits.set(record, own);
  }
  return own;
}

/** Per trait that several pages have: how much it tells, most when half of them have it. */
function traitWeights(pages: readonly ReadonlySet<number>[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const own of pages) for (const one of own) counts.set(one, (counts.get(one) ?? 0) + 1);
  const weights = new Map<number, number>();
  for (const [trait, count] of counts) {
    const share = count / pages.length;
    if (count > 1 && share < 1) weights.set(trait, share * (1 - share));
  }
  return weights;
}

/** What two pages share of all they have, weighed: 0…1. */
function similarity(a: ReadonlySet<number>, b: ReadonlySet<number>, weights: ReadonlyMap<number, number>): number {
  let shared = 0;
  let all = 0;
  for (const trait of a) {
    const weight = weights.get(trait) ?? 0;
    all += weight;
    if (b.has(trait)) shared += weight;
  }
  for (const trait of b) if (!a.has(trait)) all += weights.get(trait) ?? 0;
  return all === 0 ? 0 : shared / all;
}
