/** The configuration of `dehusk watch`: one file, checked completely before anything is opened. */
import type { FetcherOptions } from '@dehusk/node';
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

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export const LOG_FORMATS = ['auto', 'text', 'json'] as const;

export interface LogSettings {
  readonly level: (typeof LOG_LEVELS)[number];
  /** Lines on standard error: for people, JSON, or for people where standard error is a terminal. */
  readonly format: (typeof LOG_FORMATS)[number];
  /** Where lines of JSON go; empty: standard error. */
  readonly file: string;
}

interface OperationsSettings {
  /** Port of `/metrics`, `/healthz` and `/readyz`; 0: none is opened. */
  readonly port: number;
  /** Address that port is bound to. */
  readonly host: string;
  /** Longest time between SIGTERM and the end, seconds. */
  readonly drainSeconds: number;
  /** Not ready when nothing was committed for this many seconds while pages wait. */
  readonly stalledSeconds: number;
}

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

export const STATE_DEFAULTS: StateSettings = { folder: 'dehusk-state' };
export const LOG_DEFAULTS: LogSettings = { level: 'info', format: 'auto', file: '' };
export const OPERATIONS_DEFAULTS: OperationsSettings = {
  port: 0,
  host: '127.0.0.1',
  // systemd ends what has not stopped after 90 s, Kubernetes after 30 s.
  drainSeconds: 20,
  stalledSeconds: 300,
};

/** A fault in the file. */
export interface ConfigurationFault {
  /** Counted from 1; null when the fault has no place. */
  readonly line: number | null;
  readonly column: number | null;
  /** States what was got and what was expected. */
  readonly message: string;
}
