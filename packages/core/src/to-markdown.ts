/** Pages as text in one call. */
import { EXTRACT_NAMES, type ExtractOptions, extract } from './extract.js';
import type { PageSource } from './pipeline.js';
import { rendererNamed } from './renderers/index.js';
import type { RenderOptions } from './renderers/renderer.js';
import { checkOptionNames } from './text/nearest-name.js';

/** Options of {@link toMarkdown} and {@link toText}: those of `extract`, and how its document is printed. */
export interface ToTextOptions extends ExtractOptions {
  /** Options of the format. */
  readonly rendering?: RenderOptions;
}

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

const NAMES = [...EXTRACT_NAMES, 'rendering'];

function rendered(caller: string, format: string, input: PageSource, options: ToTextOptions): string {
  checkOptionNames(caller, options, NAMES);
  const { rendering, ...extraction } = options;
  const result = extract(input, extraction);
  // Rendered for pages without text too, so that a wrong option is an error on every page.
  const text = rendererNamed(format).render(result.document, rendering);
  return result.ok ? text : '';
}
