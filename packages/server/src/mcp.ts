/**
 * The tools of the Model Context Protocol: `extract`, `explain` and `learn_site`, over the same service as the HTTP API. One factory
 * serves standard input and output (`dehusk mcp`) and streamable HTTP (`/mcp` of `dehusk serve`).
 */

import { McpServer, ResourceNotFoundError, ResourceTemplate } from '@modelcontextprotocol/server';
import { z } from 'zod';
import {
  CHOICE,
  choiceOf,
  extractTool,
  PAGE,
  pageOf,
  READS,
  sourceOf,
  type ToolOptions,
  textOf,
} from './extract-tool.js';
import { parsedUrl } from './extraction-requests.js';
import { asProblem, badRequest, doneOrProblem } from './problems.js';
import type { ReadPages } from './read-pages.js';
import { Corrections, strict } from './schemas.js';
import type { ExtractionService, SiteService } from './service.js';

/** Blocks that `explain` lists unless more are asked for: an agent pays for every token. */
const EXPLAINED_BLOCKS = 100;
/** Characters of a block's text that `explain` shows. */
const BLOCK_CHARACTERS = 160;

/** A server with the tools, for one connection or request. */
export function createMcpServer(service: ExtractionService, options: ToolOptions, version: string): McpServer {
  const server = new McpServer({ name: 'dehusk', version });
  registerExtract(server, service, options);
  registerExplain(server, service, options);
  if (service.sites !== null) registerLearnSite(server, service.sites, options);
  return server;
}

function registerExtract(server: McpServer, service: ExtractionService, options: ToolOptions): void {
  const { pages } = options;
  const { name, title, description, input, annotations, run } = extractTool(service, options);
  server.registerTool(name, { title, description, inputSchema: input, annotations }, (given, { mcpReq }) =>
    toolAnswer(options, async () => {
      const { shown, notes, isNewPage } = await run(given, mcpReq.signal);
      if (isNewPage) server.sendResourceListChanged();
      return { shown, notes };
    }),
  );
  if (pages !== null) registerPages(server, pages);
}

/** The pages that were fetched, for reading again. */
function registerPages(server: McpServer, pages: ReadPages): void {
  const list = async () => ({
    resources: pages.list().map(({ id, url, mediaType, found }) => ({
      uri: `dehusk://pages/${id}`,
      name: found?.title ?? url ?? id,
      ...(url === null ? {} : { description: url }),
      mimeType: mediaType,
    })),
  });
  server.registerResource(
    'page',
    new ResourceTemplate('dehusk://pages/{id}', { list }),
    { title: 'Pages that were read', description: 'The whole text of a page that "extract" fetched.' },
    async (uri, { id }) => {
      const page = pages.list().find((one) => one.id === id);
      if (page === undefined) throw new ResourceNotFoundError(uri.href);
      return { contents: [{ uri: uri.href, mimeType: page.mediaType, text: page.text }] };
    },
  );
}

function registerExplain(server: McpServer, service: ExtractionService, options: ToolOptions): void {
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
      annotations: { ...READS, openWorldHint: options.fetchPage !== null },
    },
    (given, { mcpReq }) =>
      toolAnswer(options, async () => {
        const { ok, reason, pageType, confidence, blocks, blocksLeftOut } = JSON.parse(
          textOf(
            doneOrProblem(
              await service.explain(await pageOf(given, options, mcpReq.signal), choiceOf(given), mcpReq.signal),
            ),
          ),
        );
        const listed = blocks
          .slice(0, given.maxBlocks)
          // biome-ignore lint/suspicious/noExplicitAny: the explanation was written by the service.
          .map(({ index, keep, kind, probability, why, text, source }: any) => ({
            ...{ index, keep, kind, probability, why, text: text.slice(0, BLOCK_CHARACTERS), source },
          }));
        const blocksInAll = blocks.length + blocksLeftOut;
        return { shown: JSON.stringify({ ok, reason, pageType, confidence, blocks: listed, blocksInAll }) };
      }),
  );
}

function registerLearnSite(server: McpServer, sites: SiteService, options: ToolOptions): void {
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
      annotations: {
        readOnlyHint: false,
        destructiveHint: false,
        idempotentHint: false,
        openWorldHint: options.fetchPage !== null,
      },
    },
    (given, { mcpReq }) =>
      toolAnswer(options, async () => {
        if (parsedUrl(given.url) === null)
          throw badRequest(`"url" got ${JSON.stringify(given.url)}, expected an address`);
        if (given.corrections !== undefined && given.html === undefined)
          throw badRequest('got corrections without the HTML that they are ranges of');
        const page = await pageOf(given, options, mcpReq.signal);
        const output = { format: 'markdown', fields: null, rendering: {} };
        const content = textOf(
          doneOrProblem(await sites.read(page, page.url ?? given.url, Date.now(), output, given.corrections)),
        );
        return { shown: content };
      }),
  );
}

interface ToolResult {
  readonly shown: string;
  /** Sentences for the agent after the content. */
  readonly notes?: readonly string[];
}

/** The result of a tool; a problem is a result, too, so that the agent reads the reason. */
async function toolAnswer({ onError }: ToolOptions, work: () => Promise<ToolResult>) {
  const asText = (one: string) => ({ type: 'text' as const, text: one });
  try {
    const { shown, notes = [] } = await work();
    return { content: [shown, ...(notes.length === 0 ? [] : [`[${notes.join(' ')}]`])].map(asText) };
  } catch (error) {
    const { status, reason, message } = asProblem(error);
    if (status === 500) onError?.(error, 'mcp');
    return { isError: true, content: [asText(`${reason}: ${message}`)] };
  }
}
