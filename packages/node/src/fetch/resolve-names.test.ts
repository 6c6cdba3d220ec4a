import assert from 'node:assert/strict';
import type { LookupAddress } from 'node:dns';
import { test } from 'node:test';
import { cachedResolve, lookupThrough, type Resolve, resolveGiven } from './resolve-names.js';

const PUBLIC = { address: '93.184.215.14', family: 4 };

/** A resolver that counts its lookups and knows one name. */
function counting(): { resolve: Resolve; lookups: number } {
  const self = {
    lookups: 0,
    resolve: ((name, _, done) => {
      self.lookups++;
      const found: Record<string, LookupAddress[]> = {
        'a.example': [PUBLIC],
        mixed: [PUBLIC, { address: '10.0.0.1', family: 4 }],
      };
      const error = name in found ? null : Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
      setImmediate(done, error, found[name] ?? []);
    }) as Resolve,
  };
  return self;
}
const ask = (resolve: Resolve, name: string) =>
  new Promise<LookupAddress[] | string>((done) =>
    resolve(name, { all: true }, (error, all) => done(error?.message ?? all)),
  );

test('a name is resolved once for all that wait, and again when it is old', async () => {
  const system = counting();
  const cached = cachedResolve(system.resolve, 600_000);
  const names = ['a.example', 'a.example', 'a.example'];
  assert.deepEqual(await Promise.all(names.map((name) => ask(cached, name))), [[PUBLIC], [PUBLIC], [PUBLIC]]);
  await ask(cached, 'a.example');
  assert.equal(system.lookups, 1);
  const uncached = cachedResolve(system.resolve, 0);
  await ask(uncached, 'a.example');
  await ask(uncached, 'a.example');
  assert.equal(system.lookups, 3);
});

test('failures are cached; a name with one private address is refused, from the cache as well', async () => {
  const system = counting();
  const lookup = lookupThrough(cachedResolve(system.resolve, 600_000), false);
  const failure = (name: string) =>
    new Promise<string>((done) => lookup(name, { all: true }, (error) => done(String(error?.message))));
  for (let time = 0; time < 2; time++) {
    assert.match(await failure('mixed'), /mixed is 10\.0\.0\.1.*\(private\)/);
    assert.equal(await failure('missing'), 'no such name');
  }
  assert.equal(system.lookups, 2);
});

const GIVEN: readonly (readonly [name: string, hosts: Record<string, string>, expected: LookupAddress[] | string])[] = [
  ['b.example', { 'b.example': '127.0.0.1' }, [{ address: '127.0.0.1', family: 4 }]],
  ['B.Example', { 'b.example': '::1' }, [{ address: '::1', family: 6 }]],
  ['deep.below.example', { '*.example': '127.0.0.1' }, [{ address: '127.0.0.1', family: 4 }]],
  ['b.example', { '*.example': '203.0.113.9', 'b.example': '127.0.0.1' }, [{ address: '127.0.0.1', family: 4 }]],
  ['b.example', { 'b.example': 'elsewhere' }, 'hosts: b.example got "elsewhere", expected an IP address'],
  ['a.example', { 'b.example': '127.0.0.1' }, [PUBLIC]],
  ['example', { '*.example': '127.0.0.1' }, 'no such name'],
];
for (const [name, hosts, expected] of GIVEN)
  test(`${name} with hosts ${JSON.stringify(hosts)}`, async () => {
    assert.deepEqual(await ask(resolveGiven(hosts, counting().resolve), name), expected);
  });
