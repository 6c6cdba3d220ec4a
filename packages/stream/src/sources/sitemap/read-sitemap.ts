/**
 * Parses a sitemap as a stream: addresses of pages and of further sitemaps (sitemaps.org 0.9, also gzip, text, or a feed). It
 * keeps only the current entry, so memory does not grow with the sitemap's entries.
 */
import { createGunzip, constants as zlib } from 'node:zlib';
import { isGzip } from '@dehusk/node';
import { Parser } from 'htmlparser2';
import { MAX_LINK_LENGTH } from '../page-links.js';

export interface SitemapEntry {
  readonly kind: 'page' | 'sitemap';
  readonly url: string;
  /** lastmod or publication date as written, or null. */
  readonly date: string | null;
  /** The title in a news sitemap or feed, or null. */
  readonly title: string | null;
}

/** Why the rest of a sitemap is not read. */
export class BadSitemap extends Error {
  constructor(
    readonly reason: 'too-large' | 'malformed-sitemap',
    detail: string,
  ) {
    super(detail);
  }
}

/** Most decompressed bytes of a sitemap: twice the protocol's 50 MB, for those who count differently. */
const MAX_SITEMAP_BYTES = 100 * 1024 * 1024;
/** Bytes parsed at once. */
const STEP = 65_536;
/** Most open elements: a sitemap has five. */
const MAX_DEPTH = 100;

const ENTRIES: Readonly<Record<string, SitemapEntry['kind']>> = {
  url: 'page',
  sitemap: 'sitemap',
  item: 'page',
  entry: 'page',
};
/** Fields of an entry by parent and element: an image has a `loc` and a title, too. */
const FIELDS: Readonly<Record<string, 'url' | 'date' | 'title'>> = {
  'url>loc': 'url',
  'sitemap>loc': 'url',
  'item>link': 'url',
  'url>lastmod': 'date',
  'sitemap>lastmod': 'date',
  'item>pubdate': 'date',
  'entry>updated': 'date',
  'news:news>news:publication_date': 'date',
  'news:news>news:title': 'title',
  'item>title': 'title',
  'entry>title': 'title',
};

/**
 * The entries of a sitemap, in order.
 *
 * @param bytes as fetched, also gzip
 * @throws BadSitemap after the entries that could be read
 */
export async function* readSitemap(bytes: Uint8Array, maxBytes = MAX_SITEMAP_BYTES): AsyncGenerator<SitemapEntry> {
  const found: SitemapEntry[] = [];
  let seen = 0;
  let reader: SitemapReader | null = null;
  const decoder = new TextDecoder();
  for await (const piece of unpacked(bytes)) {
    seen += piece.length;
    if (seen > maxBytes) throw new BadSitemap('too-large', `the sitemap has more than the ${maxBytes} bytes allowed`);
    const text = decoder.decode(piece, { stream: true });
    reader ??= text.trimStart().startsWith('<') ? readerOfTags(found) : readerOfLines(found);
    reader.write(text);
    yield* found.splice(0);
  }
  reader?.end();
  yield* found.splice(0);
  if (reader === null || !reader.isSitemap()) throw new BadSitemap('malformed-sitemap', 'this is not a sitemap');
}

async function* unpacked(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  if (!isGzip(bytes)) {
    for (let at = 0; at < bytes.length; at += STEP) yield bytes.subarray(at, at + STEP);
    return;
  }
  const gunzip = createGunzip({ finishFlush: zlib.Z_SYNC_FLUSH });
  gunzip.end(bytes);
  try {
    yield* gunzip as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw new BadSitemap(
      'malformed-sitemap',
      `begins as gzip but is not: ${error instanceof Error ? error.message : error}`,
    );
  }
}

interface SitemapReader {
  /** @throws BadSitemap */
  write(text: string): void;
  end(): void;
  /** Whether it contained a sign of a sitemap. */
  isSitemap(): boolean;
}

function readerOfLines(found: SitemapEntry[]): SitemapReader {
  let rest = '';
  let any = false;
  const take = (line: string): void => {
    const url = line.trim();
    if (!/^https?:\/\//i.test(url)) return;
    any = true;
    found.push({ kind: 'page', url, date: null, title: null });
  };
  return {
    write(text) {
      const lines = (rest + text).split('\n');
      // A longer line is not an address.
      rest = (lines.pop() ?? '').slice(0, 2 * MAX_LINK_LENGTH);
      for (const line of lines) take(line);
    },
    end: () => take(rest),
    isSitemap: () => any,
  };
}

function readerOfTags(found: SitemapEntry[]): SitemapReader {
  const open: string[] = [];
  let any = false;
  let entry: { kind: SitemapEntry['kind']; url: string; date: string; title: string } | null = null;
  let field: 'url' | 'date' | 'title' | null = null;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const kind = ENTRIES[name];
        if (name === 'urlset' || name === 'sitemapindex' || name === 'rss' || name === 'feed') any = true;
        field = FIELDS[`${open.at(-1)}>${name}`] ?? null;
        // The publication date of news takes precedence over lastmod, which changes with every edit.
        if (field === 'date' && entry !== null && name.startsWith('news:')) entry.date = '';
        else if (field !== null && entry?.[field] !== '') field = null;
        if (kind !== undefined) entry = { kind, url: '', date: '', title: '' };
        else if (name === 'link' && open.at(-1) === 'entry' && entry !== null) {
          const { href, rel = 'alternate' } = attributes;
          if (href !== undefined && rel === 'alternate') entry.url ||= href;
        }
        open.push(name);
      },
      ontext(text) {
        if (entry !== null && field !== null && entry[field].length < MAX_LINK_LENGTH) entry[field] += text;
      },
      onclosetag(name, isImplied) {
        field = null;
        open.pop();
        if (ENTRIES[name] === undefined || entry === null) return;
        const { kind, url, date, title } = entry;
        // An entry closed by the end of the text is incomplete.
        if (!isImplied && url.trim() !== '')
          found.push({ kind, url: url.trim(), date: date.trim() || null, title: title.trim() || null });
        entry = null;
      },
    },
    { xmlMode: true, lowerCaseTags: true, decodeEntities: true },
  );
  return {
    write(text) {
      parser.write(text);
      if (open.length > MAX_DEPTH)
        throw new BadSitemap('malformed-sitemap', `more than ${MAX_DEPTH} elements are open`);
    },
    end: () => parser.end(),
    isSitemap: () => any,
  };
}
