/**
 * Structure of Markdown output beside the Markdown that the page's author wrote: one metric per kind (headings, tables, code,
 * …), and `structure`, the mean of WebMainBench's five. A page counts for a metric where the author's Markdown or the output
 * has the kind; the score is the mean over these pages, undefined (NaN) when there are none or the dataset has no Markdown.
 *
 * The figures equal those of the reference scorer (`refs/structure-score/score.py`): `conformance.test.ts` compares them page by page.
 */
import type { Metric, MetricDefinition } from '../metric.js';
import { FIGURES, type FigureName, figuresOf } from './figures.js';

const SOURCE = 'WebMainBench 2025 (text, code, formula, table and ROUGE-5); reference scorer of issue 14';

const mean = (sum: number, pages: number): number => (pages === 0 ? Number.NaN : sum / pages);

/** The metric of these figures: of several, the mean of their means. */
function metricOf(
  name: string,
  summary: string,
  figures: readonly FigureName[],
): MetricDefinition<Record<never, never>> {
  const metric: Metric = {
    name,
    tokeniser: 'python-words-cjk',
    options: {},
    reads: 'markdown',
    columns: figures.flatMap((figure) => [figure, `${figure} pages`]),
    aggregations: ['micro'],
    count({ structure }, output) {
      if (structure === null) return figures.flatMap(() => [0, 0]);
      const of = figuresOf(structure, output);
      return figures.flatMap((figure) => [of[figure] ?? 0, of[figure] === null ? 0 : 1]);
    },
    score(counts) {
      const means = figures
        .map((_, at) => mean(counts[2 * at], counts[2 * at + 1]))
        .filter((one) => !Number.isNaN(one));
      const sum = means.reduce((all, one) => all + one, 0);
      return mean(sum, means.length);
    },
  };
  return { name, summary, source: SOURCE, defaults: {}, optionDocs: {}, create: () => metric };
}

const NAMES = Object.keys(FIGURES) as FigureName[];

/** `structure`, then one metric per figure. */
export const STRUCTURE_METRICS: readonly MetricDefinition<Record<never, never>>[] = [
  metricOf('structure', 'mean of text_edit, code_edit, formula_edit, table_edit and table_TEDS', NAMES.slice(0, 5)),
  ...NAMES.map((name) => metricOf(name, FIGURES[name], [name])),
];
