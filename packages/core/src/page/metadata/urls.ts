/** Addresses: made absolute against the page's address and its `<base>`, and what the page's own address tells. */
import type { Page } from '../page.js';

/** The address relative links are resolved against, or null when neither the caller nor the page gives an absolute one. */
export function baseUrl(page: Page): string | null {
  const tag = page.nameIndex('base');
  const node = tag < 0 ? -1 : page.tag.indexOf(tag);
  const href = node < 0 ? null : page.attribute(node, 'href');
  return (
    (href === null ? null : absoluteUrl(href, page.url)) ?? (page.url === null ? null : absoluteUrl(page.url, null))
  );
}

/** The absolute http(s) address, or null. */
export function absoluteUrl(reference: string, base: string | null): string | null {
  const text = reference.trim();
  if (text === '' || text.length > 4_000) return null;
  try {
    const url = base === null ? new URL(text) : new URL(text, base);
    return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : null;
  } catch {
    return null;
  }
}

/** The host of an address, or null. */
export function hostOf(url: string | null): string | null {
  if (url === null) return null;
  const absolute = absoluteUrl(url, null);
  return absolute === null ? null : new URL(absolute).hostname;
}
