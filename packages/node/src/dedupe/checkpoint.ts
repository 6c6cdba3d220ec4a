/**
 * The state file of a run: what was learnt, the positions in input and output, and the settings. It is replaced in one step, so
 * it is complete and consistent whenever the program dies.
 */
import { open, readFile, rename, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { seal, unseal } from '@dehusk/html';
import type { DedupeSettings } from './deduplicator.js';
import { naming } from './line-files.js';

const MAGIC = 'DhDd';
const VERSION = 1;

/** Totals of a stream, over all runs that continued it. */
export interface DedupeCounts {
  records: number;
  /** Records written unchanged. */
  kept: number;
  /** Records written without some of their paragraphs. */
  trimmed: number;
  dropped: number;
  paragraphs: number;
  droppedParagraphs: number;
  /** Lines that are not a JSON object with the text field. */
  rejected: number;
}

export interface DedupeProgress {
  readonly settings: DedupeSettings;
  readonly field: string;
  readonly mark: boolean;
  readonly inputs: readonly string[];
  /** Index of the current input, and its uncompressed bytes processed. */
  readonly input: number;
  readonly offset: number;
  /** Path of the output, null for standard output; and its bytes written. */
  readonly output: string | null;
  readonly outputBytes: number;
  /** Digest of the last of these bytes; missing in states of earlier versions. */
  readonly outputDigest?: string;
  /** Every input was read to its end. */
  readonly finished: boolean;
  readonly counts: DedupeCounts;
}

interface DedupeCheckpoint {
  readonly progress: DedupeProgress;
  /** The deduplicator's bytes. */
  readonly learnt: Uint8Array;
}

/** Writes a checkpoint beside the state file, syncs it, then renames it to the state file. */
export async function saveCheckpoint(path: string, { progress, learnt }: DedupeCheckpoint): Promise<void> {
  const beside = `${path}.new`;
  const file = await open(beside, 'w');
  try {
    await naming(beside, async () => {
      await file.writeFile(seal(MAGIC, VERSION, progress, learnt));
      await file.sync();
    });
  } finally {
    await file.close();
  }
  await rename(beside, path);
  const folder = await open(dirname(path), 'r');
  // The new name must reach the disk, too; some file systems cannot sync a folder.
  await folder.sync().catch(() => {});
  await folder.close();
}

/**
 * Reads a checkpoint, or null when there is no such file.
 *
 * @throws RangeError when the file is something else, of another version, truncated or damaged
 */
export async function loadCheckpoint(path: string): Promise<DedupeCheckpoint | null> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (found === null) return null;
  const bytes = await readBytes(path, found.size);
  const { header, body } = unseal<DedupeProgress>(bytes, MAGIC, VERSION, 'a state of dehusk dedupe');
  // Earlier versions called Onion by the name "paragraph".
  const isOld = header.outputDigest === undefined && header.settings.mode === 'paragraph';
  const settings = isOld ? { ...header.settings, mode: 'onion' as const } : header.settings;
  return { progress: { ...header, settings }, learnt: body };
}

/** `readFile` refuses files beyond 2 GB. */
async function readBytes(path: string, size: number): Promise<Uint8Array> {
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
