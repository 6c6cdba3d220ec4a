/**
 * Fetches one page: politely, bounded in bytes, time and redirects, and never from a private address unless told so.
 *
 * Decisions:
 * - robots.txt is not asked. One page that a person names is a visit, as with curl or a browser; robots.txt speaks to
 *   programs that follow links on their own.
 * - Redirects are followed here, not by the client, so that every hop passes the same checks as the first address.
 * - The address is judged inside the connection's own lookup: what is checked is what is connected to, so a name that
 *   resolves to a public address for the check and to a private one for the connection gains nothing. A name with one
 *   private address among public ones is refused whole.
 * - Nothing is retried and nothing is cached: a person who wants it again asks again.
 */
import { lookup as dnsLookup, type LookupAddress, type LookupAllOptions } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import type { Dispatcher } from 'undici';
import { ACCEPTED_CODINGS, BadCoding, BodyTooLarge, readBody } from './bounded-body.js';
import { whyNotPublic } from './public-address.js';

export interface FetchOptions {
  /** Largest body in bytes, on the wire and decompressed; default 16 MiB, the default of the core's `maxBytes`. */
  readonly maxBytes?: number;
  /** Time for everything, redirects and body included, in milliseconds; default 20,000. */
  readonly maxMilliseconds?: number;
  /** Most redirects followed; default 5, where browsers allow 20. */
  readonly maxRedirects?: number;
  /** Also fetch from loopback, private and other non-public addresses; default false. */
  readonly allowPrivate?: boolean;
  /** The User-Agent header; default {@link USER_AGENT}. */
  readonly userAgent?: string;
  /** The Accept-Language header; default none. */
  readonly acceptLanguage?: string;
}

/** Why a page could not be fetched. */
export type FetchReason =
  | 'bad-url'
  | 'private-address'
  | 'not-resolved'
  | 'not-connected'
  | 'timeout'
  | 'redirect-loop'
  | 'too-many-redirects'
  | 'http-status'
  | 'wrong-content-type'
  | 'bad-coding'
  | 'too-large';

/** A fetched page, or the reason why there is none with what was got and expected in words. */
export type Fetched =
  | {
      readonly ok: true;
      /** The address the page was found at, after redirects. */
      readonly url: string;
      readonly bytes: Uint8Array;
      /** The charset parameter of the Content-Type header, or null. */
      readonly charset: string | null;
      /** The media type, lower case, without parameters; null when the server sent none. */
      readonly contentType: string | null;
      /** The addresses redirected from, first asked first. */
      readonly redirects: readonly string[];
    }
  | { readonly ok: false; readonly url: string; readonly reason: FetchReason; readonly detail: string };

/** How Dehusk names itself to servers. */
export const USER_AGENT = 'dehusk/0.1 (web page content extraction)';

export const DEFAULT_FETCH = {
  maxBytes: 16 * 1024 * 1024,
  maxMilliseconds: 20_000,
  maxRedirects: 5,
  allowPrivate: false,
  userAgent: USER_AGENT,
} as const;

/** Media types that hold a page. */
const PAGE_TYPES = new Set(['text/html', 'application/xhtml+xml', 'text/plain', 'application/xml', 'text/xml']);

/** A refusal on its way out of this file; never leaves it. */
class Refused extends Error {
  constructor(
    readonly reason: FetchReason,
    detail: string,
  ) {
    super(detail);
  }
}

/**
 * Fetches one page. Never throws on what the network does: every failure is `ok: false` with a reason.
 *
 * @param url an http or https address
 */
export async function fetchPage(url: string, options: FetchOptions = {}): Promise<Fetched> {
  // The client takes longer to load than most pages to extract, and most commands fetch nothing.
  const { Agent, request } = await import('undici');
  const settings = { ...DEFAULT_FETCH, ...options };
  const agent = new Agent({
    connect: { timeout: settings.maxMilliseconds, ...(settings.allowPrivate ? {} : { lookup: publicLookup }) },
  });
  const signal = AbortSignal.timeout(settings.maxMilliseconds);
  const redirects: string[] = [];
  let current = url;
  try {
    for (;;) {
      const address = checkedUrl(current, settings.allowPrivate);
      const response = await request(address, {
        dispatcher: agent,
        signal,
        headersTimeout: settings.maxMilliseconds,
        bodyTimeout: settings.maxMilliseconds,
        headers: {
          'user-agent': settings.userAgent,
          accept: 'text/html,application/xhtml+xml;q=0.9,text/plain;q=0.5,*/*;q=0.1',
          'accept-encoding': ACCEPTED_CODINGS,
          ...(settings.acceptLanguage === undefined ? {} : { 'accept-language': settings.acceptLanguage }),
        },
      });
      const next = redirectTarget(response, address);
      if (next === null) return await pageFrom(response, address, redirects, settings.maxBytes);
      response.body.on('error', ignore).destroy();
      redirects.push(address.href);
      if (redirects.includes(next)) throw new Refused('redirect-loop', `${address.href} redirects back to ${next}`);
      if (redirects.length > settings.maxRedirects)
        throw new Refused('too-many-redirects', `more than ${settings.maxRedirects} redirects, the last to ${next}`);
      current = next;
    }
  } catch (error) {
    return { ok: false, url: current, ...explained(error, settings.maxMilliseconds) };
  } finally {
    void agent.destroy();
  }
}

function checkedUrl(text: string, allowPrivate: boolean): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null) throw new Refused('bad-url', `"${text}" is not an absolute URL`);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new Refused('bad-url', `"${text}" has the scheme ${url.protocol.slice(0, -1)}, expected http or https`);
  url.hash = '';
  // An IP address in the URL never reaches the lookup, so it is judged here. The URL parser has already turned the
  // other spellings of an IPv4 address (hexadecimal, one number, fewer dots) into the usual one.
  const literal = url.hostname.replace(/^\[|\]$/g, '');
  if (!allowPrivate && isIP(literal) !== 0) refusePrivate(literal, literal);
  return url;
}

function refusePrivate(host: string, address: string): void {
  const why = whyNotPublic(address);
  if (why !== null)
    throw new Refused(
      'private-address',
      `${host === address ? host : `${host} is ${address}, which`} is not a public address (${why}); --allow-private fetches it all the same`,
    );
}

/** The connection's lookup: resolves every address, refuses the name when one of them is not public. */
const publicLookup: LookupFunction = (hostname, options, done) => {
  const all: LookupAllOptions = { ...options, all: true };
  dnsLookup(hostname, all, (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => {
    if (error !== null) return done(error, '');
    try {
      for (const one of addresses) refusePrivate(hostname, one.address);
    } catch (refusal) {
      return done(refusal as Error, '');
    }
    if (options.all) return done(null, addresses);
    const first = addresses[0];
    return first === undefined
      ? done(new Error(`${hostname} has no address`), '')
      : done(null, first.address, first.family);
  });
};

function redirectTarget(response: Dispatcher.ResponseData, from: URL): string | null {
  if (![301, 302, 303, 307, 308].includes(response.statusCode)) return null;
  const location = headerOf(response, 'location');
  if (location === undefined) return null;
  if (!URL.canParse(location, from.href))
    throw new Refused('bad-url', `${from.href} redirects to "${location}", which is no URL`);
  const target = new URL(location, from);
  target.hash = '';
  return target.href;
}

async function pageFrom(
  response: Dispatcher.ResponseData,
  url: URL,
  redirects: readonly string[],
  maxBytes: number,
): Promise<Fetched> {
  const refuse = (reason: FetchReason, detail: string): never => {
    response.body.on('error', ignore).destroy();
    throw new Refused(reason, detail);
  };
  if (response.statusCode < 200 || response.statusCode > 299)
    refuse('http-status', `the server answered ${response.statusCode}, expected 200`);
  const [type = '', ...parameters] = (headerOf(response, 'content-type') ?? '').split(';');
  const contentType = type.trim().toLowerCase() || null;
  if (contentType !== null && !PAGE_TYPES.has(contentType))
    refuse('wrong-content-type', `the server sent ${contentType}, expected a page (${[...PAGE_TYPES].join(', ')})`);
  const announced = Number(headerOf(response, 'content-length') ?? 0);
  if (announced > maxBytes) refuse('too-large', `the body has ${announced} bytes, more than the ${maxBytes} allowed`);
  const bytes = await readBody(response.body, headerOf(response, 'content-encoding'), maxBytes);
  if (contentType === null && looksBinary(bytes))
    throw new Refused('wrong-content-type', 'the server named no content type and the body is not text');
  const charset = parameters.map((one) => /^\s*charset\s*=\s*"?([^"\s]+)"?\s*$/i.exec(one)?.[1]).find(Boolean) ?? null;
  return { ok: true, url: url.href, bytes, charset, contentType, redirects };
}

/** A zero byte early on: no encoding of text but UTF-16 has one, and UTF-16 comes with its mark. */
function looksBinary(bytes: Uint8Array): boolean {
  const marked = (bytes[0] === 0xfe && bytes[1] === 0xff) || (bytes[0] === 0xff && bytes[1] === 0xfe);
  return !marked && bytes.subarray(0, 1024).includes(0);
}

function headerOf(response: Dispatcher.ResponseData, name: string): string | undefined {
  const value = response.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** A body that is thrown away may still report that it was cut; nobody asks. */
function ignore(): void {}

/** Turns whatever the client threw into a reason, looking through the causes it is wrapped in. */
function explained(error: unknown, maxMilliseconds: number): { reason: FetchReason; detail: string } {
  for (let one: unknown = error; one instanceof Error; one = causeOf(one)) {
    if (one instanceof Refused) return { reason: one.reason, detail: one.message };
    if (one instanceof BodyTooLarge) return { reason: 'too-large', detail: one.message };
    if (one instanceof BadCoding) return { reason: 'bad-coding', detail: one.message };
    const code = 'code' in one ? String(one.code) : '';
    if (one.name === 'TimeoutError' || (code.startsWith('UND_ERR_') && code.endsWith('_TIMEOUT')))
      return { reason: 'timeout', detail: `the page was not there within ${maxMilliseconds} ms` };
    if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return { reason: 'not-resolved', detail: one.message };
  }
  const message = error instanceof Error ? error.message || String(causeOf(error) ?? error.name) : String(error);
  return { reason: 'not-connected', detail: message };
}

function causeOf(error: Error): unknown {
  return error instanceof AggregateError ? error.errors[0] : error.cause;
}
