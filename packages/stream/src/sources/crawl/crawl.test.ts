// A test site on loopback, crawled by the real fetcher; `crawl` below replaces the stream.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parse } from '@dehusk/html';
import type { Fetcher } from '@dehusk/node';
import { mayPassLater, openFetcher } from '@dehusk/node';
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
import { pageLinks } from '../page-links.js';
import { type ItemOutcome, SourceError, type SourceItem } from '../source.js';
import { crawlSource } from './crawl.js';

const opened = closedAfterEach();
const serve = async (routes: Routes): Promise<Loopback> => {
  const server = await loopback(routes);
  opened.push(server);
  return server;
};
const links = (...paths: readonly string[]): Routes[string] =>
  sends(`<p>page</p>${paths.map((path) => `<a href="${path}">x</a>`).join('')}`);

interface Crawled {
  /** Path and reason of each page that was not emitted. */
  readonly rejected: string[];
  /** Paths to retry, in order. */
  readonly again: string[];
  /** Paths emitted, in order. */
  readonly emitted: string[];
}

/** Replaces the stream: fetches, reads links, commits; ends after a number of outcomes like a killed process. */
async function crawl(options: Parameters<typeof crawlSource.open>[0], store: Store, most = 1_000): Promise<Crawled> {
  const fetcher = openFetcher({ allowPrivate: true, delay: 0, requestsPerMinute: 0, maxRetries: 0, seed: 1 });
  const source = await crawlSource.open(options, { store, fetcher, now: () => Date.now() });
  opened.push(fetcher, source);
  const crawled: Crawled = { rejected: [], again: [], emitted: [] };
  const stop = new AbortController();
  let outcomes = 0;
  for await (const event of source.items(stop.signal)) {
    assert.equal(event.kind, 'item');
    const item = event as SourceItem;
    const outcome = await outcomeOf(item, fetcher);
    const isAgain = outcome.mayPass === true && source.comesAgain?.(item) === true;
    await store.commit(source.settle(item, outcome));
    const { pathname, search } = new URL(item.url);
    if (isAgain) crawled.again.push(pathname + search);
    else if (outcome.kind === 'emitted') crawled.emitted.push(pathname + search);
    else crawled.rejected.push(`${pathname + search} ${outcome.reason}`);
    if (++outcomes === most) break;
  }
  stop.abort();
  return crawled;
}

async function outcomeOf(item: SourceItem, fetcher: Fetcher): Promise<ItemOutcome> {
  const answer = await fetcher.fetch({ url: item.url, kind: 'page' });
  if (answer.kind !== 'fetched')
    return {
      kind: 'rejected',
      reason: answer.kind === 'failed' ? answer.reason : answer.kind,
      mayPass: answer.kind === 'failed' && mayPassLater(answer.reason, answer.status),
      url: item.url,
      links: [],
    };
  const parsed = parse(Buffer.from(answer.bytes).toString());
  assert.ok(parsed.ok);
  const found = item.wantsLinks ? pageLinks(parsed.page, answer.url) : [];
  return { kind: 'emitted', reason: null, url: answer.url, links: found };
}

describe('crawl', () => {
  test('every page of the site once, nearest first; robots.txt and nofollow are obeyed', async () => {
    const other = await serve({ '*': sends('<p>elsewhere') });
    const server = await serve({
      '/robots.txt': sends('User-agent: *\nDisallow: /private', { 'content-type': 'text/plain' }),
      '/': sends(`<a href=/one>1</a><a href=/two>2</a><a rel=nofollow href=/no>n</a><a href="${other.home}/x">o</a>`),
      '/one': links('/', '/two', '/three', '/private/x', '/pic.jpg', 'mailto:a@b.example'),
      '/two': links('/one?utm_source=two', '/missing', '/two/amp'),
      '/three': links('/two'),
    });
    const crawled = await crawl({ urls: [server.home], samplePages: 0 }, openMemoryStore());
    assert.deepEqual(crawled.emitted, ['/', '/one', '/two', '/three']);
    assert.deepEqual(crawled.rejected.sort(), ['/missing http-status', '/private/x robots']);
    assert.deepEqual(other.asked, []);
  });

  test('redirects: the target counts as crawled; links of a target outside the site are ignored', async () => {
    const other = await serve({ '*': links('/again') });
    const server = await serve({
      '/': links('/old', '/new', '/away'),
      '/old': answers(301, { location: '/new' }),
      '/new': links('/last'),
      '/last': links(),
      '/away': answers(302, { location: `${other.home}/start` }),
    });
    const { emitted } = await crawl({ urls: [server.home], samplePages: 0 }, openMemoryStore());
    assert.deepEqual(emitted, ['/', '/old', '/away', '/last']);
  });

  test('depth and pages are bounded', async () => {
    const chain: Routes = Object.fromEntries(
      Array.from({ length: 20 }, (_, index) => [index === 0 ? '/' : `/p/${index}`, links(`/p/${index + 1}`)]),
    );
    const server = await serve(chain);
    const shallow = await crawl({ urls: [server.home], maxDepth: 3 }, openMemoryStore());
    assert.deepEqual(shallow.emitted, ['/', '/p/1', '/p/2', '/p/3']);
    const few = await crawl({ urls: [server.home], maxPages: 5 }, openMemoryStore());
    assert.equal(few.emitted.length, 5);
  });

  test('the first pages are spread over the templates; then the nearest come first', async () => {
    const many = (kind: string, count: number) => Array.from({ length: count }, (_, index) => `/${kind}/${index}`);
    const server = await serve({
      '/': links(...many('news', 200), ...many('blog', 10), '/about'),
      '/about': links(...many('deep', 50)),
      '*': links(),
    });
    const { emitted } = await crawl({ urls: [server.home], samplePages: 24 }, openMemoryStore(), 60);
    const countOf = (kind: string, pages: readonly string[]) =>
      pages.filter((path) => path.startsWith(`/${kind}/`)).length;
    const sample = emitted.slice(0, 24);
    const counts = ['news', 'blog', 'deep'].map((kind) => countOf(kind, sample));
    assert.ok(
      counts.every((count) => count >= 6),
      `news, blog, deep: ${counts.join(', ')}`,
    );
    assert.equal(countOf('deep', emitted), counts[2], 'after the sample the deeper pages wait');
  });

  test('traps are limited: calendars, sessions, growing paths, endless queries and names', async () => {
    let served = 0;
    const trap: Routes[string] = (request, response) => {
      const next = ++served;
      const here = new URL(request.url ?? '/', 'http://x').pathname;
      const paths = [
        `/calendar/2026/${next}`,
        `/events?month=${next}`,
        `/page?PHPSESSID=${next}`,
        `${here}/again`,
        `${here}/../sub/dir/sub/dir/${next}`,
        `/search?q=${next}`,
        `/thing/${next}`,
      ];
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(paths.map((path) => `<a href="${path}">x</a>`).join(''));
    };
    const server = await serve({ '*': trap });
    const budgets = { maxCalendarPages: 5, maxQueryPages: 7, maxTemplatePages: 20 };
    const { emitted } = await crawl({ urls: [server.home], ...budgets }, openMemoryStore(), 900);
    assert.ok(emitted.length < 900, `${emitted.length} pages and no end`);
    const count = (pattern: RegExp) => emitted.filter((path) => pattern.test(path)).length;
    assert.equal(count(/^\/calendar\/2026\/\d+$/), 5);
    assert.equal(count(/^\/events\?month/), 5);
    assert.equal(count(/^\/search\?q=/), 7);
    assert.equal(count(/^\/thing\/\d+$/), 20);
    assert.equal(count(/SESSID/), 0);
  });

  test('any number of kills and restarts: every page once', async () => {
    const pages = Array.from({ length: 40 }, (_, index) => `/p/${index}`);
    const server = await serve({
      '/': links(...pages.slice(0, 20)),
      ...Object.fromEntries(pages.map((path, index) => [path, links(pages[index + 20] ?? '/')])),
    });
    const store = openMemoryStore();
    const all: string[] = [];
    for (let run = 0; run < 20; run++) all.push(...(await crawl({ urls: [server.home] }, store, 3)).emitted);
    assert.deepEqual(all.sort(), ['/', ...pages].sort());
  });

  test('the next run retries a start that failed', async () => {
    let isUp = false;
    const server = await serve({ '/': (request, response) => (isUp ? links() : answers(503))(request, response) });
    const store = openMemoryStore();
    assert.deepEqual((await crawl({ urls: [server.home], retries: 0 }, store)).rejected, ['/ http-status']);
    isUp = true;
    assert.deepEqual((await crawl({ urls: [server.home] }, store)).emitted, ['/']);
    assert.deepEqual((await crawl({ urls: [server.home] }, store)).emitted, []);
  });

  test('a temporary failure is retried a limited number of times over all runs; a permanent one is not', async () => {
    const asked: Record<string, number> = {};
    const busy =
      (times: number): Routes[string] =>
      (request, response) => {
        const path = request.url ?? '';
        asked[path] = (asked[path] ?? 0) + 1;
        ((asked[path] ?? 0) <= times ? answers(503) : links('/after'))(request, response);
      };
    const server = await serve({
      '/': links('/busy', '/down', '/gone', '/fine'),
      '/busy': busy(2),
      '/down': busy(1_000),
      '/gone': (request, response) => {
        asked['/gone'] = (asked['/gone'] ?? 0) + 1;
        answers(410)(request, response);
      },
      '/fine': links(),
      '/after': links(),
    });
    const options = { urls: [server.home], samplePages: 0, retries: 2, retryAfter: 0.01 };
    const store = openMemoryStore();
    const stopped = await crawl(options, store, 3);
    assert.deepEqual(stopped.again, ['/busy', '/down'], 'the others come first');
    const crawled = await crawl(options, store);
    assert.deepEqual(crawled.emitted.sort(), ['/after', '/busy', '/fine']);
    assert.deepEqual(crawled.rejected, ['/gone http-status', '/down http-status']);
    assert.deepEqual(asked, { '/busy': 3, '/down': 3, '/gone': 1 });
    assert.deepEqual(await crawl(options, store), { emitted: [], rejected: [], again: [] });
  });

  test('the number of waiting addresses is bounded', async () => {
    const server = await serve({
      '/': links(...Array.from({ length: 500 }, (_, index) => `/p/${index}`)),
      '*': links(),
    });
    const { emitted } = await crawl({ urls: [server.home], maxQueued: 50 }, openMemoryStore());
    assert.ok(emitted.length <= 52, `${emitted.length}`);
  });

  test('sites take turns', async () => {
    const site: Routes = { '/': links('/1', '/2'), '*': links() };
    const servers = [await serve(site), await serve(site)];
    const store = openMemoryStore();
    const crawled = await crawl({ urls: servers.map(({ home }) => home) }, store);
    assert.deepEqual(crawled.emitted, ['/', '/', '/1', '/1', '/2', '/2']);
  });

  test('an invalid start is an error that names it', async () => {
    await assert.rejects(crawl({ urls: ['news.example'] }, openMemoryStore()), (error: Error) => {
      return error instanceof SourceError && /"news\.example"/.test(error.message);
    });
  });
});
