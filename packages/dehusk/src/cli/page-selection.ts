/** Which pages a run extracts: the inputs of the command line, or those that feeds, sitemaps and links lead to. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import {
  type Input,
  type InputPage,
  openAddressFetcher,
  PAGE_EXTENSION,
  type PageReader,
  placeFor,
  placeOf,
  type ReadOptions,
  readPages,
} from '@dehusk/node';
import type { SourceFault } from '@dehusk/stream';
import type { CrawledPage, DiscoverySettings } from './discover.js';
import { InputOutputError, reportFailure, UsageError } from './failures.js';
import { DISCOVERIES, type DiscoveryKind, type SelectionFlags } from './trafilatura-flags.js';

/**
 * Selects the pages of a run. What cannot be read is written to standard error.
 *
 * @throws UsageError for an input that cannot lead to pages
 * @throws InputOutputError when the blacklist cannot be read
 */
export async function selectPages(
  given: readonly Input[],
  flags: SelectionFlags,
  reading: ReadOptions,
  readers: readonly PageReader[],
) {
  const accepts = await addressFilter(flags.urlFilter ?? [], flags.blacklist);
  const isWanted = (input: Input): boolean => input.kind !== 'url' || accepts(input.url);
  const kind = DISCOVERIES.find((one) => flags[one] !== undefined);
  const found = kind === undefined ? null : await find(kind, given, flags, reading);
  const inputs = (found === null ? given : found.addresses.map((url): Input => ({ kind: 'url', url }))).filter(
    isWanted,
  );

  async function* read(): AsyncGenerator<InputPage> {
    yield* readPages(inputs, reading, readers);
    if (found === null) return;
    for await (const { page } of found.crawl()) {
      if (page.ok && !accepts(page.input)) continue;
      const place = placeFor(reading, page.place, null);
      if (place !== null) yield { ...page, place };
    }
  }

  return {
    /** The inputs known before a page is read. */
    inputs,
    /** Whether further pages are found while pages are read. */
    isOpen: found !== null && found.sites.length > 0,
    /** Whether a feed, a sitemap or the first page of a site could not be read, so far. */
    hasFailed: (): boolean => found?.hasFailed ?? false,
    /** The pages, read one after the other. Call this or `addresses`, once. */
    pages(): AsyncGenerator<InputPage> {
      const pages = flags.archived ? withArchivedCopies(read(), reading) : read();
      return flags.backupDir === undefined ? pages : withBackups(pages, flags.backupDir);
    },
    /** The addresses of the pages, and of those that visited pages link to. */
    async *addresses(): AsyncGenerator<string> {
      for (const input of inputs) if (input.kind === 'url') yield input.url;
      if (found === null) return;
      const seen = new Set<string>();
      for await (const { page, links } of found.crawl()) {
        if (!page.ok) found.fail(page.name, page.reason, page.detail);
        for (const url of page.ok ? [page.input, ...links] : links)
          if (accepts(url) && !seen.has(url)) {
            seen.add(url);
            yield url;
          }
      }
    },
  };
}

async function find(kind: DiscoveryKind, given: readonly Input[], flags: SelectionFlags, reading: ReadOptions) {
  const from = given.map((input) => {
    if (input.kind === 'url') return input.url;
    const name = input.kind === 'path' ? input.path : '-';
    throw new UsageError(`--${kind} got "${name}", expected an http(s) address`);
  });
  // Loaded on demand: plain extraction needs no readers of feeds and sitemaps.
  const [{ crawlPages, discover }, { openFetcher }] = await Promise.all([
    import('./discover.js'),
    import('@dehusk/node'),
  ]);
  const notify = ({ where, reason, detail }: SourceFault): void => reportFailure(where, reason, detail);
  const fetcher = openFetcher({ ...reading.fetching, requestsPerMinute: 0 });
  const settings: DiscoverySettings = { fetcher, maxPages: flags.pages ?? null, notify };
  const discovered = await discover(kind, from, settings);
  const found = {
    ...discovered,
    /** The pages that links lead to; then no more can be fetched. */
    async *crawl(): AsyncGenerator<CrawledPage> {
      yield* crawlPages(discovered.sites, settings);
      await fetcher.close();
    },
    fail(where: string, reason: string, detail: string): void {
      found.hasFailed = true;
      reportFailure(where, reason, detail);
    },
  };
  const isEmpty = found.addresses.length + found.sites.length === 0;
  if (isEmpty && !found.hasFailed) found.fail(from.join(', '), 'no-pages', `--${kind} found no address of a page`);
  return found;
}

/**
 * Which addresses to extract.
 *
 * @param patterns an address has to contain one of them; empty: all are accepted
 * @param blacklist file of addresses to leave out, one a line; http and https, and a last slash or none, are the same
 * @throws InputOutputError when the file cannot be read
 */
async function addressFilter(
  patterns: readonly string[],
  blacklist: string | undefined,
): Promise<(url: string) => boolean> {
  const bare = (url: string): string =>
    url
      .trim()
      .replace(/^https?:\/\//i, '')
      .replace(/\/+$/, '');
  const unwanted = new Set<string>();
  if (blacklist !== undefined)
    try {
      for (const line of (await readFile(blacklist, 'utf8')).split('\n')) unwanted.add(bare(line));
    } catch (error) {
      throw new InputOutputError(`--blacklist: ${error instanceof Error ? error.message : error}`);
    }
  return (url) =>
    !unwanted.has(bare(url)) && (patterns.length === 0 || patterns.some((pattern) => url.includes(pattern)));
}

// Steps between fetching a page and extracting it: a copy from the Internet Archive, a copy in a folder.

/** The latest copy of a page (`2`), as it was fetched and without the archive's own markup (`id_`). */
const ARCHIVE = 'https://web.archive.org/web/2id_/';
/** Failures of a server or of the network; for other ones a copy would not help. */
const UNREACHABLE: ReadonlySet<string> = new Set([
  'not-resolved',
  'not-connected',
  'cut-short',
  'timeout',
  'redirect-loop',
  'too-many-redirects',
  'http-status',
]);

/** Replaces pages that could not be fetched by the Internet Archive's latest copy, under their own address. */
async function* withArchivedCopies(
  pages: AsyncIterable<InputPage>,
  { reserve: _, ...options }: ReadOptions,
): AsyncGenerator<InputPage> {
  // One for all copies, so that it pauses between them.
  const fetcher = await openAddressFetcher(options);
  try {
    for await (const page of pages) {
      if (page.ok || !isAddress(page) || !UNREACHABLE.has(page.reason)) {
        yield page;
        continue;
      }
      for await (const copy of readPages([{ kind: 'url', url: ARCHIVE + page.input }], { ...options, fetcher }))
        yield copy.ok
          ? { ...copy, name: page.name, id: page.id, place: page.place, input: page.input, url: page.input }
          : { ...page, detail: `${page.detail}; the Internet Archive: ${copy.detail}` };
    }
  } finally {
    await fetcher.close();
  }
}

/**
 * Keeps the bytes of every page from an address in a folder, packed by gzip, as `HOST/PATH.html.gz`. A further copy of a page
 * is `PATH-2.html.gz`.
 *
 * @throws InputOutputError when a file cannot be written
 */
async function* withBackups(pages: AsyncIterable<InputPage>, folder: string): AsyncGenerator<InputPage> {
  for await (const page of pages) {
    if (page.ok && isAddress(page))
      await keep(page.page, join(folder, placeOf(page.input).replace(PAGE_EXTENSION, '')));
    yield page;
  }
}

async function keep(page: Uint8Array | string, stem: string): Promise<void> {
  const bytes = gzipSync(page);
  for (let number = 1; ; number++) {
    const path = `${stem}${number === 1 ? '' : `-${number}`}.html.gz`;
    try {
      await mkdir(dirname(path), { recursive: true });
      return await writeFile(path, bytes, { flag: 'wx' });
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EEXIST') continue;
      throw new InputOutputError(`--backup-dir: ${error instanceof Error ? error.message : error}`);
    }
  }
}

const isAddress = ({ input }: InputPage): boolean => /^https?:\/\//i.test(input);
