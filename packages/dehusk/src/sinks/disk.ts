/** What sinks ask of the disk, and how they say that it refused. */
import { open } from 'node:fs/promises';
import { SinkError } from './sink.js';

const FULL: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of the disk is used up',
  EFBIG: 'the file may not grow any further (limit of the file system or of `ulimit -f`)',
};

/** An error of the file system as a {@link SinkError}; programmers' errors stay as they are in its cause. */
export function toSinkError(error: unknown, path: string): SinkError {
  if (error instanceof SinkError) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  const full = FULL[code ?? ''];
  if (full === undefined) return new SinkError(`${path} cannot be written: ${message ?? error}`, { cause: error });
  return new SinkError(`${path} cannot be written: ${full}; everything committed is safe: make room and start again`, {
    cause: error,
  });
}

/** Makes new names in a folder durable. Not every file system lets a folder be synced; those do it by themselves. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync().catch(() => {});
  } finally {
    await handle.close();
  }
}
