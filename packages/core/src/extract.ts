import { DEFAULT_EXTRACTOR, extractorNamed } from './extractors/index.js';
import {
  checkExtraction,
  EXTRACT_DOMAINS,
  type ExtractResult,
  type ExtractWithOptions,
  extractPage,
  openPage,
  type PageSource,
} from './pipeline.js';
import type { SiteReader } from './site-reader.js';
import { checkOptions, type OptionDomains, STRING } from './text/option-domains.js';

export interface ExtractOptions extends Omit<ExtractWithOptions, 'site'> {
  /** Name of the extractor; default {@link DEFAULT_EXTRACTOR}, or the site reader's own. */
  readonly extractor?: string;
  /** A reader that knows the page's site: the page is extracted with its models, and it learns from the page. */
  readonly site?: SiteReader | ExtractWithOptions['site'];
}

/** The options above, with the values that each may have. */
export const EXTRACT_OPTIONS: OptionDomains<ExtractOptions> = { ...EXTRACT_DOMAINS, extractor: STRING };

/**
 * Checks options of `extract`, before any page.
 *
 * @param owner whose options they are, for messages
 * @throws TypeError for an unknown option, a value of another type, a selector that is not valid, or an extractor beside a site reader;
 *   RangeError for a value out of range, an unknown word or an unknown extractor
 */
export function checkExtractOptions(owner: string, options: ExtractOptions): void {
  checkOptions(owner, options, EXTRACT_OPTIONS);
  const { extractor: name, site, ...rest } = options;
  if (!isReader(site)) checkExtraction(extractorNamed(name ?? DEFAULT_EXTRACTOR), rest);
  else if (name !== undefined)
    throw new TypeError(`${owner} got a site reader and the extractor "${name}": pass the name to siteReader instead`);
}

/** Whether it is a reader, which checks the options of its extractor itself. */
function isReader(site: ExtractOptions['site']): site is SiteReader {
  return site !== null && site !== undefined && 'read' in site;
}

/**
 * Extracts the main content of a page.
 *
 * @param input the page's bytes (decoded by BOM, HTTP charset, meta, validity, detection), its HTML text, or an already parsed page
 * @returns a result for every page; `ok` is false, with a `reason`, when there is no text
 * @throws TypeError for an input that is no page, an unknown option, a value of another type, or an extractor beside a site reader;
 *   RangeError for an unknown extractor or a value out of range: mistakes of the program, not of the page
 */
export function extract(input: PageSource, options: ExtractOptions = {}): ExtractResult {
  checkExtractOptions('extract', options);
  const { extractor = DEFAULT_EXTRACTOR, site = null, ...given } = options;
  if (isReader(site)) return site.read(input, given);
  return extractPage(openPage(input, options), extractorNamed(extractor), { ...given, site });
}
