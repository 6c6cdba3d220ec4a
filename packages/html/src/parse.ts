/**
 * HTML text → the page's columns.
 *
 * A DOM of objects takes four times the memory of columns, and building it takes most of the time of parsing. Common pages go straight
 * into columns (`direct-parser.ts`). Those with rare constructs are read by parse5 (the WHATWG tree) through a tree adapter: parse5
 * lets the caller choose the type of a node; here it is a number, so the parser fills growing columns of links, and one pass at the
 * end renumbers the nodes into document order.
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
import { BoundedParser } from './bounded-parser.js';
import { parseDirectly } from './direct-parser.js';
import { intoColumns } from './into-columns.js';
import { DEFAULT_LIMITS, type Limits, type Refusal } from './limits.js';
import type { Page } from './page.js';
import { placeStreamedContent } from './streamed-content.js';
import { LimitReached, TreeBuilder } from './tree-builder.js';

export interface ParseOptions {
  /** The page's address, kept in {@link Page.url}. */
  readonly url?: string | null;
  /** Bounds; see {@link Limits}. */
  readonly limits?: Partial<Limits>;
  /** Whether the page's time budget is used up; default: never. See {@link startBudget}. */
  readonly isOverBudget?: () => boolean;
}

/** A page, or the reason why there is none. */
export type Parsed =
  | { readonly ok: true; readonly page: Page; readonly flattened: boolean }
  | ({ readonly ok: false } & Refusal);

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

/** Parses with parse5, whatever the page holds; streamed content stays where it is. */
export function parseWithParse5(
  source: string,
  url: string | null,
  limits: Limits,
  isOverBudget: () => boolean,
): Parsed {
  const builder = new TreeBuilder(limits, isOverBudget);
  const parser = new BoundedParser({ treeAdapter: builder, sourceCodeLocationInfo: true, scriptingEnabled: true });
  parser.maxDepth = limits.maxDepth;
  builder.onBody = () => {
    parser.options.scriptingEnabled = false;
  };
  try {
    // The source stays in memory, so the preprocessor needs to drop nothing; tokens check the time budget.
    parser.tokenizer.preprocessor.bufferWaterline = Number.POSITIVE_INFINITY;
    parser.tokenizer.write(source, true);
  } catch (error) {
    if (error instanceof LimitReached) return { ok: false, ...error.refusal };
    throw error;
  }
  builder.finish();
  return { ok: true, page: intoColumns(builder, source, url), flattened: parser.flattened };
}
