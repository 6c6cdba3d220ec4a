/** Names whose addresses are given in the settings, as in a hosts file: for staging machines and tests. */
import { isIP } from 'node:net';
import { type Resolve, systemResolve } from './checked-url.js';

/** IP addresses by name; a name `*.example.org` stands for every name below it. */
export type GivenHosts = Readonly<Record<string, string>>;

/** A resolver that knows the given names and asks another one for the rest. Given addresses pass the same checks. */
export function resolveGiven(hosts: GivenHosts, rest: Resolve = systemResolve): Resolve {
  const known = new Map(Object.entries(hosts).map(([name, address]) => [name.toLowerCase(), address]));
  if (known.size === 0) return rest;
  return (name, options, done) => {
    const address = addressOf(known, name.toLowerCase());
    if (address === undefined) return rest(name, options, done);
    const family = isIP(address);
    const error = family === 0 ? new Error(`hosts: ${name} got "${address}", expected an IP address`) : null;
    // A lookup that answers before it returns surprises the connection that asks.
    process.nextTick(done, error, error === null ? [{ address, family }] : []);
  };
}

function addressOf(known: ReadonlyMap<string, string>, name: string): string | undefined {
  for (let at = name.indexOf('.'); at >= 0; at = name.indexOf('.', at + 1)) {
    const address = known.get(name) ?? known.get(`*${name.slice(at)}`);
    if (address !== undefined) return address;
  }
  return known.get(name);
}
