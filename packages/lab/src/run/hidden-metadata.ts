/**
 * Metadata gold from pages themselves: the JSON-LD of an article names author, day, headline and publisher; it is then hidden from the
 * systems, which must find them elsewhere on the page.
 *
 * The gold is what publishing systems wrote, not what a person checked: names of accounts, times in UTC and headlines that differ
 * from the visible ones stay in it, and lower the figures of every system alike. Left out are authors that are the publisher, an
 * address or one lower-case word (an account), and dates without a day.
 */
import type { Metadata } from '@dehusk/core';
import { authorNames, metadataFindings, parseDate } from '@dehusk/core/train';
import { parse } from '@dehusk/html';
import type { Case } from '../datasets/dataset.js';
import type { PeerMetadata } from '../peers/peers.js';

/** What is hidden from a page. */
export const CONDITIONS = {
  'without JSON-LD': 'the JSON-LD scripts',
  'body only': 'the JSON-LD scripts and every <meta> and <link>; <title> stays',
} as const;
export type Condition = keyof typeof CONDITIONS;

/** The fields of a page; of the gold, null means unknown, of a system, nothing found. */
export interface MetadataValues {
  readonly authors: readonly string[] | null;
  /** ISO 8601 day. */
  readonly date: string | null;
  readonly title: string | null;
  readonly siteName: string | null;
}

export const FIELDS = ['authors', 'date', 'title', 'siteName'] as const satisfies readonly (keyof MetadataValues)[];

const ARTICLE = /^json-ld (?:\w*Article|BlogPosting|LiveBlogPosting|Report|Review)\.(\w+)$/;
const JSON_LD = /<script\b[^>]*\btype\s*=\s*["']?\s*application\/ld\+json[^>]*>.*?<\/script\s*>/gis;
const META = /<(?:meta|link)\b[^>]*>/gi;

/** The gold of a page by its JSON-LD; null when that describes no article. @param html the decoded page */
export function hiddenGold(html: string, url: string | null): MetadataValues | null {
  const parsed = parse(html, { url });
  if (!parsed.ok) return null;
  const values = new Map<string, string[]>();
  for (const { source, value } of metadataFindings(parsed.page)) {
    const property = ARTICLE.exec(source)?.[1];
    if (property !== undefined) values.set(property, [...(values.get(property) ?? []), value]);
  }
  const siteName = values.get('publisher')?.[0] ?? null;
  const authors = (values.get('author') ?? []).filter(
    (name) =>
      folded(name) !== folded(siteName ?? '') &&
      !/https?:|www\.|@/.test(name) &&
      (/\s/.test(name) || name !== name.toLowerCase()),
  );
  const date = /^\d{4}-\d\d-\d\d/.exec(values.get('datePublished')?.[0] ?? '')?.[0] ?? null;
  const title = values.get('headline')?.[0] ?? null;
  const isEmpty = authors.length === 0 && date === null && title === null && siteName === null;
  return isEmpty ? null : { authors: authors.length === 0 ? null : authors, date, title, siteName };
}

/** The gold that people wrote for a page of a data set; null when it has none. */
export function checkedGold({
  title,
  author,
  publishDate,
}: Pick<Case, 'title' | 'author' | 'publishDate'>): MetadataValues | null {
  const authors = author === null ? null : authorNames(author);
  const date = dayOf(publishDate);
  return title === null && authors === null && date === null ? null : { authors, date, title, siteName: null };
}

/** The page as the systems receive it. */
export function hideMetadata(html: string, condition: Condition): string {
  const without = html.replace(JSON_LD, '');
  return condition === 'body only' ? without.replace(META, '') : without;
}

/** Our metadata as values. */
export function valuesOf({ authors, date, title, siteName }: Metadata): MetadataValues {
  return { authors, date: dayOf(date), title, siteName };
}

/** A peer's metadata as values: its line of authors is split, and its date is read, by our own code. */
export function valuesOfPeer({ author, date, title, siteName }: PeerMetadata): MetadataValues {
  return {
    authors: author === null ? null : authorNames(author),
    date: date === null ? null : dayOf(parseDate(date, { language: null }) ?? isoOf(date)),
    title,
    siteName,
  };
}

const dayOf = (date: string | null): string | null => (date !== null && date.length >= 10 ? date.slice(0, 10) : null);
const isoOf = (date: string): string | null => (Number.isNaN(Date.parse(date)) ? null : new Date(date).toISOString());

/** Letters and digits of a text without accents, lower case. */
const folded = (text: string): string => wordsOf(text).join('');
const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .match(/[\p{L}\p{N}]+/gu) ?? [];
/** A name without what follows a comma: "Jane Doe, MD". */
const nameKey = (name: string): string => folded(name.split(',')[0]);

/** Sums over pages with gold: of authors, names; of the other fields, values; of titles, the F1 of words. */
export const noCounts = () => ({ pages: 0, gold: 0, given: 0, right: 0, wordF1: 0 });
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
  const found = keysOf(got);
  const right = [...found].filter((one) => expected.has(one)).length;
  counts.pages++;
  counts.gold += expected.size;
  counts.given += found.size;
  counts.right += right;
  if (field === 'title') counts.wordF1 += wordF1(gold.title ?? '', got.title ?? '');
  return right === expected.size && found.size === expected.size;
}

/** F1 of the words of two texts, each word counted once. */
function wordF1(gold: string, got: string): number {
  const [a, b] = [new Set(wordsOf(gold)), new Set(wordsOf(got))];
  const shared = [...a].filter((word) => b.has(word)).length;
  return a.size + b.size === 0 ? 0 : (2 * shared) / (a.size + b.size);
}
