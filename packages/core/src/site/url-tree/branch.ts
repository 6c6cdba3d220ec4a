/**
 * Where a document belongs in the URL Tree.
 *
 * Branch: host labels from the right (`uk co bbc www`), then the path's segments. The last segment names the document and is
 * left out, unless the query does (then the URL key has one). Query parameters never become nodes.
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

/**
 * The node that judges a document's blocks: the deepest with so many documents, else the root.
 *
 * @param supports documents at and below each node of the branch, the root first, the document at hand counted
 * @returns its place in the branch
 */
export function deepestSupported(supports: readonly number[], minSupport: number): number {
  let place = supports.length - 1;
  while (place > 0 && supports[place] < minSupport) place--;
  return place;
}
