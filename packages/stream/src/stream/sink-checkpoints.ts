/**
 * The checkpoints of sinks in the store, sealed: a checkpoint says how much of an output is kept, so that a flipped bit in it would cut
 * documents off.
 */
import { seal, unseal } from '@dehusk/html';
import { type Store, StoreError, uncheckedValue } from '../stores/store.js';

const MAGIC = 'dhMk';
const VERSION = 1;

/** A checkpoint as bytes for the store. */
export function sealCheckpoint(checkpoint: Uint8Array): Uint8Array {
  return seal(MAGIC, VERSION, {}, checkpoint);
}

/** @throws RangeError naming got and expected for other or damaged bytes */
export function unsealCheckpoint(bytes: Uint8Array): Uint8Array {
  return unseal(bytes, MAGIC, VERSION, 'the checkpoint of an output').body;
}

/**
 * The checkpoint of a sink's last committed flush; undefined before the first.
 *
 * @throws StoreError for a damaged one
 */
export async function readSinkCheckpoint(store: Pick<Store, 'get'>, name: string): Promise<Uint8Array | undefined> {
  const key = sinkCheckpointKey(name);
  const bytes = await uncheckedValue(store, key);
  try {
    return bytes === undefined ? undefined : unsealCheckpoint(bytes);
  } catch (error) {
    throw new StoreError(
      `the state "${key}" is damaged: ${(error as Error).message}; give the output another name and folder: it is written from here on`,
    );
  }
}

// The stream's keys in the store, beside the learners' models (`site-models.ts`) and the sources' own.

/** The checkpoint of a sink's last committed flush, which the sink is opened with after a restart. */
export function sinkCheckpointKey(name: string): string {
  return `sink/${name}`;
}

/** A site's duplicate filter. */
export function duplicatesKey(site: string): string {
  return `duplicates/${site}`;
}

/** A site's record: revisions above the first, pages waiting for its pattern. */
export function siteKey(site: string): string {
  return `site/${site}`;
}

/** The addresses of a site, and the URL rules learnt from them. */
export function addressesKey(site: string): string {
  return `addresses/${site}`;
}

/** A page of a young site, packed, to be extracted again once the site's pattern is learnt. */
export function learningKey(site: string, id: string): string {
  return `learning/${site}/${id}`;
}

/** Positions of an ordered input finished beyond its position: a run after a crash skips them. */
export function aheadKey(input: string): string {
  return `ahead/${input}`;
}

/** Totals of all runs on a state. */
export const TOTALS_KEY = 'stream/totals';
