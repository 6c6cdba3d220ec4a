/** The checks an address passes before it is asked, and again after every redirect. */
import { lookup as dnsLookup, type LookupAddress, type LookupAllOptions } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Refused } from './fetch-failure.js';
import { whyNotPublic } from './public-address.js';

/**
 * An absolute http(s) address without its fragment.
 *
 * @throws Refused when it is none, or names a private IP address and those are not allowed
 */
export function checkedUrl(text: string, allowPrivate: boolean): URL {
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

/** @throws Refused when an address is not public */
export function refusePrivate(host: string, address: string): void {
  const why = whyNotPublic(address);
  if (why !== null)
    throw new Refused(
      'private-address',
      `${host === address ? host : `${host} is ${address}, which`} is not a public address (${why}); --allow-private fetches it all the same`,
    );
}

/** Resolves a name to every address it has. */
export type Resolve = (
  name: string,
  options: LookupAllOptions,
  done: (error: Error | null, addresses: LookupAddress[]) => void,
) => void;

/** The operating system's resolver. */
export const systemResolve: Resolve = (name, options, done) => dnsLookup(name, { ...options, all: true }, done);

/**
 * A connection's lookup. What is checked is what is connected to; a name with one private address among public ones is
 * refused whole.
 */
export function lookupThrough(resolve: Resolve, allowPrivate: boolean): LookupFunction {
  return (name, options, done) =>
    resolve(name, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return done(error, '');
      try {
        if (!allowPrivate) for (const one of addresses) refusePrivate(name, one.address);
      } catch (refusal) {
        return done(refusal as Error, '');
      }
      if (options.all) return done(null, addresses);
      const first = addresses[0];
      return first === undefined
        ? done(new Error(`${name} has no address`), '')
        : done(null, first.address, first.family);
    });
}
