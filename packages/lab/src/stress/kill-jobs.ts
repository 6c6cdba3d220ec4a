/** The programs that `kill` kills: their input, their command line and what their outputs hold. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { unseal } from '@dehusk/html';
import { openLmdbStore, sinkNamed } from '@dehusk/stream';
import { seededRandom } from 'dehusk/demo';
import type { OpenSink } from './kill-sinks.js';
import { linesOf, type Outcome, type OutputRow, rowsOf } from './outputs.js';
import { type SyntheticInput, syntheticRows, writeSyntheticInput } from './synthetic-input.js';

export interface JobInput extends SyntheticInput {
  readonly workers: number;
  /** Folder of the input; each pass writes into a folder in it. */
  readonly folder: string;
  readonly sink: OpenSink;
}

/** A job with its input written and its servers running. */
export interface OpenJob {
  /** Called before the first process of a pass. */
  begin?(): void;
  /** Arguments of Node, which runs in the pass's folder. */
  command(target: string): readonly string[];
  outcome(target: string): Promise<Outcome>;
  close?(): Promise<void>;
}

export interface KillJob {
  readonly name: string;
  /** Documents of its input for each of the option `--documents`: passes of all jobs take about the same time. */
  readonly scale: number;
  /** Whether it writes into the sink of `--sink`. */
  readonly hasSinks?: boolean;
  /** Exit statuses of a run that was not stopped. */
  readonly ends: readonly number[];
  /** Exit status after SIGTERM, once it listens for it; before, the signal ends it. */
  readonly stopped: number;
  open(given: JobInput): Promise<OpenJob>;
}

/** Exit status of a process that SIGTERM ended. */
const TERMINATED = 143;
const COMMAND = fileURLToPath(new URL('../bin/dehusk.js', import.meta.resolve('dehusk')));
/**
 * Frequent commits let short runs progress; few pages in flight leave work after a SIGTERM, which finishes them; no page may run
 * out of time on a busy machine.
 */
const STREAM_OPTIONS = { commitPages: 20, commitMilliseconds: 300, maxInFlight: 30, maxMilliseconds: 120_000 };
/** No page may run out of time or retries. */
const FETCH = {
  ...{ delay: 0, requestsPerMinute: 0, robots: false, allowPrivate: true, hosts: { '*.example': '127.0.0.1' } },
  ...{ maxMilliseconds: 60_000, maxRetries: 5, backoff: 20 },
};
/** The outcome of a job without a state that can be compared. */
const rowsAlone = (rows: Outcome['rows']): Outcome => ({ rows, values: new Map() });

/** Every value by key, and the input's position, without the marks of outputs, which describe files. */
async function stateValues(target: string, input: string): Promise<Map<string, string>> {
  const store = openLmdbStore(join(target, 'state'), false);
  try {
    const values = new Map<string, string>([['position', String(await store.position(input))]]);
    for (const key of await store.keys())
      if (!key.startsWith('sink/')) values.set(key, Buffer.from((await store.get(key)) ?? []).toString('base64'));
    return values;
  } finally {
    await store.close();
  }
}

/** Lines in their order: a line that is elsewhere differs. */
function numberedLines(file: string): OutputRow[] {
  return linesOf(file).map((line, at) => ({ id: at + 1, line }));
}

/** Writes the configuration of `dehusk watch` for a pass and returns its command. */
function watchCommand(
  target: string,
  { workers }: JobInput,
  sources: readonly object[],
  sinks: readonly object[],
  stream: object = {},
): string[] {
  const file = join(target, 'watch.json');
  const sections = {
    ...{ sources, sinks, fetch: FETCH, state: { folder: join(target, 'state') } },
    rejects: { kind: 'jsonl', folder: join(target, 'rejects') },
    stream: { ...STREAM_OPTIONS, workers, ...stream },
  };
  writeFileSync(file, JSON.stringify(sections));
  return [COMMAND, 'watch', file];
}

const watch: KillJob = {
  ...{ name: 'watch', scale: 1, hasSinks: true, ends: [0], stopped: 0 },
  async open(given) {
    const input = join(given.folder, 'input.jsonl');
    await writeSyntheticInput(input, given);
    const sources = [{ kind: 'jsonl', path: input }];
    return {
      command: (target) => watchCommand(target, given, sources, [given.sink.settings(target)]),
      async outcome(target) {
        const rows = { documents: await given.sink.read(target), rejects: rowsOf(target, 'rejects') };
        return { rows, values: await stateValues(target, `jsonl:${input}`) };
      },
    };
  },
};

/** Rows without the time at which a page was fetched. */
function timeless(rows: readonly OutputRow[]): OutputRow[] {
  return rows.map((row) => ({ ...row, at: '' }));
}

/** The state of these holds times of requests, so documents and rejects are compared. */
const feeds: KillJob = {
  ...{ name: 'feeds', scale: 0.5, ends: [0], stopped: 0 },
  async open(given) {
    const server = await openPageServer(given, true);
    const urls = server.hosts.map((host) => `http://${host}:${server.port}/feed.xml`);
    const sources = [{ kind: 'feed', feeds: urls, once: true, maxItems: 100_000 }];
    return {
      begin: () => server.reset(),
      command: (target) => {
        const sinks = [{ kind: 'jsonl', folder: join(target, 'documents') }];
        // What a site teaches depends on the order of its responses.
        return watchCommand(target, given, sources, sinks, { extractor: 'dehusk' });
      },
      outcome: async (target) =>
        rowsAlone({ documents: timeless(rowsOf(target, 'documents')), rejects: rowsOf(target, 'rejects') }),
      close: server.close,
    };
  },
};

const crawl: KillJob = {
  ...{ name: 'crawl', scale: 1, ends: [0], stopped: 0 },
  async open(given) {
    const server = await openPageServer({ ...given, sites: 1 }, false);
    return {
      command: () => [
        ...[COMMAND, 'crawl', `http://127.0.0.1:${server.port}/`, '--state', 'state', '-o', 'documents'],
        ...['--extractor', 'dehusk', '--workers', String(given.workers), '--delay', '0', '--allow-private'],
      ],
      outcome: async (target) => rowsAlone({ documents: timeless(rowsOf(target, 'documents')) }),
      close: server.close,
    };
  },
};

/** Rows as `dehusk batch` reads them. @param pad bytes of a field that is passed through */
function batchLines(input: SyntheticInput, pad: number): string {
  const { next: random } = seededRandom(input.seed);
  const padding = (): string => Array.from({ length: pad / 10 }, () => random().toFixed(8)).join('');
  const lines = [...syntheticRows(input)].map((row, at) =>
    typeof row === 'string' ? row : JSON.stringify({ id: String(at), ...row, ...(pad > 0 && { pad: padding() }) }),
  );
  return `${lines.join('\n')}\n`;
}

/** @param pad makes the members of a packed output, of a megabyte each, hold few rows */
function batchJob(name: string, output: string, pad: number): KillJob {
  return {
    ...{ name, scale: 1, ends: [0], stopped: TERMINATED },
    async open(given) {
      const input = join(given.folder, 'input.jsonl');
      writeFileSync(input, batchLines(given, pad));
      const options = ['--quiet', '--threads', String(given.workers), ...(pad > 0 ? ['--passthrough'] : [])];
      return {
        command: () => [COMMAND, 'batch', input, '-o', output, '--resume', ...options],
        outcome: async (target) => rowsAlone({ rows: numberedLines(join(target, output)) }),
      };
    },
  };
}

async function writeArchives(folder: string, input: SyntheticInput): Promise<string[]> {
  const sink = await sinkNamed('warc').open({ folder, maxMegabytes: 0.05 }, undefined);
  const flush = async (): Promise<void> => {
    await sink.flush();
    await sink.committed();
  };
  const rows = [...syntheticRows(input)].filter((row) => typeof row !== 'string');
  for (const [number, { url, html, timestamp: at }] of rows.entries()) {
    const raw = { bytes: Buffer.from(html), status: 200, headers: [['content-type', 'text/html']] as const, at };
    const id = createHash('md5').update(url).digest('hex');
    await sink.write({ id, revision: 1, site: '', row: { url }, markdown: null, raw });
    if (number % 10 === 9) await flush();
  }
  await flush();
  await sink.close();
  return readdirSync(folder)
    .sort()
    .map((name) => join(folder, name));
}

const batchEach: KillJob = {
  ...{ name: 'batch-each', scale: 1, ends: [0], stopped: TERMINATED },
  async open(given) {
    const archives = await writeArchives(join(given.folder, 'archives'), given);
    const threads = String(given.workers);
    return {
      command: () => [COMMAND, 'batch', '--each', ...archives, '-o', 'out', '--quiet', '--threads', threads],
      async outcome(target) {
        const out = join(target, 'out');
        // A killed run leaves its partial file, which has another name.
        const names = readdirSync(out).filter((name) => !name.endsWith('.partial'));
        return rowsAlone(Object.fromEntries(names.map((name) => [name, numberedLines(join(out, name))])));
      },
    };
  },
};

/** Share of paragraphs that occurred before. */
const REPEATED = 0.3;

/** Texts whose paragraphs repeat, and some lines that are no records. */
function writeTexts(file: string, { documents, seed }: SyntheticInput): void {
  const { next: random } = seededRandom(seed);
  const known: string[] = [];
  const paragraph = (): string => {
    if (known.length > 0 && random() < REPEATED) return known[Math.floor(random() * known.length)];
    const made = Array.from({ length: 30 }, () => Math.floor(random() * 40_000).toString(36)).join(' ');
    known.push(made);
    return made;
  };
  const lines = Array.from({ length: documents }, (_, id) =>
    random() < 0.01 ? `{"no row ${id}` : JSON.stringify({ id, text: Array.from({ length: 8 }, paragraph).join('\n') }),
  );
  writeFileSync(file, `${lines.join('\n')}\n`);
}

/** A state of `dehusk dedupe` as text. The order of n-grams in it depends on where a run was interrupted, so they are sorted. */
function dedupeState(bytes: Uint8Array): string {
  const { header, body } = unseal<{ readonly settings: { readonly mode: string } }>(bytes, 'DhDd', 1, 'a state');
  const position = JSON.stringify(header);
  if (header.settings.mode !== 'paragraph') return position + Buffer.from(body).toString('base64');
  const onion = unseal<object>(body, 'DhOn', 1, 'n-grams');
  const ngrams = new BigUint64Array(new Uint8Array(onion.body).buffer).sort();
  return position + JSON.stringify(onion.header) + Buffer.from(ngrams.buffer).toString('base64');
}

function dedupeJob(name: string, scale: number, options: readonly string[]): KillJob {
  return {
    // Lines that are no records make the status 3.
    ...{ name, scale, ends: [3], stopped: TERMINATED },
    async open(given) {
      const input = join(given.folder, 'texts.jsonl');
      writeTexts(input, given);
      return {
        command: () => [
          ...[COMMAND, 'dedupe', input, '-o', 'unique.jsonl', '--state', 'seen.state', '--no-progress'],
          ...['--checkpoint-seconds', '0', ...options],
        ],
        outcome: async (target) => ({
          rows: { unique: numberedLines(join(target, 'unique.jsonl')) },
          values: new Map([['seen.state', dedupeState(readFileSync(join(target, 'seen.state')))]]),
        }),
      };
    },
  };
}

const site: KillJob = {
  // Pages without text, and such that cannot be used.
  ...{ name: 'site', scale: 1, ends: [0, 1, 3], stopped: TERMINATED },
  async open(given) {
    const input = join(given.folder, 'input.jsonl');
    await writeSyntheticInput(input, given);
    return {
      command: () => [COMMAND, input, '--site', '--state', 'state', '--format', 'jsonl'],
      outcome: async (target) => ({ rows: {}, values: await stateValues(target, input) }),
    };
  },
};

export const KILL_JOBS: readonly KillJob[] = [
  watch,
  feeds,
  crawl,
  batchJob('batch', 'texts.jsonl', 0),
  batchJob('batch-gz', 'texts.jsonl.gz', 50_000),
  batchEach,
  dedupeJob('dedupe', 30, []),
  dedupeJob('dedupe-near', 150, ['--mode', 'near', '--mark']),
  site,
];

// Serves a synthetic input on a loopback port, with feeds and an index of each site: the web of `kill`.

interface ServedPage {
  readonly html: string;
  readonly number: number;
  readonly timestamp: number;
}

/** One page in this many is busy, truncated or gone, so that every site has all three. */
const BUSY_EVERY = 23;
const TRUNCATED_EVERY = 31;
const GONE_EVERY = 29;

/**
 * Opens the server. `/feed.xml` is the feed of a site, `/` links to all its pages; requests to an address get the first site.
 * @param hasFaults whether some pages are busy or truncated at the first request and some are gone
 */
async function openPageServer(input: SyntheticInput, hasFaults: boolean) {
  const sites = new Map<string, Map<string, ServedPage>>();
  let count = 0;
  for (const row of syntheticRows(input))
    if (typeof row !== 'string') {
      const { hostname, pathname, search } = new URL(row.url);
      const pages = sites.get(hostname) ?? new Map<string, ServedPage>();
      sites.set(hostname, pages);
      pages.set(pathname + search, { html: row.html, number: count++, timestamp: row.timestamp });
    }
  const hosts = [...sites.keys()];
  const requested = new Set<number>();
  const server = createServer((request, response) => {
    const [, host = '', port = ''] = /^(.*):(\d+)$/.exec(request.headers.host ?? '') ?? [];
    const answer = (status: number, body?: string, headers: object = type): void =>
      void response.writeHead(status, { ...headers }).end(body);
    const pages = sites.get(host) ?? (sites.get(hosts[0]) as Map<string, ServedPage>);
    const path = request.url ?? '/';
    const type = { 'content-type': 'text/html; charset=utf-8' };
    const page = pages.get(path);
    if (path === '/') return answer(200, indexOf(pages));
    if (path === '/feed.xml')
      return answer(200, feedOf(pages, `http://${host}:${port}`), { 'content-type': 'application/rss+xml' });
    const isFault = (every: number): boolean => hasFaults && page !== undefined && page.number % every === every - 1;
    if (page === undefined || isFault(GONE_EVERY)) return answer(page === undefined ? 404 : 410);
    const isFirst = !requested.has(page.number);
    requested.add(page.number);
    if (isFirst && isFault(BUSY_EVERY)) answer(503);
    else if (isFirst && isFault(TRUNCATED_EVERY)) {
      response.writeHead(200, { ...type, 'content-length': String(Buffer.byteLength(page.html) + 1_000) });
      response.write(page.html, () => request.socket.destroy());
    } else answer(200, page.html);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    hosts,
    /** Forgets what was requested, so that a pass meets the same faults as the one before. */
    reset: () => requested.clear(),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function indexOf(pages: ReadonlyMap<string, ServedPage>): string {
  const links = [...pages.keys()].map((path) => `<li><a href="${path}">${path}</a></li>`);
  return `<!doctype html><title>Index</title><ul>${links.join('\n')}</ul>`;
}

function feedOf(pages: ReadonlyMap<string, ServedPage>, origin: string): string {
  const items = [...pages].map(
    ([path, { timestamp }]) =>
      `<item><title>${path}</title><link>${origin}${path}</link><pubDate>${new Date(timestamp).toUTCString()}</pubDate></item>`,
  );
  // Feeds list the newest first.
  return `<rss version="2.0"><channel><title>Site</title>${items.reverse().join('\n')}</channel></rss>`;
}
