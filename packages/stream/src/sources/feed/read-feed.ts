/**
 * Parses a feed: RSS, Atom, RDF and JSON Feed by feedsmith; feeds it calls malformed (a raw `&` or `<`, a cut file) by a lenient
 * parser, which returns what is there. That one uses htmlparser2's tokens and not its `parseFeed`, which searches the tree for
 * every item: 5,000 items that nest because their closing tags are missing took it half a minute.
 */
import { decode, parse } from '@dehusk/html';
import { parseFeed as parseStrictly } from 'feedsmith';
import { Parser } from 'htmlparser2';
import { pageAddress, pageFeeds } from '../page-links.js';

/** An item of a feed; missing text is empty. */
export interface FeedEntry {
  readonly title: string;
  /** RSS description, Atom summary or else content, JSON summary or else content. */
  readonly description: string;
  /** RSS pubDate, Atom updated, RDF dc:date, JSON date_published; as written. */
  readonly pubDate: string;
  /** Absolute http(s) address without its fragment, or null. */
  readonly link: string | null;
  /** The longest text in the feed, HTML. */
  readonly content: string;
}

/** A feed's rules for polling. */
export interface FeedHints {
  /** Minutes a copy is valid (RSS ttl), or null. */
  readonly ttl: number | null;
  /** Hours of the day (0–23, UTC) and days (0 is Sunday) without news. */
  readonly skipHours: readonly number[];
  readonly skipDays: readonly number[];
}

export type FeedReading =
  | {
      readonly kind: 'feed';
      readonly entries: readonly FeedEntry[];
      readonly hints: FeedHints;
      /** The syntax error when it was read leniently, else null. */
      readonly malformed: string | null;
    }
  /** A web page, and the feeds it links to. */
  | { readonly kind: 'page'; readonly feeds: readonly string[] }
  | { readonly kind: 'malformed'; readonly detail: string };

const NO_HINTS: FeedHints = { ttl: null, skipHours: [], skipDays: [] };
const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
/** Characters at the start that contain the XML declaration and the kind of document. */
const HEAD = 1_024;

/**
 * Parses a feed. Never throws.
 *
 * @param charset by the HTTP header, or null
 * @param url its address; relative links are resolved against it
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
    if (/<(?:!doctype\s+html|html|head|body)\b|^<(?:title|meta|link)\b/i.test(text.slice(start, start + HEAD)))
      return readPage(text, url);
    const items = readLeniently(text.slice(start));
    if (items === null) return { kind: 'malformed', detail };
    const entries = items.map((fields) => entryOfFields(fields, url));
    return { kind: 'feed', entries, hints: hintsOf(text), malformed: detail };
  }
}

/** The encoding in an XML declaration, or null. */
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

/** @throws feedsmith's errors */
function readStrictly(text: string, url: string): { entries: FeedEntry[]; hints: FeedHints } {
  const parsed = parseDated(text);
  const entries = rawEntries(parsed).map((raw) => entryOf(url, raw));
  return { entries, hints: parsed.format === 'rss' ? hintsOf(text) : NO_HINTS };
}

/** Its type, unlike the library's generic one, says that dates are text. */
const parseDated = (text: string) => parseStrictly(text);

function rawEntries(parsed: ReturnType<typeof parseDated>): RawEntry[] {
  switch (parsed.format) {
    case 'rss':
      return (parsed.feed.items ?? []).map((item) => ({
        title: item.title ?? item.dc?.titles?.[0],
        description: item.description ?? item.dc?.descriptions?.[0],
        pubDate: item.pubDate ?? item.dc?.dates?.[0],
        links: [item.link, item.guid?.isPermaLink === false ? undefined : item.guid?.value],
        contents: [item.content?.encoded, item.description],
      }));
    case 'rdf':
      return (parsed.feed.items ?? []).map((item) => ({
        title: item.title,
        description: item.description,
        pubDate: item.dc?.dates?.[0],
        links: [item.link, item.rdf?.about],
        contents: [item.content?.encoded, item.description],
      }));
    case 'atom':
      return (parsed.feed.entries ?? []).map((entry) => {
        const own = (entry.links ?? []).filter(({ rel }) => rel === undefined || rel === 'alternate');
        return {
          title: entry.title?.value,
          description: entry.summary?.value ?? entry.content?.value,
          pubDate: entry.updated ?? entry.published,
          links: [...own.map(({ href }) => href), entry.content?.src, entry.id],
          contents: [entry.content?.value, entry.summary?.value],
        };
      });
    case 'json':
      return (parsed.feed.items ?? []).map((item) => ({
        title: item.title,
        description: item.summary ?? item.content_html ?? item.content_text,
        pubDate: item.date_published ?? item.date_modified,
        links: [item.url, item.external_url, item.id],
        contents: [item.content_html, item.content_text?.replace(/&/g, '&amp;').replace(/</g, '&lt;'), item.summary],
      }));
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
  /** In order of preference; the first valid address counts. */
  readonly links: readonly (string | undefined)[];
  readonly contents: readonly (string | undefined)[];
}

function entryOf(base: string, { title = '', description = '', pubDate = '', links, contents }: RawEntry): FeedEntry {
  // Only the first, the item's own link, may be relative: an arbitrary id would resolve to nonsense.
  const addresses = links.map((one, index) => pageAddress(one ?? '', index === 0 ? base : null));
  const link = addresses.find((one) => one !== null)?.href ?? null;
  const longest = contents.reduce<string>((best, one) => ((one ?? '').length > best.length ? (one ?? '') : best), '');
  return { title: title.trim(), description, pubDate, link, content: longest };
}

/** ttl, skipHours and skipDays precede the items; read from the text, so that malformed feeds have them, too. */
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

/** The text of an item's elements by name; only `content:encoded` and `dc:date` have a prefix. */
type ItemFields = ReadonlyMap<string, string>;

const ITEMS: ReadonlySet<string> = new Set(['item', 'entry']);
const FIELDS: ReadonlySet<string> = new Set([
  'title',
  'link',
  'guid',
  'id',
  'description',
  'summary',
  'content',
  'content:encoded',
  'pubdate',
  'updated',
  'published',
  'dc:date',
]);
/** Most items of a feed, and characters of a field. */
const MAX_ITEMS = 100_000;
const MAX_FIELD = 4 * 1024 * 1024;
/** Most open elements: the parser's time grows with their square. */
const MAX_DEPTH = 1_000;
/** Characters parsed between two checks of the depth. */
const STEP = 16_384;

/** The items of a feed, without one that the end of the text cuts; null when nothing looks like a feed. */
function readLeniently(text: string): ItemFields[] | null {
  const items: ItemFields[] = [];
  let isFeed = false;
  let depth = 0;
  let item: Map<string, string> | null = null;
  let field: string | null = null;
  const finish = (): void => {
    if (item !== null && items.length < MAX_ITEMS) items.push(item);
    item = null;
    field = null;
  };
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        depth++;
        if (name === 'rss' || name === 'feed' || name === 'rdf:rdf' || name === 'channel') isFeed = true;
        if (ITEMS.has(name)) {
          // An item inside an item: the outer one was never closed.
          finish();
          item = new Map();
        } else if (item !== null && FIELDS.has(name) && !item.has(name)) {
          const { href, rel = 'alternate', ispermalink } = attributes;
          if (name === 'link' && href !== undefined) {
            if (rel === 'alternate') item.set('link', href);
          } else if (!(name === 'guid' && ispermalink === 'false')) {
            field = name;
            item.set(name, '');
          }
        }
      },
      ontext(piece) {
        const known = field === null ? undefined : item?.get(field);
        if (known !== undefined && known.length + piece.length <= MAX_FIELD) item?.set(field as string, known + piece);
      },
      onclosetag(name, isImplied) {
        depth--;
        if (name === field) field = null;
        // An item closed by the end of the text is incomplete.
        if (ITEMS.has(name) && !isImplied) finish();
      },
    },
    { xmlMode: true, lowerCaseTags: true, lowerCaseAttributeNames: true, decodeEntities: true },
  );
  for (let at = 0; at < text.length && depth <= MAX_DEPTH; at += STEP) parser.write(text.slice(at, at + STEP));
  if (depth <= MAX_DEPTH) parser.end();
  return isFeed ? items : null;
}
