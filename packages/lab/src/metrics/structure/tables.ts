/** Similarity of tables: TEDS as WebMainBench measures it and the reference scorer approximates it: rows are aligned, then cells within a row. */

import { distance } from 'fastest-levenshtein';
import type { MarkdownTable, MarkdownTableRow } from './parse-markdown.js';

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

/** TEDS of two tables, 0…1. Rows are aligned within a band around the diagonal, so long tables stay affordable. */
function flatTeds(gold: MarkdownTable, output: MarkdownTable): number {
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

/** Tables per page beyond which they are compared by position. */
const MAX_TABLE_PAIRS = 900;

/**
 * Similarity of a page's tables: the best alignment that keeps their order, over the number of tables of the page with more.
 *
 * @returns 0…1, or null when neither has tables
 */
export function tableSimilarity(gold: readonly MarkdownTable[], output: readonly MarkdownTable[]): number | null {
  const [n, m] = [gold.length, output.length];
  if (n === 0 && m === 0) return null;
  if (n === 0 || m === 0) return 0;
  if (n * m > MAX_TABLE_PAIRS) {
    let sum = 0;
    for (let at = 0; at < Math.min(n, m); at++) sum += flatTeds(gold[at], output[at]);
    return sum / Math.max(n, m);
  }
  let before = new Array<number>(m + 1).fill(0);
  for (let i = 1; i <= n; i++) {
    const now = [0];
    for (let j = 1; j <= m; j++) {
      const skip = Math.max(before[j], now[j - 1]);
      const isFar = Math.abs(i - j) > Math.abs(n - m) + 3;
      now.push(isFar ? skip : Math.max(skip, before[j - 1] + flatTeds(gold[i - 1], output[j - 1])));
    }
    before = now;
  }
  return before[m] / Math.max(n, m);
}

/**
 * 1 − Levenshtein's distance / length of the longer text, in code points; 1 when both are empty. Memory is linear, time is
 * the product of the lengths (without common beginning and end) over 32.
 */
export function editSimilarity(a: string, b: string): number {
  if (a === b) return 1;
  const [left, right] = /[\ud800-\udfff]/.test(a + b) ? inOneUnit(a, b) : [a, b];
  const longer = Math.max(left.length, right.length);
  const shorter = Math.min(left.length, right.length);
  let start = 0;
  while (start < shorter && left.charCodeAt(start) === right.charCodeAt(start)) start++;
  let end = 0;
  while (end < shorter - start && left.charCodeAt(left.length - 1 - end) === right.charCodeAt(right.length - 1 - end))
    end++;
  return 1 - distance(left.slice(start, left.length - end), right.slice(start, right.length - end)) / longer;
}

/** The texts with each code point beyond U+FFFF as one unit that occurs in neither: only equality counts. */
function inOneUnit(a: string, b: string): readonly [string, string] {
  const used = new Set(a + b);
  const units = new Map<string, string>();
  // From the private use area upwards and around: a text holds far fewer than 65,536 different characters.
  let next = 0xe000;
  const unitOf = (pair: string): string => {
    let unit = units.get(pair);
    if (unit === undefined) {
      do unit = String.fromCharCode(next++ & 0xffff);
      while (used.has(unit));
      units.set(pair, unit);
    }
    return unit;
  };
  const replace = (text: string): string => text.replace(/[\ud800-\udbff][\udc00-\udfff]/g, unitOf);
  return [replace(a), replace(b)];
}
