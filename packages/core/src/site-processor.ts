/**
 * The pipeline of one page of a site: identify → knowledge of the site → extract → observe.
 *
 * Synchronous: it works on decoded models that are at hand. `siteReader` keeps them in memory; the tool loads a site's models
 * from its store before a page and writes the changed ones afterwards.
 */

import { addressOf } from '@dehusk/html';
import { type Extractor, withDefaults } from './extractors/extractor.js';
import { type ExtractPageOptions, type ExtractResult, extractPage, type OpenedPage } from './pipeline.js';
import type { AnySiteLearner, Correction, SiteKnowledge, SitePage } from './site/site-learner.js';
import { CANONICAL, titledUrlKey, type UrlKey, type UrlRule, urlKey } from './url-key/url-key.js';

/** Decoded models by learner and unit. */
export interface ModelTable {
  /** A model, or undefined when the unit was never observed. */
  get(learner: AnySiteLearner, unit: string): unknown;
  /** Stores a new model, or marks one as changed. */
  set(learner: AnySiteLearner, unit: string, model: unknown): void;
}

/** A learner with complete options. */
export interface LearnerInUse {
  readonly learner: AnySiteLearner;
  readonly options: Readonly<Record<string, unknown>>;
}

export interface SiteProcessorOptions {
  readonly learners: readonly LearnerInUse[];
  readonly models: ModelTable;
  /** Rules that make addresses of one document alike; default none. See `urlKey`. */
  readonly rules?: readonly UrlRule[];
  /** Whether the page's own `rel=canonical` replaces its address within its domain; default false. */
  readonly usesCanonical?: boolean;
}

/** Facts about a page besides its content. */
export interface PageVisit {
  /** The response URL, or null: the page's `rel=canonical` counts. */
  readonly url: string | null;
  /** Title by the feed or row; null: the page's own counts. */
  readonly title?: string | null;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The key of `url`, `title` and the rules, when the caller has computed it already. */
  readonly key?: UrlKey | null;
  /** Rules that hold for this page in place of those of the processor. */
  readonly rules?: readonly UrlRule[];
  /** The decisions of editors on the page. */
  readonly corrections?: readonly Correction[];
}

/** A page with its identity, or why it has none. */
export type IdentifiedPage =
  | { readonly ok: true; readonly sitePage: SitePage; readonly urlKey: UrlKey }
  | { readonly ok: false; readonly reason: 'no-url'; readonly detail: string };

export type SiteProcessor = ReturnType<typeof siteProcessor>;

export function siteProcessor(options: SiteProcessorOptions) {
  const { learners, models, rules: ownRules = [], usesCanonical = false } = options;

  /** The learners that have a unit for an address, with its model. */
  function modelsOf(url: string): (LearnerInUse & { readonly unit: string; readonly model: unknown })[] {
    return learners
      .map((learner) => ({ ...learner, unit: learner.learner.unit(url) }))
      .filter(({ unit }) => unit !== '')
      .map((one) => ({ ...one, model: models.get(one.learner, one.unit) }));
  }

  /** The models of a page's site. */
  function knowledge({ url, key, at }: Pick<SitePage, 'url' | 'key' | 'at'>): SiteKnowledge {
    const known = modelsOf(url).filter(({ model }) => model !== undefined);
    return { url, key, at, models: Object.fromEntries(known.map(({ learner, model }) => [learner.name, model])) };
  }

  return {
    /** Determines a page's address and URL key. */
    identify({ page, metadata }: OpenedPage, origin: PageVisit): IdentifiedPage {
      const { url: given, title = null, at, key: early = null, rules = ownRules, corrections } = origin;
      const url = given ?? metadata.canonicalUrl;
      if (url === null || !isWebAddress(url)) {
        const detail =
          url === null
            ? 'neither the input nor the page names its address'
            : `the address got "${url}", expected http(s)://…`;
        return { ok: false, reason: 'no-url', detail };
      }
      const canonical = usesCanonical || namesCanonical(rules) ? metadata.canonicalUrl : null;
      let key: UrlKey;
      if (early === null)
        key = urlKey(url, title ?? metadata.title, { rules, canonical, canonicalByRule: !usesCanonical });
      else key = title === null ? titledUrlKey(early, metadata.title, { rules }) : early;
      const sitePage = { page, url, key: key.key, at, ...(corrections && { corrections }) };
      return { ok: true, sitePage, urlKey: key };
    },
    knowledge,
    /** Extracts a page with the models of its site. */
    extract: (
      opened: OpenedPage,
      page: SitePage,
      extractor: Extractor,
      extractOptions: Omit<ExtractPageOptions, 'site'>,
    ): ExtractResult => extractPage(opened, extractor, { ...extractOptions, site: knowledge(page) }),
    /** Lets every learner observe a page, those of corrections a corrected one. Returns how many did: none when the address belongs to no site. */
    observe(page: SitePage): number {
      const observers = modelsOf(page.url).filter(
        ({ learner }) => learner.onlyCorrected !== true || page.corrections !== undefined,
      );
      for (const { learner, options: learnerOptions, unit, model = learner.empty(learnerOptions) } of observers) {
        learner.observe(model, page, learnerOptions);
        models.set(learner, unit, model);
      }
      return observers.length;
    },
    /** Whether every learner knows the template of an address's site (`SiteLearner.hasPattern`). */
    hasPatterns: (url: string): boolean =>
      modelsOf(url)
        .filter(({ learner }) => learner.onlyCorrected !== true)
        .every(({ learner, model }) => model !== undefined && learner.hasPattern(model)),
  };
}

/** Whether a rule depends on the canonical address of the page itself, which only the opened page names. */
export function namesCanonical(rules: readonly UrlRule[]): boolean {
  return rules.some(({ retain }) => retain.includes(CANONICAL));
}

/** Learners with complete options. @throws TypeError for an option a learner does not have */
export function learnersInUse(
  learners: readonly AnySiteLearner[],
  given: (learner: AnySiteLearner) => Readonly<Record<string, unknown>> = () => ({}),
): LearnerInUse[] {
  return learners.map((learner) => ({ learner, options: withDefaults(learner, given(learner)) }));
}

function isWebAddress(url: string): boolean {
  return /^https?:$/.test(addressOf(url)?.protocol ?? '');
}
