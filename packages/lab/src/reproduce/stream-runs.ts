/**
 * Methods over a page stream, page by page as a crawler meets it: every learner observes a page, then every method extracts it with
 * the models of that moment. Page-level outputs do not depend on the stream and are stored on disk.
 */
import { extract, urlKey } from '@dehusk/core';
import { NO_CONTEXT, type SitePage, withDefaults } from '@dehusk/core/extend';
import { rowNamed } from '@dehusk/html';
import { extractorNamed, learnersOf, SITE_EXTRACTORS } from '@dehusk/papers';
import type { Case } from '../datasets/dataset.js';
import { openSystem, systemNamed } from '../run/system.js';
import { neverForgetting, sitePageOf, storedTexts } from './reproduction.js';

/** A method: a page-level extractor or peer, or a site extractor with the models of the stream so far. */
export interface StreamMethod {
  /** The name in tables and plots. */
  readonly name: string;
  readonly extractor: string;
  readonly options?: Readonly<Record<string, unknown>>;
  /** Options of the learners that make them forget; default: they forget nothing. */
  readonly eviction?: Readonly<Record<string, number>>;
}

export const isSiteMethod = ({ extractor }: StreamMethod): boolean =>
  SITE_EXTRACTORS.some(({ name }) => name === extractor);

export interface StreamRunOptions {
  readonly site: string;
  /** Digest of the dataset, for stored outputs. */
  readonly sha256: string;
  /** Folder of the stored outputs; null stores none. */
  readonly cacheFolder?: string | null | undefined;
  /** Pages taken of the stream, the earliest first; 0 takes all. */
  readonly pages: number;
  readonly onPage?: (() => void) | undefined;
}

/** Text of a page by one method. @param known texts of the page by labels, for methods that differ in their options alone */
type TextOfPage = (one: Case, sitePage: SitePage, known: Map<string, string>) => Promise<string>;

/** Opens a run. Methods with the same learners and eviction share their models. */
export async function openStreamRun(methods: readonly StreamMethod[], run: StreamRunOptions) {
  const dataset = { name: `streams-${run.site}`, sha256: run.sha256 };
  const models = new Map<string, ReturnType<typeof openModel>>();
  const modelsOf = ({ extractor, eviction = {} }: StreamMethod) =>
    learnersOf(extractor).map((learner) => {
      const key = `${learner.name} ${JSON.stringify(eviction)}`;
      const opened = models.get(key) ?? openModel(learner, eviction);
      models.set(key, opened);
      return opened;
    });
  const pageReader = async ({ extractor: name, options = {} }: StreamMethod): Promise<TextOfPage> => {
    const { spec } = systemNamed(name);
    const stored = storedTexts(dataset, name, run.cacheFolder);
    const peer = spec.kind === 'peer' ? await openSystem(spec) : null;
    return ({ id, url, charset, language, html }, { page }) =>
      stored.textOf(id, () =>
        peer === null
          ? extract(page, { extractor: extractorNamed(name), url, language, options })
          : peer({ id, url, charset, html: html() }).catch(({ message }: Error) => ({
              ...{ text: '', reason: 'error', detail: message },
            })),
      );
  };
  const siteReader = (method: StreamMethod): TextOfPage => {
    const { extractor: name, options = {} } = method;
    const extractor = rowNamed('site extractor', SITE_EXTRACTORS, name);
    const own = modelsOf(method);
    return async ({ language }, sitePage, known) => {
      const { page, url, key, at } = sitePage;
      const site = { url, key, at, models: Object.fromEntries(own.map(({ learner, model }) => [learner.name, model])) };
      const extracted = (): string => extract(page, { extractor, url, language, options, site }).text;
      if (own.length > 1) return extracted();
      // Few of the methods label a page differently, and extraction costs more than labelling.
      const [{ learner, model }] = own;
      const decision = learner.label(model, sitePage, withDefaults(learner, options), NO_CONTEXT);
      const labels = `${name} ${decision.ok ? decision.labelled.labels.keep.join('') : decision.reason}`;
      const text = known.get(labels) ?? extracted();
      known.set(labels, text);
      return text;
    };
  };
  const readers: TextOfPage[] = [];
  for (const method of methods) readers.push(isSiteMethod(method) ? siteReader(method) : await pageReader(method));

  let duplicates = 0;
  return {
    /** Every page once, after the learners have seen it; those without address and those that are refused are left out. */
    async *pages(cases: readonly Case[]) {
      const seen = new Set<string>();
      const taken = run.pages === 0 ? cases : cases.slice(0, run.pages);
      for (const [at, one] of taken.entries()) {
        run.onPage?.();
        if (one.url === null) continue;
        const { key } = urlKey(one.url, one.title);
        if (seen.has(key)) duplicates++;
        const sitePage = seen.has(key) ? null : sitePageOf(one);
        seen.add(key);
        if (sitePage === null) continue;
        for (const { learner, model, options } of models.values()) learner.observe(model, sitePage, options);
        const known = new Map<string, string>();
        const texts = async (): Promise<string[]> => {
          const read: string[] = [];
          for (const reader of readers) read.push(await reader(one, sitePage, known));
          return read;
        };
        yield { one, texts, isInFirstHalf: at < taken.length / 2 };
      }
    },
    /** Pages skipped so far because an earlier one has the same URL key. */
    duplicates: (): number => duplicates,
    /** The models of a method. */
    modelsOf,
  };
}

function openModel(learner: ReturnType<typeof learnersOf>[number], eviction: Readonly<Record<string, number>>) {
  const options = neverForgetting(learner, eviction);
  return { learner, options, model: learner.empty(options) };
}
