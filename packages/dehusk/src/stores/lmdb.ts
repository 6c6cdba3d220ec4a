/**
 * A store in an LMDB folder: one memory-mapped B+ tree with copy-on-write pages, so a commit is atomic
 * and needs no repair after a crash. Several processes may read while one writes.
 *
 * A commit is acknowledged after `flushed`: its pages are on the disk, not only in the operating system's cache.
 * Overlapping syncs are off, so the newest meta page never refers to pages that are not on the disk yet.
 *
 * Three tables: `values`, `positions`, and `about`, which identifies the format and its version.
 */
import { closeSync, mkdirSync, openSync, readSync, statSync } from 'node:fs';
import { constants as osConstants } from 'node:os';
import { join } from 'node:path';
import { open, type RootDatabase } from 'lmdb';
import { checkKey, type Position, type Store, StoreError, type StoreKind } from './store.js';
import { takeWriterLock, type WriterLock } from './writer-lock.js';

/** The layout below; another number is refused. */
const VERSION = 1;
const FORMAT = 'dehusk state';
/** Tables of the folder. */
const TABLES = 3;
/** LMDB's own name for its data, inside the folder. */
const DATA = 'data.mdb';

/**
 * Opens the store in a folder.
 *
 * @param create open for writing: creates folder and store when missing, and excludes other writers
 * @throws StoreError when there is no store, the folder holds something else, or another process writes to it
 */
export function openLmdbStore(folder: string, create: boolean): Store {
  checkFolder(folder, create);
  const lock = create ? takeWriterLock(folder) : null;
  try {
    return openLocked(folder, lock);
  } catch (error) {
    void lock?.release();
    throw error;
  }
}

function openLocked(folder: string, lock: WriterLock | null): Store {
  const root = openRoot(folder);
  let closed: Promise<void> | null = null;
  // Reads open no transaction that a write could not outlive; the tables are opened once.
  const about = root.openDB<string>({ name: 'about', encoding: 'string' });
  const values = root.openDB<Uint8Array, string>({ name: 'values', encoding: 'binary' });
  const positions = root.openDB<number, string>({ name: 'positions', encoding: 'json' });
  const expected = `${FORMAT} ${VERSION}`;
  const got = about.get('format');
  if (got !== undefined && got !== expected) {
    void root.close();
    throw new StoreError(`${folder} is a state of another version: got "${got}", expected "${expected}"`);
  }
  if (got === undefined) about.putSync('format', expected);

  const live = (): void => {
    if (closed !== null) throw new StoreError(`the store in ${folder} was closed`);
  };
  return {
    async get(key) {
      live();
      const value = values.get(key);
      return value === undefined ? undefined : new Uint8Array(value);
    },
    async commit(changes, given: readonly Position[] = []) {
      live();
      for (const key of changes.keys()) checkKey(key);
      try {
        await root.transaction(() => {
          for (const [key, value] of changes) {
            if (value === null) values.remove(key);
            else values.put(key, value);
          }
          for (const { input, at } of given) positions.put(input, at);
        });
        await root.flushed;
      } catch (error) {
        throw await commitFailure(folder, error as CommitError);
      }
    },
    async position(input) {
      live();
      return positions.get(input);
    },
    async positions() {
      live();
      return [...positions.getRange({})].map(({ key, value }) => ({ input: key, at: value }));
    },
    async keys(prefix = '') {
      live();
      const found: string[] = [];
      for (const key of values.getKeys(prefix === '' ? {} : { start: prefix })) {
        if (!key.startsWith(prefix)) break;
        found.push(key);
      }
      return found;
    },
    close() {
      closed ??= root.close().then(() => lock?.release());
      return closed;
    },
  };
}

/** The error of a failed commit. LMDB's binding puts the system's error into a second promise. */
interface CommitError extends Error {
  readonly commitError?: Promise<never>;
}

/** System errors that mean there is no room. A partial write is reported as an input/output error. */
const NO_ROOM: ReadonlyMap<unknown, string> = new Map([
  [osConstants.errno.ENOSPC, 'the disk is full'],
  [osConstants.errno.EDQUOT, 'the quota of the disk is used up'],
  [osConstants.errno.EFBIG, 'the file may not grow any further (limit of the file system or of `ulimit -f`)'],
]);

async function commitFailure(folder: string, error: CommitError): Promise<StoreError> {
  const cause = await (error.commitError ?? Promise.resolve(error)).catch((one: unknown) => one as Error);
  const { message, code } = cause as Error & { readonly code?: unknown };
  const what = NO_ROOM.get(code) ?? `${message} (a full disk, a quota, or the disk itself)`;
  return new StoreError(
    `${folder} cannot be written: ${what}; everything committed is safe: make room and start again`,
    { cause },
  );
}

function checkFolder(folder: string, create: boolean): void {
  try {
    const stat = statSync(folder, { throwIfNoEntry: false });
    if (stat !== undefined && !stat.isDirectory())
      throw new StoreError(`${folder} is a file, expected a folder of state`);
    const size = statSync(join(folder, DATA), { throwIfNoEntry: false })?.size;
    if (size !== undefined) {
      checkLength(folder, size);
      return;
    }
    if (!create)
      throw new StoreError(
        stat === undefined ? `there is no folder ${folder}` : `${folder} holds no state: there is no ${DATA} in it`,
      );
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    if (error instanceof StoreError) throw error;
    throw new StoreError(`${folder} cannot be used: ${error instanceof Error ? error.message : error}`);
  }
}

/**
 * LMDB maps the file and trusts it: a truncated file would crash the process. So this first compares the file's size with the
 * number of pages in LMDB's two meta pages.
 */
function checkLength(folder: string, size: number): void {
  // A kill between creating and filling the file leaves it empty: a store without content.
  if (size === 0) return;
  const wrong = (got: string, expected: string): never => {
    throw new StoreError(`${join(folder, DATA)} is damaged or something else: got ${got}, expected ${expected}`);
  };
  const start = readStart(join(folder, DATA), META.end);
  if (start.length < META.end) wrong(`${size} bytes`, `at least ${META.end}`);
  if (start.readUInt32LE(META.magic) !== LMDB_MAGIC) wrong('other first bytes', 'those of LMDB');
  const pageSize = start.readUInt32LE(META.pageSize);
  const second = readStart(join(folder, DATA), pageSize + META.end).subarray(pageSize);
  const newest =
    second.length === META.end && second.readBigUInt64LE(META.transaction) > start.readBigUInt64LE(META.transaction)
      ? second
      : start;
  const least = (Number(newest.readBigUInt64LE(META.lastPage)) + 1) * pageSize;
  if (size < least) wrong(`${size} bytes`, `at least ${least}`);
}

/** Offsets in a meta page of LMDB (data version 2, little endian), in bytes. */
const META = { magic: 0x18, pageSize: 0x30, lastPage: 0x90, transaction: 0x98, end: 0xa0 } as const;
const LMDB_MAGIC = 0xbeefc0de;

function readStart(path: string, length: number): Buffer {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(length);
    return bytes.subarray(0, readSync(file, bytes, 0, length, 0));
  } finally {
    closeSync(file);
  }
}

function openRoot(folder: string): RootDatabase {
  try {
    return open({
      path: folder,
      noSubdir: false,
      maxDbs: TABLES,
      encoding: 'binary',
      overlappingSync: false,
      // We open every transaction ourselves. The binding's own, one per event turn, has a promise that nobody can reach:
      // on a full disk its unhandled rejection would end the process.
      eventTurnBatching: false,
    });
  } catch (error) {
    throw new StoreError(
      `${folder} cannot be opened as state: ${error instanceof Error ? error.message : error} (damaged, or something else)`,
    );
  }
}

export const lmdbStore: StoreKind = {
  name: 'lmdb',
  summary: 'A folder on disk (LMDB): commits outlive kills and power cuts; many readers beside one writer.',
  isDurable: true,
  open: async (folder, create) => openLmdbStore(folder, create),
};
