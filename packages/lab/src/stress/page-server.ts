/**
 * The pages of a made-up input on a loopback port, with troubles that end the same however often a page is asked for: some are
 * busy or cut the first time, some are gone.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type MadeUpInput, madeUpRows } from './made-up-input.js';

export interface PageServer {
  readonly port: number;
  /** Requests answered so far. */
  requests(): number;
  close(): Promise<void>;
}

/** One page in so many is busy, is cut short, or is gone; so that all three fall on every site. */
const BUSY_EVERY = 23;
const CUT_EVERY = 31;
const GONE_EVERY = 29;

/** Serves the input's pages by host, path and query. */
export async function openPageServer(input: MadeUpInput): Promise<PageServer> {
  const pages = new Map<string, { readonly html: string; readonly number: number }>();
  for (const row of madeUpRows(input))
    if (typeof row !== 'string') {
      const { hostname, pathname, search } = new URL(row.url);
      pages.set(hostname + pathname + search, { html: row.html, number: pages.size });
    }
  const asked = new Set<number>();
  let requests = 0;
  const server = createServer((request, response) => {
    requests++;
    const page = pages.get((request.headers.host ?? '').replace(/:\d+$/, '') + request.url);
    const type = { 'content-type': 'text/html; charset=utf-8' };
    if (page === undefined || page.number % GONE_EVERY === GONE_EVERY - 1) {
      response.writeHead(page === undefined ? 404 : 410, type).end();
      return;
    }
    const isFirst = !asked.has(page.number);
    asked.add(page.number);
    if (isFirst && page.number % BUSY_EVERY === BUSY_EVERY - 1) response.writeHead(503, type).end();
    else if (isFirst && page.number % CUT_EVERY === CUT_EVERY - 1) {
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
