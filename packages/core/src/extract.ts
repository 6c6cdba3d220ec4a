import { DEFAULT_EXTRACTOR, extractorNamed } from './extractors/index.js';
import {
  EXTRACT_OPTION_NAMES,
  type ExtractResult,
  type ExtractWithOptions,
  extractWith,
  type PageSource,
} from './pipeline.js';
import type { SiteReader } from './site-reader.js';
import { checkOptionNames } from './text/nearest-name.js';

export interface ExtractOptions extends Omit<ExtractWithOptions, 'site'> {
  /** Name of the extractor; default {@link DEFAULT_EXTRACTOR}, or the site reader's own. */
  readonly extractor?: string;
  /** A reader that knows the page's site: the page is extracted with its models, and it learns from the page. */
  readonly site?: SiteReader | ExtractWithOptions['site'];
}

/** Names of the options above. */
export const EXTRACT_NAMES: readonly string[] = [...EXTRACT_OPTION_NAMES, 'extractor'];

/**
 * Extracts the main content of a page.
 *
 * @param input the page's bytes (decoded by BOM, HTTP charset, meta, validity, detection), its HTML text, or an already parsed page
 * @returns a result for every page; `ok` is false, with a `reason`, when there is no text
 * @throws TypeError for an input that is no page, an unknown option, or an extractor beside a site reader; RangeError for an
 *   unknown extractor: mistakes of the program, not of the page
 */
export function extract(input: PageSource, options: ExtractOptions = {}): ExtractResult {
  checkOptionNames('extract', options, EXTRACT_NAMES);
  const { extractor, site, ...given } = options;
  if (site && 'read' in site) {
    if (extractor === undefined) return site.read(input, given);
    throw new TypeError(
      `extract got a site reader and the extractor "${extractor}": pass the name to siteReader instead`,
    );
  }
  return extractWith(extractorNamed(extractor ?? DEFAULT_EXTRACTOR), input, { ...given, site: site ?? null });
}
