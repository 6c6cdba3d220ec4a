/** Metadata against what people wrote of a page: its title, authors and day. */
import type { Metadata } from '@dehusk/core';
import { metadataCandidates } from '@dehusk/core/extend';
import { authorNames, parseDate } from '@dehusk/core/train';
import { type Case, pageOf } from '../datasets/dataset.js';
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

// Learns how much each feature of a metadata candidate says: logistic regression over the candidates of pages whose gold people wrote.
// The label is the share of the gold that the candidate has (F1), so that the probability is that of being right.

/** The features of a candidate, and how right it is; its confidence, names, and how many of them are right. */
export type CandidateRow = {
  readonly features: readonly string[];
  readonly right: number;
  readonly confidence: number;
  readonly given: number;
  readonly correct: number;
};

/** What the weights are drawn to. Few pages with gold have an outlet beside a person, or several authors. */
const PRIOR: Readonly<Record<string, number>> = {
  'json-ld': 1,
  citation: 1,
  'visible author element': 0.5,
  'visible link to an author': -0.5,
  person: 1,
  namesake: -1,
  organisation: -1,
  site: -1.5,
  'names more': 1,
  'names fewer': -1,
  'names more in a list': -1,
  'many names': -1,
  'many names in a list': -2,
};

/** Steps of gradient descent, their length, and the weight of the squared weights. Not tuned. */
const STEPS = 4_000;
const RATE = 2;
const RIDGE = 0.01;

/** The candidates of a page whose authors are known, the best first. */
export function candidateRows(one: Case): CandidateRow[] {
  const gold = checkedGold(one);
  const page = pageOf(one);
  if (gold?.authors == null || gold.authors.length === 0 || page === null) return [];
  return metadataCandidates(page)
    .filter(({ field }) => field === 'authors')
    .map(({ features, value, confidence }) => {
      const counts = noCounts();
      countField(counts, 'authors', gold, { ...gold, authors: value.split('; ') });
      const { right: correct, given } = counts;
      return { features, right: (2 * correct) / (counts.gold + given), confidence: confidence ?? 0, given, correct };
    });
}

/** Bands of confidence in the table. */
const BANDS = 20;

/**
 * The best candidates of pages by their confidence: the start of its band, the candidates in it, their mean confidence and share of
 * right names, which are equal when the confidence is calibrated; and the share of wrong names from this band on.
 */
export function calibrationRows(best: readonly CandidateRow[]): number[][] {
  const sum = (rows: readonly CandidateRow[], field: 'confidence' | 'given' | 'correct'): number =>
    rows.reduce((total, { [field]: value }) => total + value, 0);
  return Array.from({ length: BANDS }, (_, band) => {
    const upper = best.filter(({ confidence }) => confidence * BANDS >= band);
    const rows = upper.filter(({ confidence }) => confidence * BANDS < band + 1);
    const right = sum(rows, 'correct') / sum(rows, 'given');
    const wrong = 1 - sum(upper, 'correct') / sum(upper, 'given');
    return [band / BANDS, rows.length, sum(rows, 'confidence') / rows.length, right, wrong];
  }).filter(([, count]) => count > 0);
}

/** The weights of the features, by name. */
export function learnWeights(rows: readonly CandidateRow[]): Record<string, number> {
  const names = new Set(['any candidate', ...Object.keys(PRIOR), ...rows.flatMap(({ features }) => features)]);
  const places = new Map([...names].map((name, at) => [name, at]));
  const prior = Float64Array.from(places.keys(), (name) => PRIOR[name] ?? 0);
  const weights = prior.slice();
  const indices = rows.map(({ features }) => [0, ...features.flatMap((name) => places.get(name) ?? [])]);
  for (let step = 0; step < STEPS; step++) {
    const gradient = weights.map((weight, at) => (at === 0 ? 0 : RIDGE * (weight - prior[at])));
    for (const [row, { right }] of rows.entries()) {
      const sum = indices[row].reduce((total, at) => total + weights[at], 0);
      const error = (1 / (1 + Math.exp(-sum)) - right) / rows.length;
      for (const at of indices[row]) gradient[at] += error;
    }
    for (let at = 0; at < weights.length; at++) weights[at] -= RATE * gradient[at];
  }
  return Object.fromEntries([...places].map(([name, at]) => [name, Math.round(weights[at] * 100) / 100]));
}
