/** The stream over one source into one folder: `state/`, `documents/`, `rejects/`, opened where the state left them. */
import { join } from 'node:path';
import {
  type FetcherOptions,
  openFetcher,
  openStream,
  type SinkInUse,
  type Source,
  type SourceContext,
  STREAM_DEFAULTS,
  type Stream,
  type StreamOptions,
  type StreamSnapshot,
  sinkMarkKey,
  sinkNamed,
  storeNamed,
} from 'dehusk';

export interface FolderStream {
  readonly stream: Stream;
  /** Waits for the end and closes everything. */
  finish(): Promise<StreamSnapshot>;
}

/**
 * Opens everything and starts.
 *
 * @param openSource opens what is read
 * @param gzip whether outputs are packed
 * @param fetching how pages are fetched that a source gives without content
 */
export async function openFolderStream(
  folder: string,
  openSource: (context: SourceContext) => Promise<Source>,
  options: Partial<StreamOptions>,
  gzip = false,
  fetching: Partial<FetcherOptions> = {},
): Promise<FolderStream> {
  const store = await storeNamed('lmdb').open(join(folder, 'state'), true);
  const fetcher = openFetcher(fetching);
  const kind = sinkNamed('jsonl');
  const sinkOf = async (name: string): Promise<SinkInUse> => ({
    name,
    kind,
    sink: await kind.open({ folder: join(folder, name), gzip }, await store.get(sinkMarkKey(name))),
  });
  const source = await openSource({ store, fetcher, now: Date.now });
  const documents = await sinkOf('documents');
  const rejects = await sinkOf('rejects');
  const stream = openStream(
    { ...STREAM_DEFAULTS, ...options },
    {
      sources: [source],
      fetcher,
      store,
      sinks: [documents],
      rejects,
      now: Date.now,
      warn: (message) => process.stderr.write(`${message}\n`),
    },
  );
  return {
    stream,
    async finish() {
      try {
        return await stream.done;
      } finally {
        await source.close();
        await fetcher.close();
        await documents.sink.close();
        await rejects.sink.close();
        await store.close();
      }
    },
  };
}
