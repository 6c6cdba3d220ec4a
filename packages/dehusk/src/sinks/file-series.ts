/**
 * What every sink on disk stands on: a series of files written one after the other, of which marks tell how far it is good.
 *
 * One file is being written. A flush that finds it large or old enough finishes it: the mark says so, and when that mark is
 * committed the file gets its final name, in one step. Until then what comes next goes to a file of its own, so a final
 * name never stands on anything uncommitted and a finished file is never touched again. Opened with a mark, the series
 * cuts the file being written back to the mark's length, takes away what came after it, and finishes what the mark finishes.
 */
import { mkdir, open, readdir, rename, stat, truncate, unlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { syncFolder, toSinkError } from './disk.js';
import { SinkError } from './sink.js';

/** What the files of a series are called, by number, from 1; all of them without folder. */
export interface SeriesNames {
  /** The file being written: one name for all, or one a number. */
  current(number: number): string;
  /** Where the file after a finished one is begun, until the finished one has its final name. */
  next(number: number): string;
  /** The final name. */
  finished(number: number): string;
}

export interface SeriesOptions {
  readonly folder: string;
  readonly names: SeriesNames;
  /** A file is finished by the first flush at which it has this many bytes… */
  readonly maxBytes: number;
  /** …or was begun this many milliseconds ago. */
  readonly maxMilliseconds: number;
  /** Whether the last flush of a run finishes the file too. */
  readonly finishesAtEnd: boolean;
  /** Whether a flush forces bytes to the disk; else they outlive the process but not a power cut. */
  readonly toDisk: boolean;
  /** First bytes of every file; default none. */
  readonly header?: (number: number) => Uint8Array;
  /** Makes the finished file of the written one, which is gone afterwards; default: renames it. Done again after a crash. */
  readonly finish?: (written: string, finished: string) => Promise<void>;
  /** Now, milliseconds since 1970; tests give their own. */
  readonly now?: () => number;
}

export interface FileSeries {
  /** Adds bytes; calls take effect in the order they are made. Resolves when they are written. */
  append(bytes: () => Uint8Array | Promise<Uint8Array>): Promise<void>;
  /** As `flush` of a sink. */
  flush(isLast?: boolean): Promise<Uint8Array>;
  /** As `committed` of a sink. */
  committed(): Promise<void>;
  close(): Promise<void>;
  /** Number of the file being written, for what is to be unique in a file. */
  readonly number: number;
}

/** How far a series is good. */
interface Mark {
  readonly version: typeof VERSION;
  /** The file's final name: other options make other files. */
  readonly name: string;
  readonly number: number;
  readonly bytes: number;
  /** When the file was begun, milliseconds since 1970. */
  readonly since: number;
  readonly isFinished: boolean;
}
const VERSION = 1;

/**
 * Opens a series and brings its files to the mark.
 *
 * @param mark what `flush` gave, or undefined for a new series, whose place must hold nothing of it
 * @throws SinkError when the files do not fit the mark, or cannot be written
 */
export async function openFileSeries(options: SeriesOptions, mark: Uint8Array | undefined): Promise<FileSeries> {
  const { folder, names } = options;
  const now = options.now ?? Date.now;
  const finish = options.finish ?? rename;
  const path = (name: string): string => join(folder, name);
  await guarded(folder, () => mkdir(folder, { recursive: true }));
  const start = mark === undefined ? null : readMark(mark, options);
  if (start === null) await expectNothing(options);
  else await guarded(folder, () => takeBack(start, options));

  let number = start === null ? 1 : start.isFinished ? start.number + 1 : start.number;
  let bytes = start === null || start.isFinished ? 0 : start.bytes;
  let since = start === null || start.isFinished ? now() : start.since;
  let place = names.current(number);
  let file = bytes > 0 ? await guarded(path(place), () => open(path(place), 'r+')) : null;
  let finishing: number | null = null;
  let awaitsCommit = false;
  let isNewName = false;
  let broken: SinkError | null = null;
  let order: Promise<unknown> = Promise.resolve();

  /** One after the other; after a failure nothing more is done. */
  const inOrder = <T>(work: () => Promise<T>): Promise<T> => {
    const done = order.then(async () => {
      if (broken) throw broken;
      try {
        return await work();
      } catch (error) {
        broken = toSinkError(error, path(place));
        throw broken;
      }
    });
    order = done.catch(() => {});
    return done;
  };
  const put = async (all: Uint8Array): Promise<void> => {
    if (file === null) {
      file = await open(path(place), 'w');
      since = now();
      isNewName = true;
      if (options.header) await put(options.header(number));
    }
    for (let at = 0; at < all.length; ) {
      const { bytesWritten } = await file.write(all, at, all.length - at, bytes);
      at += bytesWritten;
      bytes += bytesWritten;
    }
  };
  return {
    get number() {
      return number;
    },
    append: (make) => inOrder(async () => put(await make())),
    flush: (isLast = false) =>
      inOrder(async () => {
        if (awaitsCommit) throw new Error(`${path(place)}: flush was called before committed()`);
        awaitsCommit = true;
        if (options.toDisk) {
          await file?.sync();
          if (isNewName) await syncFolder(folder);
          isNewName = false;
        }
        const isFinished =
          bytes > 0 &&
          (bytes >= options.maxBytes || now() - since >= options.maxMilliseconds || (isLast && options.finishesAtEnd));
        const made: Mark = { version: VERSION, name: names.finished(number), number, bytes, since, isFinished };
        if (isFinished) {
          await file?.close();
          file = null;
          finishing = number++;
          bytes = 0;
          place = names.next(number);
        }
        return Buffer.from(JSON.stringify(made));
      }),
    committed: () =>
      inOrder(async () => {
        awaitsCommit = false;
        if (finishing === null) return;
        await finish(path(names.current(finishing)), path(names.finished(finishing)));
        finishing = null;
        const current = names.current(number);
        if (file !== null && current !== place) await rename(path(place), path(current));
        place = current;
        if (options.toDisk) await syncFolder(folder);
      }),
    async close() {
      await order;
      await file?.close().catch(() => {});
      file = null;
      broken ??= new SinkError(`${path(place)} was closed`);
    },
  };
}

async function takeBack(mark: Mark, options: SeriesOptions): Promise<void> {
  const { folder, names, finish = rename } = options;
  const path = (name: string): string => join(folder, name);
  const { number } = mark;
  const current = path(names.current(number));
  const finished = path(names.finished(number));
  // With one name for all files the current one may already be the next; with a name a number it is gone when it is done.
  const isOneName = names.current(number) === names.current(number + 1);
  const isThere = await sizeOf(current);
  const isDone = isOneName ? (await sizeOf(finished)) !== null : isThere === null;
  const later = await lastFinished(options);
  if (later > number || (isDone && !mark.isFinished && later === number))
    throw new SinkError(
      `${folder} is ahead of the state: got ${names.finished(later)} finished, expected ${basename(current)} with ${mark.bytes} bytes being written (an older state was put back?)`,
    );
  if (!(isDone && mark.isFinished)) {
    if ((isThere ?? 0) < mark.bytes)
      throw new SinkError(
        `${current} lost what the state says was written: got ${isThere === null ? 'no file' : `${isThere} bytes`}, expected at least ${mark.bytes}`,
      );
    if (mark.bytes === 0) await remove(current);
    else await truncate(current, mark.bytes);
  }
  for (const name of new Set([names.next(number + 1), names.current(number + 1)]))
    if (path(name) !== current || (isDone && mark.isFinished)) await remove(path(name));
  if (mark.isFinished && !isDone) await finish(current, finished);
  await syncFolder(folder);
}

async function expectNothing({ folder, names }: SeriesOptions): Promise<void> {
  // Empty files are what a run leaves that died before its first commit.
  const found = await guarded(folder, async () => {
    for (const name of new Set([names.current(1), names.next(1), names.next(2), names.finished(1)]))
      if (((await sizeOf(join(folder, name))) ?? 0) > 0) return name;
    return null;
  });
  if (found !== null)
    throw new SinkError(
      `${folder} already holds output that the state knows nothing of: got ${found}, expected an empty place (name another folder, or move the files away)`,
    );
}

/** The highest number among finished files; 0 when there is none. */
async function lastFinished({ folder, names }: SeriesOptions): Promise<number> {
  const present = new Set(await readdir(folder));
  let last = 0;
  for (const name of present) {
    const number = Number(/-(\d+)\./.exec(name)?.[1] ?? 0);
    if (number > last && names.finished(number) === name) last = number;
  }
  return last;
}

function readMark(bytes: Uint8Array, { folder, names }: SeriesOptions): Mark {
  let mark: Mark;
  try {
    mark = JSON.parse(Buffer.from(bytes).toString());
  } catch {
    throw new SinkError(`the mark of the output in ${folder} cannot be read: got ${bytes.length} bytes, expected JSON`);
  }
  const got = `version ${mark.version} of ${mark.name}`;
  const expected = `version ${VERSION} of ${Number.isInteger(mark.number) ? names.finished(mark.number) : 'a file'}`;
  if (got !== expected)
    throw new SinkError(
      `the output in ${folder} was written with other settings: got ${got}, expected ${expected} (name another folder, or take the settings back)`,
    );
  return mark;
}

async function sizeOf(path: string): Promise<number | null> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

async function remove(path: string): Promise<void> {
  await unlink(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
}

async function guarded<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw toSinkError(error, path);
  }
}
