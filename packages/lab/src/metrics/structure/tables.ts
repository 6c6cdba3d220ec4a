/**
 * Similarity of tables. Flat TEDS aligns rows, then cells within a row; it is WebMainBench's measure as the reference scorer
 * approximates it. Tree TEDS is the measure of the PubTabNet paper: the tree edit distance of Zhang and Shasha between the
 * trees table → head or body → row → cell.
 */
import { editSimilarity } from './edit-similarity.js';
import type { MarkdownTable, MarkdownTableRow } from './markdown-structure.js';

/** A table as Markdown, for the edit distance of tables. */
export function tableText(table: MarkdownTable): string {
  const lines = table.map(({ cells }) => `| ${cells.join(' | ')} |`);
  if (table.length > 0) lines.splice(1, 0, `|${'---|'.repeat(table[0].cells.length)}`);
  return lines.join('\n');
}

const nodesOf = (table: MarkdownTable): number => table.reduce((sum, { cells }) => sum + 1 + cells.length, 1);
const sameCells = (a: MarkdownTableRow, b: MarkdownTableRow): boolean =>
  a.cells.length === b.cells.length && a.cells.every((cell, at) => cell === b.cells[at]);

/** The cost of turning one row's cells into another's; a header cell never equals a body cell. */
function rowCost(a: MarkdownTableRow, b: MarkdownTableRow): number {
  if (sameCells(a, b)) return a.isHead === b.isHead ? 0 : a.cells.length;
  let before = Array.from({ length: b.cells.length + 1 }, (_, at) => at);
  for (const [i, left] of a.cells.entries()) {
    const now = [i + 1];
    for (const [j, right] of b.cells.entries()) {
      const change = a.isHead !== b.isHead ? 1 : left === right ? 0 : 1 - editSimilarity(left, right);
      now.push(Math.min(before[j + 1] + 1, now[j] + 1, before[j] + change));
    }
    before = now;
  }
  return before[b.cells.length];
}

/** Flat TEDS of two tables, 0…1. Rows are aligned within a band around the diagonal, so long tables stay affordable. */
export function flatTeds(gold: MarkdownTable, output: MarkdownTable): number {
  if (
    gold.length === output.length &&
    gold.every((row, at) => row.isHead === output[at].isHead && sameCells(row, output[at]))
  )
    return 1;
  const band = Math.max(12, Math.abs(gold.length - output.length) + 6);
  const sizeOf = ({ cells }: MarkdownTableRow): number => 1 + cells.length;
  let before = [0];
  for (const row of output) before.push(before[before.length - 1] + sizeOf(row));
  for (let i = 1; i <= gold.length; i++) {
    const now = new Array<number>(output.length + 1).fill(Number.POSITIVE_INFINITY);
    now[0] = before[0] + sizeOf(gold[i - 1]);
    for (let j = Math.max(1, i - band); j <= Math.min(output.length, i + band); j++) {
      now[j] = Math.min(before[j] + sizeOf(gold[i - 1]), now[j - 1] + sizeOf(output[j - 1]));
      if (before[j - 1] < now[j]) now[j] = Math.min(now[j], before[j - 1] + rowCost(gold[i - 1], output[j - 1]));
    }
    before = now;
  }
  return Math.max(0, 1 - before[output.length] / Math.max(nodesOf(gold), nodesOf(output)));
}

/** Products of tree sizes up to which the tree edit distance is computed: some seconds at the limit. */
const MAX_TREE_WORK = 4_000_000;

/**
 * Tree TEDS of two tables, 0…1.
 *
 * Deleting, inserting and changing the kind or span of a node costs 1, changing a cell's text costs the edit distance over
 * the longer text. Beyond {@link MAX_TREE_WORK} the flat measure replaces it.
 */
export function treeTeds(gold: MarkdownTable, output: MarkdownTable): number {
  const [a, b] = [treeOf(gold), treeOf(output)];
  if (a.labels.length * b.labels.length > MAX_TREE_WORK) return flatTeds(gold, output);
  return 1 - treeDistance(a, b) / Math.max(a.labels.length, b.labels.length);
}

interface TableTree {
  /** Kind and span of each node. */
  readonly labels: readonly string[];
  /** The text of each cell, empty for other nodes. */
  readonly texts: readonly string[];
  /** The leftmost leaf below each node. */
  readonly leftmost: readonly number[];
  /** The nodes that are no first child, and the root: where the forests of the algorithm begin. */
  readonly keyRoots: readonly number[];
}

function treeOf(table: MarkdownTable): TableTree {
  const labels: string[] = [];
  const texts: string[] = [];
  const leftmost: number[] = [];
  const add = (label: string, text: string, from: number): void => {
    labels.push(label);
    texts.push(text);
    leftmost.push(Math.min(from, labels.length - 1));
  };
  let group = 0;
  for (const [at, { cells, spans, isHead }] of table.entries()) {
    const row = labels.length;
    for (const [cell, text] of cells.entries()) add(`td ${spans[cell]}`, text, labels.length);
    add('tr', '', row);
    if (isHead === table[at + 1]?.isHead) continue;
    add(isHead ? 'thead' : 'tbody', '', group);
    group = labels.length;
  }
  add('table', '', 0);
  const last = new Map(leftmost.map((leaf, node) => [leaf, node]));
  return { labels, texts, leftmost, keyRoots: [...last.values()].sort((x, y) => x - y) };
}

/** K. Zhang, D. Shasha: Simple fast algorithms for the editing distance between trees and related problems, 1989. */
function treeDistance(a: TableTree, b: TableTree): number {
  const width = b.labels.length;
  const trees = new Float64Array(a.labels.length * width);
  const changes = new Float64Array(a.labels.length * width).fill(Number.NaN);
  const change = (i: number, j: number): number => {
    const known = changes[i * width + j];
    if (!Number.isNaN(known)) return known;
    return (changes[i * width + j] = a.labels[i] !== b.labels[j] ? 1 : 1 - editSimilarity(a.texts[i], b.texts[j]));
  };
  const forest = new Float64Array((a.labels.length + 1) * (width + 1));
  for (const i of a.keyRoots)
    for (const j of b.keyRoots) {
      const [fromI, fromJ] = [a.leftmost[i], b.leftmost[j]];
      const columns = j - fromJ + 2;
      forest[0] = 0;
      for (let y = 1; y < columns; y++) forest[y] = y;
      for (let x = 1; x <= i - fromI + 1; x++) {
        const row = x * columns;
        forest[row] = x;
        const left = fromI + x - 1;
        for (let y = 1; y < columns; y++) {
          const right = fromJ + y - 1;
          const least = Math.min(forest[row - columns + y], forest[row + y - 1]) + 1;
          const [leafX, leafY] = [a.leftmost[left] - fromI, b.leftmost[right] - fromJ];
          if (leafX === 0 && leafY === 0) {
            forest[row + y] = Math.min(least, forest[row - columns + y - 1] + change(left, right));
            trees[left * width + right] = forest[row + y];
          } else forest[row + y] = Math.min(least, forest[leafX * columns + leafY] + trees[left * width + right]);
        }
      }
    }
  return trees[trees.length - 1];
}

/** Tables per page beyond which they are compared by position. */
const MAX_TABLE_PAIRS = 900;

/**
 * Similarity of a page's tables: the best alignment that keeps their order, over the number of tables of the page with more.
 *
 * @returns 0…1, or null when neither has tables
 */
export function tableSimilarity(
  gold: readonly MarkdownTable[],
  output: readonly MarkdownTable[],
  teds: (gold: MarkdownTable, output: MarkdownTable) => number,
): number | null {
  const [n, m] = [gold.length, output.length];
  if (n === 0 && m === 0) return null;
  if (n === 0 || m === 0) return 0;
  if (n * m > MAX_TABLE_PAIRS) {
    let sum = 0;
    for (let at = 0; at < Math.min(n, m); at++) sum += teds(gold[at], output[at]);
    return sum / Math.max(n, m);
  }
  let before = new Array<number>(m + 1).fill(0);
  for (let i = 1; i <= n; i++) {
    const now = [0];
    for (let j = 1; j <= m; j++) {
      const skip = Math.max(before[j], now[j - 1]);
      const isFar = Math.abs(i - j) > Math.abs(n - m) + 3;
      now.push(isFar ? skip : Math.max(skip, before[j - 1] + teds(gold[i - 1], output[j - 1])));
    }
    before = now;
  }
  return before[m] / Math.max(n, m);
}
