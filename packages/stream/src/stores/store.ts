/**
 * Stores of learnt state: named byte values, and the position of each input when they were written.
 *
 * One file per engine; the table is `index.ts`. The contract, checked for every row by `contract.test.ts`:
 * - `commit` is atomic: after a crash at any moment a store holds the values and positions of exactly one commit;
 * - an acknowledged commit survives a kill of the process (and, for stores on disk, a power cut);
 * - `get` returns a copy: changing it changes nothing in the store.
 */
export interface Store {
  /** The value of a key, or undefined. @throws DamagedValue for one whose checksum is wrong */
  get(key: string): Promise<Uint8Array | undefined>;
  /**
   * Writes values and positions in one transaction; resolves when they are durable.
   *
   * @param changes values by key; null removes the key
   * @param positions how far inputs are read; those of other inputs stay as they are; default none
   * @throws RangeError for a key that is empty or too long (`MAX_KEY_BYTES`)
   */
  commit(changes: ReadonlyMap<string, Uint8Array | null>, positions?: readonly Position[]): Promise<void>;
  /** How far an input was read when it was last committed; undefined for an input never seen. */
  position(input: string): Promise<number | undefined>;
  /** How far every input was read, by name. */
  positions(): Promise<readonly Position[]>;
  /** The keys that begin with a prefix (default: all), in the order of their UTF-8 bytes. */
  keys(prefix?: string): Promise<string[]>;
  /** Closes the store. Closing twice is allowed. */
  close(): Promise<void>;
}

/** How far an input is read: the input by name, and a count of its pages or bytes, as its reader counts. */
export interface Position {
  readonly input: string;
  readonly at: number;
}

/** A store that cannot be opened or used; the message names the folder, got and expected. */
export class StoreError extends Error {}

/** A value that is not what was committed. */
export class DamagedValue extends StoreError {
  /** As they are stored. */
  readonly bytes: Uint8Array;

  constructor(message: string, bytes: Uint8Array) {
    super(message);
    this.bytes = bytes;
  }
}

/** The value of a key, damaged or not, for decoders that have a checksum and say what happens to a damaged value. */
export async function uncheckedValue(store: Pick<Store, 'get'>, key: string): Promise<Uint8Array | undefined> {
  try {
    return await store.get(key);
  } catch (error) {
    if (error instanceof DamagedValue) return error.bytes;
    throw error;
  }
}

/** Longest key in UTF-8 bytes: the lowest limit of any engine (LMDB with pages of 4 KiB: 1,978), rounded down. */
export const MAX_KEY_BYTES = 1_900;

/** @throws RangeError for a key that no store accepts */
export function checkKey(key: string): void {
  const bytes = Buffer.byteLength(key);
  if (bytes === 0 || bytes > MAX_KEY_BYTES)
    throw new RangeError(
      `a key got ${bytes} bytes, expected 1 to ${MAX_KEY_BYTES}: ${JSON.stringify(key.slice(0, 60))}`,
    );
  if (key.includes('\0')) throw new RangeError(`a key got a zero character, expected none: ${JSON.stringify(key)}`);
}
