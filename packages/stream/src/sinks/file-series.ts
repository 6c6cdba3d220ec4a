/**
 * The base of every sink on disk: a series of files written one after another, and checkpoints that say how far it is valid.
 *
 * One file is being written. A flush that finds it large or old enough finishes it: the checkpoint says so, and once that checkpoint is
 * committed the file is renamed to its final name. Until then new bytes go to another file, so a final name never holds
 * anything uncommitted and a finished file never changes. Opened with a checkpoint, the series truncates the current file to the
 * checkpoint's length, removes later files, and finishes what the checkpoint finishes. A file that someone put in the place of the current one is
 * refused; what is there before anything was committed is moved aside, as it may be such a file.
 */

import { createReadStream, statSync } from 'node:fs';
import { mkdir, open, readdir, rename, truncate, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { choice, endDigest, number, readLines, type SettingsOf, text } from '@dehusk/node';
import { type Sink, SinkError, type SinkRecord } from './sink.js';

const FULL: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of the disk is used up',
  EFBIG: 'the file may not grow any further (limit of the file system or of `ulimit -f`)',
};

/** Converts a file system error to a {@link SinkError}. */
function toSinkError(error: unknown, path: string): SinkError {
  if (error instanceof SinkError) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  const full = FULL[code ?? ''];
  const why =
    full === undefined
      ? (message ?? String(error))
      : `${full}; everything committed is safe: make room and start again`;
  return new SinkError(`${path} cannot be written: ${why}`, { cause: error });
}

/** Makes new names in a folder durable. Some file systems cannot sync a folder; their error is ignored. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync().catch(() => {});
  } finally {
    await handle.close();
  }
}

/** File names by number, from 1, without folder. */
interface SeriesNames {
  /** The file being written: the same name for every number, or one each. */
  current(number: number): string;
  /** The file after a finished one, until that has its final name. */
  next(number: number): string;
  /** The final name. */
  finished(number: number): string;
}

interface SeriesOptions {
  readonly folder: string;
  readonly names: SeriesNames;
  /** The first flush at which a file has this many bytes finishes it. */
  readonly maxBytes: number;
  /** The first flush at which a file is this old finishes it. */
  readonly maxMilliseconds: number;
  /** Whether the last flush of a run finishes the file. */
  readonly finishesAtEnd: boolean;
  /** Whether a flush syncs to disk; otherwise bytes survive the process but not a power failure. */
  readonly toDisk: boolean;
  /** First bytes of every file; default none. */
  readonly header?: (number: number) => Uint8Array;
  /** Turns the written file into the finished one; default: rename. Repeated after a crash. */
  readonly finish?: (written: string, finished: string) => Promise<void>;
  /** The current time, milliseconds since 1970; default: the system's. */
  readonly now?: () => number;
}

/** How far a series is valid. */
interface FileCheckpoint {
  readonly version: typeof VERSION;
  /** The file's final name: other options produce other names. */
  readonly name: string;
  readonly number: number;
  readonly bytes: number;
  /** Digest of the last of these bytes; missing in checkpoints of earlier versions. */
  readonly digest?: string;
  /** When the file was created, milliseconds since 1970. */
  readonly since: number;
  readonly isFinished: boolean;
}
const VERSION = 1;

/**
 * Opens a series and restores its files to the checkpoint.
 *
 * @param checkpoint from `flush`; undefined for a new series, whose place must be empty
 * @throws SinkError when the files do not fit the checkpoint, or cannot be written
 */
export async function openFileSeries(options: SeriesOptions, checkpoint: Uint8Array | undefined) {
  const { folder, names } = options;
  const now = options.now ?? Date.now;
  const finish = options.finish ?? rename;
  const path = (name: string): string => join(folder, name);
  await guarded(folder, () => mkdir(folder, { recursive: true }));
  const start = checkpoint === undefined ? null : readFileCheckpoint(checkpoint, options);
  if (start === null) await expectNothing(options);
  else await guarded(folder, () => restore(start, options));

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

  /** Runs work sequentially; after a failure nothing more runs. */
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
    /** Number of the file being written. */
    get number(): number {
      return number;
    },
    /** Appends bytes, in the order of the calls. Resolves when they are written. */
    append: (make: () => Uint8Array | Promise<Uint8Array>): Promise<void> => inOrder(async () => put(await make())),
    /** As `flush` of a sink. */
    flush: (isLast = false): Promise<Uint8Array> =>
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
        const digest = await endDigest(path(place), bytes);
        const made: FileCheckpoint = {
          version: VERSION,
          name: names.finished(number),
          number,
          bytes,
          digest,
          since,
          isFinished,
        };
        if (isFinished) {
          await file?.close();
          file = null;
          finishing = number++;
          bytes = 0;
          place = names.next(number);
        }
        return Buffer.from(JSON.stringify(made));
      }),
    /** As `committed` of a sink. */
    committed: (): Promise<void> =>
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
    async close(): Promise<void> {
      await order;
      await file?.close().catch(() => {});
      file = null;
      broken ??= new SinkError(`${path(place)} was closed`);
    },
  };
}

type FileSeries = Awaited<ReturnType<typeof openFileSeries>>;

/** Restores the files to a checkpoint. */
async function restore(checkpoint: FileCheckpoint, options: SeriesOptions): Promise<void> {
  const { folder, names, finish = rename } = options;
  const path = (name: string): string => join(folder, name);
  const { number } = checkpoint;
  const current = path(names.current(number));
  const finished = path(names.finished(number));
  // With one name for all, the current file may already be the next; with a name for each number it is gone when done.
  const isOneName = names.current(number) === names.current(number + 1);
  const size = sizeOf(current);
  const isDone = isOneName ? sizeOf(finished) !== null : size === null;
  const later = await lastFinished(options);
  if (later > number || (isDone && !checkpoint.isFinished && later === number))
    throw new SinkError(
      `${folder} is ahead of the state: got ${names.finished(later)} finished, expected ${names.current(number)} with ${checkpoint.bytes} bytes (was an older state restored?)`,
    );
  if (!(isDone && checkpoint.isFinished)) {
    if ((size ?? 0) < checkpoint.bytes)
      throw new SinkError(
        `${current} lost what the state says was written: got ${size === null ? 'no file' : `${size} bytes`}, expected at least ${checkpoint.bytes}`,
      );
    if (checkpoint.digest !== undefined && checkpoint.digest !== (await endDigest(current, checkpoint.bytes)))
      throw new SinkError(
        `${current} is not the file that the state continues: its ${checkpoint.bytes} bytes are others (was it replaced? move it away and bring the file back)`,
      );
    if (checkpoint.bytes === 0) await setAside(folder, names.current(number));
    else await truncate(current, checkpoint.bytes);
  }
  for (const name of new Set([names.next(number + 1), names.current(number + 1)]))
    if (path(name) !== current || (isDone && checkpoint.isFinished)) await setAside(folder, name);
  if (checkpoint.isFinished && !isDone) await finish(current, finished);
  await syncFolder(folder);
}

async function expectNothing({ folder, names }: SeriesOptions): Promise<void> {
  // A run that dies before its first commit leaves empty files.
  const found = await guarded(folder, async () => {
    for (const name of new Set([names.current(1), names.next(1), names.next(2), names.finished(1)]))
      if ((sizeOf(join(folder, name)) ?? 0) > 0) return name;
    return null;
  });
  if (found !== null) throw occupied(folder, found);
}

/** The error of a new output in a folder that already has one. */
export function occupied(folder: string, found: string): SinkError {
  return new SinkError(
    `${folder} already holds output that is unknown to the state: got ${found}, expected an empty folder (choose another one, or move the files away)`,
  );
}

/** The highest number among finished files, or 0. */
async function lastFinished({ folder, names }: SeriesOptions): Promise<number> {
  let last = 0;
  for (const name of await readdir(folder)) {
    const number = Number(/-(\d+)\./.exec(name)?.[1] ?? 0);
    if (number > last && names.finished(number) === name) last = number;
  }
  return last;
}

function readFileCheckpoint(bytes: Uint8Array, { folder, names }: SeriesOptions): FileCheckpoint {
  let checkpoint: FileCheckpoint;
  try {
    checkpoint = JSON.parse(Buffer.from(bytes).toString());
  } catch {
    throw new SinkError(
      `the checkpoint of the output in ${folder} cannot be read: got ${bytes.length} bytes, expected JSON`,
    );
  }
  const got = `version ${checkpoint.version} of ${checkpoint.name}`;
  const expected = `version ${VERSION} of ${Number.isInteger(checkpoint.number) ? names.finished(checkpoint.number) : 'a file'}`;
  if (got !== expected)
    throw new SinkError(
      `the output in ${folder} was written with other settings: got ${got}, expected ${expected} (choose another folder, or restore the settings)`,
    );
  return checkpoint;
}

function sizeOf(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.size ?? null;
}

/** Removes a file that the state does not know. One with a name that others may use is renamed. */
async function setAside(folder: string, name: string): Promise<void> {
  const path = join(folder, name);
  if (name.startsWith('.') || (sizeOf(path) ?? 0) === 0) return remove(path);
  let aside = path;
  for (let again = 1; sizeOf(aside) !== null; again++) aside = join(folder, `uncommitted-${name}.${again}`);
  await rename(path, aside);
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

// Settings and file names that the sinks of rotating files share.

export const FSYNC_SCHEMA = choice(
  ['flush', 'never'],
  '"flush": every commit is synced to disk and survives a power failure; "never": it survives only a kill of the process.',
  'flush',
);

/** Schemas of {@link FileOptions}, with a sink's defaults. */
export function fileOptionsSchema(prefix: string, maxMegabytes: number, maxMinutes: number) {
  return {
    folder: text('Folder of the files; created when missing.', undefined, { minLength: 1 }),
    // A file name without a path.
    prefix: text('Start of the file names.', prefix, { pattern: '^[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}$' }),
    maxMegabytes: number(
      'A file of this many MiB is finished by the next commit.',
      { exclusiveMinimum: 0 },
      maxMegabytes,
    ),
    maxMinutes: number('A file of this age is finished, in minutes; 0: no limit.', { minimum: 0 }, maxMinutes),
    fsync: FSYNC_SCHEMA,
  };
}

export type FileOptions = SettingsOf<ReturnType<typeof fileOptionsSchema>>;

export function seriesLimits(
  options: FileOptions,
): Pick<SeriesOptions, 'folder' | 'maxBytes' | 'maxMilliseconds' | 'toDisk'> {
  return {
    folder: options.folder,
    maxBytes: options.maxMegabytes * 2 ** 20,
    maxMilliseconds: options.maxMinutes === 0 ? Number.POSITIVE_INFINITY : options.maxMinutes * 60_000,
    toDisk: options.fsync === 'flush',
  };
}

/** `documents.jsonl` while it is written, `documents-000001.jsonl` when it is finished. */
export function rotatingNames(prefix: string, extension: string): SeriesNames {
  return {
    current: () => `${prefix}${extension}`,
    next: () => `.${prefix}.next${extension}`,
    finished: (number) => `${prefix}-${sixDigits(number)}${extension}`,
  };
}

/** A hidden staging file for each number, and the name of the file made from it. */
export function stagedNames(prefix: string, extension: string): SeriesNames {
  // Files of earlier versions have this name.
  const staged = (number: number): string => `.${prefix}-${sixDigits(number)}.gathered.jsonl`;
  return { current: staged, next: staged, finished: (number) => `${prefix}-${sixDigits(number)}${extension}` };
}

function sixDigits(number: number): string {
  return String(number).padStart(6, '0');
}

/** Lines are written, or compressed, in chunks of at least this many characters: one system call, one gzip member. */
const CHUNK_CHARACTERS = 2 ** 20;

/**
 * A sink that writes each record as a line to a series of files.
 *
 * @param lineOf the record's line without its end
 * @param encode lines to bytes; default UTF-8
 */
export function lineSink(
  series: FileSeries,
  lineOf: (record: SinkRecord) => string,
  encode: (lines: string) => Uint8Array | Promise<Uint8Array> = Buffer.from,
): Sink {
  let lines: string[] = [];
  let characters = 0;
  const handOver = (): Promise<void> => {
    const text = lines.join('');
    lines = [];
    characters = 0;
    return series.append(() => encode(text));
  };
  return {
    async write(record) {
      const line = `${lineOf(record)}\n`;
      lines.push(line);
      characters += line.length;
      if (characters >= CHUNK_CHARACTERS) await handOver();
    },
    async flush(isLast) {
      const [, checkpoint] = await Promise.all([characters > 0 ? handOver() : undefined, series.flush(isLast)]);
      return checkpoint;
    },
    committed: series.committed,
    close: series.close,
  };
}

/** The rows of a staging file: JSON lines from which a sink makes its finished file. */
export async function* stagedRows<T>(path: string): AsyncGenerator<T> {
  for await (const { bytes } of readLines(createReadStream(path), Number.POSITIVE_INFINITY))
    yield JSON.parse(Buffer.from(bytes).toString()) as T;
}
