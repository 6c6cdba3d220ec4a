/** Metadata against what people wrote of a page: its title, authors and day. */
import type { Metadata } from '@dehusk/core';
import { authorNames, parseDate } from '@dehusk/core/train';
import type { Case } from '../datasets/dataset.js';
import type { PeerMetadata } from '../peers/peers.js';

/** The fields of a page; of the gold, null means unknown, of a system, nothing found. */
export interface MetadataValues {
  readonly authors: readonly string[] | null;
  /** ISO 8601, from the day on. */
  readonly date: string | null;
  readonly title: string | null;
}

export const FIELDS = ['authors', 'date', 'title'] as const;

/** The gold that people wrote for a page of a data set; null when it has none. */
export function checkedGold({
  title,
  author,
  publishDate,
}: Pick<Case, 'title' | 'author' | 'publishDate'>): MetadataValues | null {
  const authors = author === null ? null : authorNames(author);
  const date = fromDayOn(publishDate);
  return title === null && authors === null && date === null ? null : { authors, date, title };
}

/** Our metadata as values. */
export function valuesOf({ authors, date, title }: Metadata): MetadataValues {
  return { authors, date: fromDayOn(date), title };
}

/** A peer's metadata as values: its line of authors is split, and its date is read, by our own code. */
export function valuesOfPeer({ author, date, title }: PeerMetadata): MetadataValues {
  return {
    authors: author === null ? null : authorNames(author),
    date: date === null ? null : fromDayOn(parseDate(date, { language: null }) ?? isoOf(date)),
    title,
  };
}

const DAY_LENGTH = 10;
const fromDayOn = (date: string | null): string | null => (date !== null && date.length >= DAY_LENGTH ? date : null);
const MIDNIGHT = /T00:00(?::00)?(?:\.0+)?(?:Z|[+-]|$)/;
/** Hours between the time zones furthest apart, and the quarters of an hour by which zones differ; seconds that systems round off. */
const MAX_ZONES = 26;
const QUARTER = 900_000;
const ROUNDING = 60_000;

/** Whether two dates are one day, or one moment in two time zones. */
function isSameDay(one: string, other: string): boolean {
  if (one.slice(0, DAY_LENGTH) === other.slice(0, DAY_LENGTH)) return true;
  // Midnight often means that no time is known.
  if ([one, other].some((date) => date.length === DAY_LENGTH || MIDNIGHT.test(date))) return false;
  const [a, b] = [one, other].map((date) => Date.parse(`${date.replace(/(?:Z|[+-]\d\d:?\d\d)$/, '')}Z`));
  const apart = Math.abs(a - b);
  const rest = apart % QUARTER;
  return apart <= MAX_ZONES * 4 * QUARTER && Math.min(rest, QUARTER - rest) < ROUNDING;
}
const isoOf = (date: string): string | null => (Number.isNaN(Date.parse(date)) ? null : new Date(date).toISOString());

/** Letters and digits of a text without accents, lower case. */
const folded = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]+/gu, '');
/** A name without what follows a comma: "Jane Doe, MD". */
const nameKey = (name: string): string => folded(name.split(',')[0]);

/** Sums over pages with gold: of authors, names; of the other fields, values. */
export const noCounts = () => ({ pages: 0, gold: 0, given: 0, right: 0 });
export type MetadataCounts = ReturnType<typeof noCounts>;

/** Adds a page's field to the counts; pages without gold for the field count nothing. @returns whether all of it is right */
export function countField(
  counts: MetadataCounts,
  field: (typeof FIELDS)[number],
  gold: MetadataValues,
  got: MetadataValues,
): boolean {
  const keysOf = ({ [field]: value }: MetadataValues): Set<string> =>
    new Set(
      value === null ? [] : typeof value === 'string' ? [field === 'date' ? value : folded(value)] : value.map(nameKey),
    );
  const expected = keysOf(gold);
  if (expected.size === 0) return true;
  const isRightDate = field === 'date' && gold.date !== null && got.date !== null && isSameDay(gold.date, got.date);
  const found = isRightDate ? expected : keysOf(got);
  const right = [...found].filter((one) => expected.has(one)).length;
  counts.pages++;
  counts.gold += expected.size;
  counts.given += found.size;
  counts.right += right;
  return right === expected.size && found.size === expected.size;
}
