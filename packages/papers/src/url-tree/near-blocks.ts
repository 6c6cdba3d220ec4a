/**
 * Finds the SimHashes near a SimHash by four bands of 16 bits: two hashes that differ in at most 3 bits share a band (Manku,
 * Jain and Das Sarma 2007). A compact index for one site's long blocks; `onion/simhash-index.ts` is for millions of hashes
 * and allocates a megabyte at once.
 */

import { bandOf, bitCount, NEAR_DISTANCE } from '../onion/simhash.js';

const BANDS = 4;

/** Hashes by row. */
interface HashRows {
  highOf(row: number): number;
  lowOf(row: number): number;
}

export class NearBlocks {
  readonly #rows: HashRows;
  /** Rows by band number and value. */
  readonly #buckets = new Map<number, number[]>();

  constructor(rows: HashRows) {
    this.#rows = rows;
  }

  add(row: number): void {
    if (!isSimHash(this.#rows.highOf(row))) return;
    for (let band = 0; band < BANDS; band++) {
      const bucket = this.#bucketOf(row, band);
      const rows = this.#buckets.get(bucket);
      if (rows) rows.push(row);
      else this.#buckets.set(bucket, [row]);
    }
  }

  remove(row: number): void {
    if (!isSimHash(this.#rows.highOf(row))) return;
    for (let band = 0; band < BANDS; band++) {
      const bucket = this.#bucketOf(row, band);
      const rows = this.#buckets.get(bucket) ?? [];
      const at = rows.indexOf(row);
      if (rows.length === 1) this.#buckets.delete(bucket);
      else if (at >= 0) rows.splice(at, 1);
    }
  }

  /** The rows within 3 bits of a SimHash, the equal one included, each once, ascending; null for another hash. */
  near(high: number, low: number): number[] | null {
    if (!isSimHash(high)) return null;
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

/** Whether a hash of kind `similar` is a SimHash: a number near to others. */
function isSimHash(high: number): boolean {
  return (high & 1) === 1;
}
