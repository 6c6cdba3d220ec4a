/** The configuration of `dehusk watch`: one file, checked completely before anything is opened. */
import { defaultsOf, type FetcherOptions, type JsonSchema, section } from '@dehusk/node';
import type { NatsSettings } from '../nats/nats-settings.js';
import type { StreamOptions } from '../stream/stream.js';

/** A source or sink of the file: its kind, its name, and the kind's own options. */
export interface ConfiguredPart {
  readonly kind: string;
  /** Unique. The state keeps a sink's checkpoint under this name. */
  readonly name: string;
  /** The settings besides `kind` and `name`. */
  readonly options: Readonly<Record<string, unknown>>;
}

export interface UrlRuleSetting {
  /** A regular expression, searched for in the URL key. */
  readonly pattern: string;
  /** Query parameters that distinguish documents there. */
  readonly keep: readonly string[];
}

interface StateSettings {
  readonly folder: string;
}

const STATE: Readonly<Record<keyof StateSettings, JsonSchema>> = {
  folder: {
    type: 'string',
    minLength: 1,
    description: 'Folder of the store; created when missing.',
    default: 'dehusk-state',
  },
};
export const STATE_SCHEMA = section(STATE);
export const STATE_DEFAULTS = defaultsOf<StateSettings>(STATE);

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export const LOG_FORMATS = ['text', 'json'] as const;

/** Their meaning is in LOG. */
export interface LogSettings {
  readonly level: (typeof LOG_LEVELS)[number];
  readonly format: (typeof LOG_FORMATS)[number];
  readonly file: string;
}

const LOG: Readonly<Record<keyof LogSettings, JsonSchema>> = {
  level: { enum: [...LOG_LEVELS], description: 'Lowest level that is logged.', default: 'info' },
  format: {
    enum: [...LOG_FORMATS],
    description: 'Lines on standard error: text for people, or JSON.',
    default: 'text',
  },
  file: {
    type: 'string',
    description: 'File the log is appended to as lines of JSON; empty: standard error.',
    default: '',
  },
};
export const LOG_SCHEMA = section(LOG);
export const LOG_DEFAULTS = defaultsOf<LogSettings>(LOG);

/** Their meaning is in OPERATIONS. */
interface OperationsSettings {
  readonly port: number;
  readonly host: string;
  readonly drainSeconds: number;
  readonly stalledSeconds: number;
}

const OPERATIONS: Readonly<Record<keyof OperationsSettings, JsonSchema>> = {
  port: {
    type: 'integer',
    minimum: 0,
    maximum: 65_535,
    description: 'Port of /metrics (Prometheus), /healthz and /readyz; 0: none.',
    default: 0,
  },
  host: {
    type: 'string',
    minLength: 1,
    description: 'Address that port is bound to. There is no password, so keep it private.',
    default: '127.0.0.1',
  },
  // systemd ends what has not stopped after 90 s, Kubernetes after 30 s.
  drainSeconds: {
    type: 'number',
    minimum: 0,
    maximum: 3_600,
    description: 'Longest time from SIGTERM to the end, in seconds. The next run repeats unfinished pages.',
    default: 20,
  },
  stalledSeconds: {
    type: 'number',
    exclusiveMinimum: 0,
    description: '/readyz fails when pages wait and nothing was committed for this many seconds.',
    default: 300,
  },
};
export const OPERATIONS_SCHEMA = section(OPERATIONS);
export const OPERATIONS_DEFAULTS = defaultsOf<OperationsSettings>(OPERATIONS);

export interface Configuration {
  readonly sources: readonly ConfiguredPart[];
  readonly sinks: readonly ConfiguredPart[];
  /** The sink of pages without a document; null when they are only counted. */
  readonly rejects: ConfiguredPart | null;
  readonly fetch: FetcherOptions;
  readonly stream: StreamOptions;
  readonly state: StateSettings;
  /** Without `servers`, everything runs in this process. */
  readonly nats: NatsSettings;
  readonly log: LogSettings;
  readonly operations: OperationsSettings;
}

/** A fault in the file. */
export interface ConfigurationFault {
  /** Counted from 1; null when the fault has no place. */
  readonly line: number | null;
  readonly column: number | null;
  /** States what was got and what was expected. */
  readonly message: string;
}
