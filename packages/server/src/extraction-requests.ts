/** The pages and options of requests. */

import type { RenderOptions } from '@dehusk/core';
import { checkExtractOptions, checkFieldName } from '@dehusk/core/extend';
import type { MarkdownMode, RawPage } from '@dehusk/node';
import { defined, withNamedExtractor, withoutPassword } from '@dehusk/node/rows';
import type { z } from 'zod';
import { holdBytes, readBody } from './bodies.js';
import { contentType } from './media-types.js';
import { badRequest, ProblemError } from './problems.js';
import type { AppContext, AppOptions, HeldBytes, RouteTools } from './routes.js';
import { type BatchQuery, ExtractQuery, ExtractRequest, faultText } from './schemas.js';
import type { GivenExtraction } from './service.js';

/** A request to extract or explain a page. */
export interface PageRequest {
  readonly page: RawPage;
  readonly extraction: GivenExtraction;
  readonly fields: readonly string[] | null;
  /** Whether the model of the page's site is read and taught. */
  readonly site: boolean;
  readonly printing: Printing;
}

type GivenPage = z.infer<typeof ExtractRequest>;

/** How the page is printed. */
type Printing = Partial<Record<'maxLength' | 'start', number | undefined>> &
  Partial<Pick<GivenPage, 'format'>> & { readonly rendering: RenderOptions };

/** JSON may escape every character of a page. */
const JSON_BYTES_PER_PAGE_BYTE = 3;

const HTML_TYPES = ['text/html', 'application/xhtml+xml', 'text/plain'];

/**
 * Reads the request of a page from the body, or from the query where the page is to be fetched.
 *
 * @throws ProblemError for all that is wrong with it
 */
export async function readPageRequest(context: AppContext, options: AppOptions, held: HeldBytes): Promise<PageRequest> {
  const request = context.req.raw;
  const query = parseQuery(ExtractQuery, context.req.query());
  const { url, fields, site, format, maxLength, start, maxTokens, overlap, ...settings } = query;
  const extraction = checkedExtraction(extractionOfQuery(settings));
  const printing = { ...defined({ format, maxLength, start }), rendering: defined({ maxTokens, overlap }) };
  const known = { extraction, fields: checkedFields(fields?.split(',') ?? null), site: site === 'true', printing };
  if (request.method === 'GET' || request.method === 'HEAD')
    return { ...known, page: await fetchedFor(context, { options, held }, requiredUrl(url)) };
  const { mediaType, charset } = contentType(request.headers.get('content-type'));
  if (mediaType === 'application/json') {
    const bodyOptions = parseBody(ExtractRequest, await readJson(context, options, held));
    return fromJson(bodyOptions, known, url, (address) => fetchedFor(context, { options, held }, address));
  }
  if (!HTML_TYPES.includes(mediaType))
    throw new ProblemError(
      415,
      'unsupported-media-type',
      `Content-Type got "${mediaType}", expected ${HTML_TYPES.join(', ')} or application/json`,
    );
  const bytes = await readBody(context, options.maxBytes, held, options);
  return { ...known, page: { page: bytes, url: shown(url), charset, mediaType, id: null, at: null } };
}

async function fromJson(
  { html, url: own, fields, site, format, maxLength, start, maxTokens, overlap, ...extraction }: GivenPage,
  known: Omit<PageRequest, 'page'>,
  url: string | undefined,
  fetching: (address: string) => Promise<RawPage>,
): Promise<PageRequest> {
  const address = own ?? url;
  const page =
    html === undefined
      ? await fetching(requiredUrl(address))
      : { page: html, url: shown(address), charset: null, mediaType: null, id: null, at: null };
  return {
    page,
    extraction: checkedExtraction({ ...known.extraction, ...defined(extraction) }),
    fields: checkedFields(fields ?? known.fields),
    site: site ?? known.site,
    printing: {
      ...{ ...known.printing, ...defined({ format, maxLength, start }) },
      rendering: { ...known.printing.rendering, ...defined({ maxTokens, overlap }) },
    },
  };
}

/** The address of a page as records and links show it. */
const shown = (url: string | undefined): string | null => (url === undefined ? null : withoutPassword(url));

/** @throws ProblemError 415 for a body of another media type */
export function checkMediaType(request: Request, expected: string): void {
  const { mediaType } = contentType(request.headers.get('content-type'));
  if (mediaType !== expected)
    throw new ProblemError(415, 'unsupported-media-type', `Content-Type got "${mediaType}", expected ${expected}`);
}

/** Values of a JSON body: 10,000 corrections have 40,000. Each may be wrong, and a schema takes up to 10 µs to say so. */
const MAX_JSON_VALUES = 50_000;

/** Whether a JSON text has more values than that, by its commas and opening brackets outside of strings. */
function hasTooManyValues(json: Uint8Array): boolean {
  let values = 0;
  let isInString = false;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at];
    if (byte === 0x5c /* \\ */) at++;
    else if (byte === 0x22 /* " */) isInString = !isInString;
    else if (!isInString && (byte === 0x2c /* , */ || byte === 0x5b /* [ */ || byte === 0x7b) /* { */) values++;
  }
  return values > MAX_JSON_VALUES;
}

/** A JSON body as a value. */
export async function readJson(context: AppContext, options: AppOptions, held: HeldBytes): Promise<unknown> {
  checkMediaType(context.req.raw, 'application/json');
  const bytes = await readBody(context, options.maxBytes * JSON_BYTES_PER_PAGE_BYTE, held, options);
  if (hasTooManyValues(bytes))
    throw new ProblemError(413, 'too-large', `the body has more than the ${MAX_JSON_VALUES} JSON values allowed`);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    throw new ProblemError(400, 'bad-json', `the body is not JSON: ${(error as Error).message.slice(0, 200)}`);
  }
}

/** Checks a body, or what is named, against its schema. @throws ProblemError 400 that names the faults */
export function parseBody<S extends z.ZodObject>(schema: S, value: unknown, what = 'the body'): z.infer<S> {
  const parsed = schema.safeParse(value, { error: faultText });
  if (parsed.success) return parsed.data;
  throw badRequest(faultsOf(parsed.error, what));
}

/** Checks a query against its schema. @throws ProblemError 400 that names the faults */
export const parseQuery = <S extends z.ZodObject>(schema: S, value: Record<string, string>): z.infer<S> =>
  parseBody(schema, value, 'the query');

/** Faults that are named. */
const FAULTS = 3;

function faultsOf(error: z.ZodError, what: string): string {
  return error.issues
    .slice(0, FAULTS)
    .map((issue) => {
      const place = issue.path.length === 0 ? what : `${what}, "${issue.path.join('.')}"`;
      return `${place}${issue.code === 'unrecognized_keys' ? '' : ':'} ${issue.message}`;
    })
    .join('. ');
}

function requiredUrl(url: string | undefined): string {
  if (url === undefined) throw badRequest('got neither a page nor its address, expected "html" or "url"');
  return url;
}

/** Fetches the page of a request, which holds the largest page until it has its own. @throws ProblemError as `fetched`, and 503 */
export async function fetchedFor(
  context: AppContext,
  { options, held }: Pick<RouteTools, 'options' | 'held'>,
  url: string,
  markdown: MarkdownMode = 'prefer',
): Promise<RawPage> {
  if (options.fetchPage !== null) holdBytes(context, held, options, options.maxBytes);
  const page = await fetched(url, options, context.req.raw.signal, markdown);
  holdBytes(context, held, options, page.page.length - options.maxBytes);
  return page;
}

/** Statuses of fetch failures; the others are 502. */
const FETCH_STATUS: Readonly<Record<string, number>> = {
  'bad-url': 400,
  'private-address': 403,
  'host-not-allowed': 403,
  robots: 403,
  'too-large': 413,
  timeout: 504,
  stopped: 503,
};

/**
 * Fetches the page of a request.
 *
 * @throws ProblemError 403 where fetching is off, and for all that goes wrong
 */
export async function fetched(
  url: string,
  options: Pick<AppOptions, 'fetchPage'>,
  signal: AbortSignal,
  markdown: MarkdownMode = 'prefer',
): Promise<RawPage> {
  if (options.fetchPage === null)
    throw new ProblemError(
      403,
      'fetching-is-off',
      'this server fetches no pages; start it with --allow-fetch, or send the HTML',
    );
  const page = await options.fetchPage(url, signal, markdown);
  if (!page.ok) {
    // Which address a name has inside a network is nothing for a client.
    const detail = page.reason === 'private-address' ? 'the address is not a public one' : page.detail;
    throw new ProblemError(FETCH_STATUS[page.reason] ?? 502, page.reason, detail);
  }
  return {
    page: page.bytes,
    url: withoutPassword(page.url),
    charset: page.charset,
    mediaType: page.mediaType,
    id: null,
    at: null,
  };
}

type QuerySettings = Omit<z.infer<typeof BatchQuery>, 'fields'>;

/** The options of an extraction in a query. @throws ProblemError 400 for options that are no JSON object */
export function extractionOfQuery({ options, allArticles, ...rest }: QuerySettings): GivenExtraction {
  return defined({
    ...rest,
    options: options === undefined ? undefined : jsonObject(options),
    allArticles: allArticles === undefined ? undefined : allArticles === 'true',
  });
}

function jsonObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Reported below.
  }
  throw badRequest(`the query, "options": got ${JSON.stringify(text.slice(0, 80))}, expected a JSON object`);
}

/** Checks names and values of options. @throws ProblemError 400 with got and expected */
export function checkedExtraction(extraction: GivenExtraction): GivenExtraction {
  return checked(() => {
    checkExtractOptions('the extraction', withNamedExtractor(extraction));
    return extraction;
  });
}

/** Checks names of fields. @throws ProblemError 400 with got and expected */
export function checkedFields(fields: readonly string[] | null, own: readonly string[] = []): readonly string[] | null {
  return checked(() => {
    for (const name of fields ?? []) checkFieldName(name, own);
    return fields;
  });
}

function checked<T>(check: () => T): T {
  try {
    return check();
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError) throw badRequest(error.message);
    throw error;
  }
}

/** Longest host name (RFC 1035). */
const MAX_HOST = 253;

/** An address, or null for what is none or has a host that is too long. `URL.canParse` of Node 20 refuses some hosts that are not ASCII. */
export function parsedUrl(text: string): URL | null {
  try {
    const url = new URL(text);
    return url.hostname.length > MAX_HOST ? null : url;
  } catch {
    return null;
  }
}
