import { rowNamed } from '@dehusk/html';
import { crawlSource } from './crawl/crawl.js';
import { feedSource } from './feed/feed.js';
import { listSource } from './list.js';
import { pageInputSource } from './page-files.js';
import { sitemapSource } from './sitemap/sitemap.js';
import type { SourceKind } from './source.js';
import { warcSource } from './warc.js';

/** Every kind. A new source is one file (or folder) and one row. */
export const SOURCES: readonly SourceKind[] = [
  feedSource,
  crawlSource,
  sitemapSource,
  listSource,
  pageInputSource(
    'jsonl',
    'Pages from JSON lines: url with html, htmlBase64 or path.',
    'File of JSON lines, also gzip; - is standard input.',
    'file of JSON lines',
    true,
  ),
  pageInputSource(
    'folder',
    'Pages from the files of a folder (.html, .htm …, also .gz) or by its manifest.jsonl.',
    'Folder of pages.',
    'folder of pages',
    false,
  ),
  warcSource,
] as readonly SourceKind[];

/** @throws RangeError when no source has the name */
export function sourceNamed(name: string): SourceKind {
  return rowNamed('source', SOURCES, name);
}
