/**
 * Which IP addresses a page may be fetched from.
 *
 * A tool that fetches any URL it is given can be sent to the machine's own services, to the network it stands in, or to a
 * cloud's metadata address. Refused is whatever the IANA special-purpose address registries do not call globally
 * reachable, plus multicast. For IPv6 the rule is turned round: only global unicast (2000::/3) is reachable at all, minus
 * the blocks inside it that carry or translate to other addresses. IPv4-mapped IPv6 is judged by its IPv4 address.
 */
import { BlockList, isIP } from 'node:net';

/** IPv4 blocks that are not public, with the reason each is in the registry. */
const NOT_PUBLIC_IPV4: readonly (readonly [block: string, bits: number, what: string])[] = [
  ['0.0.0.0', 8, 'this network'],
  ['10.0.0.0', 8, 'private use'],
  ['100.64.0.0', 10, 'shared address space'],
  ['127.0.0.0', 8, 'loopback'],
  ['169.254.0.0', 16, 'link local'],
  ['172.16.0.0', 12, 'private use'],
  ['192.0.0.0', 24, 'protocol assignments'],
  ['192.0.2.0', 24, 'documentation'],
  ['192.88.99.0', 24, '6to4 relay'],
  ['192.168.0.0', 16, 'private use'],
  ['198.18.0.0', 15, 'benchmarking'],
  ['198.51.100.0', 24, 'documentation'],
  ['203.0.113.0', 24, 'documentation'],
  ['224.0.0.0', 4, 'multicast'],
  ['240.0.0.0', 4, 'reserved'],
];

/** Blocks inside 2000::/3 that are not public. */
const NOT_PUBLIC_IPV6: readonly (readonly [block: string, bits: number, what: string])[] = [
  ['2001::', 23, 'protocol assignments, Teredo'],
  ['2001:db8::', 32, 'documentation'],
  ['2002::', 16, '6to4'],
  ['3fff::', 20, 'documentation'],
];

const blocked = NOT_PUBLIC_IPV4.map(([block, bits, what]) => {
  const list = new BlockList();
  list.addSubnet(block, bits, 'ipv4');
  return { list, what };
});
const blockedInside = NOT_PUBLIC_IPV6.map(([block, bits, what]) => {
  const list = new BlockList();
  list.addSubnet(block, bits, 'ipv6');
  return { list, what };
});
const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');
const mapped = new BlockList();
mapped.addSubnet('::ffff:0:0', 96, 'ipv6');

/**
 * What an address is when it is not public ("loopback", "private use", …), or null when it may be fetched from.
 * Anything that is not an IP address is "not an IP address": what cannot be judged is refused.
 */
export function whyNotPublic(address: string): string | null {
  const bare = address.split('%')[0];
  const family = isIP(bare);
  if (family === 0) return 'not an IP address';
  if (family === 4) return blocked.find(({ list }) => list.check(bare, 'ipv4'))?.what ?? null;
  if (mapped.check(bare, 'ipv6')) return blocked.find(({ list }) => list.check(bare, 'ipv6'))?.what ?? null;
  if (!globalUnicast.check(bare, 'ipv6'))
    return bare === '::1' ? 'loopback' : 'outside the global unicast block 2000::/3';
  return blockedInside.find(({ list }) => list.check(bare, 'ipv6'))?.what ?? null;
}
