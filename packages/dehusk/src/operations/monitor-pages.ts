/**
 * The pages of a monitor on the operations port: `/` shows trends, `/trends` has them as JSON, `/events` sends hits and alerts as
 * server-sent events (HTML Standard, section 9.2).
 */
import { readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { jsonLine } from '@dehusk/core/internal';
import type { MonitorEvent } from '../monitor/monitor-state.js';
import type { Monitor } from '../monitor/open-monitor.js';

/** Only files of this server; styles are set through the DOM, which the policy allows. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
} as const;
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};
/** Readers of events at once. */
const MAX_READERS = 100;
/** Bytes that wait for a reader; a slower one is cut off, connects again and gets what it missed. */
const MAX_WAITING = 2 ** 20;
/** Between two comments that keep the connection open, in milliseconds. */
const KEEP_ALIVE = 15_000;
/** Buckets of an answer: by default a view of two days or a quarter. */
const BUCKETS = { hour: { usual: 48, most: 10_000 }, day: { usual: 92, most: 10_000 } } as const;

/** Answers for the operations port. The files of the page are read once. */
export function monitorPages(monitor: Monitor): (request: IncomingMessage, response: ServerResponse) => boolean {
  const files = pageFiles();
  const readers = new Set<ServerResponse>();
  const changed = `event: trends\ndata: {}\n\n`;
  monitor.onCommit((events) => {
    const text = events.map(eventText).join('') + changed;
    for (const reader of readers) sendTo(reader, text);
  });

  function sendEvents(request: IncomingMessage, after: string | null, response: ServerResponse): void {
    if (readers.size >= MAX_READERS) {
      send(response, 503, 'text/plain', `${MAX_READERS} readers are connected, which is the limit\n`);
      return;
    }
    response.writeHead(200, { ...HEADERS, 'content-type': 'text/event-stream' });
    readers.add(response);
    const timer = setInterval(() => sendTo(response, ':\n\n'), KEEP_ALIVE);
    response.on('close', () => {
      clearInterval(timer);
      readers.delete(response);
    });
    const last = Number(request.headers['last-event-id'] ?? after ?? Number.NaN);
    const missed = Number.isNaN(last) ? [] : monitor.recent().filter(({ number }) => number > last);
    sendTo(response, `retry: 2000\n\n${missed.map(eventText).join('')}`);
  }

  return (request, response) => {
    // Not as a URL: `//` is none.
    const [path, query] = (request.url ?? '/').split('?', 2);
    const parameters = new URLSearchParams(query);
    if (path === '/trends') sendTrends(monitor, parameters, response);
    else if (path === '/recent')
      send(response, 200, 'application/json', jsonLine({ schema: 1, events: monitor.recent() }));
    else if (path === '/events') sendEvents(request, parameters.get('after'), response);
    else {
      const file = files.get(path);
      if (file === undefined) return false;
      send(response, 200, file.type, file.bytes);
    }
    return true;
  };
}

function sendTrends(monitor: Monitor, asked: URLSearchParams, response: ServerResponse): void {
  const bucket = asked.get('bucket') === 'day' ? 'day' : 'hour';
  const { usual, most } = BUCKETS[bucket];
  const wanted = Number(asked.get('count') ?? usual);
  if (!Number.isInteger(wanted) || wanted < 1 || wanted > most) {
    send(response, 400, 'text/plain', `count got ${asked.get('count')}, expected 1 to ${most}\n`);
    return;
  }
  try {
    send(
      response,
      200,
      'application/json',
      jsonLine(monitor.trends({ bucket, count: wanted, list: asked.get('list') })),
    );
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    send(response, 404, 'text/plain', `${error.message}\n`);
  }
}

function eventText({ number, kind, row }: MonitorEvent): string {
  return `event: ${kind}\nid: ${number}\ndata: ${jsonLine(row)}\n\n`;
}

function sendTo(reader: ServerResponse, text: string): void {
  if (reader.writableLength > MAX_WAITING) reader.destroy();
  else reader.write(text);
}

function send(response: ServerResponse, status: number, type: string, body: string | Uint8Array): void {
  response.writeHead(status, { ...HEADERS, 'content-type': type }).end(body);
}

interface PageFile {
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** The built page by path, all in memory: a request names no file of the disk. */
function pageFiles(): ReadonlyMap<string, PageFile> {
  // In the bundle and in the compiled sources the folder is at the same place.
  const root = new URL('../monitor-page/', import.meta.url);
  const files = new Map<string, PageFile>();
  let names: readonly string[] = [];
  try {
    names = readdirSync(fileURLToPath(root), { recursive: true }) as string[];
  } catch {
    // Not built: reported below.
  }
  for (const name of names) {
    const type = TYPES[extname(name)];
    if (type !== undefined)
      files.set(`/${name.replaceAll('\\', '/')}`, { type, bytes: readFileSync(new URL(name, root)) });
  }
  const page = files.get('/monitor.html');
  files.set('/', page ?? { type: 'text/plain', bytes: Buffer.from('The page is not built: run npm run build.\n') });
  return files;
}
