/**
 * One writer per state: a second one would overwrite models and checkpoints of the first between its commits.
 *
 * Observation: a file with a process id goes stale when its process is killed, and cannot be checked where ids repeat (every
 * container starts at 1). LMDB's reader table has what is needed: the operating system locks its file for as long as a process
 * has it open, and the first process to open it starts with an empty table. So the lock is a tiny LMDB database in the folder,
 * `writer/`, and the writer holds an entry in its reader table. The entry ends with the process, however that ends, also across
 * containers on one machine.
 */
import { existsSync, mkdirSync, realpathSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { open, type RootDatabase, type Transaction } from 'lmdb';
import { checkLmdbFile, createLmdbFiles, DATA, DamagedFile } from './lmdb-file.js';
import { StoreError } from './store.js';

export interface WriterLock {
  /** Releases the lock. */
  release(): Promise<void>;
}

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
export function takeWriterLock(folder: string): WriterLock {
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
    async release() {
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
export function repairWriterLock(folder: string): boolean {
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
