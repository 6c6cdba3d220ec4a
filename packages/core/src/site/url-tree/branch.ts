/**
 * Where a document belongs in the URL Tree, and which nodes of its branch judge its blocks.
 *
 * Branch: host labels from the right (`uk co bbc www`), then the path's segments. The last segment names the document and is
 * left out, unless the query does (then the URL key has one). Query parameters never become nodes.
 *
 * Judges (URL Tree paper, section 4; the votes are rules of the authors' program that the paper omits). The domain's node has
 * the root's counts, since a tree is one domain's.
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
import { hostParts, parseUrl } from '../../url-key/parsed-url.js';

/** A branch from the root's child down. */
interface Branch {
  readonly segments: readonly string[];
  /** Number of segments down to the registrable domain's node, itself included. */
  readonly domainDepth: number;
}

const AT_ROOT: Branch = { segments: [], domainDepth: 0 };
/** Segments below a domain that become nodes. Bounds the cost of hostile URLs. */
const MAX_PATH_SEGMENTS = 24;

/**
 * The branch of a document. URLs that do not parse belong to the root.
 *
 * @param url the response URL
 * @param key the URL key; only whether it has a query matters
 */
export function branchOf(url: string, key: string): Branch {
  const parsed = parseUrl(url);
  if (parsed === null || parsed.host === '') return AT_ROOT;
  const { domain, suffix } = hostParts(parsed.host);
  const isAddress = suffix === '';
  const labels = isAddress ? [parsed.host] : parsed.host.split('.').reverse();
  const path = key.includes('?') ? parsed.segments : parsed.segments.slice(0, -1);
  return {
    segments: [...labels, ...path.slice(0, MAX_PATH_SEGMENTS)],
    domainDepth: isAddress ? 1 : domain.split('.').length,
  };
}

/** The registrable domain, which has one tree; empty for anything that is not a web address. */
export function treeUnit(url: string): string {
  const parsed = parseUrl(url);
  return parsed === null ? '' : hostParts(parsed.host).domain;
}

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
 *
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
    case 'strict-support': {
      const isEnough = (n: number): boolean => (heuristic === 'strict' ? n >= minSupport : n > support);
      let place = supports.length - 1;
      while (place > 0 && !isEnough(supports[place])) place--;
      return alone(place, maxCount);
    }
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
