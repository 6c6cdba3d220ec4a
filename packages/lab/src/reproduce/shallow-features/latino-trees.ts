/**
 * The LATINO project's shallow-feature trees: its blocks and features on CleanPortalEval, its training on L3S-GN1, and its
 * classes.
 *
 * The project trained J48 with reduced-error pruning (-R -N 3) on the annotated pages, with 13 features of a block and its
 * neighbours, each block weighted by its words, and published two trees with Weka's log. The tree files are not part of this
 * repository. When `refs/latino-cs/6ClassAllFeatures.tree` is beside the data sets, it is read and its classes are compared
 * with those that the project's program printed; a tree that this command trains by the same recipe always is.
 *
 * Departures: the third of the training rows that prunes is every third block of a class, in order; Weka draws it. The log's
 * cross-validation is over blocks; folds over sites are printed, too.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { decode } from '@dehusk/html';
import { sum } from 'simple-statistics';
import { datasetsRoot, openDataset } from '../../datasets/index.js';
import { L3S_CLASSES } from '../../datasets/l3s-gn1.js';
import { foldOf } from '../../datasets/split.js';
import { fixed, percent, textTable } from '../../reports/tables.js';
import { type Reproduction, sign, signatures } from '../reproduction.js';
import { FOLDS } from './annotated-blocks.js';
import { BLOCK_METRIC } from './block-metric.js';
import { type Instances, leafOf, leavesOf, majority, sortRows, type TreeNode } from './c45-tree.js';
import { classFigures, crossValidate, foldsOverBlocks, learnTree, type TreeLearner } from './cross-validate.js';
import { LATINO_FEATURES, type LatinoBlock, latinoBlocks, latinoNeighbour } from './latino-blocks.js';
import { parseTree } from './latino-tree-file.js';

/** Names of the reference's columns, in the order of {@link LATINO_FEATURES}. */
const REFERENCE_COLUMNS = [
  ...['relPosition', 'numWords', 'charCount', 'linkDensity', 'textDensity', 'avgWordLen', 'fullstopRatio'],
  ...['capitalWordsRatio', 'capitalStartWordsRatio', 'numWordsQuotPC', 'textDensityQuotPC', 'isInP', 'isInH'],
];
/** Names of the reference's classes, in the order of `L3S_CLASSES`. */
const REFERENCE_CLASSES = ['Boilerplate', 'Headline', 'FullText', 'Supplement', 'RelatedContent', 'UserComment'];

/** Figures of the published log, and its two recipes. The two-class tree has full text and every other content as one class. */
const LOG = [
  { classes: 2, accuracy: 0.9523, f1: 0.952, auc: 0.968, leaves: 601, classF1: [0.939, 0.961] },
  {
    ...{ classes: 6, accuracy: 0.8863, f1: Number.NaN, auc: 0.935, leaves: 682 },
    classF1: [0.935, 0.629, 0.921, 0.324, 0.047, 0.503],
  },
] as const;
const LOG_WORDS = [212_195, 5_246, 267_278, 8_066, 3_275, 46_357];

interface ReferencePage {
  readonly id: string;
  readonly blocks: readonly (Readonly<Record<string, number | boolean>> & { readonly class: string })[];
}

/** Rows of pages with the features of previous, current and next block (`p.`, `c.`, `n.`). */
function instancesOf(pages: readonly (readonly LatinoBlock[])[], classOf = (kind: number): number => kind): Instances {
  const width = LATINO_FEATURES.length;
  const rows = pages.flatMap((blocks) =>
    blocks.map((block, at) => [
      ...(blocks[at - 1]?.features ?? latinoNeighbour(0)),
      ...block.features,
      ...(blocks[at + 1]?.features ?? latinoNeighbour((blocks.length + 1) / blocks.length)),
    ]),
  );
  const kinds = pages.flat().map(({ kind }) => classOf(kind));
  return {
    columns: Array.from({ length: 3 * width }, (_, at) => Float64Array.from(rows, (row) => row[at])),
    classes: Uint8Array.from(kinds),
    classCount: Math.max(...kinds) + 1,
    weights: Uint32Array.from(pages.flat(), ({ features }) => features[1]),
  };
}

/** Counts the pages with as many blocks as in the reference, and the blocks with the same features. */
function compareBlocks(ours: ReadonlyMap<string, readonly LatinoBlock[]>, references: readonly ReferencePage[]) {
  let equalPages = 0;
  let blocks = 0;
  let equalBlocks = 0;
  for (const { id, blocks: theirs } of references) {
    const own = ours.get(id) ?? [];
    blocks += theirs.length;
    if (own.length !== theirs.length) continue;
    equalPages++;
    for (const [at, { features }] of own.entries())
      if (features.every((value, column) => Math.abs(value - Number(theirs[at][REFERENCE_COLUMNS[column]])) < 1e-9))
        equalBlocks++;
  }
  return { pages: references.length, equalPages, blocks, equalBlocks };
}

/** The reference's pages without the sentinels around the blocks. */
function referencePages(root: string): ReferencePage[] {
  const file = join(root, '..', 'refs', 'latino-cs', 'boilerplateremover-cleanportaleval.jsonl.gz');
  if (!existsSync(file)) throw new Error(`${file} is missing: it holds the output of the LATINO project's program`);
  const lines = gunzipSync(readFileSync(file)).toString('utf8').trim().split('\n');
  return lines.map((line) => {
    const page = JSON.parse(line) as ReferencePage;
    return { id: page.id, blocks: page.blocks.slice(1, -1) };
  });
}

/** Our blocks of the pages of a data set, by id. */
async function blocksById(name: string, root: string): Promise<ReadonlyMap<string, readonly LatinoBlock[]>> {
  const found = new Map<string, readonly LatinoBlock[]>();
  for await (const one of openDataset(name, { root }).cases())
    found.set(one.id, latinoBlocks(decode(one.html(), { httpCharset: one.charset }).text));
  return found;
}

/** Compares blocks and features on CleanPortalEval. */
export async function latinoParity(root: string) {
  return compareBlocks(await blocksById('cleanportaleval', root), referencePages(root));
}

/** The classes of a tree beside the reference's, on the reference's own features. */
function agreement(tree: TreeNode, references: readonly ReferencePage[]) {
  const pages = references.map(({ blocks }) =>
    blocks.map((block) => ({
      kind: REFERENCE_CLASSES.indexOf(block.class),
      features: REFERENCE_COLUMNS.map((name) => Number(block[name])),
    })),
  );
  const instances = instancesOf(pages);
  const predicted = instances.classes.map((_, row) => majority(leafOf(tree, instances, row).weights));
  return classFigures(instances, predicted, []);
}

/** The class of a block in the trees for 2 and for 6 classes. */
const RECIPES = [(kind: number): number => Math.min(1, kind), (kind: number): number => kind];

const SETTINGS = { trees: 'j48', pruning: 'reduced-error', folds: FOLDS };

export const latinoTrees: Reproduction = {
  name: 'latino-trees',
  summary: "the LATINO project's shallow-feature trees: blocks, training on L3S-GN1, classes on CleanPortalEval",
  async run(root = datasetsRoot()) {
    const references = referencePages(root);
    const parity = compareBlocks(await blocksById('cleanportaleval', root), references);
    const dataset = openDataset('l3s-gn1', { root });
    const pages: LatinoBlock[][] = [];
    const folds: number[] = [];
    for await (const one of dataset.cases()) {
      const bytes = one.annotated();
      if (bytes === null) continue;
      const blocks = latinoBlocks(decode(bytes, { httpCharset: one.charset }).text, true);
      pages.push(blocks);
      folds.push(...blocks.map(() => foldOf(one, FOLDS)));
    }
    const learner: TreeLearner = {
      features: Array.from({ length: 3 * LATINO_FEATURES.length }, (_, at) => at),
      pruning: 'errors',
    };
    const rows: string[][] = [];
    let sixClasses: TreeNode | null = null;
    for (const [at, classOf] of RECIPES.entries()) {
      const instances = instancesOf(pages, classOf);
      const sorted = sortRows(instances);
      const tree = learnTree(instances, sorted, new Uint8Array(instances.classes.length).fill(1), learner);
      sixClasses = tree;
      const { classes, ...log } = LOG[at];
      const leaves = leavesOf(tree);
      const bySite = crossValidate(instances, Uint8Array.from(folds), learner, sorted);
      const byBlock = crossValidate(instances, foldsOverBlocks(instances, FOLDS), learner, sorted);
      const results = { log, 'ours, over blocks': { ...byBlock, leaves }, 'ours, over sites': { ...bySite, leaves } };
      for (const [what, figures] of Object.entries(results))
        rows.push([
          ...[`${classes} classes`, what],
          ...[figures.accuracy, figures.f1, figures.auc].map((value) => percent(value)),
          ...[String(figures.leaves), figures.classF1.map((value) => percent(value)).join(' ')],
        ]);
    }
    const { weights, classes } = instancesOf(pages);
    const words = L3S_CLASSES.map((_, kind) =>
      weights.reduce((sum, one, row) => sum + (classes[row] === kind ? one : 0), 0),
    );
    const file = join(root, '..', 'refs', 'latino-cs', '6ClassAllFeatures.tree');
    const names = ['p', 'c', 'n'].flatMap((block) => LATINO_FEATURES.map((name) => `${block}.${name}`));
    const published = existsSync(file) ? parseTree(readFileSync(file, 'utf8'), names, L3S_CLASSES.length) : null;
    const share = (equal: number, of: number): string => `${equal} of ${of} (${percent(equal / of, 2)} %)`;
    return [
      `CleanPortalEval, blocks beside the project's program: ${share(parity.equalPages, parity.pages)} pages with as many blocks, ${share(parity.equalBlocks, parity.blocks)} blocks with the same 13 features`,
      `L3S-GN1: ${pages.length} pages, ${weights.length} blocks`,
      textTable({
        head: ['words', 'total', ...L3S_CLASSES],
        rows: [
          ['log', String(sum(LOG_WORDS)), ...LOG_WORDS.map(String)],
          ['ours', String(sum(words)), ...words.map(String)],
        ],
      }),
      '',
      '10-fold cross-validation, weighted by words, in percent',
      textTable({
        head: ['problem', 'folds', 'accuracy', 'F1', 'ROC AUC', 'leaves', 'F1 by class'],
        rows,
        leftColumns: [1, 6],
      }),
      '',
      "CleanPortalEval: share of words in the class that the project's program prints, on its features",
      ...Object.entries({ 'published tree': published, 'our tree': sixClasses }).map(([what, tree]) => {
        if (tree === null) return `${what}: not compared, ${file} is missing`;
        const { accuracy, classF1 } = agreement(tree, references);
        const perClass = classF1.map((value, kind) => `${L3S_CLASSES[kind]} ${percent(value)}`).join(', ');
        return `${what}, ${leavesOf(tree)} leaves: ${fixed(100 * accuracy, 2)} %; F1 ${perClass}`;
      }),
      signatures([sign(BLOCK_METRIC, dataset, pages.length, 'latino-trees', SETTINGS)]),
    ].join('\n');
  },
};
