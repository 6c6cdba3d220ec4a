/**
 * Which nodes of a document's branch judge its blocks (URL Tree paper, section 4; the votes are rules of the authors' program that the
 * paper omits). The domain's node has the root's counts, since a tree is one domain's.
 *
 * | heuristic | node | a block is boilerplate when its count c is |
 * |---|---|---|
 * | strict | deepest with n ≥ minSupport, else the root | > maxCount |
 * | strict-support | deepest with n > support, else the root | > maxCount |
 * | strict-at-domain | the root | > maxCount |
 * | relaxed-at-domain | the root | > maxCount; > maxCount + 1 once n > relaxAbove |
 * | vote-slow | every node from the deepest to the domain's with n ≥ minSupport, one vote each | > maxCount + ⌊n/100⌋ on at least half |
 * | vote-fast | the same | > maxCount + ⌊n/50⌋ on more than half |
 */
import { deepestSupported } from '@dehusk/core/extend';

export const HEURISTICS = [
  'strict',
  'strict-support',
  'strict-at-domain',
  'relaxed-at-domain',
  'vote-slow',
  'vote-fast',
] as const;
export type Heuristic = (typeof HEURISTICS)[number];

type HeuristicNumbers = Readonly<Record<'minSupport' | 'maxCount' | 'support' | 'relaxAbove', number>>;

/** A node that judges, by its place on the branch (0 is the root), and the count above which a block is boilerplate. */
interface Judge {
  readonly place: number;
  readonly maxCount: number;
}

/** The judges of a document, and how many of them make a block boilerplate. */
interface Jury {
  readonly judges: readonly Judge[];
  readonly votesNeeded: number;
}

/** Documents per additional occurrence that a vote allows; the authors' program. */
const SLOW_STEP = 100;
const FAST_STEP = 50;

/**
 * Chooses the judges.
 * @param supports documents at and below each node of the branch, the root first, the document at hand counted
 * @param domainDepth place of the registrable domain's node
 */
export function juryOf(
  heuristic: Heuristic,
  supports: readonly number[],
  domainDepth: number,
  numbers: HeuristicNumbers,
): Jury {
  const { minSupport, maxCount, support, relaxAbove } = numbers;
  const alone = (place: number, count: number): Jury => ({ judges: [{ place, maxCount: count }], votesNeeded: 1 });
  const vote = (step: number, tieIsBoilerplate: boolean): Jury => {
    const judges: Judge[] = [];
    const top = Math.min(domainDepth, supports.length - 1);
    for (let place = supports.length - 1; place >= top; place--)
      if (supports[place] >= minSupport)
        judges.push({ place, maxCount: maxCount + Math.floor(supports[place] / step) });
    // No node has enough documents: the domain judges alone, as under `strict`.
    if (judges.length === 0) judges.push({ place: top, maxCount: maxCount + Math.floor(supports[top] / step) });
    const half = judges.length / 2;
    return { judges, votesNeeded: tieIsBoilerplate ? Math.ceil(half) : Math.floor(half) + 1 };
  };
  switch (heuristic) {
    case 'strict':
      return alone(deepestSupported(supports, minSupport), maxCount);
    case 'strict-support':
      return alone(deepestSupported(supports, support + 1), maxCount);
    case 'strict-at-domain':
      return alone(0, maxCount);
    case 'relaxed-at-domain':
      return alone(0, supports[0] > relaxAbove ? maxCount + 1 : maxCount);
    case 'vote-slow':
      return vote(SLOW_STEP, true);
    case 'vote-fast':
      return vote(FAST_STEP, false);
  }
}
