/**
 * Addresses of a page: the base that relative ones are resolved against, and which schemes are safe to keep. Metadata, document,
 * renderers and crawlers share these rules.
 */
import type { Page } from './page.js';

/** Schemes that pages, images and other resources are fetched by. */
const WEB_SCHEMES: ReadonlySet<string> = new Set(['http:', 'https:']);
/** Schemes of links. A link with any other (`javascript:`, `data:`, `vbscript:`, `file:` …) loses its target, never its text. */
const LINK_SCHEMES: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:', 'tel:']);
/** Replaces an unknown base while a relative reference is checked; RFC 2606 reserves `.invalid`. */
const UNKNOWN_BASE = 'http://unknown.invalid/';
/** Maximum length of an address in UTF-16 code units: browsers and servers accept about as much. */
const MAX_ADDRESS_LENGTH = 8_192;
/** Maximum length of the address of a `<base>`, which every relative address of the page repeats. */
const MAX_BASE_LENGTH = 1_000;

/**
 * The address that relative references are resolved against (HTML standard, "document base URL"): the first `<base>` that has an
 * `href`, resolved against the page's own address; the page's own address when there is no such element or its address is not
 * http(s) or longer than {@link MAX_BASE_LENGTH}.
 *
 * @param url the page's own address
 * @returns an absolute address, or null when neither is absolute
 */
export function baseAddress(page: Page, url: string | null = page.url): string | null {
  const own = url === null ? null : (addressOf(url)?.href ?? null);
  const base = page.nameIndex('base');
  for (let node = base < 0 ? -1 : page.tag.indexOf(base); node >= 0; node = page.tag.indexOf(base, node + 1)) {
    const href = page.attribute(node, 'href');
    if (href === null) continue;
    const address = webAddress(href, own);
    return address === null || address.length > MAX_BASE_LENGTH ? own : address;
  }
  return own;
}

/** The absolute http(s) address of a reference; null when it has another scheme, is no address, or is relative without a base. */
export function webAddress(reference: string, base: string | null): string | null {
  const url = resolve(reference, base);
  return url !== null && WEB_SCHEMES.has(url.protocol) ? url.href : null;
}

/** The absolute address of a link, or null when it has none that is safe. Stays relative when the base is unknown. */
export function linkAddress(reference: string, base: string | null): string | null {
  return safeReference(reference, base, LINK_SCHEMES);
}

/** The absolute address of an image, or null when it has none that is safe. Stays relative when the base is unknown. */
export function imageAddress(reference: string, base: string | null): string | null {
  return safeReference(reference, base, WEB_SCHEMES);
}

/** An origin, and a path with query and fragment, that the URL parser does not change: common characters, no port, no `..`. */
const PLAIN_ORIGIN = String.raw`https?://(?:(?!xn--)[a-z\d-]+\.)+[a-z]{2,}(?=/)`;
const PLAIN_PATH = String.raw`(?!//)(?:/(?:[\w\-~!$&()*+,;=:@][\w\-.~!$&()*+,;=:@%]*)?)+(?:[?#][\w\-.~!$&()*+,;=:@/?%]*)?`;
const PLAIN_REFERENCE = new RegExp(`^(?:${PLAIN_ORIGIN})?${PLAIN_PATH}$`);
const PLAIN_BASE = new RegExp(`^${PLAIN_ORIGIN}`);

/** The address of most references without the URL parser, which takes ten times as long; null for the others. */
function plainAddress(reference: string, base: string | null): string | null {
  if (reference.length > MAX_ADDRESS_LENGTH || !PLAIN_REFERENCE.test(reference)) return null;
  if (base === null || !reference.startsWith('/')) return reference;
  const origin = PLAIN_BASE.exec(base);
  return origin === null ? null : origin[0] + reference;
}

function safeReference(reference: string, base: string | null, schemes: ReadonlySet<string>): string | null {
  const plain = plainAddress(reference, base);
  if (plain !== null) return plain;
  const url = resolve(reference, base ?? UNKNOWN_BASE);
  if (url === null || !schemes.has(url.protocol)) return null;
  const written = reference.trim();
  if (base !== null || addressOf(written) !== null) return url.href;
  // Kept as written, with the characters that no address may contain percent-encoded.
  return written.replace(/[\s\x00-\x1f"<>\\^`{|}]/g, encodeURIComponent);
}

function resolve(reference: string, base: string | null): URL | null {
  const written = reference.trim();
  return written === '' || written.length > MAX_ADDRESS_LENGTH ? null : addressOf(written, base ?? undefined);
}

/**
 * An address by the URL parser, or null for what is none. Node 20's `URL.canParse` rejects hosts with letters such as é once it is
 * compiled.
 */
export function addressOf(text: string, base?: string | URL): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}

/**
 * An address of a document as a renderer may print it, or null when its scheme is not one of a link's. `assemble` keeps no unsafe
 * address, but callers may make or change documents.
 */
export function safeAddress(url: string): string | null {
  // Browsers ignore tabs and line feeds anywhere in an address, and controls and spaces around it.
  const bare = url.replace(/[\x00-\x20\x7f-\x9f\u2028\u2029]/g, '');
  const scheme = /^[^/?#:]*:/.exec(bare)?.[0].toLowerCase();
  if (scheme !== undefined && !LINK_SCHEMES.has(scheme)) return null;
  const written = url.trim().replace(/[\s\x00-\x20\x7f<>"]/g, (character) => encodeURIComponent(character));
  return written === '' ? null : written;
}

/** The host of an http(s) address, or null. */
export function hostOf(url: string | null): string | null {
  const absolute = url === null ? null : webAddress(url, null);
  return absolute === null ? null : new URL(absolute).hostname;
}

/** A part of an address without percent-encoding; null for malformed escapes. */
export function percentDecoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
