// `GET /https://example.org/article` as Markdown: a whole service for Cloudflare Workers, Deno and Bun.
import { extract, formatNamed } from '@dehusk/core';
import ipaddr from 'ipaddr.js';

/** What a deployment may change. */
export const DEFAULTS = {
  /** Pages a client may ask for per minute; those from the cache count, too. */
  perMinute: 30,
  /** Seconds that answers may be kept, by the client and by caches on the way. */
  maxAge: 3600,
  maxBytes: 8_000_000,
  /** For the whole page, redirects included. */
  milliseconds: 15_000,
  userAgent: 'dehusk-edge/0.1',
};
const MAX_REDIRECTS = 5;
/** Clients that are counted at once: bounds memory. */
const MAX_CLIENTS = 10_000;
/** Formats by media type; the first is the default. */
const FORMATS = { 'text/markdown': 'markdown', 'application/json': 'json', 'text/html': 'html', 'text/plain': 'text' };
const READ = /^(?:text\/html|application\/xhtml\+xml|text\/plain)\b/i;
const LOCAL_NAME = /(?:^|\.)(?:localhost|local|internal|intranet|lan|home|corp|arpa|onion)\.?$/i;

class Problem extends Error {
  constructor(status, reason, detail, headers = {}) {
    super(detail);
    Object.assign(this, { status, reason, headers });
  }
}

/** The address to fetch. @throws Problem for one that is not public */
export function publicAddress(text) {
  // Proxies on the way join two slashes.
  const url = URL.parse(text.replace(/^(https?):\/(?!\/)/, '$1://'));
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new Problem(400, 'bad-address', `got "${text.slice(0, 100)}", expected /https://example.org/page`);
  if (url.username !== '' || url.password !== '')
    throw new Problem(400, 'bad-address', 'got an address with a password');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // `process` also unpacks IPv4 addresses in IPv6 ones.
  const isAddress = ipaddr.isValid(host);
  const isPublic = isAddress
    ? ipaddr.process(host).range() === 'unicast'
    : host.includes('.') && !LOCAL_NAME.test(host);
  if (!isPublic) throw new Problem(403, 'private-address', `${host} is not a public address`);
  url.hash = '';
  return url;
}

/** Fetches a page and follows its redirects, each to a public address: `{ bytes, type, url }`. */
async function fetched(from, { maxBytes, milliseconds, userAgent }) {
  const signal = AbortSignal.timeout(milliseconds);
  let url = from;
  for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
    const headers = { accept: 'text/html,application/xhtml+xml;q=.9,text/plain;q=.5', 'user-agent': userAgent };
    const response = await fetch(url, { redirect: 'manual', signal, headers });
    const location = response.headers.get('location');
    if (response.status >= 300 && response.status < 400 && location !== null) {
      await response.body?.cancel();
      url = publicAddress(URL.parse(location, url)?.href ?? location);
      continue;
    }
    const type = response.headers.get('content-type') ?? 'text/html';
    if (!response.ok) throw new Problem(502, 'origin', `${url} answered ${response.status}`);
    if (!READ.test(type)) throw new Problem(415, 'unsupported-media-type', `got ${type}, expected HTML`);
    const parts = [];
    let length = 0;
    for (const reader = response.body.getReader(); ; ) {
      const { value, done } = await reader.read();
      if (done) return { bytes: new Uint8Array(await new Blob(parts).arrayBuffer()), type, url: url.href };
      length += value.length;
      if (length > maxBytes) {
        await reader.cancel();
        throw new Problem(413, 'too-large', `the page has more than ${maxBytes} bytes`);
      }
      parts.push(value);
    }
  }
  throw new Problem(502, 'origin', `got more than ${MAX_REDIRECTS} redirects`);
}

/** The client's address: what the runtime says, never a header that clients can write, but on Workers, which set it. */
function clientOf(request, context) {
  if (context?.remoteAddr?.hostname) return context.remoteAddr.hostname; // Deno
  if (context?.requestIP) return context.requestIP(request)?.address ?? ''; // Bun
  return request.headers.get('cf-connecting-ip') ?? '';
}

/** Opens the service: `{ fetch(request, context) }`, which never rejects. */
export function openService(options = {}) {
  const settings = { ...DEFAULTS, ...options };
  let minute = 0;
  let counts = new Map();
  const count = (client) => {
    const now = Date.now();
    if (Math.floor(now / 60_000) !== minute || counts.size > MAX_CLIENTS) {
      minute = Math.floor(now / 60_000);
      counts = new Map();
    }
    counts.set(client, (counts.get(client) ?? 0) + 1);
    const wait = String(60 - (Math.floor(now / 1000) % 60));
    if (counts.get(client) > settings.perMinute)
      throw new Problem(429, 'too-many-requests', `at most ${settings.perMinute} a minute`, { 'retry-after': wait });
  };

  async function answer(request, context) {
    if (request.method !== 'GET') throw new Problem(405, 'method-not-allowed', 'expected GET', { allow: 'GET' });
    count(clientOf(request, context));
    const { pathname, search } = new URL(request.url);
    const address = publicAddress(pathname.slice(1) + search);
    const accept = request.headers.get('accept') ?? '';
    const [type, name] =
      Object.entries(FORMATS).find(([one]) => accept.split(/[,;\s]+/).includes(one)) ?? Object.entries(FORMATS)[0];
    const kept = globalThis.caches?.default;
    // Caches of Workers have one answer an address, whatever `Vary` says.
    const key = new Request(`https://cache.invalid/${name}/${encodeURIComponent(address.href)}`);
    const found = await kept?.match(key);
    const response = found ?? (await fresh(address, type, name));
    if (found === undefined) await kept?.put(key, response.clone());
    const tag = response.headers.get('etag');
    if (request.headers.get('if-none-match') !== tag) return response;
    return new Response(null, {
      status: 304,
      headers: { etag: tag, 'cache-control': response.headers.get('cache-control') },
    });
  }

  async function fresh(address, type, name) {
    const page = await fetched(address, settings);
    const charset = /charset=["']?([\w.:-]+)/i.exec(page.type)?.[1] ?? null;
    const result = extract(page.bytes, {
      url: page.url,
      httpCharset: charset,
      mediaType: page.type.split(';')[0].trim(),
    });
    if (!result.ok) throw new Problem(422, result.reason, result.detail);
    const body = formatNamed(name).print(result, {}, { id: page.url });
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(body)));
    return new Response(body, {
      headers: {
        'content-type': `${type}; charset=utf-8`,
        'cache-control': `public, max-age=${settings.maxAge}`,
        etag: `"${[...digest.subarray(0, 12)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}"`,
        vary: 'accept',
        // The text is another site's: it runs nothing here, and search engines should find the original.
        ...{ 'content-security-policy': "default-src 'none'; sandbox", 'x-content-type-options': 'nosniff' },
        ...{ link: `<${page.url.replace(/[<>]/g, encodeURIComponent)}>; rel="canonical"`, 'x-robots-tag': 'noindex' },
      },
    });
  }

  return {
    async fetch(request, context) {
      try {
        return await answer(request, context);
      } catch (error) {
        const isOurs = error instanceof Problem;
        const { status, reason, message, headers } = isOurs
          ? error
          : error.name === 'TimeoutError'
            ? { status: 504, reason: 'timeout', message: 'the page took too long' }
            : { status: 502, reason: 'origin', message: 'the page could not be fetched' };
        const body = JSON.stringify({ status, reason, detail: message });
        return new Response(body, {
          status,
          headers: { ...headers, 'content-type': 'application/problem+json', 'cache-control': 'no-store' },
        });
      }
    },
  };
}
