/**
 * Serves the pages of a synthetic input on a loopback port, with repeatable faults: some pages are busy or truncated at the
 * first request, some are gone.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type SyntheticInput, syntheticRows } from './synthetic-input.js';

export interface PageServer {
  readonly port: number;
  /** Number of requests so far. */
  requests(): number;
  close(): Promise<void>;
}

/** One page in this many is busy, truncated or gone, so that every site has all three. */
const BUSY_EVERY = 23;
const TRUNCATED_EVERY = 31;
const GONE_EVERY = 29;

/** Serves the input's pages by host, path and query. */
export async function openPageServer(input: SyntheticInput): Promise<PageServer> {
  const pages = new Map<string, { readonly html: string; readonly number: number }>();
  for (const row of syntheticRows(input))
    if (typeof row !== 'string') {
      const { hostname, pathname, search } = new URL(row.url);
      pages.set(hostname + pathname + search, { html: row.html, number: pages.size });
    }
  const requested = new Set<number>();
  let requests = 0;
  const server = createServer((request, response) => {
    requests++;
    const page = pages.get((request.headers.host ?? '').replace(/:\d+$/, '') + request.url);
    const type = { 'content-type': 'text/html; charset=utf-8' };
    if (page === undefined || page.number % GONE_EVERY === GONE_EVERY - 1) {
      response.writeHead(page === undefined ? 404 : 410, type).end();
      return;
    }
    const isFirst = !requested.has(page.number);
    requested.add(page.number);
    if (isFirst && page.number % BUSY_EVERY === BUSY_EVERY - 1) response.writeHead(503, type).end();
    else if (isFirst && page.number % TRUNCATED_EVERY === TRUNCATED_EVERY - 1) {
      response.writeHead(200, { ...type, 'content-length': String(Buffer.byteLength(page.html) + 1_000) });
      response.write(page.html, () => request.socket.destroy());
    } else response.writeHead(200, type).end(page.html);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    requests: () => requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
