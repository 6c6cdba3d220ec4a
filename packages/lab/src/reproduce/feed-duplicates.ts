/**
 * The second figure of the URL Tree paper on feeds: the number of documents that each step of duplicate detection leaves, from the
 * items that feeds list to the rules of URLs.
 *
 * The paper's stream came through the feeds of 31 news sites and is not published. Here the newspapers of the demo are read for a
 * simulated month: the feed of each, its section feed with other tracking parameters, and an aggregator that lists the same articles
 * by redirects and as copies for phones. Feeds are polled over HTTP and read as `dehusk watch` reads them. One of the six newspapers
 * identifies its articles by a parameter, the case that rules are for.
 *
 * URL rules are learnt from the first half of the month, and every step is scored on the second: which articles are is known.
 */
import { get } from 'node:http';
import { urlKey } from '@dehusk/core';
import { itemKey, type LearntRule, learnUrlRules, openPage } from '@dehusk/core/extend';
import { readFeed } from '@dehusk/stream';
import { DEMO_SITES, type DemoServer, openDemoServer } from 'dehusk/demo';
import { writeLines } from '../reports/plots.js';
import { percent, textTable } from '../reports/tables.js';
import { type Reproduction, writeReport } from './reproduction.js';

const HOUR = 3_600_000;
/** A newspaper publishes six articles a day. */
const PUBLISHED_EVERY = 4 * HOUR;
/** Often enough that no item leaves a feed of twelve unread. */
const POLL_EVERY = 2 * HOUR;
const DAYS = 30;
/** The start of the month. */
export const FIRST_AT = Date.UTC(2026, 2, 2);
const MAX_REDIRECTS = 5;

/** An item as a feed listed it. */
export interface ListedItem {
  /** The reader keeps one cache for all feeds of a site. */
  readonly reader: string;
  readonly item: string;
  readonly title: string;
  readonly link: string;
  /** Where its page was, redirects followed, and its `rel=canonical`; as of the first fetch of the link. */
  readonly url: string;
  readonly canonical: string | null;
  /** Host and number of the article. */
  readonly article: string;
  /** Milliseconds since 1970, simulated. */
  readonly at: number;
}

/** The steps of the paper, each on what the item cache lets through, then the canonical address. Items of one key are one document. */
function stepsOf(rules: readonly LearntRule[]): { readonly name: string; keyOf(item: ListedItem): string }[] {
  const parameterRules = rules.filter(({ retain }) => !retain.includes('_canonical_'));
  return [
    { name: 'item cache', keyOf: ({ reader, item }) => `${reader} ${item}` },
    { name: 'address of the link', keyOf: ({ link }) => link },
    { name: 'address after redirects', keyOf: ({ url }) => url },
    { name: 'all parameters and title', keyOf: (one) => urlKey(one.url, one.title).keyBasic },
    { name: 'no parameters', keyOf: (one) => urlKey(one.url, one.title).keyNoQuery },
    { name: 'learnt rules', keyOf: (one) => urlKey(one.url, one.title, { rules: parameterRules }).key },
    {
      name: 'learnt rules and canonical',
      keyOf: (one) => urlKey(one.url, one.title, { rules, canonical: one.canonical, canonicalByRule: true }).key,
    },
  ];
}

type FeedCounts = ReturnType<typeof countFeedSteps>;

/** Counts the steps on the second half of the items, with rules learnt on the first. */
export function countFeedSteps(items: readonly ListedItem[], from: number, until: number) {
  const middle = (from + until) / 2;
  // An item is fetched once per reader: the other steps see what the item cache lets through.
  const cache = new Set<string>();
  const fetched = items.filter(({ reader, item }) => {
    const name = `${reader} ${item}`;
    const isNew = !cache.has(name);
    cache.add(name);
    return isNew;
  });
  const first = fetched.filter(({ at }) => at < middle);
  // The digest is the title, as in `dehusk watch`.
  const rules = learnUrlRules(first.map(({ url, canonical, title, at }) => ({ url, canonical, digest: title, at })));
  const second = fetched.filter(({ at }) => at >= middle);
  const fresh = new Set(second.map(({ article }) => article));
  for (const { article } of first) fresh.delete(article);
  const steps = stepsOf(rules).map(({ name, keyOf }) => {
    const keys = new Set(first.map(keyOf));
    const documents = new Set(first.map(({ article }) => article));
    /** Documents so far, per poll of the second half. */
    const growth: [day: number, documents: number][] = [];
    let [found, missed] = [0, 0];
    for (const one of second) {
      const key = keyOf(one);
      if (!keys.has(key)) {
        keys.add(key);
        found++;
        if (documents.has(one.article)) missed++;
        documents.add(one.article);
      }
      const day = (one.at - middle) / (24 * HOUR);
      if (growth.at(-1)?.[0] === day) growth.pop();
      growth.push([day, found]);
    }
    // Lost articles never were a document: another one had their key.
    return { name, documents: found, missed, lost: [...fresh].filter((one) => !documents.has(one)).length, growth };
  });
  return {
    items: items.filter(({ at }) => at >= middle).length,
    articles: fresh.size,
    rules: rules.map(({ pattern, retain }) => `${pattern.source}\t${retain.join('\t')}`),
    steps,
  };
}

/** Reads the feeds of the demo over some simulated days. */
export async function readFeedsFor(days: number, onPoll: () => void): Promise<{ items: ListedItem[]; until: number }> {
  let elapsed = 0;
  const sites = DEMO_SITES.map((site) => ({ ...site, everyMilliseconds: PUBLISHED_EVERY }));
  const server = await openDemoServer({ sites, elapsed: () => elapsed, firstAt: FIRST_AT });
  const pages = new Map<string, { readonly url: string; readonly canonical: string | null }>();
  const items: ListedItem[] = [];
  try {
    const feeds = sites.flatMap((site) => [
      { reader: site.host, url: server.feed(site) },
      { reader: site.host, url: `${server.origin(site)}/section.xml` },
    ]);
    for (; elapsed < days * 24 * HOUR; elapsed += POLL_EVERY) {
      for (const { reader, url } of [...feeds, { reader: 'wire', url: server.wireFeed }]) {
        const reading = readFeed((await answerOf(server, url)).body, 'utf-8', url);
        if (reading.kind !== 'feed') throw new Error(`${url}: got ${reading.kind}, expected a feed`);
        for (const { title, description, pubDate, link } of reading.entries) {
          const found = link === null ? null : server.find(link);
          if (link === null || found === null) throw new Error(`${url}: got the link ${link}, expected an article`);
          const page = pages.get(link) ?? (await pageAt(server, link));
          pages.set(link, page);
          const article = `${found.newsroom.site.host} ${found.number}`;
          const item = itemKey({ title, description, pubDate });
          items.push({ reader, item, title, link, ...page, article, at: FIRST_AT + elapsed });
        }
      }
      onPoll();
    }
  } finally {
    await server.close();
  }
  return { items, until: FIRST_AT + elapsed };
}

async function pageAt(server: DemoServer, link: string): Promise<Pick<ListedItem, 'url' | 'canonical'>> {
  const { url, body } = await answerOf(server, link);
  const opened = openPage(body, { url });
  return { url, canonical: opened.ok ? opened.metadata.canonicalUrl : null };
}

/** The answer to a request, redirects followed. Names resolve to the server's loopback address. */
async function answerOf({ port }: DemoServer, asked: string): Promise<{ readonly url: string; readonly body: Buffer }> {
  let url = new URL(asked);
  for (let hop = 0; hop < MAX_REDIRECTS; hop++) {
    const { location, body } = await new Promise<{ location: string | undefined; body: Buffer }>((resolve, reject) => {
      const options = { host: '127.0.0.1', port, path: url.pathname + url.search, headers: { host: url.host } };
      get(options, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => resolve({ location: response.headers.location, body: Buffer.concat(chunks) }));
      }).on('error', reject);
    });
    if (location === undefined) return { url: url.href, body };
    url = new URL(location, url);
  }
  throw new Error(`${asked}: got more than ${MAX_REDIRECTS} redirects`);
}

export function printFeedSteps({ items, articles, rules, steps }: FeedCounts): string {
  const rows = steps.map(({ name, documents, missed, lost }) => [
    ...[name, String(documents), percent(documents / items), String(missed), String(lost)],
  ]);
  const head = ['one document per', 'documents', '% of items', 'duplicates missed', 'articles lost'];
  return `second half of the month: ${items} items listed, ${articles} new articles\n${textTable({ head, rows })}\nrules learnt on the first half\n${rules.join('\n')}\n`;
}

/** Writes `feed-duplicates.json` and the figure: documents over the days of the second half, by step. */
export async function writeFeedSteps(counts: FeedCounts, folder: string): Promise<void> {
  const pathOf = writeReport(folder, 'feed-duplicates', counts);
  const series = counts.steps.map(({ name, documents, growth }) => ({
    name: `${name} (${documents})`,
    points: growth,
  }));
  const titles = { x: 'days of the second half', y: 'documents', isFromZero: true };
  await writeLines(pathOf('feed-duplicates.svg'), series, titles, 'Documents left by each step');
}

export const feedDuplicates: Reproduction = {
  name: 'feed-duplicates',
  summary: 'the second figure of the URL Tree paper on feeds: a simulated month of the newspapers of the demo',
  async run(_, { out, onPage }) {
    const { items, until } = await readFeedsFor(DAYS, () => onPage?.());
    const counts = countFeedSteps(items, FIRST_AT, until);
    if (out !== undefined) await writeFeedSteps(counts, out);
    return printFeedSteps(counts);
  },
};
