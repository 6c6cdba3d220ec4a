import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** File name endings of pages; each may be followed by `.gz`. */
export const PAGE_EXTENSIONS: readonly string[] = ['html', 'htm', 'xhtml', 'xht', 'shtml'];

const IS_PAGE = new RegExp(`\\.(?:${PAGE_EXTENSIONS.join('|')})(?:\\.gz)?$`, 'i');

/**
 * The pages of a folder and the folders in it, in the order of their paths. Links to files are followed, links to folders
 * are not, so that a link to a folder above does not go round for ever. Names that begin with a dot are left out.
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
      const isPage = (entry.isFile() || entry.isSymbolicLink()) && IS_PAGE.test(entry.name);
      if (!entry.name.startsWith('.') && (isPage || entry.isDirectory()))
        inside.push({ path: join(next.path, entry.name), isFolder: entry.isDirectory() });
    }
    // The stack gives the last first.
    open.push(...inside.sort((a, b) => (a.path < b.path ? 1 : -1)));
  }
}
