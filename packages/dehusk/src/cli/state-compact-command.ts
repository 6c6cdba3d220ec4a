/** `dehusk state compact STATE`: rewrites a state without data it no longer needs. */
import { rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import type { Store } from '../stores/store.js';
import { takeWriterLock } from '../stores/writer-lock.js';
import { decodeRecord } from '../stream/site-record.js';
import { learningKey, siteKey } from '../stream/state-keys.js';
import { type CommandEnd, InputOutputError } from './failures.js';
import { withState } from './site-state.js';

/** The one file of an LMDB state. */
const DATA = 'data.mdb';
/** Bytes written in one transaction. */
const COMMIT_BYTES = 32 * 1024 * 1024;
const MEGABYTE = 1024 * 1024;

/** Adds the command's arguments and options. */
export function describeStateCompact(command: Command, finish: (end: CommandEnd) => void): void {
  command
    .argument('<state>', 'a folder of state')
    .addHelpText(
      'after',
      `
No stream may use the state meanwhile. The new state replaces the old one when it is complete, so free disk space of the
same size is needed. Pages that no site waits for any more are dropped.

Example:
  dehusk state compact state/`,
    )
    .action(async (folder: string) => {
      await compact(folder);
      finish('all-extracted');
    });
}

async function compact(folder: string): Promise<void> {
  const fresh = `${folder.replace(/[/\\]+$/, '')}.compact`;
  if (await stat(fresh).catch(() => null))
    throw new InputOutputError(`${fresh} exists: another compaction is running, or one was interrupted; remove it`);
  const before = (await stat(join(folder, DATA)).catch(() => null))?.size ?? 0;
  const left = await withState(folder, false, (from) =>
    // Nobody may write to the old file until the new one has replaced it.
    withLock(folder, async () => {
      const copied = await withState(fresh, true, (to) => copy(from, to));
      // One step: a crash leaves the old state or the new one.
      await rename(join(fresh, DATA), join(folder, DATA));
      await rm(fresh, { recursive: true });
      return copied;
    }),
  );
  const after = (await stat(join(folder, DATA))).size;
  const megabytes = (bytes: number): string => (bytes / MEGABYTE).toFixed(1);
  process.stderr.write(
    `${folder}: ${megabytes(before)} MB before, ${megabytes(after)} MB now; ${left} values dropped\n`,
  );
}

async function withLock<T>(folder: string, run: () => Promise<T>): Promise<T> {
  const lock = takeWriterLock(folder);
  try {
    return await run();
  } finally {
    await lock.release();
  }
}

/** Copies everything except pages that no site waits for; returns their number. */
async function copy(from: Store, to: Store): Promise<number> {
  let changes = new Map<string, Uint8Array>();
  let bytes = 0;
  let left = 0;
  for (const key of await from.keys()) {
    const value = await from.get(key);
    if (value === undefined) continue;
    if (key.startsWith('learning/') && !(await isWaitedFor(from, key))) {
      left++;
      continue;
    }
    changes.set(key, value);
    bytes += value.length;
    if (bytes > COMMIT_BYTES) {
      await to.commit(changes);
      changes = new Map();
      bytes = 0;
    }
  }
  await to.commit(changes, await from.positions());
  return left;
}

/** Whether the record of a page's site names the page. An unreadable record keeps all its pages. */
async function isWaitedFor(store: Store, key: string): Promise<boolean> {
  const [, site] = key.split('/');
  const bytes = await store.get(siteKey(site));
  if (bytes === undefined) return false;
  try {
    return decodeRecord(bytes).learning.some(({ id }) => learningKey(site, id) === key);
  } catch {
    return true;
  }
}
