/**
 * Methods over page streams, page by page as a crawler meets them: every learner observes a page, then every method extracts it with
 * the models of that moment. Page-level outputs do not depend on the stream and are stored on disk. Scores are LCS-F1, the URL Tree
 * paper's.
 *
 * Only the evictions under test forget anything: our streams are thinned and last 9 to 18 years, so that the paper's 14 days would
 * hold one page.
 */
import { extract, urlKey } from '@dehusk/core';
import { NO_CONTEXT, type SitePage, withDefaults } from '@dehusk/core/extend';
import { nameOf, rowNamed, TEXT } from '@dehusk/html';
import { DEFAULT_EXTRACTOR, extractorNamed, learnersOf, SITE_EXTRACTORS } from '@dehusk/papers';
import { mean } from 'simple-statistics';
import { allCases, type Case } from '../datasets/dataset.js';
import { type DatasetOptions, openDataset } from '../datasets/index.js';
import { streamPart, wasUnseenStream } from '../datasets/split.js';
import { lcsWords } from '../metrics/lcs-words.js';
import { sign } from '../run/evaluate.js';
import { openSystem, systemNamed } from '../run/system.js';
import { neverForgetting, outputOf, type ReproductionOptions, sitePageOf, storedTexts } from './reproduction.js';

/** A method: a page-level extractor or peer, or a site extractor with the models of the stream so far. */
export interface StreamMethod {
  /** The name in tables and plots. */
  readonly name: string;
  readonly extractor: string;
  readonly options?: Readonly<Record<string, unknown>>;
  /** Options of the learners that make them forget; default: they forget nothing. */
  readonly eviction?: Readonly<Record<string, number>>;
  /** Whether the lines of elements named for comments are taken out of the text. */
  readonly withoutComments?: boolean;
}

export const isSiteMethod = ({ extractor }: StreamMethod): boolean =>
  SITE_EXTRACTORS.some(({ name }) => name === extractor);

interface StreamRunOptions extends ReproductionOptions {
  /** Folder of the stored outputs; null stores none. */
  readonly cacheFolder?: string | null | undefined;
  /** Whether index pages, whose gold is empty, are only observed. */
  readonly articlesOnly?: boolean;
}

/** One page's results. */
interface StreamPage {
  readonly id: string;
  readonly kind: 'article' | 'index';
  /** Half of the stream, in time. */
  readonly half: 0 | 1;
  /** Per method, in their order: counts of the metric. An empty gold: F1 is 1 for an empty output, else 0. */
  readonly counts: readonly (readonly number[])[];
  /** Per method: 1 when the output is empty. */
  readonly empty: readonly number[];
}

export type StreamResult = Awaited<ReturnType<typeof runStream>>;
export type StreamsReport = Awaited<ReturnType<typeof runStreams>>;

export const LCS = lcsWords.create(lcsWords.defaults);

/** Runs methods, those of the options or all, over the streams of sites. Only the learners they use are trained. */
export async function runStreams(
  all: readonly StreamMethod[],
  sites: readonly string[],
  data: DatasetOptions,
  options: StreamRunOptions,
) {
  const methods = all.filter(({ name }) => options.methods?.includes(name) ?? true);
  const results: StreamResult[] = [];
  const signatures: string[] = [];
  for (const site of sites) {
    const dataset = openDataset(`streams/${site}`, data);
    const result = await runStream(await allCases(dataset), methods, dataset.sha256(), options);
    results.push(result);
    signatures.push(sign(LCS, dataset, result.pages.length, 'methods', { pages: options.pages ?? 0 }));
  }
  // The signatures are those of the streams; the methods are in the table.
  return { methods: methods.map(({ name }) => name), results, signatures };
}

async function runStream(
  cases: readonly Case[],
  methods: readonly StreamMethod[],
  sha256: string,
  options: StreamRunOptions,
) {
  const [first] = cases;
  const run = await openStreamRun(methods, first.site ?? '', sha256, options);
  const pages: StreamPage[] = [];
  for await (const { one, texts, half } of run.pages(cases)) {
    if (options.articlesOnly && one.gold === '') continue;
    const known = new Map<string, readonly number[]>();
    const outputs = await texts();
    pages.push({
      ...{ id: one.id, kind: one.kind ?? (one.gold === '' ? 'index' : 'article'), half },
      counts: outputs.map((text) => {
        const counts = known.get(text) ?? LCS.count(one, text);
        known.set(text, counts);
        return counts;
      }),
      empty: outputs.map((text) => (text.trim() === '' ? 1 : 0)),
    });
  }
  return {
    site: first.site ?? '',
    /** Parameters were chosen on `tuning`. */
    part: streamPart(first),
    /** Whether it was in the unseen half from the beginning. */
    wasUnseen: wasUnseenStream(first),
    /** Pages skipped because an earlier page has the same URL key. */
    duplicates: run.duplicates(),
    pages,
    /** At the end of the stream, by method: documents and bytes of its first model; 0 for page-level methods. */
    held: methods.map((method) => {
      const [model] = isSiteMethod(method) ? run.modelsOf(method) : [];
      if (model === undefined) return { documents: 0, bytes: 0 };
      const { learner } = model;
      return { documents: learner.explain(model.model)[0]?.support ?? 0, bytes: learner.encode(model.model).length };
    }),
  };
}

/** Mean F1 over sites of the cumulative means over articles, by number of articles, up to the length that half of the sites have. */
export function cumulativeMeans(results: readonly StreamResult[], method: number, half: 0 | 1 | null = null): number[] {
  const averages = results.map(({ pages }) => {
    let sum = 0;
    return articlesOf(pages, half).map(({ counts }, at) => {
      sum += LCS.score(counts[method]);
      return sum / (at + 1);
    });
  });
  const lengths = averages.map((one) => one.length).sort((a, b) => b - a);
  const steps = lengths.length === 0 ? 0 : lengths[Math.ceil(lengths.length / 2) - 1];
  return Array.from({ length: steps }, (_, step) =>
    mean(averages.filter((one) => one.length > step).map((one) => one[step])),
  );
}

export function articlesOf(pages: readonly StreamPage[], half: 0 | 1 | null = null): StreamPage[] {
  return pages.filter((page) => page.kind === 'article' && (half === null || page.half === half));
}

/** Mean F1 of a method over the articles of each site, then over sites; or over all articles. NaN where there are none. */
export function meanF1(
  results: readonly StreamResult[],
  method: number,
  half: 0 | 1 | null = null,
  over: 'sites' | 'documents' = 'sites',
): number {
  const scores = results.map(({ pages }) => articlesOf(pages, half).map(({ counts }) => LCS.score(counts[method])));
  const groups = over === 'documents' ? [scores.flat()] : scores;
  const means = groups.filter((one) => one.length > 0).map((one) => mean(one));
  return means.length === 0 ? Number.NaN : mean(means);
}

/** Text of a page by one method. @param known texts of the page by labels, for methods that differ in their options alone */
type TextOfPage = (one: Case, sitePage: SitePage, known: Map<string, string>) => Promise<string>;

/** Opens a run. Methods with the same learners and eviction share their models. @param sha256 for stored outputs */
async function openStreamRun(
  methods: readonly StreamMethod[],
  site: string,
  sha256: string,
  { pages = 0, cacheFolder, onPage }: StreamRunOptions,
) {
  const dataset = { name: `streams-${site}`, sha256 };
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
    if (spec.kind !== 'peer' && name !== DEFAULT_EXTRACTOR)
      return async ({ url, language }, { page }) =>
        outputOf(extract(page, { extractor: extractorNamed(name), url, language, options }));
    const textOf = storedTexts(dataset, name, cacheFolder);
    const peer = spec.kind === 'peer' ? await openSystem(spec) : null;
    return ({ id, url, charset, language, html }, { page }) =>
      textOf(id, () =>
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
      const extracted = (): string => outputOf(extract(page, { extractor, url, language, options, site }));
      if (own.length > 1) return extracted();
      if (method.withoutComments) return withoutComments(extracted(), sitePage);
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
      const taken = pages === 0 ? cases : cases.slice(0, pages);
      for (const [at, one] of taken.entries()) {
        onPage?.();
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
        yield { one, texts, half: at < taken.length / 2 ? (0 as const) : (1 as const) };
      }
    },
    /** Pages skipped so far because an earlier one has the same URL key. */
    duplicates: (): number => duplicates,
    /** The models of a method. */
    modelsOf,
  };
}

/** Names of elements that hold comments. */
const COMMENTS = /(?:^|[-_\s])(?:comments?|commentlist|replies|respond)(?:[-_\s]|$)/i;

/** A text without the lines that are inside elements named for comments; white space makes no difference. */
function withoutComments(text: string, { page }: SitePage): string {
  const squashed = (line: string): string => line.replace(/\s+/g, '');
  let inComments = '';
  for (let node = 1; node < page.size; node++) {
    if (page.tag[node] === TEXT || /^(?:html|body|main|article)$/.test(nameOf(page, node))) continue;
    if (!COMMENTS.test(page.attribute(node, 'id') ?? '') && !COMMENTS.test(page.attribute(node, 'class') ?? ''))
      continue;
    inComments += `${squashed(page.chars.slice(page.textFrom[node], page.textTo[node]))}\n`;
    node = page.end[node] - 1;
  }
  return text
    .split('\n')
    .filter((line) => !inComments.includes(squashed(line)))
    .join('\n');
}

function openModel(learner: ReturnType<typeof learnersOf>[number], eviction: Readonly<Record<string, number>>) {
  const options = neverForgetting(learner, eviction);
  return { learner, options, model: learner.empty(options) };
}
