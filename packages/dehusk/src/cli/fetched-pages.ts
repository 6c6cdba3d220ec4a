/** Steps between fetching a page and extracting it: a copy from the Internet Archive, a copy in a folder. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { InputPage, ReadOptions } from '@dehusk/node';
import { openAddressFetcher, PAGE_EXTENSION, placeOf, readPages } from '@dehusk/node';
import { InputOutputError } from './failures.js';

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
export async function* withArchivedCopies(
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
export async function* withBackups(pages: AsyncIterable<InputPage>, folder: string): AsyncGenerator<InputPage> {
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
