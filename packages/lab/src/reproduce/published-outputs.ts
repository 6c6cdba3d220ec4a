/**
 * Reads `published-outputs.tar.xz` of the GoldMiner paper's data: what six systems printed, and the gold they were scored
 * on. File contents are kept as bytes (one character a byte), because the paper's metric never decodes.
 *
 * Unpacking is left to the system's `xz`; the archive inside is read here, so nothing is written to disk.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** File contents by name, by folder: `folders.get('outputs/bte')?.get('105.txt')`. */
export type Folders = ReadonlyMap<string, ReadonlyMap<string, string>>;

const BLOCK = 512;
/** Largest archive unpacked, in bytes; the published ones have 20 MB. */
const MAX_BYTES = 1 << 29;

/**
 * @throws Error when the file or `xz` is missing, or the archive is damaged, saying what is needed
 */
export function readPublishedOutputs(path: string): Folders {
  if (!existsSync(path)) throw new Error(`${path} is missing: it holds the outputs published with the GoldMiner paper`);
  const unpacked = spawnSync('xz', ['--decompress', '--stdout', path], { maxBuffer: MAX_BYTES });
  if (unpacked.error)
    throw new Error(`cannot run xz (${unpacked.error.message}): install xz-utils to read ${path}`, {
      cause: unpacked.error,
    });
  if (unpacked.status !== 0) throw new Error(`xz could not read ${path}: ${unpacked.stderr.toString().trim()}`);
  return foldersOfTar(unpacked.stdout, path);
}

function foldersOfTar(tar: Buffer, path: string): Folders {
  const folders = new Map<string, Map<string, string>>();
  for (let at = 0; at + BLOCK <= tar.length; ) {
    const name = fieldOf(tar, at, 100);
    if (name === '') break;
    const size = Number.parseInt(fieldOf(tar, at + 124, 12), 8);
    if (Number.isNaN(size)) throw new Error(`${path}: damaged archive, no size for "${name}" at byte ${at}`);
    const prefix = fieldOf(tar, at + 257, 5) === 'ustar' ? fieldOf(tar, at + 345, 155) : '';
    const isFile = tar[at + 156] === 0 || tar[at + 156] === 48;
    if (isFile) {
      const full = prefix === '' ? name : `${prefix}/${name}`;
      const slash = full.lastIndexOf('/');
      const folder = full.slice(0, Math.max(0, slash)).replace(/^\.\//, '');
      let files = folders.get(folder);
      if (!files) folders.set(folder, (files = new Map()));
      files.set(full.slice(slash + 1), tar.toString('latin1', at + BLOCK, at + BLOCK + size));
    }
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
  return folders;
}

/** A zero-terminated field of a header. */
function fieldOf(tar: Buffer, at: number, length: number): string {
  const end = tar.indexOf(0, at);
  return tar.toString('latin1', at, end < 0 ? at + length : Math.min(end, at + length)).trim();
}
