/**
 * The LATINO project's shallow-feature trees: its blocks and features on CleanPortalEval, its classes, and its training on L3S-GN1.
 *
 * The project trained J48 with reduced-error pruning (-R -N 3) on the annotated pages, with 13 features of a block and its
 * neighbours, each block weighted by its words, and published two trees with Weka's log. They are read from
 * `refs/latino-cs/` beside the data sets, with the output of the project's program; they are not part of this repository.
 *
 * Departures: the third of the training rows that prunes is every third block of a class, in order; Weka draws it. The log's
 * cross-validation is over blocks; folds over sites are printed, too.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Tokenizer, TokenizerMode } from 'parse5';
import { sum } from 'simple-statistics';
import { sourceOf } from '../../datasets/dataset.js';
import { type DatasetOptions, datasetsRoot, openDataset } from '../../datasets/index.js';
import { L3S_CLASSES } from '../../datasets/l3s-gn1.js';
import { foldOf } from '../../datasets/split.js';
import { classFigures } from '../../metrics/block-level.js';
import { percent, textTable } from '../../reports/tables.js';
import { sign } from '../../run/evaluate.js';
import { type Reproduction, signatures } from '../reproduction.js';
import { BLOCK_METRIC, FOLDS } from './annotated-blocks.js';
import { type Instances, leafOf, leavesOf, majority, sortRows, type TreeNode } from './c45-tree.js';
import { crossValidate, foldsOverBlocks, learnTree, type TreeLearner, treeLearner } from './cross-validate.js';

/** Names of a block's features in the tree files, in the order of {@link LatinoBlock.features}. */
export const LATINO_FEATURES = [
  ...['RelPos', 'Wrds', 'Chars', 'LnkDns', 'TxtDns', 'AvgWrdLn', 'FlstpRtio', 'CapWrdRtio', 'CapStrtWrdRtio'],
  ...['WrdsQt', 'TxtDnsQt', 'InP', 'InH'],
];
/** Names of the reference's columns, in the order of {@link LATINO_FEATURES}. */
const REFERENCE_COLUMNS = [
  ...['relPosition', 'numWords', 'charCount', 'linkDensity', 'textDensity', 'avgWordLen', 'fullstopRatio'],
  ...['capitalWordsRatio', 'capitalStartWordsRatio', 'numWordsQuotPC', 'textDensityQuotPC', 'isInP', 'isInH'],
];
/** Names of the reference's classes, in the order of `L3S_CLASSES`. */
const REFERENCE_CLASSES = ['Boilerplate', 'Headline', 'FullText', 'Supplement', 'RelatedContent', 'UserComment'];

/** Figures of the published log, and its two recipes. The two-class tree has full text and every other content as one class. */
const LOG = [
  { classes: 2, training: 0.9669, accuracy: 0.9523, f1: 0.952, auc: 0.968, leaves: 601, classF1: [0.939, 0.961] },
  {
    classes: 6,
    ...{ training: 0.9188, accuracy: 0.8863, f1: Number.NaN, auc: 0.935, leaves: 682 },
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

/** A file of the project, beside the data sets. @throws Error of the file system when it is missing */
const referenceFile = (root: string, name: string): Buffer => readFileSync(join(root, '..', 'refs', 'latino-cs', name));

/** The output of the project's program, without the sentinels around the blocks. */
function referencePages(root: string): ReferencePage[] {
  const packed = referenceFile(root, 'boilerplateremover-cleanportaleval.jsonl.gz');
  const lines = gunzipSync(packed).toString('utf8').trim().split('\n');
  return lines.map((line) => {
    const page = JSON.parse(line) as ReferencePage;
    return { id: page.id, blocks: page.blocks.slice(1, -1) };
  });
}

const COLUMN_NAMES = ['p', 'c', 'n'].flatMap((block) => LATINO_FEATURES.map((name) => `${block}.${name}`));

/** The published tree for 2 or 6 classes. The one for 2 has the classes 0 and 2. */
function publishedTree(root: string, classes: 2 | 6): TreeNode {
  return parseTree(referenceFile(root, `${classes}ClassAllFeatures.tree`).toString('utf8'), COLUMN_NAMES, 6);
}

/** Our blocks of the pages of a data set, by id. */
async function blocksById(name: string, data: DatasetOptions): Promise<ReadonlyMap<string, readonly LatinoBlock[]>> {
  const found = new Map<string, readonly LatinoBlock[]>();
  for await (const one of openDataset(name, data).cases()) found.set(one.id, latinoBlocks(sourceOf(one)));
  return found;
}

/** Compares blocks, features and classes with those of the project's program on CleanPortalEval. */
export async function latinoParity(data: DatasetOptions = {}) {
  const root = datasetsRoot(data);
  const references = referencePages(root);
  const pages = references.map(({ blocks }) =>
    blocks.map((block) => ({
      kind: REFERENCE_CLASSES.indexOf(block.class),
      features: REFERENCE_COLUMNS.map((name) => Number(block[name])),
    })),
  );
  const instances = instancesOf(pages);
  const predicted = predictedBy(publishedTree(root, 6), instances);
  return {
    ...compareBlocks(await blocksById('cleanportaleval', data), references),
    /** Blocks to which the published tree gives the class that the program printed, on the program's features. */
    equalClasses: predicted.filter((kind, row) => kind === instances.classes[row]).length,
  };
}

function predictedBy(tree: TreeNode, instances: Instances): Uint8Array {
  return instances.classes.map((_, row) => majority(leafOf(tree, instances, row).weights));
}

/** The class of a block in the trees for 2 and for 6 classes: content has the number of full text. */
const RECIPES = [(kind: number): number => (kind === 0 ? 0 : 1), (kind: number): number => kind];

const SETTINGS = { trees: 'j48', pruning: 'reduced-error', folds: FOLDS };

export const latinoTrees: Reproduction = {
  name: 'latino-trees',
  summary: "the LATINO project's shallow-feature trees: blocks, training on L3S-GN1, classes on CleanPortalEval",
  async run(data) {
    const parity = await latinoParity(data);
    const root = datasetsRoot(data);
    const dataset = openDataset('l3s-gn1', data);
    const pages: LatinoBlock[][] = [];
    const folds: number[] = [];
    for await (const one of dataset.cases()) {
      const bytes = one.annotated();
      if (bytes === null) continue;
      const blocks = latinoBlocks(sourceOf({ ...one, html: () => bytes }), true);
      pages.push(blocks);
      folds.push(...blocks.map(() => foldOf(one, FOLDS)));
    }
    const learner: TreeLearner = {
      features: Array.from({ length: 3 * LATINO_FEATURES.length }, (_, at) => at),
      pruning: 'errors',
    };
    const rows: string[][] = [];
    const trained: string[][] = [];
    for (const [at, classOf] of RECIPES.entries()) {
      const instances = instancesOf(pages, classOf);
      const sorted = sortRows(instances);
      const tree = learnTree(instances, sorted, new Uint8Array(instances.classes.length).fill(1), learner);
      const { classes, ...log } = LOG[at];
      const leaves = leavesOf(tree);
      const published = publishedTree(root, classes);
      const predicted = predictedBy(published, instances).map((kind) => classOf(kind));
      trained.push([
        ...[`${classes} classes`, String(leavesOf(published)), percent(log.training, 2)],
        percent(classFigures(instances, predicted).accuracy, 2),
      ]);
      const bySite = crossValidate(instances, Uint8Array.from(folds), treeLearner(learner, sorted));
      const byBlock = crossValidate(instances, foldsOverBlocks(instances, FOLDS), treeLearner(learner, sorted));
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
    const share = (equal: number, of: number): string => `${equal} of ${of} (${percent(equal / of, 2)} %)`;
    return [
      `CleanPortalEval, blocks beside the project's program: ${share(parity.equalPages, parity.pages)} pages with as many blocks, ${share(parity.equalBlocks, parity.blocks)} blocks with the same 13 features; on its features the published tree gives the printed class to ${share(parity.equalClasses, parity.blocks)}`,
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
      'the published trees on the pages that they were trained on, our blocks',
      textTable({ head: ['problem', 'leaves', 'log, training', 'accuracy'], rows: trained }),
      signatures([sign(BLOCK_METRIC, dataset, pages.length, 'latino-trees', SETTINGS)]),
    ].join('\n');
  },
};

const LINE = /^((?:\|\s*)*)(\S+) (<=|>|=) (-?[\d.]+)(?:: (\d+) \((\d+(?:\.\d+)?)(?:\/(\d+(?:\.\d+)?))?\))?$/;

/**
 * Reads a tree.
 *
 * Lines of Weka's print of a J48 tree that start with `#` are comments; any other line is a test, after one `|` per level, and the
 * class of its leaf: `|   c.InP = 0: 2 (37.0/10.0)`. The two tests of a node are complementary.
 * @param features names of the columns: `p.Wrds`, `c.Wrds`, …
 * @param classCount number of classes
 * @throws Error naming the line that is not part of such a tree
 */
export function parseTree(text: string, features: readonly string[], classCount: number): TreeNode {
  const lines = text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, bars, feature, test, value, kind, weight, errors] = LINE.exec(line.trimEnd()) ?? [];
      if (feature === undefined || !features.includes(feature))
        throw new Error(`the tree file has the line "${line}", expected a test such as "|   c.Wrds <= 4: 2 (7.0/1.0)"`);
      // Null where the test leads to further tests.
      const weights = kind === undefined ? null : new Float64Array(classCount);
      // The file does not say which classes the errors are of.
      if (weights !== null) weights[Number(kind)] = Number(weight) - Number(errors ?? 0);
      return { depth: bars.split('|').length - 1, feature, test, value: Number(value), weights };
    });
  let at = 0;
  /** The node after the last line read. */
  const nodeAfter = ({ weights }: (typeof lines)[number], depth: number): TreeNode =>
    weights === null ? read(depth + 1) : { feature: -1, threshold: 0, left: null, right: null, weights };
  const next = (depth: number) => {
    const line = lines[at++];
    if (line?.depth !== depth)
      throw new Error(`the tree file ends or changes depth at test ${at}, expected depth ${depth}`);
    return line;
  };
  const read = (depth: number): TreeNode => {
    const first = next(depth);
    const left = nodeAfter(first, depth);
    const second = next(depth);
    const isComplement =
      second.feature === first.feature &&
      (first.test === '='
        ? second.test === '=' && first.value === 0 && second.value === 1
        : first.test === '<=' && second.test === '>' && second.value === first.value);
    if (!isComplement)
      throw new Error(
        `the tree file has ${second.feature} ${second.test} ${second.value} at test ${at}, expected the complement of ${first.feature} ${first.test} ${first.value}`,
      );
    const right = nodeAfter(second, depth);
    const weights = left.weights.map((one, kind) => one + right.weights[kind]);
    return { feature: features.indexOf(first.feature), threshold: first.value, left, right, weights };
  };
  const tree = read(0);
  if (at !== lines.length) throw new Error(`the tree file goes on after the tree, at test ${at + 1}`);
  return tree;
}

// Blocks and features of the LATINO project's shallow-feature trees, as its published program prints them.
//
// Steps: the page is read as a stream of tags and texts. Inline formatting is ignored; a link does not separate blocks, but its
// two tags count as tokens with their length in the source; every other tag ends the block, if it has a word. Tokens of a
// text are words (runs of letters) and numbers. The contents of `script`, `style` and `noscript` are skipped.
//
// Reproduced on purpose: numbers and links before the first word of a block count for it; a paragraph or heading begins before
// the block that its start tag ends, and lasts until the next end tag of its kind; a number counts as an upper-case word. In
// pages with annotation, `span` does not separate blocks.
//
// Departures: links in links and characters beyond U+FFFF, which the program reads as numbers: 68 of 14,570 blocks of
// CleanPortalEval differ.

interface LatinoBlock {
  readonly features: readonly number[];
  /** Class of the last token by the nearest annotated `span`: 0 … 5; 0 without annotation. */
  readonly kind: number;
}

/** The neighbours of the first and the last block have position 0 and (n + 1) / n, and 0 else. */
function latinoNeighbour(position: number): readonly number[] {
  return LATINO_FEATURES.map((_, at) => (at === 0 ? position : 0));
}

const DECORATIVE =
  /^(?:ins|del|bdo|em|strong|dfn|code|samp|kbd|var|cite|abbr|acronym|q|su[bp]|tt|[ibus]|big|small|strike|basefont|font)$/;
const SKIPPED = new Set(['script', 'style', 'noscript']);
/** Columns of a line when text density is measured. */
const LINE_COLUMNS = 80;

/** Counts of an open block. */
const newBlock = () => ({
  ...{ words: 0, tokens: 0, chars: 0, letters: 0, linkTokens: 0, upperCase: 0, capital: 0, fullStops: 0, kind: 0 },
});
type Open = ReturnType<typeof newBlock>;

/** @param html decoded source @param isAnnotated read classes of `span`, which then does not separate blocks */
export function latinoBlocks(html: string, isAnnotated = false): LatinoBlock[] {
  const found: (Open & { inP: boolean; inH: boolean })[] = [];
  let block = newBlock();
  let inLink = false;
  let inP = false;
  let inH = false;
  let skipped: string | null = null;
  const kinds: number[] = [];

  const end = (): void => {
    if (block.words === 0) {
      block.fullStops = 0;
      return;
    }
    found.push({ ...block, inP, inH });
    block = newBlock();
  };
  const token = (length: number): void => {
    block.tokens++;
    block.chars += length;
    block.kind = kinds[kinds.length - 1] ?? 0;
  };
  const onText = (text: string): void => {
    if (skipped !== null) return;
    for (const [one] of text.matchAll(/\p{L}+|[0-9][.,0-9]*/gu)) {
      token(one.length);
      if (inLink) block.linkTokens++;
      const upper = one.toUpperCase();
      if (one === upper) block.upperCase++;
      else if (one[0] === upper[0]) block.capital++;
      if (/^\p{L}/u.test(one)) {
        block.words++;
        block.letters += one.length;
      }
    }
    block.fullStops += text.split('.').length - 1;
  };
  const onTag = (name: string, isStart: boolean, isEmpty: boolean, length: number): void => {
    if (DECORATIVE.test(name) || (isAnnotated && name === 'span')) return;
    if (name === 'a') {
      if (isEmpty || (!isStart && !inLink)) return;
      inLink = isStart;
      token(length);
      return;
    }
    if (!isStart) end();
    if (name === 'p') inP = isStart;
    if (/^h[1-3]$/.test(name)) inH = isStart;
    if (isStart) end();
  };

  let text = '';
  const flush = (): void => {
    if (text !== '') onText(text);
    text = '';
  };
  const addText = ({ chars }: { chars: string }): void => {
    text += chars;
  };
  const tokenizer = new Tokenizer(
    { sourceCodeLocationInfo: true },
    {
      onStartTag({ tagName, attrs, selfClosing, location }) {
        flush();
        if (isAnnotated && tagName === 'span') {
          const named = attrs.find(({ name }) => name === 'class')?.value.match(/x-nc-sel([0-5])/);
          kinds.push(named ? Number(named[1]) : (kinds[kinds.length - 1] ?? 0));
        }
        if (skipped !== null) return;
        onTag(tagName, true, selfClosing, location === null ? 0 : location.endOffset - location.startOffset);
        if (!SKIPPED.has(tagName)) return;
        skipped = tagName;
        tokenizer.state = tagName === 'script' ? TokenizerMode.SCRIPT_DATA : TokenizerMode.RAWTEXT;
      },
      onEndTag({ tagName, location }) {
        flush();
        if (isAnnotated && tagName === 'span') kinds.pop();
        if (skipped === tagName) skipped = null;
        if (skipped !== null) return;
        onTag(tagName, false, false, location === null ? 0 : location.endOffset - location.startOffset);
      },
      onComment: () => {},
      onDoctype: () => {},
      onEof: flush,
      onCharacter: addText,
      onNullCharacter: addText,
      onWhitespaceCharacter: addText,
    },
  );
  tokenizer.write(html, true);
  inP = false;
  inH = false;
  end();
  return found.map((one, at) => ({ kind: one.kind, features: featuresOf(one, found[at - 1], at + 1, found.length) }));
}

function featuresOf(
  block: Open & { inP: boolean; inH: boolean },
  before: Open | undefined,
  position: number,
  count: number,
): number[] {
  const density = densityOf(block);
  return [
    position / count,
    block.words,
    block.chars,
    Math.min(1, block.linkTokens / block.tokens),
    density,
    block.letters / block.words,
    block.fullStops / block.words,
    block.upperCase / block.words,
    block.capital / block.words,
    (before?.words ?? 0) / block.words,
    before === undefined ? 0 : densityOf(before) / density,
    Number(block.inP),
    Number(block.inH),
  ];
}

function densityOf({ tokens, chars }: Open): number {
  const lines = Math.floor(chars / LINE_COLUMNS);
  return lines <= 1 ? tokens : tokens / (lines - 1);
}
