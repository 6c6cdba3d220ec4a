// Against real servers on loopback. Pauses are tested on a fake clock in host-queues.test.ts.
import assert from 'node:assert/strict';
import { type AddressInfo, createServer } from 'node:net';
import { describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { until } from '../until.fixture.js';
import type { FetchAnswer, Fetcher, FetchRequest } from './fetcher-options.js';
import { DEFAULT_FETCHER, type FetcherOptions } from './fetcher-options.js';
import {
  answers,
  closedAfterEach,
  cutsShort,
  first,
  HTML,
  isSilent,
  type Loopback,
  loopback,
  type Routes,
  resets,
  sends,
  slowly,
} from './loopback.fixture.js';
import { openFetcher } from './open-fetcher.js';
import { robotsRules } from './robots-file.js';

const QUICK: Partial<FetcherOptions> = {
  allowPrivate: true,
  delay: 0,
  requestsPerMinute: 0,
  backoff: 1,
  maxBytes: 100_000,
  maxMilliseconds: 5_000,
  robots: false,
  seed: 1,
};

const opened = closedAfterEach();
const serve = async (routes: Routes): Promise<Loopback> => {
  const server = await loopback(routes);
  opened.push(server);
  return server;
};
const fetcherWith = (options: Partial<FetcherOptions> = {}): Fetcher => {
  const fetcher = openFetcher({ ...QUICK, ...options });
  opened.push(fetcher);
  return fetcher;
};
const page = (url: string, more: Partial<FetchRequest> = {}): FetchRequest => ({ url, kind: 'page', ...more });
/** A summary of an answer, for tables. */
const brief = (answer: FetchAnswer): string =>
  answer.kind === 'failed' ? `${answer.reason} after ${answer.attempts}` : answer.kind;
const textOf = (answer: FetchAnswer): string =>
  answer.kind === 'fetched' ? Buffer.from(answer.bytes).toString() : `${answer.kind}: ${JSON.stringify(answer)}`;

describe('faults', () => {
  const ok = sends('<p>here');
  const CASES: readonly (readonly [
    what: string,
    route: Routes[string],
    expected: string,
    options?: Partial<FetcherOptions>,
  ])[] = [
    ['503 twice, then the page', first(2, answers(503), ok), 'fetched'],
    ['503 for ever', answers(503), 'http-status after 3'],
    ['500 without retries', answers(500), 'http-status after 1', { maxRetries: 0 }],
    ['404 is not asked again', answers(404), 'http-status after 1'],
    ['403 is not asked again', answers(403), 'http-status after 1'],
    ['501 is not asked again', answers(501), 'http-status after 1'],
    ['429, then the page', first(1, answers(429), ok), 'fetched'],
    ['a reset, then the page', first(1, resets, ok), 'fetched'],
    ['resets for ever', resets, 'not-connected after 3'],
    ['cut short, then the page', first(1, cutsShort, ok), 'fetched'],
    ['cut short for ever', cutsShort, 'cut-short after 3'],
    ['silence', isSilent, 'timeout after 2', { maxMilliseconds: 100, maxRetries: 1 }],
    [
      'a drip of bytes',
      (_, response) => {
        response.writeHead(200, HTML);
        const timer = setInterval(() => response.write('x'), 20);
        response.on('close', () => clearInterval(timer));
      },
      'timeout after 1',
      { maxMilliseconds: 150, maxRetries: 0 },
    ],
    ['a bomb', sends(gzipSync(Buffer.alloc(2_000_000)), { ...HTML, 'content-encoding': 'gzip' }), 'too-large after 1'],
    ['too many bytes', sends('x'.repeat(100_001)), 'too-large after 1'],
    ['another type', sends('%PDF', { 'content-type': 'application/pdf' }), 'not-html after 1'],
    ['a coding that is none', sends('no gzip at all', { ...HTML, 'content-encoding': 'gzip' }), 'bad-coding after 1'],
    ['a redirect to itself', answers(302, { location: '/' }), 'redirect-loop after 1'],
    ['a redirect to another scheme', answers(302, { location: 'file:///etc/passwd' }), 'bad-url after 1'],
    ['a redirect to a dead port', answers(302, { location: 'http://127.0.0.1:1/' }), 'not-connected after 4'],
    ['304 nobody asked for', answers(304), 'http-status after 1'],
  ];
  for (const [what, route, expected, options] of CASES)
    test(`${what}: ${expected}`, async () => {
      const server = await serve({ '/': route });
      const fetcher = fetcherWith(options);
      const answer = await fetcher.fetch(page(`${server.home}/`));
      assert.equal(brief(answer), expected, JSON.stringify(answer));
      assert.deepEqual(
        fetcher.counters.failures,
        answer.kind === 'failed' ? { [answer.reason]: 1 } : {},
        'every failure is counted once',
      );
      assert.equal(fetcher.counters.active + fetcher.counters.waiting, 0);
    });

  test('private addresses are refused unless allowed, and never retried', async () => {
    const server = await serve({ '/': sends('<p>inside') });
    const fetcher = fetcherWith({ allowPrivate: false });
    for (const url of [server.home, server.home.replace('127.0.0.1', 'localhost'), 'http://[::1]:1/']) {
      const answer = await fetcher.fetch(page(url));
      assert.equal(answer.kind === 'failed' && answer.reason, 'private-address', url);
    }
    assert.deepEqual(server.asked, []);
  });

  test('a retry goes before other requests to the host', async () => {
    const server = await serve({
      '/': first(1, answers(503, { 'retry-after': '0' }), sends('<p>one')),
      '/two': sends('<p>two'),
    });
    const fetcher = fetcherWith({ backoff: 20 });
    await Promise.all([fetcher.fetch(page(`${server.home}/`)), fetcher.fetch(page(`${server.home}/two`))]);
    assert.deepEqual(server.asked, ['/', '/', '/two']);
  });

  test('given addresses are used, and checked like any other', async () => {
    const server = await serve({ '/': sends('<p>here') });
    const url = `http://a.example:${new URL(server.home).port}/`;
    const hosts = { 'a.example': '127.0.0.1' };
    assert.equal(brief(await fetcherWith({ hosts }).fetch(page(url))), 'fetched');
    assert.equal(brief(await fetcherWith({ hosts, allowPrivate: false }).fetch(page(url))), 'private-address after 1');
  });

  test('a long Retry-After fails the requests that wait and those that follow, without sending them', async () => {
    const server = await serve({ '*': answers(429, { 'retry-after': '3600' }) });
    const fetcher = fetcherWith({ maxBackoff: 1_000 });
    const paths = ['/a', '/b', '/c'];
    const got = await Promise.all(paths.map((path) => fetcher.fetch(page(server.home + path))));
    got.push(await fetcher.fetch(page(`${server.home}/d`)));
    assert.deepEqual(got.map(brief), [
      'http-status after 1',
      'http-status after 0',
      'http-status after 0',
      'http-status after 0',
    ]);
    for (const one of got) assert.ok(one.kind === 'failed' && (one.retryAfter ?? 0) > 3_590_000);
    assert.deepEqual(server.asked, ['/a']);
  });
});

describe('answers', () => {
  test('address, redirects, charset, validators, status and headers as received', async () => {
    const other = await serve({
      '/end': sends('<p>there', {
        'Content-Type': 'text/html;charset="ISO-8859-2"',
        ETag: '"e1"',
        'Last-Modified': 'Sat, 01 Nov 2025 10:00:00 GMT',
        'X-Odd': 'yes',
      }),
    });
    const server = await serve({
      '/start': answers(301, { location: '/middle#part' }),
      '/middle': answers(307, { location: `${other.home}/end` }),
    });
    const got = await fetcherWith().fetch(page(`${server.home}/start`));
    assert.ok(got.kind === 'fetched', JSON.stringify(got));
    assert.deepEqual(
      [got.url, got.redirects, got.charset, got.mediaType, got.etag, got.lastModified, got.status],
      [
        `${other.home}/end`,
        [`${server.home}/start`, `${server.home}/middle`],
        'ISO-8859-2',
        'text/html',
        '"e1"',
        'Sat, 01 Nov 2025 10:00:00 GMT',
        200,
      ],
    );
    assert.deepEqual(
      got.headers.find(([name]) => name === 'X-Odd'),
      ['X-Odd', 'yes'],
    );
    assert.ok(Math.abs(got.at - Date.now()) < 60_000);
  });

  test('not modified, when the request names the cached copy', async () => {
    const server = await serve({
      '/feed': (request, response) =>
        request.headers['if-none-match'] === '"v1"' && request.headers['if-modified-since'] === 'then'
          ? response.writeHead(304, { 'retry-after': '7' }).end()
          : response.writeHead(200, { 'content-type': 'application/rss+xml', etag: '"v1"' }).end('<rss/>'),
    });
    const fetcher = fetcherWith();
    const url = `${server.home}/feed`;
    assert.equal(brief(await fetcher.fetch({ url, kind: 'feed' })), 'fetched');
    assert.deepEqual(await fetcher.fetch({ url, kind: 'feed', etag: '"v1"', lastModified: 'then' }), {
      kind: 'not-modified',
      url,
      retryAfter: 7_000,
    });
  });

  test('each kind accepts its own media types', async () => {
    const server = await serve({ '/x': sends('<rss/>', { 'content-type': 'application/rss+xml' }) });
    const fetcher = fetcherWith();
    const kinds = ['page', 'feed', 'sitemap', 'robots'] as const;
    const got = await Promise.all(kinds.map((kind) => fetcher.fetch({ url: `${server.home}/x`, kind })));
    assert.deepEqual(got.map(brief), ['not-html after 1', 'fetched', 'fetched', 'fetched']);
  });
});

describe('politeness', () => {
  test('one host: in order, one at a time', async () => {
    const server = await serve({ '*': slowly(5, sends('<p>x')) });
    const fetcher = fetcherWith({ delay: 1 });
    const paths = ['/1', '/2', '/3', '/4', '/5'];
    await Promise.all(paths.map((path) => fetcher.fetch(page(server.home + path))));
    assert.deepEqual(server.asked, paths);
    assert.equal(server.mostAtOnce, 1);
  });

  test('hosts do not wait for each other, and no more than maxConnections go at once', async () => {
    let atOnce = 0;
    let most = 0;
    let allowed = (): void => {};
    const three = new Promise<void>((done) => {
      allowed = done;
    });
    const route: Routes[string] = (_, response) => {
      most = Math.max(most, ++atOnce);
      if (atOnce === 3) allowed();
      // Nobody is answered before three are here: that they come shows that hosts go side by side.
      void three
        .then(() => wait(20))
        .then(() => {
          atOnce--;
          response.writeHead(200, HTML).end('<p>x');
        });
    };
    const servers = await Promise.all(Array.from({ length: 7 }, () => serve({ '/': route })));
    const fetcher = fetcherWith({ maxConnections: 3 });
    const got = await Promise.all(servers.map(({ home }) => fetcher.fetch(page(`${home}/`))));
    assert.ok(got.every(({ kind }) => kind === 'fetched'));
    assert.equal(most, 3);
  });

  test('a signal stops requests in the queue and on the wire, closing stops the rest, and no listener leaks', async () => {
    const warnings: Error[] = [];
    const note = (warning: Error): void => void warnings.push(warning);
    process.on('warning', note);
    const server = await serve({ '*': isSilent });
    const fetcher = fetcherWith({ maxRetries: 0 });
    const stop = new AbortController();
    const many = Array.from({ length: 300 }, (_, path) =>
      fetcher.fetch(page(`${server.home}/${path}`, { signal: stop.signal })),
    );
    const last = fetcher.fetch(page(`${server.home}/last`));
    await until(() => server.asked.length === 1);
    assert.equal(fetcher.counters.waiting, 300);
    stop.abort();
    assert.deepEqual(
      new Set((await Promise.all(many)).map((one) => one.kind === 'failed' && one.reason)),
      new Set(['stopped']),
    );
    await until(() => server.asked.includes('/last'));
    await fetcher.close();
    assert.equal(brief(await last), 'stopped after 1');
    assert.equal(brief(await fetcher.fetch(page(`${server.home}/later`))), 'stopped after 0');
    await wait(1);
    process.off('warning', note);
    assert.deepEqual(warnings, []);
  });
});

describe('robots.txt', () => {
  const robots = (text: string): Routes => ({
    '/robots.txt': sends(text, { 'content-type': 'text/plain' }),
    '*': sends('<p>x'),
  });
  const visit = async (routes: Routes, paths: readonly string[], options: Partial<FetcherOptions> = {}) => {
    const server = await serve(routes);
    const fetcher = fetcherWith({ robots: true, ...options });
    const got: FetchAnswer[] = [];
    for (const path of paths) got.push(await fetcher.fetch(page(server.home + path)));
    return { server, fetcher, got };
  };

  test('is fetched once; the longest rule of our group applies', async () => {
    const { server, got } = await visit(
      robots('User-agent: *\nDisallow: /\n\nUser-agent: dehusk\nDisallow: /private\nAllow: /private/open$\n'),
      ['/a', '/private/x', '/private/open', '/private/open/more'],
    );
    assert.deepEqual(got.map(brief), ['fetched', 'robots after 0', 'fetched', 'robots after 0']);
    assert.deepEqual(server.asked, ['/robots.txt', '/a', '/private/open']);
  });

  test('a missing one allows everything; feeds and sitemaps do not read it', async () => {
    const { server, fetcher } = await visit({ '*': sends('<p>x'), '/robots.txt': answers(404) }, ['/a']);
    for (const kind of ['feed', 'sitemap'] as const) await fetcher.fetch({ url: `${server.home}/f`, kind });
    assert.deepEqual(server.asked, ['/robots.txt', '/a', '/f', '/f']);
  });

  for (const [what, route] of [
    ['5xx', answers(500)],
    ['too many requests', answers(429)],
    ['no answer', resets],
  ] as const)
    test(`an unavailable one (${what}) forbids everything for a while and says so`, async () => {
      const routes = { '*': sends('<p>x'), '/robots.txt': route };
      const { server, got } = await visit(routes, ['/a', '/b'], { maxRetries: 0, robotsFailureAge: 60_000 });
      for (const one of got) {
        assert.equal(brief(one), 'robots-unavailable after 0');
        assert.ok(one.kind === 'failed' && /is unavailable/.test(one.detail) && (one.retryAfter ?? 0) > 50_000);
      }
      assert.deepEqual(server.asked, ['/robots.txt']);
    });

  test('an older copy is used while the file is unavailable', async () => {
    const rules = sends('User-agent: *\nDisallow: /no', { 'content-type': 'text/plain' });
    const { got } = await visit(
      { '*': sends('<p>x'), '/robots.txt': first(1, rules, answers(500)) },
      ['/a', '/no', '/b', '/no'],
      { robotsAge: 0, maxRetries: 0 },
    );
    assert.deepEqual(got.map(brief), ['fetched', 'robots after 0', 'fetched', 'robots after 0']);
  });

  test('Crawl-delay is read, up to the longest obeyed', async () => {
    const bytes = Buffer.from('User-agent: *\nCrawl-delay: 30');
    const answer = { kind: 'fetched', bytes } as unknown as FetchAnswer;
    const delays = [60_000, 60].map(async (maxCrawlDelay) => {
      const rules = robotsRules({ ...DEFAULT_FETCHER, maxCrawlDelay }, async () => answer);
      return (await rules('http://a.example')).delay;
    });
    assert.deepEqual(await Promise.all(delays), [30_000, 60]);
  });

  test('a redirect obeys the robots.txt of its target', async () => {
    const strict = await serve(robots('User-agent: *\nDisallow: /'));
    const { got } = await visit({ '/away': answers(302, { location: `${strict.home}/x` }) }, ['/away']);
    assert.equal(brief(got[0] as FetchAnswer), 'robots after 1');
    assert.deepEqual(strict.asked, ['/robots.txt']);
  });

  test('a huge, hostile file is read up to the bound', async () => {
    const hostile = `User-agent: *\nDisallow: /no\nDisallow: /${'*a'.repeat(200_000)}\n${'Disallow: /x*\n'.repeat(60_000)}`;
    const { got } = await visit(robots(hostile), ['/no', `/${'a'.repeat(1_500)}`]);
    assert.deepEqual(got.map(brief), ['robots after 0', 'fetched']);
  });

  test('sitemaps are returned, relative ones resolved', async () => {
    const { server, fetcher } = await visit(robots('Sitemap: /one.xml\nSitemap: http://other.example/two.xml\n'), []);
    assert.deepEqual(await fetcher.sitemaps(`${server.home}/any/page`), [
      `${server.home}/one.xml`,
      'http://other.example/two.xml',
    ]);
  });
});

test('a retried page is complete', async () => {
  const server = await serve({ '/': first(1, cutsShort, sends('<p>whole')) });
  assert.equal(textOf(await fetcherWith().fetch(page(`${server.home}/`))), '<p>whole');
});

test('a host that is not allowed is not asked, not even by a redirect', async () => {
  const asked: string[] = [];
  const server = await serve({
    '/away': (request, response) => {
      response
        .writeHead(302, { location: `http://other.example:${new URL(`http://${request.headers.host}`).port}/there` })
        .end();
    },
    '/there': (_request, response) => {
      asked.push('/there');
      response.writeHead(200, HTML).end('<p>x');
    },
  });
  const fetcher = openFetcher({ ...QUICK, hosts: { '*': '127.0.0.1' } }, (host) => host === 'first.example');
  opened.push(fetcher);
  const { port } = new URL(server.home);
  for (const path of ['away', 'there']) {
    const host = path === 'away' ? 'first.example' : 'other.example';
    const answer = await fetcher.fetch({ url: `http://${host}:${port}/${path}`, kind: 'page' });
    assert.equal(answer.kind === 'failed' && answer.reason, 'host-not-allowed', path);
  }
  assert.deepEqual(asked, []);
  assert.equal((await fetcher.fetch({ url: `http://first.example:${port}/there`, kind: 'page' })).kind, 'fetched');
});

test('a connection that is not established in time is closed', async () => {
  let isOpen = true;
  // Accepts, and never answers the handshake of TLS.
  const server = createServer(
    (socket) =>
      void socket
        .on('error', () => {})
        .on('close', () => (isOpen = false))
        .resume(),
  );
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  opened.push({ close: async () => void server.close() });
  const { port } = server.address() as AddressInfo;
  const fetcher = fetcherWith({ maxMilliseconds: 100, maxRetries: 0 });
  const answer = await fetcher.fetch({ url: `https://127.0.0.1:${port}/`, kind: 'page' });
  assert.equal(answer.kind === 'failed' && answer.reason, 'timeout');
  await until(() => !isOpen);
});
