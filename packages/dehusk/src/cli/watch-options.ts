/** Shared by `dehusk watch` and `dehusk crawl`: flags, the run and its errors. */

import { setTimeout as wait } from 'node:timers/promises';
import { BrowserMissing, CookieFileError, counted, defined } from '@dehusk/node';
import { anyExtractorNamed } from '@dehusk/papers';
import {
  type Configuration,
  configurationFrom,
  type Loaded,
  runDistributed,
  runPipeline,
  SinkError,
  SourceError,
  type SourceFailure,
  STATE_DEFAULTS,
  StoreError,
  type StreamSnapshot,
  standardOutputSink,
  URL_RULE_PRESETS,
  type UrlRulePreset,
} from '@dehusk/stream';
import { ROLES, type Role } from '@dehusk/stream/nats';
import { type Command, Option } from 'commander';
import {
  addRenderOption,
  addSelectorOptions,
  browserOf,
  count,
  extractorName,
  folderName,
  overridesOf,
  pause,
  port,
  type SelectorFlags,
  seconds,
  selectorsOf,
} from './extraction-options.js';
import { type CommandEnd, ofInput, report, UsageError } from './failures.js';
import { addLogOptions, type LogFlags, logSettingsOf } from './log-options.js';
import { print } from './outputs.js';

export interface WatchFlags extends LogFlags, SelectorFlags {
  readonly render?: true;
  readonly output?: string;
  readonly state?: string;
  readonly extractor?: string;
  readonly urlRulePreset?: UrlRulePreset;
  readonly workers?: number;
  readonly port?: number;
  readonly allowPrivate?: true;
  readonly delay?: number;
  readonly for?: number;
  readonly dashboard: boolean;
  readonly check?: true;
  readonly printConfig?: true;
  readonly nats?: string;
  readonly role?: Role | 'all';
}

/** Default folder of documents when standard output is a terminal. */
const DOCUMENTS_FOLDER = 'dehusk-documents';

/** Adds the flags of these commands. */
export function addWatchOptions(command: Command): Command {
  command
    .option(
      '-o, --output <folder>',
      `folder of documents as JSON lines; - for standard output (default: - in a pipe, ${DOCUMENTS_FOLDER} on a terminal)`,
      folderName,
    )
    .option('--state <folder>', `folder of the state (default: ${STATE_DEFAULTS.folder})`)
    .option('--extractor <name>', 'extractor (default: site)', extractorName)
    .addOption(
      new Option(
        '--url-rule-preset <name>',
        'rules for sites whose query parameters distinguish documents: none, or the nine of the URL Tree paper (default: none)',
      ).choices(Object.keys(URL_RULE_PRESETS)),
    )
    .option('--workers <count>', 'worker threads for extraction (default: processor cores, at most 8)', count)
    .option('--delay <seconds>', 'pause between requests to one host (default: 1)', pause)
    .option('--allow-private', 'also fetch from private, local and reserved addresses')
    .option('--for <seconds>', 'stop after this time, as on SIGTERM', seconds)
    .option('--port <number>', 'port of /metrics, /healthz and /readyz on 127.0.0.1', port)
    .option('--no-dashboard', 'log lines also on a terminal')
    .option('--check', 'check the configuration, print its faults and exit')
    .option('--print-config', 'print the configuration with all defaults and exit');
  return addRenderOption(addSelectorOptions(addLogOptions(command)));
}

/** The configuration that flags describe. */
export async function configurationOfFlags(sources: readonly object[], flags: WatchFlags): Promise<Configuration> {
  const folder = flags.output === undefined || flags.output === '-' ? DOCUMENTS_FOLDER : flags.output;
  const loaded = configurationFrom({ sources, sinks: [{ kind: 'jsonl', folder }] });
  const configuration = await withFlags(configurationOrUsageError(loaded, 'the command line'), flags);
  return flags.nats === undefined && writesToStandardOutput(flags) ? { ...configuration, sinks: [] } : configuration;
}

/** A configuration whose values the flags replace. */
export async function withFlags(configuration: Configuration, flags: WatchFlags): Promise<Configuration> {
  const { stream, fetch, state, log, operations } = configuration;
  const selectors = selectorsOf(flags);
  if (flags.extractor !== undefined) anyExtractorNamed(flags.extractor);
  return {
    ...configuration,
    stream: {
      ...stream,
      ...defined({ extractor: flags.extractor, workers: flags.workers, urlRulePreset: flags.urlRulePreset }),
      overrides: {
        ...stream.overrides,
        ...(await overridesOf(flags)),
        ...(Object.keys(selectors).length > 0 && { '*': selectors }),
      },
      ...(flags.extractor === undefined || flags.extractor === stream.extractor ? {} : { extractorOptions: {} }),
    },
    fetch: {
      ...fetch,
      ...defined({ allowPrivate: flags.allowPrivate }),
      ...browserOf(flags.render),
      // A shorter pause also lifts the limit per minute.
      ...(flags.delay === undefined ? {} : { delay: flags.delay * 1000, requestsPerMinute: 0 }),
    },
    state: { ...state, ...defined({ folder: flags.state }) },
    log: { ...log, ...logSettingsOf(flags) },
    nats: { ...configuration.nats, ...defined({ servers: flags.nats }) },
    operations: { ...operations, ...defined({ port: flags.port }) },
  };
}

/** @throws UsageError naming every fault with its place */
export function configurationOrUsageError(loaded: Loaded, file: string): Configuration {
  if (loaded.ok) return loaded.configuration;
  const lines = loaded.faults.map(({ line, column, message }) =>
    line === null ? `${file}: ${message}` : `${file}:${line}:${column}: ${message}`,
  );
  throw new UsageError(lines.join('\ndehusk: '));
}

/** Checks, prints or runs a configuration. @returns the snapshot, null when nothing was run, and whether a signal stopped it */
export async function runWatch(
  configuration: Configuration,
  flags: WatchFlags,
  title: string,
): Promise<{ readonly end: CommandEnd; readonly snapshot: StreamSnapshot | null; readonly isStopped: boolean }> {
  const notRun = { end: 'all-extracted', snapshot: null, isStopped: false } as const;
  if (flags.check) {
    process.stderr.write('dehusk: the configuration is valid\n');
    return notRun;
  }
  if (flags.printConfig) {
    await print(printConfiguration(configuration));
    return notRun;
  }
  if (configuration.nats.servers !== '') {
    await withCommandErrors(() =>
      runDistributed({
        configuration,
        roles: flags.role === undefined || flags.role === 'all' ? ROLES : [flags.role],
        ...(flags.for === undefined ? {} : { until: wait(flags.for * 1000, null, { ref: false }) }),
      }),
    );
    return notRun;
  }
  if (flags.role !== undefined && flags.role !== 'all')
    throw new UsageError(`the role ${flags.role} needs a server; expected --nats nats://host:4222`);
  let isStopped = false;
  const toOutput = configuration.sinks.length === 0;
  const terminal = flags.dashboard && !flags.quiet && process.stdout.isTTY && !toOutput ? process.stdout : null;
  const snapshot = await withCommandErrors(() =>
    runPipeline({
      configuration,
      title,
      terminal,
      moreSinks: toOutput ? [standardOutputSink(print)] : [],
      ...(flags.for === undefined ? {} : { until: wait(flags.for * 1000, null, { ref: false }) }),
      onSignal: () => {
        isStopped = true;
      },
      onStart: (address) => {
        if (address !== null && terminal === null && !flags.quiet) process.stderr.write(`dehusk: ${address}/metrics\n`);
      },
    }),
  );
  const unread = unreadableSources(snapshot, flags.for !== undefined);
  if (unread !== null) {
    report(`dehusk: ${unread}\n`);
    return { end: 'some-unreadable', snapshot, isStopped };
  }
  if (flags.quiet) return { end: 'all-extracted', snapshot, isStopped };
  const places = configuration.sinks.map(({ options }) => String(options.folder ?? options.path ?? ''));
  const { emitted, revised } = snapshot;
  process.stderr.write(
    `dehusk: ${counted(emitted, 'new document')}${revised > 0 ? `, ${counted(revised, 'correction')}` : ''}${places.length > 0 ? ` in ${places.join(', ')}` : ''}, state in ${configuration.state.folder}; the same command continues from there\n`,
  );
  return { end: 'all-extracted', snapshot, isStopped };
}

/** Whether documents go to standard output. */
function writesToStandardOutput({ output }: WatchFlags): boolean {
  return output === '-' || (output === undefined && !process.stdout.isTTY);
}

/** Runs something, turning errors of sources, sinks and stores into InputOutputErrors. */
async function withCommandErrors<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await ofInput([SourceError, SinkError, StoreError, BrowserMissing, CookieFileError], run);
  } catch (error) {
    if (error instanceof RangeError || error instanceof TypeError) throw new UsageError(error.message);
    throw error;
  }
}

// A configuration as TOML with all defaults, as `--print-config` shows it; it can be read again.

export function printConfiguration(configuration: Configuration): string {
  const { overrides, ...stream } = configuration.stream;
  return [
    ...configuration.sources.map((one) => part('[[sources]]', one)),
    ...configuration.sinks.map((one) => part('[[sinks]]', one)),
    ...(configuration.rejects === null ? [] : [part('[rejects]', configuration.rejects)]),
    tomlTable('[fetch]', configuration.fetch),
    tomlTable('[stream]', stream),
    ...Object.entries(overrides).map(([host, one]) => tomlTable(`[overrides.${keyOf(host)}]`, one)),
    tomlTable('[state]', configuration.state),
    tomlTable('[nats]', configuration.nats),
    tomlTable('[log]', configuration.log),
    tomlTable('[operations]', configuration.operations),
  ].join('\n');
}

function part(head: string, { kind, name, options }: Configuration['sinks'][number]): string {
  return tomlTable(head, { kind, name, ...options });
}

/** A section of TOML: its head in brackets, then a line per setting that is neither undefined nor null. */
function tomlTable(head: string, settings: object): string {
  const lines = Object.entries(settings)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => `${keyOf(name)} = ${written(value)}\n`);
  return `${head}\n${lines.join('')}`;
}

function written(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(written).join(', ')}]`;
  if (typeof value === 'object' && value !== null)
    return `{ ${Object.entries(value)
      .map(([name, one]) => `${keyOf(name)} = ${written(one)}`)
      .join(', ')} }`.replace('{  }', '{}');
  // A TOML basic string escapes as JSON does.
  return JSON.stringify(value);
}

function keyOf(name: string): string {
  return /^[A-Za-z0-9_-]+$/.test(name) ? name : JSON.stringify(name);
}

// The message of a run in which no source could be read.

/** Remedies by reason; the details of the other reasons name theirs. */
const REMEDIES: Readonly<Record<string, string>> = {
  'not-resolved': 'check the host name and the network',
  'not-connected': 'check the address and whether its server runs',
  'http-status': 'check the address',
  timeout: 'try again later, or raise maxMilliseconds of [fetch]',
  'not-a-feed': 'name the feed itself, or read the site with dehusk crawl',
  'malformed-feed': 'name an RSS, Atom, RDF or JSON feed',
  'wrong-content-type': 'name the feed or sitemap itself',
};

/**
 * Names the sources and why they could not be read, with the remedy.
 *
 * @param wasLimited whether the run's time was limited: sources that failed until then count as unreadable, too
 * @returns null when a source was read, or none has failed
 */
function unreadableSources({ sources }: StreamSnapshot, wasLimited: boolean): string | null {
  const failures = sources.flatMap((one) => one.failures);
  const isUnread = sources.every(({ state }) => state === 'unreadable' || (wasLimited && state === 'waiting'));
  if (!isUnread || failures.length === 0) return null;
  const failed = sources.reduce((sum, one) => sum + one.failed, 0);
  const more = failed > failures.length ? `\ndehusk: and ${failed - failures.length} more could not be read` : '';
  return `no source could be read: ${failures.map(described).join('\ndehusk: ')}${more}`;
}

function described({ where, reason, detail }: SourceFailure): string {
  const remedy = REMEDIES[reason];
  return `${where}: ${reason}: ${detail}${remedy === undefined ? '' : `; ${remedy}`}`;
}
