/**
 * Whether a site's `rel=canonical` can be trusted, learnt from what was fetched.
 *
 * Observation: most systems write the address of the document, and then nothing tells more about it: `/node/11` and `?p=11`
 * are the story they lead to. Some sites write one address into all their pages, the front page's or the section's, and
 * a key by it would throw the site away as duplicates.
 *
 * Steps, per host: fetches are grouped by their canonical address; in groups that came under several addresses, the share of
 * neighbours in address order with equal content. A host with enough such pairs, most of them equal, is trusted; and so is
 * one whose pages all name an address of their own. The rule says `_canonical_` for every address of the host.
 */
import { parseUrl, printUrl } from './parsed-url.js';
import type { FetchedUrl, LearntRule } from './rule-learning.js';
import { CANONICAL } from './url-key.js';

/** Fetches of a host with a canonical address below which nothing is said. */
const MIN_FETCHES = 20;
/** Share of pairs under one canonical address that must be equal; a guess of one equal pair in one goes before. */
const MIN_EQUAL = 0.8;
/** Share of the host's fetches that may share one canonical address. */
const MAX_UNDER_ONE = 0.2;

interface Host {
  readonly groups: Map<string, Map<string, string>>;
  fetches: number;
}

/** The rules of the hosts that can be trusted, in the order of their first fetch. */
export function learnCanonicalRules(fetched: readonly FetchedUrl[]): LearntRule[] {
  const hosts = new Map<string, Host>();
  for (const { url, canonical, digest } of fetched) {
    const own = parseUrl(url);
    const named = canonical ? parseUrl(canonical) : null;
    if (own === null || named === null) continue;
    const host = hosts.get(own.host) ?? { groups: new Map(), fetches: 0 };
    hosts.set(own.host, host);
    host.fetches++;
    const name = printUrl(named, named.parameters, false);
    const group = host.groups.get(name) ?? new Map<string, string>();
    group.set(printUrl(own, own.parameters, false), digest);
    host.groups.set(name, group);
  }
  const rules: LearntRule[] = [];
  for (const [host, { groups, fetches }] of hosts) {
    if (fetches < MIN_FETCHES) continue;
    let pairs = 1;
    let equal = 1;
    let most = 0;
    for (const group of groups.values()) {
      most = Math.max(most, group.size);
      const digests = [...group].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, digest]) => digest);
      for (let at = 1; at < digests.length; at++) {
        pairs++;
        if (digests[at] === digests[at - 1]) equal++;
      }
    }
    if (equal < MIN_EQUAL * pairs || most > MAX_UNDER_ONE * fetches) continue;
    const pattern = new RegExp(`^https?://${host.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?::\\d+)?(?:[/?]|$)`, 'u');
    rules.push({
      pattern,
      retain: [CANONICAL],
      support: fetches,
      confidence: equal / pairs,
      dropped: [],
      undecided: [],
    });
  }
  return rules;
}
