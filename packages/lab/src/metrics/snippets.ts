/**
 * Snippets that must and must not appear in the output, as in trafilatura's evaluation (Barbaresi) and WCXB's checks.
 *
 * tp and fn: `with` snippets found and missing; fp and tn: `without` snippets found and absent. Precision, recall, F1 and
 * accuracy of the summed counts; a zero denominator gives 0. Trafilatura's evaluation compares case by case with white
 * space collapsed (the defaults); WCXB's ignores case and leaves white space alone: `ignoreCase=true,collapseSpace=false`,
 * read off the macro means of the extras `with` (higher is better) and `without` (lower is better), an empty list being 1.
 */
import type { Metric, MetricDefinition } from './metric.js';

/** Python's `\s+`. */
const SPACES = /[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/g;

const ratio = (part: number, whole: number, ofNothing: number): number => (whole === 0 ? ofNothing : part / whole);

export const snippets: MetricDefinition<{ ignoreCase: boolean; collapseSpace: boolean }> = {
  name: 'snippets',
  summary: 'snippets that must and must not appear: precision, recall, F1, accuracy of the sums (trafilatura, WCXB)',
  source: 'A. Barbaresi: Trafilatura, ACL 2021, tests/evaluate.py; WCXB 2026, evaluate.py',
  defaults: { ignoreCase: false, collapseSpace: true },
  optionDocs: {
    ignoreCase: 'Compare lower-cased; WCXB does, trafilatura does not.',
    collapseSpace: 'Compare with runs of white space as one blank, ends trimmed; trafilatura does, WCXB does not.',
  },
  create(options): Metric {
    const prepare = (text: string): string => {
      const cased = options.ignoreCase ? text.toLowerCase() : text;
      return options.collapseSpace ? cased.replace(SPACES, ' ').trim() : cased;
    };
    return {
      name: 'snippets',
      tokeniser: 'substrings',
      options,
      columns: ['withFound', 'withMissing', 'withoutFound', 'withoutAbsent'],
      aggregations: ['micro', 'macro'],
      count(gold, output) {
        const text = prepare(output);
        let withFound = 0;
        for (const one of gold.with) if (text.includes(prepare(one))) withFound++;
        let withoutFound = 0;
        for (const one of gold.without) if (text.includes(prepare(one))) withoutFound++;
        return [withFound, gold.with.length - withFound, withoutFound, gold.without.length - withoutFound];
      },
      score: ([tp, fn, fp]) => ratio(2 * tp, 2 * tp + fp + fn, 0),
      precision: ([tp, , fp]) => ratio(tp, tp + fp, 0),
      recall: ([tp, fn]) => ratio(tp, tp + fn, 0),
      extras: {
        accuracy: ([tp, fn, fp, tn]) => ratio(tp + tn, tp + fn + fp + tn, 0),
        with: ([tp, fn]) => ratio(tp, tp + fn, 1),
        without: ([, , fp, tn]) => ratio(fp, fp + tn, 1),
      },
    };
  },
};
