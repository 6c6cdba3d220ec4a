import assert from 'node:assert/strict';
import type { LookupAddress } from 'node:dns';
import { test } from 'node:test';
import { lookupThrough, type Resolve } from './checked-url.js';
import { cachedResolve } from './name-cache.js';

const PUBLIC = { address: '93.184.215.14', family: 4 };

test('a name is resolved once, however many wait, and again when it is old', async () => {
  let asked = 0;
  const resolve = cachedResolve(
    (_, __, done) => {
      asked++;
      setImmediate(() => done(null, [PUBLIC]));
    },
    { age: 30 },
  );
  const ask = () => new Promise<LookupAddress[]>((done) => resolve('a.example', { all: true }, (_, all) => done(all)));
  assert.deepEqual(await Promise.all([ask(), ask(), ask()]), [[PUBLIC], [PUBLIC], [PUBLIC]]);
  await ask();
  assert.equal(asked, 1);
  await new Promise((done) => setTimeout(done, 40));
  await ask();
  assert.equal(asked, 2);
});

test('failures are kept too, and a name with one private address is refused whole, from the cache as well', async () => {
  const answers: Record<string, LookupAddress[]> = { mixed: [PUBLIC, { address: '10.0.0.1', family: 4 }] };
  let asked = 0;
  const system: Resolve = (name, _, done) => {
    asked++;
    const found = answers[name];
    done(found === undefined ? Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }) : null, found ?? []);
  };
  const lookup = lookupThrough(cachedResolve(system), false);
  const ask = (name: string) =>
    new Promise<string>((done) => lookup(name, { all: true }, (error) => done(String(error?.message))));
  for (let time = 0; time < 2; time++) {
    assert.match(await ask('mixed'), /mixed is 10\.0\.0\.1.*private use/);
    assert.equal(await ask('missing'), 'no such name');
  }
  assert.equal(asked, 2);
});
