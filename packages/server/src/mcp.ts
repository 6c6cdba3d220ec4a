/**
 * The tools of the Model Context Protocol: `extract`, `explain` and `learn_site`, over the same service as the HTTP API. One factory
 * serves standard input and output (`dehusk mcp`) and streamable HTTP (`/mcp` of `dehusk serve`).
 */

import { FORMATS, formatNamed, PAGE_TYPES } from '@dehusk/core';
import type { RawPage } from '@dehusk/node';
import { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { doneOrProblem } from './answers.js';
import { checkedExtraction, fetched, parsedUrl } from './extraction-requests.js';
import { badRequest, ProblemError } from './problems.js';
import type { AppOptions } from './routes.js';
import { Corrections, strict } from './schemas.js';
import type { ExtractionService, GivenExtraction, SiteService } from './service.js';

/** Blocks that `explain` lists unless more are asked for: an agent pays for every token. */
const EXPLAINED_BLOCKS = 100;
/** Characters of a block's text that `explain` shows. */
const BLOCK_CHARACTERS = 160;

const PAGE = {
  html: z.string().optional().describe('The HTML of the page. Without it the page is fetched from `url`.'),
  url: z.string().optional().describe('Address of the page, http or https.'),
};
const CHOICE = {
  pageType: z.enum(PAGE_TYPES).optional().describe('The type of the page, when it is known.'),
  extractor: z.string().optional().describe('Name of an extractor; the default is the best one for almost every page.'),
};

type GivenTool = Readonly<Partial<Record<'html' | 'url' | 'extractor', string | undefined>>> & {
  readonly pageType?: GivenExtraction['pageType'] | undefined;
};

type McpOptions = Pick<AppOptions, 'fetchPage' | 'maxBytes'>;

/** A server with the tools, for one connection or request. */
export function createMcpServer(service: ExtractionService, options: McpOptions, version: string): McpServer {
  const server = new McpServer({ name: 'dehusk', version });
  registerExtract(server, service, options);
  registerExplain(server, service, options);
  if (service.sites !== null) registerLearnSite(server, service.sites, options);
  return server;
}

function registerExtract(server: McpServer, service: ExtractionService, options: McpOptions): void {
  server.registerTool(
    'extract',
    {
      title: 'Extract the main content of a web page',
      description: `Returns the main content of a page without menus, ads, comments and cookie walls, with tables, code and formulas kept. Use it whenever you need to read a web page. ${sourceOf(options)} Markdown is the default format; "text" is shorter, "json" has metadata and structure.`,
      inputSchema: strict({
        ...PAGE,
        format: z.enum(FORMATS.map(({ name }) => name) as [string, ...string[]]).default('markdown'),
        ...CHOICE,
      }),
      outputSchema: z.object({ format: z.string(), content: z.string() }),
      annotations: { readOnlyHint: true, openWorldHint: options.fetchPage !== null },
    },
    (given) =>
      toolAnswer(async () => {
        const output = { format: formatNamed(given.format).name, fields: null, rendering: {} };
        const content = text(
          doneOrProblem(await service.extract(await pageOf(given, options), choiceOf(given), output)),
        );
        return { shown: content, structured: { format: given.format, content } };
      }),
  );
}

function registerExplain(server: McpServer, service: ExtractionService, options: McpOptions): void {
  server.registerTool(
    'explain',
    {
      title: 'Explain an extraction',
      description: `Lists the blocks of a page with the reason why each was kept or dropped. Use it when the extracted text misses something or has too much. ${sourceOf(options)}`,
      inputSchema: strict({
        ...PAGE,
        ...CHOICE,
        maxBlocks: z.number().int().min(1).max(5_000).default(EXPLAINED_BLOCKS).describe('Blocks listed at most.'),
      }),
      outputSchema: z.object({
        ok: z.boolean(),
        reason: z.string().nullable(),
        pageType: z.string().nullable(),
        confidence: z.number().nullable(),
        blocks: z.array(
          z.object({
            index: z.number(),
            keep: z.boolean(),
            kind: z.string(),
            probability: z.number().nullable(),
            why: z.string(),
            text: z.string(),
            source: z.array(z.tuple([z.number(), z.number()])),
          }),
        ),
        blocksInAll: z.number(),
      }),
      annotations: { readOnlyHint: true, openWorldHint: options.fetchPage !== null },
    },
    (given) =>
      toolAnswer(async () => {
        const { ok, reason, pageType, confidence, blocks, blocksLeftOut } = JSON.parse(
          text(doneOrProblem(await service.explain(await pageOf(given, options), choiceOf(given)))),
        );
        const structured = {
          ...{ ok, reason, pageType, confidence },
          blocks: blocks
            .slice(0, given.maxBlocks)
            // biome-ignore lint/suspicious/noExplicitAny: the explanation was written by the service.
            .map(({ index, keep, kind, probability, why, text: content, source: ranges }: any) => ({
              index,
              keep,
              kind,
              probability,
              why,
              text: content.slice(0, BLOCK_CHARACTERS),
              source: ranges,
            })),
          blocksInAll: blocks.length + blocksLeftOut,
        };
        return { shown: JSON.stringify(structured), structured };
      }),
  );
}

function registerLearnSite(server: McpServer, sites: SiteService, options: McpOptions): void {
  server.registerTool(
    'learn_site',
    {
      title: 'Learn the template of a site',
      description: `Extracts a page with the model of its site, which learns from it. After about ten pages of a site its later pages are extracted almost without error. ${sourceOf(options)}`,
      inputSchema: strict({
        ...PAGE,
        url: z.string().describe('Address of the page: it names the site.'),
        corrections: Corrections.optional().describe(
          'Ranges of the HTML to keep or drop, on this page and at the same places of later ones. Needs `html`.',
        ),
      }),
      outputSchema: z.object({ content: z.string() }),
      annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: options.fetchPage !== null },
    },
    (given) =>
      toolAnswer(async () => {
        if (parsedUrl(given.url) === null)
          throw badRequest(`"url" got ${JSON.stringify(given.url)}, expected an address`);
        if (given.corrections !== undefined && given.html === undefined)
          throw badRequest('got corrections without the HTML that they are ranges of');
        const page = await pageOf(given, options);
        const output = { format: 'markdown', fields: null, rendering: {} };
        const content = text(
          doneOrProblem(await sites.read(page, page.url ?? given.url, Date.now(), output, given.corrections)),
        );
        return { shown: content, structured: { content } };
      }),
  );
}

/** How a tool gets its page, for its description. */
function sourceOf({ fetchPage }: McpOptions): string {
  return fetchPage === null ? 'Give its HTML: this server fetches no pages.' : 'Give its HTML, or its address.';
}

async function pageOf({ html, url }: GivenTool, options: McpOptions): Promise<RawPage> {
  if (html === undefined) {
    if (url === undefined) throw badRequest('got neither a page nor its address, expected "html" or "url"');
    return fetched(url, options, AbortSignal.timeout(FETCH_MILLISECONDS));
  }
  if (html.length > options.maxBytes)
    throw new ProblemError(
      413,
      'too-large',
      `"html" has ${html.length} characters, more than the ${options.maxBytes} allowed`,
    );
  return { page: html, url: url ?? null, charset: null, mediaType: null, id: null, at: null };
}

function choiceOf({ pageType, extractor }: GivenTool): GivenExtraction {
  return checkedExtraction({ ...(pageType ? { pageType } : {}), ...(extractor === undefined ? {} : { extractor }) });
}

/** Longest wait for a page, in milliseconds. */
const FETCH_MILLISECONDS = 60_000;

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/** The result of a tool; a problem is a result, too, so that the agent reads the reason. */
async function toolAnswer(
  work: () => Promise<{ readonly shown: string; readonly structured: Record<string, unknown> }>,
) {
  try {
    const { shown, structured } = await work();
    return { content: [{ type: 'text' as const, text: shown }], structuredContent: structured };
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return { isError: true, content: [{ type: 'text' as const, text: `${error.reason}: ${error.message}` }] };
  }
}
