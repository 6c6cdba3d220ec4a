import { isIP } from 'node:net';
import { hostParts } from '@dehusk/core/extend';
import { webAddress } from '@dehusk/html';

/** Parses an http(s) address, relative to a base if there is one, and drops its fragment; null for other text. */
export function pageAddress(text: string, base: string | null = null): URL | null {
  const address = webAddress(text, base);
  if (address === null) return null;
  const url = new URL(address);
  url.hash = '';
  url.username = '';
  url.password = '';
  return url;
}

/** The site of an address: its registrable domain; for IP addresses and names without a suffix, host and port. */
export function siteOf(url: URL): string {
  const bare = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(bare) !== 0 || !url.hostname.includes('.')) return url.host.replace(/[[\]]/g, '');
  return hostParts(url.hostname).domain || url.host;
}

/** The name of a source with several addresses: the first, and how many more. */
export function inputName(kind: string, addresses: readonly string[]): string {
  return `${kind}:${addresses[0]}${addresses.length > 1 ? `+${addresses.length - 1}` : ''}`;
}
