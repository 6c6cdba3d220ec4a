/**
 * A bounded table of sightings by hash of text, in the order of the last sighting: how often, and when last.
 *
 * A row holds a hash of 53 bits instead of the text: 20 bytes when saved. Among n texts about n²/2⁵⁴ pairs share a hash (ten
 * thousand texts: one chance in a hundred million).
 */
import { HASH_SEED_HIGH, HASH_SEED_LOW, scramble, stepHigh, stepLow } from '../text/hash.js';

/** How often a text was seen, and when last, milliseconds since 1970. */
export interface Seen {
  readonly count: number;
  readonly at: number;
}

export interface SightingTable {
  /** By hash, the latest sighting last. */
  readonly rows: Map<number, Seen>;
  /** How many rows were dropped for room. */
  dropped: number;
}

/** Bytes a row takes when saved: hash and time as 64-bit floats, count as a 32-bit integer. */
export const ROW_BYTES = 20;
const MAX_COUNT = 0xffffffff;

/** The hash of a text: 53 bits, so that it is a whole number in a double. */
export function sightingHash(text: string): number {
  let high = HASH_SEED_HIGH;
  let low = HASH_SEED_LOW;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    high = stepHigh(high, unit);
    low = stepLow(low, unit);
  }
  return (scramble(high) >>> 11) * 2 ** 32 + scramble(low);
}

/** Counts a sighting and returns the number of sightings, this one included. Drops the oldest rows above `mostRows`. */
export function touch(table: SightingTable, hash: number, at: number, mostRows: number): number {
  const before = table.rows.get(hash);
  const count = Math.min(MAX_COUNT, (before?.count ?? 0) + 1);
  table.rows.delete(hash);
  table.rows.set(hash, { count, at: before === undefined ? at : Math.max(at, before.at) });
  dropOldest(table, mostRows);
  return count;
}

/** The union of two tables: counts added, the later time, in order of time. */
export function mergeTables(a: SightingTable, b: SightingTable, mostRows: number): SightingTable {
  const both = new Map(a.rows);
  for (const [hash, { count, at }] of b.rows) {
    const own = both.get(hash);
    both.set(
      hash,
      own === undefined ? { count, at } : { count: Math.min(MAX_COUNT, own.count + count), at: Math.max(own.at, at) },
    );
  }
  const rows = [...both].sort(([x, one], [y, other]) => one.at - other.at || x - y);
  const merged = { rows: new Map(rows), dropped: a.dropped + b.dropped };
  dropOldest(merged, mostRows);
  return merged;
}

/** Removes rows last seen before a time; they do not count as dropped for room. */
export function forgetBefore({ rows }: SightingTable, before: number): void {
  for (const [hash, { at }] of rows) if (at < before) rows.delete(hash);
}

/** Writes the rows in order and returns the offset behind them. */
export function writeRows(view: DataView, from: number, { rows }: SightingTable): number {
  let at = from;
  for (const [hash, seen] of rows) {
    view.setFloat64(at, hash, true);
    view.setFloat64(at + 8, seen.at, true);
    view.setUint32(at + 16, seen.count, true);
    at += ROW_BYTES;
  }
  return at;
}

/** Reads `count` rows. */
export function readRows(view: DataView, from: number, count: number): Map<number, Seen> {
  const rows = new Map<number, Seen>();
  for (let row = 0; row < count; row++) {
    const at = from + row * ROW_BYTES;
    rows.set(view.getFloat64(at, true), { at: view.getFloat64(at + 8, true), count: view.getUint32(at + 16, true) });
  }
  return rows;
}

function dropOldest(table: SightingTable, mostRows: number): void {
  for (const hash of table.rows.keys()) {
    if (table.rows.size <= mostRows) return;
    table.rows.delete(hash);
    table.dropped++;
  }
}
