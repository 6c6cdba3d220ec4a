import { readFileSync } from 'node:fs';
import type { Overrides } from '@dehusk/node';
import { DEFAULT_FETCHER } from '@dehusk/node';
import { NATS_DEFAULTS } from '../nats/settings.js';
import { type ConfiguredPart, STREAM_DEFAULTS } from '../stream/stream.js';
import { checkConfiguration, readJson, readToml } from './check-configuration.js';
import {
  type Configuration,
  type ConfigurationFault,
  LOG_DEFAULTS,
  OPERATIONS_DEFAULTS,
  STATE_DEFAULTS,
} from './configuration.js';

export type Loaded =
  | { readonly ok: true; readonly configuration: Configuration }
  | { readonly ok: false; readonly faults: readonly ConfigurationFault[] };

type LoadedOverrides =
  | { readonly ok: true; readonly overrides: Overrides }
  | { readonly ok: false; readonly faults: readonly ConfigurationFault[] };

/**
 * Reads and checks a configuration file: JSON when its name ends in `.json`, else TOML.
 *
 * @throws the system error of a file that cannot be read
 */
export function loadConfiguration(file: string): Loaded {
  return parseConfiguration(readFileSync(file, 'utf8'), formatOf(file));
}

/** Reads and checks the text of a configuration. */
export function parseConfiguration(text: string, format: 'toml' | 'json'): Loaded {
  const read = readChecked(text, format);
  return read.ok ? { ok: true, configuration: configurationOf(read.value as Written) } : read;
}

/**
 * Reads and checks a file with the section `overrides`: a configuration, or that section alone.
 *
 * @throws the system error of a file that cannot be read
 */
export function loadOverrides(file: string): LoadedOverrides {
  const read = readChecked(readFileSync(file, 'utf8'), formatOf(file), ['overrides']);
  return read.ok ? { ok: true, overrides: (read.value as { readonly overrides: Overrides }).overrides } : read;
}

function formatOf(file: string): 'toml' | 'json' {
  return file.endsWith('.json') ? 'json' : 'toml';
}

type Checked = { readonly ok: true; readonly value: unknown } | Extract<Loaded, { readonly ok: false }>;

/** The checked value of a file's text. */
function readChecked(text: string, format: 'toml' | 'json', required?: readonly string[]): Checked {
  const read = (format === 'json' ? readJson : readToml)(text.replace(/^\uFEFF/, ''));
  if (!read.ok) return { ok: false, faults: [{ ...read.place, message: read.message }] };
  const faults = checkConfiguration(read.value, required).map(({ pointer, at, message }): ConfigurationFault => {
    let place = read.placeOf(pointer, at);
    // A setting that is missing is that of the innermost table around it.
    for (let near = pointer; near !== '' && !place; near = near.slice(0, near.lastIndexOf('/')))
      place = read.placeOf(near, 'value');
    return { line: place?.line ?? null, column: place?.column ?? null, message };
  });
  if (faults.length > 0)
    return {
      ok: false,
      faults: faults.sort((a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0)),
    };
  return { ok: true, value: read.value };
}

/** Checks a configuration built by a program or the command line, and fills in the defaults. */
export function configurationFrom(value: unknown): Loaded {
  const copy = structuredClone(value);
  const faults = checkConfiguration(copy);
  if (faults.length > 0)
    return { ok: false, faults: faults.map(({ message }) => ({ line: null, column: null, message })) };
  return { ok: true, configuration: configurationOf(copy as Written) };
}

/** The checked content of the file. */
interface Written
  extends Readonly<Partial<Record<'fetch' | 'stream' | 'state' | 'nats' | 'log' | 'operations', object>>> {
  readonly sources: readonly WrittenPart[];
  readonly sinks?: readonly WrittenPart[];
  readonly rejects?: WrittenPart;
  readonly overrides?: Overrides;
}
type WrittenPart = { readonly kind: string; readonly name?: string; readonly [option: string]: unknown };

function configurationOf(written: Written): Configuration {
  return {
    sources: parts(written.sources),
    sinks: parts(written.sinks ?? []),
    rejects: written.rejects === undefined ? null : parts([{ name: 'rejects', ...written.rejects }])[0],
    fetch: { ...DEFAULT_FETCHER, ...written.fetch },
    stream: { ...STREAM_DEFAULTS, ...written.stream, overrides: written.overrides ?? {} },
    state: { ...STATE_DEFAULTS, ...written.state },
    nats: { ...NATS_DEFAULTS, ...written.nats },
    log: { ...LOG_DEFAULTS, ...written.log },
    operations: { ...OPERATIONS_DEFAULTS, ...written.operations },
  };
}

/** Unnamed parts get the name of their kind, the second of a kind `KIND-2`. */
function parts(written: readonly WrittenPart[]): ConfiguredPart[] {
  const taken = new Set(written.flatMap(({ name }) => name ?? []));
  return written.map(({ kind, name, ...options }) => {
    let own = name ?? kind;
    if (name === undefined) for (let number = 2; taken.has(own); number++) own = `${kind}-${number}`;
    taken.add(own);
    return { kind, name: own, options };
  });
}
