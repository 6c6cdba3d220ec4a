/** The contract of reproductions, and what they share: files, pages, learning, signatures. */
import { type ExtractResult, urlKey } from '@dehusk/core';
import { type AnySiteLearner, keptText, type SitePage, withDefaults } from '@dehusk/core/extend';
import { DEFAULT_EXTRACTOR, learnersOf } from '@dehusk/papers';
import { type Case, pageOf } from '../datasets/dataset.js';
import type { DatasetOptions } from '../datasets/index.js';
import { CACHE_FOLDER, outputCache } from '../run/run.js';
import { systemNamed } from '../run/system.js';

/** Options of the command line; each reproduction uses those it knows. */
export interface ReproductionOptions {
  /** Pages of each page stream, the earliest first; 0 takes all. */
  readonly pages?: number;
  readonly methods?: readonly string[];
  /** Names of the page streams: `hopit`. */
  readonly sites?: readonly string[];
  readonly out?: string;
  readonly onPage?: () => void;
}

/** A published table that one command computes again. */
export interface Reproduction {
  readonly name: string;
  readonly summary: string;
  /**
   * Computes the table: text with published figures beside ours.
   * @param data where the named datasets are, and how many pages of each are read
   * @throws Error when data or a program is missing
   */
  run(data: DatasetOptions, options: ReproductionOptions): Promise<string>;
  /** @throws RangeError for a name that is not one of its methods, listing those */
  checkMethod?(name: string): unknown;
}

/** Page-level outputs of a system on a data set, which are stored on disk. @param cacheFolder null stores none */
export function storedTexts(
  dataset: { readonly name: string; readonly sha256: string },
  system: string,
  cacheFolder: string | null = CACHE_FOLDER,
) {
  const cache = cacheFolder === null ? null : outputCache(cacheFolder, dataset, systemNamed(system));
  const stored = cache?.read(0);
  type Extracted = { readonly text: string; readonly reason?: string | null; readonly detail?: string | null };
  /** @param extract runs when the page is not stored */
  return async (id: string, extract: () => Extracted | Promise<Extracted>): Promise<string> => {
    const before = stored?.get(id);
    if (before !== undefined) return before.text;
    const { text, reason = null, detail = null } = await extract();
    cache?.add({ id, text, reason, detail, milliseconds: 0 }, 0);
    return text;
  };
}

const OURS: readonly string[] = [DEFAULT_EXTRACTOR, 'containers', 'site'];

/** The text of a result. Of a published method it is the kept blocks: our documents also leave out what generators add beside a text. */
export function outputOf({ ok, text, labelled, extractor }: ExtractResult): string {
  return !ok || OURS.includes(extractor) ? text : keptText(labelled);
}

/** The annotated pages among cases of L3S-GN1, parsed with their annotation; refused ones are left out. */
export async function* annotatedPages(cases: AsyncIterable<Case> | Iterable<Case>) {
  for await (const one of cases) {
    const bytes = one.annotated();
    const page = bytes === null ? null : pageOf({ ...one, html: () => bytes });
    if (page !== null) yield { one, page };
  }
}

/** The page of a case with known address as learners observe it; null when it is refused. */
export function sitePageOf(one: Case): SitePage | null {
  const { url } = one;
  const page = url === null ? null : pageOf(one);
  return page === null || url === null ? null : { page, url, key: urlKey(url, one.title).key, at: timeOf(one) };
}

/** Milliseconds since 1970 of a case; 0 when unknown. */
export function timeOf({ timestamp }: Case): number {
  return timestamp === null ? 0 : Date.parse(timestamp);
}

/** The options of a learner that forgets nothing: our streams are thinned and years long, a window of 14 days is empty. */
export function neverForgetting(learner: AnySiteLearner, eviction: Readonly<Record<string, number>> = {}) {
  return withDefaults(learner, { ...('maxDays' in learner.defaults && { maxDays: 1e6 }), ...eviction });
}

/** What a learner has learnt of each site from pages in their order. */
export function learnSites(
  learner: AnySiteLearner,
  pages: readonly SitePage[],
  options: ReturnType<typeof neverForgetting>,
  unitOf: (url: string) => string = learner.unit,
): Map<string, unknown> {
  const models = new Map<string, unknown>();
  for (const page of pages) {
    const model = models.get(unitOf(page.url)) ?? learner.empty(options);
    models.set(unitOf(page.url), model);
    learner.observe(model, page, options);
  }
  return models;
}

/**
 * What site extractors have learnt from all of these pages, for the option `site` of `extract`.
 * @param unitOf default: each learner's own unit of learning
 */
export function learntSites(extractor: string, pages: readonly SitePage[], unitOf?: (url: string) => string) {
  const learners = learnersOf(extractor).map((learner) => {
    const models = learnSites(learner, pages, neverForgetting(learner), unitOf);
    return { name: learner.name, unit: unitOf ?? learner.unit, models };
  });
  return ({ url, key, at }: SitePage) => ({
    ...{ url, key, at },
    models: Object.fromEntries(learners.map(({ name, unit, models }) => [name, models.get(unit(url))])),
  });
}

export function signatures(lines: readonly string[]): string {
  return `\nSignatures:\n${lines.join('\n')}\n`;
}
