// Feeds from a server on loopback and a real store; `take` replaces the stream.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { openFetcher } from '@dehusk/node';
import {
  answers,
  closedAfterEach,
  first,
  type Loopback,
  loopback,
  type Routes,
  sends,
} from '../../../../node/dist/fetch/loopback.fixture.js';
import { openMemoryStore } from '../../stores/memory.js';
import type { Store } from '../../stores/store.js';
import { type Source, SourceError, type SourceEvent, type SourceItem } from '../source.js';
import { feedSource } from './feed.js';
import type { FeedOptions } from './feed-options.js';

const RSS = { 'content-type': 'application/rss+xml' };
const home = mkdtempSync(join(tmpdir(), 'dehusk-feeds-'));
after(() => rmSync(home, { recursive: true }));
const opened = closedAfterEach();

const feedOf = (...numbers: readonly number[]): string =>
  `<rss><channel><title>t</title>${numbers
    .map((number) => `<item><title>Item ${number}</title><link>http://news.example/${number}</link></item>`)
    .join('')}</channel></rss>`;
const serve = async (routes: Routes): Promise<Loopback> => {
  const server = await loopback(routes);
  opened.push(server);
  return server;
};
const open = async (store: Store, options: Partial<FeedOptions>): Promise<Source> => {
  const fetcher = openFetcher({ allowPrivate: true, delay: 0, requestsPerMinute: 0, maxRetries: 0, seed: 1 });
  const quick = { minInterval: 0.03, maxInterval: 0.1 };
  const source = await feedSource.open({ ...quick, ...options }, { store, fetcher, now: () => Date.now() });
  opened.push(fetcher, source);
  return source;
};
const isItem = (event: SourceEvent): event is SourceItem => event.kind === 'item';
/** Reads events until a condition holds (or the source ends) and commits each item. */
async function take(
  source: Source,
  store: Store,
  until: (events: readonly SourceEvent[]) => boolean,
  commits: (item: SourceItem) => boolean = () => true,
): Promise<SourceEvent[]> {
  const stop = new AbortController();
  const events: SourceEvent[] = [];
  for await (const event of source.items(stop.signal)) {
    events.push(event);
    if (isItem(event) && commits(event))
      await store.commit(source.settle(event, { kind: 'emitted', reason: null, url: event.url, links: [] }));
    if (until(events)) break;
  }
  stop.abort();
  return events;
}
const addresses = (events: readonly SourceEvent[]): string[] => events.filter(isItem).map(({ url }) => url);
const numbered = (...numbers: readonly number[]): string[] => numbers.map((number) => `http://news.example/${number}`);

describe('polling', () => {
  test('new items as the feed gets them, oldest first, each once; later polls are conditional', async () => {
    const validators: (string | undefined)[] = [];
    const server = await serve({
      '/rss': first(
        1,
        sends(feedOf(2, 1), { ...RSS, etag: '"a"' }),
        first(
          2,
          (request, response) => {
            validators.push(request.headers['if-none-match']);
            response.writeHead(304).end();
          },
          sends(feedOf(4, 3, 2, 1), RSS),
        ),
      ),
    });
    const store = openMemoryStore();
    const source = await open(store, { feeds: [`${server.home}/rss`] });
    const events = await take(source, store, (all) => all.length === 4);
    assert.deepEqual(addresses(events), numbered(1, 2, 3, 4));
    assert.deepEqual(validators, ['"a"', '"a"']);
    for (const event of events) assert.ok(isItem(event) && event.title?.startsWith('Item ') && event.content === null);
  });

  test('validators are stored only when all items of a copy have an outcome', async () => {
    const asked: (string | undefined)[] = [];
    const server = await serve({
      '/rss': (request, response) => {
        asked.push(request.headers['if-none-match']);
        response.writeHead(200, { ...RSS, etag: '"a"' }).end(feedOf(2, 1));
      },
    });
    const store = openMemoryStore();
    const options = { feeds: [`${server.home}/rss`], once: true };
    const one = await take(
      await open(store, options),
      store,
      () => false,
      ({ url }) => url.endsWith('1'),
    );
    const two = await take(await open(store, options), store, () => false);
    const three = await take(await open(store, options), store, () => false);
    assert.deepEqual([one, two, three].map(addresses), [numbered(1, 2), numbered(2), []]);
    assert.deepEqual(asked, [undefined, undefined, '"a"']);
  });

  test('an item in several feeds of a site is offered once', async () => {
    const server = await serve({ '/all': sends(feedOf(3, 2, 1), RSS), '/sport': sends(feedOf(3, 1), RSS) });
    const store = openMemoryStore();
    const feeds = [`${server.home}/all`, `${server.home}/sport`];
    assert.deepEqual(
      addresses(await take(await open(store, { feeds, once: true }), store, () => false)).sort(),
      numbered(1, 2, 3),
    );
  });

  test('an item without a link brings its text', async () => {
    const items =
      '<item><title>A</title><description>&lt;p&gt;Text A</description></item><item><title>B</title></item>';
    const server = await serve({ '/rss?x=1': sends(`<rss><channel>${items}</channel></rss>`, RSS) });
    const store = openMemoryStore();
    const source = await open(store, { feeds: [`${server.home}/rss?x=1`], once: true });
    const [b, a] = (await take(source, store, () => false)).filter(isItem);
    assert.deepEqual([a?.content?.page, b?.content?.page], ['<p>Text A', 'B']);
    assert.notEqual(a?.url, b?.url);
    assert.match(a?.url ?? '', /\/rss\/[0-9a-f]{32}\?x=1$/);
  });

  test('a hundred feeds, few polls at once', async () => {
    const server = await serve({
      '*': (request, response) => response.writeHead(200, RSS).end(feedOf(Number(request.url?.slice(1)))),
    });
    const path = join(home, 'many.txt');
    const count = 100;
    writeFileSync(path, Array.from({ length: count }, (_, number) => `${server.home}/${number}`).join('\n'));
    const store = openMemoryStore();
    const events = await take(await open(store, { path, once: true, concurrency: 4 }), store, () => false);
    assert.equal(new Set(addresses(events)).size, count);
  });
});

describe('trouble', () => {
  test('failures are faults, asked again later; 410 is not', async () => {
    const server = await serve({
      '/down': first(2, answers(500), sends(feedOf(1), RSS)),
      '/gone': answers(410),
      '/text': sends('oops', { 'content-type': 'text/plain' }),
    });
    const store = openMemoryStore();
    const feeds = ['/down', '/gone', '/text'].map((path) => server.home + path);
    const events = await take(await open(store, { feeds }), store, (all) => all.some(isItem));
    const reasons = events.flatMap((event) =>
      event.kind === 'fault' ? [`${new URL(event.where).pathname} ${event.reason}`] : [],
    );
    assert.deepEqual([...new Set(reasons)].sort(), ['/down http-status', '/gone http-status', '/text malformed-feed']);
    assert.equal(server.asked.filter((path) => path === '/gone').length, 1);
    assert.deepEqual(addresses(events), numbered(1));
  });

  test('a malformed feed is read and reported once, and its validators are not used', async () => {
    const asked: (string | undefined)[] = [];
    const broken = feedOf(2, 1).replace('Item 2', 'Fish < chips');
    const server = await serve({
      '/rss': (request, response) => {
        asked.push(request.headers['if-none-match']);
        response.writeHead(200, { ...RSS, etag: '"a"' }).end(broken);
      },
    });
    const store = openMemoryStore();
    const source = await open(store, { feeds: [`${server.home}/rss`] });
    const stop = new AbortController();
    const events: SourceEvent[] = [];
    for await (const event of source.items(stop.signal)) {
      events.push(event);
      if (events.length === 3) setTimeout(() => stop.abort(), 200);
    }
    assert.ok(asked.length > 1);
    assert.deepEqual(new Set(asked), new Set([undefined]));
    assert.deepEqual(
      events.map((event) => (isItem(event) ? event.url : event.reason)),
      ['malformed-feed', ...numbered(1, 2)],
    );
  });

  test('a page stands for the feeds it links to', async () => {
    const page = '<!doctype html><link rel=alternate type=application/rss+xml href=/rss><p>News';
    const server = await serve({
      '/': sends(page),
      '/plain': sends('<!doctype html><p>x'),
      '/rss': sends(feedOf(1), RSS),
    });
    const store = openMemoryStore();
    const feeds = [`${server.home}/`, `${server.home}/plain`];
    const events = await take(await open(store, { feeds, once: true }), store, () => false);
    assert.deepEqual(events.map((event) => (isItem(event) ? event.url : event.reason)).sort(), [
      ...numbered(1),
      'not-a-feed',
    ]);
    const strict = await open(openMemoryStore(), { feeds: [`${server.home}/`], once: true, discover: false });
    assert.deepEqual(
      (await take(strict, store, () => false)).map(({ kind }) => kind),
      ['fault'],
    );
  });

  test('a page that failed in a way that may pass is tried again, later and not for ever; others are not', async () => {
    const server = await serve({ '/rss': sends(feedOf(3, 2, 1), { ...RSS, etag: '"a"' }) });
    const store = openMemoryStore();
    const given: string[] = [];
    const reasons: Readonly<Record<string, string>> = { '/1': 'timeout', '/2': 'too-large' };
    const run = async (options: Partial<FeedOptions>, most: number): Promise<void> => {
      const source = await open(store, { feeds: [`${server.home}/rss`], ...options });
      const stop = new AbortController();
      const timer = setTimeout(() => stop.abort(), 2_000);
      for await (const event of source.items(stop.signal)) {
        const item = event as SourceItem;
        const path = new URL(item.url).pathname;
        given.push(path);
        const reason = reasons[path] ?? null;
        const kind = reason === null ? 'emitted' : 'rejected';
        await store.commit(source.settle(item, { kind, reason, url: item.url, links: [] }));
        if (given.length === most) break;
      }
      clearTimeout(timer);
      stop.abort();
    };
    await run({}, 5);
    assert.deepEqual(given, ['/1', '/2', '/3', '/1', '/1']);
    // What is known of failures outlives the run: one retry is left.
    await run({ minInterval: 0.005 }, 7);
    assert.deepEqual(given.slice(5), ['/1']);
  });

  test('the history is bounded, and what the feed still lists stays', async () => {
    let top = 100;
    const range = (to: number, count: number) => feedOf(...Array.from({ length: count }, (_, index) => to - index));
    const server = await serve({ '/rss': (_, response) => void response.writeHead(200, RSS).end(range(top, 50)) });
    const store = openMemoryStore();
    for (; top <= 600; top += 50)
      await take(await open(store, { feeds: [`${server.home}/rss`], once: true, history: 200 }), store, () => false);
    const kept = (await store.keys('feed/')).filter((key) => key.includes('/item/')).length;
    assert.ok(kept <= 300, `${kept} items remembered`);
    top = 600;
    const again = await open(store, { feeds: [`${server.home}/rss`], once: true, history: 200 });
    assert.deepEqual(await take(again, store, () => false), []);
  });
});

describe('lists of feeds', () => {
  const list = async (name: string, text: string): Promise<SourceEvent[]> => {
    const server = await serve({ '/a': sends(feedOf(1), RSS), '/b': sends(feedOf(2), RSS) });
    const path = join(home, name);
    writeFileSync(path, text.replaceAll('HOME', server.home));
    const store = openMemoryStore();
    return take(await open(store, { path, once: true }), store, () => false);
  };
  test('OPML, groups in groups', async () => {
    const opml = `<?xml version="1.0"?><opml version="2.0"><body><outline text="all"><outline text="a" xmlUrl="HOME/a"/>
      <outline text="more"><outline text="b" xmlUrl="HOME/b"/><outline text="none"/></outline></outline></body></opml>`;
    assert.deepEqual(addresses(await list('feeds.opml', opml)).sort(), numbered(1, 2));
  });
  test('text with comments, twice the same, and a line that is none', async () => {
    const events = await list('feeds.txt', '# ours\nHOME/a\n\nHOME/a#top\nnews.example\nHOME/b\n');
    assert.deepEqual(addresses(events).sort(), numbered(1, 2));
    assert.deepEqual(
      events.flatMap((event) => (isItem(event) ? [] : [event.reason])),
      ['bad-url'],
    );
  });
  test('no list, no feed, no OPML: each is named', async () => {
    const broken = join(home, 'broken.opml');
    writeFileSync(broken, '<?xml version="1.0"?><html/>');
    for (const [options, message] of [
      [{ path: join(home, 'nowhere') }, /no list of feeds .*nowhere/],
      [{}, /got no feed, expected at least one/],
      [{ path: broken }, /broken\.opml is not OPML|got no feed from/],
    ] as const)
      await assert.rejects(
        open(openMemoryStore(), options),
        (error: Error) => error instanceof SourceError && message.test(error.message),
      );
  });
});
