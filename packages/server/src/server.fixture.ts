/** A server on a free port, for tests. */

import '../../node/dist/bundle.fixture.js';
import { type OpenedServer, openServer, type ServerOptions } from './node-server.js';
import type { AnsweredRequest } from './routes.js';
import type { ExtractionService } from './service.js';
import { openThreadService, type ThreadServiceOptions } from './thread-service.js';

export interface TestServer {
  readonly server: OpenedServer;
  readonly service: ExtractionService;
  /** Requests answered so far. */
  readonly answered: readonly AnsweredRequest[];
  readonly faults: readonly unknown[];
  /** A request to a path of the server. */
  ask(path: string, init?: RequestInit): Promise<Response>;
  close(): Promise<void>;
}

/** Opens a server with one worker thread: each start of one costs half a second of CPU time. Close it, or the process stays. */
export async function openTestServer(
  options: Partial<ServerOptions> = {},
  work: Partial<ThreadServiceOptions> = {},
): Promise<TestServer> {
  const answered: AnsweredRequest[] = [];
  const faults: unknown[] = [];
  const maxBytes = options.maxBytes ?? 1_000_000;
  const service = openThreadService({ threads: 1, queue: 32, ...work, limits: { maxBytes, ...work.limits } });
  const server = await openServer(service, {
    host: '127.0.0.1',
    port: 0,
    version: '0.0.0',
    maxBytes,
    requestMilliseconds: 30_000,
    maxConnections: 1_000,
    token: null,
    cors: null,
    hostNames: ['127.0.0.1', 'localhost'],
    fetchPage: null,
    onAnswer: (answer) => void answered.push(answer),
    onError: (error) => void faults.push(error),
    ...options,
  });
  return {
    server,
    service,
    answered,
    faults,
    ask: (path, init) => fetch(server.address + path, init),
    close: () => server.drain(1_000),
  };
}
