import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Renderer } from '@dehusk/core';
import { PAGE_EXTENSIONS } from '../inputs/folders.js';
import { InputOutputError } from './failures.js';

/** Where extracted pages go. */
export interface Outputs {
  /** Writes one page. `name` is for messages, `place` is its path in an output folder. */
  write(name: string, place: string, text: string): Promise<void>;
}

/** Writes to standard output and waits until the reader takes it. */
export function print(text: string): Promise<void> {
  return new Promise((resolve, reject) => process.stdout.write(text, (error) => (error ? reject(error) : resolve())));
}

/** Formats for people: several pages are separated by lines with their names, as `head` does. */
const READABLE = new Set(['text', 'markdown']);

/** Writes all pages to standard output. */
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
 * Writes one file per page below a folder, at the page's place: `news/a.html` becomes `news/a.txt`. Two pages of one run
 * never share a file (the second becomes `a-2.txt`), and existing files are replaced only with `overwrite`.
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
