import assert from 'node:assert/strict';
import { test } from 'node:test';
import { whyNotPublic } from './public-address.js';

const CASES: readonly (readonly [address: string, why: string | null])[] = [
  ['8.8.8.8', null],
  ['1.1.1.1', null],
  ['172.15.255.255', null],
  ['172.32.0.0', null],
  ['100.63.255.255', null],
  ['100.128.0.0', null],
  ['223.255.255.255', null],
  ['2606:4700:4700::1111', null],
  ['2a00:1450:4001:80b::200e', null],
  ['::ffff:8.8.8.8', null],
  ['0.0.0.0', 'this network'],
  ['10.255.0.1', 'private use'],
  ['100.64.0.1', 'shared address space'],
  ['100.127.255.255', 'shared address space'],
  ['127.0.0.1', 'loopback'],
  ['127.255.255.254', 'loopback'],
  ['169.254.169.254', 'link local'],
  ['172.16.0.1', 'private use'],
  ['172.31.255.255', 'private use'],
  ['192.168.1.1', 'private use'],
  ['198.19.0.1', 'benchmarking'],
  ['224.0.0.1', 'multicast'],
  ['255.255.255.255', 'reserved'],
  ['::1', 'loopback'],
  ['::', 'outside the global unicast block 2000::/3'],
  ['::ffff:127.0.0.1', 'loopback'],
  ['::ffff:a9fe:a9fe', 'link local'],
  ['::ffff:c0a8:0101', 'private use'],
  ['fe80::1%eth0', 'outside the global unicast block 2000::/3'],
  ['fc00::1', 'outside the global unicast block 2000::/3'],
  ['fdff::1', 'outside the global unicast block 2000::/3'],
  ['ff02::1', 'outside the global unicast block 2000::/3'],
  ['64:ff9b::7f00:1', 'outside the global unicast block 2000::/3'],
  ['2002:7f00:1::', '6to4'],
  ['2001::1', 'protocol assignments, Teredo'],
  ['2001:db8::1', 'documentation'],
  ['localhost', 'not an IP address'],
  ['', 'not an IP address'],
];

for (const [address, why] of CASES)
  test(`${address || '(empty)'} is ${why ?? 'public'}`, () => assert.equal(whyNotPublic(address), why));
