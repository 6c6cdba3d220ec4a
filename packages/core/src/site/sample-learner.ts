/**
 * Learners over a bounded sample of a site's pages: all that GoldMiner and containers have in common.
 *
 * Sample: each page has a rank, and the pages with the highest ranks are the sample. Where the rank is made of a page's time and
 * the hash of its key, the page's chance halves with every half-life of age (exponentially biased sampling, Aggarwal 2006; mergeable ranks, Efraimidis
 * and Spirakis 2006), so the sample follows changes of the site's template, and order of pages never matters: the union of
 * two samples, cut to size, is the sample of the union.
 */

import { addressOf, computed, type Memo, memoized, type Page } from '@dehusk/html';
import type { ExtractionContext, Options } from '../extractors/extractor.js';
import type { KnownPage, SiteDecision, SiteFact, SiteLearner, SitePage } from './site-learner.js';

export const DAY = 86_400_000;

/** A page of the sample, with the learner's record of it. */
export interface SampledPage<R> {
  /** The URL key. */
  readonly key: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Decides which pages stay: the highest. */
  readonly rank: number;
  /** Digest of the record: decides between two states of one page at one time. */
  readonly digest: number;
  readonly record: R;
}

/** The option that shapes the sample; fixed when a model begins, as are those that `rankOf` reads. */
export interface SampleOptions extends Options {
  readonly sampleSize: number;
}

/** The model of a site. Only `observe` and `forget` change it. */
export interface SampleModel<R, L, O extends SampleOptions> {
  readonly options: O;
  /** Name of the page-level extractor. */
  readonly extractor: string;
  /** In order of rank, the highest first. */
  pages: readonly SampledPage<R>[];
  /** Names of tags or elements by hash; may hold more than the pages use. */
  readonly names: Map<number, string>;
  /** The result of learning from the sample under some options; null until it is needed. Never stored. */
  learnt: { readonly pages: readonly SampledPage<R>[]; readonly options: string; readonly value: L } | null;
  /** What an algorithm keeps from one learning to the next to save time. Never stored. */
  readonly memo: Memo;
}

/** A stored model, before ranks and digests are computed. */
export interface StoredModel<R, O> {
  readonly options: O;
  readonly extractor: string;
  readonly pages: readonly Pick<SampledPage<R>, 'key' | 'at' | 'record'>[];
  readonly names: Map<number, string>;
}

/** A page as an algorithm reads it: its record, and the names of the record's hashes. */
export interface RecordReading<R> {
  readonly record: R;
  readonly names: ReadonlyMap<number, string>;
}

/** The part of a learner that differs between algorithms. */
export interface SampleAlgorithm<R, L, O extends SampleOptions, P extends RecordReading<R>>
  extends Pick<
    SiteLearner<never, O>,
    'name' | 'summary' | 'source' | 'version' | 'defaults' | 'domains' | 'optionDocs' | 'onlyCorrected'
  > {
  /** Name of the page-level extractor. */
  readonly extractor: string;
  read(page: SitePage): P;
  /** Rank of a page; a finite `at` in milliseconds. */
  rankOf(key: string, at: number, options: O): number;
  digestOf(record: R): number;
  /** The hashes of names that a record uses. */
  namesIn(record: R): Iterable<number>;
  learn(model: SampleModel<R, L, O>, options: O): L;
  /** The decision on a page. `learn` runs the learning, or returns its cached result. */
  label(
    page: SitePage & { readonly reading: P },
    model: SampleModel<R, L, O>,
    learn: () => L,
    options: O,
    context: ExtractionContext,
  ): SiteDecision;
  encode(model: SampleModel<R, L, O>): Uint8Array;
  decode(bytes: Uint8Array): StoredModel<R, O>;
  hasPattern(model: SampleModel<R, L, O>, learn: () => L): boolean;
  explain(model: SampleModel<R, L, O>, learnt: L): SiteFact[];
  /** See `SiteLearner.pages`; in any order. */
  pages?(model: SampleModel<R, L, O>, learnt: L): KnownPage[];
}

/** What all models of an algorithm share: pages that were read, and ways to put them into a sample. */
class Sampling<R, L, O extends SampleOptions, P extends RecordReading<R>> {
  // A page is observed and then labelled: it is read once.
  private readonly readings = memoized((_page: Page) => new Map<string, P>());

  constructor(private readonly algorithm: SampleAlgorithm<R, L, O, P>) {}

  readingOf(page: SitePage): P {
    const key = this.algorithm.onlyCorrected ? JSON.stringify([page.url, page.corrections]) : page.url;
    return computed(this.readings(page.page), key, () => this.algorithm.read(page));
  }

  sampled(key: string, at: number, record: R, options: O): SampledPage<R> {
    const rank = this.algorithm.rankOf(key, at, options);
    return { key, at, rank, digest: this.algorithm.digestOf(record), record };
  }

  /** The sample with one more page; the same array when nothing changes. Reads the page only if it may enter. */
  pagesWith({ pages, options }: SampleModel<R, L, O>, page: SitePage): readonly SampledPage<R>[] {
    if (this.algorithm.onlyCorrected && page.corrections === undefined) return pages;
    const at = timeOf(page.at);
    const same = pages.find(({ key }) => key === page.key);
    const rank = this.algorithm.rankOf(page.key, at, options);
    const mayEnter = same
      ? at >= same.at
      : pages.length < options.sampleSize || precedes({ key: page.key, rank }, pages[pages.length - 1]);
    if (!mayEnter) return pages;
    return withPage(pages, this.sampled(page.key, at, this.readingOf(page).record, options), options.sampleSize);
  }

  observe(model: SampleModel<R, L, O>, page: SitePage): void {
    const pages = this.pagesWith(model, page);
    if (pages === model.pages) return;
    model.pages = pages;
    addNames(model.names, this.readingOf(page).names);
    if (model.names.size < NAMES_KEPT) return;
    const used = new Set(pages.flatMap(({ record }) => [...this.algorithm.namesIn(record)]));
    if (model.names.size < NAMES_SLACK * used.size) return;
    for (const hash of model.names.keys()) if (!used.has(hash)) model.names.delete(hash);
  }

  /** The page counts as observed, as the contract demands, but only `observe` may change the model. */
  label(model: SampleModel<R, L, O>, page: SitePage, options: O, context: ExtractionContext): SiteDecision {
    const pages = this.pagesWith(model, page);
    const reading = this.readingOf(page);
    const known = pages === model.pages ? model : { ...model, pages, names: new Map(model.names), learnt: null };
    if (known !== model) addNames(known.names, reading.names);
    return this.algorithm.label({ ...page, reading }, known, () => this.learntFrom(known, options), options, context);
  }

  learntFrom(model: SampleModel<R, L, O>, options = model.options): L {
    const key = JSON.stringify(options);
    if (model.learnt === null || model.learnt.pages !== model.pages || model.learnt.options !== key)
      model.learnt = { pages: model.pages, options: key, value: this.algorithm.learn(model, options) };
    return model.learnt.value;
  }

  decode(bytes: Uint8Array): SampleModel<R, L, O> {
    const { name, extractor: expected } = this.algorithm;
    const { options, extractor, pages, names } = this.algorithm.decode(bytes);
    if (extractor !== expected)
      throw new RangeError(`these bytes are not a ${name} model: extractor got "${extractor}", expected "${expected}"`);
    const ranked = pages.map(({ key, at, record }) => this.sampled(key, at, record, options));
    return { options, extractor, pages: ranked, names, learnt: null, memo: new Map() };
  }
}

export function sampleLearner<R, L, O extends SampleOptions, P extends RecordReading<R>>(
  algorithm: SampleAlgorithm<R, L, O, P>,
): SiteLearner<SampleModel<R, L, O>, O> {
  const { name, summary, source, version, defaults, domains, optionDocs, onlyCorrected = false, encode } = algorithm;
  const { extractor, pages } = algorithm;
  const sampling = new Sampling(algorithm);
  return {
    ...{ name, summary, source, version, defaults, domains, optionDocs, onlyCorrected },
    unit: hostUnit,
    empty: (options) => ({ options, extractor, pages: [], names: new Map(), learnt: null, memo: new Map() }),
    observe: (model, page) => sampling.observe(model, page),
    label: (model, page, options, context) => sampling.label(model, page, options, context),
    forget(model, before) {
      const pages = model.pages.filter(({ at }) => at >= before);
      if (pages.length < model.pages.length) model.pages = pages;
    },
    encode,
    decode: (bytes) => sampling.decode(bytes),
    hasPattern: (model) => algorithm.hasPattern(model, () => sampling.learntFrom(model)),
    explain: (model) => algorithm.explain(model, sampling.learntFrom(model)),
    ...(pages && {
      pages: (model: SampleModel<R, L, O>) =>
        pages(model, sampling.learntFrom(model)).sort((a, b) => a.at - b.at || (a.key < b.key ? -1 : 1)),
    }),
  };
}

/** Names kept before unused ones are removed, and names per name in use. */
const NAMES_KEPT = 4_000;
const NAMES_SLACK = 4;

/** Of two names with one hash the smaller one counts, whichever was seen first. */
function addNames(names: Map<number, string>, others: ReadonlyMap<number, string>): void {
  for (const [hash, name] of others) {
    const known = names.get(hash);
    if (known === undefined || name < known) names.set(hash, name);
  }
}

/** Host of a URL without `www.`; empty for anything that is not a web address. */
function hostUnit(url: string): string {
  const address = addressOf(url);
  if (address === null) return '';
  const { protocol, hostname } = address;
  return protocol === 'http:' || protocol === 'https:' ? hostname.replace(/^www\.(?=.*\.)/, '') : '';
}

const timeOf = (at: number): number => (Number.isFinite(at) ? at : 0);

type Ranked = Pick<SampledPage<unknown>, 'key' | 'rank'>;

/** Whether `a` comes before `b` in the sample: by rank, then by key. */
function precedes(a: Ranked, b: Ranked): boolean {
  return a.rank !== b.rank ? a.rank > b.rank : a.key < b.key;
}

/** The sample with one more page, cut to size; the same array when the page's known state is the later one or it ranks too low. */
function withPage<R>(pages: readonly SampledPage<R>[], page: SampledPage<R>, size: number): readonly SampledPage<R>[] {
  const same = pages.find(({ key }) => key === page.key);
  if (same && (same.at !== page.at ? same.at > page.at : same.digest >= page.digest)) return pages;
  const others = same ? pages.filter((one) => one !== same) : pages;
  let to = others.length;
  while (to > 0 && precedes(page, others[to - 1])) to--;
  if (to >= size) return pages;
  return [...others.slice(0, to), page, ...others.slice(to, size - 1)];
}
