import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { DEFAULT_LIMITS } from '@dehusk/html';
import { specialRange } from '@dehusk/node';
import { LOG_DEFAULTS, listenForStop, OPERATIONS_DEFAULTS, openLog } from '@dehusk/stream';
import type { Command } from 'commander';
import { InvalidArgumentError } from 'commander';
import { addTimeLimit, count, port, seconds, size } from './extraction-options.js';
import { type CommandEnd, InputOutputError } from './failures.js';
import { addLogOptions, type LogFlags, logSettingsOf } from './log-options.js';
import { packageVersion } from './outputs.js';
import { openState } from './site-state.js';

export interface ServeFlags extends LogFlags {
  readonly host: string;
  readonly port: number;
  readonly serverNames?: readonly string[];
  readonly threads: number;
  readonly queue?: number;
  readonly maxBytes: number;
  readonly maxNodes: number;
  readonly timeout: number;
  readonly requestTimeout: number;
  readonly allowFetch?: true;
  readonly allowHosts?: readonly string[];
  readonly allowPrivate?: true;
  readonly state?: string;
  readonly tokenFile?: string;
  readonly cors?: string;
}

/** Port of the server. */
const SERVER_PORT = 8484;
/** Pages that may wait for each thread. */
export const QUEUE_PER_THREAD = 16;
const REQUEST_SECONDS = 30;
const MAX_CONNECTIONS = 1_000;
/** Names of this machine for itself. */
const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '::1'];

const HELP = `
Answers until it is stopped: the first SIGTERM or Ctrl-C finishes the requests under way, the second ends immediately.
In a browser, the address shows the inspector, and /docs/ describes the API. The server fetches nothing unless --allow-fetch is given.

Examples:
  dehusk serve                                        on http://127.0.0.1:${SERVER_PORT}
  curl -H 'Content-Type: text/html' --data-binary @page.html http://127.0.0.1:${SERVER_PORT}/v1/extract
  curl -H 'Accept: text/markdown' -H 'Content-Type: text/html' --data-binary @page.html http://127.0.0.1:${SERVER_PORT}/v1/extract
  dehusk serve --allow-fetch --allow-hosts example.org,*.example.org
  dehusk serve --host 0.0.0.0 --token-file token.txt --server-names dehusk.example.org`;

/** `dehusk serve`. */
export function describe(command: Command, finish: (end: CommandEnd) => void): Command {
  return addLogOptions(
    addTimeLimit(command)
      .option('--host <address>', 'address to listen on', address, '127.0.0.1')
      .option('--port <number>', 'port; 0: any free port', freePort, SERVER_PORT)
      .option(
        '--server-names <names>',
        'host names of the server, separated by commas (default: any, on loopback its own)',
        list,
      )
      .option('--threads <count>', 'worker threads', count, availableParallelism())
      .option('--queue <count>', `pages that may wait (default: ${QUEUE_PER_THREAD} per thread)`, count)
      .option('--max-bytes <size>', 'maximum size of a page (k, M allowed)', size, DEFAULT_LIMITS.maxBytes)
      .option('--max-nodes <count>', 'maximum nodes of a page', count, DEFAULT_LIMITS.maxNodes)
      .option(
        '--request-timeout <seconds>',
        'time for a request to arrive, or for the next piece of a batch',
        seconds,
        REQUEST_SECONDS,
      )
      .option('--allow-fetch', 'fetch pages that requests name by their address')
      .option('--allow-hosts <names>', 'fetch only from these hosts; *.example.org is every subdomain', list)
      .option('--allow-private', 'also fetch from private, local and reserved addresses')
      .option('--state <folder>', 'keep models of sites in this folder: requests with "site" read and teach them')
      .option('--token-file <file>', 'requests must present the token in this file: Authorization: Bearer TOKEN')
      .option('--cors <origin>', 'origin whose pages may call the API, or *', origin),
  )
    .addHelpText('after', HELP)
    .action(async (_flags: unknown, self: Command) => finish(await serve(self.opts() as ServeFlags)));
}

async function serve(flags: ServeFlags): Promise<CommandEnd> {
  const token = flags.tokenFile === undefined ? null : readToken(flags.tokenFile);
  // Loaded here: no other command needs the libraries of the server.
  const { createMcpServer, openFetching, openServer, openThreadService } = await import('@dehusk/server');
  const { createMcpHandler } = await import('@modelcontextprotocol/server');
  const { log, close } = openLog({ ...LOG_DEFAULTS, ...logSettingsOf(flags) });
  const limits = { maxBytes: flags.maxBytes, maxNodes: flags.maxNodes, maxMilliseconds: flags.timeout * 1000 };
  const service = openThreadService({
    threads: flags.threads,
    queue: flags.queue ?? flags.threads * QUEUE_PER_THREAD,
    limits,
    ...(flags.state === undefined ? {} : { store: await openState(flags.state, true) }),
  });
  const fetching = flags.allowFetch ? openFetching(flags) : null;
  const fetchPage = fetching?.fetchPage ?? null;
  const onError = (error: unknown, requestId: string): void =>
    log.error({ requestId, error: error instanceof Error ? error.stack : String(error) }, 'internal error');
  const tools = { fetchPage, maxBytes: flags.maxBytes, pages: null, onError };
  const mcp = createMcpHandler(() => createMcpServer(service, tools, packageVersion()));
  const signals = listenForStop(() => {});
  try {
    const server = await openServer(service, {
      host: flags.host,
      port: flags.port,
      version: packageVersion(),
      maxBytes: flags.maxBytes,
      requestMilliseconds: flags.requestTimeout * 1000,
      maxConnections: MAX_CONNECTIONS,
      token,
      cors: flags.cors ?? null,
      hostNames: hostNamesOf(flags),
      fetchPage,
      mcp: (request, parsedBody) => mcp.fetch(request, { parsedBody }),
      onAnswer: ({ milliseconds, ...answer }) =>
        log.info({ ...answer, milliseconds: Math.round(milliseconds) }, 'answered'),
      onError,
    });
    log.info({ address: server.address, threads: flags.threads }, 'listening');
    process.stdout.write(`The inspector: ${server.address}/  The API: ${server.address}/docs/\n`);
    const signal = await signals.first;
    log.info({ signal }, 'draining');
    await server.drain(OPERATIONS_DEFAULTS.drainSeconds * 1000);
    log.info('stopped');
    return 'all-extracted';
  } finally {
    signals.close();
    await mcp.close();
    await fetching?.close();
    await service.close();
    close();
  }
}

/** The names that requests may be addressed to: on loopback a page of another site could otherwise reach the server by a name of its own. */
function hostNamesOf({ host, serverNames }: ServeFlags): readonly string[] | null {
  const isLoopback = host === 'localhost' || specialRange(host) === 'loopback';
  if (!isLoopback) return serverNames ?? null;
  return [...new Set([...LOOPBACK_NAMES, ...(serverNames ?? [host])])];
}

const MIN_TOKEN = 16;

/** @throws InputOutputError for a file without a usable token */
function readToken(path: string): string {
  const token = readFileSync(path, 'utf8').trim();
  if (token.length < MIN_TOKEN || /\s/.test(token))
    throw new InputOutputError(
      `${path}: got ${token.length} characters, expected a token of at least ${MIN_TOKEN} characters without white space`,
    );
  return token;
}

/** Names separated by commas. */
export function list(text: string): string[] {
  const names = text.split(',').map((one) => one.trim().toLowerCase());
  if (names.includes('')) throw new InvalidArgumentError('Expected names separated by commas.');
  return names;
}

/** A TCP port, or 0. */
const freePort = (text: string): number => (text === '0' ? 0 : port(text));

/** The address to listen on: an empty one, as of an unset variable, would open the server to every machine. */
function address(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('Expected an address or a name of this machine.');
  return text;
}

/** An origin, or `*`: browsers send it without a path. */
function origin(text: string): string {
  if (text !== '*' && !(URL.canParse(text) && new URL(text).origin === text))
    throw new InvalidArgumentError('Expected * or an origin such as https://example.org.');
  return text;
}
