import { availableParallelism } from 'node:os';
import { DEFAULT_LIMITS } from '@dehusk/html';
import { LINE_BYTES_PER_PAGE_BYTE } from '@dehusk/node';
import type { Command } from 'commander';
import { addTimeLimit, size } from './extraction-options.js';
import { type CommandEnd, report } from './failures.js';
import { messageLines } from './message-lines.js';
import { packageVersion } from './package-version.js';
import { list } from './serve-command.js';
import { openState } from './site-state.js';

interface McpFlags {
  readonly maxBytes: number;
  readonly timeout: number;
  readonly allowFetch?: true;
  readonly allowHosts?: readonly string[];
  readonly allowPrivate?: true;
  readonly state?: string;
}

const HELP = `
Speaks the Model Context Protocol on standard input and output, for agents: tools "extract" and "explain", and "learn_site" with
--state. Over HTTP the same tools are at /mcp of dehusk serve. In the configuration of an agent:
  {"mcpServers": {"dehusk": {"command": "npx", "args": ["dehusk", "mcp", "--allow-fetch"]}}}

Examples:
  dehusk mcp                                          pages as HTML
  dehusk mcp --allow-fetch                            also pages by their address`;

/** `dehusk mcp`. */
export function describeMcp(command: Command, finish: (end: CommandEnd) => void): Command {
  return addTimeLimit(command)
    .option('--max-bytes <size>', 'maximum size of a page (k, M allowed)', size, DEFAULT_LIMITS.maxBytes)
    .option('--allow-fetch', 'fetch pages that are named by their address')
    .option('--allow-hosts <names>', 'fetch only from these hosts; *.example.org is every subdomain', list)
    .option('--allow-private', 'also fetch from private, local and reserved addresses')
    .option('--state <folder>', 'keep models of sites in this folder')
    .addHelpText('after', HELP)
    .action(async (_flags: unknown, self: Command) => finish(await serveTools(self.opts() as McpFlags)));
}

async function serveTools(flags: McpFlags): Promise<CommandEnd> {
  // Loaded here: no other command needs the libraries of the server.
  const { createMcpServer, openFetching, openThreadService, ReadPages } = await import('@dehusk/server');
  const { serveStdio, StdioServerTransport } = await import('@modelcontextprotocol/server/stdio');
  const threads = availableParallelism();
  const service = openThreadService({
    ...{ threads, queue: threads },
    limits: { maxBytes: flags.maxBytes, maxMilliseconds: flags.timeout * 1000 },
    ...(flags.state === undefined ? {} : { store: await openState(flags.state, true) }),
  });
  const fetching = flags.allowFetch ? openFetching(flags) : null;
  const onError = (error: unknown): void => report(`dehusk: ${error instanceof Error ? error.stack : String(error)}\n`);
  const options = { fetchPage: fetching?.fetchPage ?? null, maxBytes: flags.maxBytes, pages: new ReadPages(), onError };
  // JSON may escape every character of a page, as over HTTP.
  const maxLine = flags.maxBytes * LINE_BYTES_PER_PAGE_BYTE;
  const lines = messageLines(process.stdin, maxLine, (line) => process.stdout.write(line));
  const transport = new StdioServerTransport(lines, process.stdout, { maxBufferSize: 2 * maxLine });
  const tools = serveStdio(() => createMcpServer(service, options, packageVersion()), { transport, onerror: onError });
  // The client ends a server by closing its input.
  await new Promise((resolve) => process.stdin.once('close', resolve).once('end', resolve));
  await tools.close();
  await fetching?.close();
  await service.close();
  return 'all-extracted';
}
