/** Settings that sinks of rotating files share. */
import type { SeriesNames } from './file-series.js';

export interface FileOptions {
  readonly folder: string;
  /** What file names begin with. */
  readonly prefix?: string;
  /** A file is finished, and the next begun, by the first flush at which it has this many MiB. */
  readonly maxMegabytes?: number;
  /** …or was begun this many minutes ago; 0: never by time. */
  readonly maxMinutes?: number;
  /** When bytes are forced to the disk: with every flush, or when the operating system likes. */
  readonly fsync?: 'flush' | 'never';
}

/** Of `prefix`, one file name cannot hold a path. */
const PREFIX = '^[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}$';

/** JSON Schema of {@link FileOptions}, with the defaults of a sink. */
export function fileOptionsSchema(defaults: Required<Omit<FileOptions, 'folder'>>): Record<string, unknown> {
  return {
    folder: { type: 'string', minLength: 1, description: 'Folder of the files; made when there is none.' },
    prefix: {
      type: 'string',
      pattern: PREFIX,
      default: defaults.prefix,
      description: 'What file names begin with.',
    },
    maxMegabytes: {
      type: 'number',
      exclusiveMinimum: 0,
      default: defaults.maxMegabytes,
      description: 'A file is finished, and the next begun, by the first commit at which it has this many MiB on disk.',
    },
    maxMinutes: {
      type: 'number',
      minimum: 0,
      default: defaults.maxMinutes,
      description:
        'A file is finished by the first commit at which it was begun this many minutes ago; 0: never by time.',
    },
    fsync: {
      enum: ['flush', 'never'],
      default: defaults.fsync,
      description:
        '"flush": every commit is forced to the disk and outlives a power cut; "never": it outlives a kill of the process only.',
    },
  };
}

/** Limits of a series by the options. */
export function seriesLimits(options: Required<FileOptions>): {
  readonly folder: string;
  readonly maxBytes: number;
  readonly maxMilliseconds: number;
  readonly toDisk: boolean;
} {
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

/** A hidden file that is gathered, one a number, and the name of what is made of it. */
export function gatheredNames(prefix: string, extension: string): SeriesNames {
  const gathered = (number: number): string => `.${prefix}-${sixDigits(number)}.gathered.jsonl`;
  return { current: gathered, next: gathered, finished: (number) => `${prefix}-${sixDigits(number)}${extension}` };
}

function sixDigits(number: number): string {
  return String(number).padStart(6, '0');
}
