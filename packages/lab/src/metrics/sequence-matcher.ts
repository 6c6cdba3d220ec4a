/**
 * The alignment of Python's `difflib.SequenceMatcher(None, a, b)`, block by block, over ids instead of strings.
 *
 * The algorithm is Ratcliff and Obershelp's: find the longest common run (ties: the earliest in a, then the earliest in b),
 * then repeat left and right of it. The result is not a longest common subsequence: on random pairs it has about two thirds
 * of the length.
 *
 * "Autojunk": when b has at least 200 elements, those that occur more than ⌊n/100⌋ + 1 times are popular and cannot seed a
 * run; a run found without them is extended on both sides over any equal elements. Where nothing seeds, Python's extension
 * still runs forward from the corner of the range, so equal popular elements exactly there match. CleanEval's published
 * figures depend on both.
 *
 * A stack replaces recursion. Work per element of a: the number of its unpopular occurrences in b's range.
 */
import { tokenPositions } from './tokens.js';

/** Length of b from which the popularity rule applies (Python's constant). */
const AUTOJUNK_FROM = 200;

/**
 * @param distinct ids run from 0 to distinct − 1
 * @returns triples (start in a, start in b, length), each length ≥ 1, in no particular order
 */
export function matchingBlocks(a: Int32Array, b: Int32Array, distinct: number): number[] {
  const { from, positions } = tokenPositions(b, distinct);
  const popularAbove = Math.floor(b.length / 100) + 1;
  const hasPopular = b.length >= AUTOJUNK_FROM;
  /** Length of the common run that ends at b[j − 1], valid where `stamps[j]` is the previous row. */
  const lengths = new Int32Array(b.length + 1);
  const stamps = new Float64Array(b.length + 1).fill(-1);
  let row = 0;

  const blocks: number[] = [];
  const ranges = [0, a.length, 0, b.length];
  while (ranges.length > 0) {
    const bTo = ranges.pop() ?? 0;
    const bFrom = ranges.pop() ?? 0;
    const aTo = ranges.pop() ?? 0;
    const aFrom = ranges.pop() ?? 0;

    let bestA = aFrom;
    let bestB = bFrom;
    let best = 0;
    let bestRow = -1;
    row++; // a gap, so that no run continues from the previous range
    for (let i = aFrom; i < aTo; i++) {
      row++;
      const first = from[a[i]];
      let at = from[a[i] + 1];
      if (hasPopular && at - first > popularAbove) continue;
      // Descending, so that the entry of j is still the previous row's when j + 1 reads it.
      while (--at >= first) {
        const j = positions[at];
        if (j >= bTo) continue;
        if (j < bFrom) break;
        const length = stamps[j] === row - 1 ? lengths[j] + 1 : 1;
        lengths[j + 1] = length;
        stamps[j + 1] = row;
        if (length > best || (length === best && bestRow === row)) {
          best = length;
          bestRow = row;
          bestA = i - length + 1;
          bestB = j - length + 1;
        }
      }
    }
    while (bestA > aFrom && bestB > bFrom && a[bestA - 1] === b[bestB - 1]) {
      bestA--;
      bestB--;
      best++;
    }
    while (bestA + best < aTo && bestB + best < bTo && a[bestA + best] === b[bestB + best]) best++;
    if (best === 0) continue;
    blocks.push(bestA, bestB, best);
    if (aFrom < bestA && bFrom < bestB) ranges.push(aFrom, bestA, bFrom, bestB);
    if (bestA + best < aTo && bestB + best < bTo) ranges.push(bestA + best, aTo, bestB + best, bTo);
  }
  return blocks;
}
