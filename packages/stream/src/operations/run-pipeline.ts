/** Runs a pipeline from start to end: log, metrics port, dashboard and signals. */

import type { WriteStream } from 'node:tty';
import { CALLBACK, checkOptions, jsonLine, type OptionDomains, orNull, RECORD } from '@dehusk/html';
import { type Fetcher, openFetcher } from '@dehusk/node';
import type { Configuration } from '../configuration/configuration.js';
import { type Role, runRoles } from '../nats/roles/run-roles.js';
import { sinkNamed } from '../sinks/index.js';
import type { SinkRecord } from '../sinks/sink.js';
import { sourceNamed } from '../sources/index.js';
import type { Source } from '../sources/source.js';
import { openLmdbStore } from '../stores/lmdb.js';
import { openStream } from '../stream/open-stream.js';
import { readSinkCheckpoint } from '../stream/state-values.js';
import type { ConfiguredPart, SinkInUse, Stream, StreamSnapshot } from '../stream/stream.js';
import { type LiveDashboard, openDashboard, openStatusLines } from './dashboard.js';
import { messageOf, openLog } from './log.js';
import { type OperationsServer, openOperationsServer, pipelineMetrics, watchReadiness } from './operations-server.js';

interface RunOptions {
  readonly configuration: Configuration;
  /** Title of the dashboard. */
  readonly title: string;
  readonly moreSinks?: readonly SinkInUse[];
  /** The terminal to draw on, or null: a status line now and then in the log. */
  readonly terminal: WriteStream | null;
  /** Takes the status lines in place of the log, where there is no terminal. */
  readonly notify?: (line: string) => void;
  /** Milliseconds between status lines. */
  readonly statusMilliseconds?: number;
  /** Ends the run when it resolves, as a signal would. */
  readonly until?: Promise<unknown>;
  /** Called with the signal that asks it to stop. */
  readonly onSignal?: (signal: StopSignal) => void;
  /** Called once it runs, with the address of the metrics port or null. */
  readonly onStart?: (address: string | null, snapshot: () => StreamSnapshot) => void;
}

/** Milliseconds between status lines in a service's log. */
const STATUS_MILLISECONDS = 60_000;

/**
 * Runs until the sources end, a signal comes, or `until` resolves; then drains within the configured bound.
 *
 * @throws what stops a stream: a store, source or sink that cannot be opened or written
 */
export async function runPipeline(options: RunOptions): Promise<StreamSnapshot> {
  const { configuration, terminal } = options;
  const { operations } = configuration;
  let dashboard: LiveDashboard | null = null;
  // A log beside the dashboard would break it up, so warnings go into the dashboard.
  const ownsErrors = terminal !== null && process.stderr.isTTY === true;
  const opened = openLog(configuration.log, ownsErrors ? (line) => dashboard?.notify(messageOf(line)) : null);
  const { log } = opened;
  const isDebug = terminal === null && log.isLevelEnabled('debug');
  const documents = noticingSink((row) =>
    isDebug
      ? log.debug({ url: row.url, title: row.title, revision: row.revision }, 'document')
      : dashboard?.notify(noticeOf(row)),
  );
  const rejects = noticingSink(({ url, stage, reason, detail }) => log.debug({ url, stage, reason, detail }, 'reject'));
  let server: OperationsServer | null = null;
  const signals = listenForStop(() => dashboard?.close());
  try {
    const pipeline = await openPipeline({
      configuration,
      moreSinks: [...(options.moreSinks ?? []), ...(terminal !== null || isDebug ? [documents] : [])],
      rejects: isDebug ? rejects : null,
      warn: (message) => log.warn(message),
    });
    const { stream, fetcher } = pipeline;
    try {
      const view = {
        title: options.title,
        snapshot: () => stream.snapshot(),
        fetching: () => fetcher.counters,
        now: Date.now,
      };
      if (operations.port > 0)
        server = await openPort(configuration, view).catch(async (error: unknown) => {
          // Else sources would report that their store was closed.
          await stream.stop(0);
          throw error;
        });
      log.info({ sources: configuration.sources.map((one) => one.name), metrics: server?.address }, 'started');
      options.onStart?.(server?.address ?? null, () => stream.snapshot());
      dashboard =
        terminal === null
          ? openStatusLines(
              view,
              options.statusMilliseconds ?? STATUS_MILLISECONDS,
              options.notify ?? ((line) => log.info(line)),
            )
          : openDashboard(terminal, view);
      if (options.onSignal) void signals.first.then(options.onSignal);
      const asked = Promise.race([signals.first, options.until?.then(() => 'time') ?? new Promise<never>(() => {})]);
      const why = await Promise.race([asked, stream.done.then(() => null)]);
      if (why !== null) log.info({ why }, 'draining');
      const end = await (why === null ? stream.done : stream.stop(operations.drainSeconds * 1000));
      log.info({ seen: end.seen, emitted: end.emitted, committed: end.committed, left: end.inFlight }, 'stopped');
      return end;
    } finally {
      dashboard?.close();
      dashboard = null;
      await server?.close();
      await pipeline.close();
    }
  } catch (error) {
    opened.fail(error);
    throw error;
  } finally {
    signals.close();
    opened.close();
  }
}

async function openPort(
  { operations }: Configuration,
  view: Parameters<typeof pipelineMetrics>[0],
): Promise<OperationsServer> {
  const watch = watchReadiness(operations.stalledSeconds * 1000);
  return openOperationsServer({
    host: operations.host,
    port: operations.port,
    metrics: pipelineMetrics(view),
    readiness: () => watch.judge(view.snapshot(), Date.now()),
  });
}

function noticeOf(row: Readonly<Record<string, unknown>>): string {
  const revision = Number(row.revision) > 1 ? 'corrected' : 'new';
  return `${revision}  ${String(row.site)}  ${String(row.title ?? row.url)}`;
}

/** SIGTERM and SIGINT: the first asks to stop and waits for pages in flight, the second ends the process immediately. */
type StopSignal = 'SIGINT' | 'SIGTERM';

/**
 * Listens for the signals. The second one ends the process as if there were no listener.
 *
 * @param last called before that, to restore the terminal
 */
export function listenForStop(last: () => void) {
  let isAsked = false;
  let resolve: (signal: StopSignal) => void;
  const first = new Promise<StopSignal>((done) => {
    resolve = done;
  });
  const close = (): void => {
    process.off('SIGINT', onSignal);
    process.off('SIGTERM', onSignal);
  };
  const onSignal = (signal: StopSignal): void => {
    if (!isAsked) {
      isAsked = true;
      resolve(signal);
      return;
    }
    last();
    close();
    process.kill(process.pid, signal);
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  return {
    /** Resolves with the first signal. */
    first,
    /** Removes the listeners. */
    close,
  };
}

/** @throws as `runRoles` */
export async function runDistributed({
  configuration,
  roles,
  until,
}: Pick<RunOptions, 'configuration' | 'until'> & { readonly roles: readonly Role[] }): Promise<void> {
  const { nats, operations } = configuration;
  const { log, fail, close } = openLog(configuration.log);
  const signals = listenForStop(() => {});
  const stop = new AbortController();
  void Promise.race([signals.first, until ?? new Promise<never>(() => {})]).then(() => {
    log.info({ roles }, 'draining');
    stop.abort();
  });
  try {
    log.info({ roles, prefix: nats.prefix }, 'started');
    await runRoles({
      ...configuration,
      settings: nats,
      roles,
      drainMilliseconds: operations.drainSeconds * 1000,
      signal: stop.signal,
      warn: (message) => log.warn(message),
      onShare: (role, names) => log.info({ role, partitions: names }, 'partitions'),
    });
    log.info({ roles }, 'stopped');
  } catch (error) {
    fail(error);
    throw error;
  } finally {
    signals.close();
    close();
  }
}

// Documents as JSON lines on standard output. A pipe cannot be rolled back: after a crash some documents are repeated with the
// same `id` and `revision`.

/** A pipe has no position, so every checkpoint is the same. */
const CHECKPOINT = Uint8Array.of(1);

/** @param print writes and resolves when there is room for more */
export function standardOutputSink(print: (text: string) => Promise<void>): SinkInUse {
  return sinkOfRows('standard-output', (row) => print(`${jsonLine(row)}\n`));
}

/** A sink that only passes each document's row on, for a dashboard. */
function noticingSink(notice: (row: SinkRecord['row']) => void): SinkInUse {
  return sinkOfRows('notice', async (row) => notice(row));
}

function sinkOfRows(name: string, take: (row: SinkRecord['row']) => Promise<void>): SinkInUse {
  const nothing = async (): Promise<void> => {};
  return {
    name,
    kind: {},
    sink: { write: ({ row }) => take(row), flush: async () => CHECKPOINT, committed: nothing, close: nothing },
  };
}

// A configuration opened: state, fetcher, sources, sinks and the stream over them.

interface OpenPipelineOptions {
  readonly configuration: Configuration;
  /** Sinks besides those of the configuration. */
  readonly moreSinks?: readonly SinkInUse[];
  /** The sink of rejects where the configuration has none. */
  readonly rejects?: SinkInUse | null;
  /** Receives warnings: problems that do not stop the stream. */
  readonly warn: (message: string) => void;
}

const OPTIONS: OptionDomains<OpenPipelineOptions> = {
  configuration: RECORD,
  moreSinks: { type: 'array' },
  rejects: orNull(RECORD),
  warn: CALLBACK,
};

export interface Pipeline {
  readonly stream: Stream;
  readonly fetcher: Fetcher;
  /** Closes everything; the stream has ended. */
  close(): Promise<void>;
}

/**
 * Opens every part and starts the stream. Closes the opened parts when a later one fails.
 *
 * @throws StoreError, SourceError, SinkError for a part that cannot be opened; RangeError for an option that is none
 */
export async function openPipeline(options: OpenPipelineOptions): Promise<Pipeline> {
  checkOptions('openPipeline', options, OPTIONS);
  const { configuration, moreSinks = [], rejects: noRejects = null, warn } = options;
  const open: { close(): Promise<void> }[] = [];
  const close = async (): Promise<void> => {
    // In reverse order: sources and sinks before the store that holds their checkpoints.
    for (const one of open.splice(0).reverse()) await one.close();
  };
  const kept = <T extends { close(): Promise<void> }>(one: T): T => {
    open.push(one);
    return one;
  };
  try {
    const store = kept(openLmdbStore(configuration.state.folder, true));
    const fetcher = kept(openFetcher(configuration.fetch));
    const sinkOf = async (part: ConfiguredPart): Promise<SinkInUse> => {
      const kind = sinkNamed(part.kind);
      const { name, options } = part;
      return { name, kind, sink: kept(await kind.open(options, await readSinkCheckpoint(store, name))) };
    };
    const sinks: SinkInUse[] = [...moreSinks];
    for (const part of configuration.sinks) sinks.push(await sinkOf(part));
    const rejects = configuration.rejects === null ? noRejects : await sinkOf(configuration.rejects);
    const sources: Source[] = [];
    const context = { store, fetcher, now: Date.now };
    for (const { kind, options } of configuration.sources)
      sources.push(kept(await sourceNamed(kind).open(options, context)));
    const stream = openStream(configuration.stream, {
      sources,
      fetcher,
      store,
      sinks,
      rejects,
      now: Date.now,
      warn,
    });
    return { stream, fetcher, close };
  } catch (error) {
    await close();
    throw error;
  }
}
