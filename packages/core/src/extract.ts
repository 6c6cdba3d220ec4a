import { checkOptions, type OptionDomains, RECORD } from '@dehusk/html';
import { dehusk } from './classify/dehusk.js';
import { EXTRACTOR, type Extractor } from './extractors/extractor.js';
import {
  checkExtraction,
  EXTRACT_DOMAINS,
  type ExtractResult,
  extractPage,
  openPage,
  type PageSource,
  type PipelineOptions,
} from './pipeline.js';
import { rendererNamed } from './render/index.js';
import { type RenderOptions, resolveOptions } from './render/renderer.js';
import type { SiteReader } from './site-reader.js';

export interface ExtractOptions extends Omit<PipelineOptions, 'site'> {
  /** The extractor; default `dehusk`. Others are in `@dehusk/papers`. Beside `site` an error: the reader has one. */
  readonly extractor?: Extractor;
  /** A reader that knows the page's site: the page is extracted with its models, and it learns from the page. */
  readonly site?: SiteReader | PipelineOptions['site'];
}

/** The options above, with the values that each may have. */
export const EXTRACT_OPTIONS: OptionDomains<ExtractOptions> = { ...EXTRACT_DOMAINS, extractor: EXTRACTOR };

/**
 * Checks options of `extract`, before any page.
 *
 * @param owner whose options they are, for messages
 * @throws TypeError for an unknown option, a value of another type, a selector that is not valid, or an extractor beside a site reader;
 *   RangeError for a value out of range, an unknown word or an unknown extractor
 */
export function checkExtractOptions(owner: string, options: ExtractOptions): void {
  checkOptions(owner, options, EXTRACT_OPTIONS);
  const { extractor, site, ...rest } = options;
  if (!isReader(site)) checkExtraction((extractor ?? dehusk) as Extractor, rest);
  else if (extractor !== undefined)
    throw new TypeError(
      `${owner} got a site reader and the extractor "${extractor.name}": pass the extractor to siteReader instead`,
    );
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
 * @throws TypeError for an input that is not a page, an unknown option, a value of another type, a value that is not an extractor, or an
 *   extractor beside a site reader; RangeError for a value out of range: mistakes of the program, not of the page
 */
export function extract(input: PageSource, options: ExtractOptions = {}): ExtractResult {
  checkExtractOptions('extract', options);
  const { extractor = dehusk, site = null, ...given } = options;
  if (isReader(site)) return site.read(input, given);
  return extractPage(openPage(input, options), extractor as Extractor, { ...given, site });
}

/** Options of {@link toMarkdown} and {@link toText}: those of `extract`, and how its document is printed. */
export interface ToTextOptions extends ExtractOptions {
  /** Options of the format. */
  readonly rendering?: RenderOptions;
}

const OPTIONS: OptionDomains<ToTextOptions> = { ...EXTRACT_OPTIONS, rendering: RECORD };

/**
 * The main content of a page as Markdown.
 *
 * @param input as for `extract`
 * @returns the Markdown; empty when the page has no text. `extract` has the reason
 * @throws as `extract`; TypeError or RangeError for an unknown option of `rendering` or its value
 */
export function toMarkdown(input: PageSource, options: ToTextOptions = {}): string {
  return rendered('toMarkdown', 'markdown', input, options);
}

/**
 * The main content of a page as plain text: a paragraph, item or table row a line.
 *
 * @param input as for `extract`
 * @returns the text; empty when the page has none. `extract` has the reason
 * @throws as `extract`; TypeError or RangeError for an unknown option of `rendering` or its value
 */
export function toText(input: PageSource, options: ToTextOptions = {}): string {
  return rendered('toText', 'text', input, options);
}

function rendered(caller: string, format: string, input: PageSource, options: ToTextOptions): string {
  checkOptions(caller, options, OPTIONS);
  const { rendering, ...extraction } = options;
  // Before the page is read, so that a wrong option is an error on every page.
  resolveOptions(format, rendering ?? {});
  const result = extract(input, extraction);
  return result.ok ? rendererNamed(format).render(result.document, rendering) : '';
}
