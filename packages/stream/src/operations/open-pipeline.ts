/** A configuration opened: state, fetcher, sources, sinks and the stream over them. */
import { CALLBACK, checkOptions, type OptionDomains, orNull, RECORD } from '@dehusk/html';
import type { Fetcher } from '@dehusk/node';
import { openFetcher } from '@dehusk/node';
import type { Configuration, ConfiguredPart } from '../configuration/configuration.js';
import { sinkNamed } from '../sinks/index.js';
import { sourceNamed } from '../sources/index.js';
import type { Source } from '../sources/source.js';
import { openLmdbStore } from '../stores/lmdb.js';
import type { Store } from '../stores/store.js';
import { openStream } from '../stream/open-stream.js';
import { readSinkCheckpoint } from '../stream/sink-checkpoints.js';
import type { SinkInUse, Stream } from '../stream/stream.js';

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
  readonly store: Store;
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
    return { stream, fetcher, store, close };
  } catch (error) {
    await close();
    throw error;
  }
}
