import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashToHex, scramble } from '@dehusk/html';
import fc from 'fast-check';
import { bitCount, contentDigest, hammingDistance, simhash } from './simhash.js';
import { SimHashIndex } from './simhash-index.js';
import { appendTokens, hashNgrams, ngramHashes, tokenHashes } from './tokens.js';

/** Made-up words of seven letters, the same for the same seed. */
const words = (seed: number, count: number): string[] =>
  Array.from({ length: count }, (_, at) => {
    const bits = scramble(seed * 100_003 + at);
    return Array.from({ length: 7 }, (_, letter) => String.fromCharCode(97 + ((bits >>> (4 * letter)) & 15))).join('');
  });

test('the digest sees words and their order, not how they are set', () => {
  const same = (a: string, b: string) => assert.deepEqual(contentDigest(a), contentDigest(b));
  const other = (a: string, b: string) => assert.notDeepEqual(contentDigest(a), contentDigest(b));
  same('Hello, world.', 'hello   WORLD');
  other('hello world', 'world hello');
  other('hello world', 'helloworld');
  other('', 'a');
  same('', ' … ');
});

test('invariant: the fingerprint is the majority of the shingles, bit by bit', () => {
  fc.assert(
    fc.property(fc.nat(), fc.integer({ min: 8, max: 900 }), (seed, count) => {
      const text = words(seed, count).join(' ');
      const tokens = tokenHashes();
      appendTokens(tokens, text);
      const shingles = ngramHashes();
      hashNgrams(shingles, tokens, 3);
      const majority = (half: Uint32Array, bit: number): boolean => {
        let set = 0;
        for (let at = 2; at < tokens.length; at++) set += (half[at] >>> bit) & 1;
        return set > (tokens.length - 2) / 2;
      };
      const { high, low } = simhash(text);
      for (let bit = 0; bit < 32; bit++) {
        assert.equal(((high >>> bit) & 1) === 1, majority(shingles.high, bit));
        assert.equal(((low >>> bit) & 1) === 1, majority(shingles.low, bit));
      }
    }),
    { numRuns: 30 },
  );
});

test('a thousand times the same word: the fingerprint is its one shingle, no counter overflows', () => {
  const tokens = tokenHashes();
  appendTokens(tokens, 'word word word');
  const shingles = ngramHashes();
  hashNgrams(shingles, tokens, 3);
  assert.deepEqual(simhash('word '.repeat(1000)), { high: shingles.high[2], low: shingles.low[2] });
});

test('a long text with a changed word is near; a different text is about 32 bits away', () => {
  let near = 0;
  let far = 0;
  for (let seed = 0; seed < 200; seed++) {
    const text = words(seed, 2000);
    const changed = text.with(1000, 'changed');
    near += hammingDistance(simhash(text.join(' ')), simhash(changed.join(' '))) <= 3 ? 1 : 0;
    far += hammingDistance(simhash(text.join(' ')), simhash(words(seed + 1000, 2000).join(' ')));
  }
  assert.ok(near >= 190, `${near} of 200 within 3 bits`);
  assert.ok(Math.abs(far / 200 - 32) < 1.5, `mean distance of strangers ${far / 200}`);
});

test('a short text is near nothing but itself', () => {
  assert.deepEqual(simhash('One two three four.'), contentDigest('one two three four'));
  assert.ok(hammingDistance(simhash('one two three four'), simhash('one two three five')) > 10);
});

test('bits are counted', () => {
  for (const [word, bits] of [
    [0, 0],
    [1, 1],
    [-1, 32],
    [0x80000000, 1],
    [0xf0f0f0f0, 16],
  ])
    assert.equal(bitCount(word), bits);
});

/** Fingerprints in clusters: a few centres, each with some bits turned, so that neighbours exist at every distance. */
const clustered = fc.array(
  fc.tuple(fc.nat(5), fc.array(fc.nat(63), { maxLength: 5 })).map(([centre, bits]) => {
    let high = scramble(centre + 1);
    let low = scramble(centre + 77);
    for (const bit of bits) {
      if (bit < 32) low ^= 1 << bit;
      else high ^= 1 << (bit - 32);
    }
    return { high: high >>> 0, low: low >>> 0 };
  }),
  { minLength: 1, maxLength: 120 },
);

test('invariant: the index answers as a scan of everything does, through adding, removing and saving', () => {
  fc.assert(
    fc.property(
      clustered,
      fc.array(fc.nat(119), { maxLength: 60 }),
      clustered,
      fc.integer({ min: 0, max: 3 }),
      (first, removed, later, distance) => {
        let index = new SimHashIndex();
        const truth = new Map<number, { high: number; low: number }>();
        for (const one of first) truth.set(index.add(one.high, one.low), one);
        for (const number of removed) assert.equal(index.remove(number), truth.delete(number));
        index = SimHashIndex.decode(Buffer.concat([Buffer.alloc(3), index.encode()]).subarray(3));
        for (const one of later) {
          const number = index.add(one.high, one.low);
          assert.ok(!truth.has(number), 'a number is given to one fingerprint at a time');
          truth.set(number, one);
        }
        assert.equal(index.size, truth.size);
        for (const [number, one] of truth) assert.deepEqual(index.at(number), one);
        for (const query of [...first.slice(0, 10), ...later.slice(0, 10)]) {
          const scan = [...truth].map(([number, one]) => [number, hammingDistance(one, query)] as const);
          const within = scan.filter(([, apart]) => apart <= distance).sort((a, b) => a[0] - b[0]);
          const [nearest] = within.toSorted((a, b) => a[1] - b[1] || a[0] - b[0])[0] ?? [-1];
          assert.equal(index.nearest(query.high, query.low, distance), nearest);
        }
      },
    ),
    { numRuns: 100 },
  );
});

test('drawers longer than a chunk lose nothing, also while they shrink', () => {
  const index = new SimHashIndex();
  for (let number = 0; number < 500; number++)
    index.add(0xabcd0000 | (scramble(number) & 0xffff), scramble(number + 5000));
  for (let number = 0; number < 500; number += 2) assert.ok(index.remove(number));
  for (let number = 0; number < 500; number++) {
    const found = index.nearest(0xabcd0000 | (scramble(number) & 0xffff), scramble(number + 5000), 0);
    assert.equal(found, number % 2 === 0 ? -1 : number);
  }
  for (let number = 1; number < 500; number += 2) assert.ok(index.remove(number));
  assert.equal(index.size, 0);
  assert.equal(index.remove(3), false);
  assert.equal(index.nearest(0xabcd0000, 0), -1);
});

test('a distance four bands cannot promise, and foreign bytes, are refused', () => {
  const index = new SimHashIndex();
  assert.throws(() => index.nearest(1, 2, 4), /distance got 4, expected 0 to 3 bits/);
  assert.throws(() => SimHashIndex.decode(new Uint8Array(30)), /not a SimHash index: magic got/);
});

test('a digest prints as 16 hexadecimal digits', () => {
  const { high, low } = contentDigest('some words');
  assert.match(hashToHex(high, low), /^[0-9a-f]{16}$/);
  assert.equal(hashToHex(1, 0xffffffff), '00000001ffffffff');
});
