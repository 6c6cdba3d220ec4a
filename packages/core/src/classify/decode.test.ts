import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type DecodeChoice, decodeBlocks } from './decode.js';

const BALANCED: DecodeChoice = { floor: 0.2, missedWeight: 1 };
const rows = (probability: number[], words: number[], text?: number[], group?: number[]) => ({
  probability: Float32Array.from(probability),
  words: Float32Array.from(words),
  text: Uint32Array.from(text ?? probability.map((_, b) => b + 1)),
  group: Uint32Array.from(group ?? probability.map((_, b) => b)),
  place: new Int32Array(probability.length),
});
const kept = (given: ReturnType<typeof rows>, choice = BALANCED): string => decodeBlocks(given, choice).keep.join('');

const CASES: [name: string, given: ReturnType<typeof rows>, keep: string][] = [
  ['a sure block is kept, a sure other one is not', rows([0.95, 0.02], [50, 50]), '10'],
  ['nothing is probable: nothing is kept', rows([0.09, 0.05], [50, 50]), '00'],
  ['where nothing is sure, a little of everything', rows([0.4, 0.4, 0.4], [10, 10, 10]), '111'],
  ['a repeat of four words or more is kept once, at its better place', rows([0.7, 0.9], [4, 4], [7, 7]), '01'],
  ['a repeat about as probable is a refrain: both stay', rows([0.8, 0.9], [4, 4], [7, 7]), '11'],
  ['shorter repeats may both stay', rows([0.7, 0.9], [3, 3], [7, 7]), '11'],
  [
    'a sure text among teasers wanted all or none: alone, unless they are as probable as not',
    rows(
      [0.95, ...Array(20).fill(0.35)],
      Array(21)
        .fill(0)
        .map((_, b) => (b === 0 ? 100 : 20)),
    ),
    `1${'0'.repeat(20)}`,
  ],
  [
    '… and with them when they are',
    rows(
      [0.95, ...Array(20).fill(0.5)],
      Array(21)
        .fill(0)
        .map((_, b) => (b === 0 ? 100 : 20)),
    ),
    '1'.repeat(21),
  ],
  ['an empty page', rows([], []), ''],
  [
    'three blocks of one group are judged together',
    rows([0.9, 0.9, 0.3, 0.9], [20, 20, 20, 20], undefined, [0, 0, 0, 1]),
    '1111',
  ],
];
for (const [name, given, keep] of CASES) test(name, () => assert.equal(kept(given), keep));

const page = fc
  .array(fc.tuple(fc.float({ min: 0, max: 1, noNaN: true }), fc.integer({ min: 1, max: 60 })), {
    minLength: 1,
    maxLength: 9,
  })
  .map((list) =>
    rows(
      list.map(([p]) => p),
      list.map(([, w]) => w),
    ),
  );

/** Expected F1 of keeping a set, by definition: .3 as if blocks were independent, .7 as if one number decided them all. */
function expectedWorth({ probability, words }: ReturnType<typeof rows>, isKept: (b: number) => boolean): number {
  const sum = (of: (b: number) => number): number => words.reduce((total, _, b) => total + of(b), 0);
  const length = sum((b) => (isKept(b) ? words[b] : 0));
  const f1 = (hits: number, wanted: number): number => (2 * hits) / (length + wanted + 1e-9);
  const apart = f1(
    sum((b) => (isKept(b) ? probability[b] * words[b] : 0)),
    sum((b) => probability[b] * words[b]),
  );
  let shared = 0;
  for (let step = 0; step < 32; step++) {
    const isWanted = (b: number): boolean => probability[b] > (step + 0.5) / 32;
    const wanted = sum((b) => (isWanted(b) ? words[b] : 0));
    shared += f1(
      sum((b) => (isKept(b) && isWanted(b) ? words[b] : 0)),
      wanted,
    );
  }
  return 0.3 * apart + (0.7 * shared) / 32;
}

test('law: no set of blocks is worth more than the one chosen, floors aside', () => {
  fc.assert(
    fc.property(page, (given) => {
      const { keep } = decodeBlocks(given, { floor: 0, missedWeight: 1 });
      if (Math.max(...given.probability) < 0.1) return assert.equal(keep.includes(1), false);
      const chosen = expectedWorth(given, (b) => keep[b] === 1);
      for (let set = 1; set < 1 << given.probability.length; set++)
        assert.ok(expectedWorth(given, (b) => ((set >> b) & 1) === 1) <= chosen + 1e-5);
    }),
    { seed: 7, numRuns: 150 },
  );
});

test('law: recall keeps at least what balanced keeps, and balanced what precision keeps', () => {
  fc.assert(
    fc.property(page, (given) => {
      const count = (choice: DecodeChoice): number =>
        decodeBlocks(given, choice).keep.reduce((sum, one) => sum + one, 0);
      const [precise, balanced, generous] = [
        { floor: 0.45, missedWeight: 1.5 },
        BALANCED,
        { floor: 0.08, missedWeight: 0.5 },
      ].map(count);
      assert.ok(precise <= balanced && balanced <= generous);
    }),
    { seed: 7, numRuns: 300 },
  );
});
