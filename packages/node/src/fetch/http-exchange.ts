/** One HTTP request and its response: headers, redirect target, and the body decoded and bounded while it streams. */
import { PassThrough, type Readable, type Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { MARKDOWN_TYPES } from '@dehusk/core/extend';
import type { Dispatcher } from 'undici';
import { codingsIn, contentTypeOf, stackingError } from '../warc/http-response.js';
import { type FetchReason, messageOf, Refused } from './failures.js';
import { type FetcherOptions, type FetchKind, type FetchRequest, isPageKind } from './fetcher-options.js';

/** Servers label feeds and sitemaps in many ways, so every type that can hold one is accepted and the parser decides. */
const XML = ['application/xml', 'text/xml', 'text/html', 'application/xhtml+xml', 'text/plain'];
const PAGES = ['text/html', 'application/xhtml+xml', 'text/plain', 'application/xml', 'text/xml'];
const FEEDS = ['application/rss+xml', 'application/atom+xml'];
const UNLABELLED = ['application/octet-stream', 'binary/octet-stream'];

/** `accepted` null: any; `noun`: the name in messages. */
type MediaTypes = Readonly<{ accept: string; accepted: ReadonlySet<string> | null; noun: string }>;
const MEDIA_TYPES: Readonly<Record<FetchKind, MediaTypes>> = {
  page: {
    accept: 'text/html,application/xhtml+xml;q=0.9,text/plain;q=0.5,*/*;q=0.1',
    accepted: new Set(PAGES),
    noun: 'a page',
  },
  reader: {
    accept: 'text/markdown,text/html;q=0.9,application/xhtml+xml;q=0.8,text/plain;q=0.5,*/*;q=0.1',
    accepted: new Set([...PAGES, ...MARKDOWN_TYPES]),
    noun: 'a page',
  },
  feed: {
    accept:
      'application/rss+xml,application/atom+xml,application/feed+json,application/rdf+xml;q=0.9,application/xml;q=0.8,text/xml;q=0.8,*/*;q=0.1',
    accepted: new Set([
      ...FEEDS,
      'application/rdf+xml',
      'application/feed+json',
      'application/json',
      'text/json',
      'text/rss+xml',
      'text/x-opml',
      'text/x-opml+xml',
      'application/x-rss+xml',
      ...XML,
      ...UNLABELLED,
    ]),
    noun: 'a feed',
  },
  sitemap: {
    accept: 'application/xml,text/xml;q=0.9,application/gzip;q=0.8,text/plain;q=0.5,*/*;q=0.1',
    accepted: new Set(['application/gzip', 'application/x-gzip', ...FEEDS, ...XML, ...UNLABELLED]),
    noun: 'a sitemap',
  },
  robots: { accept: 'text/plain,*/*;q=0.1', accepted: null, noun: 'robots.txt' },
};

/** A response whose body is still to be read, or discarded with {@link discardBody}. */
export interface HttpAnswer {
  readonly status: number;
  /** As received: names as sent, in order. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Readable;
}

interface HttpRequest
  extends Pick<FetchRequest, 'kind' | 'etag' | 'lastModified'>,
    Pick<FetcherOptions, 'userAgent' | 'acceptLanguage'> {
  readonly url: URL;
  /** Headers added to these, names in lower case; they replace those of the same name. */
  readonly added: Readonly<Record<string, string>>;
  readonly dispatcher: Dispatcher;
  readonly signal: AbortSignal;
}

/** Sends a request. @throws the client's errors */
export async function exchange(wanted: HttpRequest): Promise<HttpAnswer> {
  // Lazy: the client takes longer to load than most pages to extract, and most commands fetch nothing.
  const { request } = await import('undici');
  const response = await request(wanted.url, {
    dispatcher: wanted.dispatcher,
    signal: wanted.signal,
    // The signal bounds the time; the client's timers also count while the process is stopped.
    headersTimeout: 0,
    bodyTimeout: 0,
    responseHeaders: 'raw',
    headers: {
      'user-agent': wanted.userAgent,
      accept: MEDIA_TYPES[wanted.kind].accept,
      'accept-encoding': 'gzip, br',
      ...(wanted.acceptLanguage ? { 'accept-language': wanted.acceptLanguage } : {}),
      ...(wanted.etag ? { 'if-none-match': wanted.etag } : {}),
      ...(wanted.lastModified ? { 'if-modified-since': wanted.lastModified } : {}),
      ...wanted.added,
    },
  });
  // `responseHeaders: 'raw'` returns a flat list, which the client's types do not say.
  const flat = response.headers as unknown as readonly string[];
  const headers: [string, string][] = [];
  for (let at = 0; at + 1 < flat.length; at += 2) headers.push([String(flat[at]), String(flat[at + 1])]);
  return { status: response.statusCode, headers, body: response.body };
}

/** The first value of a header, or undefined. @param name lower case */
export function headerOf({ headers }: Pick<HttpAnswer, 'headers'>, name: string): string | undefined {
  return headers.find(([own]) => own.toLowerCase() === name)?.[1];
}

/** The target of a redirect, without its fragment; null for other responses. @throws Refused when it is not a URL */
export function redirectTarget(answer: HttpAnswer, from: URL): string | null {
  const location = headerOf(answer, 'location');
  if (![301, 302, 303, 307, 308].includes(answer.status) || location === undefined) return null;
  if (!URL.canParse(location, from.href))
    throw new Refused('bad-url', `${from.href} redirects to "${location}", which is not a URL`);
  const target = new URL(location, from);
  target.hash = '';
  return target.href;
}

/**
 * Reads the body of a successful response, with charset and media type of its Content-Type header.
 *
 * @param maxBytes bound on the body, before and after each decompression
 * @throws Refused, or the stream's error
 */
export async function readAnswer(answer: HttpAnswer, kind: FetchKind, maxBytes: number) {
  const { accepted, noun } = MEDIA_TYPES[kind];
  const refuse = (reason: FetchReason, detail: string): never => {
    discardBody(answer);
    throw new Refused(reason, detail);
  };
  if (answer.status < 200 || answer.status > 299)
    refuse('http-status', `the server answered ${answer.status}, expected 200`);
  const { mediaType, charset } = contentTypeOf(headerOf(answer, 'content-type') ?? null);
  if (mediaType !== null && accepted !== null && !accepted.has(mediaType))
    refuse(
      isPageKind(kind) ? 'not-html' : 'wrong-content-type',
      `the server sent ${mediaType}, expected ${noun} (${[...accepted].join(', ')})`,
    );
  // robots.txt is read as far as the bound allows (RFC 9309, 2.5).
  const truncates = kind === 'robots';
  const announced = Number(headerOf(answer, 'content-length') ?? 0);
  if (announced > maxBytes && !truncates)
    refuse('too-large', `the body has ${announced} bytes, more than the ${maxBytes} allowed`);
  const bytes = await readBody(answer.body, headerOf(answer, 'content-encoding') ?? null, maxBytes, truncates);
  return { bytes, charset, mediaType };
}

/** Discards a body and closes its connection. */
export function discardBody(answer: HttpAnswer): void {
  // A discarded body may still report that it was cut.
  answer.body.on('error', () => {}).destroy();
}

/** @param truncates whether a body beyond the bound is cut instead of refused */
async function readBody(
  body: Readable,
  contentEncoding: string | null,
  maxBytes: number,
  truncates: boolean,
): Promise<Uint8Array> {
  const codings = codingsIn(contentEncoding);
  const stacking = stackingError(codings);
  if (stacking !== null) throw new Refused('bad-coding', stacking);
  const stages: Transform[] = [];
  // The coding named last was applied last and comes off first.
  for (const coding of codings.reverse()) stages.push(bounded(maxBytes), decoder(coding));

  const chunks: Buffer[] = [];
  const collect = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
  try {
    // pipeline() destroys every stage on the first failure, the connection included.
    await pipeline([body, ...stages, bounded(maxBytes), collect]);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (/^(Z_|ERR_BROTLI|ERR__ERROR)/.test(code))
      throw new Refused('bad-coding', `the body is not valid ${contentEncoding}: ${messageOf(error)}`);
    if (['UND_ERR_SOCKET', 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'ECONNRESET', 'EPIPE'].includes(code))
      throw new Refused('cut-short', `the connection ended inside the body: ${messageOf(error)}`);
    const isTooLarge = error instanceof Refused && error.reason === 'too-large';
    if (!isTooLarge || !truncates) throw error;
  }
  return Buffer.concat(chunks);
}

function decoder(coding: string): Transform {
  // Flush settings instead of an error at the end: a cut body yields what it carried, as in browsers.
  switch (coding) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip({ finishFlush: constants.Z_SYNC_FLUSH });
    case 'deflate':
      return createInflate({ finishFlush: constants.Z_SYNC_FLUSH });
    case 'br':
      return createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH });
    default:
      throw new Refused('bad-coding', `content coding "${coding}" is not supported (supported: gzip, deflate, br)`);
  }
}

/** Passes bytes on and fails after `maxBytes`: a bomb costs at most one chunk more than the bound. */
function bounded(maxBytes: number): Transform {
  let seen = 0;
  return new PassThrough({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length;
      if (seen <= maxBytes) done(null, chunk);
      else done(new Refused('too-large', `the body is larger than the ${maxBytes} bytes allowed`));
    },
  });
}
