import type { BlockFacts } from './facts.js';

/** A group of feature columns. `features.ts` puts the parts side by side; the order of names is part of a trained model. */
export interface FeaturePart {
  /** Column names, unique over all parts. */
  readonly names: readonly string[];
  /** Writes the part's columns for every block: column c of block b goes to `out[b * stride + offset + c]`. */
  fill(facts: BlockFacts, out: Float32Array, stride: number, offset: number): void;
}

/** What stands in a column where the question makes no sense (no such ancestor, no such neighbour). */
export const ABSENT = -1;
