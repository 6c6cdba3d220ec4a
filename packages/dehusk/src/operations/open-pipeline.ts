/** A configuration opened: state, fetcher, sources, sinks and the stream over them. */
import type { Configuration, ConfiguredPart } from '../configuration/configuration.js';
import type { Fetcher } from '../fetch/fetcher.js';
import { openFetcher } from '../fetch/open-fetcher.js';
import { type Monitor, openMonitor } from '../monitor/open-monitor.js';
import { sinkNamed } from '../sinks/index.js';
import { sourceNamed } from '../sources/index.js';
import type { Source } from '../sources/source.js';
import { storeNamed } from '../stores/index.js';
import type { Store } from '../stores/store.js';
import { openStream } from '../stream/open-stream.js';
import { readSinkMark } from '../stream/sink-marks.js';
import type { SinkInUse, Stream } from '../stream/stream.js';

export interface PipelineOptions {
  readonly configuration: Configuration;
  /** Sinks besides those of the configuration. */
  readonly moreSinks?: readonly SinkInUse[];
  /** The sink of rejects where the configuration has none. */
  readonly rejects?: SinkInUse | null;
  /** Receives warnings: problems that do not stop the stream. */
  readonly warn: (message: string) => void;
}

export interface Pipeline {
  readonly stream: Stream;
  readonly fetcher: Fetcher;
  readonly store: Store;
  /** Null without the section `[monitor]`. */
  readonly monitor: Monitor | null;
  /** Closes everything; the stream has ended. */
  close(): Promise<void>;
}

/**
 * Opens every part and starts the stream. Closes the opened parts when a later one fails.
 *
 * @throws StoreError, SourceError, SinkError for a part that cannot be opened; RangeError for an option that is none
 */
export async function openPipeline({
  configuration,
  moreSinks = [],
  rejects: noRejects = null,
  warn,
}: PipelineOptions): Promise<Pipeline> {
  const open: { close(): Promise<void> }[] = [];
  const close = async (): Promise<void> => {
    // In reverse order: sources and sinks before the store that holds their marks.
    for (const one of open.splice(0).reverse()) await one.close();
  };
  const kept = <T extends { close(): Promise<void> }>(one: T): T => {
    open.push(one);
    return one;
  };
  try {
    const { engine, folder } = configuration.state;
    const store = kept(await storeNamed(engine).open(folder, true));
    const fetcher = kept(openFetcher(configuration.fetch));
    /** @param before of the name in the state; names of the configuration have no slash */
    const sinkOf = async (
      { kind: name, name: given, options }: ConfiguredPart,
      before: '' | 'monitor/hits/' | 'monitor/alerts/' = '',
    ): Promise<SinkInUse> => {
      const kind = sinkNamed(name);
      const own = before + given;
      return { name: own, kind, sink: kept(await kind.open(options, await readSinkMark(store, own))) };
    };
    const sinks: SinkInUse[] = [...moreSinks];
    for (const part of configuration.sinks) sinks.push(await sinkOf(part));
    const rejects = configuration.rejects === null ? noRejects : await sinkOf(configuration.rejects);
    let monitor: Monitor | null = null;
    if (configuration.monitor !== null) {
      const { hits, alerts, ...settings } = configuration.monitor;
      const alertSinks: SinkInUse[] = [];
      for (const part of alerts) alertSinks.push(await sinkOf(part, 'monitor/alerts/'));
      const hitSinks = hits === null ? [] : [await sinkOf(hits, 'monitor/hits/')];
      monitor = await openMonitor(settings, { store, hits: hitSinks, alerts: alertSinks });
    }
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
      observer: monitor,
      now: Date.now,
      warn,
    });
    return { stream, fetcher, store, monitor, close };
  } catch (error) {
    await close();
    throw error;
  }
}
