/**
 * Scores the two decision trees of "Boilerplate Detection using Shallow Text Features" (Kohlschütter, Fankhauser, Nejdl,
 * WSDM 2010) on the annotated blocks of L3S-GN1, each block weighted by its words; content is every class but "not content".
 * The paper's claim is 92–98 % accuracy; the trees as published in Boilerpipe reach 93.2 % (words and link density) and
 * 92.4 % (densities) when its Java code runs on the same pages.
 *
 * Beside them: further classifiers of the family, and the single features with the area under their ROC curve.
 *
 * Run: `node packages/lab/dist/reproduce/decision-trees.js [folder of l3s-gn1]`
 */
import { fileURLToPath } from 'node:url';
import { decode, extractorNamed, NO_CONTEXT, parse, segmentTextBlocks } from '@dehusk/core/internal';
import type { Case } from '../datasets/dataset.js';
import { openDataset } from '../datasets/index.js';
import { blockClasses, L3S_CLASSES } from '../datasets/l3s-gn1.js';
import { type BlockFigures, blockFigures, countBlocks, rocAuc } from '../metrics/block-level.js';

/** Accuracy of the published Java code on these pages (see the design notes), for comparison beside our figures. */
const REFERENCES: readonly { extractor: string; what: string; reference: number }[] = [
  { extractor: 'boilerpipe-num-words', what: 'tree A: words and link density', reference: 0.932 },
  { extractor: 'boilerpipe-density', what: 'tree B: text density and link density', reference: 0.924 },
  { extractor: 'boilerpipe-canola', what: 'Canola tree', reference: 0.882 },
  { extractor: 'everything', what: 'everything is content', reference: 0.636 },
];

/** A feature alone: content when it is above (link density: at most) the threshold. */
const FEATURES = [
  { what: 'words > 15', reference: 0.867, referenceAuc: 0.91 },
  { what: 'text density > 10.2', reference: 0.864, referenceAuc: 0.89 },
  { what: 'link density <= 0.071', reference: 0.884, referenceAuc: 0.862 },
] as const;

export interface ClassifierRow {
  readonly what: string;
  /** Accuracy of the reference implementation, 0…1. */
  readonly reference: number;
  readonly figures: BlockFigures;
  /** Area under the ROC curve; null for a classifier without scores. */
  readonly auc: number | null;
  readonly referenceAuc: number | null;
}

export interface DecisionTrees {
  readonly pages: number;
  readonly blocks: number;
  /** Words by class, in the order of {@link L3S_CLASSES}. */
  readonly words: readonly number[];
  readonly rows: readonly ClassifierRow[];
}

/** Scores every classifier over the annotated pages among the cases. Cases without annotation are passed over. */
export async function decisionTrees(cases: AsyncIterable<Case> | Iterable<Case>): Promise<DecisionTrees> {
  const trees = REFERENCES.map((row) => ({ ...row, extractor: extractorNamed(row.extractor), sums: [0, 0, 0, 0] }));
  const classWords = L3S_CLASSES.map(() => 0);
  const isContent: number[] = [];
  const weights: number[] = [];
  const features: number[][] = FEATURES.map(() => []);
  let pages = 0;
  for await (const one of cases) {
    const bytes = one.annotated();
    if (bytes === null) continue;
    const parsed = parse(decode(bytes, { httpCharset: one.charset }).text);
    if (!parsed.ok) continue;
    pages++;
    const { blocks } = segmentTextBlocks(parsed.page);
    const classes = blockClasses(parsed.page, blocks);
    for (const [at, block] of blocks.entries()) {
      classWords[classes[at]] += block.words;
      isContent.push(classes[at] === 0 ? 0 : 1);
      weights.push(block.words);
      features[0].push(block.words);
      features[1].push(block.textDensity);
      features[2].push(-block.linkDensity);
    }
    for (const tree of trees) {
      const labelled = tree.extractor.label(parsed.page, tree.extractor.defaults, NO_CONTEXT);
      const gold = blockClasses(parsed.page, labelled.blocks).map((kind) => (kind === 0 ? 0 : 1));
      const words = labelled.blocks.map((block) => block.words);
      for (const [at, count] of countBlocks(labelled.labels.keep, gold, words).entries()) tree.sums[at] += count;
    }
  }
  const above = [15, 10.2, -0.071];
  const single = FEATURES.map((feature, at) => {
    const keep = features[at].map((value) => ((at === 2 ? value >= above[at] : value > above[at]) ? 1 : 0));
    return {
      ...feature,
      figures: blockFigures(countBlocks(keep, isContent, weights)),
      auc: rocAuc(features[at], isContent, weights),
    };
  });
  return {
    pages,
    blocks: weights.length,
    words: classWords,
    rows: [
      ...trees.map(({ what, reference, sums }) => ({
        what,
        reference,
        figures: blockFigures(sums),
        auc: null,
        referenceAuc: null,
      })),
      ...single,
    ],
  };
}

/** The figures as aligned text. */
export function printDecisionTrees({ pages, blocks, words, rows }: DecisionTrees): string {
  const percent = (value: number): string => (100 * value).toFixed(1).padStart(5);
  const total = words.reduce((sum, one) => sum + one, 0);
  const lines = [
    `L3S-GN1, ${pages} pages, ${blocks} blocks, ${total} words: ${L3S_CLASSES.map((name, at) => `${name} ${words[at]}`).join(', ')}`,
    'weighted by words, in percent; in brackets the reference implementation',
    `${''.padEnd(40)} accuracy         precision recall    F1  weighted F1  ROC AUC`,
  ];
  for (const { what, reference, figures, auc, referenceAuc } of rows) {
    const area = auc === null || referenceAuc === null ? '' : `${percent(auc)} (${percent(referenceAuc)})`;
    lines.push(
      `${what.padEnd(40)} ${percent(figures.accuracy)} (${percent(reference)})       ${percent(figures.precision)}  ${percent(figures.recall)} ${percent(figures.f1)}        ${percent(figures.weightedF1)}  ${area}`.trimEnd(),
    );
  }
  return `${lines.join('\n')}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  process.stdout.write(printDecisionTrees(await decisionTrees(openDataset(process.argv[2] ?? 'l3s-gn1').cases())));
