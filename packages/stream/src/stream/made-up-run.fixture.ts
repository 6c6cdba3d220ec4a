// A run of the pipeline over made-up pages in a folder: state, documents and rejects, opened as the command would.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Fetcher } from '@dehusk/node';
import '../../../node/dist/bundle.fixture.js';
import { sinkNamed } from '../sinks/index.js';
import { openLmdbStore } from '../stores/lmdb.js';
import type { Store } from '../stores/store.js';
import { type MadeUpPage, pagesSource } from './made-up-pages.fixture.js';
import { openStream } from './open-stream.js';
import { readSinkCheckpoint } from './state-values.js';
import type { SinkInUse, Stream, StreamOptions, StreamParts, StreamSnapshot } from './stream.js';
import { STREAM_DEFAULTS } from './stream.js';

/** A fetcher for streams that need none. */
const NO_FETCHER: Fetcher = {
  fetch: ({ url }) =>
    Promise.resolve({
      kind: 'failed',
      url,
      reason: 'not-connected',
      detail: 'nothing is fetched here',
      status: null,
      retryAfter: null,
      attempts: 0,
    }),
  sitemaps: () => Promise.resolve([]),
  counters: { requests: 0, retries: 0, bytes: 0, waiting: 0, active: 0, failures: {} },
  close: () => Promise.resolve(),
};

interface MadeUpRun {
  readonly stream: Stream;
  readonly store: Store;
  readonly warnings: readonly string[];
  /** Waits for the end and closes everything. */
  finish(): Promise<StreamSnapshot>;
}

/** Opens state and outputs in a folder, at the checkpoints of the state, and starts. */
export async function openRun(
  folder: string,
  pages: readonly MadeUpPage[],
  options: Partial<StreamOptions> = {},
  parts: Partial<StreamParts> = {},
): Promise<MadeUpRun> {
  const store = parts.store ?? openLmdbStore(join(folder, 'state'), true);
  const kind = sinkNamed('jsonl');
  const sinkOf = async (name: string): Promise<SinkInUse> => ({
    name,
    kind,
    sink: await kind.open({ folder: join(folder, name), prefix: name }, await readSinkCheckpoint(store, name)),
  });
  const documents = await sinkOf('documents');
  const rejects = await sinkOf('rejects');
  const warnings: string[] = [];
  const stream = openStream(
    { ...STREAM_DEFAULTS, commitPages: 10, learningPages: 8, maxMilliseconds: 60_000, ...options },
    {
      sources: [pagesSource(pages, store)],
      fetcher: NO_FETCHER,
      sinks: [documents],
      rejects,
      now: Date.now,
      warn: (message) => warnings.push(message),
      ...parts,
      store,
    },
  );
  return {
    stream,
    store,
    warnings,
    async finish() {
      try {
        return await stream.done;
      } finally {
        await documents.sink.close();
        await rejects.sink.close();
        await store.close();
      }
    },
  };
}

/** The rows of an output. */
export function rowsOf(folder: string, name: string): Record<string, unknown>[] {
  return readdirSync(join(folder, name))
    .filter((file) => file.endsWith('.jsonl'))
    .sort()
    .flatMap((file) => readFileSync(join(folder, name, file), 'utf8').split('\n'))
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

/** Every value of the state as text, positions of outputs left out: they tell of the folder's files. */
export async function stateOf(folder: string): Promise<Record<string, string>> {
  const store = openLmdbStore(join(folder, 'state'), false);
  try {
    const values: Record<string, string> = {};
    for (const key of await store.keys())
      if (!key.startsWith('sink/')) values[key] = Buffer.from((await store.get(key)) ?? []).toString('base64');
    values['position of pages'] = String(await store.position('pages'));
    return values;
  } finally {
    await store.close();
  }
}
