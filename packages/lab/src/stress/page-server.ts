/** Serves a synthetic input on a loopback port, with feeds and an index of each site: the web of `kill`. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type SyntheticInput, syntheticRows } from './synthetic-input.js';

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
 *
 * @param hasFaults whether some pages are busy or truncated at the first request and some are gone
 */
export async function openPageServer(input: SyntheticInput, hasFaults: boolean) {
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
    const pages = sites.get(host) ?? (sites.get(hosts[0]) as Map<string, ServedPage>);
    const path = request.url ?? '/';
    const type = { 'content-type': 'text/html; charset=utf-8' };
    const page = pages.get(path);
    if (path === '/') {
      response.writeHead(200, type).end(indexOf(pages));
      return;
    }
    if (path === '/feed.xml') {
      response.writeHead(200, { 'content-type': 'application/rss+xml' }).end(feedOf(pages, `http://${host}:${port}`));
      return;
    }
    const isFault = (every: number): boolean => hasFaults && page !== undefined && page.number % every === every - 1;
    if (page === undefined || isFault(GONE_EVERY)) {
      response.writeHead(page === undefined ? 404 : 410, type).end();
      return;
    }
    const isFirst = !requested.has(page.number);
    requested.add(page.number);
    if (isFirst && isFault(BUSY_EVERY)) response.writeHead(503, type).end();
    else if (isFirst && isFault(TRUNCATED_EVERY)) {
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
