/** `/metrics`, `/healthz` and `/readyz`: for Prometheus, for supervisors, for load balancers. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Registry } from 'prom-client';
import type { StreamSnapshot } from '../stream/stream.js';

export interface OperationsServerOptions {
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

/**
 * Opens the port.
 *
 * @throws what the operating system says of a port that cannot be bound
 */
export async function openOperationsServer(options: OperationsServerOptions): Promise<OperationsServer> {
  const { metrics, readiness } = options;
  const server = createServer(async (request, response) => {
    const path = (request.url ?? '/').split('?')[0];
    if (request.method !== 'GET' && request.method !== 'HEAD')
      send(response, 405, 'text/plain', 'only GET is answered here\n');
    else if (path === '/metrics') send(response, 200, metrics.contentType, await metrics.metrics());
    // Alive is what answers; what it does is the other question.
    else if (path === '/healthz') send(response, 200, 'text/plain', 'ok\n');
    else if (path === '/readyz') {
      const { isReady, reason } = readiness();
      send(response, isReady ? 200 : 503, 'text/plain', `${reason}\n`);
    } else send(response, 404, 'text/plain', 'there are /metrics, /healthz and /readyz\n');
  });
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
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
}

/** Whether a pipeline does its work, and if not, why. */
export interface Readiness {
  readonly isReady: boolean;
  readonly reason: 'running' | 'draining' | 'stopped' | 'stalled';
}

/** Judges a pipeline by its snapshots. */
export interface ReadinessWatch {
  judge(snapshot: StreamSnapshot, now: number): Readiness;
}

/**
 * Not ready: draining, stopped, or stalled, which is when pages are on their way and nothing was committed for so long.
 * A quiet pipeline, all of whose feeds are read, is ready.
 *
 * @param stalledMilliseconds how long without a commit is too long
 */
export function watchReadiness(stalledMilliseconds: number): ReadinessWatch {
  let commits = -1;
  let since = 0;
  return {
    judge({ phase, commits: now, inFlight }, at) {
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
