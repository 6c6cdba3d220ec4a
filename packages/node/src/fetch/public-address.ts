/**
 * Which addresses may be fetched.
 *
 * A tool that fetches any URL it is given can be sent to services on its own machine, to its local network, or to a
 * cloud's metadata address. It refuses every range that the IANA special-purpose registries list, plus multicast; in
 * IPv6 it accepts only global unicast (2000::/3). IPv4-mapped IPv6 is judged by its IPv4 address.
 */
import ipaddr from 'ipaddr.js';
import { withoutPassword } from '../without-password.js';
import { Refused } from './failures.js';

const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * The special range of an IP address in any spelling ("loopback", "link local" …), or null when the address is public.
 * Anything that is not an IP address is "not an IP address": what cannot be judged is refused.
 */
export function specialRange(address: string): string | null {
  if (!ipaddr.isValid(address)) return 'not an IP address';
  // The library reads these deprecated addresses as IPv4-mapped.
  if (/^::\d+\./.test(address)) return 'IPv4-compatible';
  const parsed = ipaddr.process(address);
  const range = parsed.range();
  if (range !== 'unicast') return range.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return parsed instanceof ipaddr.IPv6 && !parsed.match(GLOBAL_UNICAST) ? 'outside 2000::/3' : null;
}

/** @throws Refused when an address is not public */
export function requirePublic(host: string, address: string): void {
  const range = specialRange(address);
  if (range === null) return;
  const subject = host === address ? host : `${host} is ${address}, which`;
  throw new Refused(
    'private-address',
    `${subject} is not a public address (${range}); --allow-private fetches it anyway`,
  );
}

/** Longest address fetched, in characters. RFC 9110, 4.1: servers should accept at least 8,000. */
const MAX_ADDRESS = 8_000;

/**
 * Parses an absolute http(s) URL and drops its fragment, user name and password. Applied to the first address and to every redirect.
 *
 * @throws Refused when it is invalid or longer than 8,000 characters, or a private IP address that is not allowed
 */
export function checkedUrl(text: string, allowPrivate: boolean): URL {
  const address = withoutPassword(text);
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null) throw new Refused('bad-url', `"${address}" is not an absolute URL`);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new Refused(
      'bad-url',
      `"${address}" has the scheme ${url.protocol.slice(0, -1)}, expected http or https; download it first`,
    );
  url.hash = '';
  if (url.href.length > MAX_ADDRESS)
    throw new Refused(
      'bad-url',
      `"${url.href.slice(0, 60)}…" has ${url.href.length} characters, expected at most ${MAX_ADDRESS}`,
    );
  // An IP address in the URL is never looked up, so it is checked here; names are checked when they are resolved.
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (!allowPrivate && ipaddr.isValid(host)) requirePublic(host, host);
  return url;
}
