/** The work of one request, in whatever thread. */
import { type ExtractResult, explainPage, formatNamed, rowOf } from '@dehusk/core/internal';
import type { HostExtractOptions } from '../extraction/overrides.js';
import type { Done, GivenExtraction, GivenOutput, GivenPage, NoText } from './service.js';

/** A page to extract or explain. Bytes of the page are a field, so that they are transferred between threads. */
export interface PageWork {
  readonly kind: 'extract' | 'explain';
  readonly bytes: Uint8Array | null;
  readonly html: string | null;
  readonly known: Omit<GivenPage, 'page'>;
  readonly extraction: GivenExtraction;
  /** Null to explain. */
  readonly output: GivenOutput | null;
}

/** The work for a page. */
export function pageWork(
  kind: PageWork['kind'],
  { page, ...known }: GivenPage,
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

/** An extractor checks the values of its options as it uses them: what is wrong with them for any page, or null. */
async function optionFault({ extractor, options }: GivenExtraction, extract: Extract): Promise<string | null> {
  try {
    await extract('<p>word', { ...(extractor !== undefined && { extractor }), ...(options && { options }) });
    return null;
  } catch (error) {
    return error instanceof RangeError ? error.message : null;
  }
}

/** Does the work. Never throws for a page. */
export async function doPageWork(work: PageWork, extract: Extract): Promise<Done | NoText> {
  const { bytes, html, known, extraction, output } = work;
  const { url, charset: httpCharset, mediaType } = known;
  let result: ExtractResult;
  try {
    result = await extract(bytes ?? html ?? '', { ...extraction, url, httpCharset, mediaType });
  } catch (error) {
    const detail = await optionFault(extraction, extract);
    if (detail === null) throw error;
    return { kind: 'no-text', reason: 'bad-request', detail };
  }
  if (output === null) return { kind: 'done', bytes: encoder.encode(JSON.stringify(explainPage(result))) };
  if (!result.ok) return { kind: 'no-text', reason: result.reason, detail: result.detail };
  const { format, fields, rendering } = output;
  const printed =
    format === 'json' && fields !== null
      ? `${JSON.stringify(rowOf(fields, result, {}, rendering))}\n`
      : formatNamed(format).print(result, rendering);
  return { kind: 'done', bytes: encoder.encode(printed) };
}
