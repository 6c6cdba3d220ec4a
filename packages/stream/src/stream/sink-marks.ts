/**
 * The marks of sinks in the store, sealed: a mark says how much of an output is kept, so that a flipped bit in it would cut
 * documents off.
 */
import { seal, unseal } from '@dehusk/html';
import { type Store, StoreError, uncheckedValue } from '../stores/store.js';
import { sinkMarkKey } from './state-keys.js';

const MAGIC = 'dhMk';
const VERSION = 1;

/** A mark as bytes for the store. */
export function sealMark(mark: Uint8Array): Uint8Array {
  return seal(MAGIC, VERSION, {}, mark);
}

/** @throws RangeError naming got and expected for other or damaged bytes */
export function unsealMark(bytes: Uint8Array): Uint8Array {
  return unseal(bytes, MAGIC, VERSION, 'the mark of an output').body;
}

/**
 * The mark of a sink's last committed flush; undefined before the first.
 *
 * @throws StoreError for a damaged one
 */
export async function readSinkMark(store: Pick<Store, 'get'>, name: string): Promise<Uint8Array | undefined> {
  const key = sinkMarkKey(name);
  const bytes = await uncheckedValue(store, key);
  try {
    return bytes === undefined ? undefined : unsealMark(bytes);
  } catch (error) {
    throw new StoreError(
      `the state "${key}" is damaged: ${(error as Error).message}; give the output another name and folder: it is written from here on`,
    );
  }
}
