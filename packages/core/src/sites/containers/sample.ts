/** Which pages are remembered: those with the smallest hashes of their keys, each in its latest state; order has no say. */
import { HASH_SEED_HIGH, scramble, stepHigh } from '../../text/hash.js';
import type { SitePage } from '../site-learner.js';
import type { PageRecord } from './page-record.js';

/** A remembered page. */
export interface SampledRecord {
  readonly key: string;
  readonly at: number;
  /** Hash of the key: the smallest stay. */
  readonly rank: number;
  /** Hash of the record: decides between two states of a page at one time. */
  readonly digest: number;
  readonly record: PageRecord;
}

/** The rank of a page: a hash of its key, so that the sample is the same whatever the order. */
export function rankOf(key: string): number {
  let high = HASH_SEED_HIGH;
  for (let at = 0; at < key.length; at++) high = stepHigh(high, key.charCodeAt(at));
  return scramble(high);
}

/** Digest of a record. */
export function digestOf({ text, selector, from, probability }: PageRecord): number {
  let high = HASH_SEED_HIGH;
  for (const column of [text, selector, from, probability])
    for (let at = 0; at < column.length; at++) high = stepHigh(high, column[at]);
  return scramble(high);
}

/** Whether a page may change the sample: asked before the page is read, which costs the most. */
export function wouldBeSampled(
  pages: readonly SampledRecord[],
  size: number,
  { key, at }: Pick<SitePage, 'key' | 'at'>,
): boolean {
  const same = pages.find((one) => one.key === key);
  if (same) return (Number.isFinite(at) ? at : 0) >= same.at;
  if (pages.length < size) return true;
  const last = pages[pages.length - 1];
  const rank = rankOf(key);
  return rank < last.rank || (rank === last.rank && key < last.key);
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
  const place = others.findIndex((one) => page.rank < one.rank || (page.rank === one.rank && page.key < one.key));
  const at = place < 0 ? others.length : place;
  return [...others.slice(0, at), page, ...others.slice(at)].slice(0, size);
}

/** Whether two samples hold the same records. */
export function samePages(a: readonly SampledRecord[], b: readonly SampledRecord[]): boolean {
  return a.length === b.length && a.every((one, at) => one === b[at]);
}
