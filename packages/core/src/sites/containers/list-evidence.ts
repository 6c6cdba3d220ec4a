/**
 * Log-odds that a page is a list of articles, summed from signs whose worth is learnt on the site.
 *
 * Observation (page streams, tuning half): a sign that nearly proves a list on one site stands on every article of another: an
 * address as lists have it, several entries, `rel=bookmark`. So a sign says what it says at most sites until this site's own
 * pages say otherwise, and none decides alone.
 *
 * Steps: 1. each sign has a share of lists and a share of articles that bear it, from {@link USUAL_SHARES}, as if that many
 * pages had been seen ({@link USUAL_WEIGHT}), and is never worth more than so; 2. to begin with every page counts as an
 * article by {@link FIRST_ARTICLES}, so that a sign most pages bear says little, but for those of which several signs say that
 * they are lists ({@link CERTAIN_LIST}): a site may be met by its lists first, and have more of them; 3. odds of each page → shares anew,
 * {@link ROUNDS} times (expectation maximisation; Dempster, Laird and Rubin 1977); 4. a sign that is missing says something
 * only where pages of this site were seen to bear it, and all that is missing never makes a list by itself.
 */
import { logistic } from '../../text/logistic.js';
import { LIST_SIGNALS, type ListSignal } from './list-signals.js';

/** Signs that only show among a site's other pages. */
export const SITE_SIGNS = ['several containers', 'headings lead away'] as const;
export type SiteSign = (typeof SITE_SIGNS)[number];
export type KindSign = ListSignal | SiteSign;
const SIGNS: readonly KindSign[] = [...LIST_SIGNALS, ...SITE_SIGNS];

/** Bit of a sign among the site's other pages, beside those of the page. */
export const siteBitOf = (sign: SiteSign): number => 1 << SIGNS.indexOf(sign);

/** Shares of lists and of articles that bear a sign, at sites that are not known: from the tuning half, rounded. */
const USUAL_SHARES: { readonly [S in KindSign]: readonly [lists: number, articles: number] } = {
  'address of a list': [0.8, 0.04],
  'links below its address': [0.35, 0.02],
  'further pages': [0.3, 0.02],
  'comments of other pages': [0.3, 0.03],
  'permanent links of other pages': [0.4, 0.1],
  'several entries': [0.4, 0.05],
  'several numbered entries': [0.4, 0.04],
  'body of a list': [0.6, 0.02],
  'kept from search engines': [0.25, 0.03],
  'declared list': [0.2, 0.01],
  'page level: list': [0.5, 0.08],
  'title in the address': [0.1, 0.6],
  'body of an article': [0.02, 0.5],
  'comment form': [0.05, 0.3],
  'declared article': [0.03, 0.3],
  'og:type article': [0.2, 0.4],
  'page level: article': [0.12, 0.5],
  'permanent link of its own': [0.03, 0.2],
  'several containers': [0.4, 0.03],
  'headings lead away': [0.35, 0.04],
};
/** Pages that the usual shares weigh as much as (ours: a tenth of the pages remembered). */
const USUAL_WEIGHT = 6;
/** To begin with, how far every page counts as an article when shares are learnt (ours). */
const FIRST_ARTICLES = 0.5;
/** Log-odds at any site from which a page counts as a list to begin with (ours: .95; one sign alone never has so much). */
const CERTAIN_LIST = 3;
/** Rounds of learning (ours). */
const ROUNDS = 4;
/** Log-odds of being a list, of a page of which nothing is known (tuned). */
const BASE = -1.5;
/** Signs go together: each counts by this share of what it would if they did not (tuned). */
const TOGETHER = 0.8;
/**
 * Log-odds by which all that is missing speaks for a list at most, and for an article. A new theme lacks all that the old one
 * had, and its first pages are not lists for that (tuned on streams put together from two sites).
 */
const MAX_MISSING_FOR_LIST = 0.3;
const MAX_MISSING_FOR_ARTICLE = 1;
/** A missing sign's log-odds at most. */
const MAX_ONE = 4;
/** Signs named when a page is refused. */
const MAX_NAMED = 3;

/** What signs are worth: at any site, or at one. */
export interface ListEvidence {
  /** Log-odds of being a list of a page with these signs. */
  odds(signs: number): number;
  /** The signs that speak most for a list, in words, the first the most. */
  telling(signs: number): string;
}

/** Learns what the signs are worth on the pages given. Time: pages × signs × {@link ROUNDS}. */
export function evidenceOf(pages: readonly number[]): ListEvidence {
  let worth = worthOf(
    pages,
    pages.map((signs) => (sum(signs, usualWorth) > CERTAIN_LIST ? 1 : 0)),
    FIRST_ARTICLES,
  );
  for (let round = 0; round < ROUNDS && pages.length > 0; round++) {
    const current = worth;
    const lists = pages.map((signs) => logistic(sum(signs, current)));
    worth = worthOf(pages, lists, 1);
  }
  const { borne } = worth;
  return {
    odds: (signs) => sum(signs, worth),
    telling: (signs) =>
      SIGNS.map((name, sign) => ({ name, odds: (signs >> sign) & 1 ? borne[sign] : 0 }))
        .filter(({ odds }) => odds > 0)
        .sort((a, b) => b.odds - a.odds)
        .slice(0, MAX_NAMED)
        .map(({ name }) => name)
        .join(', '),
  };
}

/** At a site that is not known. */
const usualWorth = worthOf([], [], 1);

interface Worth {
  readonly borne: Float64Array;
  readonly missing: Float64Array;
}

function worthOf(pages: readonly number[], isList: readonly number[], articleWeight: number): Worth {
  const borne = new Float64Array(SIGNS.length);
  const missing = new Float64Array(SIGNS.length);
  const lists = isList.reduce((total, one) => total + one, 0);
  const articles = articleWeight * (pages.length - lists);
  for (let sign = 0; sign < SIGNS.length; sign++) {
    const [usualOfLists, usualOfArticles] = USUAL_SHARES[SIGNS[sign]];
    let onLists = 0;
    let onArticles = 0;
    for (let page = 0; page < pages.length; page++)
      if ((pages[page] >> sign) & 1) {
        onLists += isList[page];
        onArticles += articleWeight * (1 - isList[page]);
      }
    const share = (on: number, of: number, usual: number): number => (USUAL_WEIGHT * usual + on) / (USUAL_WEIGHT + of);
    const usual = Math.log(usualOfLists / usualOfArticles);
    const odds = Math.log(share(onLists, lists, usualOfLists) / share(onArticles, articles, usualOfArticles));
    // A sign of an article never becomes one of a list, nor the other way: themes differ in them, too.
    borne[sign] = usual > 0 ? between(0, odds, usual) : between(usual, odds, 0);
    // As if as many pages had been seen without the sign: what no page of the site bears is not missing.
    const absent = Math.log((1 - share(onLists, lists, 0)) / (1 - share(onArticles, articles, 0)));
    missing[sign] = between(-MAX_ONE, absent, MAX_ONE);
  }
  return { borne, missing };
}

function sum(signs: number, { borne, missing }: Worth): number {
  let present = 0;
  let absent = 0;
  for (let sign = 0; sign < SIGNS.length; sign++)
    if ((signs >> sign) & 1) present += borne[sign];
    else absent += missing[sign];
  return BASE + TOGETHER * present + between(-MAX_MISSING_FOR_ARTICLE, TOGETHER * absent, MAX_MISSING_FOR_LIST);
}

function between(least: number, value: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}

/** What the signs are worth at a site that is not known. */
export const usualEvidence: ListEvidence = evidenceOf([]);
