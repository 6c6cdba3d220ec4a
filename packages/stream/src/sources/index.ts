import { refusingUnknownOptions } from '@dehusk/node';
import { crawlSource } from './crawl/crawl.js';
import { feedSource } from './feed/feed.js';
import { folderSource } from './folder.js';
import { jsonlSource } from './jsonl.js';
import { listSource } from './list.js';
import { sitemapSource } from './sitemap/sitemap.js';
import type { SourceKind } from './source.js';
import { warcSource } from './warc.js';

/** The shelf's table. A new source is one file (or folder) and one row. */
export const SOURCES: readonly SourceKind[] = (
  [feedSource, crawlSource, sitemapSource, listSource, jsonlSource, folderSource, warcSource] as readonly SourceKind[]
).map(refusingUnknownOptions);

/** @throws RangeError when no source has the name */
export function sourceNamed(name: string): SourceKind {
  const found = SOURCES.find((one) => one.name === name);
  if (found) return found;
  throw new RangeError(`unknown source "${name}" (known: ${SOURCES.map((one) => one.name).join(', ')})`);
}
