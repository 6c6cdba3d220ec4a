/**
 * Finds the SimHashes near a SimHash by four bands of 16 bits: two hashes that differ in at most 3 bits share a band (Manku,
 * Jain and Das Sarma 2007). A compact index for one site's long blocks; `dedupe/simhash-index.ts` is for millions of hashes
 * and allocates a megabyte at once.
 */

import type { KeyedRows } from './keyed-rows.js';
import { bandOf, bitCount, NEAR_DISTANCE } from './simhash.js';

const BANDS = 4;

export class NearBlocks {
  readonly #rows: KeyedRows;
  /** Rows by band number and value. */
  readonly #buckets = new Map<number, number[]>();

  /** @param rows the hashes by row */
  constructor(rows: KeyedRows) {
    this.#rows = rows;
  }

  add(row: number): void {
    for (let band = 0; band < BANDS; band++) {
      const bucket = this.#bucketOf(row, band);
      const rows = this.#buckets.get(bucket);
      if (rows) rows.push(row);
      else this.#buckets.set(bucket, [row]);
    }
  }

  remove(row: number): void {
    for (let band = 0; band < BANDS; band++) {
      const bucket = this.#bucketOf(row, band);
      const rows = this.#buckets.get(bucket) ?? [];
      const at = rows.indexOf(row);
      if (rows.length === 1) this.#buckets.delete(bucket);
      else if (at >= 0) rows.splice(at, 1);
    }
  }

  /** The rows within 3 bits of a hash, the equal one included, each once, ascending. */
  near(high: number, low: number): number[] {
    const found = new Set<number>();
    for (let band = 0; band < BANDS; band++)
      for (const row of this.#buckets.get(bucketOf(band, high, low)) ?? [])
        if (bitCount(this.#rows.highOf(row) ^ high) + bitCount(this.#rows.lowOf(row) ^ low) <= NEAR_DISTANCE)
          found.add(row);
    return Array.from(found).sort((a, b) => a - b);
  }

  #bucketOf(row: number, band: number): number {
    return bucketOf(band, this.#rows.highOf(row), this.#rows.lowOf(row));
  }
}

function bucketOf(band: number, high: number, low: number): number {
  return band * 65_536 + bandOf(band, high, low);
}
