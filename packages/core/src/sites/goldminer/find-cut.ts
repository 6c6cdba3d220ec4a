/** Finding learnt patterns in a page's tags. */

/** A start and an end pattern as hashes of tags. */
export interface Patterns {
  readonly start: readonly number[];
  readonly end: readonly number[];
}

/** Where a page is cut, in tokens. */
export interface Cut {
  /** Which of the pairs. */
  readonly pair: number;
  /** First token of the start pattern. */
  readonly from: number;
  /** First token of the end pattern, or null when only the start was found. */
  readonly to: number | null;
}

/**
 * The cut by the first pair of which both patterns stand on the page, in order: the start's first occurrence and the end's
 * first after it. Else by the first pair whose start does. Else null.
 */
export function findCut(tokens: Uint32Array, pairs: readonly Patterns[]): Cut | null {
  let open: Cut | null = null;
  for (let pair = 0; pair < pairs.length; pair++) {
    const { start, end } = pairs[pair];
    const from = indexOfSequence(tokens, start, 0, tokens.length);
    if (from < 0) continue;
    const to = indexOfSequence(tokens, end, from + start.length, tokens.length);
    if (to >= 0) return { pair, from, to };
    open ??= { pair, from, to: null };
  }
  return open;
}

/** Where a sequence first stands within [from, to), or −1. */
export function indexOfSequence(tokens: Uint32Array, sequence: ArrayLike<number>, from: number, to: number): number {
  for (
    let at = tokens.indexOf(sequence[0], from);
    at >= 0 && at + sequence.length <= to;
    at = tokens.indexOf(sequence[0], at + 1)
  ) {
    let length = 1;
    while (length < sequence.length && tokens[at + length] === sequence[length]) length++;
    if (length === sequence.length) return at;
  }
  return -1;
}
