/**
 * Figure 5 of the URL Tree paper, its choice of N, its eviction, and the similarity of blocks that it proposes, on long page streams.
 *
 * The paper chose N on the first 35,321 documents of its stream and compared its heuristics with ten page-level methods on the rest.
 * Its stream (the address that it prints is gone) cannot be reached. Here each stream is halved in time: N is chosen on the first half, the second half is the test. The
 * default streams are the three of 600 pages; an N that no half reaches changes nothing there.
 *
 * Trees see every page once, in order, before it is labelled. The gold has neither headline nor comments; so there are rows without the
 * block of `<title>`, and without the text of elements named for comments.
 */

import { join } from 'node:path';
import { rowNamed } from '@dehusk/html';
import { mean, sum } from 'simple-statistics';
import type { DatasetOptions } from '../datasets/index.js';
import { writeLines } from '../reports/draw.js';
import { fixed, percent, textTable } from '../reports/tables.js';
import { pairedBootstrap } from '../significance/bootstrap.js';
import { type Reproduction, signatures } from './reproduction.js';
import {
  articlesOf,
  cumulativeMeans,
  LCS,
  meanF1,
  runStreams,
  type StreamMethod,
  type StreamsReport,
} from './stream-runs.js';

/** The streams of 600 pages. */
const LONG_STREAMS: readonly string[] = ['hopit', 'webstandards', 'vlaamserap'];

/** The paper's page-level rivals: two NCleaner models, two ports of Readability, Boilerpipe's extractors, and jusText. */
const RIVALS = [
  ...['ncleaner', 'ncleaner-non-lexical', 'readability-linkedom', 'readability-jsdom'],
  ...['article', 'article-sentences', 'default', 'largest', 'num-words'].map((one) => `boilerpipe-${one}`),
  'justext',
].map((name): StreamMethod => ({ name, extractor: name }));

/** The paper's values of N: 100 to 1000. */
const SUPPORTS: readonly number[] = Array.from({ length: 10 }, (_, at) => 100 * (at + 1));
const YEAR = 365;

const tree = (name: string, options: StreamMethod['options'] = {}, more: Partial<StreamMethod> = {}): StreamMethod => ({
  ...{ name, extractor: 'urltree', options, ...more },
});
const supported = (n: number): StreamMethod => tree(`strict-support-${n}`, { heuristic: 'strict-support', support: n });
const relaxed = (n: number): StreamMethod =>
  tree(`relaxed-at-domain-${n}`, { heuristic: 'relaxed-at-domain', relaxAbove: n });
const byItsName = (heuristic: string, name = heuristic, more = {}): StreamMethod => tree(name, { heuristic }, more);
const STRICT = byItsName('strict');
const AT_DOMAIN = byItsName('strict-at-domain');
const SIMILAR = [STRICT, AT_DOMAIN].map(({ name }) =>
  byItsName(name, `similar ${name}`, { extractor: 'urltree-similar' }),
);
const evicting = (name: string, eviction: Readonly<Record<string, number>>): StreamMethod =>
  byItsName('strict', name, { eviction });
const EVICTIONS = [
  ...[25, 50, 100, 200, 400].map((maxDocuments) =>
    evicting(`the last ${maxDocuments} documents`, { maxDocuments, keepAtLeast: 0 }),
  ),
  evicting('a year', { maxDays: YEAR, keepAtLeast: 0 }),
  ...[2, 4].map((years) => evicting(`${years} years`, { maxDays: years * YEAR, keepAtLeast: 0 })),
  evicting('14 days or 100 documents (paper)', { maxDays: 14, keepAtLeast: 100 }),
];
const WITHOUT_TITLE = [STRICT, AT_DOMAIN].map(({ name }) =>
  tree(`${name}, no title`, { heuristic: name, title: false }),
);
const WITHOUT_COMMENTS = [STRICT, AT_DOMAIN].map(({ name }) =>
  tree(`${name}, no title, no comments`, { heuristic: name, title: false }, { withoutComments: true }),
);
const METHODS = [
  STRICT,
  AT_DOMAIN,
  ...WITHOUT_TITLE,
  ...WITHOUT_COMMENTS,
  ...SUPPORTS.map(supported),
  ...SUPPORTS.map(relaxed),
  ...SIMILAR,
  ...EVICTIONS,
  ...RIVALS,
];

/** Mean F1 of a method over sites; NaN for a method that was not run. */
function scoreOf({ methods, results }: StreamsReport, name: string, half: 0 | 1 | null): number {
  const at = methods.indexOf(name);
  return at < 0 ? Number.NaN : meanF1(results, at, half);
}

const HALVES = [0, 1, null] as const;
const HALF_NAMES = ['first half', 'second half', 'all'];
const halves = (report: StreamsReport, name: string, digits?: number): string[] =>
  HALVES.map((half) => percent(scoreOf(report, name, half), digits));
/** A report for each of the streams. */
const bySite = (report: StreamsReport): StreamsReport[] => report.results.map((one) => ({ ...report, results: [one] }));

function scoreTable(report: StreamsReport, names: readonly string[]): string {
  const rows = names
    .filter((name) => report.methods.includes(name))
    .map((name) => [
      ...[
        name,
        ...halves(report, name),
        percent(meanF1(report.results, report.methods.indexOf(name), null, 'documents')),
      ],
      ...bySite(report).map((one) => percent(scoreOf(one, name, 1))),
    ]);
  const sites = report.results.map(({ site }) => `${site}, second`);
  return textTable({ head: ['method', ...HALF_NAMES, 'over articles', ...sites], rows });
}

function sweepTable(report: StreamsReport): string {
  const kinds = [supported, relaxed];
  const rows = SUPPORTS.map((n) => [String(n), ...kinds.flatMap((kind) => halves(report, kind(n).name, 2))]);
  const heads = ['support', 'relaxed'].flatMap((name) => HALF_NAMES.map((half) => `${name}, ${half}`));
  /** The smallest N with the best score on a half, of those that were run. */
  const bestOf = (kind: (n: number) => StreamMethod, half: 0 | 1): number => {
    const scored = SUPPORTS.map((n) => ({ n, score: scoreOf(report, kind(n).name, half) }));
    return scored.reduce((best, one) => (one.score > best.score || Number.isNaN(best.score) ? one : best)).n;
  };
  const chosen = `best N on the first half: support ${bestOf(supported, 0)}, relaxed ${bestOf(relaxed, 0)}; on the second: ${bestOf(supported, 1)}, ${bestOf(relaxed, 1)}`;
  return `${textTable({ head: ['N', ...heads], rows })}\n${chosen}`;
}

/** A method against another: the difference of mean F1 in points, over the articles of all sites, with its 95 % interval. */
function difference({ methods, results }: StreamsReport, name: string, base: string): string {
  const [a, b] = [methods.indexOf(name), methods.indexOf(base)];
  if (a < 0 || b < 0) return '–';
  const articles = results.flatMap(({ pages }) => articlesOf(pages));
  const rowsOf = (at: number) => articles.map(({ counts }) => counts[at]);
  const { value, low, high } = pairedBootstrap(LCS, rowsOf(a), rowsOf(b));
  return `${fixed(100 * value, 2)} (${fixed(100 * low, 2)} to ${fixed(100 * high, 2)})`;
}

function evictionTable(report: StreamsReport): string {
  const rows = [...EVICTIONS, STRICT].map(({ name }) => {
    const held = report.results.flatMap((one) => one.held[report.methods.indexOf(name)] ?? []);
    const meanOf = (of: 'documents' | 'bytes'): number =>
      held.length === 0 ? Number.NaN : mean(held.map((one) => one[of]));
    return [
      ...[name === STRICT.name ? 'everything' : name, fixed(meanOf('documents'), 0), fixed(meanOf('bytes') / 1000, 0)],
      ...[...halves(report, name), difference(report, name, STRICT.name)],
    ];
  });
  return textTable({ head: ['kept', 'documents', 'kB', ...HALF_NAMES, 'against everything'], rows });
}

function similarTable(report: StreamsReport): string {
  const rows = SIMILAR.map(({ name }) => {
    const base = name.replace('similar ', '');
    return [
      ...[base, ...[base, name].map((one) => percent(scoreOf(report, one, null), 2))],
      ...[report, ...bySite(report)].map((one) => difference(one, name, base)),
    ];
  });
  const sites = report.results.map(({ site }) => site);
  return textTable({ head: ['heuristic', 'equal blocks', 'similar blocks', 'difference', ...sites], rows });
}

/** The heuristics of Figure 5, with N as the paper chose it, and its rivals. */
const FIGURE = [STRICT, supported(100), AT_DOMAIN, relaxed(500), ...RIVALS].map(({ name }) => name);
const OF_GOLD = [...WITHOUT_TITLE, ...WITHOUT_COMMENTS].map(({ name }) => name);

export function printUrlTree(report: StreamsReport): string {
  const articles = report.results.map(({ site, pages }) => `${site} ${articlesOf(pages).length}`).join(', ');
  const all = sum(report.results.map(({ pages }) => articlesOf(pages).length));
  return `${report.results.length} streams, ${all} articles (${articles}); LCS-F1, mean over sites, %
Figure 5: N as in the paper, the second half is the test
${scoreTable(report, FIGURE)}

What the gold leaves out
${scoreTable(report, OF_GOLD)}

The choice of N
${sweepTable(report)}

Eviction, strict
${evictionTable(report)}

Similar blocks, all articles; points of F1 over equal blocks, 95 % intervals
${similarTable(report)}
${signatures(report.signatures)}`;
}

/** Writes Figure 5: cumulative mean F1 over the second half, sites side by side. */
export async function writeUrlTree(report: StreamsReport, folder: string): Promise<void> {
  const series = FIGURE.filter((name) => report.methods.includes(name)).map((name) => ({
    name: `${name} (${percent(scoreOf(report, name, 1))})`,
    points: cumulativeMeans(report.results, report.methods.indexOf(name), 1).map(
      (one, at) => [at + 1, 100 * one] as const,
    ),
  }));
  const titles = { x: 'articles of a site in the second half', y: 'cumulative mean LCS-F1, %' };
  await writeLines(join(folder, 'url-tree.svg'), series, titles, 'URL Tree heuristics and page-level methods');
}

export const urlTree: Reproduction = {
  name: 'url-tree',
  summary:
    'Figure 5 of the URL Tree paper, its choice of N, eviction and similar blocks, on three page streams of 600 pages',
  checkMethod: (name) => rowNamed('method', METHODS, name),
  async run(data, options) {
    const report = await runUrlTree(data, options);
    if (options.out !== undefined) await writeUrlTree(report, options.out);
    return printUrlTree(report);
  },
};

/** Runs the chosen methods over the chosen streams. */
export function runUrlTree(data: DatasetOptions, options: Parameters<typeof runStreams>[3]): Promise<StreamsReport> {
  return runStreams(METHODS, options.sites ?? LONG_STREAMS, data, { ...options, articlesOnly: true });
}
