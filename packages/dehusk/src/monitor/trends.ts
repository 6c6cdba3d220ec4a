/** Counts over time as the service answers them. */
import type { WatchedTerm } from './monitor-rows.js';
import type { WatchList } from './monitor-settings.js';
import { ALL_DOCUMENTS, type Bucket, HOUR, type MonitorState } from './monitor-state.js';

export interface TrendsAsked {
  readonly bucket: Bucket;
  /** Buckets up to the newest one. */
  readonly count: number;
  /** Name of a list, or null: the first. */
  readonly list: string | null;
}

export interface TermTrend {
  readonly term: string;
  readonly isName: boolean;
  /** Documents and hits in each bucket. */
  readonly documents: readonly number[];
  readonly hits: readonly number[];
  /** Documents in each bucket by site, most first; the sites beyond {@link MAX_SITES} together. */
  readonly sites: readonly { readonly site: string | null; readonly documents: readonly number[] }[];
}

export interface Trends {
  readonly schema: 1;
  readonly lists: readonly string[];
  readonly list: string;
  readonly bucket: Bucket;
  /** Begins of the buckets, ISO 8601, oldest first; the last one is still being counted. */
  readonly times: readonly string[];
  /** Documents of any kind in each bucket. */
  readonly all: readonly number[];
  /** Terms by documents, most first. */
  readonly terms: readonly TermTrend[];
  /** Terms beyond {@link MAX_TERMS}. */
  readonly left: number;
}

/** Terms and sites that an answer lists. */
const MAX_TERMS = 50;
const MAX_SITES = 20;

/** @throws RangeError for a list that there is not */
export function trendsOf(
  lists: readonly WatchList[],
  watched: readonly WatchedTerm[],
  state: MonitorState['shown'],
  { bucket, count, list: name }: TrendsAsked,
): Trends {
  const list = name === null ? lists[0] : lists.find((one) => one.name === name);
  if (list === undefined)
    throw new RangeError(`list got "${name}", expected one of ${lists.map((one) => one.name).join(', ')}`);
  const newest = state.newest();
  const step = bucket === 'hour' ? 1 : 24;
  const end = newest === undefined ? null : Math.floor(newest / step) * step;
  const hours = end === null ? [] : Array.from({ length: count }, (_, at) => end - (count - 1 - at) * step);
  const trend = (digest: string): Omit<TermTrend, 'term' | 'isName'> => {
    const documents = hours.map(() => 0);
    const hits = hours.map(() => 0);
    const bySite = new Map<string, number[]>();
    hours.forEach((hour, at) => {
      for (const [site, [ownDocuments, ownHits]] of state.cell(bucket, hour, digest) ?? []) {
        documents[at] += ownDocuments;
        hits[at] += ownHits;
        const own = bySite.get(site) ?? hours.map(() => 0);
        own[at] = ownDocuments;
        bySite.set(site, own);
      }
    });
    return { documents, hits, sites: topSites(bySite) };
  };
  const terms = watched
    .filter((one) => one.list === list)
    .map(({ text, isName, digest }): TermTrend => ({ term: text, isName, ...trend(digest) }))
    .sort((a, b) => sum(b.documents) - sum(a.documents));
  return {
    schema: 1,
    lists: lists.map((one) => one.name),
    list: list.name,
    bucket,
    times: hours.map((hour) => new Date(hour * HOUR).toISOString()),
    all: trend(ALL_DOCUMENTS).documents,
    terms: terms.slice(0, MAX_TERMS),
    left: Math.max(0, terms.length - MAX_TERMS),
  };
}

function topSites(bySite: ReadonlyMap<string, readonly number[]>): TermTrend['sites'] {
  const ordered = [...bySite].sort(([a, one], [b, other]) => sum(other) - sum(one) || (a < b ? -1 : 1));
  const others = ordered.slice(MAX_SITES).map(([, documents]) => documents);
  const top: TermTrend['sites'] = ordered.slice(0, MAX_SITES).map(([site, documents]) => ({ site, documents }));
  if (others.length === 0) return top;
  return [...top, { site: null, documents: others[0].map((_, at) => sum(others.map((one) => one[at]))) }];
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
