/** Names to addresses: fixed names from the settings, a cache, and the check of every address before it is connected to. */
import { lookup as dnsLookup, type LookupAddress, type LookupAllOptions } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';
import { type HostTable, hostLookup } from '../host-table.js';
import { withoutPassword } from '../without-password.js';
import { Refused } from './failures.js';

/** Resolves a name to all its addresses. */
export type Resolve = (
  name: string,
  options: LookupAllOptions,
  done: (error: Error | null, addresses: LookupAddress[]) => void,
) => void;

/** IP addresses by name, as in a hosts file, for staging machines and tests. */
export type GivenHosts = HostTable<string>;

const systemResolve: Resolve = (name, options, done) => dnsLookup(name, { ...options, all: true }, done);

/**
 * The lookup of a connection. It checks the address that is connected to, so a name cannot resolve to a public address
 * for the check and to a private one for the connection. One private address among public ones refuses the name.
 */
export function lookupThrough(resolve: Resolve, allowPrivate: boolean): LookupFunction {
  return (name, options, done) =>
    resolve(name, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses;
      try {
        if (error !== null) throw error;
        if (!allowPrivate) for (const { address } of addresses) requirePublic(name, address);
        if (first === undefined) throw new Error(`${name} has no address`);
      } catch (refusal) {
        return done(refusal as Error, '');
      }
      if (options.all) done(null, addresses);
      else done(null, first.address, first.family);
    });
}

/** A resolver that knows the given names and asks another one for the rest. */
export function resolveGiven(hosts: GivenHosts, rest: Resolve = systemResolve): Resolve {
  if (Object.keys(hosts).length === 0) return rest;
  const given = hostLookup(hosts);
  return (name, options, done) => {
    const address = given(name);
    if (address === undefined) return rest(name, options, done);
    const family = isIP(address);
    const error = family === 0 ? new Error(`hosts: ${name} got "${address}", expected an IP address`) : null;
    // Asynchronous: a connection does not expect its lookup to answer before it returns.
    process.nextTick(done, error, error === null ? [{ address, family }] : []);
  };
}

const MAX_NAMES = 10_000;
/** How long a failed lookup is cached, in milliseconds. */
const FAILURE_AGE = 30_000;

interface Resolved {
  readonly error: Error | null;
  readonly addresses: LookupAddress[];
}

/**
 * A resolver with a cache, because the system's resolver blocks one of Node's few I/O threads for each lookup.
 * Concurrent lookups of a name share one.
 *
 * @param age how long addresses are cached, in milliseconds; the system does not reveal the records' own TTL
 */
export function cachedResolve(resolve: Resolve, age: number): Resolve {
  const known = new LRUCache<string, Resolved>({ max: MAX_NAMES });
  const pending = new Map<string, ((found: Resolved) => void)[]>();
  return (name, options, done) => {
    const key = `${options.family ?? 0} ${name}`;
    const answer = ({ error, addresses }: Resolved): void => done(error, [...addresses]);
    const found = known.get(key);
    if (found !== undefined) return void process.nextTick(answer, found);
    const waiting = pending.get(key);
    if (waiting !== undefined) return void waiting.push(answer);
    const callers = [answer];
    pending.set(key, callers);
    resolve(name, options, (error, addresses) => {
      pending.delete(key);
      const found: Resolved = { error, addresses: error === null ? addresses : [] };
      const ttl = error === null ? age : FAILURE_AGE;
      // The cache reads a TTL of 0 as "for ever".
      if (ttl > 0) known.set(key, found, { ttl });
      for (const caller of callers) caller(found);
    });
  };
}

/**
 * Checks a name for a proxy, which resolves it itself: the address that it connects to cannot be seen. A name that only the proxy
 * can resolve passes.
 *
 * @throws Refused for a name that resolves to a private address here
 */
export async function requirePublicName(resolve: Resolve, host: string): Promise<void> {
  if (isIP(host.replace(/^\[|\]$/g, '')) !== 0) return;
  const addresses = await new Promise<readonly { readonly address: string }[]>((done) =>
    resolve(host, { all: true }, (error, found) => done(error === null ? found : [])),
  );
  for (const { address } of addresses) requirePublic(host, address);
}

// Which addresses may be fetched.
//
// A tool that fetches any URL it is given can be sent to services on its own machine, to its local network, or to a
// cloud's metadata address. It refuses every range that the IANA special-purpose registries list, plus multicast; in
// IPv6 it accepts only global unicast (2000::/3). IPv4-mapped IPv6 is judged by its IPv4 address.

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
