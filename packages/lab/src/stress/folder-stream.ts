/**
 * The stream over one source into one folder (`state/`, `documents/`, `rejects/`), opened at its last commit.
 *
 * As a program it runs over a file of JSON lines until it ends or is killed; see kill.ts. With a port, the pages are fetched
 * from that port on loopback.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
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

interface FolderStream {
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

/** A row of an output. */
export type Row = Record<string, unknown>;

/** The lines of a file, unpacked by its name. */
export function linesOf(file: string): string[] {
  const bytes = readFileSync(file);
  return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes)
    .toString()
    .split('\n')
    .filter((line) => line !== '');
}

/** The rows of an output of such a folder, `documents` or `rejects`. */
export function rowsOf(folder: string, output: string): Row[] {
  return readdirSync(join(folder, output))
    .filter((name) => /\.jsonl(?:\.gz)?$/.test(name))
    .flatMap((name) => linesOf(join(folder, output, name)))
    .map((line) => JSON.parse(line) as Row);
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
  const [folder, input, options, port, fetching] = process.argv.slice(2);
  const run = await openFolderStream(
    folder,
    async (context) => {
      const source = await sourceNamed('jsonl').open({ path: input }, context);
      return port === undefined ? source : fetchedSource(source, Number(port));
    },
    JSON.parse(options) as Partial<StreamOptions>,
    false,
    JSON.parse(fetching ?? '{}') as Partial<FetcherOptions>,
  );
  const { emitted, rejected } = await run.finish();
  process.stdout.write(`${JSON.stringify({ emitted, rejected })}\n`);
}
