/** The work of one request, in whatever thread. */

import { type ExtractResult, type ExtractSuccess, explainPage, formatNamed } from '@dehusk/core';
import type { HostExtractOptions, RawPage } from '@dehusk/node';
import type { Done, GivenExtraction, GivenOutput, NoText } from './service.js';

/** A page to extract or explain. Its bytes are a field of the message, so that they are transferred between threads. */
export interface RequestWork extends RawPage {
  readonly kind: 'page';
  readonly extraction: GivenExtraction;
  /** Null to explain. */
  readonly output: GivenOutput | null;
}

/** `extract` of the core, or the tool's with a language detector. */
export type Extract = (
  page: Uint8Array | string,
  options: HostExtractOptions,
) => ExtractResult | Promise<ExtractResult>;

const encoder = new TextEncoder();

/** Does the work. Never throws for a page. */
export async function doPageWork(work: RequestWork, extract: Extract): Promise<Done | NoText> {
  const { page, url, charset: httpCharset, mediaType, extraction, output } = work;
  const result = await extract(page, { ...extraction, url, httpCharset, mediaType });
  if (output === null) return { kind: 'done', bytes: encoder.encode(JSON.stringify(explainPage(result))) };
  if (!result.ok) return { kind: 'no-text', reason: result.reason, detail: result.detail };
  const { title, extractor, hiddenText } = result;
  return { kind: 'done', bytes: printed(result, output), found: { title, extractor, hiddenText } };
}

/** A page with text in the format asked for, in UTF-8. */
export function printed(result: ExtractSuccess, { format, fields, rendering }: GivenOutput): Uint8Array {
  const chosen = format === 'json' && fields !== null ? formatNamed(format, fields) : formatNamed(format);
  return encoder.encode(chosen.print(result, rendering));
}
