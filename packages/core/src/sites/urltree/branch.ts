/**
 * Where a document hangs in the URL Tree: host labels from the right (`uk co bbc www`), then the path's segments. The last
 * segment names the document and is left out, unless the query does (the URL key has one): then the whole path is kept.
 * Query parameters never become nodes. What is no URL hangs at the root.
 */

import { hostParts, parseUrl } from '../../url-key/parsed-url.js';

/** A branch from the root's child down. */
export interface Branch {
  readonly segments: readonly string[];
  /** Number of segments down to the registrable domain's node, itself included. */
  readonly domainDepth: number;
}

const AT_ROOT: Branch = { segments: [], domainDepth: 0 };
/** Segments below a domain that become nodes; deeper ones are no template of their own. Bounds what a hostile URL can cost. */
const MAX_PATH_SEGMENTS = 24;

/**
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

/** The registrable domain: the unit that has a tree of its own; empty for what is no web address. */
export function treeUnit(url: string): string {
  const parsed = parseUrl(url);
  return parsed === null ? '' : hostParts(parsed.host).domain;
}
