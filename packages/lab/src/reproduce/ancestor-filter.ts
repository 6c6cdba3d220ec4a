/**
 * The claim of the CIC-IPN ancestor filter on public pages: behind Boilerpipe it raises precision much more than it lowers
 * recall, best at a depth of two. Their 3,400 annotated news pages were never published; GoldMiner's CleanPortalEval (71
 * news pages of four portals, with gold) stands for them.
 *
 * For Boilerpipe's Default and Article extractors: the base and the filter at depths 1 to 5; precision, recall and F of the
 * paper's own character metric, of cleaneval.py (words, micro), and the test whether the filter's F differs from the base's
 * (Mann–Whitney U as in the paper; Wilcoxon's paired test beside it, as the values are of the same pages).
 *
 * Run: `node packages/lab/dist/reproduce/ancestor-filter.js [data folder]`
 */
import { fileURLToPath } from 'node:url';
import type { Extractor } from '@dehusk/core';
import { decode, extractorNamed, keptText, NO_CONTEXT, type Page, parse, withDefaults } from '@dehusk/core/internal';
import { allCases, type Case } from '../datasets/dataset.js';
import { openDataset } from '../datasets/index.js';
import { metricNamed } from '../metrics/index.js';
import { aggregate, type Metric, type Score } from '../metrics/metric.js';
import { signatureOf } from '../metrics/signature.js';
import { LAB_VERSION, labCommit } from '../run/evaluate.js';
import { mannWhitney, wilcoxonSignedRank } from '../significance/rank-tests.js';

const DATASET = 'cleanportaleval';
const METRICS = ['cleaneval', 'characters'] as const;
const DEPTHS = [1, 2, 3, 4, 5] as const;
/** The paper's level of significance: 99 %. */
const LEVEL = 0.01;

/** What Java Boilerpipe and an own filter gave on the same pages (cleaneval, micro P R F), for comparison beside ours. */
const PAIRS: readonly { base: string; filter: string; java: Readonly<Record<string, readonly number[]>> }[] = [
  {
    base: 'boilerpipe-default',
    filter: 'boilerpipe-default-ancestor',
    java: {
      0: [0.783, 0.911, 0.843],
      1: [0.939, 0.842, 0.888],
      2: [0.938, 0.843, 0.888],
      3: [0.938, 0.843, 0.888],
      4: [0.934, 0.843, 0.886],
      5: [0.933, 0.843, 0.886],
    },
  },
  {
    base: 'boilerpipe-article',
    filter: 'boilerpipe-article-ancestor',
    java: {
      0: [0.912, 0.885, 0.898],
      1: [0.935, 0.824, 0.876],
      2: [0.933, 0.826, 0.876],
      3: [0.932, 0.826, 0.876],
      4: [0.932, 0.826, 0.876],
      5: [0.932, 0.826, 0.876],
    },
  },
];

/** One line of the table: the base (depth 0) or the filter at a depth. */
export interface AncestorRow {
  readonly extractor: string;
  readonly depth: number;
  readonly java: readonly number[];
  /** By metric name. */
  readonly scores: Readonly<Record<string, Score>>;
  readonly signatures: readonly string[];
  /** Against the base, on the pages' F; null for the base itself. */
  readonly tests: {
    readonly mannWhitney: Readonly<Record<string, number>>;
    readonly wilcoxon: Readonly<Record<string, number>>;
  } | null;
}

interface OpenPage {
  readonly gold: Case;
  readonly page: Page;
}

/**
 * Makes the table.
 *
 * @param root folder of the named datasets
 * @throws RangeError when the dataset is not there
 */
export async function ancestorFilterTable(root?: string): Promise<AncestorRow[]> {
  const dataset = openDataset(DATASET, root === undefined ? {} : { root });
  const sha256 = dataset.sha256();
  const pages: OpenPage[] = [];
  for (const gold of await allCases(dataset)) {
    const parsed = parse(decode(gold.html(), { httpCharset: gold.charset }).text);
    if (parsed.ok) pages.push({ gold, page: parsed.page });
  }
  const metrics = METRICS.map(metricNamed);
  const rows: AncestorRow[] = [];
  for (const { base, filter, java } of PAIRS) {
    const ofBase = countsOf(pages, metrics, extractorNamed(base), {});
    for (const depth of [0, ...DEPTHS]) {
      const extractor = extractorNamed(depth === 0 ? base : filter);
      const options = depth === 0 ? {} : { depth };
      const counts = depth === 0 ? ofBase : countsOf(pages, metrics, extractor, options);
      const scores: Record<string, Score> = {};
      const mann: Record<string, number> = {};
      const paired: Record<string, number> = {};
      metrics.forEach((metric, at) => {
        scores[metric.name] = aggregate(metric, counts[at]);
        const [before, after] = [ofBase[at], counts[at]].map((list) => list.map((one) => metric.score(one)));
        mann[metric.name] = mannWhitney(after, before).p;
        paired[metric.name] = wilcoxonSignedRank(after, before).p;
      });
      rows.push({
        extractor: extractor.name,
        depth,
        java: java[depth],
        scores,
        signatures: metrics.map((metric) =>
          signatureOf({
            metric,
            dataset: { name: DATASET, sha256 },
            pages: pages.length,
            extractor: { name: extractor.name, options },
            version: LAB_VERSION,
            commit: labCommit(),
          }),
        ),
        tests: depth === 0 ? null : { mannWhitney: mann, wilcoxon: paired },
      });
    }
  }
  return rows;
}

/** Per metric, per page: the counts. */
function countsOf(
  pages: readonly OpenPage[],
  metrics: readonly Metric[],
  extractor: Extractor,
  given: Readonly<Record<string, number>>,
): (readonly number[])[][] {
  const options = withDefaults(extractor, given);
  const outputs = pages.map(({ page }) => keptText(extractor.label(page, options, NO_CONTEXT)));
  return metrics.map((metric) => pages.map(({ gold }, at) => metric.count(gold, outputs[at])));
}

/** The table as aligned text. */
export function printAncestorFilter(rows: readonly AncestorRow[]): string {
  const three = (values: readonly number[]): string => values.map((value) => value.toFixed(3)).join(' ');
  const score = ({ precision, recall, score: f }: Score): string => three([precision, recall, f]);
  const test = (row: AncestorRow, metric: string): string => {
    if (row.tests === null) return '';
    const [u, w] = [row.tests.mannWhitney[metric], row.tests.wilcoxon[metric]];
    return [u, w].map((p) => `${p.toExponential(1)}${p < LEVEL ? '*' : ' '}`).join(' ');
  };
  const lines = [
    `P R F on ${DATASET}; * differs from the base at 99 % (p of Mann–Whitney U, of Wilcoxon)`,
    `${'extractor'.padEnd(30)} depth | ${'Java, words'.padEnd(17)} | ${'ours, words'.padEnd(17)} | ${'U and W, words'.padEnd(17)} | ${'characters'.padEnd(17)} | U and W, characters`,
  ];
  for (const row of rows)
    lines.push(
      `${row.extractor.padEnd(30)} ${String(row.depth || '–').padStart(5)} | ${three(row.java)} | ${score(row.scores.cleaneval)} | ${test(row, 'cleaneval').padEnd(17)} | ${score(row.scores.characters)} | ${test(row, 'characters')}`,
    );
  lines.push('', 'Signatures:', ...rows.flatMap((row) => row.signatures), '');
  return lines.join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  process.stdout.write(printAncestorFilter(await ancestorFilterTable(process.argv[2])));
