import { rowNamed } from '@dehusk/html';
import { crawlSource } from './crawl/crawl.js';
import { feedSource } from './feed/feed.js';
import { folderSource } from './folder.js';
import { jsonlSource } from './jsonl.js';
import { listSource } from './list.js';
import { sitemapSource } from './sitemap/sitemap.js';
import type { SourceKind } from './source.js';
import { warcSource } from './warc.js';

/** Every kind. A new source is one file (or folder) and one row. */
export const SOURCES: readonly SourceKind[] = [
  feedSource,
  crawlSource,
  sitemapSource,
  listSource,
  jsonlSource,
  folderSource,
  warcSource,
] as readonly SourceKind[];

/** @throws RangeError when no source has the name */
export function sourceNamed(name: string): SourceKind {
  return rowNamed('source', SOURCES, name);
}
