/**
 * The bytes of a feed → its items: RSS, Atom, RDF and JSON Feed by feedsmith; what it calls malformed (a raw `&` or `<`, a
 * feed cut in the middle) by a forgiving walk, which gives what is there.
 */
import { decode, parse } from '@dehusk/core/internal';
import { parseFeed as parseStrictly } from 'feedsmith';
import { pageFeeds } from '../page-links.js';
import { type ItemFields, readForgivingly } from './read-forgivingly.js';

/** An item as the feed tells it; text as it stands there, empty when it is missing. */
export interface FeedEntry {
  readonly title: string;
  /** RSS description, Atom summary or else content, JSON summary or else content. */
  readonly description: string;
  /** RSS pubDate, Atom updated, RDF dc:date, JSON date_published; as written. */
  readonly pubDate: string;
  /** Absolute http(s) address without its fragment; null when there is none. */
  readonly link: string | null;
  /** The longest text the feed gives of it, HTML. */
  readonly content: string;
}

/** What a feed says about when to come back. */
export interface FeedHints {
  /** Minutes a copy is good for (RSS ttl); null when it is not said. */
  readonly ttl: number | null;
  /** Hours of the day (0–23, UTC) and days (0 is Sunday) at which nothing new comes. */
  readonly skipHours: readonly number[];
  readonly skipDays: readonly number[];
}

export type FeedReading =
  | {
      readonly kind: 'feed';
      readonly entries: readonly FeedEntry[];
      readonly hints: FeedHints;
      /** What is wrong with it when it was read forgivingly; else null. */
      readonly malformed: string | null;
    }
  /** It is a web page; the feeds it offers. */
  | { readonly kind: 'page'; readonly feeds: readonly string[] }
  | { readonly kind: 'malformed'; readonly detail: string };

const NO_HINTS: FeedHints = { ttl: null, skipHours: [], skipDays: [] };
const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
/** Characters at the start in which the XML declaration and the kind of document show. */
const HEAD = 1_024;

/**
 * Reads a feed. Never throws.
 *
 * @param charset by the HTTP header, or null
 * @param url where it was found: relative links are resolved against it
 */
export function readFeed(bytes: Uint8Array, charset: string | null, url: string): FeedReading {
  const { text } = decode(bytes, { httpCharset: charset ?? declaredEncoding(bytes) });
  try {
    const strict = readStrictly(text, url);
    return { kind: 'feed', ...strict, malformed: null };
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    const start = text.indexOf('<');
    if (start < 0)
      return { kind: 'malformed', detail: `got ${text === '' ? 'nothing' : 'no markup'}, expected a feed` };
    if (/<(?:!doctype\s+html|html|head|body)\b/i.test(text.slice(start, start + HEAD))) return readPage(text, url);
    const items = readForgivingly(text.slice(start));
    if (items === null) return { kind: 'malformed', detail };
    const entries = items.map((fields) => entryOfFields(fields, url));
    return { kind: 'feed', entries, hints: hintsOf(text), malformed: detail };
  }
}

/** The encoding an XML declaration names; null when there is none. */
function declaredEncoding(bytes: Uint8Array): string | null {
  const start = Buffer.from(bytes.subarray(0, HEAD)).toString('latin1');
  return /<\?xml[^>]*?\sencoding\s*=\s*["']([^"']{1,40})["']/i.exec(start)?.[1] ?? null;
}

function readPage(text: string, url: string): FeedReading {
  const parsed = parse(text, { url });
  return parsed.ok
    ? { kind: 'page', feeds: pageFeeds(parsed.page, url) }
    : { kind: 'malformed', detail: parsed.detail };
}

/** @throws what feedsmith throws */
function readStrictly(text: string, url: string): { entries: FeedEntry[]; hints: FeedHints } {
  const parsed = parseStrictly(text);
  switch (parsed.format) {
    case 'rss':
      return {
        hints: hintsOf(text),
        entries: (parsed.feed.items ?? []).map((item) => {
          const permanent = item.guid?.isPermaLink === false ? undefined : item.guid?.value;
          return entryOf(url, {
            title: item.title ?? item.dc?.titles?.[0],
            description: item.description ?? item.dc?.descriptions?.[0],
            pubDate: item.pubDate ?? item.dc?.dates?.[0],
            links: [item.link, permanent],
            contents: [item.content?.encoded, item.description],
          });
        }),
      };
    case 'rdf':
      return {
        hints: NO_HINTS,
        entries: (parsed.feed.items ?? []).map((item) =>
          entryOf(url, {
            title: item.title,
            description: item.description,
            pubDate: item.dc?.dates?.[0],
            links: [item.link, item.rdf?.about],
            contents: [item.content?.encoded, item.description],
          }),
        ),
      };
    case 'atom':
      return {
        hints: NO_HINTS,
        entries: (parsed.feed.entries ?? []).map((entry) => {
          const links = entry.links ?? [];
          const own = links.filter(({ rel }) => rel === undefined || rel === 'alternate');
          return entryOf(url, {
            title: entry.title?.value,
            description: entry.summary?.value ?? entry.content?.value,
            pubDate: entry.updated ?? entry.published,
            links: [...own.map(({ href }) => href), entry.content?.src, entry.id],
            contents: [entry.content?.value, entry.summary?.value],
          });
        }),
      };
    case 'json':
      return {
        hints: NO_HINTS,
        entries: (parsed.feed.items ?? []).map((item) => {
          const plain = item.content_text === undefined ? undefined : escapedText(item.content_text);
          return entryOf(url, {
            title: item.title,
            description: item.summary ?? item.content_html ?? item.content_text,
            pubDate: item.date_published ?? item.date_modified,
            links: [item.url, item.external_url, item.id],
            contents: [item.content_html, plain, item.summary],
          });
        }),
      };
  }
}

function entryOfFields(fields: ItemFields, url: string): FeedEntry {
  const first = (...names: readonly string[]): string | undefined =>
    names.map((name) => fields.get(name)?.trim()).find((value) => value !== undefined && value !== '');
  return entryOf(url, {
    title: first('title'),
    description: first('description', 'summary', 'content'),
    pubDate: first('pubdate', 'updated', 'published', 'dc:date'),
    links: [first('link'), first('guid'), first('id')],
    contents: [first('content:encoded'), first('content'), first('description'), first('summary')],
  });
}

interface RawEntry {
  readonly title: string | undefined;
  readonly description: string | undefined;
  readonly pubDate: string | undefined;
  /** In order of trust; the first that is an address counts. */
  readonly links: readonly (string | undefined)[];
  readonly contents: readonly (string | undefined)[];
}

function entryOf(base: string, { title = '', description = '', pubDate = '', links, contents }: RawEntry): FeedEntry {
  let link: string | null = null;
  for (const [index, one] of links.entries()) {
    // Only the first, the item's own link, may be relative: an id that is none would resolve to nonsense.
    link ??= addressOf(one, index === 0 ? base : undefined);
  }
  const longest = contents.reduce<string>((best, one) => ((one ?? '').length > best.length ? (one ?? '') : best), '');
  return { title: title.trim(), description, pubDate, link, content: longest };
}

function addressOf(text: string | undefined, base?: string): string | null {
  const trimmed = text?.trim() ?? '';
  if (trimmed === '' || !URL.canParse(trimmed, base)) return null;
  const url = new URL(trimmed, base);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
  url.hash = '';
  return url.href;
}

/** ttl, skipHours and skipDays stand before the items; read off the text, so that malformed feeds have them too. */
function hintsOf(text: string): FeedHints {
  const items = text.search(/<item[\s>]/i);
  const head = text.slice(0, items < 0 ? 10 * HEAD : Math.min(items, 10 * HEAD));
  const all = (pattern: RegExp): string[] => [...head.matchAll(pattern)].map((found) => found[1] ?? '');
  const ttl = /<ttl>\s*(\d{1,6})\s*<\/ttl>/i.exec(head)?.[1];
  return {
    ttl: ttl === undefined ? null : Number(ttl),
    // The specification counts 0 to 23; feeds that count 1 to 24 mean midnight by 24.
    skipHours: all(/<hour>\s*(\d{1,2})\s*<\/hour>/gi).map((hour) => Number(hour) % 24),
    skipDays: all(/<day>\s*([a-z]+)\s*<\/day>/gi)
      .map((day) => DAYS.indexOf(day.toLowerCase()))
      .filter((day) => day >= 0),
  };
}

function escapedText(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
}
