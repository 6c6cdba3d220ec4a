import { rowNamed } from '@dehusk/html';
import { lmdbStore } from './lmdb.js';
import { memoryStore } from './memory.js';
import type { StoreKind } from './store.js';

/** The shelf's table: every engine under its name. To add one: one file, one row. */
export const STORES: readonly StoreKind[] = [memoryStore, lmdbStore];

/**
 * The engine of a name.
 *
 * @throws RangeError naming what was got and every name there is
 */
export function storeNamed(name: string): StoreKind {
  return rowNamed('store', STORES, name);
}
