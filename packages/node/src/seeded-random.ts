/** Random numbers that repeat for a seed: the only generator of the tool, its demo web and the lab's benchmarks. */
import { fnv1a } from '@dehusk/html';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/** Random numbers that are the same for the same seed. */
export interface SeededRandom {
  /** A number in [0, 1). */
  next(): number;
  /** An integer from `from` to `to`, both included. */
  between(from: number, to: number): number;
  /** One member of a list. */
  pick<T>(list: readonly T[]): T;
  /** `count` different members of a list in random order; all members of a shorter list. */
  some<T>(list: readonly T[], count: number): T[];
  /** A copy of a list in random order. */
  shuffled<T>(list: readonly T[]): T[];
}

/** The generator of a seed: a 32-bit integer or any text. */
export function seededRandom(seed: number | string): SeededRandom {
  const generator = xoroshiro128plus(typeof seed === 'number' ? seed : fnv1a(seed) | 0);
  const between = (from: number, to: number): number => uniformInt(generator, from, to);
  const some = <T>(list: readonly T[], count: number): T[] => {
    const rest = [...list];
    const chosen = Math.min(count, rest.length);
    // Fisher–Yates, stopped after `chosen` members.
    for (let at = 0; at < chosen; at++) {
      const other = between(at, rest.length - 1);
      [rest[at], rest[other]] = [rest[other], rest[at]];
    }
    return rest.slice(0, chosen);
  };
  return {
    next: () => (generator.next() >>> 0) / 2 ** 32,
    between,
    pick: (list) => list[between(0, list.length - 1)],
    some,
    shuffled: (list) => some(list, list.length),
  };
}
