/**
 * The demo's web: every demo site on one loopback port, distinguished by the Host header, with feeds, sitemaps, robots.txt,
 * index pages, tracking parameters, redirects, copies for phones and printers. New articles appear while it runs.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { CALLBACK, checkOptions, type OptionDomains, real, STRING, whole } from '@dehusk/html';
import {
  type Asked,
  type AskedSite,
  articleAt,
  type DemoAnswer,
  FEED_PATHS,
  listedAddresses,
  siteAnswer,
  wireAnswer,
} from './demo-answers.js';
import { type Newsroom, openNewsroom } from './demo-newsroom.js';
import type { Fault } from './faults.js';
import type { DemoSite } from './templates.js';

interface DemoServerOptions {
  readonly sites: readonly DemoSite[];
  /** Seed of the web; default `demo`. */
  readonly seed?: string;
  /** Maximum entries of a feed; sitemaps hold everything. Default {@link FEED_ENTRIES}. */
  readonly feedEntries?: number;
  /** The fault of an article, or null; default: no faults. */
  readonly fault?: (site: DemoSite, number: number) => Fault | null;
  /** Changes the text of a site's feed, or returns it unchanged. */
  readonly spoilFeed?: (site: DemoSite, text: string) => string;
  /** Milliseconds since the server started; pass another clock to run faster or to stop time. */
  readonly elapsed?: () => number;
  /** When the first articles were published, milliseconds since 1970; default: a day in 2026. */
  readonly firstAt?: number;
  /** Port on 127.0.0.1; default: any free one. */
  readonly port?: number;
}

const OPTIONS: OptionDomains<DemoServerOptions> = {
  ...{ sites: { type: 'array' }, seed: STRING, feedEntries: whole(0), fault: CALLBACK, spoilFeed: CALLBACK },
  ...{ elapsed: CALLBACK, firstAt: real(), port: whole(0, 65_535) },
};

/** Default entries of a feed. */
const FEED_ENTRIES = 12;
/** Host of the aggregator, which has no articles itself. */
const WIRE_HOST = 'wire.example';
const LOOPBACK_NAMES = ['127.0.0.1', 'localhost'];
/** Bodies longer than this are compressed for clients that accept gzip, bytes. */
const PACKED_FROM = 4_096;

/** Opens the server. The process lives until it is closed. */
export async function openDemoServer(options: DemoServerOptions) {
  checkOptions('openDemoServer', options, OPTIONS);
  const { seed = 'demo', feedEntries = FEED_ENTRIES, fault = () => null, spoilFeed = (_, text) => text } = options;
  const began = performance.now();
  const elapsed = options.elapsed ?? (() => performance.now() - began);
  const newsrooms = options.sites.map((site) => openNewsroom(site, seed, options.firstAt));
  const byHost = new Map(newsrooms.map((one) => [one.site.host, one]));
  const visits = new Map<string, number>();
  let requests = 0;
  let port = 0;
  const originOf = (host: string): string => `http://${host}:${port}`;
  // Requests to the loopback address, from a browser for example, get the first site.
  const newsroomAt = ({ hostname }: URL): Newsroom | undefined =>
    byHost.get(hostname) ?? (LOOPBACK_NAMES.includes(hostname) ? newsrooms[0] : undefined);
  const askedOf = (newsroom: Newsroom, url: URL): Asked => ({
    url,
    origin: url.origin,
    published: newsroom.published(elapsed()),
    feedEntries,
    chance: String(requests),
  });

  const askedSites = (): AskedSite[] =>
    newsrooms.map((one) => ({ newsroom: one, asked: askedOf(one, new URL(originOf(one.site.host))) }));

  const server = createServer((request, response) => {
    requests++;
    const url = new URL(request.url ?? '/', `http://${request.headers.host ?? 'localhost'}`);
    const newsroom = newsroomAt(url);
    if (newsroom === undefined) {
      const path = url.hostname === WIRE_HOST ? url.pathname : '';
      send(request, response, wireAnswer(askedSites(), path));
      return;
    }
    const answer = siteAnswer(newsroom, askedOf(newsroom, url));
    const number = answer.article;
    const trouble = number === null ? null : fault(newsroom.site, number);
    if (trouble !== null) {
      const key = url.href;
      const before = visits.get(key) ?? 0;
      visits.set(key, before + 1);
      trouble.answer({ request, response, body: answer.body, visits: before });
    } else if (url.pathname === FEED_PATHS[newsroom.site.feed])
      send(request, response, { ...answer, body: spoilFeed(newsroom.site, answer.body) });
    else send(request, response, answer);
  });
  server.keepAliveTimeout = 1_000;
  // Faults break connections on purpose.
  server.on('clientError', (_, socket) => socket.destroy());
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  port = (server.address() as AddressInfo).port;

  return {
    port,
    newsrooms,
    /** `http://HOST:PORT` of a site. */
    origin: (site: DemoSite): string => originOf(site.host),
    feed: (site: DemoSite): string => originOf(site.host) + FEED_PATHS[site.feed],
    sitemap: (site: DemoSite): string => `${originOf(site.host)}/sitemap.xml`,
    /** The feed that lists articles of all sites by redirects, tracked addresses and copies for phones. */
    wireFeed: `${originOf(WIRE_HOST)}/feed.xml`,
    /** The article at an address in any of its forms, or null. */
    find(address: string) {
      if (!URL.canParse(address)) return null;
      const url = new URL(address);
      const newsroom = newsroomAt(url);
      const number = newsroom === undefined ? undefined : articleAt(newsroom, url)?.number;
      return newsroom === undefined || number === undefined ? null : { newsroom, number };
    },
    /** The addresses that the feeds of the sites and the wire list now. */
    listed: () => listedAddresses(askedSites()),
    /** Requests answered so far. */
    requests: () => requests,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export type DemoServer = Awaited<ReturnType<typeof openDemoServer>>;

function send(request: IncomingMessage, response: ServerResponse, answer: DemoAnswer): void {
  const takesGzip = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
  const packed = takesGzip && answer.body.length > PACKED_FROM ? gzipSync(answer.body) : null;
  response
    .writeHead(answer.status, {
      'content-type': answer.contentType,
      ...(answer.location === null ? {} : { location: answer.location }),
      ...(packed === null ? {} : { 'content-encoding': 'gzip' }),
    })
    .end(packed ?? answer.body);
}
