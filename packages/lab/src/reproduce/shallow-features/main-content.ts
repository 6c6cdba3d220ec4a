/**
 * Boilerpipe's extractors and others on L3S-GN1, block by block: every block weighs its words, and is content when it has one
 * of the content classes (all five, or headline and full text alone).
 *
 * Each extractor reads the page without its annotation and labels the blocks of its own segmenter; the words of a row add up
 * to that segmenter's count. The area under the ROC curve uses the extractor's probabilities where it has them; labels
 * alone are a curve with one corner. The reference is Boilerpipe's Java code on the blocks of its segmenter, two classes.
 */

import { NO_CONTEXT } from '@dehusk/core/extend';
import { extractorNamed } from '@dehusk/papers';
import type { Case } from '../../datasets/dataset.js';
import { openDataset } from '../../datasets/index.js';
import { blockClasses, withoutAnnotation } from '../../datasets/l3s-gn1.js';
import { classFigures, rocAuc } from '../../metrics/block-level.js';
import { percent, textTable } from '../../reports/tables.js';
import { contaminationOf, footnotes, markOf, sign } from '../../run/evaluate.js';
import { annotatedPages, type Reproduction, signatures } from '../reproduction.js';
import { BLOCK_METRIC } from './annotated-blocks.js';

/** Words are those of each extractor's segmenter. */
const OWN_WORDS = { ...BLOCK_METRIC, tokeniser: 'segmenter' };

/** Extractors, with the accuracy of the Java code where it was run. */
const EXTRACTORS: readonly (readonly [name: string, reference: number | null])[] = [
  ['everything', 0.636],
  ['boilerpipe-num-words', 0.932],
  ['boilerpipe-density', 0.924],
  ['boilerpipe-default', 0.923],
  ['boilerpipe-canola', 0.882],
  ['boilerpipe-article', 0.89],
  ['boilerpipe-article-sentences', null],
  ['boilerpipe-largest', 0.865],
  ['bte', null],
  ['justext', null],
  ['ncleaner', null],
  ['maximum-subsequence', null],
  ['victor', null],
  ['dehusk', null],
];

/** What counts as content, per class of `L3S_CLASSES`. */
const TARGETS = [
  { name: 'any content', isContent: [0, 1, 1, 1, 1, 1] },
  { name: 'headline and full text', isContent: [0, 1, 1, 0, 0, 0] },
] as const;

/** Scores the extractors on the annotated pages among the cases. */
export async function scoreMainContent(
  cases: AsyncIterable<Case> | Iterable<Case>,
  extractors = EXTRACTORS,
  onPage: () => void = () => {},
) {
  const found = extractors.map(([name, reference]) => ({
    extractor: extractorNamed(name),
    reference,
    ...{ keep: [] as number[], scores: [] as number[], kinds: [] as number[], words: [] as number[] },
  }));
  /** Pages, and annotated pages that are parsed differently without annotation. */
  let [pages, leftOut] = [0, 0];
  for await (const { page } of annotatedPages(cases)) {
    onPage();
    const bare = withoutAnnotation(page);
    if (bare === null) {
      leftOut++;
      continue;
    }
    pages++;
    for (const { extractor, keep, scores, kinds, words } of found) {
      const { blocks, labels } = extractor.label(bare.page, extractor.defaults, NO_CONTEXT);
      const gold = blockClasses(bare.page, blocks, bare.classes);
      for (const [at, block] of blocks.entries()) {
        keep.push(labels.keep[at]);
        scores.push(labels.probability?.[at] ?? labels.keep[at]);
        kinds.push(gold[at]);
        words.push(block.words);
      }
    }
  }
  const rows = found.map(({ extractor, reference, keep, scores, kinds, words }) => ({
    extractor: extractor.name,
    reference,
    figures: TARGETS.map((target) => {
      const isContent = kinds.map((kind) => target.isContent[kind]);
      const { accuracy, byClass, meanOf } = classFigures({ classes: isContent, classCount: 2, weights: words }, keep);
      const auc = rocAuc(scores, isContent, words);
      return { accuracy, ...byClass[1], weightedF1: meanOf((kind) => byClass[kind].f1), auc };
    }),
  }));
  return { pages, leftOut, rows };
}

export const mainContent: Reproduction = {
  name: 'main-content',
  summary: 'WSDM 2010: extractors on the blocks of L3S-GN1: precision, recall, F1, ROC AUC',
  async run(data, { onPage }) {
    const dataset = openDataset('l3s-gn1', data);
    const { pages, leftOut, rows } = await scoreMainContent(dataset.cases(), EXTRACTORS, onPage);
    const marks = rows.map(({ extractor }) => contaminationOf(extractor, dataset.name));
    const lines = TARGETS.flatMap(({ name }, target) => {
      const cells = rows.map(({ extractor, reference, figures }, at) => {
        const { accuracy, precision, recall, f1, weightedF1, auc } = figures[target];
        const beside = target === 0 && reference !== null ? ` (${percent(reference)})` : '';
        const rest = [precision, recall, f1, weightedF1, auc].map((value) => percent(value));
        return [`${extractor}${markOf(marks[at])}`, `${percent(accuracy)}${beside}`, ...rest];
      });
      const head = [`content: ${name}`, 'accuracy', 'precision', 'recall', 'F1', 'weighted F1', 'ROC AUC'];
      return [textTable({ head, rows: cells }), ''];
    });
    return [
      `L3S-GN1, ${pages} pages (${leftOut} left out: parsed differently without annotation); weighted by words, in percent; Boilerpipe's Java code in brackets`,
      ...lines,
      ...footnotes(marks),
      signatures(rows.map(({ extractor }) => sign(OWN_WORDS, dataset, pages, extractor))),
    ].join('\n');
  },
};
