/**
 * Scores the two decision trees of "Boilerplate Detection using Shallow Text Features" (Kohlschütter, Fankhauser, Nejdl,
 * WSDM 2010) on the annotated blocks of L3S-GN1, each block weighted by its words; content is every class except "not
 * content". The paper claims 92–98 % accuracy; the trees as published in Boilerpipe reach 93.2 % (words and link density) and
 * 92.4 % (densities) when its Java code runs on the same pages.
 *
 * The table also has further classifiers of the family, and single features with the area under their ROC curve.
 */

import { NO_CONTEXT } from '@dehusk/core/extend';
import { extractorNamed, segmentTextBlocks } from '@dehusk/papers';
import { sum } from 'simple-statistics';
import type { Case } from '../datasets/dataset.js';
import { openDataset } from '../datasets/index.js';
import { blockClasses, L3S_CLASSES } from '../datasets/l3s-gn1.js';
import { blockFigures, countBlocks, rocAuc } from '../metrics/block-level.js';
import { percent, textTable } from '../reports/tables.js';
import { annotatedPages, type Reproduction } from './reproduction.js';

/** Accuracy of the published Java code on these pages. */
const REFERENCES: readonly { extractor: string; what: string; reference: number }[] = [
  { extractor: 'boilerpipe-num-words', what: 'tree A: words and link density', reference: 0.932 },
  { extractor: 'boilerpipe-density', what: 'tree B: text density and link density', reference: 0.924 },
  { extractor: 'boilerpipe-canola', what: 'Canola tree', reference: 0.882 },
  { extractor: 'everything', what: 'everything is content', reference: 0.636 },
];

/** Single features: content is above the threshold (link density, negated: at least). */
const FEATURES = [
  { what: 'words > 15', isContent: (value: number) => value > 15, reference: 0.867, referenceAuc: 0.91 },
  { what: 'text density > 10.2', isContent: (value: number) => value > 10.2, reference: 0.864, referenceAuc: 0.89 },
  {
    what: 'link density <= 0.071',
    isContent: (value: number) => value >= -0.071,
    reference: 0.884,
    referenceAuc: 0.862,
  },
] as const;

/** A classifier without scores has no ROC curve. */
const NO_CURVE: { readonly auc?: number; readonly referenceAuc?: number } = {};

/** Scores every classifier over the annotated pages among the cases. */
export async function scoreDecisionTrees(cases: AsyncIterable<Case> | Iterable<Case>) {
  const trees = REFERENCES.map((row) => ({ ...row, extractor: extractorNamed(row.extractor), sums: [0, 0, 0, 0] }));
  const classWords = L3S_CLASSES.map(() => 0);
  const isContent: number[] = [];
  const weights: number[] = [];
  const features: number[][] = FEATURES.map(() => []);
  let pages = 0;
  for await (const { page } of annotatedPages(cases)) {
    pages++;
    const { blocks } = segmentTextBlocks(page);
    const classes = blockClasses(page, blocks);
    for (const [at, { words, textDensity, linkDensity }] of blocks.entries()) {
      classWords[classes[at]] += words;
      isContent.push(Math.min(1, classes[at]));
      weights.push(words);
      [words, textDensity, -linkDensity].forEach((value, feature) => void features[feature].push(value));
    }
    for (const { extractor, sums } of trees) {
      const labelled = extractor.label(page, extractor.defaults, NO_CONTEXT);
      const gold = blockClasses(page, labelled.blocks).map((kind) => Math.min(1, kind));
      const words = labelled.blocks.map((block) => block.words);
      for (const [at, count] of countBlocks(labelled.labels.keep, gold, words).entries()) sums[at] += count;
    }
  }
  const rows = [
    ...trees.map(({ what, reference, sums }) => ({ what, reference, figures: blockFigures(sums), ...NO_CURVE })),
    ...FEATURES.map((feature, at) => {
      const keep = features[at].map((value) => Number(feature.isContent(value)));
      const figures = blockFigures(countBlocks(keep, isContent, weights));
      return { ...feature, figures, auc: rocAuc(features[at], isContent, weights) };
    }),
  ];
  // Words by class, in the order of L3S_CLASSES.
  return { pages, blocks: weights.length, words: classWords, rows };
}

export const decisionTrees: Reproduction = {
  name: 'decision-trees',
  summary: 'the two decision trees of WSDM 2010 on the annotated blocks of L3S-GN1, weighted by words',
  async run(root) {
    const { pages, blocks, words, rows } = await scoreDecisionTrees(openDataset('l3s-gn1', { root }).cases());
    const beside = (ours = Number.NaN, theirs = Number.NaN): string => `${percent(ours)} (${percent(theirs)})`;
    const cells = rows.map(({ what, reference, figures, auc, referenceAuc }) => [
      what,
      beside(figures.accuracy, reference),
      ...[figures.precision, figures.recall, figures.f1, figures.weightedF1].map((value) => percent(value)),
      auc === undefined ? '' : beside(auc, referenceAuc),
    ]);
    const head = ['classifier', 'accuracy', 'precision', 'recall', 'F1', 'weighted F1', 'ROC AUC'];
    return [
      `L3S-GN1, ${pages} pages, ${blocks} blocks, ${sum([...words])} words: ${L3S_CLASSES.map((name, at) => `${name} ${words[at]}`).join(', ')}`,
      'weighted by words, in percent; the reference implementation in brackets',
      textTable({ head, rows: cells }),
    ].join('\n');
  },
};
