/**
 * A store in an LMDB folder: one memory-mapped B+ tree with copy-on-write pages, so a commit is atomic
 * and needs no repair after a crash. Several processes may read while one writes.
 *
 * A commit is acknowledged after `flushed`: its pages are on the disk, not only in the operating system's cache.
 * Overlapping syncs are off, so the newest meta page never refers to pages that are not on the disk yet.
 *
 * Three tables: `values`, `positions`, and `about`, which identifies the format and its version. LMDB has no checksums, so every
 * value and position begins with one.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, realpathSync, rmSync, statSync } from 'node:fs';
import { hostname, constants as osConstants } from 'node:os';
import { join } from 'node:path';
import { open, type RootDatabase, type Transaction } from 'lmdb';
import { checkLmdbFile, createLmdbFiles, DATA, DamagedFile, repairLmdbFile } from './lmdb-file.js';
import { checkKey, DamagedValue, type Position, type Store, StoreError } from './store.js';

/** The layout below; another number is refused. */
const VERSION = 3;
const FORMAT = 'dehusk state';
/** Tables of the folder. */
const TABLES = 3;

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
    if (create) createLmdbFiles(folder);
    return openLocked(folder, lock);
  } catch (error) {
    void lock?.release();
    throw error instanceof StoreError ? error : cannotWrite(folder, error as Error);
  }
}

function openLocked(folder: string, lock: WriterLock | null): Store {
  const root = openRoot(folder);
  let closed: Promise<void> | null = null;
  // Reads open no transaction that a write could not outlive; the tables are opened once.
  const about = root.openDB<string>({ name: 'about', encoding: 'string' });
  const values = root.openDB<Uint8Array, string>({ name: 'values', encoding: 'binary' });
  const positions = root.openDB<Uint8Array, string>({ name: 'positions', encoding: 'binary' });
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
      return value === undefined ? undefined : readValue(folder, key, value);
    },
    async commit(changes, given: readonly Position[] = []) {
      live();
      for (const key of changes.keys()) checkKey(key);
      try {
        await root.transaction(() => {
          for (const [key, value] of changes) {
            if (value === null) values.remove(key);
            else values.put(key, withDigest(key, value));
          }
          for (const { input, at } of given)
            positions.put(input, withDigest(input, Buffer.from(JSON.stringify({ input, at }))));
        });
        await root.flushed;
      } catch (error) {
        // LMDB's binding puts the system's error into a second promise.
        const { commitError = Promise.reject(error) } = error as { readonly commitError?: Promise<never> };
        throw cannotWrite(folder, await commitError.catch((one: Error) => one));
      }
    },
    async position(input) {
      live();
      const bytes = positions.get(input);
      if (bytes !== undefined) return readPosition(folder, input, bytes);
      // A name with a flipped bit is not found.
      await this.positions();
      return undefined;
    },
    async positions() {
      live();
      return [...positions.getRange({})].map(({ key, value }) => ({
        input: key,
        at: readPosition(folder, key, value),
      }));
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

/** Bytes of a checksum. */
const DIGEST_BYTES = 8;

/** The first bytes of the digest of key and value: a value that a damaged tree shows under another key is damaged, too. */
function digestOf(key: string, value: Uint8Array): Buffer {
  return createHash('sha256').update(key).update('\0').update(value).digest().subarray(0, DIGEST_BYTES);
}

function withDigest(key: string, value: Uint8Array): Buffer {
  return Buffer.concat([digestOf(key, value), value]);
}

/** The value behind a digest, in new bytes. @throws what `damaged` makes of a value whose digest is another */
function withoutDigest(key: string, stored: Uint8Array, damaged: (value: Uint8Array) => StoreError): Uint8Array {
  const value = new Uint8Array(stored.subarray(DIGEST_BYTES));
  if (!digestOf(key, value).equals(stored.subarray(0, DIGEST_BYTES))) throw damaged(value);
  return value;
}

/** @throws DamagedValue */
function readValue(folder: string, key: string, stored: Uint8Array): Uint8Array {
  return withoutDigest(
    key,
    stored,
    (value) =>
      new DamagedValue(
        `the state "${key}" in ${folder} is damaged: its checksum is wrong (dehusk state verify lists all damaged values)`,
        value,
      ),
  );
}

/** With a flipped bit in a position, a run would skip pages. @throws StoreError for a damaged one */
function readPosition(folder: string, input: string, stored: Uint8Array): number {
  const position = withoutDigest(
    input,
    stored,
    () =>
      new StoreError(
        `${folder}: the position of the input ${input} is damaged: its checksum is wrong; restore a copy of the state, or a file of dehusk state export`,
      ),
  );
  return (JSON.parse(Buffer.from(position).toString()) as Position).at;
}

/** System errors that mean there is no room. A partial write is reported as an input/output error. */
const NO_ROOM: ReadonlyMap<unknown, string> = new Map([
  [osConstants.errno.ENOSPC, 'the disk is full'],
  [osConstants.errno.EDQUOT, 'the quota of the disk is used up'],
  [osConstants.errno.EFBIG, 'the file may not grow any further (limit of the file system or of `ulimit -f`)'],
]);

function cannotWrite(folder: string, cause: Error & { readonly code?: unknown; readonly errno?: unknown }): StoreError {
  const what =
    NO_ROOM.get(cause.code) ??
    NO_ROOM.get(-Number(cause.errno)) ??
    `${cause.message} (a full disk, a quota, or the disk itself)`;
  return new StoreError(
    `${folder} cannot be written: ${what}; everything committed is safe: make room and start again`,
    { cause },
  );
}

function checkFolder(folder: string, create: boolean, maxPages = CHECKED_PAGES): void {
  try {
    const stat = statSync(folder, { throwIfNoEntry: false });
    if (stat !== undefined && !stat.isDirectory())
      throw new StoreError(`${folder} is a file, expected a folder of state`);
    const data = join(folder, DATA);
    if (existsSync(data)) {
      checkData(data, maxPages);
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

/** Pages of the file that are checked before it is opened (16 MB): all of most states, in some hundredths of a second. */
const CHECKED_PAGES = 4_096;

/** Checks a data file. @throws StoreError for a damaged one */
function checkData(path: string, maxPages: number): void {
  try {
    checkLmdbFile(path, maxPages);
  } catch (error) {
    if (!(error instanceof DamagedFile)) throw error;
    throw new StoreError(
      `${path} is damaged or something else: ${error.message} (dehusk state repair goes back to the commit before)`,
    );
  }
}

/**
 * Reads every page of a state without LMDB, which would end the process at a damaged one.
 *
 * @throws StoreError for a damaged or missing one
 */
export function checkLmdbStore(folder: string): void {
  checkFolder(folder, false, Number.POSITIVE_INFINITY);
}

/**
 * Gives up the last commit of a state if it is damaged, for the one before it; makes a damaged lock again.
 *
 * @returns what was done, in words; empty: nothing was damaged
 * @throws StoreError when no commit is intact, the folder holds no state, or another process writes to it
 */
export async function repairLmdbStore(folder: string): Promise<string[]> {
  const path = join(folder, DATA);
  if (!existsSync(path)) throw new StoreError(`${folder} holds no state: there is no ${DATA} in it`);
  const done: string[] = [];
  if (repairWriterLock(folder)) done.push('the lock of the writer was damaged and was made again');
  const lock = takeWriterLock(folder);
  try {
    if (repairLmdbFile(path)) done.push('the last commit was damaged; the state is that of the commit before');
  } catch (error) {
    if (!(error instanceof DamagedFile)) throw error;
    throw new StoreError(
      `${path} cannot be repaired: ${error.message}; restore a copy or a file of dehusk state export`,
    );
  } finally {
    await lock.release();
  }
  return done;
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

// One writer per state: a second one would overwrite models and checkpoints of the first between its commits.
//
// Observation: a file with a process id goes stale when its process is killed, and cannot be checked where ids repeat (every
// container starts at 1). LMDB's reader table has what is needed: the operating system locks its file for as long as a process
// has it open, and the first process to open it starts with an empty table. So the lock is a tiny LMDB database in the folder,
// `writer/`, and the writer holds an entry in its reader table. The entry ends with the process, however that ends, also across
// containers on one machine.

type WriterLock = ReturnType<typeof takeWriterLock>;

/** The process that writes, for error messages. */
interface Owner {
  readonly pid: number;
  readonly host: string;
  /** ISO 8601. */
  readonly since: string;
}

/** The lock's folder inside that of the state. */
const FOLDER = 'writer';
const OWNER = 'owner';
/** Size of the lock's file in bytes: a few pages of any size. */
const MAP_BYTES = 1024 * 1024;
/** LMDB's text for an empty reader table. */
const NOBODY = '(no active readers)';

/**
 * Folders this process writes to: the operating system's lock does not exclude the same process. Each with its entry, which would
 * end if it were garbage-collected, as that of a store that is held but no longer referred to.
 */
const own = new Map<string, Transaction>();

/**
 * Takes the lock of a folder, at once or not at all.
 *
 * @param folder a folder of state; it exists
 * @throws StoreError naming the folder and the process that writes to it
 */
function takeWriterLock(folder: string) {
  const place = realpathSync(folder);
  if (own.has(place)) throw refusal(folder, 'this process itself');
  const table = openTable(folder, join(place, FOLDER));
  try {
    table.readerCheck();
    // A write transaction orders two processes that come at once. It also reads the owner: of two processes with the same id,
    // in two containers, the second would get no place in the reader table to read from.
    const taken = table.transactionSync(() => {
      if (table.readerList().trim() !== NOBODY) return { seat: null, owner: table.get(OWNER) };
      const mine = table.useReadTransaction();
      table.get(OWNER, { transaction: mine });
      table.put(OWNER, { pid: process.pid, host: hostname(), since: new Date().toISOString() });
      return { seat: mine, owner: undefined };
    });
    if (taken.seat === null) throw refusal(folder, spoken(taken.owner));
    own.set(place, taken.seat);
  } catch (error) {
    void table.close();
    throw error instanceof StoreError ? error : notLocked(folder, error as Error);
  }
  return {
    async release(): Promise<void> {
      own.get(place)?.done();
      await table.close();
      own.delete(place);
    },
  };
}

/** @throws StoreError when the folder of the lock cannot be written, or its file is damaged */
function openTable(folder: string, path: string): RootDatabase<Owner, string> {
  try {
    if (!existsSync(path)) mkdirSync(path, { recursive: true });
    if (existsSync(join(path, DATA))) checkLmdbFile(join(path, DATA), Number.POSITIVE_INFINITY);
    createLmdbFiles(path);
    return open<Owner, string>({ path, noSubdir: false, encoding: 'json', mapSize: MAP_BYTES });
  } catch (error) {
    throw notLocked(folder, error as Error);
  }
}

function notLocked(folder: string, error: Error): StoreError {
  const advice =
    error instanceof DamagedFile
      ? 'dehusk state repair makes it again'
      : 'check the owner and mode of the folder, and whether the disk is full';
  return new StoreError(
    `${folder} cannot be locked for writing: ${join(folder, FOLDER, DATA)}: ${error.message} (${advice})`,
  );
}

/**
 * Removes a damaged lock of a folder, which the next writer makes again. Only the name of the owner is in it.
 *
 * @returns whether it was damaged
 */
function repairWriterLock(folder: string): boolean {
  const path = join(folder, FOLDER);
  try {
    if (existsSync(join(path, DATA))) checkLmdbFile(join(path, DATA), Number.POSITIVE_INFINITY);
    return false;
  } catch (error) {
    if (!(error instanceof DamagedFile)) throw error;
    rmSync(path, { recursive: true });
    return true;
  }
}

function spoken(owner: Owner | undefined): string {
  return owner === undefined ? 'another process' : `process ${owner.pid} on ${owner.host}, since ${owner.since}`;
}

function refusal(folder: string, who: string): StoreError {
  return new StoreError(
    `${folder} is being written to by ${who}; one at a time may: stop that one, or use another folder`,
  );
}
