/**
 * Every kind of source over the same laws. A kind brings a scenario: an input with known pages; a row without one fails.
 */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { openFetcher } from '@dehusk/node';
import { closedAfterEach, loopback, sends } from '../../../node/dist/fetch/loopback.fixture.js';
import { openMemoryStore } from '../stores/memory.js';
import type { Store } from '../stores/store.js';
import { SOURCES, sourceNamed } from './index.js';
import { type ItemOutcome, type Source, SourceError, type SourceEvent, type SourceItem } from './source.js';

const home = mkdtempSync(join(tmpdir(), 'dehusk-sources-'));
const opened = closedAfterEach();
after(() => rmSync(home, { recursive: true }));

/** An input of a kind; one that ends, also for kinds that go on (`once`). */
interface Scenario {
  readonly options: Readonly<Record<string, unknown>>;
  /** Addresses of its pages, in any order. */
  readonly urls: readonly string[];
  /** Reasons of its faults, sorted. */
  readonly faults: readonly string[];
  /** Links of pages, for sources that want them. */
  readonly links?: (url: string) => readonly string[];
  /** Options of an input that does not exist, and what the message names; null when anything may be there later. */
  readonly missing: { readonly options: Readonly<Record<string, unknown>>; readonly message: RegExp } | null;
}

const file = (name: string, content: string | Uint8Array): string => {
  const path = join(home, name);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, content);
  return path;
};
const numbers = Array.from({ length: 12 }, (_, index) => index);

/** Serves texts by path on loopback for the time of a test. */
const serve = async (texts: Readonly<Record<string, string | Uint8Array>>, type: string): Promise<string> => {
  const routes = Object.entries(texts).map(([path, text]) => [path, sends(text, { 'content-type': type })]);
  const server = await loopback(Object.fromEntries(routes));
  opened.push(server);
  return server.home;
};

const SCENARIOS: Readonly<Record<string, () => Promise<Scenario>>> = {
  async crawl() {
    const pages = numbers.map((number) => `http://site.example/${number === 0 ? '' : `page/${number}`}`);
    return {
      options: { urls: [pages[0]] },
      urls: pages,
      faults: [],
      // A tree: each page links to two more.
      links: (url) => {
        const at = pages.indexOf(url);
        return [pages[2 * at + 1], pages[2 * at + 2], pages[0]].filter((one) => one !== undefined);
      },
      missing: { options: { urls: ['nowhere'] }, message: /"nowhere".*expected http/ },
    };
  },
  async sitemap() {
    const urls = (from: number, to: number) => numbers.slice(from, to).map((id) => `<url><loc>/page/${id}</loc></url>`);
    const texts = {
      '/one.xml': `<urlset>${urls(0, 7).join('')}</urlset>`,
      '/two.xml': gzipSync(`<urlset>${urls(5, 12).join('')}</urlset>`),
      '/none.xml': 'sorry',
    };
    const from = await serve(texts, 'application/xml');
    return {
      options: { urls: Object.keys(texts).map((path) => from + path) },
      urls: numbers.map((id) => `${from}/page/${id}`),
      faults: ['malformed-sitemap'],
      missing: { options: { urls: ['nowhere'] }, message: /"nowhere".*expected http/ },
    };
  },
  async feed() {
    const items = numbers.map((id) => `<item><title>${id}</title><link>http://news.example/${id}</link></item>`);
    const feed = (from: number, to: number) => `<rss><channel>${items.slice(from, to).join('')}</channel></rss>`;
    const texts = {
      '/one': feed(0, 7),
      '/two': feed(5, 12),
      '/cut': '<rss><channel><item><title>cut',
      '/none': 'sorry',
    };
    const from = await serve(texts, 'application/rss+xml');
    return {
      options: { feeds: Object.keys(texts).map((path) => from + path), once: true },
      urls: numbers.map((id) => `http://news.example/${id}`),
      faults: ['malformed-feed', 'malformed-feed'],
      missing: {
        options: { path: join(home, 'no-feeds.opml') },
        message: /there is no list of feeds .*no-feeds\.opml/,
      },
    };
  },
  async list() {
    const urls = numbers.map((number) => `http://list.example/${number}?q=ä`);
    const lines = [
      '# pages',
      ...urls,
      '',
      'ftp://list.example/x',
      'no address',
      `http://list.example/${'x'.repeat(9_000)}`,
    ];
    return {
      options: { path: file('list.txt.gz', gzipSync(lines.join('\r\n'))) },
      urls: urls.map((url) => new URL(url).href),
      faults: ['bad-url', 'bad-url', 'bad-url'],
      missing: { options: { path: join(home, 'none.txt') }, message: /there is no list of addresses .*none\.txt/ },
    };
  },
  async jsonl() {
    const rows = numbers.map((id) => JSON.stringify({ id, url: `http://rows.example/${id}`, html: `<p>${id}` }));
    const lines = [...rows.slice(0, 5), 'no JSON', '{"url":"http://rows.example/none"}', ...rows.slice(5)];
    return {
      options: { path: file('pages.txt', lines.join('\n')) },
      urls: numbers.map((id) => `http://rows.example/${id}`),
      faults: ['bad-input', 'bad-input'],
      missing: { options: { path: join(home, 'none.jsonl') }, message: /there is no file of JSON lines .*none\.jsonl/ },
    };
  },
  async folder() {
    for (const number of numbers) file(join('pages', `${number % 3}`, `${number}.html`), `<p>${number}`);
    return {
      options: { path: join(home, 'pages'), urlTemplate: 'http://folder.example/{path}' },
      urls: numbers.map((number) => `http://folder.example/${number % 3}/${number}`),
      faults: [],
      missing: { options: { path: join(home, 'nowhere') }, message: /there is no folder of pages .*nowhere/ },
    };
  },
  async warc() {
    const response = (number: number): string => `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>${number}`;
    const url = (number: number): string => `http://archive.example/${number}`;
    const records = numbers.map((number) =>
      // The last is a revisit of the first: also of a first that an earlier run read.
      number === 11
        ? warcRecord('revisit', url(number), '', { 'WARC-Refers-To': '<urn:0>' })
        : warcRecord('response', url(number), response(number), { 'WARC-Record-ID': `<urn:${number}>` }),
    );
    const others = [
      warcRecord('warcinfo', '', 'software: x'),
      warcRecord('request', url(1), 'GET / HTTP/1.1\r\n\r\n'),
      warcRecord('response', url(90), 'HTTP/1.1 404 Not Found\r\nContent-Type: text/html\r\n\r\n<p>no'),
      Buffer.from('words between'),
      warcRecord('revisit', url(91), '', { 'WARC-Refers-To': '<urn:none>' }),
    ];
    return {
      options: { path: file('pages.warc.gz', Buffer.concat([...others, ...records, records[0].subarray(0, 40)])) },
      urls: numbers.map(url),
      faults: ['corrupt-gzip', 'revisit-unresolved', 'truncated-record'],
      missing: { options: { path: join(home, 'none.warc') }, message: /there is no WARC file .*none\.warc/ },
    };
  },
};

/** A WARC record as a gzip member. */
function warcRecord(type: string, url: string, block: string, fields: Readonly<Record<string, string>> = {}): Buffer {
  const all = { 'WARC-Type': type, 'WARC-Target-URI': url, 'Content-Length': Buffer.byteLength(block), ...fields };
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return gzipSync(`WARC/1.0\r\n${head.join('')}\r\n${block}\r\n\r\n`);
}

const open = async (kind: string, options: Scenario['options'], store: Store): Promise<Source> => {
  const fetcher = openFetcher({ allowPrivate: true, delay: 0, requestsPerMinute: 0, backoff: 1, seed: 1 });
  opened.push(fetcher);
  const source = await sourceNamed(kind).open(options, { store, fetcher, now: () => Date.now() });
  opened.push(source);
  return source;
};
const isItem = (event: SourceEvent): event is SourceItem => event.kind === 'item';
const emitted = (item: SourceItem, scenario: Scenario): ItemOutcome => ({
  kind: 'emitted',
  reason: null,
  url: item.url,
  links: item.wantsLinks ? (scenario.links?.(item.url) ?? []) : [],
});

/**
 * Runs a source until it has offered `take` items (or ends) and commits the outcomes of the first `commit` one by one, like a
 * stream with one page at a time.
 */
async function run(
  source: Source,
  store: Store,
  scenario: Scenario,
  take: number,
  commit = take,
): Promise<SourceEvent[]> {
  const stop = new AbortController();
  const events: SourceEvent[] = [];
  let items = 0;
  for await (const event of source.items(stop.signal)) {
    events.push(event);
    const at = event.position;
    const positions = at === null ? [] : [{ input: source.input, at }];
    if (isItem(event)) {
      if (++items <= commit) await store.commit(source.settle(event, emitted(event, scenario)), positions);
      if (items >= take) break;
    } else if (items < commit) await store.commit(new Map(), positions);
  }
  stop.abort();
  return events;
}

for (const kind of SOURCES)
  describe(`source ${kind.name}`, () => {
    const scenarioOf = async (): Promise<Scenario> => {
      const make = SCENARIOS[kind.name];
      assert.ok(make, `source ${kind.name} has no scenario in this file`);
      return make();
    };

    test('offers every page once with different ids, and reports malformed input', async () => {
      const scenario = await scenarioOf();
      const store = openMemoryStore();
      const source = await open(kind.name, scenario.options, store);
      const events = await run(source, store, scenario, Number.POSITIVE_INFINITY);
      const items = events.filter(isItem);
      assert.deepEqual(items.map(({ url }) => url).sort(), [...scenario.urls].sort());
      assert.equal(new Set(items.map(({ id }) => id)).size, items.length);
      const faults = events.flatMap((event) => (event.kind === 'fault' ? [event] : []));
      assert.deepEqual(faults.map(({ reason }) => reason).sort(), scenario.faults);
      for (const fault of faults) assert.ok(fault.where !== '' && fault.detail !== '', JSON.stringify(fault));
      const positions = events.flatMap(({ position }) => position ?? []);
      assert.deepEqual(
        positions,
        [...new Set(positions)].sort((a, b) => a - b),
        'positions rise',
      );
    });

    test('reopened over the same store: offers what was not committed, with the same ids, and nothing else', async () => {
      const scenario = await scenarioOf();
      const store = openMemoryStore();
      const half = scenario.urls.length >> 1;
      const before = (
        await run(await open(kind.name, scenario.options, store), store, scenario, half + 2, half)
      ).filter(isItem);
      const again = await open(kind.name, scenario.options, store);
      const left = scenario.urls.length - half;
      const rest = (await run(again, store, scenario, Number.POSITIVE_INFINITY)).filter(isItem);
      assert.equal(rest.length, left);
      const committed = before.slice(0, half).map(({ url }) => url);
      assert.deepEqual([...committed, ...rest.map(({ url }) => url)].sort(), [...scenario.urls].sort());
      for (const item of before.slice(half))
        assert.equal(rest.find(({ url }) => url === item.url)?.id, item.id, item.url);
    });

    test('stops soon after the signal, even before the first item', async () => {
      const scenario = await scenarioOf();
      const source = await open(kind.name, scenario.options, openMemoryStore());
      const stop = new AbortController();
      let items = 0;
      for await (const event of source.items(stop.signal)) {
        if (isItem(event)) source.settle(event, emitted(event, scenario));
        if (isItem(event) && ++items === 2) stop.abort();
        assert.ok(items <= 2, 'an item after the signal');
      }
      const stopped = await open(kind.name, scenario.options, openMemoryStore());
      for await (const event of stopped.items(AbortSignal.abort())) assert.fail(JSON.stringify(event));
    });

    test('an input that does not exist is an error that names it', async () => {
      const { missing } = await scenarioOf();
      if (missing !== null)
        await assert.rejects(open(kind.name, missing.options, openMemoryStore()), (error: Error) => {
          assert.ok(error instanceof SourceError);
          assert.match(error.message, missing.message);
          return true;
        });
    });

    test('every setting is described, with a default unless it is required', () => {
      const { properties, required = [] } = kind.schema as {
        readonly properties: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
        readonly required?: readonly string[];
      };
      for (const [name, property] of Object.entries(properties)) {
        assert.ok(typeof property.description === 'string', name);
        assert.ok(
          required.includes(name) || 'default' in property || property.type === 'string',
          `${name} has no default`,
        );
      }
    });
  });

test('pages without an address get that of their file', async () => {
  const path = file('bare.jsonl', '{"html":"<p>x"}');
  const source = await open('jsonl', { path }, openMemoryStore());
  for await (const event of source.items(new AbortController().signal))
    assert.equal(isItem(event) && event.url, pathToFileURL(`${path}:1`).href);
});

test('an unknown source is an error that lists the known ones', () => {
  assert.throws(() => sourceNamed('rss'), /no source is named "rss" \(there are: .*jsonl/);
});
