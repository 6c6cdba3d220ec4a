/** Names to addresses: fixed names from the settings, a cache, and the check of every address before it is connected to. */
import { lookup as dnsLookup, type LookupAddress, type LookupAllOptions } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { LRUCache } from 'lru-cache';
import { type HostTable, hostLookup } from '../host-table.js';
import { requirePublic } from './public-address.js';

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
