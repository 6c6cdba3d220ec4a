/**
 * Figure 5 of the URL Tree paper, its choice of N, its eviction, and the similarity of blocks that it proposes, on long page streams.
 *
 * The paper chose N on the first 35,321 documents of its stream and compared its heuristics with ten page-level methods on the rest.
 * Its stream is not published. Here each stream is halved in time: N is chosen on the first half, the second half is the test. The
 * default streams are the three of 600 pages; an N that no half reaches changes nothing there.
 *
 * Trees see every page once, in order, before it is labelled. Only the evictions under test forget anything: our streams are thinned and
 * last 9 to 18 years, so that the paper's 14 days would hold one page. Outputs of page-level methods are stored on disk.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ExtractResult, extractWith, SITE_EXTRACTORS } from '@dehusk/core';
import { extractorNamed, NO_CONTEXT, rowNamed, siteLearnerNamed, withDefaults } from '@dehusk/core/internal';
import { mean, sum } from 'simple-statistics';
import { allCases, type Case } from '../datasets/dataset.js';
import { openDataset } from '../datasets/index.js';
import { lcsWords } from '../metrics/lcs-words.js';
import { type Series, writeLines } from '../reports/plots.js';
import { fixed, percent, textTable } from '../reports/tables.js';
import { CACHE_FOLDER, outputCache } from '../run/output-cache.js';
import { openSystem, systemNamed } from '../run/system.js';
import { pairedBootstrap } from '../significance/bootstrap.js';
import { type Reproduction, type ReproductionOptions, sign, signatures, sitePageOf } from './reproduction.js';

/** The streams of 600 pages. */
const LONG_STREAMS: readonly string[] = ['hopit', 'webstandards', 'vlaamserap'];

/** The paper's page-level rivals: two NCleaner models, two ports of Readability, Boilerpipe's extractors, and jusText. */
const RIVALS: readonly string[] = [
  'ncleaner',
  'ncleaner-non-lexical',
  'readability-linkedom',
  'readability-jsdom',
  'boilerpipe-article',
  'boilerpipe-article-sentences',
  'boilerpipe-default',
  'boilerpipe-largest',
  'boilerpipe-num-words',
  'justext',
];

/** The paper's values of N: 100 to 1000. */
const SUPPORTS: readonly number[] = Array.from({ length: 10 }, (_, at) => 100 * (at + 1));
/** Age that forgets nothing, in days. */
const FOREVER = 1e6;
const YEAR = 365;

/** A tree with its own eviction, and one way of labelling with it. */
interface TreeMethod {
  readonly name: string;
  readonly learner: 'urltree' | 'urltree-similar';
  readonly heuristic: Readonly<Record<string, unknown>>;
  /** Eviction by the options of the learner; default: none. */
  readonly eviction?: Readonly<Record<string, number>>;
}

const tree = (name: string, heuristic: TreeMethod['heuristic'], more: Partial<TreeMethod> = {}): TreeMethod => ({
  name,
  learner: 'urltree',
  heuristic,
  ...more,
});
const supported = (n: number): TreeMethod => tree(`strict-support-${n}`, { heuristic: 'strict-support', support: n });
const relaxed = (n: number): TreeMethod =>
  tree(`relaxed-at-domain-${n}`, { heuristic: 'relaxed-at-domain', relaxAbove: n });
const STRICT = tree('strict', { heuristic: 'strict' });
const AT_DOMAIN = tree('strict-at-domain', { heuristic: 'strict-at-domain' });
const SIMILAR: readonly TreeMethod[] = [STRICT, AT_DOMAIN].map(({ name, heuristic }) =>
  tree(`similar ${name}`, heuristic, { learner: 'urltree-similar' }),
);
const evicting = (name: string, eviction: Readonly<Record<string, number>>): TreeMethod =>
  tree(`${name}`, STRICT.heuristic, { eviction });
const EVICTIONS: readonly TreeMethod[] = [
  ...[25, 50, 100, 200, 400].map((maxDocuments) =>
    evicting(`the last ${maxDocuments} documents`, { maxDocuments, keepAtLeast: 0 }),
  ),
  ...[1, 2, 4].map((years) =>
    evicting(`${years === 1 ? 'a year' : `${years} years`}`, { maxDays: years * YEAR, keepAtLeast: 0 }),
  ),
  evicting('14 days or 100 documents (paper)', { maxDays: 14, keepAtLeast: 100 }),
];
const TREES: readonly TreeMethod[] = [
  STRICT,
  AT_DOMAIN,
  ...SUPPORTS.map(supported),
  ...SUPPORTS.map(relaxed),
  ...SIMILAR,
  ...EVICTIONS,
];

/** An article of a stream: counts of the metric by method. Index pages, whose gold is empty, only grow the trees. */
interface StreamArticle {
  readonly half: 0 | 1;
  readonly counts: readonly (readonly number[])[];
}

interface TreeStream {
  readonly site: string;
  readonly pages: number;
  readonly articles: readonly StreamArticle[];
  /** At the end of the stream, by eviction method: documents held, bytes of the model. */
  readonly held: readonly { readonly documents: number; readonly bytes: number }[];
}

export interface UrlTreeReport {
  readonly methods: readonly string[];
  readonly streams: readonly TreeStream[];
  readonly signatures: readonly string[];
}

const metric = lcsWords.create(lcsWords.defaults);

/** A page-level method: the text of a page. */
interface Rival {
  readonly name: string;
  textOf(one: Case, result: () => ExtractResult): Promise<string>;
}

/** Opens a rival whose outputs are stored. @param cacheFolder null stores none */
async function openRival(
  name: string,
  dataset: { readonly name: string; readonly sha256: string },
  cacheFolder: string | null,
): Promise<Rival> {
  const system = systemNamed(name);
  const cache = cacheFolder === null ? null : outputCache(cacheFolder, dataset, system);
  const kept = cache?.read(0);
  const peer = system.spec.kind === 'peer' ? await openSystem(system.spec) : null;
  return {
    name,
    async textOf(one, result) {
      const before = kept?.get(one.id);
      if (before !== undefined) return before.text;
      const {
        text,
        reason = null,
        detail = null,
      } = peer === null
        ? result()
        : await peer({ id: one.id, url: one.url, charset: one.charset, html: one.html() }).catch((error: Error) => ({
            text: '',
            reason: 'error',
            detail: error.message,
          }));
      cache?.add({ id: one.id, text, reason, detail, milliseconds: 0 }, 0);
      return text;
    },
  };
}

interface RunOptions {
  /** Pages of the stream, the earliest first. */
  readonly pages: number;
  readonly onPage?: () => void;
}

/** Runs trees and rivals over a stream. */
async function runStream(
  cases: readonly Case[],
  trees: readonly TreeMethod[],
  rivals: readonly Rival[],
  run: RunOptions,
) {
  const models = trees.map(({ learner: name, eviction = {} }) => {
    const learner = siteLearnerNamed(name);
    const options = withDefaults(learner, { maxDays: FOREVER, ...eviction });
    return { key: `${name} ${JSON.stringify(eviction)}`, learner, options, model: learner.empty(options) };
  });
  // Methods that differ in the heuristic alone share a tree.
  const shared = new Map(models.map((one) => [one.key, one]));
  const seen = new Set<string>();
  const articles: StreamArticle[] = [];
  const taken = cases.slice(0, run.pages);
  for (const [at, one] of taken.entries()) {
    run.onPage?.();
    const sitePage = sitePageOf(one);
    if (sitePage === null || seen.has(sitePage.key)) continue;
    seen.add(sitePage.key);
    for (const { learner, model, options } of shared.values()) learner.observe(model, sitePage, options);
    if (one.gold === '') continue;
    const scored = new Map<string, readonly number[]>();
    const countsOf = (text: string): readonly number[] => {
      const counts = scored.get(text) ?? metric.count(one, text);
      scored.set(text, counts);
      return counts;
    };
    // Few of the methods label a page differently, and extraction costs more than labelling.
    const labelled = new Map<string, readonly number[]>();
    const counts = trees.map(({ learner: name, heuristic }, method) => {
      const { learner, model } = shared.get(models[method].key) as (typeof models)[number];
      const verdict = learner.label(model, sitePage, withDefaults(learner, heuristic), NO_CONTEXT);
      const labels = `${name} ${verdict.ok ? verdict.labelled.labels.keep.join('') : verdict.reason}`;
      const known = labelled.get(labels);
      if (known !== undefined) return known;
      const { page, url, key, at } = sitePage;
      const { text } = extractWith(rowNamed('site extractor', SITE_EXTRACTORS, name), page, {
        url,
        language: one.language,
        options: heuristic,
        site: { url, key, at, models: { [name]: model } },
      });
      const own = countsOf(text);
      labelled.set(labels, own);
      return own;
    });
    for (const { name, textOf } of rivals)
      counts.push(
        countsOf(
          await textOf(one, () =>
            extractWith(extractorNamed(name), sitePage.page, { url: one.url, language: one.language }),
          ),
        ),
      );
    articles.push({ half: at < taken.length / 2 ? 0 : 1, counts });
  }
  const held = EVICTIONS.concat(STRICT).map((method) => {
    const own = shared.get(models[trees.indexOf(method)]?.key);
    if (own === undefined) return { documents: 0, bytes: 0 };
    const [all] = own.learner.explain(own.model);
    return { documents: all?.support ?? 0, bytes: own.learner.encode(own.model).length };
  });
  return { pages: seen.size, articles, held };
}

interface UrlTreeOptions extends ReproductionOptions {
  /** Folder of stored outputs; null stores none. */
  readonly cacheFolder?: string | null;
}

/** Runs the methods over the streams. `methods` names some of them; default: all. */
export async function runUrlTree(root: string | undefined, options: UrlTreeOptions): Promise<UrlTreeReport> {
  const { pages = 0, methods, sites = LONG_STREAMS, cacheFolder = CACHE_FOLDER } = options;
  const isWanted = (name: string): boolean => methods === undefined || methods.includes(name);
  const trees = TREES.filter(({ name }) => isWanted(name));
  const rivals = RIVALS.filter(isWanted);
  const streams: TreeStream[] = [];
  const signed: string[] = [];
  for (const site of sites) {
    const dataset = openDataset(`streams/${site}`, { root });
    const opened = await Promise.all(
      rivals.map((name) => openRival(name, { name: `streams-${site}`, sha256: dataset.sha256() }, cacheFolder)),
    );
    const stream = await runStream(await allCases(dataset), trees, opened, {
      pages: pages === 0 ? Number.POSITIVE_INFINITY : pages,
      ...(options.onPage && { onPage: options.onPage }),
    });
    streams.push({ site, ...stream });
    signed.push(sign(metric, dataset, stream.articles.length, 'urltree', STRICT.heuristic));
  }
  return { methods: [...trees.map(({ name }) => name), ...rivals], streams, signatures: signed };
}

/** A method by its name. @throws RangeError with got and the known names */
export function urlTreeMethodNamed(name: string): { readonly name: string } {
  return rowNamed('method', [...TREES, ...RIVALS.map((rival) => ({ name: rival }))], name);
}

/** Mean over sites of the mean F1 of a method over articles; NaN for a method that was not run. */
function scoreOf({ methods, streams }: UrlTreeReport, name: string, half: 0 | 1 | null): number {
  const at = methods.indexOf(name);
  if (at < 0) return Number.NaN;
  return mean(
    streams.map(({ articles }) => {
      const own = articles.filter((one) => half === null || one.half === half);
      return own.length === 0 ? Number.NaN : mean(own.map(({ counts }) => metric.score(counts[at])));
    }),
  );
}

const HALVES = [0, 1, null] as const;
const HALF_NAMES = ['first half', 'second half', 'all'];

function scoreTable(report: UrlTreeReport, names: readonly string[], head: string): string {
  const bySite = report.streams.map((stream) => ({ ...report, streams: [stream] }));
  const rows = names
    .filter((name) => report.methods.includes(name))
    .map((name) => [
      name,
      ...HALVES.map((half) => percent(scoreOf(report, name, half))),
      ...bySite.map((one) => percent(scoreOf(one, name, 1))),
    ]);
  const sites = report.streams.map(({ site }) => `${site}, second`);
  return textTable({ head: [head, ...HALF_NAMES, ...sites], rows });
}

/** The smallest N with the best score on a half, of those that were run. */
function bestOf(report: UrlTreeReport, method: (n: number) => TreeMethod, half: 0 | 1): number {
  const scored = SUPPORTS.map((n) => ({ n, score: scoreOf(report, method(n).name, half) }));
  return scored.reduce((best, one) => (one.score > best.score || Number.isNaN(best.score) ? one : best)).n;
}

function sweepTable(report: UrlTreeReport): string {
  const rows = SUPPORTS.map((n) => [
    String(n),
    ...[supported(n), relaxed(n)].flatMap(({ name }) => HALVES.map((half) => percent(scoreOf(report, name, half), 2))),
  ]);
  const heads = ['support', 'relaxed'].flatMap((name) => HALF_NAMES.map((half) => `${name}, ${half}`));
  const chosen = `best N on the first half: support ${bestOf(report, supported, 0)}, relaxed ${bestOf(report, relaxed, 0)}; on the second: ${bestOf(report, supported, 1)}, ${bestOf(report, relaxed, 1)}`;
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
  const methods = [...EVICTIONS, STRICT];
  const rows = methods.map(({ name }, at) => [
    name === STRICT.name ? 'everything' : name,
    fixed(mean(report.streams.map(({ held }) => held[at].documents)), 0),
    fixed(mean(report.streams.map(({ held }) => held[at].bytes)) / 1000, 0),
    ...HALVES.map((half) => percent(scoreOf(report, name, half))),
    difference(report, name, STRICT.name),
  ]);
  return textTable({ head: ['kept', 'documents', 'kB', ...HALF_NAMES, 'against everything'], rows });
}

function similarTable(report: UrlTreeReport): string {
  const rows = SIMILAR.map(({ name }) => {
    const base = name.replace('similar ', '');
    return [
      base,
      ...[base, name].map((one) => percent(scoreOf(report, one, null), 2)),
      difference(report, name, base),
      ...report.streams.map((stream) => difference({ ...report, streams: [stream] }, name, base)),
    ];
  });
  const sites = report.streams.map(({ site }) => site);
  return textTable({ head: ['heuristic', 'equal blocks', 'similar blocks', 'difference', ...sites], rows });
}

/** The heuristics of Figure 5, with N as the paper chose it. */
const FIGURE_TREES = [STRICT, supported(100), AT_DOMAIN, relaxed(500)].map(({ name }) => name);

/** The report as text. */
export function printUrlTree(report: UrlTreeReport): string {
  const articles = sum(report.streams.map((stream) => stream.articles.length));
  const pages = report.streams.map(({ site, pages }) => `${site} ${pages}`).join(', ');
  return `${report.streams.length} streams (pages: ${pages}), ${articles} articles; LCS-F1, mean over sites, %
Figure 5: N as in the paper, the second half is the test
${scoreTable(report, [...FIGURE_TREES, ...RIVALS], 'method')}

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
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'url-tree.json'), `${JSON.stringify(report)}\n`);
  const curveOf = (name: string): (readonly [number, number])[] => {
    const at = report.methods.indexOf(name);
    const halves = report.streams.map(({ articles }) => articles.filter(({ half }) => half === 1));
    const steps = Math.min(...halves.map(({ length }) => length));
    const sums = halves.map(() => 0);
    return Array.from({ length: steps }, (_, step) => {
      halves.forEach((articles, site) => {
        sums[site] += metric.score(articles[step].counts[at]);
      });
      return [step + 1, (100 * mean(sums)) / (step + 1)] as const;
    });
  };
  const series: Series[] = [...FIGURE_TREES, ...RIVALS]
    .filter((name) => report.methods.includes(name))
    .map((name) => ({ name: `${name} (${percent(scoreOf(report, name, 1))})`, points: curveOf(name) }));
  const titles = { x: 'articles of a site in the second half', y: 'cumulative mean LCS-F1, %' };
  await writeLines(join(folder, 'url-tree.svg'), series, titles, 'URL Tree heuristics and page-level methods');
}

export const urlTree: Reproduction = {
  name: 'url-tree',
  summary:
    'Figure 5 of the URL Tree paper, its choice of N, eviction and similar blocks, on three page streams of 600 pages',
  async run(root, options) {
    const report = await runUrlTree(root, options);
    if (options.out !== undefined) await writeUrlTree(report, options.out);
    return printUrlTree(report);
  },
};
