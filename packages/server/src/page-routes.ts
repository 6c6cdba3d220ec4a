/** Routes of single pages and of batches. */

import { FORMATS, formatNamed, partOfText, type TextPart } from '@dehusk/core';
import { DIVISIBLE } from '@dehusk/core/extend';
import type { RawPage } from '@dehusk/node';
import { DEFAULT_EXTRACTOR, EXTRACTORS } from '@dehusk/papers';
import { unpackedChunks } from './bodies.js';
import {
  checkedExtraction,
  checkedFields,
  extractionOfQuery,
  fetchedFor,
  type PageRequest,
  parseBody,
  parsedUrl,
  parseQuery,
  readJson,
  readPageRequest,
} from './extraction-requests.js';
import { contentType, formatFor } from './media-types.js';
import { badRequest, bytesResponse, doneOrProblem, json, ProblemError, queueFull } from './problems.js';
import type { AppContext, Bodies, Route, RouteTools } from './routes.js';
import {
  BatchPage,
  BatchQuery,
  Capabilities,
  Extractors,
  ExtractQuery,
  ExtractRequest,
  FetchedPage,
  FetchRequest,
  PageExplanation,
  PageRecord,
} from './schemas.js';
import type { Answer, GivenOutput, SiteService } from './service.js';

/** Printed content is shown as a document without scripts, whatever a page contains. */
const PRINTED_HEADERS = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src https: data:; sandbox",
};

const PAGE_BODIES: Bodies = {
  'text/html': null,
  'application/xhtml+xml': null,
  'text/plain': null,
  'application/json': ExtractRequest,
};
const PRINTED: Bodies = Object.fromEntries(
  FORMATS.map(({ mediaType, name }) => [mediaType, name === 'json' ? PageRecord : null]),
);

const LINE_TYPES = ['application/x-ndjson', 'application/jsonl'];

/** The routes under `/v1` for pages. */
export function pageRoutes(tools: RouteTools): Route[] {
  return [...extractRoutes(tools), ...inspectorRoutes(tools), addressRoute(tools)];
}

/** Extracts a page with the model of its site, which learns from it. @throws ProblemError without state or address */
function readOfSite(
  sites: SiteService | null,
  { page, extraction }: PageRequest,
  output: GivenOutput,
): Promise<Answer> {
  if (sites === null)
    throw new ProblemError(409, 'no-state', 'this server keeps no models of sites; start it with --state FOLDER');
  const [option] = Object.keys(extraction);
  if (option !== undefined)
    throw badRequest(`"site" and "${option}" exclude each other: models of sites have an extractor`);
  if (page.url === null || parsedUrl(page.url) === null)
    throw badRequest('got no address of a page, expected "url" beside "site"');
  return sites.read(page, page.url, Date.now(), output);
}

async function extract(tools: RouteTools, context: AppContext, preferred = 'json', page?: RawPage): Promise<Response> {
  const { service, options, held } = tools;
  const accept = context.req.raw.headers.get('accept');
  const byHeader = context.req.query('format') === undefined ? formatFor(accept, preferred) : null;
  const request =
    page === undefined
      ? await readPageRequest(context, options, held)
      : { page, extraction: {}, fields: null, site: false, printing: { rendering: {} } };
  const { extraction, fields, printing } = request;
  const { maxLength, start, rendering } = printing;
  const format = printing.format === undefined ? (byHeader ?? formatNamed('json')) : formatNamed(printing.format);
  const output = { format: format.name, fields, rendering };
  const isPart = maxLength !== undefined || start !== undefined;
  if (isPart && !DIVISIBLE.includes(format.name))
    throw badRequest(`"maxLength" and "start" go with the formats ${DIVISIBLE.join(', ')}, not with ${format.name}`);
  const answer = request.site
    ? await readOfSite(service.sites, request, output)
    : await service.extract(request.page, extraction, output, context.req.raw.signal);
  const type = /^text\/|json|csv/.test(format.mediaType) ? `${format.mediaType}; charset=utf-8` : format.mediaType;
  const headers = { ...PRINTED_HEADERS, vary: 'Accept' };
  const bytes = doneOrProblem(answer);
  if (!isPart) return bytesResponse(bytes, type, headers);
  const part = partOfText(new TextDecoder().decode(bytes), start ?? 0, maxLength ?? Number.MAX_SAFE_INTEGER);
  return bytesResponse(new TextEncoder().encode(part.content), type, { ...headers, ...placeOf(part, context.req.url) });
}

/** The place of a part as headers: the length of the whole, and where the next part is. */
function placeOf({ start, next, total }: TextPart, url: string): Record<string, string> {
  const place = { 'x-start': String(start), 'x-total-length': String(total) };
  if (next === null) return place;
  const following = new URL(url);
  following.searchParams.set('start', String(next));
  return { ...place, 'x-next-start': String(next), link: `<${following.pathname}${following.search}>; rel="next"` };
}

const IN_QUERY: Omit<Route, 'method' | 'id' | 'summary' | 'handle' | 'path'> = {
  query: ExtractQuery,
  answers: { 200: { description: 'The main content in the format that `Accept` prefers.', content: PRINTED } },
  problems: [403, 406, 409, 413, 415, 422, 502, 503, 504],
};

function extractRoutes(tools: RouteTools): Route[] {
  const { service, options, held } = tools;
  return [
    {
      ...IN_QUERY,
      method: 'post',
      path: '/v1/extract',
      id: 'extract',
      summary: 'Extract the main content of a page',
      accepts: PAGE_BODIES,
      handle: (context) => extract(tools, context),
    },
    {
      ...IN_QUERY,
      method: 'get',
      path: '/v1/extract',
      id: 'extractUrl',
      summary: 'Fetch a page and extract its main content',
      handle: (context) => extract(tools, context),
    },
    {
      method: 'post',
      path: '/v1/explain',
      id: 'explain',
      summary: 'Explain every block of a page',
      query: ExtractQuery,
      accepts: PAGE_BODIES,
      answers: { 200: { description: 'The explanation.', content: { 'application/json': PageExplanation } } },
      problems: [403, 413, 415, 422, 502, 503, 504],
      async handle(context) {
        const { page, extraction } = await readPageRequest(context, options, held);
        return json(doneOrProblem(await service.explain(page, extraction, context.req.raw.signal)));
      },
    },
    {
      method: 'post',
      path: '/v1/batch',
      id: 'batch',
      summary: 'Extract a stream of pages: JSON lines in, JSON lines out, in the same order',
      query: BatchQuery,
      accepts: { 'application/x-ndjson': BatchPage, 'application/jsonl': BatchPage },
      answers: { 200: { description: 'A row for every line.', content: { 'application/x-ndjson': PageRecord } } },
      problems: [415, 503],
      handle(context) {
        const { mediaType } = contentType(context.req.raw.headers.get('content-type'));
        if (!LINE_TYPES.includes(mediaType))
          throw new ProblemError(
            415,
            'unsupported-media-type',
            `Content-Type got "${mediaType}", expected ${LINE_TYPES.join(' or ')}`,
          );
        const { fields, ...query } = parseQuery(BatchQuery, context.req.query());
        const extraction = checkedExtraction(extractionOfQuery(query));
        const names = checkedFields(fields?.split(',') ?? null, ['line', 'input']);
        const lines = unpackedChunks(context.req.raw, options);
        const rows = service.batch(lines, extraction, names);
        if (rows === null) throw queueFull('as many batches run as the server allows');
        return new Response(streamOf(rows), { headers: { 'content-type': 'application/x-ndjson; charset=utf-8' } });
      },
    },
  ];
}

function addressRoute(tools: RouteTools): Route {
  return {
    method: 'get',
    path: '/:address{https?:/.+}',
    id: 'extractAddress',
    summary: 'Fetch the page whose address follows the slash and extract its main content, by default as Markdown',
    parameters: { address: 'Address of the page, http or https, its query included.' },
    answers: IN_QUERY.answers,
    problems: IN_QUERY.problems ?? [],
    async handle(context) {
      const { pathname, search } = new URL(context.req.url);
      // Proxies merge slashes.
      const address = `${pathname.slice(1).replace(/^(https?:)\/*/, '$1//')}${search}`;
      return extract(tools, context, 'markdown', await fetchedFor(context, tools, address));
    },
  };
}

/** What the inspector asks for besides extractions. */
function inspectorRoutes({ service, options, held }: RouteTools): Route[] {
  return [
    {
      method: 'post',
      path: '/v1/fetch',
      id: 'fetchPage',
      summary: 'Fetch a page as it is, for the inspector',
      accepts: { 'application/json': FetchRequest },
      answers: { 200: { description: 'The page as HTML text.', content: { 'application/json': FetchedPage } } },
      problems: [403, 413, 502, 504],
      async handle(context) {
        const { url } = parseBody(FetchRequest, await readJson(context, options, held));
        const answer = await fetchedFor(context, { options, held }, url, 'never');
        return context.json({ url: answer.url, html: await decodedText(answer) });
      },
    },
    {
      method: 'get',
      path: '/v1/inspector',
      id: 'capabilities',
      summary: 'The parts of the API that this server was started with',
      answers: { 200: { description: 'The parts.', content: { 'application/json': Capabilities } } },
      handle: (context) => context.json({ fetch: options.fetchPage !== null, sites: service.sites !== null }),
    },
    {
      method: 'get',
      path: '/v1/extractors',
      id: 'extractors',
      summary: 'The extractors with their options, and the formats',
      answers: { 200: { description: 'The tables.', content: { 'application/json': Extractors } } },
      handle: (context) =>
        context.json({
          default: DEFAULT_EXTRACTOR,
          extractors: EXTRACTORS.map(({ name, summary, source, defaults, domains, optionDocs }) => ({
            ...{ name, summary, source },
            options: Object.entries(defaults).map(([option, value]) => ({
              name: option,
              default: value,
              doc: optionDocs[option] ?? '',
              schema: domains[option] as Record<string, unknown>,
            })),
          })),
          formats: FORMATS.map(({ name, mediaType, summary }) => ({ name, mediaType, summary })),
        }),
    },
  ];
}

/** The text of a fetched page, decoded as extraction decodes it. */
async function decodedText({ page, charset }: RawPage): Promise<string> {
  if (typeof page === 'string') return page;
  const { decode } = await import('@dehusk/html');
  return decode(page, { httpCharset: charset }).text;
}

/** A stream whose reader sets the pace. */
function streamOf(rows: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = rows[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}
