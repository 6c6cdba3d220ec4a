/**
 * Pages of any number of sites in a row: extracts each with the models its site's earlier pages made, then learns from it. In
 * memory and synchronous; the models can be saved as bytes. `dehusk watch` and `dehusk site` do the same over a store on disk.
 */
import { addressOf, checkOptions, type OptionDomains, RECORD, real, seal, unseal } from '@dehusk/html';
import { EXTRACTOR, type Extractor, withDefaults } from './extractors/extractor.js';
import {
  checkExtraction,
  EXTRACT_DOMAINS,
  type ExtractPageOptions,
  type ExtractResult,
  extractPage,
  type OpenedPage,
  openPage,
  type PageSource,
  type PipelineOptions,
} from './pipeline.js';
import { site } from './site/site.js';
import {
  type AnySiteLearner,
  type Correction,
  checkedCorrections,
  type SiteExtractor,
  type SiteFact,
  type SiteKnowledge,
  type SitePage,
} from './site/site-learner.js';
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
interface PageVisit {
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

/**
 * The pipeline of one page of a site: identify → knowledge of the site → extract → observe.
 *
 * Synchronous: it works on decoded models that are at hand. `siteReader` keeps them in memory; the tool loads a site's models from its
 * store before a page and writes the changed ones afterwards.
 */
export function siteProcessor(options: SiteProcessorOptions) {
  const { learners, models, rules: ownRules = [], usesCanonical = false } = options;

  function modelsOf(url: string): (LearnerInUse & { readonly unit: string; readonly model: unknown })[] {
    return learners
      .map((learner) => ({ ...learner, unit: learner.learner.unit(url) }))
      .filter(({ unit }) => unit !== '')
      .map((one) => ({ ...one, model: models.get(one.learner, one.unit) }));
  }

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

export interface SiteReaderOptions {
  /** The site extractor; default `site`, which weighs all evidence together. Others are in `@dehusk/papers`. */
  readonly extractor?: SiteExtractor;
  /** Bytes of {@link SiteReader.save} to go on from; they must be of the same extractor. */
  readonly saved?: Uint8Array;
  /** Rules that make addresses of one document alike; see `urlKey`. */
  readonly rules?: readonly UrlRule[];
}

const READER_OPTIONS: OptionDomains<SiteReaderOptions> = {
  extractor: EXTRACTOR,
  saved: RECORD,
  rules: { type: 'array' },
};

export interface SiteReadOptions extends Omit<PipelineOptions, 'site'> {
  /** When the page was fetched or published, milliseconds since 1970; default now. Decides what is forgotten first. */
  readonly at?: number;
  /** Decisions of editors on ranges of the page's source (`BlockExplanation.source`); later pages of the site follow them. */
  readonly corrections?: readonly Correction[];
}

const { site: _, ...WITHOUT_SITE } = EXTRACT_DOMAINS;
const READ_OPTIONS: OptionDomains<SiteReadOptions> = { ...WITHOUT_SITE, at: real(), corrections: { type: 'array' } };

/** Models of sites that grow with every page. Pass the pages of one site in the order they were published or fetched. */
export interface SiteReader {
  /**
   * Extracts a page with what its site's earlier pages taught, then learns from it.
   *
   * @param options `url` names the site; without it the page's own `rel=canonical` does. A page with neither is extracted
   *   alone and not learnt from, nor is one that ran out of time
   * @returns as `extract`; an index page of a known site fails with `no-pattern`
   */
  read(input: PageSource, options?: SiteReadOptions): ExtractResult;
  /** Learns from a page without extracting it, such as a crawl's first pages. False when the page teaches nothing. */
  learn(input: PageSource, options?: SiteReadOptions): boolean;
  /** Whether the template of an address's site is known, so that extracting its earlier pages again would improve them. */
  knows(url: string): boolean;
  /** The facts learnt about an address's site, for people: by learner, strongest first. */
  explain(url: string): Readonly<Record<string, readonly SiteFact[]>>;
  /** Forgets every page from before a time, in milliseconds since 1970. */
  forget(before: number): void;
  /** All models as bytes for {@link SiteReaderOptions.saved}; the same bytes on every machine. */
  save(): Uint8Array;
}

/**
 * Opens a reader without models, or with saved ones. Memory: about a megabyte a site; see {@link SiteReader.forget}.
 *
 * @throws TypeError for an unknown option, a value of another type, or an extractor that learns nothing of sites; RangeError for bytes saved by another one
 */
export function siteReader(options: SiteReaderOptions = {}): SiteReader {
  checkOptions('siteReader', options, READER_OPTIONS);
  const { extractor = site, saved, rules = [] } = options;
  const { name } = extractor;
  if (!Array.isArray(extractor.learners))
    throw new TypeError(`siteReader got the extractor "${name}", which learns nothing of sites`);
  const learners = learnersInUse(extractor.learners);
  const models = memoryModels(learners.map(({ learner }) => learner));
  if (saved !== undefined) models.restore(saved, name);
  const sites = siteProcessor({ learners, models, rules });
  // Only rules look at titles, and finding a page's title takes time.
  const title = rules.length > 0 ? null : '';
  const originOf = (
    url: string | null | undefined,
    at: number,
    corrections: readonly Correction[] | undefined,
  ): PageVisit => ({ url: url ?? null, title, at, ...(corrections && { corrections }) });
  const checkRead = (owner: string, given: SiteReadOptions): void => {
    checkOptions(owner, given, READ_OPTIONS);
    const { at: _, corrections, ...extraction } = given;
    checkExtraction(extractor, extraction);
    checkedCorrections(corrections ?? []);
  };

  return {
    read(input, readOptions = {}) {
      checkRead('read', readOptions);
      const { url, httpCharset, mediaType, fetchedAt, limits, clock, ...others } = readOptions;
      const { at = Date.now(), corrections, ...rest } = others;
      const opened = openPage(input, readOptions);
      const identified = opened.ok ? sites.identify(opened, originOf(url, at, corrections)) : null;
      if (!opened.ok || !identified?.ok) return extractPage(opened, extractor, rest);
      const result = sites.extract(opened, identified.sitePage, extractor, rest);
      if (result.reason !== 'timeout') sites.observe(identified.sitePage);
      return result;
    },
    learn(input, readOptions = {}) {
      checkRead('learn', readOptions);
      const opened = openPage(input, readOptions);
      if (!opened.ok || opened.isOverBudget()) return false;
      const { url, at = Date.now(), corrections } = readOptions;
      const identified = sites.identify(opened, originOf(url, at, corrections));
      if (identified.ok) sites.observe(identified.sitePage);
      return identified.ok;
    },
    knows: (url) => learners.some(({ learner }) => learner.unit(url) !== '') && sites.hasPatterns(url),
    explain(url) {
      const known = Object.entries(sites.knowledge({ url, key: '', at: 0 }).models);
      return Object.fromEntries(
        known.map(([learner, model]) => [learner, models.learner(learner).explain(model)] as const),
      );
    },
    forget(before) {
      for (const { learner, options: learnerOptions } of learners)
        for (const model of models.of(learner)) learner.forget(model, before, learnerOptions);
    },
    save: () => models.save(name),
  };
}

const MAGIC = 'DHSR';
const VERSION = 1;

/** The header of saved bytes: whose they are, and the models that follow one another. */
interface ReaderHeader {
  readonly extractor: string;
  readonly models: readonly { readonly learner: string; readonly unit: string; readonly bytes: number }[];
}

/** Opens a table of models in memory, empty, with the bytes that a site reader saves. */
export function memoryModels(learners: readonly AnySiteLearner[]) {
  const models = new Map(learners.map((learner) => [learner.name, new Map<string, unknown>()]));
  const of = (learner: AnySiteLearner): Map<string, unknown> => models.get(learner.name) as Map<string, unknown>;
  const learner = (name: string): AnySiteLearner => {
    const found = learners.find((one) => one.name === name);
    if (found === undefined) throw new RangeError(`these bytes hold a model of "${name}", which is not in use`);
    return found;
  };
  return {
    /** @throws RangeError for a learner that is not in use */
    learner,
    of: (one: AnySiteLearner): Iterable<unknown> => of(one).values(),
    entries: (one: AnySiteLearner): Iterable<[unit: string, model: unknown]> => of(one).entries(),
    get: (one: AnySiteLearner, unit: string): unknown => of(one).get(unit),
    set: (one: AnySiteLearner, unit: string, model: unknown): void => void of(one).set(unit, model),
    save(extractor: string): Uint8Array {
      const encoded = learners.flatMap((one) =>
        [...of(one)]
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([unit, model]) => ({ learner: one.name, unit, content: one.encode(model) })),
      );
      const header: ReaderHeader = {
        extractor,
        models: encoded.map(({ learner: of, unit, content }) => ({ learner: of, unit, bytes: content.length })),
      };
      return seal(MAGIC, VERSION, header, ...encoded.map(({ content }) => content));
    },
    /** @throws RangeError for bytes of something else, or of another extractor */
    restore(saved: Uint8Array, extractor: string): void {
      const { header, body } = unseal<ReaderHeader>(saved, MAGIC, VERSION, 'what a site reader saved');
      if (header.extractor !== extractor)
        throw new RangeError(`these bytes were saved by a reader of "${header.extractor}", expected "${extractor}"`);
      let from = 0;
      for (const { learner: name, unit, bytes } of header.models) {
        const owner = learner(name);
        // A copy: models may keep views into their bytes, and those must begin at a multiple of four.
        of(owner).set(unit, owner.decode(body.slice(from, from + bytes)));
        from += bytes;
      }
    },
  };
}
