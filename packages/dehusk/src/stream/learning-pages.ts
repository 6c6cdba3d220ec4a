/** Pages of young sites, kept packed in the state until their unit has a pattern. */
import { gunzipSync, gzipSync } from 'node:zlib';
import type { LearningPage, SiteRecord } from './site-record.js';
import { learningKey } from './state-keys.js';
import type { WorkerState } from './worker-state.js';

export type KeptPage = LearningPage;

/** A page packed; text as UTF-8. */
export function packedPage(page: Uint8Array | string): Uint8Array {
  return gzipSync(page);
}

/** The pages kept of a unit, in the order they came, and the bytes kept of the whole site. */
export function learningOf(
  record: SiteRecord,
  unit: string,
): { readonly pages: readonly LearningPage[]; readonly bytes: number } {
  return {
    pages: record.learning.filter((page) => page.unit === unit),
    bytes: record.learning.reduce((sum, page) => sum + page.bytes, 0),
  };
}

/** Keeps a page; a later state of a page for an earlier one. */
export function keepPage(
  record: SiteRecord,
  state: WorkerState,
  site: string,
  page: LearningPage,
  packed: Uint8Array,
): void {
  record.learning = [...record.learning.filter(({ id }) => id !== page.id), page];
  state.set(learningKey(site, page.id), packed);
}

/** Takes a page out of the state; gives its content, or null when it is not there or not whole. */
export async function forgetPage(
  record: SiteRecord,
  state: WorkerState,
  site: string,
  page: LearningPage,
): Promise<Uint8Array | string | null> {
  const key = learningKey(site, page.id);
  const packed = await state.get(key);
  record.learning = record.learning.filter(({ id }) => id !== page.id);
  state.set(key, null);
  if (packed === undefined) return null;
  try {
    const bytes = gunzipSync(packed);
    return page.isText ? bytes.toString() : bytes;
  } catch {
    return null;
  }
}
