/**
 * The claim of the CIC-IPN ancestor filter on public pages: behind Boilerpipe it raises precision much more than it lowers
 * recall, best at a depth of two. Their 3,400 annotated news pages were never published; GoldMiner's CleanPortalEval (71
 * annotated news pages of four portals) replaces them.
 *
 * For Boilerpipe's Default and Article extractors: the base and the filter at depths 1 to 5; precision, recall and F of the
 * paper's character metric and of cleaneval.py (words, micro), and whether the filter's F differs from the base's
 * (Mann–Whitney U as in the paper, and Wilcoxon's test, because the values are paired).
 */
import { extractorNamed, keptText, NO_CONTEXT, withDefaults } from '@dehusk/core/internal';
import { allCases } from '../datasets/dataset.js';
import { openDataset } from '../datasets/index.js';
import { metricNamed } from '../metrics/index.js';
import { aggregate, type Score } from '../metrics/metric.js';
import { textTable } from '../reports/tables.js';
import { mannWhitney, wilcoxonSignedRank } from '../significance/rank-tests.js';
import { pageOf, type Reproduction, sign, signatures } from './reproduction.js';

const DATASET = 'cleanportaleval';
const METRICS = ['cleaneval', 'characters'] as const;
/** The paper's level of significance: 99 %. */
const LEVEL = 0.01;

/** Java Boilerpipe with a filter on the same pages (cleaneval, micro P R F), by depth from 0, the base, to 5. */
const PAIRS: readonly { base: string; filter: string; java: readonly string[] }[] = [
  {
    base: 'boilerpipe-default',
    filter: 'boilerpipe-default-ancestor',
    java: [
      ...['0.783 0.911 0.843', '0.939 0.842 0.888', '0.938 0.843 0.888'],
      ...['0.938 0.843 0.888', '0.934 0.843 0.886', '0.933 0.843 0.886'],
    ],
  },
  {
    base: 'boilerpipe-article',
    filter: 'boilerpipe-article-ancestor',
    java: [
      ...['0.912 0.885 0.898', '0.935 0.824 0.876', '0.933 0.826 0.876'],
      ...['0.932 0.826 0.876', '0.932 0.826 0.876', '0.932 0.826 0.876'],
    ],
  },
];

export const ancestorFilter: Reproduction = {
  name: 'ancestor-filter',
  summary:
    'the claim of the CIC-IPN ancestor filter on CleanPortalEval: depths 1 to 5, words, characters, tests at 99 %',
  async run(root) {
    const dataset = openDataset(DATASET, { root });
    const pages = (await allCases(dataset)).flatMap((gold) => {
      const page = pageOf(gold);
      return page === null ? [] : [{ gold, page }];
    });
    const metrics = METRICS.map(metricNamed);
    const rows: string[][] = [];
    const signed: string[] = [];
    for (const { base, filter, java } of PAIRS) {
      /** Per metric, per page: the counts. */
      const countsAt = (depth: number): (readonly number[])[][] => {
        const extractor = extractorNamed(depth === 0 ? base : filter);
        const options = withDefaults(extractor, depth === 0 ? {} : { depth });
        const outputs = pages.map(({ page }) => keptText(extractor.label(page, options, NO_CONTEXT)));
        return metrics.map((metric) => pages.map(({ gold }, at) => metric.count(gold, outputs[at])));
      };
      const ofBase = countsAt(0);
      for (const [depth, published] of java.entries()) {
        const name = depth === 0 ? base : filter;
        const counts = depth === 0 ? ofBase : countsAt(depth);
        const figures = metrics.flatMap((metric, at) => {
          const [before, after] = [ofBase[at], counts[at]].map((list) => list.map((one) => metric.score(one)));
          const p = depth === 0 ? [] : [mannWhitney(after, before).p, wilcoxonSignedRank(after, before).p];
          const tests = p.map((value) => `${value.toExponential(1)}${value < LEVEL ? '*' : ' '}`).join(' ');
          return [threeDigits(aggregate(metric, counts[at])), tests];
        });
        rows.push([name, depth === 0 ? '–' : String(depth), published, ...figures]);
        for (const metric of metrics)
          signed.push(sign(metric, dataset, pages.length, name, depth === 0 ? {} : { depth }));
      }
    }
    const head = [
      'extractor',
      'depth',
      'Java, words',
      'ours, words',
      'U and W, words',
      'characters',
      'U and W, characters',
    ];
    return `P R F on ${DATASET}; * differs from the base at 99 % (p of Mann–Whitney U, of Wilcoxon)\n${textTable({ head, rows })}\n${signatures(signed)}`;
  },
};

function threeDigits({ precision, recall, score }: Score): string {
  return [precision, recall, score].map((value) => value.toFixed(3)).join(' ');
}
