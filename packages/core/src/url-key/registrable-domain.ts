/**
 * The registrable domain of a host: public suffix plus one label, by the public suffix list (package tldts).
 *
 * Departures from the URL Tree authors' program: its list is of 2012 and includes private suffixes; here the list is the
 * package's and private suffixes (`blogspot.com`) count only when asked for.
 */
import { parse } from 'tldts';

/** A host cut at its public suffix. */
export interface HostParts {
  /** `bbc.co.uk` of `news.bbc.co.uk`; the host itself for addresses, single labels and hosts that are a suffix. */
  readonly domain: string;
  /** `co.uk`; empty for addresses. */
  readonly suffix: string;
}

/**
 * Cuts a host at its public suffix. Never throws.
 *
 * @param host lower case, IDN as punycode, without port
 * @param allowsPrivate whether suffixes such as `blogspot.com` count, so that each blog is a domain of its own
 */
export function hostParts(host: string, allowsPrivate = false): HostParts {
  if (host === '') return { domain: '', suffix: '' };
  const { domain, publicSuffix, isIp } = parse(host, { extractHostname: false, allowPrivateDomains: allowsPrivate });
  if (isIp) return { domain: host, suffix: '' };
  return { domain: domain ?? host, suffix: publicSuffix ?? '' };
}
