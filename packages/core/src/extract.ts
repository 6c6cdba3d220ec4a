import { DEFAULT_EXTRACTOR, extractorNamed } from './extractors/index.js';
import type { Page } from './page/page.js';
import { type ExtractResult, extractWith, type RoadOptions } from './road.js';

export interface ExtractOptions extends RoadOptions {
  /** Name of the extractor; default {@link DEFAULT_EXTRACTOR}. */
  readonly extractor?: string;
}

/**
 * Extracts the main content of a page.
 *
 * @param input the page's bytes (decoded by BOM, HTTP charset, meta, validity, detection), its HTML text, or an already parsed page
 * @returns always a result; `ok` false with a `reason` when there is no text
 * @throws RangeError or TypeError for an unknown extractor or option: mistakes of the program, not of the page
 */
export function extract(input: string | Uint8Array | Page, options: ExtractOptions = {}): ExtractResult {
  const { extractor, ...rest } = options;
  return extractWith(extractorNamed(extractor ?? DEFAULT_EXTRACTOR), input, rest);
}
