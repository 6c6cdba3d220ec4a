import { crawlSource } from './crawl/crawl.js';
import { feedSource } from './feed/feed.js';
import { folderSource } from './folder.js';
import { jsonlSource } from './jsonl.js';
import { listSource } from './list.js';
import { sitemapSource } from './sitemap/sitemap.js';
import type { SourceKind } from './source.js';
import { warcSource } from './warc.js';

/** The shelf's table: every kind of source under its name. To add one: one file (or folder), one row. */
export const SOURCES: readonly SourceKind[] = [
  feedSource,
  crawlSource,
  sitemapSource,
  listSource,
  jsonlSource,
  folderSource,
  warcSource,
];

/**
 * The kind of a name.
 *
 * @throws RangeError naming what was got and every name there is
 */
export function sourceNamed(name: string): SourceKind {
  const found = SOURCES.find((one) => one.name === name);
  if (found) return found;
  throw new RangeError(`no source is named "${name}" (there are: ${SOURCES.map((one) => one.name).join(', ')})`);
}
