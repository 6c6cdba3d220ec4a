/**
 * The state file of a run: what was learnt, how far the input was read and the output written, and the settings, in one file
 * replaced in one step, so that whenever the program dies the file is whole and its parts belong together.
 */
import { open, readFile, rename, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { seal, unseal } from '@dehusk/core/internal';
import type { DedupeSettings } from './deduplicator.js';

const MAGIC = 'DhDd';
const VERSION = 1;

/** What a run has counted since the beginning of its stream, over all the runs that continued it. */
export interface DedupeCounts {
  records: number;
  /** Records written whole. */
  kept: number;
  /** Records written without some of their paragraphs. */
  trimmed: number;
  dropped: number;
  paragraphs: number;
  droppedParagraphs: number;
  /** Lines that are no JSON object with the text field. */
  rejected: number;
}

export interface Progress {
  readonly settings: DedupeSettings;
  readonly field: string;
  readonly mark: boolean;
  readonly inputs: readonly string[];
  /** Which of the inputs is being read, and how many of its uncompressed bytes are done. */
  readonly input: number;
  readonly offset: number;
  /** Path of the output, null for standard output; and how many bytes of it are written. */
  readonly output: string | null;
  readonly outputBytes: number;
  /** True when every input was read to its end. */
  readonly finished: boolean;
  readonly counts: DedupeCounts;
}

export interface Checkpoint {
  readonly progress: Progress;
  /** The deduplicator's bytes. */
  readonly learnt: Uint8Array;
}

/** Writes a checkpoint beside the state file, forces it to the disk, then puts it in the state file's place. */
export async function saveCheckpoint(path: string, { progress, learnt }: Checkpoint): Promise<void> {
  const beside = `${path}.new`;
  const file = await open(beside, 'w');
  try {
    await file.writeFile(seal(MAGIC, VERSION, progress, learnt));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(beside, path);
  const folder = await open(dirname(path), 'r');
  // The new name too has to reach the disk; not every file system lets a folder be synced.
  await folder.sync().catch(() => {});
  await folder.close();
}

/**
 * Reads a checkpoint, or null when there is no such file.
 *
 * @throws RangeError with got and expected when the file is something else, of another version, cut or damaged
 */
export async function loadCheckpoint(path: string): Promise<Checkpoint | null> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (found === null) return null;
  const { header, body } = unseal<Progress>(
    await readWhole(path, found.size),
    MAGIC,
    VERSION,
    'a state of dehusk dedupe',
  );
  return { progress: header, learnt: body };
}

/** `readFile` refuses files beyond 2 GB. */
async function readWhole(path: string, size: number): Promise<Uint8Array> {
  if (size < 0x7fffffff) return readFile(path);
  const bytes = new Uint8Array(size);
  const file = await open(path, 'r');
  try {
    for (let at = 0; at < size; ) {
      const { bytesRead } = await file.read(bytes, at, Math.min(size - at, 0x40000000), at);
      if (bytesRead === 0) break;
      at += bytesRead;
    }
  } finally {
    await file.close();
  }
  return bytes;
}
