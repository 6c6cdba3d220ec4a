/** The work of one request, in whatever thread. */

import { type ExtractResult, explainPage, formatNamed } from '@dehusk/core';
import { rowOf } from '@dehusk/core/extend';
import type { HostExtractOptions, RawPage } from '@dehusk/node';
import type { Done, GivenExtraction, GivenOutput, NoText } from './service.js';

/** A page to extract or explain. Bytes of the page are a field, so that they are transferred between threads. */
export interface PageWork {
  readonly kind: 'extract' | 'explain';
  readonly bytes: Uint8Array | null;
  readonly html: string | null;
  readonly known: Omit<RawPage, 'page'>;
  readonly extraction: GivenExtraction;
  /** Null to explain. */
  readonly output: GivenOutput | null;
}

/** The work for a page. */
export function pageWork(
  kind: PageWork['kind'],
  { page, ...known }: RawPage,
  extraction: GivenExtraction,
  output: GivenOutput | null,
): PageWork {
  const isText = typeof page === 'string';
  return { kind, bytes: isText ? null : page, html: isText ? page : null, known, extraction, output };
}

/** `extract` of the core, or the tool's with a language detector. */
export type Extract = (
  page: Uint8Array | string,
  options: HostExtractOptions,
) => ExtractResult | Promise<ExtractResult>;

const encoder = new TextEncoder();

/** Does the work. Never throws for a page. */
export async function doPageWork(work: PageWork, extract: Extract): Promise<Done | NoText> {
  const { bytes, html, known, extraction, output } = work;
  const { url, charset: httpCharset, mediaType } = known;
  const result = await extract(bytes ?? html ?? '', { ...extraction, url, httpCharset, mediaType });
  if (output === null) return { kind: 'done', bytes: encoder.encode(JSON.stringify(explainPage(result))) };
  if (!result.ok) return { kind: 'no-text', reason: result.reason, detail: result.detail };
  const { format, fields, rendering } = output;
  const printed =
    format === 'json' && fields !== null
      ? `${JSON.stringify(rowOf(fields, result, {}, rendering))}\n`
      : formatNamed(format).print(result, rendering);
  return { kind: 'done', bytes: encoder.encode(printed) };
}
