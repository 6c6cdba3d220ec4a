/** The pages of a folder and the folders in it. */
import { readdir, stat } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { type PageReader, placeFor } from './input.js';
import { fileFound } from './page-file.js';

/** File name endings of pages; each may be followed by `.gz`. */
const PAGE_EXTENSIONS: readonly string[] = ['html', 'htm', 'xhtml', 'xht', 'shtml'];

/** The file name ending of a page, or a dot at its end. */
export const PAGE_EXTENSION = new RegExp(`\\.(?:${PAGE_EXTENSIONS.join('|')})?(?:\\.gz)?$`, 'i');
const IS_PAGE = new RegExp(`\\.(?:${PAGE_EXTENSIONS.join('|')})(?:\\.gz)?$`, 'i');

/** Whether a file is a page by its name. */
export function isPageName(path: string): boolean {
  return IS_PAGE.test(path);
}

/**
 * The pages of a folder and the folders in it, in the order of their paths. Links to files are followed, links to folders
 * are not, so that a link to a parent folder does not loop. Names that begin with a dot are left out.
 *
 * @throws what the file system says when a folder cannot be read
 */
export async function* findPages(folder: string): AsyncGenerator<string> {
  const open = [{ path: folder, isFolder: true }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (!next.isFolder) {
      yield next.path;
      continue;
    }
    const inside: typeof open = [];
    for (const entry of await readdir(next.path, { withFileTypes: true })) {
      const isPage = (entry.isFile() || entry.isSymbolicLink()) && isPageName(entry.name);
      if (!entry.name.startsWith('.') && (isPage || entry.isDirectory()))
        inside.push({ path: join(next.path, entry.name), isFolder: entry.isDirectory() });
    }
    // The stack returns the last one first.
    open.push(...inside.sort((a, b) => (a.path < b.path ? 1 : -1)));
  }
}

export const folderReader: PageReader = {
  accepts: ({ stats }) => stats?.isDirectory() === true,
  async *find({ name, skip }, options) {
    let total = 0;
    for await (const _ of findPages(name)) total++;
    let number = 0;
    for await (const file of findPages(name)) {
      if (++number <= skip) continue;
      // A link that leads nowhere, or a file removed meanwhile, has no time: reading it says why.
      const changedAt = await stat(file).then(
        ({ mtimeMs }) => mtimeMs,
        () => null,
      );
      const id = relative(name, file);
      const place = placeFor(options, id, changedAt);
      const from = { input: name, name: file, id, place: place ?? '', number };
      if (place !== null) yield fileFound(from, changedAt, options, options.root ?? name, number / total);
    }
    if (number > 0) return;
    const detail = `${name} is a folder without pages (.html, .htm …, also .gz)`;
    const from = { input: name, name, id: name, place: basename(name), number: 1, line: 1, size: 0, changedAt: null };
    yield { ...from, kind: 'failed', reason: 'unreadable', detail };
  },
};
