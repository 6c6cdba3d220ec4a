/**
 * The paper's description of L3S-GN1: shares of blocks, words and tokens by class, and the distribution of words per block and
 * of text density by class.
 *
 * The printed table swaps its last two rows: on the pages, class 4 is related content and class 5 comments. They are put right
 * here. Departures: blocks and words are those of our segmenter, a block has the class of most of its words, and tokens are
 * the runs between Boilerpipe's separators; the paper does not define its tokens, and has more.
 */
import { openDataset } from '../../datasets/index.js';
import { L3S_CLASSES } from '../../datasets/l3s-gn1.js';
import { fixed, textTable } from '../../reports/tables.js';
import { sign } from '../../run/evaluate.js';
import { type Reproduction, signatures } from '../reproduction.js';
import { type AnnotatedBlocks, BLOCK_METRIC, FEATURES, readAnnotatedBlocks } from './annotated-blocks.js';

/** Printed shares of blocks, words and tokens in percent, by class. */
const PRINTED = ['79 35 46', '1 1 1', '12 51 42', '3 3 2', '1 1 1', '4 9 8'].map((row) => row.split(' ').map(Number));
const PRINTED_TOTALS = [72_662, 520_483, 644_021];

/** A histogram of a feature. The last bin is open. */
interface Axis {
  readonly name: string;
  readonly width: number;
  readonly bins: number;
  of(blocks: AnnotatedBlocks): ArrayLike<number>;
}
const DENSITY = FEATURES.indexOf('text density');
const AXES: readonly Axis[] = [
  { name: 'words of a block', width: 4, bins: 26, of: ({ words }) => words },
  { name: 'text density, words a line', width: 1, bins: 21, of: ({ columns }) => columns[DENSITY] },
];

/** Counts by class and bin: bin i holds values in (i·width, (i + 1)·width], the first also 0, the last all above. */
export function histogramOf(
  classes: Uint8Array,
  values: ArrayLike<number>,
  { width, bins }: Pick<Axis, 'width' | 'bins'>,
): number[][] {
  const counts = L3S_CLASSES.map(() => new Array<number>(bins).fill(0));
  for (let row = 0; row < classes.length; row++)
    counts[classes[row]][Math.min(bins - 1, Math.max(0, Math.ceil(values[row] / width) - 1))]++;
  return counts;
}

/** The shares of blocks, words and tokens of each class, beside the printed ones. */
function corpusTable({ classes, words, tokens }: AnnotatedBlocks): string {
  const measures = [new Uint8Array(words.length).fill(1), words, tokens].map((weights) => {
    const sums = L3S_CLASSES.map(() => 0);
    for (let row = 0; row < weights.length; row++) sums[classes[row]] += weights[row];
    return sums;
  });
  const totals = measures.map((sums) => sums.reduce((a, b) => a + b, 0));
  const row = (name: string, kinds: readonly number[]): string[] => {
    const shares = measures.map((sums, at) => kinds.reduce((sum, kind) => sum + sums[kind], 0) / totals[at]);
    const printed = kinds.length === 1 ? PRINTED[kinds[0]] : PRINTED[0].map((share) => 100 - share);
    return [name, ...shares.map((share, at) => `${fixed(100 * share, 1)} (${printed[at]})`)];
  };
  const rows = [
    ...L3S_CLASSES.map((name, kind) => row(name, [kind])),
    row('any content', [1, 2, 3, 4, 5]),
    ['total', ...totals.map((total, at) => `${total} (${PRINTED_TOTALS[at]})`)],
  ];
  return textTable({ head: ['class', 'blocks, %', 'words, %', 'tokens, %'], rows });
}

function histogramTable(blocks: AnnotatedBlocks, axis: Axis): string {
  const counts = histogramOf(blocks.classes, axis.of(blocks), axis);
  const rows = Array.from({ length: axis.bins }, (_, bin) => [
    bin === axis.bins - 1 ? `> ${bin * axis.width}` : `≤ ${(bin + 1) * axis.width}`,
    ...counts.map((row) => String(row[bin])),
  ]);
  return textTable({ head: [`blocks by ${axis.name}`, ...L3S_CLASSES], rows });
}

export const shallowCorpus: Reproduction = {
  name: 'shallow-corpus',
  summary: 'WSDM 2010: L3S-GN1 by class; words per block and text density',
  async run(data) {
    const dataset = openDataset('l3s-gn1', data);
    const blocks = await readAnnotatedBlocks(dataset.cases());
    return [
      `L3S-GN1, ${blocks.pages} pages; printed figures in brackets`,
      corpusTable(blocks),
      ...AXES.flatMap((axis) => ['', histogramTable(blocks, axis)]),
      signatures([sign(BLOCK_METRIC, dataset, blocks.pages, 'shallow-corpus')]),
    ].join('\n');
  },
};
