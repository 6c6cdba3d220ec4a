/** One writer per output file: the rows of two would mix, and each would cut what the other writes when it continues. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { realpathSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { InputOutputError } from './failures.js';

/** Begins names that are no files and end with their process, however that ends. Other systems have none, and no lock. */
const NAMESPACES: Partial<Record<NodeJS.Platform, string>> = { linux: '\0dehusk-', win32: '\\\\.\\pipe\\dehusk-' };

/**
 * Runs work that writes files, each of which no other process of this machine may write meanwhile. Devices and pipes take any number
 * of writers.
 *
 * @throws InputOutputError for a file that another process writes
 */
export async function whileLocked<T>(paths: readonly string[], work: () => Promise<T>): Promise<T> {
  const [path, ...others] = paths;
  if (path === undefined) return work();
  const name = nameOf(path);
  if (name === null) return whileLocked(others, work);
  const lock = createServer((socket) => socket.destroy()).listen(name);
  try {
    await once(lock, 'listening');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw new InputOutputError(
      `${path} is being written by another process; one at a time may: wait for it, stop it, or name another file`,
    );
  }
  try {
    return await whileLocked(others, work);
  } finally {
    lock.close();
  }
}

/** The name of a file's lock, the same for every path that leads to it; null: there is none. */
function nameOf(path: string): string | null {
  const namespace = NAMESPACES[process.platform];
  const found = statSync(path, { throwIfNoEntry: false });
  if (namespace === undefined || found?.isFile() === false) return null;
  const folder = statSync(dirname(path), { throwIfNoEntry: false });
  // Where the folder is missing, the output cannot be written, which is said there.
  if (folder === undefined) return null;
  const real = found === undefined ? join(realpathSync(dirname(path)), basename(path)) : realpathSync(path);
  return namespace + createHash('sha256').update(real).digest('hex').slice(0, 32);
}
