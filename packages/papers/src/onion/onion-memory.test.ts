import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scramble } from '@dehusk/html';
import fc from 'fast-check';
import { createOnion, decodeOnion, encodeOnion, judge } from './onion.js';
import { BloomFilter, DocumentSet, ExactSet, memoryOf } from './onion-memory.js';

/** The layout of the filter: a block is a cache line, a key sets eight bits, at capacity a key has sixteen. */
const [BLOCK_BITS, BLOOM_PROBES, BITS_PER_KEY] = [512, 8, 16];

/**
 * The rate of false claims of a filter filled to its capacity: blocks receive a Poisson number of keys (mean
 * 512 / 16), and a block with i keys has each bit set with probability 1 − (1 − 1/512)^(8·i).
 */
function bloomErrorRate(): number {
  const mean = BLOCK_BITS / BITS_PER_KEY;
  let rate = 0;
  let probability = Math.exp(-mean);
  for (let keys = 0; keys < mean * 8 + 50; keys++) {
    rate += probability * (1 - (1 - 1 / BLOCK_BITS) ** (BLOOM_PROBES * keys)) ** BLOOM_PROBES;
    probability *= mean / (keys + 1);
  }
  return rate;
}

/** The two halves of a made-up fingerprint: different numbers, different fingerprints. */
const high = (number: number): number => scramble(number + 1);
const low = (number: number): number => scramble(number ^ 0x5bd1e995);

test('invariant: the exact set is a set', () => {
  const half = fc.constantFrom(0, 1, -1, 7, 1024, 0x80000000, 0xffffffff);
  fc.assert(
    fc.property(fc.array(fc.tuple(half, half), { maxLength: 40 }), half, half, (pairs, askHigh, askLow) => {
      const set = new ExactSet();
      const truth = new Set<string>();
      for (const [first, second] of pairs) {
        set.add(first, second);
        truth.add(`${first | 0}/${second | 0}`);
      }
      assert.equal(set.size, truth.size);
      assert.equal(set.has(askHigh, askLow), truth.has(`${askHigh | 0}/${askLow | 0}`));
      assert.equal(set.words().length, 2 * truth.size);
    }),
  );
});

test('the exact set grows and finds everything it was given, nothing else', () => {
  const set = new ExactSet();
  for (let number = 0; number < 100_000; number++) set.add(high(number), low(number));
  assert.equal(set.size, 100_000);
  for (let number = 0; number < 100_000; number++) assert.ok(set.has(high(number), low(number)));
  for (let number = 100_000; number < 200_000; number++) assert.ok(!set.has(high(number), low(number)));
});

test('the set of a document forgets at once, and keeps apart what differs in one half', () => {
  const set = new DocumentSet();
  set.begin(10);
  assert.deepEqual(
    [set.seen(5, 6), set.seen(5, 7), set.seen(5, 6), set.seen(0, 0), set.seen(0, 0)],
    [false, false, true, false, true],
  );
  set.begin(10);
  assert.equal(set.seen(5, 6), false);
});

test('the Bloom filter forgets nothing and errs at the rate it states', () => {
  const capacity = 200_000;
  const filter = new BloomFilter(capacity);
  for (let number = 0; number < capacity; number++) filter.add(high(number), low(number));
  for (let number = 0; number < capacity; number++) assert.ok(filter.has(high(number), low(number)));
  let errors = 0;
  const asked = 2_000_000;
  for (let number = capacity; number < capacity + asked; number++) if (filter.has(high(number), low(number))) errors++;
  const stated = bloomErrorRate();
  assert.ok(stated < 0.001, `stated rate is ${stated}`);
  assert.ok(errors / asked < stated * 1.15 && errors / asked > stated * 0.85, `${errors / asked} against ${stated}`);
});

test('a window remembers the last half of its capacity always, and nothing for longer than its capacity', () => {
  for (const memory of ['window', 'bloom'] as const) {
    const capacity = 20_000;
    const set = memoryOf(memory, capacity);
    let wrongly = 0;
    for (let number = 0; number < 100_000; number++) {
      set.add(high(number), low(number));
      assert.ok(set.size <= capacity);
      // Looked up in a copy's place: asking refreshes, so only what is then at the edge is asked for, once each.
      if (number % 9_973 === 0 && number >= 40_000)
        for (let ago = 1; ago <= 2_000; ago++) {
          const old = number - 2 * capacity + ago;
          if (set.has(high(old), low(old))) wrongly++;
        }
    }
    for (let ago = 0; ago < capacity / 2 - 1; ago++) assert.ok(set.has(high(99_999 - ago), low(99_999 - ago)));
    assert.ok(
      wrongly <= (memory === 'window' ? 0 : 2_000 * 7 * 2 * bloomErrorRate() * 2),
      `${wrongly} remembered wrongly`,
    );
  }
});

test('a text that comes back often enough is never forgotten', () => {
  const set = memoryOf('window', 1_000);
  set.add(high(0), low(0));
  for (let number = 1; number < 50_000; number++) {
    set.add(high(number), low(number));
    if (number % 400 === 0) assert.ok(set.has(high(0), low(0)), `forgotten at ${number}`);
  }
});

/** Paragraphs of a small vocabulary, the same for the same seed. */
const stream = (seed: number, documents: number): string[][] =>
  Array.from({ length: documents }, (_, document) =>
    Array.from({ length: 4 }, (_, paragraph) =>
      Array.from(
        { length: 12 },
        (_, word) => `w${scramble(seed + (document % 7) * 1000 + paragraph * 50 + word) % 40}`,
      ).join(' '),
    ),
  );

/** The same bytes as a Buffer inside a larger one, as files are read: `slice` on it would not copy. */
const inTheMiddle = (bytes: Uint8Array): Uint8Array =>
  Buffer.concat([Buffer.alloc(13), bytes, Buffer.alloc(5)]).subarray(13, 13 + bytes.length);

test('invariant: a state read back goes on as the one that was saved', () => {
  for (const memory of ['exact', 'window', 'bloom'] as const)
    fc.assert(
      fc.property(
        fc.nat(1000),
        fc.integer({ min: 0, max: 20 }),
        fc.constantFrom(50, 200, 10_000),
        (seed, cut, capacity) => {
          const documents = stream(seed, 20);
          const whole = createOnion({ memory, capacity, threshold: 0.3 });
          let parted = createOnion({ memory, capacity, threshold: 0.3 });
          documents.forEach((paragraphs, at) => {
            if (at === cut) parted = decodeOnion(inTheMiddle(encodeOnion(parted)));
            assert.deepEqual(judge(parted, paragraphs), judge(whole, paragraphs));
          });
          assert.equal(parted.seen.size, whole.seen.size);
          assert.deepEqual(parted.options, whole.options);
        },
      ),
      { numRuns: 30 },
    );
});

test('bytes that are no Onion state are refused', () => {
  const bytes = encodeOnion(createOnion());
  assert.throws(() => decodeOnion(bytes.subarray(0, 40)), /not an Onion state: length got 40, expected/);
  bytes[30] ^= 1;
  assert.throws(() => decodeOnion(bytes), /not an Onion state: checksum got/);
});
