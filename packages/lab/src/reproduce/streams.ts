/**
 * Figures 4 and 5 of the URL Tree paper on page streams with gold: the cumulative mean LCS-F1 of each method over the stream,
 * per site and over all sites; the page from which a learning method stays above the best page-level one; and the share of
 * index pages discarded.
 *
 * The paper's stream (292,053 documents of 31 news sites in eight weeks) is not published. Here are 24 sites, mostly blogs, in
 * 13 languages. Our parameters were chosen on the `tuning` part of the sites (`datasets/split.ts`); the `unseen` part is the
 * result to quote. The 15 sites that were unseen before eight of them were opened are also summarised. Articles are scored
 * against their text; index pages have an empty gold and are reported separately: a method discards one when its text is
 * empty.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_EXTRACTOR, type Extractor, extractWith, SITE_EXTRACTORS, urlKey } from '@dehusk/core';
import { extractorNamed, learnersOf, rowNamed, SITE_LEARNERS } from '@dehusk/core/internal';
import { allCases, type Case } from '../datasets/dataset.js';
import { datasetNames, openDataset } from '../datasets/index.js';
import { streamPart, wasUnseenStream } from '../datasets/split.js';
import { lcsWords } from '../metrics/lcs-words.js';
import { standaloneSvg } from '../reports/draw.js';
import { htmlPage } from '../reports/html.js';
import { lines, type Series } from '../reports/plots.js';
import { percent, textTable } from '../reports/tables.js';
import { CACHE_FOLDER, outputCache } from '../run/output-cache.js';
import { systemNamed } from '../run/system.js';
import { neverForgetting, type Reproduction, type ReproductionOptions, sitePageOf } from './reproduction.js';

/** A method: a page-level extractor, or one with the models of the stream so far. */
export interface StreamMethod {
  /** The name in tables and plots. */
  readonly name: string;
  readonly kind: 'page' | 'site';
  readonly extractor: Extractor;
  readonly options: Readonly<Record<string, unknown>>;
}

/** One page's scores. */
interface StreamPage {
  readonly id: string;
  readonly kind: 'article' | 'index';
  /** Per method, in their order: LCS word F1, 0…1. An empty gold: 1 for an empty output, else 0. */
  readonly scores: readonly number[];
  /** Per method: 1 when the output is empty. */
  readonly empty: readonly number[];
}

export interface StreamResult {
  readonly site: string;
  readonly domain: string;
  /** Parameters were chosen on `tuning`. */
  readonly part: 'tuning' | 'unseen';
  /** Whether it was in the unseen half from the beginning. */
  readonly wasUnseen: boolean;
  /** Pages skipped because an earlier page has the same URL key. */
  readonly duplicates: number;
  readonly pages: readonly StreamPage[];
}

interface StreamRunOptions {
  /** Pages taken of the stream, the earliest first. */
  readonly pages: number;
  /** Folder of the stored page-level outputs; null stores none. */
  readonly cacheFolder: string | null;
  /** Digest of the dataset, for the cache. */
  readonly sha256: string;
  readonly onPage?: () => void;
}

/**
 * Runs all methods over a stream, page by page as a crawler meets it: every learner observes a page, then every method
 * extracts it with the models of that moment. Page-level outputs do not depend on the stream and are stored on disk.
 */
function runStream(cases: readonly Case[], methods: readonly StreamMethod[], options: StreamRunOptions): StreamResult {
  const metric = lcsWords.create(lcsWords.defaults);
  const learners = SITE_LEARNERS.filter((learner) => methods.some(({ extractor }) => uses(extractor, learner.name)));
  const models: Record<string, unknown> = {};
  for (const learner of learners) models[learner.name] = learner.empty(neverForgetting(learner));
  const caches = methods.map(({ kind, extractor }) => {
    if (kind === 'site' || options.cacheFolder === null) return null;
    const dataset = { name: `streams-${cases[0].site}`, sha256: options.sha256 };
    const cache = outputCache(options.cacheFolder, dataset, systemNamed(extractor.name));
    return { kept: cache.read(0), cache };
  });

  const seen = new Set<string>();
  const pages: StreamPage[] = [];
  let duplicates = 0;
  for (const one of cases.slice(0, options.pages)) {
    options.onPage?.();
    if (one.url === null) continue;
    const { key } = urlKey(one.url, one.title);
    if (seen.has(key)) {
      duplicates++;
      continue;
    }
    seen.add(key);
    const sitePage = sitePageOf(one);
    if (sitePage === null) continue;
    const { page, url, at } = sitePage;
    for (const learner of learners) learner.observe(models[learner.name], sitePage, neverForgetting(learner));
    // A method sees only the models of its own learners.
    const siteOf = (extractor: Extractor) => {
      const own = Object.entries(models).filter(([learner]) => uses(extractor, learner));
      return { url, key, at, models: Object.fromEntries(own) };
    };
    const texts = methods.map((method, index) => {
      const cached = caches[index];
      const before = cached?.kept.get(one.id);
      if (before) return before.text;
      const { extractor, kind, options: own } = method;
      const site = kind === 'site' ? siteOf(extractor) : null;
      const result = extractWith(extractor, page, { url, language: one.language, options: own, site });
      const { text, reason = null, detail = null } = result;
      cached?.cache.add({ id: one.id, text, reason, detail, milliseconds: 0 }, 0);
      return text;
    });
    pages.push({
      id: one.id,
      kind: one.kind ?? (one.gold === '' ? 'index' : 'article'),
      scores: texts.map((text) => metric.score(metric.count(one, text))),
      empty: texts.map((text) => (text.trim() === '' ? 1 : 0)),
    });
  }
  const [first] = cases;
  return {
    site: first.site ?? '',
    domain: first.domain ?? '',
    part: streamPart(first),
    wasUnseen: wasUnseenStream(first),
    duplicates,
    pages,
  };
}

/** Whether a site extractor uses a learner's model. */
function uses(extractor: Extractor, learner: string): boolean {
  return learnersOf(extractor.name).some(({ name }) => name === learner);
}

const pageMethod = (name: string): StreamMethod => ({
  name,
  kind: 'page',
  extractor: extractorNamed(name),
  options: {},
});

const siteMethod = (name: string, extractor: string, options: StreamMethod['options'] = {}): StreamMethod => ({
  name,
  kind: 'site',
  extractor: rowNamed('site extractor', SITE_EXTRACTORS, extractor),
  options,
});

/** The compared methods: the papers' page-level rivals, the URL Tree's heuristics, GoldMiner, and ours. */
function streamMethods(): StreamMethod[] {
  const rivals = ['article', 'article-sentences', 'default', 'largest', 'num-words'].map((one) => `boilerpipe-${one}`);
  return [...new Set(['justext', ...rivals, DEFAULT_EXTRACTOR])]
    .map(pageMethod)
    .concat([
      siteMethod('urltree strict', 'urltree'),
      siteMethod('urltree strict-support-100', 'urltree', { heuristic: 'strict-support', support: 100 }),
      siteMethod('urltree strict-at-domain', 'urltree', { heuristic: 'strict-at-domain' }),
      siteMethod('urltree relaxed-at-domain-500', 'urltree', { heuristic: 'relaxed-at-domain', relaxAbove: 500 }),
      siteMethod('urltree vote-slow', 'urltree', { heuristic: 'vote-slow', linkRule: true, tagRule: true }),
      siteMethod('goldminer', 'goldminer'),
      siteMethod('containers', 'containers'),
      siteMethod('site', 'site'),
    ]);
}

/** Default number of pages of each stream: some minutes in total. */
const STREAM_PAGES = 120;
/** Number of pages after which learners should have learnt a site. */
const LEARNT_AFTER = 50;

interface StreamsOptions extends ReproductionOptions {
  /** Folder of stored page-level outputs; null stores none. */
  readonly cacheFolder?: string | null;
}

/** The scores of one method on a set of sites. */
interface MethodSummary {
  readonly name: string;
  /** Mean over sites of the mean F1 over articles, 0…1. */
  readonly articles: number;
  /** The same over the articles after the 50th page of their site. */
  readonly learnt: number;
  /** The same over all pages, an empty output for an index page counting as 1. */
  readonly all: number;
  /** Share of index pages without output. */
  readonly discarded: number;
  /** Share of articles without output. */
  readonly lost: number;
  /** First page from which the cumulative mean over sites stays above that of the best page-level method; null: never. */
  readonly overtakes: number | null;
}

interface StreamsReport {
  readonly methods: readonly string[];
  readonly results: readonly StreamResult[];
}

/** Runs the methods over the streams. Only the learners they use are trained. */
export async function runStreams(root: string | undefined, options: StreamsOptions = {}): Promise<StreamsReport> {
  const names = datasetNames({ root }).filter((name) => name.startsWith('streams/'));
  const wanted = options.sites === undefined ? names : options.sites.map((site) => `streams/${site}`);
  const methods = streamMethodsNamed(options.methods);
  const results: StreamResult[] = [];
  for (const name of wanted) {
    const dataset = openDataset(name, { root });
    results.push(
      runStream(await allCases(dataset), methods, {
        pages: options.pages === 0 ? Number.POSITIVE_INFINITY : (options.pages ?? STREAM_PAGES),
        cacheFolder: options.cacheFolder === undefined ? CACHE_FOLDER : options.cacheFolder,
        sha256: dataset.sha256(),
        ...(options.onPage && { onPage: options.onPage }),
      }),
    );
  }
  return { methods: methods.map((one) => one.name), results };
}

/**
 * The methods of these names, in the order of the table; all without names.
 *
 * @throws RangeError with got and the known names
 */
export function streamMethodsNamed(names: readonly string[] | undefined): StreamMethod[] {
  const all = streamMethods();
  for (const name of names ?? []) rowNamed('method', all, name);
  return all.filter(({ name }) => names === undefined || names.includes(name));
}

/** Summarises the methods over some sites; sites have equal weights. */
export function summarise(methods: readonly StreamMethod[], results: readonly StreamResult[]): MethodSummary[] {
  const curves = methods.map((_, at) => curve(results, at));
  const pageLevel = methods.flatMap(({ kind }, at) => (kind === 'page' ? [at] : []));
  return methods.map(({ name, kind }, at) => {
    const overSites = (choose: (page: StreamResult['pages'][number], number: number) => number | null): number => {
      const means = results.map(({ pages }) => mean(pages.flatMap((page, number) => choose(page, number) ?? [])));
      return mean(means.filter((one) => !Number.isNaN(one)));
    };
    const rivals = pageLevel.map((one) => curves[one]);
    return {
      name,
      articles: overSites((page) => (page.kind === 'article' ? page.scores[at] : null)),
      learnt: overSites((page, number) => (page.kind === 'article' && number >= LEARNT_AFTER ? page.scores[at] : null)),
      all: overSites((page) => page.scores[at]),
      discarded: overSites((page) => (page.kind === 'index' ? page.empty[at] : null)),
      lost: overSites((page) => (page.kind === 'article' ? page.empty[at] : null)),
      overtakes: kind === 'page' ? null : overtaking(curves[at], rivals),
    };
  });
}

/** Per number of articles of a site: the mean over sites of the mean F1 so far, up to the length of half of the sites. */
function curve(results: readonly StreamResult[], method: number): number[] {
  const averages = results.map(({ pages }) => {
    let sum = 0;
    return pages
      .filter(({ kind }) => kind === 'article')
      .map(({ scores }, at) => {
        sum += scores[method];
        return sum / (at + 1);
      });
  });
  const lengths = averages.map((one) => one.length).sort((a, b) => b - a);
  const steps = lengths.length === 0 ? 0 : lengths[Math.ceil(lengths.length / 2) - 1];
  return Array.from({ length: steps }, (_, step) =>
    mean(averages.filter((one) => one.length > step).map((one) => one[step])),
  );
}

/** The first step, from 1, from which a curve stays above all others. */
function overtaking(own: readonly number[], others: readonly (readonly number[])[]): number | null {
  let from: number | null = null;
  for (let step = 0; step < own.length; step++) {
    const isAbove = others.every((one) => own[step] > one[step]);
    if (!isAbove) from = null;
    else from ??= step + 1;
  }
  return from;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Sites that are summarised together. */
interface StreamGroup {
  readonly title: string;
  readonly file: string;
  readonly holds: (one: StreamResult) => boolean;
}
const GROUPS: readonly StreamGroup[] = [
  { title: 'unseen', file: 'streams-unseen', holds: ({ part }) => part === 'unseen' },
  { title: 'tuning', file: 'streams-tuning', holds: ({ part }) => part === 'tuning' },
  { title: 'unseen before some were opened', file: 'streams-once-unseen', holds: ({ wasUnseen }) => wasUnseen },
];

/** The report as text: each part, then the sites. */
export function printStreams({ methods: names, results }: StreamsReport): string {
  const methods = streamMethodsNamed(names);
  const parts: string[] = [];
  for (const { title, holds } of GROUPS) {
    const own = results.filter(holds);
    if (own.length === 0) continue;
    const pages = own.reduce((sum, one) => sum + one.pages.length, 0);
    const rows = summarise(methods, own).map((one) => [
      one.name,
      ...[one.articles, one.learnt, one.all, one.discarded, one.lost].map((share) => percent(share)),
      one.overtakes === null ? '–' : String(one.overtakes),
    ]);
    const shares = ['articles', `after ${LEARNT_AFTER}`, 'all pages', 'index discarded', 'articles lost'];
    const head = ['method', ...shares, 'ahead from'];
    parts.push(
      `${title}: ${own.length} sites, ${pages} pages; mean LCS-F1 over sites, %`,
      textTable({ head, rows }),
      '',
    );
  }
  const shown = ['justext', DEFAULT_EXTRACTOR, 'urltree strict', 'goldminer', 'containers', 'site'].filter((name) =>
    names.includes(name),
  );
  const columns = shown.map((name) => methods.findIndex((one) => one.name === name));
  const rows = results.map(({ site, part, wasUnseen, pages }) => [
    site,
    wasUnseen && part === 'tuning' ? 'tuning (opened)' : part,
    String(pages.length),
    ...columns.map((at) =>
      percent(mean(pages.filter(({ kind }) => kind === 'article').map(({ scores }) => scores[at]))),
    ),
  ]);
  parts.push('articles of each site', textTable({ head: ['site', 'part', 'pages', ...shown], rows, leftColumns: [1] }));
  return `${parts.join('\n')}\n`;
}

/** Writes `streams.json` and a picture per part and per site: the paper's Figures 4 and 5. */
export async function writeStreams(report: StreamsReport, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'streams.json'), `${JSON.stringify(report)}\n`);
  const methods = streamMethodsNamed(report.methods);
  const figures: string[] = [];
  const titles = { x: 'articles of a site so far', y: 'cumulative mean LCS-F1, %' };
  const draw = async (title: string, own: readonly StreamResult[], file: string): Promise<void> => {
    const series: Series[] = methods.map(({ name }, at) => ({
      name,
      points: curve(own, at).map((value, step) => [step + 1, 100 * value] as const),
    }));
    const svg = await lines(series, titles, title);
    writeFileSync(join(folder, `${file}.svg`), standaloneSvg(svg));
    figures.push(`<section><h2>${title}</h2><figure>${svg}</figure></section>`);
  };
  for (const { title, file, holds } of GROUPS) await draw(title, report.results.filter(holds), file);
  for (const one of report.results) await draw(`${one.site} (${one.part})`, [one], `streams-${one.site}`);
  writeFileSync(join(folder, 'streams.html'), htmlPage('Page streams', `<h1>Page streams</h1>${figures.join('')}`));
}

export const streams: Reproduction = {
  name: 'streams',
  summary:
    'Figures 4 and 5 of the URL Tree paper on 24 page streams: F1 of learners over time, beside page-level methods',
  async run(root, options) {
    const report = await runStreams(root, options);
    if (options.out !== undefined) await writeStreams(report, options.out);
    return printStreams(report);
  },
};
