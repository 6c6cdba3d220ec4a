/** The kinds of sinks that `kill` writes into, with the local servers they need, and a reader of each without the sink. */
import { createReadStream, readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { readParquetRows, readWarc } from '@dehusk/node';
import { connectNats, readStream } from '@dehusk/stream/nats';
import { NO_NATS_SERVER, NO_POSTGRES, startNatsServers, startPostgres } from './local-servers.js';
import { type OutputRow, rowsOf } from './outputs.js';

/** A sink whose server runs. Each pass has its own folder, whose name also names its table, subject or path. */
export interface OpenSink {
  /** The sink's section of the configuration. */
  settings(target: string): Readonly<Record<string, unknown>>;
  /** Everything in the output; a record that a server received twice, equal in every byte, is one. */
  read(target: string): Promise<readonly OutputRow[]>;
  close(): Promise<void>;
}

export interface KillSink {
  readonly name: string;
  /** Why it cannot run here; null, and without it: it can. */
  missing?(): string | null;
  open(folder: string): Promise<OpenSink>;
}

/** Small enough that a pass finishes several files. */
const MAX_MEGABYTES = 0.2;
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => join(entry.parentPath, entry.name));

function fileSink(
  name: string,
  kind: string,
  more: Readonly<Record<string, unknown>>,
  read: (folder: string) => Promise<OutputRow[]>,
): KillSink {
  return {
    name,
    open: async () => ({
      settings: (target) => ({ kind, folder: join(target, 'documents'), ...more }),
      read: (target) => read(join(target, 'documents')),
      close: async () => {},
    }),
  };
}

async function parquetRows(folder: string): Promise<OutputRow[]> {
  const rows: OutputRow[] = [];
  for (const file of filesIn(folder)) for await (const { row } of readParquetRows(file)) rows.push({ ...row });
  return rows;
}

/** The file of each document, with its name. */
async function markdownRows(folder: string): Promise<OutputRow[]> {
  return filesIn(folder).map((file) => ({ id: file.slice(folder.length), text: readFileSync(file, 'utf8') }));
}

/** The archived pages, without the times of records, which are those of the clock. */
async function warcRows(folder: string): Promise<OutputRow[]> {
  const rows: OutputRow[] = [];
  for (const file of filesIn(folder))
    for await (const record of readWarc(createReadStream(file))) {
      if (record.kind === 'fault') throw new Error(`${file}: ${record.reason}: ${record.detail}`);
      const { type, headers } = record;
      if (type === 'warcinfo') continue;
      const [id, revision, url, digest] = [
        ...['x-dehusk-id', 'x-dehusk-revision', 'warc-target-uri', 'warc-payload-digest'],
      ].map((name) => headers.get(name) ?? null);
      rows.push({ id, revision, url, digest });
    }
  return rows;
}

/** Records that a server may receive again, by everything they hold. */
function distinct(rows: readonly OutputRow[]): OutputRow[] {
  return [...new Map(rows.map((row) => [JSON.stringify(row), row])).values()];
}

/** A server on loopback that keeps the bodies of requests by path. */
async function openReceiver(answer: (request: IncomingMessage, body: string) => { rows: OutputRow[]; body: string }) {
  const received = new Map<string, OutputRow[]>();
  const server = createServer(async (request, response) => {
    // A killed sender ends within a request.
    const body = await text(request).catch(() => null);
    if (body === null) return;
    const { rows, body: answered } = answer(request, body);
    const path = (request.url ?? '').split('/')[1];
    received.set(path, [...(received.get(path) ?? []), ...rows]);
    response.end(answered);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    rows: (path: string): OutputRow[] => received.get(path) ?? [],
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const webhook: KillSink = {
  name: 'webhook',
  async open() {
    const receiver = await openReceiver((_, body) => ({ rows: [JSON.parse(body) as OutputRow], body: '' }));
    return {
      settings: (target) => ({ kind: 'webhook', url: `${receiver.origin}/${basename(target)}`, secretVariable: '' }),
      read: async (target) => distinct(receiver.rows(basename(target))),
      close: receiver.close,
    };
  },
};

/** The bulk API of OpenSearch. An index has one version of each document; a request may leave out those that a later one replaces. */
const opensearch: KillSink = {
  name: 'opensearch',
  async open() {
    const receiver = await openReceiver((_, body) => {
      const lines = body.trimEnd().split('\n');
      const rows = lines.filter((_, at) => at % 2 === 1).map((line) => JSON.parse(line) as OutputRow);
      const items = rows.map(({ id }) => ({ index: { _id: id, status: 200 } }));
      return { rows, body: JSON.stringify({ errors: false, items }) };
    });
    return {
      settings: (target) => ({ kind: 'opensearch', url: `${receiver.origin}/${basename(target)}` }),
      async read(target) {
        const index = new Map<unknown, OutputRow>();
        for (const row of receiver.rows(basename(target)))
          if (Number(row.revision) >= Number(index.get(row.id)?.revision ?? 0)) index.set(row.id, row);
        return [...index.values()];
      },
      close: receiver.close,
    };
  },
};

const nats: KillSink = {
  name: 'nats',
  missing: () => NO_NATS_SERVER || null,
  async open(folder) {
    const server = await startNatsServers(folder, 1);
    return {
      settings: (target) => ({ kind: 'nats', servers: server.url, subject: basename(target) }),
      async read(target) {
        const client = await connectNats(server.url, 'kill', () => {});
        const subject = basename(target);
        const rows: OutputRow[] = [];
        const { signal } = new AbortController();
        for await (const message of readStream(client, subject, `${subject}.>`, 0, signal)) {
          rows.push(message.json<OutputRow>());
          if (message.info.pending === 0) break;
        }
        await client.close();
        return distinct(rows);
      },
      close: server.close,
    };
  },
};

const postgres: KillSink = {
  name: 'postgres',
  missing: () => NO_POSTGRES || null,
  async open() {
    const server = startPostgres();
    const tableOf = (target: string): string => basename(target).replaceAll('-', '_');
    return {
      settings: (target) => ({ kind: 'postgres', url: server.url, table: tableOf(target) }),
      async read(target) {
        const lines = server.lines(`SELECT row FROM ${tableOf(target)}`);
        return lines.map((line) => JSON.parse(line) as OutputRow);
      },
      close: async () => server.close(),
    };
  },
};

const jsonlRows = async (folder: string): Promise<OutputRow[]> => rowsOf(folder, '');
const sized = { maxMegabytes: MAX_MEGABYTES };

export const KILL_SINKS: readonly KillSink[] = [
  fileSink('jsonl', 'jsonl', sized, jsonlRows),
  fileSink('jsonl.gz', 'jsonl', { ...sized, gzip: true }, jsonlRows),
  fileSink('parquet', 'parquet', sized, parquetRows),
  fileSink('markdown', 'markdown', {}, markdownRows),
  fileSink('warc', 'warc', sized, warcRows),
  nats,
  postgres,
  opensearch,
  webhook,
];
