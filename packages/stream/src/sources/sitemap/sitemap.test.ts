// Sitemaps from servers on loopback.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { openFetcher } from '@dehusk/node';
import {
  answers,
  closedAfterEach,
  type Loopback,
  loopback,
  type Routes,
  sends,
} from '../../../../node/dist/fetch/loopback.fixture.js';
import { openMemoryStore } from '../../stores/memory.js';
import type { Store } from '../../stores/store.js';
import { SourceError, type SourceItem } from '../source.js';
import { sitemapSource } from './sitemap.js';

const XML = { 'content-type': 'application/xml' };
const opened = closedAfterEach();
/** Serves texts, `HOME` in them replaced by the server's address. */
const serve = async (texts: Readonly<Record<string, string>>, more: Routes = {}): Promise<Loopback> => {
  const routes: Routes = Object.fromEntries(
    Object.entries(texts).map(([path, text]) => [
      path,
      (request, response) => {
        const own = text.replaceAll('HOME', `http://${request.headers.host}`);
        const body = path.endsWith('.gz') ? gzipSync(own) : own;
        sends(body, path.endsWith('.gz') ? { 'content-type': 'application/gzip' } : XML)(request, response);
      },
    ]),
  );
  const server = await loopback({ ...routes, ...more });
  opened.push(server);
  return server;
};
const urlset = (...entries: readonly string[]): string =>
  `<urlset>${entries.map((entry) => `<url><loc>${entry.replace(' ', '</loc><lastmod>')}${entry.includes(' ') ? '</lastmod>' : '</loc>'}</url>`).join('')}</urlset>`;
const index = (...urls: readonly string[]): string =>
  `<sitemapindex>${urls.map((url) => `<sitemap><loc>${url}</loc></sitemap>`).join('')}</sitemapindex>`;

/** Paths offered and reasons of faults. Every item is committed, `late` items later, as a stream does. */
async function read(options: Parameters<typeof sitemapSource.open>[0], store: Store, late = 0): Promise<string[]> {
  const fetcher = openFetcher({ allowPrivate: true, delay: 0, requestsPerMinute: 0, maxRetries: 0, seed: 1 });
  const source = await sitemapSource.open(options, { store, fetcher, now: () => Date.now() });
  opened.push(fetcher, source);
  const got: string[] = [];
  const changes: ReadonlyMap<string, Uint8Array | null>[] = [];
  for await (const event of source.items(new AbortController().signal)) {
    if (event.kind === 'fault') got.push(event.reason);
    else {
      got.push(new URL(event.url).pathname);
      changes.push(source.settle(event, { kind: 'emitted', reason: null, url: event.url, links: [] }));
      while (changes.length > late) await store.commit(changes.shift() as ReadonlyMap<string, Uint8Array | null>);
    }
  }
  for (const one of changes) await store.commit(one);
  return got;
}

describe('sitemap source', () => {
  test('a temporary failure is retried a limited number of times over all runs', async () => {
    const server = await serve({
      '/map.xml': urlset('HOME/busy', 'HOME/down', 'HOME/fine'),
      '/two.xml': urlset('HOME/busy'),
    });
    const store = openMemoryStore();
    const fetcher = openFetcher({ allowPrivate: true, delay: 0, requestsPerMinute: 0, seed: 1 });
    opened.push(fetcher);
    const given: string[] = [];
    const rejected: string[] = [];
    const run = async (most: number): Promise<void> => {
      const urls = [`${server.home}/map.xml`, `${server.home}/two.xml`];
      const options = { urls, retries: 2, retryAfter: 0.01 };
      const source = await sitemapSource.open(options, { store, fetcher, now: () => Date.now() });
      const stop = new AbortController();
      let items = 0;
      for await (const event of source.items(stop.signal)) {
        assert.equal(event.kind, 'item');
        const item = event as SourceItem;
        const path = new URL(item.url).pathname;
        given.push(path);
        const isDown = path === '/down' || (path === '/busy' && given.filter((one) => one === path).length < 3);
        if (isDown && !source.comesAgain?.(item)) rejected.push(path);
        const how = isDown
          ? ({ kind: 'rejected', reason: 'http-status', mayPass: true } as const)
          : ({ kind: 'emitted', reason: null } as const);
        await store.commit(source.settle(item, { ...how, url: item.url, links: [] }));
        if (++items === most) break;
      }
      stop.abort();
    };
    await run(2);
    await run(1_000);
    const countOf = (path: string): number => given.filter((one) => one === path).length;
    assert.deepEqual(['/busy', '/down', '/fine'].map(countOf), [3, 3, 1]);
    assert.deepEqual(rejected, ['/down']);
    given.length = 0;
    await run(1_000);
    assert.deepEqual(given, []);
  });

  test('a site: by robots.txt, through indexes and gzip, each page once', async () => {
    const server = await serve({
      '/robots.txt': 'Sitemap: HOME/index.xml\n',
      '/index.xml': index('HOME/one.xml', 'HOME/two.xml.gz', 'HOME/index.xml'),
      '/one.xml': urlset('HOME/a', 'HOME/b', 'HOME/a#part'),
      '/two.xml.gz': urlset('HOME/b', '/c'),
    });
    assert.deepEqual(await read({ urls: [server.home] }, openMemoryStore(), 10), ['/a', '/b', '/c']);
  });

  test('a site without robots.txt: the usual place', async () => {
    const server = await serve({ '/sitemap.xml': urlset('HOME/a') });
    assert.deepEqual(await read({ urls: [`${server.home}/`] }, openMemoryStore()), ['/a']);
  });

  test('malformed, missing and foreign entries are reported, and the rest is read', async () => {
    const server = await serve(
      {
        '/index.xml': index('HOME/gone.xml', 'HOME/bad.xml', 'HOME/good.xml', 'ftp://x/y'),
        '/bad.xml': '<html>',
        '/good.xml': urlset('http://elsewhere.example/x', 'HOME/a', 'http://[', 'javascript:1'),
      },
      { '/gone.xml': answers(404) },
    );
    const got = await read({ urls: [`${server.home}/index.xml`] }, openMemoryStore());
    assert.deepEqual(got.sort(), ['/a', 'http-status', 'malformed-sitemap', 'other-site', 'other-site']);
  });

  test('dates: since, and changed ones again', async () => {
    const server = await serve({ '/s.xml': urlset('HOME/old 2020-01-01', 'HOME/new 2026-01-01', 'HOME/undated') });
    const store = openMemoryStore();
    const urls = [`${server.home}/s.xml`];
    assert.deepEqual(await read({ urls, since: '2025-01-01' }, store), ['/new', '/undated']);
    assert.deepEqual(await read({ urls }, store), ['/old']);

    const days = ['01', '01', '02'];
    const edited = await serve(
      {},
      { '/s.xml': (request, response) => sends(urlset(`/a 2026-01-${days.shift()}`, '/b'), XML)(request, response) },
    );
    const again = openMemoryStore();
    const runs: string[][] = [];
    for (let run = 0; run < 3; run++) runs.push(await read({ urls: [`${edited.home}/s.xml`], changed: true }, again));
    assert.deepEqual(runs, [['/a', '/b'], [], ['/a']]);
  });

  test('pages and sitemaps are bounded', async () => {
    const many = Array.from({ length: 20 }, (_, number) => `HOME/${number}`);
    const server = await serve({
      '/s.xml': urlset(...many),
      '/endless.xml': index('HOME/1.xml', 'HOME/2.xml', 'HOME/3.xml'),
      '/1.xml': index('HOME/endless.xml', 'HOME/1.xml'),
      '/2.xml': urlset('HOME/a'),
      '/3.xml': urlset('HOME/b'),
    });
    assert.deepEqual(await read({ urls: [`${server.home}/s.xml`], maxPages: 3 }, openMemoryStore()), [
      '/0',
      '/1',
      '/2',
      'too-many-pages',
    ]);
    assert.deepEqual(await read({ urls: [`${server.home}/endless.xml`], maxSitemaps: 3 }, openMemoryStore()), [
      '/a',
      'too-many-sitemaps',
    ]);
  });

  test('sites are read concurrently, even when one is slow', async () => {
    let release = (): void => {};
    const slow = await serve(
      {},
      { '/s.xml': (_, response) => void (release = () => response.writeHead(200, XML).end(urlset('/slow'))) },
    );
    const quick = await serve({ '/s.xml': urlset(...Array.from({ length: 200 }, (_, number) => `HOME/${number}`)) });
    const timer = setInterval(() => release(), 500);
    const got = await read({ urls: [`${slow.home}/s.xml`, `${quick.home}/s.xml`] }, openMemoryStore());
    clearInterval(timer);
    assert.equal(got.length, 201);
    assert.equal(got.at(-1), '/slow');
  });

  test('read again after the interval, until the signal', async () => {
    let round = 0;
    const server = await serve(
      {},
      { '/s.xml': (request, response) => sends(urlset(`/${++round}`), XML)(request, response) },
    );
    const store = openMemoryStore();
    const fetcher = openFetcher({ allowPrivate: true, delay: 0, requestsPerMinute: 0 });
    const source = await sitemapSource.open(
      { urls: [`${server.home}/s.xml`], interval: 0.02 },
      { store, fetcher, now: () => Date.now() },
    );
    opened.push(fetcher, source);
    const stop = new AbortController();
    const got: string[] = [];
    for await (const event of source.items(stop.signal)) {
      if (event.kind !== 'item') continue;
      got.push(new URL(event.url).pathname);
      await store.commit(source.settle(event, { kind: 'emitted', reason: null, url: event.url, links: [] }));
      if (got.length === 3) stop.abort();
    }
    assert.deepEqual(got, ['/1', '/2', '/3']);
  });

  test('wrong settings are errors that name them', async () => {
    for (const [options, message] of [
      [{ urls: ['news.example'] }, /"news\.example"/],
      [{ urls: ['http://x.example/'], since: 'yesterday' }, /"yesterday", expected ISO 8601/],
    ] as const)
      await assert.rejects(
        read(options, openMemoryStore()),
        (error: Error) => error instanceof SourceError && message.test(error.message),
      );
  });
});
