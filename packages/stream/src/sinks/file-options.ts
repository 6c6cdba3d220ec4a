/** Settings and file names that the sinks of rotating files share. */
import { choice, number, type SettingsOf, setting, text } from '@dehusk/node';
import type { SeriesNames, SeriesOptions } from './file-series.js';

export const FSYNC_SCHEMA = choice(
  ['flush', 'never'],
  '"flush": every commit is synced to disk and survives a power failure; "never": it survives only a kill of the process.',
  'flush',
);

/** Schemas of {@link FileOptions}, with a sink's defaults. */
export function fileOptionsSchema(defaults: {
  readonly prefix: string;
  readonly maxMegabytes: number;
  readonly maxMinutes: number;
  readonly fsync: 'flush' | 'never';
}) {
  return {
    folder: text('Folder of the files; created when missing.', undefined, { minLength: 1 }),
    // A file name without a path.
    prefix: text('Start of the file names.', defaults.prefix, { pattern: '^[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}$' }),
    maxMegabytes: number(
      'A file of this many MiB is finished by the next commit.',
      { exclusiveMinimum: 0 },
      defaults.maxMegabytes,
    ),
    maxMinutes: number('A file of this age is finished, in minutes; 0: no limit.', { minimum: 0 }, defaults.maxMinutes),
    fsync: setting<'flush' | 'never'>({ ...FSYNC_SCHEMA, default: defaults.fsync }),
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
