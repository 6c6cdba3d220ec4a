import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import fc from 'fast-check';
import { matchingBlocks } from './cleaneval.js';

/** Straight from the definition: quadratic, strings of ids, recursive. */
function byDefinition(a: readonly number[], b: readonly number[]): number[] {
  const popular = new Set<number>();
  if (b.length >= 200)
    for (const id of new Set(b))
      if (b.filter((one) => one === id).length > Math.floor(b.length / 100) + 1) popular.add(id);
  const found: number[] = [];
  const align = (aFrom: number, aTo: number, bFrom: number, bTo: number): void => {
    let best = [aFrom, bFrom, 0];
    for (let i = aFrom; i < aTo; i++)
      for (let j = bFrom; j < bTo; j++) {
        let length = 0;
        while (i + length < aTo && j + length < bTo && a[i + length] === b[j + length] && !popular.has(b[j + length]))
          length++;
        if (length > best[2]) best = [i, j, length];
      }
    let [i, j, length] = best;
    while (i > aFrom && j > bFrom && a[i - 1] === b[j - 1]) {
      i--;
      j--;
      length++;
    }
    while (i + length < aTo && j + length < bTo && a[i + length] === b[j + length]) length++;
    if (length === 0) return;
    found.push(i, j, length);
    align(aFrom, i, bFrom, j);
    align(i + length, aTo, j + length, bTo);
  };
  align(0, a.length, 0, b.length);
  return found;
}

const sorted = (blocks: readonly number[]): string[] =>
  Array.from({ length: blocks.length / 3 }, (_, at) => blocks.slice(3 * at, 3 * at + 3).join(' ')).sort();

const blocksOf = (a: readonly number[], b: readonly number[]): number[] =>
  matchingBlocks(Int32Array.from(a), Int32Array.from(b), 1 + Math.max(0, ...a, ...b));

test('the blocks are those of the definition', () => {
  const list = (letters: number, length: number) =>
    fc.array(fc.integer({ min: 0, max: letters - 1 }), { maxLength: length });
  fc.assert(
    fc.property(list(4, 30), list(4, 30), (a, b) => {
      assert.deepEqual(sorted(blocksOf(a, b)), sorted(byDefinition(a, b)));
    }),
    { numRuns: 300 },
  );
});

/** A seeded list: ids 0…39, small ids far more often than large ones, as words are. */
function zipf(length: number, seed: number): number[] {
  let state = seed;
  return Array.from({ length }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor(200 * (state / 2 ** 32) ** 3);
  });
}

test('with 200 elements and more, popular ones do not seed', () => {
  for (let seed = 1; seed <= 6; seed++) {
    const a = zipf(180, seed);
    const b = zipf(200 + 20 * seed, seed + 100);
    assert.deepEqual(sorted(blocksOf(a, b)), sorted(byDefinition(a, b)), `seed ${seed}`);
  }
  const same = new Array(300).fill(0);
  // Nothing can seed, and the extension from the corner still finds everything.
  assert.deepEqual(blocksOf(same, same), [0, 0, 300]);
  assert.deepEqual(blocksOf([1, ...same], same), []);
});

const python = spawnSync('python3', ['-c', 'import difflib']);
test('Python’s difflib gives the same blocks', {
  skip: python.error || python.status !== 0 ? 'skipped: needs python3' : false,
}, () => {
  const pairs = Array.from({ length: 40 }, (_, seed) => {
    const a = zipf(50 + 13 * seed, seed + 7);
    // Half of the pairs share long stretches, as an output and its gold do.
    const b =
      seed % 2 === 0 ? zipf(30 + 17 * seed, seed + 900) : [...a.slice(20), ...zipf(60, seed), ...a.slice(0, 40)];
    return [a, b];
  });
  const script =
    'import sys,json,difflib\nfor a,b in json.load(sys.stdin): print(json.dumps([x for m in difflib.SequenceMatcher(None,a,b).get_matching_blocks() if m.size for x in m]))';
  const run = spawnSync('python3', ['-c', script], { input: JSON.stringify(pairs), encoding: 'utf8' });
  assert.equal(run.status, 0, run.stderr);
  const expected = run.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as number[]);
  for (const [at, [a, b]] of pairs.entries()) assert.deepEqual(merge(blocksOf(a, b)), expected[at], `pair ${at}`);
});

/** Python joins blocks that touch on both sides. */
function merge(blocks: readonly number[]): number[] {
  const triples = Array.from({ length: blocks.length / 3 }, (_, at) => blocks.slice(3 * at, 3 * at + 3));
  triples.sort((x, y) => x[0] - y[0]);
  const merged: number[][] = [];
  for (const [i, j, length] of triples) {
    const last = merged.at(-1);
    if (last && last[0] + last[2] === i && last[1] + last[2] === j) last[2] += length;
    else merged.push([i, j, length]);
  }
  return merged.flat();
}
