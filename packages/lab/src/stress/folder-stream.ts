/**
 * The stream over one source into one folder (`state/`, `documents/`, `rejects/`), opened at its last commit.
 *
 * As a program it runs over a file of JSON lines until it ends or is killed; see kill.ts. With a port, the pages are fetched
 * from that port on loopback.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type FetcherOptions,
  openFetcher,
  openStream,
  readSinkMark,
  type SinkInUse,
  type Source,
  type SourceContext,
  STREAM_DEFAULTS,
  type Stream,
  type StreamOptions,
  type StreamSnapshot,
  sinkNamed,
  sourceNamed,
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
 * @param gzip whether outputs are compressed
 * @param fetching options for pages without content
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
    sink: await kind.open({ folder: join(folder, name), gzip }, await readSinkMark(store, name)),
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

/** The rows of an output of such a folder, `documents` or `rejects`. */
export function rowsOf(folder: string, output: string): Record<string, unknown>[] {
  return readdirSync(join(folder, output))
    .filter((name) => name.endsWith('.jsonl'))
    .flatMap((name) => readFileSync(join(folder, output, name), 'utf8').split('\n'))
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

/** The address of a page of the input on loopback. */
function servedAddress(url: string, port: number): string {
  const { hostname, pathname, search } = new URL(url);
  return `http://${hostname}:${port}${pathname}${search}`;
}

/** Replaces pages by their addresses on loopback, so that they are fetched. */
function fetchedSource(source: Source, port: number): Source {
  return {
    ...source,
    async *items(signal) {
      for await (const event of source.items(signal))
        yield event.kind === 'item' ? { ...event, url: servedAddress(event.url, port), content: null } : event;
    },
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder, input, options, port] = process.argv.slice(2);
  const run = await openFolderStream(
    folder,
    async (context) => {
      const source = await sourceNamed('jsonl').open({ path: input }, context);
      return port === undefined ? source : fetchedSource(source, Number(port));
    },
    JSON.parse(options) as Partial<StreamOptions>,
    false,
    // No page may run out of time or retries on a busy machine.
    {
      delay: 0,
      requestsPerMinute: 0,
      robots: false,
      allowPrivate: true,
      hosts: { '*.example': '127.0.0.1' },
      maxMilliseconds: 60_000,
      maxRetries: 5,
      backoff: 20,
    },
  );
  const { emitted, rejected } = await run.finish();
  process.stdout.write(`${JSON.stringify({ emitted, rejected })}\n`);
}
