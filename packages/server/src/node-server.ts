/** The HTTP API on a port of this machine. */
import { readdirSync, readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { extname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { guardConnections, type MarkdownMode } from '@dehusk/node';
import { serve } from '@hono/node-server';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { createApp } from './app.js';
import { ProblemError, problemDocument } from './problems.js';
import type { AnsweredRequest, AppOptions, FetchedForRequest, StaticFile } from './routes.js';
import type { ExtractionService } from './service.js';
import { CODINGS, unpack } from './unpack.js';

export interface ServerOptions
  extends Pick<AppOptions, 'maxBytes' | 'token' | 'cors' | 'hostNames' | 'onError' | 'mcp'> {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  readonly version: string;
  /** Fetches a page; null: fetching is off. */
  readonly fetchPage: ((url: string, signal: AbortSignal, markdown: MarkdownMode) => Promise<FetchedForRequest>) | null;
  /** Longest time for a request to arrive, in milliseconds: clients that send slowly hold a connection, no thread. */
  readonly requestMilliseconds: number;
  /** Connections at once; of more, those without a request are closed. */
  readonly maxConnections: number;
  onAnswer(answer: AnsweredRequest): void;
}

export interface OpenedServer {
  /** `http://HOST:PORT`. */
  readonly address: string;
  /**
   * Stops taking requests and ends when those under way are answered.
   *
   * @param milliseconds longest wait for them
   */
  drain(milliseconds: number): Promise<void>;
}

/** Bodies that all requests hold at once, in bytes. */
const MAX_HELD_BYTES = 512 * 1024 * 1024;
/** Headers of a request, in bytes and in number. */
const MAX_HEADER_BYTES = 16 * 1024;
const MAX_HEADERS = 200;
/** Checks for connections that are too slow. */
const CHECK_MILLISECONDS = 1_000;
const KEEP_ALIVE_MILLISECONDS = 5_000;

/**
 * Opens the port.
 *
 * @throws the system error of a port that cannot be bound
 */
export async function openServer(service: ExtractionService, options: ServerOptions): Promise<OpenedServer> {
  const { host, port, requestMilliseconds, version } = options;
  let isDraining = false;
  const metrics = serverMetrics(service);
  const app = createApp(
    service,
    {
      ...options,
      maxHeldBytes: MAX_HELD_BYTES,
      unpack,
      codings: CODINGS,
      isReady: () => !isDraining,
      metrics: metrics.read,
      file: staticFiles(),
      onAnswer(answer) {
        metrics.count(answer);
        options.onAnswer(answer);
      },
    },
    version,
  );
  const server = await new Promise<Server>((resolve, reject) => {
    const opened = serve(
      {
        fetch: app.fetch,
        hostname: host,
        port,
        serverOptions: {
          headersTimeout: requestMilliseconds,
          // Bodies are timed where they are read: a batch may take hours.
          requestTimeout: 0,
          connectionsCheckingInterval: Math.min(CHECK_MILLISECONDS, requestMilliseconds),
          keepAliveTimeout: KEEP_ALIVE_MILLISECONDS,
          maxHeaderSize: MAX_HEADER_BYTES,
        },
      },
      () => resolve(opened as Server),
    );
    opened.once('error', reject);
  });
  server.maxHeadersCount = MAX_HEADERS;
  server.on('clientError', refuseClient);
  guardConnections(server, options.maxConnections, requestMilliseconds);
  const { address, family, port: bound } = server.address() as AddressInfo;
  return {
    address: `http://${family === 'IPv6' ? `[${address}]` : address}:${bound}`,
    async drain(milliseconds) {
      isDraining = true;
      const ended = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      const timer = setTimeout(() => server.closeAllConnections(), milliseconds);
      await ended;
      clearTimeout(timer);
      await service.close();
    },
  };
}

/** Statuses of requests that Node's parser refuses; the others are 400. */
const CLIENT_ERRORS: Readonly<Record<string, readonly [status: number, reason: string, detail: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'timeout', 'the request did not arrive in time'],
  HPE_HEADER_OVERFLOW: [431, 'too-large', `the headers are larger than the ${MAX_HEADER_BYTES} bytes allowed`],
};

function refuseClient(error: NodeJS.ErrnoException, socket: Socket): void {
  // Bytes after the beginning of an answer would become part of it.
  if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesWritten > 0) {
    socket.destroy();
    return;
  }
  const [status, reason, detail] = CLIENT_ERRORS[error.code ?? ''] ?? [
    400,
    'bad-request',
    'the request is not HTTP/1.1',
  ];
  const body = problemDocument(new ProblemError(status, reason, detail), null);
  const { title } = JSON.parse(body) as { readonly title: string };
  socket.end(
    `HTTP/1.1 ${status} ${title}\r\ncontent-type: application/problem+json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.json': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
  '.jsonl': 'application/jsonl; charset=utf-8',
};

/** The built inspector and the page of the API, all in memory: a request names no file of the disk. */
function staticFiles(): (path: string) => StaticFile | null {
  const files = new Map<string, StaticFile>();
  for (const [folder, prefix] of [
    ['inspector', ''],
    ['api-docs', 'docs/'],
  ]) {
    // By the package's name, as this module may be part of a bundle.
    const root = fileURLToPath(new URL(`./dist/${folder}/`, import.meta.resolve('@dehusk/server/package.json')));
    for (const name of filesBelow(root)) {
      const type = TYPES[extname(name)];
      if (type === undefined) continue;
      files.set(prefix + name.split(sep).join('/'), { bytes: readFileSync(join(root, name)), type });
    }
  }
  if (!files.has('index.html')) files.set('index.html', NOT_BUILT);
  return (path) => files.get(path === 'docs' ? 'docs/index.html' : path) ?? null;
}

const NOT_BUILT: StaticFile = {
  type: 'text/html; charset=utf-8',
  bytes: new TextEncoder().encode(
    '<!doctype html><html lang="en"><title>Dehusk</title><p>The inspector is not built: run <code>npm run build</code>. The API is described at <a href="/docs/">/docs</a>.</p></html>\n',
  ),
};

function filesBelow(root: string): string[] {
  try {
    return readdirSync(root, { recursive: true, withFileTypes: false }) as string[];
  } catch {
    return [];
  }
}

/** Bounds of the histogram of durations, in seconds. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

function serverMetrics(service: ExtractionService) {
  const registers = [new Registry()];
  const [registry] = registers;
  collectDefaultMetrics({ register: registry, prefix: 'dehusk_' });
  const requests = new Counter({
    name: 'dehusk_http_requests_total',
    help: 'Requests answered, by route and status.',
    labelNames: ['route', 'method', 'status'],
    registers,
  });
  const seconds = new Histogram({
    name: 'dehusk_http_request_seconds',
    help: 'Time from the headers of a request to those of its answer.',
    labelNames: ['route'],
    buckets: SECONDS,
    registers,
  });
  const problems = new Counter({
    name: 'dehusk_http_problems_total',
    help: 'Problems answered, by their reason.',
    labelNames: ['reason'],
    registers,
  });
  const gauges = ['working', 'waiting', 'queue', 'threads'] as const;
  for (const name of gauges)
    new Gauge({
      name: `dehusk_pages_${name}`,
      help: `Pages by the worker threads: ${name}.`,
      registers,
      collect() {
        this.set(service.load[name]);
      },
    });
  return {
    count({ route, method, status, milliseconds, reason }: AnsweredRequest): void {
      requests.inc({ route, method: METHODS.has(method) ? method : 'other', status });
      seconds.observe({ route }, milliseconds / 1000);
      if (reason !== null) problems.inc({ reason });
    },
    read: async () => ({ type: registry.contentType, text: await registry.metrics() }),
  };
}

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']);
