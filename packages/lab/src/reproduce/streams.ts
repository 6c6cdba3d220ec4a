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
import { rowNamed } from '@dehusk/html';
import { DEFAULT_EXTRACTOR } from '@dehusk/papers';
import { allCases, type Case } from '../datasets/dataset.js';
import { datasetNames, openDataset } from '../datasets/index.js';
import { streamPart, wasUnseenStream } from '../datasets/split.js';
import { lcsWords } from '../metrics/lcs-words.js';
import { writeLines } from '../reports/draw.js';
import { percent, textTable } from '../reports/tables.js';
import { type Reproduction, type ReproductionOptions, writeReport } from './reproduction.js';
import { isSiteMethod, openStreamRun, type StreamMethod, type StreamRunOptions } from './stream-runs.js';

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

async function runStream(
  cases: readonly Case[],
  methods: readonly StreamMethod[],
  options: StreamRunOptions,
): Promise<StreamResult> {
  const metric = lcsWords.create(lcsWords.defaults);
  const run = await openStreamRun(methods, options);
  const pages: StreamPage[] = [];
  for await (const { one, texts } of run.pages(cases)) {
    const outputs = await texts();
    pages.push({
      id: one.id,
      kind: one.kind ?? (one.gold === '' ? 'index' : 'article'),
      scores: outputs.map((text) => metric.score(metric.count(one, text))),
      empty: outputs.map((text) => (text.trim() === '' ? 1 : 0)),
    });
  }
  const [first] = cases;
  return {
    site: first.site ?? '',
    domain: first.domain ?? '',
    part: streamPart(first),
    wasUnseen: wasUnseenStream(first),
    duplicates: run.duplicates(),
    pages,
  };
}

/** The compared methods: the papers' page-level rivals, the URL Tree's heuristics, GoldMiner, and ours. */
const PAGE_LEVEL = [
  'justext',
  ...['article', 'article-sentences', 'default', 'largest', 'num-words'].map((one) => `boilerpipe-${one}`),
  DEFAULT_EXTRACTOR,
];
const URL_TREES: Readonly<Record<string, StreamMethod['options']>> = {
  strict: {},
  'strict-support-100': { heuristic: 'strict-support', support: 100 },
  'strict-at-domain': { heuristic: 'strict-at-domain' },
  'relaxed-at-domain-500': { heuristic: 'relaxed-at-domain', relaxAbove: 500 },
  'vote-slow': { heuristic: 'vote-slow', linkRule: true, tagRule: true },
};
const METHODS: readonly StreamMethod[] = [
  ...PAGE_LEVEL.map((name) => ({ name, extractor: name })),
  ...Object.entries(URL_TREES).map(([name, options = {}]) => ({
    ...{ name: `urltree ${name}`, extractor: 'urltree', options },
  })),
  ...['goldminer', 'containers', 'site'].map((name) => ({ name, extractor: name })),
];
/** Methods in the table of single sites. */
const SHOWN = ['justext', DEFAULT_EXTRACTOR, 'urltree strict', 'goldminer', 'containers', 'site'];

/** Default number of pages of each stream: some minutes in total. */
const STREAM_PAGES = 120;
/** Number of pages after which learners should have learnt a site. */
const LEARNT_AFTER = 50;

interface StreamsOptions extends ReproductionOptions {
  /** Folder of stored page-level outputs; null stores none. */
  readonly cacheFolder?: string | null;
}

interface StreamsReport {
  readonly methods: readonly string[];
  readonly results: readonly StreamResult[];
}

/** Runs the methods over the streams. Only the learners they use are trained. */
export async function runStreams(root: string | undefined, options: StreamsOptions = {}): Promise<StreamsReport> {
  const { pages = STREAM_PAGES, sites, cacheFolder, onPage } = options;
  const names = datasetNames({ root }).filter((name) => name.startsWith('streams/'));
  const methods = METHODS.filter(({ name }) => options.methods?.includes(name) ?? true);
  const results: StreamResult[] = [];
  for (const name of sites?.map((site) => `streams/${site}`) ?? names) {
    const dataset = openDataset(name, { root });
    const cases = await allCases(dataset);
    const run = { site: cases[0].site ?? '', sha256: dataset.sha256(), pages, cacheFolder, onPage };
    results.push(await runStream(cases, methods, run));
  }
  return { methods: methods.map((one) => one.name), results };
}

/** Summarises the methods over some sites; sites have equal weights. */
export function summarise(methods: readonly StreamMethod[], results: readonly StreamResult[]) {
  const curves = methods.map((_, at) => curve(results, at));
  const rivals = curves.filter((_, at) => !isSiteMethod(methods[at]));
  return methods.map((method, at) => {
    /** Mean over sites of the mean over their pages. */
    const overSites = (choose: (page: StreamPage, number: number) => number | null): number => {
      const means = results.map(({ pages }) => mean(pages.flatMap((page, number) => choose(page, number) ?? [])));
      return mean(means.filter((one) => !Number.isNaN(one)));
    };
    const ofArticles = (figure: 'scores' | 'empty', from = 0): number =>
      overSites((page, number) => (page.kind === 'article' && number >= from ? page[figure][at] : null));
    return {
      name: method.name,
      articles: ofArticles('scores'),
      learnt: ofArticles('scores', LEARNT_AFTER),
      all: overSites((page) => page.scores[at]),
      /** Shares of index pages and of articles without output. */
      discarded: overSites((page) => (page.kind === 'index' ? page.empty[at] : null)),
      lost: ofArticles('empty'),
      /** First page from which the mean stays above that of the best page-level method; null: never. */
      overtakes: isSiteMethod(method) ? overtaking(curves[at], rivals) : null,
    };
  });
}

/** Per number of articles of a site: the mean over sites of the mean F1 so far, up to the length of half of the sites. */
function curve(results: readonly StreamResult[], method: number): number[] {
  const averages = results.map(({ pages }) => {
    let sum = 0;
    const articles = pages.filter(({ kind }) => kind === 'article');
    return articles.map(({ scores }, at) => {
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
  const below = own.findLastIndex((value, step) => !others.every((one) => value > one[step]));
  return below === own.length - 1 ? null : below + 2;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Sites that are summarised together. */
const GROUPS: readonly { title: string; file: string; holds(one: StreamResult): boolean }[] = [
  { title: 'unseen', file: 'streams-unseen', holds: ({ part }) => part === 'unseen' },
  { title: 'tuning', file: 'streams-tuning', holds: ({ part }) => part === 'tuning' },
  { title: 'unseen before some were opened', file: 'streams-once-unseen', holds: ({ wasUnseen }) => wasUnseen },
];

/** The report as text: each part, then the sites. */
export function printStreams({ methods: names, results }: StreamsReport): string {
  const methods = names.map((name) => rowNamed('method', METHODS, name));
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
    const table = textTable({ head: ['method', ...shares, 'ahead from'], rows });
    parts.push(`${title}: ${own.length} sites, ${pages} pages; mean LCS-F1 over sites, %`, table, '');
  }
  const shown = SHOWN.filter((name) => names.includes(name));
  const rows = results.map(({ site, part, wasUnseen, pages }) => {
    const articles = pages.filter(({ kind }) => kind === 'article');
    return [
      ...[site, wasUnseen && part === 'tuning' ? 'tuning (opened)' : part, String(pages.length)],
      ...shown.map((name) => percent(mean(articles.map(({ scores }) => scores[names.indexOf(name)])))),
    ];
  });
  parts.push('articles of each site', textTable({ head: ['site', 'part', 'pages', ...shown], rows, leftColumns: [1] }));
  return `${parts.join('\n')}\n`;
}

/** Writes `streams.json` and a picture per part: the paper's Figures 4 and 5. */
export async function writeStreams(report: StreamsReport, folder: string): Promise<void> {
  const pathOf = writeReport(folder, 'streams', report);
  const titles = { x: 'articles of a site so far', y: 'cumulative mean LCS-F1, %' };
  for (const { title, file, holds } of GROUPS) {
    const own = report.results.filter(holds);
    const series = report.methods.map((name, at) => ({
      name,
      points: curve(own, at).map((value, step) => [step + 1, 100 * value] as const),
    }));
    await writeLines(pathOf(`${file}.svg`), series, titles, title);
  }
}

export const streams: Reproduction = {
  name: 'streams',
  summary:
    'Figures 4 and 5 of the URL Tree paper on 24 page streams: F1 of learners over time, beside page-level methods',
  checkMethod: (name) => rowNamed('method', METHODS, name),
  async run(root, options) {
    const report = await runStreams(root, options);
    if (options.out !== undefined) await writeStreams(report, options.out);
    return printStreams(report);
  },
};
