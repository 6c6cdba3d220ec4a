/**
 * Log-odds that a page is a list of articles, summed from signals whose worth is learnt on the site.
 *
 * Observation (page streams, tuning half): a signal that nearly proves a list on one site is on every article of another: an
 * address typical of lists, several entries, `rel=bookmark`. So a signal has its usual worth until this site's own pages
 * contradict it, and none decides alone.
 *
 * Steps: 1. each signal has a share of lists and a share of articles that have it, initially {@link USUAL_SHARES} with the
 * weight of {@link USUAL_WEIGHT} pages, and is never worth more than that; 2. initially every page counts as an article by
 * {@link FIRST_ARTICLES}, so that a signal most pages have says little, except pages that several signals call lists
 * ({@link CERTAIN_LIST}): a site may be met by its lists first, and have more of them; 3. odds of each page → new shares,
 * {@link ROUNDS} times (expectation maximisation; Dempster, Laird and Rubin 1977); 4. a missing signal counts only where pages
 * of this site have it, and missing signals alone never make a list.
 */
import { logistic } from '@dehusk/html';
import { LIST_SIGNALS, type ListSignal } from './list-signals.js';

/** Signals that need a site's other pages. */
export const SITE_SIGNALS = ['several containers', 'headings lead away', 'text of another page'] as const;
type SiteSignal = (typeof SITE_SIGNALS)[number];
export type KindSignal = ListSignal | SiteSignal;
const SIGNALS: readonly KindSignal[] = [...LIST_SIGNALS, ...SITE_SIGNALS];

/** Bit of a signal; the page's own come first. */
export const siteBitOf = (signal: SiteSignal): number => 1 << SIGNALS.indexOf(signal);

/** Shares of lists and of articles that have a signal, at unknown sites: from the tuning half, rounded. */
const USUAL_SHARES: { readonly [S in KindSignal]: readonly [lists: number, articles: number] } = {
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
  'own permanent link': [0.03, 0.2],
  'text below titles of other pages': [0.6, 0.03],
  'several containers': [0.4, 0.03],
  'headings lead away': [0.35, 0.04],
  'text of another page': [0.3, 0.01],
};
/** Weight of the usual shares, in pages (ours: a tenth of the sample). */
const USUAL_WEIGHT = 6;
/** Initial weight of a page as an article (ours). */
const FIRST_ARTICLES = 0.5;
/** Log-odds at any site from which a page initially counts as a list (ours: .95; no signal alone reaches it). */
const CERTAIN_LIST = 3;
/** Rounds of learning (ours). */
const ROUNDS = 4;
/** Log-odds of being a list, without any signal (tuned). */
const BASE = -1.5;
/** Signals are correlated: each counts by this share of its log-odds (tuned). */
const TOGETHER = 0.8;
/**
 * Log-odds by which missing signals speak for a list at most, and for an article. A new theme lacks the old one's signals, which
 * does not make its first pages lists (tuned on streams combined from two sites).
 */
const MAX_MISSING_FOR_LIST = 0.3;
const MAX_MISSING_FOR_ARTICLE = 1;
/** Bound of one missing signal's log-odds. */
const MAX_ONE = 4;
/** Signals named when a page is refused. */
const MAX_NAMED = 3;

/** Learns the worth of signals from pages with these signals. Time: pages × signals × {@link ROUNDS}. */
export function evidenceOf(pages: readonly number[]) {
  const certain = pages.map((signals) => (sum(signals, usualWorth) > CERTAIN_LIST ? 1 : 0));
  let worth = worthOf(pages, certain, FIRST_ARTICLES);
  for (let round = 0; round < ROUNDS && pages.length > 0; round++) {
    const current = worth;
    const lists = pages.map((signals) => logistic(sum(signals, current)));
    worth = worthOf(pages, lists, 1);
  }
  const { present } = worth;
  return {
    /** Log-odds that a page with these signals is a list. */
    odds: (signals: number): number => sum(signals, worth),
    /** The names of the signals that speak most for a list, the strongest first. */
    telling: (signals: number): string =>
      SIGNALS.map((name, at) => ({ name, odds: (signals >> at) & 1 ? present[at] : 0 }))
        .filter(({ odds }) => odds > 0)
        .sort((a, b) => b.odds - a.odds)
        .slice(0, MAX_NAMED)
        .map(({ name }) => name)
        .join(', '),
  };
}

const usualWorth = worthOf([], [], 1);

/** Per signal: log-odds of a list when a page has it, and when it lacks it. */
function worthOf(pages: readonly number[], isList: readonly number[], articleWeight: number) {
  const present = new Float64Array(SIGNALS.length);
  const missing = new Float64Array(SIGNALS.length);
  const lists = isList.reduce((total, one) => total + one, 0);
  const articles = articleWeight * (pages.length - lists);
  for (let at = 0; at < SIGNALS.length; at++) {
    const [usualOfLists, usualOfArticles] = USUAL_SHARES[SIGNALS[at]];
    let onLists = 0;
    let onArticles = 0;
    for (let page = 0; page < pages.length; page++)
      if ((pages[page] >> at) & 1) {
        onLists += isList[page];
        onArticles += articleWeight * (1 - isList[page]);
      }
    const share = (on: number, of: number, usual: number): number => (USUAL_WEIGHT * usual + on) / (USUAL_WEIGHT + of);
    const usual = Math.log(usualOfLists / usualOfArticles);
    const odds = Math.log(share(onLists, lists, usualOfLists) / share(onArticles, articles, usualOfArticles));
    // A signal of articles never becomes one of lists, nor the reverse: themes differ in their signals, too.
    present[at] = usual > 0 ? between(0, odds, usual) : between(usual, odds, 0);
    // The prior counts pages without the signal: a signal that no page of the site has is not missing.
    const absent = Math.log((1 - share(onLists, lists, 0)) / (1 - share(onArticles, articles, 0)));
    missing[at] = between(-MAX_ONE, absent, MAX_ONE);
  }
  return { present, missing };
}

function sum(signals: number, { present, missing }: ReturnType<typeof worthOf>): number {
  let has = 0;
  let lacks = 0;
  for (let at = 0; at < SIGNALS.length; at++)
    if ((signals >> at) & 1) has += present[at];
    else lacks += missing[at];
  return BASE + TOGETHER * has + between(-MAX_MISSING_FOR_ARTICLE, TOGETHER * lacks, MAX_MISSING_FOR_LIST);
}

function between(least: number, value: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}

/** The worth of signals at an unknown site. */
export const usualEvidence = evidenceOf([]);
