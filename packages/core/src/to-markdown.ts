/** Pages as text in one call. */

import { checkOptions, type OptionDomains, RECORD } from '@dehusk/html';
import { EXTRACT_OPTIONS, type ExtractOptions, extract } from './extract.js';
import type { PageSource } from './pipeline.js';
import { rendererNamed } from './render/index.js';
import { resolveOptions } from './render/options.js';
import type { RenderOptions } from './render/renderer.js';

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
