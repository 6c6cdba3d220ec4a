import type { BlockFacts } from './facts.js';

/** A group of feature columns. `features.ts` combines the parts; the order of names is part of a trained model. */
export interface FeaturePart {
  /** Column names, unique over all parts. */
  readonly names: readonly string[];
  /** Prepares the writing of the part's columns for the blocks of a page. */
  writer(facts: BlockFacts): RowWriter;
}

/**
 * Writes columns of the rows [from, to): column c of row r goes to `out[offset + (r − from) * stride + c]`. Called for all rows, in
 * order.
 */
export type RowWriter = (from: number, to: number, out: Float32Array, stride: number, offset: number) => void;

/** The value of a column that does not apply (no such ancestor, no such neighbour). */
export const ABSENT = -1;

const TABLED = 4096;
const TABLE = Float64Array.from({ length: TABLED }, (_, count) => Math.log1p(count));

/** `Math.log1p`, bit for bit, of a number that is not −0. Nearly all counts are small integers: a table is ten times as fast. */
export function log1p(value: number): number {
  const whole = value | 0;
  return whole === value && whole >= 0 && whole < TABLED ? TABLE[whole] : Math.log1p(value);
}
