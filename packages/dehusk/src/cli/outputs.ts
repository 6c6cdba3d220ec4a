import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, realpathSync, type Stats, statSync } from 'node:fs';
import { appendFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { type Format, formatNamed, type KnownOfPage, type RecordPage } from '@dehusk/core';
import { counted, PAGE_EXTENSION, printableLines } from '@dehusk/node';
import { InputOutputError, isSystemError, UsageError } from './failures.js';

/** Where extracted pages go. */
export interface Outputs {
  /**
   * Chooses the file of a page, in the order of the pages and before a page is read.
   *
   * @param place path of the page below its input
   * @param changedAt when the page was changed, milliseconds since 1970; null: unknown
   * @returns the path of its output, or null when it is there already
   */
  reserve(place: string, changedAt: number | null): string | null;
  /** Writes one page. @param name for the reader @param place as reserved */
  write(name: string, place: string, text: string): Promise<void>;
  /** Records a page without text. @param printed its record in the format, or null when the format has none */
  fail(page: RecordPage, known: KnownOfPage, printed: string | null): Promise<void>;
  /** What was left out, for the summary; empty: nothing. */
  summary(): string;
}

/** Writes to standard output and waits until the reader takes it. */
export function print(text: string): Promise<void> {
  return new Promise((resolve, reject) => process.stdout.write(text, (error) => (error ? reject(error) : resolve())));
}

/** The version of the package. */
export function packageVersion(): string {
  const description = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(description) as { readonly version: string }).version;
}

/** Formats for people. */
export const READABLE = new Set(['text', 'markdown']);

/**
 * Writes all pages to standard output.
 *
 * @param named whether pages are separated by lines with their names, as `head` does
 * @param head what the output begins with; default nothing
 * @param isPainted whether texts are painted for a terminal; control characters of others are escaped there
 */
export function standardOutput(named: boolean, head = '', isPainted = false): Outputs {
  let first = true;
  const shown = process.stdout.isTTY && !isPainted ? printableLines : (text: string): string => text;
  const write = async (text: string, name: string | null): Promise<void> => {
    const above = name === null ? '' : `${first ? '' : '\n'}==> ${name} <==\n`;
    const begins = first ? head : '';
    first = false;
    await print(shown(begins + above + withLineEnd(text)));
  };
  return {
    reserve: (place) => place,
    write: (name, _place, text) => write(text, named ? name : null),
    fail: async (_page, _known, printed) => {
      if (printed !== null) await write(printed, null);
    },
    summary: () => '',
  };
}

/** Prints the names of the pages with text, and no text. */
export function addressOutput(): Outputs {
  const output = standardOutput(false);
  return { ...output, write: (name, place) => output.write(name, place, name), fail: async () => {} };
}

/** @throws InputOutputError for a file that is no list of failed pages */
async function removeFailures(path: string): Promise<void> {
  const [first] = existsSync(path) ? (await readFile(path, 'utf8')).split('\n', 1) : [''];
  const isOwn = first === '' || (first.startsWith('{') && first.includes('"reason":'));
  if (!isOwn) throw new InputOutputError(`${path} exists and is no list of failed pages; move it away`);
  await rm(path, { force: true });
}

/** The list of failed pages in an output folder. */
const FAILED = 'failed.jsonl';

/**
 * Writes one file per page below a folder, at the page's place: `news/a.html` becomes `news/a.txt`. Two pages of one run
 * never share a file (the second becomes `a-2.txt`), nor is one the folder of another. A page whose file exists is done, unless `overwrite`: a run that was
 * stopped continues. Files appear complete, by renaming. `failed.jsonl` has the records of the last run's pages that have no file.
 */
export function outputFolder(folder: string, format: Format, overwrite: boolean): Outputs {
  const taken = new Set([FAILED]);
  const folders = new Set<string>();
  const failures = join(folder, FAILED);
  let isFirst = true;
  let done = 0;
  let stale = 0;
  const writing = async (path: string, write: () => Promise<void>): Promise<void> => {
    try {
      if (isFirst) {
        await mkdir(folder, { recursive: true });
        await removeFailures(failures);
      }
      isFirst = false;
      await write();
    } catch (error) {
      // The calls on an open file name no path.
      throw isSystemError(error) ? Object.assign(error, { path: error.path ?? path }) : error;
    }
  };
  const statusOf = (path: string): Stats | undefined => statSync(join(folder, path), { throwIfNoEntry: false });
  const isFolder = (path: string): boolean => folders.has(path) || statusOf(path)?.isDirectory() === true;
  /** A path whose folders are no files: `a.txt/b` beside the output `a.txt` of the page `a` becomes `a.txt-2/b`. */
  const freeStem = (stem: string): string => {
    const [name, ...above] = stem.split(/[\\/]/).reverse();
    const path = above.reverse().reduce((parent, part) => {
      let own = join(parent, part);
      for (let again = 2; !folders.has(own) && (taken.has(own) || statusOf(own)?.isFile()); again++)
        own = join(parent, `${part}-${again}`);
      folders.add(own);
      return own;
    }, '');
    return join(path, name);
  };
  return {
    reserve(place, changedAt) {
      const stem = freeStem(place.replace(PAGE_EXTENSION, '') || 'page');
      let file = `${stem}.${format.extension}`;
      for (let again = 2; taken.has(file) || isFolder(file); again++) file = `${stem}-${again}.${format.extension}`;
      taken.add(file);
      const there = overwrite ? undefined : statusOf(file);
      if (there === undefined) return file;
      done++;
      if (changedAt !== null && changedAt > there.mtimeMs) stale++;
      return null;
    },
    write(_name, place, text) {
      const path = join(folder, place);
      return writing(path, async () => {
        await mkdir(dirname(path), { recursive: true });
        await writeFile(`${path}.partial`, `${format.head ?? ''}${withLineEnd(text)}`);
        await rename(`${path}.partial`, path);
      });
    },
    fail: (page, known) => writing(failures, () => appendFile(failures, formatNamed('jsonl').print(page, {}, known))),
    summary() {
      if (done === 0) return '';
      const changed = stale > 0 ? `, ${stale} of them older than their page` : '';
      return `earlier runs extracted ${counted(done, 'page')}${changed}; --overwrite extracts again\n`;
    },
  };
}

function withLineEnd(text: string): string {
  return text.endsWith('\n') ? text : `${text}\n`;
}

/** @throws UsageError when an output is the same file as an input: reading it and replacing it would lose it */
export function checkNoInput(outputs: readonly string[], inputs: readonly string[]): void {
  const fileOf = (path: string): string | null => {
    const found = statSync(path, { throwIfNoEntry: false, bigint: true });
    return found?.isFile() ? `${found.dev} ${found.ino}` : null;
  };
  const read = new Map(inputs.map((path) => [fileOf(path), path]));
  read.delete(null);
  for (const output of outputs) {
    const input = read.get(fileOf(output));
    if (input !== undefined) throw new UsageError(`the output ${output} is the input ${input}; name another output`);
  }
}

// One writer per output file: the rows of two would mix, and each would cut what the other writes when it continues.

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
