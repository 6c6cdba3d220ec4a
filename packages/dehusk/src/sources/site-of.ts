import { isIP } from 'node:net';
import { hostParts } from '@dehusk/core/internal';

/** The site of an address: its registrable domain; for IP addresses and names without a suffix, host and port. */
export function siteOf(url: URL): string {
  const bare = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(bare) !== 0 || !url.hostname.includes('.')) return url.host.replace(/[[\]]/g, '');
  return hostParts(url.hostname).domain || url.host;
}
