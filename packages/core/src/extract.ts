import { DEFAULT_EXTRACTOR, extractorNamed } from './extractors/index.js';
import type { Page } from './page/page.js';
import { type ExtractResult, extractWith, type RoadOptions } from './pipeline.js';
import type { SiteReader } from './site-reader.js';

export interface ExtractOptions extends Omit<RoadOptions, 'site'> {
  /** Name of the extractor; default {@link DEFAULT_EXTRACTOR}, or the site reader's own. */
  readonly extractor?: string;
  /** A reader that knows the page's site: the page is read with what it knows, and it learns from the page. */
  readonly site?: SiteReader | RoadOptions['site'];
}

/**
 * Extracts the main content of a page.
 *
 * @param input the page's bytes (decoded by BOM, HTTP charset, meta, validity, detection), its HTML text, or an already parsed page
 * @returns always a result; `ok` false with a `reason` when there is no text
 * @throws RangeError or TypeError for an unknown extractor or option, or an extractor beside a site reader: mistakes of the program, not of the page
 */
export function extract(input: string | Uint8Array | Page, options: ExtractOptions = {}): ExtractResult {
  const { extractor, site, ...rest } = options;
  if (typeof site !== 'object' || site === null || !('read' in site))
    return extractWith(extractorNamed(extractor ?? DEFAULT_EXTRACTOR), input, { ...rest, site: site ?? null });
  if (extractor !== undefined)
    throw new TypeError(
      `extract got a site reader and the extractor "${extractor}": give the name to siteReader instead`,
    );
  return site.read(input, rest);
}
