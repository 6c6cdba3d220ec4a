/** One request and its answer: no redirect is followed here, nothing is retried, nobody is waited for. */
import type { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { contentTypeOf } from '../inputs/content-type.js';
import { ACCEPTED_CODINGS, readBody } from './bounded-body.js';
import { type FetchReason, Refused, wordsOf } from './fetch-failure.js';
import type { MediaTypes } from './media-types.js';

/** An answer whose body is still to be read, or thrown away with {@link dropBody}. */
export interface HttpAnswer {
  readonly status: number;
  /** As received: names as sent, in order. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Readable;
}

export interface HttpRequest {
  readonly url: URL;
  readonly accept: string;
  readonly userAgent: string;
  readonly acceptLanguage?: string | undefined;
  /** Further headers, names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly dispatcher: Dispatcher;
  readonly signal: AbortSignal;
  /** Longest silence before the headers and inside the body. */
  readonly maxMilliseconds: number;
}

/** A body that was read, and what its headers say of it. */
export interface HttpBody {
  readonly bytes: Uint8Array;
  /** The charset parameter of the Content-Type header, or null. */
  readonly charset: string | null;
  /** The media type, lower case, without parameters; null when the server sent none. */
  readonly contentType: string | null;
}

/** Sends a request. @throws whatever the client fails with */
export async function exchange(wanted: HttpRequest): Promise<HttpAnswer> {
  // The client takes longer to load than most pages to extract, and most commands fetch nothing.
  const { request } = await import('undici');
  const response = await request(wanted.url, {
    dispatcher: wanted.dispatcher,
    signal: wanted.signal,
    headersTimeout: wanted.maxMilliseconds,
    bodyTimeout: wanted.maxMilliseconds,
    responseHeaders: 'raw',
    headers: {
      'user-agent': wanted.userAgent,
      accept: wanted.accept,
      'accept-encoding': ACCEPTED_CODINGS,
      ...(wanted.acceptLanguage === undefined ? {} : { 'accept-language': wanted.acceptLanguage }),
      ...wanted.headers,
    },
  });
  // With `responseHeaders: 'raw'` the client gives a flat list, which its types do not tell.
  const flat = response.headers as unknown as readonly string[];
  const headers: [string, string][] = [];
  for (let at = 0; at + 1 < flat.length; at += 2) headers.push([String(flat[at]), String(flat[at + 1])]);
  return { status: response.statusCode, headers, body: response.body };
}

/** The first value of a header; undefined when there is none. @param name lower case */
export function headerOf(answer: Pick<HttpAnswer, 'headers'>, name: string): string | undefined {
  return answer.headers.find(([own]) => own.toLowerCase() === name)?.[1];
}

/** Where an answer redirects to, without the fragment; null when it does not. @throws Refused when that is no URL */
export function redirectTarget(answer: HttpAnswer, from: URL): string | null {
  if (![301, 302, 303, 307, 308].includes(answer.status)) return null;
  const location = headerOf(answer, 'location');
  if (location === undefined) return null;
  if (!URL.canParse(location, from.href))
    throw new Refused('bad-url', `${from.href} redirects to "${location}", which is no URL`);
  const target = new URL(location, from);
  target.hash = '';
  return target.href;
}

/**
 * Notes a redirect.
 *
 * @param redirects the addresses redirected from so far, first asked first; `from` is added
 * @throws Refused when it goes round or there were too many
 */
export function noteRedirect(redirects: string[], from: URL, to: string, maxRedirects: number): void {
  redirects.push(from.href);
  if (redirects.includes(to)) throw new Refused('redirect-loop', `${from.href} redirects back to ${to}`);
  if (redirects.length > maxRedirects)
    throw new Refused('too-many-redirects', `more than ${maxRedirects} redirects, the last to ${to}`);
}

/**
 * Reads the body of a good answer.
 *
 * @throws Refused, BodyTooLarge, BadCoding
 */
export async function readAnswer(answer: HttpAnswer, types: MediaTypes, maxBytes: number): Promise<HttpBody> {
  const refuse = (reason: FetchReason, detail: string): never => {
    dropBody(answer);
    throw new Refused(reason, detail);
  };
  if (answer.status < 200 || answer.status > 299)
    refuse('http-status', `the server answered ${answer.status}, expected 200`);
  const { mediaType: contentType, charset } = contentTypeOf(headerOf(answer, 'content-type') ?? null);
  const { taken, noun } = types;
  if (contentType !== null && taken !== null && !taken.has(contentType))
    refuse('wrong-content-type', `the server sent ${contentType}, expected ${noun} (${[...taken].join(', ')})`);
  const announced = Number(headerOf(answer, 'content-length') ?? 0);
  if (announced > maxBytes && taken !== null)
    refuse('too-large', `the body has ${announced} bytes, more than the ${maxBytes} allowed`);
  const bytes = await readBody(answer.body, headerOf(answer, 'content-encoding'), maxBytes).catch((error: unknown) => {
    throw isCut(error) ? new Refused('cut-short', `the connection ended inside the body: ${wordsOf(error)}`) : error;
  });
  if (contentType === null && taken?.has('text/html') && !taken.has('application/gzip') && looksBinary(bytes))
    throw new Refused('wrong-content-type', 'the server named no content type and the body is not text');
  return { bytes, charset, contentType };
}

/** Throws a body away and its connection with it. */
export function dropBody(answer: HttpAnswer): void {
  // A body that is thrown away may still report that it was cut; nobody asks.
  answer.body.on('error', () => {}).destroy();
}

/** Whether a body ended before its announced length or its last chunk. */
function isCut(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return ['UND_ERR_SOCKET', 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'ECONNRESET', 'EPIPE'].includes(code);
}

/** A zero byte early on: no encoding of text but UTF-16 has one, and UTF-16 comes with its mark. */
function looksBinary(bytes: Uint8Array): boolean {
  const marked = (bytes[0] === 0xfe && bytes[1] === 0xff) || (bytes[0] === 0xff && bytes[1] === 0xfe);
  return !marked && bytes.subarray(0, 1024).includes(0);
}
