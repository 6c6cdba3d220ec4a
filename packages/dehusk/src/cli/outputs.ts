import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Renderer } from '@dehusk/core';
import { PAGE_EXTENSIONS } from '../inputs/folders.js';
import { InputOutputError } from './failures.js';

/** Where extracted pages go. */
export interface Outputs {
  /** Writes one page. `name` is what messages call it, `place` its path in a folder of outputs. */
  write(name: string, place: string, text: string): Promise<void>;
}

/** Writes to standard output and waits while the reader is busy. */
export function print(text: string): Promise<void> {
  return new Promise((resolve, reject) => process.stdout.write(text, (error) => (error ? reject(error) : resolve())));
}

/** Formats a person reads: several pages in a row get a line with their name in between, as `head` does it. */
const READABLE = new Set(['text', 'markdown']);

/** Everything one after the other on standard output. */
export function standardOutput(format: Renderer, several: boolean): Outputs {
  let first = true;
  return {
    async write(name, _place, text) {
      const head = several && READABLE.has(format.name) ? `${first ? '' : '\n'}==> ${name} <==\n` : '';
      first = false;
      await print(head + text + (text.endsWith('\n') ? '' : '\n'));
    },
  };
}

const PAGE_EXTENSION = new RegExp(`\\.(?:${PAGE_EXTENSIONS.join('|')})?(?:\\.gz)?$`, 'i');

/**
 * A file for each page below a folder, at the page's own place: `news/a.html` becomes `news/a.txt`. Two pages of one run
 * never share a file (the second becomes `a-2.txt`), and a file from before is only replaced when that is asked for.
 */
export function outputFolder(folder: string, format: Renderer, overwrite: boolean): Outputs {
  const taken = new Set<string>();
  return {
    async write(name, place, text) {
      const stem = place.replace(PAGE_EXTENSION, '') || 'page';
      let file = `${stem}.${format.extension}`;
      for (let again = 2; taken.has(file); again++) file = `${stem}-${again}.${format.extension}`;
      taken.add(file);
      const path = join(folder, file);
      try {
        await mkdir(dirname(path), { recursive: true });
        await writeFile(path, text.endsWith('\n') ? text : `${text}\n`, { flag: overwrite ? 'w' : 'wx' });
      } catch (error) {
        const exists = error instanceof Error && 'code' in error && error.code === 'EEXIST';
        throw new InputOutputError(
          exists
            ? `${name} would go to ${path}, which exists; --overwrite replaces it`
            : `${path} cannot be written: ${error instanceof Error ? error.message : error}`,
        );
      }
    },
  };
}
