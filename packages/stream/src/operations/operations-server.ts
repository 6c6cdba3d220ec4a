/** Serves `/metrics` for Prometheus, `/healthz` for supervisors and `/readyz` for load balancers. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type FetchCounters, guardConnections } from '@dehusk/node';
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { StreamSnapshot } from '../stream/stream.js';
import type { LiveView } from './dashboard.js';

interface OperationsServerOptions {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  readonly metrics: Registry;
  readonly readiness: () => Readiness;
}

export interface OperationsServer {
  /** `http://HOST:PORT`. */
  readonly address: string;
  close(): Promise<void>;
}

/** Connections at once: the pipeline needs its file descriptors itself. */
const MAX_CONNECTIONS = 200;
const IDLE_MILLISECONDS = 30_000;

/**
 * Opens the port.
 *
 * @throws the system error of a port that cannot be bound
 */
export async function openOperationsServer(options: OperationsServerOptions): Promise<OperationsServer> {
  const { metrics, readiness } = options;
  const server = createServer(async (request, response) => {
    const path = (request.url ?? '/').split('?')[0];
    if (request.method !== 'GET' && request.method !== 'HEAD')
      send(response, 405, 'text/plain', 'only GET is supported\n');
    else if (path !== '/healthz' && path !== '/readyz' && !isOwnHost(request))
      send(response, 421, 'text/plain', 'Host is none of this server\n');
    else if (path === '/metrics') send(response, 200, metrics.contentType, await metrics.metrics());
    // Answering at all means being alive.
    else if (path === '/healthz') send(response, 200, 'text/plain', 'ok\n');
    else if (path === '/readyz') {
      const { isReady, reason } = readiness();
      send(response, isReady ? 200 : 503, 'text/plain', `${reason}\n`);
    } else send(response, 404, 'text/plain', 'there are /metrics, /healthz and /readyz\n');
  });
  guardConnections(server, MAX_CONNECTIONS, IDLE_MILLISECONDS);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  const { address, family, port } = server.address() as AddressInfo;
  return {
    address: `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response
    .writeHead(status, { 'content-type': type, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    .end(body);
}

/**
 * Whether a request is addressed to the address it came in at: a web page whose name is bound to 127.0.0.1 could otherwise read the
 * answers. Elsewhere than on loopback a proxy may use any name.
 */
function isOwnHost({ headers, socket }: IncomingMessage): boolean {
  const address = (socket.localAddress ?? '').replace('::ffff:', '');
  if (!address.startsWith('127.') && address !== '::1') return true;
  const host = (headers.host ?? '').replace(/:\d+$/, '').replace(/^\[|\]$/g, '');
  return [address, 'localhost', '127.0.0.1', '::1'].includes(host);
}

/** Whether a pipeline is working, and if not, why. */
interface Readiness {
  readonly isReady: boolean;
  readonly reason: 'running' | 'draining' | 'stopped' | 'stalled';
}

/**
 * Judges readiness. A pipeline is not ready while it drains, after it stopped, or when it stalls: pages are in flight and
 * nothing was committed for too long. An idle pipeline is ready.
 *
 * @param stalledMilliseconds longest time without a commit
 */
export function watchReadiness(stalledMilliseconds: number) {
  let commits = -1;
  let since = 0;
  return {
    judge({ phase, commits: now, inFlight }: StreamSnapshot, at: number): Readiness {
      if (now !== commits || inFlight === 0) {
        commits = now;
        since = at;
      }
      if (phase !== 'running') return { isReady: false, reason: phase };
      return at - since > stalledMilliseconds
        ? { isReady: false, reason: 'stalled' }
        : { isReady: true, reason: 'running' };
    },
  };
}

// Metrics for Prometheus, computed from the pipeline's snapshot when they are scraped. Sites are no label: thousands of sites
// would be thousands of series. The dashboard shows them.

type Labelled = Readonly<Record<string, number>>;
type Metric = readonly [
  kind: typeof Counter | typeof Gauge,
  name: string,
  help: string,
  /** A number, or one for each value of the labels. */
  read: (snapshot: StreamSnapshot, fetching: FetchCounters) => number | Labelled,
  labelNames?: readonly string[],
];

const METRICS: readonly Metric[] = [
  [Counter, 'items_total', 'Items of the sources, faults included.', ({ seen }) => seen],
  [Counter, 'postponed_total', 'Items to be fetched again later.', ({ again }) => again],
  [Counter, 'documents_total', 'Documents emitted, without corrections.', ({ emitted }) => emitted],
  [Counter, 'corrections_total', 'Documents emitted again with corrections.', ({ revised }) => revised],
  [Counter, 'rejects_total', 'Pages without a document.', ({ rejected }) => rejected, ['stage', 'reason']],
  [Counter, 'committed_total', 'Items whose outcome is safe on disk.', ({ committed }) => committed],
  [Counter, 'commits_total', 'Transactions of state and outputs.', ({ commits }) => commits],
  [Counter, 'bytes_total', 'Bytes of pages, decompressed.', ({ bytes }) => bytes],
  [Gauge, 'in_flight', 'Items seen that are neither emitted nor rejected yet.', ({ inFlight }) => inFlight],
  [Gauge, 'sites', 'Sites pages came from.', ({ sites }) => sites.length],
  [Gauge, 'latency_seconds', 'From an item seen to its document committed.', latencies, ['quantile']],
  [Gauge, 'workers', 'Worker threads.', ({ workers: { busy, total } }) => ({ busy, idle: total - busy }), ['state']],
  [
    Counter,
    'workers_replaced_total',
    'Workers ended at a page’s deadline or crashed.',
    ({ workers }) => workers.replaced,
  ],
  [Gauge, 'phase', 'The phase the pipeline is in: 1.', ({ phase }) => ({ [phase]: 1 }), ['phase']],
  [Counter, 'fetch_requests_total', 'HTTP requests sent.', (_, { requests }) => requests],
  [Counter, 'fetch_retries_total', 'Of these, retries.', (_, { retries }) => retries],
  [Counter, 'fetch_bytes_total', 'Bytes received.', (_, { bytes }) => bytes],
  [Gauge, 'fetch_waiting', 'Requests waiting for their host’s turn or a connection.', (_, { waiting }) => waiting],
  [Gauge, 'fetch_active', 'Requests under way.', (_, { active }) => active],
  [Counter, 'fetch_failures_total', 'Failed requests.', (_, { failures }) => failures, ['reason']],
];

function latencies({ latency }: StreamSnapshot): Labelled {
  return latency === null ? {} : { '0.5': latency.p50 / 1000, '0.95': latency.p95 / 1000, '0.99': latency.p99 / 1000 };
}

/** A registry of the pipeline's metrics and of the process's own. */
export function pipelineMetrics({ snapshot, fetching }: Pick<LiveView, 'snapshot' | 'fetching'>): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const [kind, name, help, read, labelNames = []] of METRICS)
    new kind({
      ...{ name: `dehusk_${name}`, help, labelNames, registers: [registry] },
      collect() {
        this.reset();
        const now = read(snapshot(), fetching());
        if (typeof now === 'number') return this.inc(now);
        for (const [key, value] of Object.entries(now)) {
          // Split at the first slash only: a reason may contain one.
          const at = labelNames.length > 1 ? key.indexOf('/') : key.length;
          const values = [key.slice(0, at), key.slice(at + 1)];
          this.inc(Object.fromEntries(labelNames.map((label, index) => [label, values[index]])), value);
        }
      },
    });
  return registry;
}
