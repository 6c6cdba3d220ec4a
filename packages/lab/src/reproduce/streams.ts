/**
 * Figures 4 and 5 of the URL Tree paper on page streams with gold: the cumulative mean LCS-F1 of each method over the stream,
 * per site and over all sites; the page from which a learning method stays above the best page-level one; and the share of
 * index pages discarded.
 *
 * The paper's stream (292,053 documents of 31 news sites in eight weeks) cannot be reached. Here are 24 sites, mostly blogs, in
 * 13 languages. Our parameters were chosen on the `tuning` part of the sites (`datasets/split.ts`); the `unseen` part is the
 * result to quote. The 15 sites that were unseen before eight of them were opened are also summarised. Articles are scored
 * against their text; index pages have an empty gold and are reported separately: a method discards one when its text is
 * empty.
 */
import { join } from 'node:path';
import { rowNamed } from '@dehusk/html';
import { DEFAULT_EXTRACTOR } from '@dehusk/papers';
import { mean } from 'simple-statistics';
import { type DatasetOptions, datasetNames } from '../datasets/index.js';
import { writeLines } from '../reports/draw.js';
import { percent, textTable } from '../reports/tables.js';
import type { Reproduction } from './reproduction.js';
import {
  articlesOf,
  cumulativeMeans,
  isSiteMethod,
  LCS,
  meanF1,
  runStreams,
  type StreamMethod,
  type StreamResult,
  type StreamsReport,
} from './stream-runs.js';

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
/** The paper: strict is above .7 in all domains, above .84 in three quarters. */
const BOUNDS = [0.7, 0.84];

/** Summarises the methods over some sites; sites have equal weights, except in `documents`. */
export function summarise(methods: readonly StreamMethod[], results: readonly StreamResult[]) {
  const curves = methods.map((_, at) => cumulativeMeans(results, at));
  const rivals = curves.filter((_, at) => !isSiteMethod(methods[at]));
  type StreamPage = StreamResult['pages'][number];
  /** Mean over sites of the mean over their pages. */
  const overSites = (choose: (page: StreamPage, number: number) => number | null): number => {
    const values = results.map(({ pages }) => pages.flatMap((page, number) => choose(page, number) ?? []));
    const means = values.filter((one) => one.length > 0).map((one) => mean(one));
    return means.length === 0 ? Number.NaN : mean(means);
  };
  return methods.map((method, at) => {
    const scoreAt = ({ counts }: StreamPage): number => LCS.score(counts[at]);
    const bySite = results.map((one) => meanF1([one], at)).filter((one) => !Number.isNaN(one));
    return {
      name: method.name,
      articles: meanF1(results, at),
      documents: meanF1(results, at, null, 'documents'),
      learnt: overSites((page, number) => (page.kind === 'article' && number >= LEARNT_AFTER ? scoreAt(page) : null)),
      all: overSites(scoreAt),
      /** Shares of index pages and of articles without output. */
      discarded: overSites((page) => (page.kind === 'index' ? page.empty[at] : null)),
      lost: overSites((page) => (page.kind === 'article' ? page.empty[at] : null)),
      /** Shares of sites with means above the paper's bounds. */
      above: BOUNDS.map((bound) => bySite.filter((one) => one > bound).length / bySite.length),
      /** First page from which the mean stays above that of the best page-level method; null: never. */
      overtakes: isSiteMethod(method) ? overtaking(curves[at], rivals) : null,
    };
  });
}

/** The first step, from 1, from which a curve stays above all others. */
function overtaking(own: readonly number[], others: readonly (readonly number[])[]): number | null {
  const below = own.findLastIndex((value, step) => !others.every((one) => value > one[step]));
  return below === own.length - 1 ? null : below + 2;
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
      ...[one.articles, one.documents, one.learnt, one.all, one.discarded, one.lost].map((share) => percent(share)),
      ...one.above.map((share) => percent(share, 0)),
      one.overtakes === null ? '–' : String(one.overtakes),
    ]);
    const means = ['over sites', 'over articles', `after ${LEARNT_AFTER}`, 'all pages'];
    const shares = [...means, 'index discarded', 'articles lost', ...BOUNDS.map((bound) => `sites above ${bound}`)];
    const table = textTable({ head: ['method', ...shares, 'ahead from'], rows });
    parts.push(`${title}: ${own.length} sites, ${pages} pages; mean LCS-F1 over sites, %`, table, '');
  }
  const shown = SHOWN.filter((name) => names.includes(name));
  const rows = results.map(({ site, part, wasUnseen, pages }) => {
    const articles = articlesOf(pages).map(({ counts }) => counts);
    return [
      ...[site, wasUnseen && part === 'tuning' ? 'tuning (opened)' : part, String(pages.length)],
      ...shown.map((name) => percent(mean(articles.map((counts) => LCS.score(counts[names.indexOf(name)]))))),
    ];
  });
  parts.push('articles of each site', textTable({ head: ['site', 'part', 'pages', ...shown], rows, leftColumns: [1] }));
  return `${parts.join('\n')}\n`;
}

/** Writes a picture per part: the paper's Figures 4 and 5. */
export async function writeStreams(report: StreamsReport, folder: string): Promise<void> {
  const titles = { x: 'articles of a site so far', y: 'cumulative mean LCS-F1, %' };
  for (const { title, file, holds } of GROUPS) {
    const own = report.results.filter(holds);
    const series = report.methods.map((name, at) => ({
      name,
      points: cumulativeMeans(own, at).map((value, step) => [step + 1, 100 * value] as const),
    }));
    await writeLines(join(folder, `${file}.svg`), series, titles, title);
  }
}

export const streams: Reproduction = {
  name: 'streams',
  summary:
    'Figures 4 and 5 of the URL Tree paper on 24 page streams: F1 of learners over time, beside page-level methods',
  checkMethod: (name) => rowNamed('method', METHODS, name),
  async run(data, options) {
    const report = await runAll(data, options);
    if (options.out !== undefined) await writeStreams(report, options.out);
    return printStreams(report);
  },
};

/** Runs the chosen methods over the chosen streams. */
export function runAll(data: DatasetOptions, options: Parameters<typeof runStreams>[3]): Promise<StreamsReport> {
  const present = datasetNames(data).flatMap((name) => /^streams\/(.+)/.exec(name)?.[1] ?? []);
  return runStreams(METHODS, options.sites ?? present, data, { pages: STREAM_PAGES, ...options });
}
