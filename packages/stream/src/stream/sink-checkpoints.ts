/**
 * The checkpoints of sinks in the store, sealed: a checkpoint says how much of an output is kept, so that a flipped bit in it would cut
 * documents off.
 */
import { seal, unseal } from '@dehusk/html';
import { type Store, StoreError, uncheckedValue } from '../stores/store.js';
import { sinkCheckpointKey } from './state-keys.js';

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
