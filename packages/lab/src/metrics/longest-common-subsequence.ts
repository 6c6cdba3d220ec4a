/**
 * Length of the longest common subsequence of two lists of ids.
 *
 * Bit-parallel after Hyyrö (2004): a row of the dynamic programme is a bit string; the next row is
 * V ← (V + (V & M)) | (V & ~M), where M marks the positions of the row's token. The length is the number of zeros in the
 * last V.
 *
 * Departures, all for speed:
 * - bit strings are words of 30 bits, so that the sum of two and a carry is still a 31-bit integer;
 * - the row of a rare token touches only the words with a position of it or that a carry reaches; M of a frequent token is
 *   built once;
 * - common prefixes and suffixes are removed first.
 * Word tokens cost about as many steps as there are matching pairs, characters n·m/30. Memory n + m.
 */
import { tokenPositions } from './tokens.js';

/** @param distinct ids run from 0 to distinct − 1 @returns the length, at most the shorter list's */
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

/** Bits per word: the sum of two such words and a carry is still a 31-bit integer. */
const BITS = 30;
const ONES = (1 << BITS) - 1;
/** A token is frequent when it has a position in every fourth word of the row, on average. */
const FREQUENT = 0.25;

function bitParallel(a: Int32Array, b: Int32Array, distinct: number): number {
  const { from, positions } = tokenPositions(a, distinct);
  const words = Math.ceil(a.length / BITS);
  const row = new Int32Array(words).fill(ONES);
  const masks: (Int32Array | undefined)[] = [];
  for (const id of b) {
    const at = from[id];
    const last = from[id + 1];
    if (at === last) continue;
    if (last - at >= FREQUENT * words) frequentStep(row, (masks[id] ??= maskOf(positions, at, last, words)));
    else rareStep(row, positions, at, last);
  }
  let zeros = 0;
  for (let word = 0; word < words; word++) {
    const used = word === words - 1 ? ONES >>> (words * BITS - a.length) : ONES;
    zeros += onesIn(~row[word] & used);
  }
  return zeros;
}

function maskOf(positions: Int32Array, from: number, to: number, words: number): Int32Array {
  const mask = new Int32Array(words);
  for (let at = from; at < to; at++) mask[Math.floor(positions[at] / BITS)] |= 1 << (positions[at] % BITS);
  return mask;
}

function frequentStep(row: Int32Array, mask: Int32Array): void {
  let carry = 0;
  for (let word = 0; word < row.length; word++) {
    const old = row[word];
    const marks = mask[word];
    const sum = (old + (old & marks) + carry) | 0;
    carry = sum >>> BITS;
    row[word] = (sum | (old & ~marks)) & ONES;
  }
}

function rareStep(row: Int32Array, positions: Int32Array, from: number, to: number): void {
  let at = from;
  let carry = 0;
  let word = 0;
  while (at < to || carry !== 0) {
    if (carry === 0) word = Math.floor(positions[at] / BITS);
    if (word >= row.length) return;
    let marks = 0;
    const end = (word + 1) * BITS;
    for (; at < to && positions[at] < end; at++) marks |= 1 << (positions[at] - end + BITS);
    const old = row[word];
    const sum = (old + (old & marks) + carry) | 0;
    carry = sum >>> BITS;
    row[word] = (sum | (old & ~marks)) & ONES;
    word++;
  }
}

function onesIn(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return (((bits + (bits >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}
