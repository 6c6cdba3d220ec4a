/**
 * Addresses of links and images: made absolute, and refused unless they are safe to follow.
 */
import type { Page } from '../page/page.js';

/** Schemes a link may have. Everything else (`javascript:`, `data:`, `vbscript:`, `file:`, `blob:` …) loses its target, never its text. */
const LINK_SCHEMES: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:', 'tel:']);
/** Schemes an image may be loaded from. */
const IMAGE_SCHEMES: ReadonlySet<string> = new Set(['http:', 'https:']);
/** Stands in for an unknown page address while a relative reference is checked; `.invalid` is reserved by RFC 2606. */
const UNKNOWN_BASE = 'http://unknown.invalid/';
/** Longest address kept, in UTF-16 code units: the longest that mainstream browsers and servers accept is of this order. */
const LONGEST_ADDRESS = 8_192;

/** What relative references of a page are resolved against: its `<base href>` against its own address; null when neither is absolute. */
export function baseOf(page: Page): string | null {
  const own = page.url !== null && URL.canParse(page.url) ? new URL(page.url).href : null;
  const name = page.nameIndex('base');
  if (name < 0) return own;
  for (let node = 0; node < page.size; node++) {
    if (page.tag[node] !== name) continue;
    const href = page.attribute(node, 'href');
    if (href === null) continue;
    const declared = URL.canParse(href, own ?? undefined) ? new URL(href, own ?? undefined) : null;
    return declared !== null && IMAGE_SCHEMES.has(declared.protocol) ? declared.href : own;
  }
  return own;
}

/** The absolute address of a link, or null when it has none that is safe. Stays relative when no base is known. */
export function linkAddress(reference: string, base: string | null): string | null {
  return address(reference, base, LINK_SCHEMES);
}

/** The absolute address of an image, or null when it has none that is safe. Stays relative when no base is known. */
export function imageAddress(reference: string, base: string | null): string | null {
  return address(reference, base, IMAGE_SCHEMES);
}

function address(reference: string, base: string | null, schemes: ReadonlySet<string>): string | null {
  const trimmed = reference.trim();
  if (trimmed === '' || trimmed.length > LONGEST_ADDRESS) return null;
  const against = base ?? UNKNOWN_BASE;
  if (!URL.canParse(trimmed, against)) return null;
  const url = new URL(trimmed, against);
  if (!schemes.has(url.protocol)) return null;
  // With a base unknown, the standard's parser still says what the reference is; a relative one is kept as written,
  // with the characters that no address may have percent-encoded.
  if (base === null && !URL.canParse(trimmed)) return trimmed.replace(/[\s\x00-\x1f"<>\\^`{|}]/g, encodeURIComponent);
  return url.href;
}
