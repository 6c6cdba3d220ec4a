/**
 * HTML text → the page's columns.
 *
 * A DOM of objects takes four times the memory of columns, and building it takes most of the time of parsing. Common pages go straight
 * into columns (`direct-parser.ts`). Those with rare constructs, one in a hundred, are read by parse5 (`rare-parser.ts`).
 *
 * Cost: `node packages/lab/dist/benchmarks/parse-throughput.js`.
 *
 * Departures from a browser with scripting:
 * - `<noscript>` in the body is parsed as elements, not as raw text: forums and lazy-loading pages keep their words there.
 *   In the head it stays raw text, as an image or frame in it would close the head early.
 * - comments, processing instructions and the doctype are not nodes.
 * - the content of `<template>` hangs under the template element.
 * - nesting below `maxDepth` is flattened (see Limits).
 * - content that React streams is where its script would move it (`streamed-content.ts`).
 */
import { parseDirectly } from './direct-parser.js';
import { DEFAULT_LIMITS, type Limits } from './limits.js';
import { type Parsed, parseWithParse5 } from './rare-parser.js';
import { placeStreamedContent } from './streamed-content.js';

export interface ParseOptions {
  /** The page's address, kept in {@link Page.url}. */
  readonly url?: string | null;
  /** Bounds; see {@link Limits}. */
  readonly limits?: Partial<Limits>;
  /** Whether the page's time budget is used up; default: never. See {@link startBudget}. */
  readonly isOverBudget?: () => boolean;
}

/**
 * Parses decoded HTML into the page's columns.
 *
 * @param source decoded HTML; anything is accepted, also plain text and the empty string
 * @returns the page, or the reason why a limit ended it; never throws on any input
 */
export function parse(source: string, options: ParseOptions = {}): Parsed {
  const limits: Limits = { ...DEFAULT_LIMITS, ...options.limits };
  if (source.length > limits.maxBytes) {
    const detail = `the page has ${source.length} characters, more than the ${limits.maxBytes} allowed (option maxBytes)`;
    return { ok: false, reason: 'too-large', detail };
  }
  const { url = null, isOverBudget = () => false } = options;
  const direct = parseDirectly(source, url, limits, isOverBudget);
  const parsed: Parsed =
    'page' in direct
      ? { ok: true, page: direct.page, flattened: false }
      : parseWithParse5(source, url, limits, isOverBudget);
  return parsed.ok ? { ...parsed, page: placeStreamedContent(parsed.page, limits.maxDepth) } : parsed;
}
