/**
 * Faults of the web, one row each, with the outcomes a page may have. The soak injects them into a share of the pages and checks
 * each outcome.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';

/** A page about to be answered. */
interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The page as it would be without the fault. */
  readonly body: string;
  /** Earlier requests for this address. */
  readonly visits: number;
}

export interface Fault {
  readonly name: string;
  /** How a page may end: `emitted`, or the reason of its rejection. */
  readonly ends: readonly string[];
  answer(exchange: Exchange): void;
}

/** A slow answer is this late, milliseconds: far below any timeout in use. */
const SLOW = 400;
/** Uncompressed size of a bomb and of a huge page: above the 16 MiB a page may have. */
const BOMB_MEGABYTES = 200;
const HUGE_MEGABYTES = 20;
const MEGABYTE = Buffer.alloc(1_048_576, 'husk ');

const HTML = { 'content-type': 'text/html; charset=utf-8' } as const;

function send(response: ServerResponse, status: number, headers: Record<string, string>, body: string | Buffer): void {
  response.writeHead(status, headers).end(body);
}

let bomb: Buffer | null = null;

export const FAULTS: readonly Fault[] = [
  {
    name: 'slow',
    ends: ['emitted'],
    answer: ({ response, body }) => void setTimeout(() => send(response, 200, HTML, body), SLOW),
  },
  {
    name: 'hang',
    ends: ['timeout'],
    answer: () => {},
  },
  {
    name: 'server-error',
    ends: ['http-status'],
    answer: ({ response }) => send(response, 500, HTML, '<h1>Internal Server Error</h1>'),
  },
  {
    name: 'busy-once',
    ends: ['emitted'],
    answer: ({ response, body, visits }) =>
      visits === 0 ? send(response, 503, { ...HTML, 'retry-after': '0' }, 'busy') : send(response, 200, HTML, body),
  },
  {
    name: 'gone',
    ends: ['http-status'],
    answer: ({ response }) => send(response, 410, HTML, '<h1>Gone</h1>'),
  },
  {
    name: 'reset',
    ends: ['cut-short'],
    answer: ({ response, body }) => {
      response.writeHead(200, HTML);
      response.write(body.slice(0, body.length / 2), () => response.destroy());
    },
  },
  {
    name: 'reset-once',
    ends: ['emitted'],
    answer: ({ request, response, body, visits }) =>
      visits === 0 ? void request.socket.destroy() : send(response, 200, HTML, body),
  },
  {
    name: 'redirect-loop',
    ends: ['redirect-loop', 'too-many-redirects'],
    answer: ({ request, response }) => {
      const url = new URL(request.url ?? '/', 'http://localhost');
      if (url.searchParams.has('again')) url.searchParams.delete('again');
      else url.searchParams.set('again', '1');
      send(response, 302, { location: url.pathname + url.search }, '');
    },
  },
  {
    name: 'redirect-chain',
    ends: ['too-many-redirects'],
    answer: ({ request, response }) => {
      const url = new URL(request.url ?? '/', 'http://localhost');
      url.searchParams.set('hop', String(Number(url.searchParams.get('hop') ?? 0) + 1));
      send(response, 301, { location: url.pathname + url.search }, '');
    },
  },
  {
    name: 'cut-short',
    ends: ['cut-short'],
    answer: ({ request, response, body }) => {
      response.writeHead(200, { ...HTML, 'content-length': String(Buffer.byteLength(body) + 1000) });
      response.write(body, () => request.socket.destroy());
    },
  },
  {
    name: 'too-long',
    // The announced part is a complete answer for clients that trust the header; the rest breaks the connection.
    ends: ['emitted', 'cut-short', 'not-connected'],
    answer: ({ request, body }) => {
      const bytes = Buffer.from(body);
      const head = `HTTP/1.1 200 OK\r\ncontent-type: text/html; charset=utf-8\r\ncontent-length: ${bytes.length - 200}\r\n\r\n`;
      request.socket.end(Buffer.concat([Buffer.from(head), bytes]));
    },
  },
  {
    name: 'bomb',
    // The first limit reached.
    ends: ['too-large', 'timeout'],
    answer: ({ response }) => {
      // Gzip members in a row are one stream (RFC 1952, 2.2): one MiB is packed once.
      bomb ??= Buffer.concat(Array(BOMB_MEGABYTES).fill(gzipSync(MEGABYTE, { level: 9 })));
      send(response, 200, { ...HTML, 'content-encoding': 'gzip' }, bomb);
    },
  },
  {
    name: 'broken-gzip',
    ends: ['bad-coding'],
    answer: ({ response, body }) => {
      const packed = gzipSync(body);
      packed.fill(0xff, packed.length >> 1, (packed.length >> 1) + 40);
      send(response, 200, { ...HTML, 'content-encoding': 'gzip' }, packed);
    },
  },
  {
    name: 'huge',
    ends: ['too-large', 'timeout'],
    answer: ({ response }) => {
      response.writeHead(200, HTML);
      // A fetcher that hangs up early is expected.
      pipeline(Readable.from(Array(HUGE_MEGABYTES).fill(MEGABYTE)), response, () => {});
    },
  },
  {
    name: 'wrong-charset',
    ends: ['emitted'],
    answer: ({ response, body }) => send(response, 200, { 'content-type': 'text/html; charset=x-nonsense-8' }, body),
  },
  {
    name: 'not-a-page',
    ends: ['not-html'],
    answer: ({ response }) =>
      send(response, 200, { 'content-type': 'image/png' }, Buffer.from('89504e470d0a1a0a', 'hex')),
  },
  {
    name: 'empty',
    ends: ['empty-input'],
    answer: ({ response }) => send(response, 200, HTML, ''),
  },
];

/** Faults of feeds: functions of the feed's text. */
export const FEED_FAULTS: readonly { readonly name: string; spoil(text: string): string }[] = [
  { name: 'raw-ampersand', spoil: (text) => text.replace('<title>', '<title>Salt & Pepper <3 ') },
  { name: 'cut', spoil: (text) => text.slice(0, text.lastIndexOf('</item>') + '</item>'.length) },
  { name: 'text-before', spoil: (text) => `\n\n<!-- generated -->\n${text}` },
  { name: 'wrong-encoding', spoil: (text) => text.replace('encoding="utf-8"', 'encoding="utf-16"') },
];
