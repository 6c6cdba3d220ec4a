import { availableParallelism } from 'node:os';
import { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { DEFAULT_LIMITS } from '@dehusk/html';
import { LINE_BYTES_PER_PAGE_BYTE, readLines } from '@dehusk/node';
import type { Command } from 'commander';
import { addTimeLimit, size } from './extraction-options.js';
import { type CommandEnd, report } from './failures.js';
import { packageVersion } from './outputs.js';
import { list, QUEUE_PER_THREAD, type ServeFlags } from './serve-command.js';
import { openState } from './site-state.js';

type McpFlags = Pick<ServeFlags, 'maxBytes' | 'timeout' | 'allowFetch' | 'allowHosts' | 'allowPrivate' | 'state'>;

const HELP = `
Speaks the Model Context Protocol on standard input and output, for agents: tools "extract" and "explain", and "learn_site" with --state. Over HTTP the same tools are at /mcp of dehusk serve. In the configuration of an agent:
  {"mcpServers": {"dehusk":
    {"command": "npx", "args": ["dehusk", "mcp", "--allow-fetch"]}}}

Examples:
  dehusk mcp                  pages as HTML
  dehusk mcp --allow-fetch    also pages by their address`;

/** `dehusk mcp`. */
export function describe(command: Command, finish: (end: CommandEnd) => void): Command {
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
    ...{ threads, queue: threads * QUEUE_PER_THREAD },
    limits: { maxBytes: flags.maxBytes, maxMilliseconds: flags.timeout * 1000 },
    ...(flags.state === undefined ? {} : { store: await openState(flags.state, true) }),
  });
  const fetching = flags.allowFetch ? openFetching(flags) : null;
  const onError = (error: unknown): void => report(`dehusk: ${error instanceof Error ? error.stack : String(error)}\n`);
  const options = { fetchPage: fetching?.fetchPage ?? null, maxBytes: flags.maxBytes, pages: new ReadPages(), onError };
  // JSON may escape every character of a page, as over HTTP.
  const maxLine = flags.maxBytes * LINE_BYTES_PER_PAGE_BYTE;
  /** How many requests of an id have no answer. */
  const waiting: Waiting = new Map();
  const lastMilliseconds = (flags.timeout + LAST_SECONDS) * 1000;
  const lines = messageLines(maxLine, waiting, lastMilliseconds);
  const answers = new Writable({
    write(message: Buffer, _, done) {
      const { id, method } = JSON.parse(message.toString()) as Message;
      if (method === undefined) count(waiting, id, -1);
      process.stdout.write(message, done);
    },
  });
  const transport = new StdioServerTransport(lines, answers, { maxBufferSize: 2 * maxLine });
  const tools = serveStdio(() => createMcpServer(service, options, packageVersion()), { transport, onerror: onError });
  // The client ends a server by closing its input; what it asked before is answered.
  await new Promise((resolve) => lines.once('close', resolve).once('end', resolve));
  await tools.close();
  await fetching?.close();
  await service.close();
  return 'all-extracted';
}

/** Seconds that a client's last answers may take beyond the time limit of a page, and the milliseconds between two looks for them. */
const LAST_SECONDS = 30;
const LOOK_MILLISECONDS = 20;

interface Message {
  readonly id?: string | number | null;
  readonly method?: string;
  readonly params?: { readonly requestId?: string | number };
}

type Waiting = Map<Message['id'], number>;

function count(waiting: Waiting, id: Message['id'], change: 1 | -1): void {
  const left = (waiting.get(id) ?? 0) + change;
  if (left > 0) waiting.set(id, left);
  else waiting.delete(id);
}

/** Codes of JSON-RPC. */
const [PARSE_ERROR, INVALID_REQUEST] = [-32_700, -32_600];

/**
 * The lines of standard input that are messages of at most `maxBytes`; what is none is answered, and goes no further.
 * It ends when all requests are answered, or a time after the last line.
 */
function messageLines(maxBytes: number, waiting: Waiting, lastMilliseconds: number): Readable {
  const refuse = (code: number, message: string): unknown =>
    process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } })}\n`);
  async function* messages(): AsyncGenerator<Uint8Array> {
    const { deserializeMessage } = await import('@modelcontextprotocol/server');
    for await (const { bytes, tooLong } of readLines(process.stdin, maxBytes)) {
      const line = new TextDecoder().decode(bytes).trim();
      const shown = `got ${JSON.stringify(line.slice(0, 80))}, expected a JSON-RPC 2.0 message on one line`;
      if (tooLong) refuse(INVALID_REQUEST, `the message is longer than the ${maxBytes} bytes allowed; give an address`);
      else if (line !== '')
        try {
          const { id, method, params } = deserializeMessage(line) as Message;
          if (method === 'notifications/cancelled') count(waiting, params?.requestId, -1);
          else if (method !== undefined && id !== undefined) count(waiting, id, 1);
          yield Buffer.from(`${line}\n`);
        } catch (error) {
          refuse(error instanceof SyntaxError ? PARSE_ERROR : INVALID_REQUEST, shown);
        }
    }
    const latest = Date.now() + lastMilliseconds;
    while (waiting.size > 0 && Date.now() < latest) await sleep(LOOK_MILLISECONDS);
  }
  return Readable.from(messages(), { objectMode: false });
}
