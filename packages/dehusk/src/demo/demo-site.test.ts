import assert from 'node:assert/strict';
import { get, type IncomingHttpHeaders } from 'node:http';
import { after, before, test } from 'node:test';
import { extract, rendererNamed } from '@dehusk/core';
import { extractorNamed } from '@dehusk/papers';
import fc from 'fast-check';
import { parseFeed } from 'feedsmith';
import { openNewsroom } from './demo-newsroom.js';
import { type DemoServer, openDemoServer } from './demo-server.js';
import { FAULTS } from './faults.js';
import { newsArticle, PHRASES } from './news-article.js';
import { DEMO_SITES, LAYOUTS } from './templates.js';

const SITE = DEMO_SITES[0];
let server: DemoServer;
let elapsed = 0;
before(async () => {
  server = await openDemoServer({ sites: DEMO_SITES, elapsed: () => elapsed });
});
after(() => server.close());

interface Got {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Asks the server as if its host had been resolved. */
function ask(address: string, port = server.port): Promise<Got> {
  const url = new URL(address, server.origin(SITE));
  return new Promise((resolve, reject) => {
    const path = url.pathname + url.search;
    get({ host: '127.0.0.1', port, path, headers: { host: url.host }, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks).toString(),
        }),
      );
    }).on('error', reject);
  });
}

test('every language fills its patterns: no slot is left, and the same seed gives the same article', () => {
  for (const language of Object.keys(PHRASES))
    for (let number = 0; number < 60; number++) {
      const article = newsArticle('test', language, number);
      assert.doesNotMatch(JSON.stringify(article), /\{\w+\}|undefined/);
      assert.deepEqual(newsArticle('test', language, number), article);
    }
});

test('every template shows the whole true text, in order', () => {
  for (const { name } of LAYOUTS) {
    const room = openNewsroom({ ...SITE, template: name, redesign: null }, 'test');
    for (const number of [0, 7, 30]) {
      const page = room.articlePage(number, { origin: 'http://a.example', published: 40, seed: 'x' });
      const { document } = extract(page, { extractor: extractorNamed('everything') });
      const text = rendererNamed('text').render(document);
      let at = 0;
      for (const line of room.truth(number).split('\n')) {
        const found = text.indexOf(line, at);
        assert.ok(found >= 0, `${name} ${number}: "${line}" is missing or out of order`);
        at = found;
      }
    }
  }
});

test('two visits differ in husk alone', () => {
  const room = openNewsroom(SITE, 'test');
  const [one, other] = ['1', '2'].map((seed) =>
    room.articlePage(5, { origin: 'http://a.example', published: 40, seed }),
  );
  assert.notEqual(one, other);
  for (const part of room.article(5).body) for (const text of part.texts) assert.ok(other.includes(text.slice(0, 20)));
});

test('law: an article is found at its own address, whatever tracks it', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...DEMO_SITES),
      fc.nat(400),
      fc.constantFrom('utm_source=a', 'ref=b'),
      (site, number, tail) => {
        const room = openNewsroom(site, 'test');
        const url = new URL(`http://${site.host}${room.path(number)}`);
        url.search += url.search === '' ? `?${tail}` : `&${tail}`;
        assert.equal(room.find(decodeURI(url.pathname), url.searchParams), number);
      },
    ),
    { numRuns: 40 },
  );
});

test('feeds of all three kinds list the newest first, and grow with the clock', async () => {
  elapsed = 0;
  for (const { site, article, published } of server.newsrooms) {
    const { format, feed } = parseFeed((await ask(server.feed(site))).body);
    assert.equal(format, site.feed);
    const entries = ('items' in feed ? feed.items : 'entries' in feed ? feed.entries : []) ?? [];
    assert.equal(entries.length, 12);
    assert.ok(JSON.stringify(entries[0]).includes(JSON.stringify(article(published(0) - 1).title).slice(1, -1)));
  }
  elapsed = SITE.everyMilliseconds;
  assert.match((await ask('/feed.xml')).body, new RegExp(`-${SITE.backlog}\\.html`));
  elapsed = 0;
  assert.doesNotMatch((await ask('/feed.xml')).body, new RegExp(`-${SITE.backlog}\\.html`));
});

test('the addresses of a site', async () => {
  const room = server.newsrooms[0];
  const path = room.path(3);
  const cases: readonly (readonly [path: string, status: number, body: RegExp])[] = [
    ['/', 200, /<div class="entry">/],
    ['/archive/2', 200, /<div class="entry">/],
    ['/robots.txt', 200, /Disallow: \/private\/\nSitemap: http:\/\/harbour-gazette\.example:\d+\/sitemap\.xml/],
    ['/sitemap.xml', 200, /<sitemap><loc>[^<]+sitemap-articles\.xml/],
    ['/sitemap-articles.xml', 200, /-27\.html<\/loc>/],
    [path, 200, /<div class="story">/],
    [`/amp${path}`, 200, /rel="canonical"/],
    ['/go/3', 302, /^$/],
    [room.path(SITE.backlog), 404, /Not found/],
    ['/%ff', 404, /Not found/],
  ];
  for (const [asked, status, body] of cases) {
    const got = await ask(asked);
    assert.equal(got.status, status, asked);
    assert.match(got.body, body, asked);
  }
  assert.deepEqual(server.find(`${server.origin(SITE)}/go/3`)?.number, 3);
  assert.deepEqual(server.find(`${server.origin(SITE)}/amp${path}?utm_source=x`)?.number, 3);
  assert.equal(server.find('http://elsewhere.example/'), null);
});

test('the template changes midway', async () => {
  const room = server.newsrooms[1];
  const page = (number: number): string =>
    room.articlePage(number, { origin: 'http://a.example', published: 40, seed: 'x' });
  assert.match(page(27), /css-2p/);
  assert.match(page(28), /<article>/);
});

test('every fault answers as its row says', async () => {
  const faulty = await openDemoServer({ sites: [SITE], fault: (_, number) => FAULTS[number] });
  const room = faulty.newsrooms[0];
  const of = (name: string): number => FAULTS.findIndex((one) => one.name === name);
  const asked = (name: string): Promise<Got> => ask(faulty.origin(SITE) + room.path(of(name)), faulty.port);
  try {
    for (const [name, status] of [
      ['server-error', 500],
      ['gone', 410],
      ['redirect-loop', 302],
      ['redirect-chain', 301],
      ['wrong-charset', 200],
      ['not-a-page', 200],
      ['empty', 200],
      ['busy-once', 503],
      ['busy-once', 200],
    ] as const)
      assert.equal((await asked(name)).status, status, name);
    for (const name of ['reset', 'cut-short', 'reset-once']) await assert.rejects(asked(name), name);
    assert.equal((await asked('reset-once')).status, 200);
    // Around: away and back.
    const loop = room.path(of('redirect-loop'));
    const away = (await asked('redirect-loop')).headers.location ?? '';
    assert.equal((await ask(faulty.origin(SITE) + away, faulty.port)).headers.location, loop);
  } finally {
    await faulty.close();
  }
});
