/**
 * Which pages are remembered: a sample biased towards the latest, as sites change their themes; order has no say.
 *
 * Each page has a rank of its own: its time, in half-lives, plus chance drawn from the hash of its key; the highest ranks
 * stay. So the share of remembered pages halves with each half-life of age where a site publishes much, and the
 * latest pages are all remembered where it publishes little (exponentially biased sampling, Aggarwal 2006, with the
 * mergeable ranks of Efraimidis and Spirakis 2006).
 */
import { HASH_SEED_HIGH, scramble, stepHigh } from '../../text/hash.js';
import type { SitePage } from '../site-learner.js';
import type { PageRecord } from './page-record.js';

/** A remembered page. */
export interface SampledRecord {
  readonly key: string;
  readonly at: number;
  /** Its rank: the highest stay. */
  readonly rank: number;
  /** Hash of the record: decides between two states of a page at one time. */
  readonly digest: number;
  readonly record: PageRecord;
}

const DAY = 86_400_000;

/** The rank of a page. */
export function rankOf({ key, at }: Pick<SitePage, 'key' | 'at'>, halfLifeDays: number): number {
  let high = HASH_SEED_HIGH;
  for (let unit = 0; unit < key.length; unit++) high = stepHigh(high, key.charCodeAt(unit));
  const chance = (scramble(high) + 0.5) / 2 ** 32;
  return (timeOf(at) / (halfLifeDays * DAY)) * Math.LN2 - Math.log(-Math.log(chance));
}

/** A page's time; what is none is 1970. */
export function timeOf(at: number): number {
  return Number.isFinite(at) ? at : 0;
}

/** Digest of a record. */
export function digestOf({ text, name, from, probability }: PageRecord): number {
  let high = HASH_SEED_HIGH;
  for (const column of [text, name, from, probability])
    for (let at = 0; at < column.length; at++) high = stepHigh(high, column[at]);
  return scramble(high);
}

/** Whether a page may change the sample: asked before the page is read, which costs the most. */
export function wouldBeSampled(
  pages: readonly SampledRecord[],
  size: number,
  page: Pick<SitePage, 'key' | 'at'>,
  halfLifeDays: number,
): boolean {
  const same = pages.find((one) => one.key === page.key);
  if (same) return timeOf(page.at) >= same.at;
  if (pages.length < size) return true;
  return isBefore({ key: page.key, rank: rankOf(page, halfLifeDays) }, pages[pages.length - 1]);
}

/** The sample with a page more, cut to size; the same array when the page's known state is the later one. */
export function withRecord(
  pages: readonly SampledRecord[],
  page: SampledRecord,
  size: number,
): readonly SampledRecord[] {
  const same = pages.find(({ key }) => key === page.key);
  if (same && (same.at !== page.at ? same.at > page.at : same.digest >= page.digest)) return pages;
  const others = pages.filter((one) => one !== same);
  const place = others.findIndex((one) => isBefore(page, one));
  const at = place < 0 ? others.length : place;
  return [...others.slice(0, at), page, ...others.slice(at)].slice(0, size);
}

/** Whether two samples hold the same records. */
export function samePages(a: readonly SampledRecord[], b: readonly SampledRecord[]): boolean {
  return a.length === b.length && a.every((one, at) => one === b[at]);
}

type Ranked = Pick<SampledRecord, 'key' | 'rank'>;

function isBefore(a: Ranked, b: Ranked): boolean {
  return a.rank > b.rank || (a.rank === b.rank && a.key < b.key);
}
