/** The configuration of `dehusk watch`: one file, checked completely before anything is opened. */
import {
  choice,
  defaultsOf,
  type FetcherOptions,
  number,
  type SettingsOf,
  section,
  text,
  wholeNumber,
} from '@dehusk/node';
import type { NatsSettings } from '../nats/settings.js';
import type { ConfiguredPart, StreamOptions } from '../stream/stream.js';

const STATE = {
  folder: text('Folder of the store; created when missing.', 'dehusk-state', { minLength: 1 }),
};
export const STATE_SCHEMA = section(STATE);
export const STATE_DEFAULTS = defaultsOf<SettingsOf<typeof STATE>>(STATE);

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export const LOG_FORMATS = ['text', 'json'] as const;

const LOG = {
  level: choice(LOG_LEVELS, 'Lowest level that is logged.', 'info'),
  format: choice(LOG_FORMATS, 'Lines on standard error: text for people, or JSON.', 'text'),
  file: text('File the log is appended to as lines of JSON; empty: standard error.', ''),
};
export type LogSettings = SettingsOf<typeof LOG>;
export const LOG_SCHEMA = section(LOG);
export const LOG_DEFAULTS = defaultsOf<LogSettings>(LOG);

const OPERATIONS = {
  port: wholeNumber('Port of /metrics (Prometheus), /healthz and /readyz; 0: none.', 0, 65_535, 0),
  host: text('Address that port is bound to. There is no password, so keep it private.', '127.0.0.1', { minLength: 1 }),
  // systemd ends what has not stopped after 90 s, Kubernetes after 30 s.
  drainSeconds: number(
    'Longest time from SIGTERM to the end, in seconds. The next run repeats unfinished pages.',
    { minimum: 0, maximum: 3_600 },
    20,
  ),
  stalledSeconds: number(
    '/readyz fails when pages wait and nothing was committed for this many seconds.',
    { exclusiveMinimum: 0 },
    300,
  ),
};
export const OPERATIONS_SCHEMA = section(OPERATIONS);
export const OPERATIONS_DEFAULTS = defaultsOf<SettingsOf<typeof OPERATIONS>>(OPERATIONS);

export interface Configuration {
  readonly sources: readonly ConfiguredPart[];
  readonly sinks: readonly ConfiguredPart[];
  /** The sink of pages without a document; null when they are only counted. */
  readonly rejects: ConfiguredPart | null;
  readonly fetch: FetcherOptions;
  readonly stream: StreamOptions;
  readonly state: SettingsOf<typeof STATE>;
  /** Without `servers`, everything runs in this process. */
  readonly nats: NatsSettings;
  readonly log: LogSettings;
  readonly operations: SettingsOf<typeof OPERATIONS>;
}

/** A fault in the file. */
export interface ConfigurationFault {
  /** Counted from 1; null when the fault has no place. */
  readonly line: number | null;
  readonly column: number | null;
  /** States what was got and what was expected. */
  readonly message: string;
}
