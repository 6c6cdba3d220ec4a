import { seededNumbers } from '../random/seeded-numbers.js';

/** Random numbers that are the same for the same seed, a text: its FNV-1a seeds them. */
export interface SeededRandom {
  /** From 0 up to, not including, 1. */
  next(): number;
  /** A whole number from `from` to `to`, both included. */
  between(from: number, to: number): number;
  /** One of a list. */
  pick<T>(list: readonly T[]): T;
  /** So many different members of a list, in random order; all of a shorter list. */
  some<T>(list: readonly T[], count: number): T[];
}

/** The generator of a seed: any text. */
export function seededRandom(seed: string): SeededRandom {
  let hash = 0x811c9dc5;
  for (let at = 0; at < seed.length; at++) hash = Math.imul(hash ^ seed.charCodeAt(at), 0x01000193);
  const next = seededNumbers(hash);
  const between = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1));
  return {
    next,
    between,
    pick: (list) => list[between(0, list.length - 1)],
    some: (list, count) => {
      const rest = [...list];
      return Array.from({ length: Math.min(count, rest.length) }, () => rest.splice(between(0, rest.length - 1), 1)[0]);
    },
  };
}
