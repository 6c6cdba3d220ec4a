/**
 * Length of the longest common subsequence of two lists of ids.
 *
 * Bit-parallel after Hyyrö (2004): one row of the dynamic programme is a bit string, and a row follows from the last by
 * an addition, V ← (V + (V & M)) | (V & ~M), where M marks the positions of the row's token. The length is the number
 * of zeros in V at the end.
 *
 * One departure: only the 32-bit words that hold a position of the token, or that a carry reaches, are touched, since all
 * others stay as they are. Text repeats few words often, so a row costs about as many steps as its token has positions.
 * Common beginnings and ends are cut off first. Worst case n·m/32 steps, memory n + m.
 */
import { tokenPositions } from './tokens.js';

/**
 * @param distinct ids run from 0 to distinct − 1
 * @returns the length, at most the shorter list's
 */
export function longestCommonSubsequence(a: Int32Array, b: Int32Array, distinct: number): number {
  let from = 0;
  let aTo = a.length;
  let bTo = b.length;
  while (from < aTo && from < bTo && a[from] === b[from]) from++;
  while (aTo > from && bTo > from && a[aTo - 1] === b[bTo - 1]) {
    aTo--;
    bTo--;
  }
  const ends = from + (a.length - aTo);
  if (aTo === from || bTo === from) return ends;
  return ends + bitParallel(a.subarray(from, aTo), b.subarray(from, bTo), distinct);
}

const ALL_ONES = 0xffffffff;

function bitParallel(a: Int32Array, b: Int32Array, distinct: number): number {
  const { from, positions } = tokenPositions(a, distinct);
  const words = (a.length + 31) >>> 5;
  const row = new Uint32Array(words).fill(ALL_ONES);
  for (const id of b) {
    let at = from[id];
    const last = from[id + 1];
    let carry = 0;
    let word = 0;
    while (at < last || carry !== 0) {
      if (carry === 0) word = positions[at] >>> 5;
      if (word >= words) break;
      let marks = 0;
      while (at < last && positions[at] >>> 5 === word) marks |= 1 << (positions[at++] & 31);
      const old = row[word];
      const sum = old + ((old & marks) >>> 0) + carry;
      carry = sum > ALL_ONES ? 1 : 0;
      row[word] = (sum | (old & ~marks)) >>> 0;
      word++;
    }
  }
  let zeros = 0;
  for (let word = 0; word < words; word++) {
    const used = word === words - 1 && (a.length & 31) !== 0 ? (1 << (a.length & 31)) - 1 : -1;
    zeros += onesIn(~row[word] & used);
  }
  return zeros;
}

/** Number of set bits of a 32-bit word. */
function onesIn(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return (((bits + (bits >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}
