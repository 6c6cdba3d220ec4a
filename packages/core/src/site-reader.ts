/**
 * The road for many pages: reads pages of any number of sites and learns each site's template while it does.
 *
 * Per page: parse, URL key, extract with what the site's earlier pages taught, then learn from the page. All in memory and
 * synchronous; what was learnt can be saved as bytes. `dehusk watch` and `dehusk site` do the same over a store on disk.
 */
import type { Extractor } from './extractors/extractor.js';
import type { Page } from './page/page.js';
import { type ExtractResult, extractWith, type RoadOptions } from './pipeline.js';
import { anyExtractorNamed, learnersOf } from './sites/index.js';
import {
  type AnySiteLearner,
  type SiteFact,
  type SiteKnowledge,
  type SitePage,
  withLearnerDefaults,
} from './sites/site-learner.js';
import { seal, unseal } from './text/sealed.js';
import { urlKey } from './url-key/url-key.js';
import type { UrlRule } from './url-key/url-rules.js';

export interface SiteReaderOptions {
  /** Name of a site extractor (`SITE_EXTRACTORS`); default `site`, everything weighed together. */
  readonly extractor?: string;
  /** What {@link SiteReader.save} gave, to go on from; it must be of the same extractor. */
  readonly saved?: Uint8Array;
  /** Rules that make addresses of one document alike; see `urlKey`. */
  readonly rules?: readonly UrlRule[];
}

export interface SiteReadOptions extends Omit<RoadOptions, 'site'> {
  /** When the page was fetched or published, milliseconds since 1970; default now. Decides what is forgotten first. */
  readonly at?: number;
}

/** Sites being learnt. Pages of one site are best given in the order they were published or fetched. */
export interface SiteReader {
  /**
   * Extracts a page with what its site's earlier pages taught, then learns from it.
   *
   * @param options `url` says which site it is; without it the page's own `rel=canonical`, without that the page is read by
   *   itself and nothing is learnt. A page that ran out of time is not learnt from
   * @returns as `extract`; an index page of a known site is refused with `no-pattern`
   */
  read(input: string | Uint8Array | Page, options?: SiteReadOptions): ExtractResult;
  /** Learns from a page without reading it: a crawl's first pages, say. False when there was nothing to learn from. */
  learn(input: string | Uint8Array | Page, options?: SiteReadOptions): boolean;
  /** Whether the site of an address is known well enough that its earlier pages deserve a second look. */
  knows(url: string): boolean;
  /** What was learnt of the site of an address, for people: facts by learner, most telling first. */
  explain(url: string): Readonly<Record<string, readonly SiteFact[]>>;
  /** Forgets every page from before a time, in milliseconds since 1970. */
  forget(before: number): void;
  /** Everything learnt, as bytes for {@link SiteReaderOptions.saved}; the same on every machine. */
  save(): Uint8Array;
}

const MAGIC = 'DHSR';
const VERSION = 1;
/** What saved bytes say of themselves: whose they are, and the models one after another. */
interface Header {
  readonly extractor: string;
  readonly models: readonly { readonly learner: string; readonly unit: string; readonly bytes: number }[];
}

/**
 * A reader that has seen nothing, or goes on from saved bytes. Memory: about a megabyte a site; see {@link SiteReader.forget}.
 *
 * @throws RangeError for an extractor that learns nothing of sites, or bytes that are not of it, naming got and expected
 */
export function siteReader({ extractor: name = 'site', saved, rules = [] }: SiteReaderOptions = {}): SiteReader {
  const extractor: Extractor = anyExtractorNamed(name);
  const inUse = learnersOf(name).map((learner) => ({ learner, options: withLearnerDefaults(learner) }));
  if (inUse.length === 0)
    throw new RangeError(`a site reader got the extractor "${name}", which learns nothing of sites`);
  /** For learning alone: nobody asks for the text, so none is chosen, put together and rendered. */
  const unread: Extractor = {
    ...extractor,
    label: () => ({ blocks: [], labels: { keep: new Uint8Array(0), why: [] } }),
  };
  /** By learner, then by the learner's unit of an address. */
  const models = new Map(inUse.map(({ learner }) => [learner.name, new Map<string, unknown>()]));
  if (saved !== undefined)
    restore(
      saved,
      name,
      inUse.map(({ learner }) => learner),
      models,
    );

  function modelOf(learner: AnySiteLearner, url: string): unknown {
    const unit = learner.unit(url);
    return unit === '' ? undefined : models.get(learner.name)?.get(unit);
  }

  function knowledgeOf({ url, key, at }: SitePage): SiteKnowledge {
    const known = inUse.map(({ learner }) => [learner.name, modelOf(learner, url)] as const);
    return { url, key, at, models: Object.fromEntries(known.filter(([, model]) => model !== undefined)) };
  }

  function observe(page: SitePage): void {
    for (const { learner, options } of inUse) {
      const unit = learner.unit(page.url);
      if (unit === '') continue;
      const model = models.get(learner.name)?.get(unit) ?? learner.empty(options);
      learner.observe(model, page, options);
      models.get(learner.name)?.set(unit, model);
    }
  }

  /** The road with what `meet` makes of the page once it is known who it is. */
  function road(
    by: Extractor,
    input: string | Uint8Array | Page,
    { at = Date.now(), ...options }: SiteReadOptions,
    meet: (page: SitePage) => SiteKnowledge | null,
  ): ExtractResult {
    return extractWith(by, input, {
      ...options,
      site: (page, metadata) => {
        const url = options.url ?? metadata.canonicalUrl;
        if (url === null || !/^https?:\/\//i.test(url) || !URL.canParse(url)) return null;
        return meet({ page, url, key: urlKey(url, metadata.title, { rules }).key, at });
      },
    });
  }

  return {
    read(input, options = {}) {
      let met: SitePage | null = null;
      const result = road(extractor, input, options, (page) => {
        met = page;
        return knowledgeOf(page);
      });
      if (met !== null && result.reason !== 'timeout') observe(met);
      return result;
    },
    learn(input, options = {}) {
      let learnt = false;
      road(unread, input, options, (page) => {
        observe(page);
        learnt = true;
        return null;
      });
      return learnt;
    },
    knows: (url) =>
      inUse.every(({ learner }) => {
        const model = modelOf(learner, url);
        return model !== undefined && learner.hasPattern(model);
      }),
    explain(url) {
      const known = inUse.map(({ learner }) => [learner, modelOf(learner, url)] as const);
      return Object.fromEntries(
        known
          .filter(([, model]) => model !== undefined)
          .map(([learner, model]) => [learner.name, learner.explain(model)]),
      );
    },
    forget(before) {
      for (const { learner, options } of inUse)
        for (const model of models.get(learner.name)?.values() ?? []) learner.forget(model, before, options);
    },
    save() {
      const encoded = inUse.flatMap(({ learner }) =>
        [...(models.get(learner.name) ?? [])]
          .sort(([one], [other]) => (one < other ? -1 : 1))
          .map(([unit, model]) => ({ learner: learner.name, unit, content: learner.encode(model) })),
      );
      const body = new Uint8Array(encoded.reduce((sum, { content }) => sum + content.length, 0));
      let to = 0;
      for (const { content } of encoded) {
        body.set(content, to);
        to += content.length;
      }
      const header: Header = {
        extractor: name,
        models: encoded.map(({ learner, unit, content }) => ({ learner, unit, bytes: content.length })),
      };
      return seal(MAGIC, VERSION, header, body);
    },
  };
}

function restore(
  saved: Uint8Array,
  extractor: string,
  learners: readonly AnySiteLearner[],
  models: ReadonlyMap<string, Map<string, unknown>>,
): void {
  const { header, body } = unseal<Header>(saved, MAGIC, VERSION, 'what a site reader saved');
  if (header.extractor !== extractor)
    throw new RangeError(`these bytes were saved by a reader of "${header.extractor}", expected "${extractor}"`);
  let from = 0;
  for (const { learner: name, unit, bytes } of header.models) {
    const learner = learners.find((one) => one.name === name);
    if (learner === undefined)
      throw new RangeError(`these bytes hold a model of "${name}", which ${extractor} does not use`);
    // A copy: models may keep views into their bytes, and those want to begin at a multiple of four.
    models.get(name)?.set(unit, learner.decode(body.slice(from, from + bytes)));
    from += bytes;
  }
}
