/**
 * Figure 5 of the URL Tree paper, its choice of N, its eviction, and the similarity of blocks that it proposes, on long page streams.
 *
 * The paper chose N on the first 35,321 documents of its stream and compared its heuristics with ten page-level methods on the rest.
 * Its stream is not published. Here each stream is halved in time: N is chosen on the first half, the second half is the test. The
 * default streams are the three of 600 pages; an N that no half reaches changes nothing there.
 *
 * Trees see every page once, in order, before it is labelled. Only the evictions under test forget anything: our streams are thinned and
 * last 9 to 18 years, so that the paper's 14 days would hold one page.
 */
import { rowNamed } from '@dehusk/html';
import { mean, sum } from 'simple-statistics';
import { allCases, type Case } from '../datasets/dataset.js';
import { openDataset } from '../datasets/index.js';
import { lcsWords } from '../metrics/lcs-words.js';
import { writeLines } from '../reports/draw.js';
import { fixed, percent, textTable } from '../reports/tables.js';
import { pairedBootstrap } from '../significance/bootstrap.js';
import { type Reproduction, type ReproductionOptions, sign, signatures, writeReport } from './reproduction.js';
import { openStreamRun, type StreamMethod, type StreamRunOptions } from './stream-runs.js';

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

type UrlTreeMethodOptions = NonNullable<StreamMethod['options']>;

const tree = (name: string, options: UrlTreeMethodOptions, more: Partial<StreamMethod> = {}): StreamMethod => ({
  ...{ name, extractor: 'urltree', options },
  ...more,
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
const TREES = [STRICT, AT_DOMAIN, ...SUPPORTS.map(supported), ...SUPPORTS.map(relaxed), ...SIMILAR, ...EVICTIONS];
const METHODS = [...TREES, ...RIVALS];

export interface UrlTreeReport {
  readonly methods: readonly string[];
  readonly streams: readonly {
    readonly site: string;
    readonly pages: number;
    /** Counts of the metric by method. Index pages, whose gold is empty, only grow the trees. */
    readonly articles: readonly { readonly half: 0 | 1; readonly counts: readonly (readonly number[])[] }[];
    /** At the end of the stream, by eviction method: documents held, bytes of the model. */
    readonly held: readonly { readonly documents: number; readonly bytes: number }[];
  }[];
  readonly signatures: readonly string[];
}

const metric = lcsWords.create(lcsWords.defaults);

/** Runs trees and rivals over a stream. */
async function runStream(cases: readonly Case[], methods: readonly StreamMethod[], options: StreamRunOptions) {
  const run = await openStreamRun(methods, options);
  const articles: UrlTreeReport['streams'][number]['articles'][number][] = [];
  let pages = 0;
  for await (const { one, texts, isInFirstHalf } of run.pages(cases)) {
    pages++;
    if (one.gold === '') continue;
    const known = new Map<string, readonly number[]>();
    const counts = (await texts()).map((text) => {
      const own = known.get(text) ?? metric.count(one, text);
      known.set(text, own);
      return own;
    });
    articles.push({ half: isInFirstHalf ? 0 : 1, counts });
  }
  const held = [...EVICTIONS, STRICT].map((method) => {
    if (!methods.includes(method)) return { documents: 0, bytes: 0 };
    const [{ learner, model }] = run.modelsOf(method);
    return { documents: learner.explain(model)[0]?.support ?? 0, bytes: learner.encode(model).length };
  });
  return { site: options.site, pages, articles, held };
}

interface UrlTreeRunOptions extends ReproductionOptions {
  /** Folder of stored outputs; null stores none. */
  readonly cacheFolder?: string | null;
}

/** Runs the methods over the streams. `methods` names some of them; default: all. */
export async function runUrlTree(root: string | undefined, options: UrlTreeRunOptions): Promise<UrlTreeReport> {
  const { pages = 0, sites = LONG_STREAMS, cacheFolder, onPage } = options;
  const methods = METHODS.filter(({ name }) => options.methods?.includes(name) ?? true);
  const streams: UrlTreeReport['streams'][number][] = [];
  const signed: string[] = [];
  for (const site of sites) {
    const dataset = openDataset(`streams/${site}`, { root });
    const run = { site, sha256: dataset.sha256(), pages, cacheFolder, onPage };
    const stream = await runStream(await allCases(dataset), methods, run);
    streams.push(stream);
    signed.push(sign(metric, dataset, stream.articles.length, 'urltree', STRICT.options));
  }
  return { methods: methods.map(({ name }) => name), streams, signatures: signed };
}

/** Mean over sites of the mean F1 of a method over articles; NaN for a method that was not run. */
function scoreOf({ methods, streams }: UrlTreeReport, name: string, half: 0 | 1 | null): number {
  const at = methods.indexOf(name);
  if (at < 0) return Number.NaN;
  const means = streams.map(({ articles }) => {
    const own = articles.filter((one) => half === null || one.half === half);
    return own.length === 0 ? Number.NaN : mean(own.map(({ counts }) => metric.score(counts[at])));
  });
  return mean(means);
}

const HALVES = [0, 1, null] as const;
const HALF_NAMES = ['first half', 'second half', 'all'];
const halves = (report: UrlTreeReport, name: string, digits?: number): string[] =>
  HALVES.map((half) => percent(scoreOf(report, name, half), digits));
/** A report for each of the streams. */
const bySite = (report: UrlTreeReport): UrlTreeReport[] =>
  report.streams.map((stream) => ({ ...report, streams: [stream] }));

function scoreTable(report: UrlTreeReport, names: readonly string[], head: string): string {
  const rows = names
    .filter((name) => report.methods.includes(name))
    .map((name) => [name, ...halves(report, name), ...bySite(report).map((one) => percent(scoreOf(one, name, 1)))]);
  const sites = report.streams.map(({ site }) => `${site}, second`);
  return textTable({ head: [head, ...HALF_NAMES, ...sites], rows });
}

function sweepTable(report: UrlTreeReport): string {
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
function difference({ methods, streams }: UrlTreeReport, name: string, base: string): string {
  const [a, b] = [methods.indexOf(name), methods.indexOf(base)];
  if (a < 0 || b < 0) return '–';
  const articles = streams.flatMap((stream) => stream.articles);
  const rowsOf = (at: number) => articles.map(({ counts }) => counts[at]);
  const { value, low, high } = pairedBootstrap(metric, rowsOf(a), rowsOf(b));
  return `${fixed(100 * value, 2)} (${fixed(100 * low, 2)} to ${fixed(100 * high, 2)})`;
}

function evictionTable(report: UrlTreeReport): string {
  const rows = [...EVICTIONS, STRICT].map(({ name }, at) => [
    name === STRICT.name ? 'everything' : name,
    fixed(mean(report.streams.map(({ held }) => held[at].documents)), 0),
    fixed(mean(report.streams.map(({ held }) => held[at].bytes)) / 1000, 0),
    ...[...halves(report, name), difference(report, name, STRICT.name)],
  ]);
  return textTable({ head: ['kept', 'documents', 'kB', ...HALF_NAMES, 'against everything'], rows });
}

function similarTable(report: UrlTreeReport): string {
  const rows = SIMILAR.map(({ name }) => {
    const base = name.replace('similar ', '');
    return [
      ...[base, ...[base, name].map((one) => percent(scoreOf(report, one, null), 2))],
      ...[report, ...bySite(report)].map((one) => difference(one, name, base)),
    ];
  });
  const sites = report.streams.map(({ site }) => site);
  return textTable({ head: ['heuristic', 'equal blocks', 'similar blocks', 'difference', ...sites], rows });
}

/** The heuristics of Figure 5, with N as the paper chose it, and its rivals. */
const FIGURE = [STRICT, supported(100), AT_DOMAIN, relaxed(500), ...RIVALS].map(({ name }) => name);

export function printUrlTree(report: UrlTreeReport): string {
  const articles = sum(report.streams.map((stream) => stream.articles.length));
  const pages = report.streams.map(({ site, pages }) => `${site} ${pages}`).join(', ');
  return `${report.streams.length} streams (pages: ${pages}), ${articles} articles; LCS-F1, mean over sites, %
Figure 5: N as in the paper, the second half is the test
${scoreTable(report, FIGURE, 'method')}

The choice of N
${sweepTable(report)}

Eviction, strict
${evictionTable(report)}

Similar blocks, all articles; points of F1 over equal blocks, 95 % intervals
${similarTable(report)}
${signatures(report.signatures)}`;
}

/** Writes `url-tree.json` and Figure 5: cumulative mean F1 over the second half, sites side by side. */
export async function writeUrlTree(report: UrlTreeReport, folder: string): Promise<void> {
  const pathOf = writeReport(folder, 'url-tree', report);
  const second = report.streams.map(({ articles }) => articles.filter(({ half }) => half === 1));
  const curveOf = (name: string): (readonly [number, number])[] => {
    const at = report.methods.indexOf(name);
    const sums = second.map(() => 0);
    return Array.from({ length: Math.min(...second.map(({ length }) => length)) }, (_, step) => {
      for (const [site, articles] of second.entries()) sums[site] += metric.score(articles[step].counts[at]);
      return [step + 1, (100 * mean(sums)) / (step + 1)] as const;
    });
  };
  const series = FIGURE.filter((name) => report.methods.includes(name)).map((name) => ({
    name: `${name} (${percent(scoreOf(report, name, 1))})`,
    points: curveOf(name),
  }));
  const titles = { x: 'articles of a site in the second half', y: 'cumulative mean LCS-F1, %' };
  await writeLines(pathOf('url-tree.svg'), series, titles, 'URL Tree heuristics and page-level methods');
}

export const urlTree: Reproduction = {
  name: 'url-tree',
  summary:
    'Figure 5 of the URL Tree paper, its choice of N, eviction and similar blocks, on three page streams of 600 pages',
  checkMethod: (name) => rowNamed('method', METHODS, name),
  async run(root, options) {
    const report = await runUrlTree(root, options);
    if (options.out !== undefined) await writeUrlTree(report, options.out);
    return printUrlTree(report);
  },
};
