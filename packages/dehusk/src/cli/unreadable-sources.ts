/** The message of a run in which no source could be read. */
import type { SourceFailure, StreamSnapshot } from '@dehusk/stream';

/** Remedies by reason; the details of the other reasons name theirs. */
const REMEDIES: Readonly<Record<string, string>> = {
  'not-resolved': 'check the host name and the network',
  'not-connected': 'check the address and whether its server runs',
  'http-status': 'check the address',
  timeout: 'try again later, or raise maxMilliseconds of [fetch]',
  'not-a-feed': 'name the feed itself, or read the site with dehusk crawl',
  'malformed-feed': 'name an RSS, Atom, RDF or JSON feed',
  'wrong-content-type': 'name the feed or sitemap itself',
};

/**
 * Names the sources and why they could not be read, with the remedy.
 *
 * @param wasLimited whether the run's time was limited: sources that failed until then count as unreadable, too
 * @returns null when a source was read, or none has failed
 */
export function unreadableSources({ sources }: StreamSnapshot, wasLimited: boolean): string | null {
  const failures = sources.flatMap((one) => one.failures);
  const isUnread = sources.every(({ state }) => state === 'unreadable' || (wasLimited && state === 'waiting'));
  if (!isUnread || failures.length === 0) return null;
  const failed = sources.reduce((sum, one) => sum + one.failed, 0);
  const more = failed > failures.length ? `\ndehusk: and ${failed - failures.length} more could not be read` : '';
  return `no source could be read: ${failures.map(described).join('\ndehusk: ')}${more}`;
}

function described({ where, reason, detail }: SourceFailure): string {
  const remedy = REMEDIES[reason];
  return `${where}: ${reason}: ${detail}${remedy === undefined ? '' : `; ${remedy}`}`;
}
