/**
 * Stores finished pages, so that an interrupted run continues where it stopped and a second run only scores.
 *
 * One file of JSON lines per dataset and system, appended page by page: `<folder>/outputs/<dataset>/<system>-<key>.jsonl`.
 * The key covers the dataset's digest and everything the output depends on (code, options, package versions), so a changed
 * extractor starts a new file. A truncated line is dropped and its page is run again.
 */
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { System } from './system.js';
import type { PageOutput } from './worker-pool.js';

/** Default folder of stored outputs, in the current folder. */
export const CACHE_FOLDER = '.dehusk-lab';

/** Hex digits of a digest in file names. */
const DIGITS = 16;

/** The cache of one system's outputs on one dataset. Touches the disk only when read or added to. */
export function outputCache(
  folder: string,
  dataset: { readonly name: string; readonly sha256: string },
  system: System,
) {
  const path = join(
    folder,
    'outputs',
    `${fileName(dataset.name)}-${dataset.sha256.slice(0, DIGITS)}`,
    `${fileName(system.name)}-${system.key.slice(0, DIGITS)}.jsonl`,
  );
  return {
    /** The stored outputs by page id, without pages that timed out under a smaller limit than `pageLimit`. */
    read(pageLimit: number): Map<string, PageOutput> {
      const outputs = new Map<string, PageOutput>();
      if (!existsSync(path)) return outputs;
      for (const line of readFileSync(path, 'utf8').split('\n')) {
        const kept = parseLine(line);
        if (kept === null) continue;
        const { pageLimit: limitThen, ...output } = kept;
        if (output.reason === 'timeout' && limitThen < pageLimit) outputs.delete(output.id);
        else outputs.set(output.id, output);
      }
      return outputs;
    },
    add(output: PageOutput, pageLimit: number): void {
      mkdirSync(dirname(path), { recursive: true });
      // A line break first, so that a truncated last line stays separate.
      appendFileSync(path, `\n${JSON.stringify({ ...output, pageLimit })}`);
    },
  };
}

function parseLine(line: string): (PageOutput & { pageLimit: number }) | null {
  try {
    const read: unknown = JSON.parse(line);
    return typeof read === 'object' && read !== null && 'id' in read
      ? (read as PageOutput & { pageLimit: number })
      : null;
  } catch {
    return null;
  }
}

function fileName(name: string): string {
  return name.replace(/[^\p{L}\p{N}._-]+/gu, '-').slice(0, 80);
}
