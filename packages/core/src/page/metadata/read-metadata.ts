/**
 * The page's metadata: each source reports its findings, and for each field the first finding of the first kind that has a valid
 * one wins. `PRIORITY`, the order of kinds, was chosen by which kind is right most often where they differ on WCXB's development
 * part (`node packages/lab/dist/conformance/metadata.js --kinds`).
 */
import { baseAddress, hostOf, webAddress } from '../addresses.js';
import { memoized } from '../memo.js';
import type { Page } from '../page.js';
import { authorNames } from './author-names.js';
import { dateInUrl, parseDate, VISIBLE_YEARS } from './dates.js';
import { fromLinks, fromRootElements, fromTitleElements } from './elements.js';
import { type Finding, oneLine, type SourceKind } from './finding.js';
import { fromJsonLd, readJsonLd } from './json-ld.js';
import { fromMetaTags } from './meta-tags.js';
import { type Metadata, type MetadataField, NO_METADATA } from './metadata.js';
import { fromMicrodata } from './microdata.js';
import { chooseTitle, folded, siteNameInTitle, withoutMotto } from './title.js';
import { fromBylines, fromTimeElements, fromVisibleDates, surroundingsOf } from './visible.js';

/** Kinds of sources by field, the most trusted first. A kind that is not listed is ignored for that field. */
export const PRIORITY: Readonly<Record<MetadataField, readonly SourceKind[]>> = {
  title: ['json-ld', 'open-graph', 'citation', 'dublin-core', 'microdata', 'twitter', 'heading', 'title', 'meta'],
  author: [],
  authors: ['json-ld', 'citation', 'dublin-core', 'meta', 'microdata', 'open-graph', 'twitter', 'byline', 'link'],
  date: ['json-ld', 'open-graph', 'citation', 'microdata', 'dublin-core', 'meta', 'time', 'url', 'text'],
  dateModified: ['json-ld', 'open-graph', 'microdata', 'dublin-core', 'meta', 'time', 'text'],
  description: ['open-graph', 'meta', 'json-ld', 'dublin-core', 'twitter', 'microdata'],
  siteName: ['open-graph', 'json-ld', 'citation', 'meta', 'dublin-core'],
  canonicalUrl: ['link', 'open-graph', 'json-ld', 'meta', 'twitter'],
  language: ['html', 'json-ld', 'open-graph', 'dublin-core', 'citation', 'meta', 'microdata'],
  direction: ['html'],
  image: ['open-graph', 'twitter', 'json-ld', 'meta', 'link'],
  categories: ['json-ld', 'open-graph', 'microdata', 'meta', 'link'],
  tags: ['open-graph', 'json-ld', 'link', 'meta', 'citation', 'dublin-core', 'microdata'],
  licence: ['link', 'json-ld', 'microdata', 'dublin-core', 'meta'],
};

/** Maximum number of authors kept. */
const MAX_AUTHORS = 1_000;
/** Maximum number of members of any other list field. */
const MAX_LIST = 100;
/** Languages written from right to left, for pages without `dir`. */
const RIGHT_TO_LEFT = /^(?:ar|he|iw|fa|ur|yi|ps|sd|ug|dv|ckb)(?:-|$)/i;

/** A value and its source. */
interface Chosen<T = string> {
  readonly value: T;
  readonly source: string;
}

/** Milliseconds by which the date of another time zone may be ahead of the moment a page is fetched. */
const DAY = 86_400_000;

/** All findings of all sources, not ranked. For evaluation. */
export function metadataFindings(page: Page): readonly Finding[] {
  const around = surroundingsOf(page);
  const findings = [
    ...fromJsonLd(readJsonLd(page)),
    ...fromMetaTags(page),
    ...fromMicrodata(page),
    ...fromLinks(page),
    ...fromRootElements(page),
    ...fromTitleElements(page, around.heading),
    ...fromTimeElements(page, around),
    ...fromBylines(page, around),
  ];
  const ranked = ranking(findings);
  findings.push(...fromVisibleDates(page, around, choose(ranked('language'), languageOf)?.value ?? null));
  const address = page.url ?? choose(ranked('canonicalUrl'), (one) => webAddress(one.value, null))?.value ?? null;
  const inUrl = address === null ? null : dateInUrl(address);
  if (inUrl !== null) findings.push({ field: 'date', kind: 'url', value: inUrl, source: 'URL' });
  return findings;
}

const latest = memoized((_page: Page): { metadata: Metadata | null } => ({ metadata: null }));

/**
 * A page's metadata, read once: without a time, the latest result for the page. Linear in the page; never throws on a page.
 *
 * @param at when the page was fetched, milliseconds since 1970: dates more than a day later announce something; null: unknown
 */
export function readMetadata(page: Page, at: number | null = null): Metadata {
  const known = latest(page);
  if (at !== null || known.metadata === null)
    known.metadata = chooseMetadata(page, at === null ? Number.POSITIVE_INFINITY : at + DAY);
  return known.metadata;
}

/** @param latest no date of the page begins later, milliseconds since 1970 */
function chooseMetadata(page: Page, latest: number): Metadata {
  const ranked = ranking(metadataFindings(page));
  const base = baseAddress(page);
  const address = (one: Finding): string | null => webAddress(one.value, base);
  const text = (one: Finding): string => one.value;
  const language = choose(ranked('language'), languageOf);
  const date = (one: Finding): string | null => {
    const found = parseDate(one.value, {
      language: language?.value ?? null,
      ...(one.kind === 'text' || one.kind === 'time' ? { years: VISIBLE_YEARS } : {}),
    });
    return found !== null && Date.parse(found.slice(0, DAY_LENGTH)) <= latest ? found : null;
  };
  const canonicalUrl = choose(ranked('canonicalUrl'), address);
  const host = hostOf(page.url ?? canonicalUrl?.value ?? null);
  const titles = ranked('title');
  const siteName = choose(ranked('siteName'), (one) => nameOfSite(one, titles, host)) ?? siteNameInTitle(titles, host);
  const site = siteName?.value ?? null;
  const authors = chooseAuthors(ranked('authors'), site, host);
  const chosen: Readonly<Record<MetadataField, Chosen<unknown> | null>> = {
    title: chooseTitle(titles, site, host),
    authors,
    author: authors === null ? null : { value: authors.value.join(', '), source: authors.source },
    date: chooseDate(ranked('date'), date),
    dateModified: choose(ranked('dateModified'), date),
    description: choose(ranked('description'), text),
    siteName,
    canonicalUrl,
    language,
    direction: choose(ranked('direction'), directionOf) ?? directionOfLanguage(language),
    image: choose(ranked('image'), address),
    categories: chooseList(ranked('categories')),
    tags: chooseList(ranked('tags')),
    licence: choose(ranked('licence'), (one) => (one.kind === 'link' ? address(one) : one.value)),
  };
  const values: Partial<Record<MetadataField, unknown>> = {};
  const sources: Partial<Record<MetadataField, string>> = {};
  for (const [field, one] of Object.entries(chosen) as [MetadataField, Chosen<unknown> | null][])
    if (one !== null) {
      values[field] = one.value;
      sources[field] = one.source;
    }
  return { ...NO_METADATA, ...(values as Partial<Metadata>), sources };
}

/** Finds the findings of a field, the most trusted kind first; within a kind as the source ordered them. */
function ranking(findings: readonly Finding[]): (field: MetadataField) => readonly Finding[] {
  const groups = grouped(findings, ({ field, kind }) => `${field} ${kind}`);
  return (field) => PRIORITY[field].flatMap((kind) => groups.get(`${field} ${kind}`) ?? []);
}

/** The findings by a key, in their order. */
function grouped(
  findings: readonly Finding[],
  keyOf: (one: Finding, at: number) => string,
): ReadonlyMap<string, Finding[]> {
  const groups = new Map<string, Finding[]>();
  for (const [at, one] of findings.entries()) {
    const key = keyOf(one, at);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else group.push(one);
  }
  return groups;
}

/** The first finding that can be read as a value. */
function choose<T extends {}>(findings: readonly Finding[], read: (one: Finding) => T | null): Chosen<T> | null {
  for (const one of findings) {
    const value = read(one);
    if (value !== null) return { value, source: one.source };
  }
  return null;
}

/** Length of an ISO 8601 day. */
const DAY_LENGTH = 10;

/**
 * The first date; of one without a day, the first later one in the same month or year: addresses have months, and the day is on
 * the page.
 */
function chooseDate(findings: readonly Finding[], read: (one: Finding) => string | null): Chosen | null {
  const first = choose(findings, read);
  if (first === null || first.value.length >= DAY_LENGTH) return first;
  const exact = choose(findings, (one) => {
    const value = read(one);
    return value !== null && value.length >= DAY_LENGTH && value.startsWith(first.value) ? value : null;
  });
  return exact ?? first;
}

/** A site's name without its motto: neither an address, nor a sentence, nor the page's title. */
function nameOfSite(one: Finding, titles: readonly Finding[], host: string | null): string | null {
  const value = one.value.replace(/^@/, '');
  if (value.length > 100 || /^https?:\/\//i.test(value)) return null;
  const isTitle = titles.some(({ kind, value: title }) => kind !== 'open-graph' && folded(title) === folded(value));
  return isTitle ? null : withoutMotto(value, host);
}

/**
 * The names of the first source that names somebody. All values of that source count, but of the visible page only the first:
 * later ones may belong to other people. A site that is its own only author yields to a name found elsewhere.
 */
function chooseAuthors(
  findings: readonly Finding[],
  siteName: string | null,
  host: string | null,
): Chosen<string[]> | null {
  const groups = grouped(findings, ({ kind, source }, at) => (kind === 'byline' ? String(at) : `${kind} ${source}`));
  const site = siteName === null ? '' : folded(siteName);
  const hostName = host === null ? '' : folded(host);
  let siteOnly: Chosen<string[]> | null = null;
  for (const group of groups.values()) {
    const names = new Map<string, string>();
    for (const { value } of group) {
      if (names.size >= MAX_AUTHORS) break;
      for (const name of authorNames(value)) if (!names.has(name.toLowerCase())) names.set(name.toLowerCase(), name);
    }
    // A person and the paper.
    for (const [key, name] of names) if (names.size > 1 && folded(name) === site) names.delete(key);
    if (names.size === 0) continue;
    const found = { value: [...names.values()].slice(0, MAX_AUTHORS), source: group[0].source };
    const name = folded(found.value[0]);
    if (names.size > 1 || (name !== site && (name.length < 4 || !hostName.includes(name)))) return found;
    siteOnly ??= found;
  }
  return siteOnly;
}

/** The members of the first source that has any: each once, lists in one value split at commas. */
function chooseList(findings: readonly Finding[]): Chosen<string[]> | null {
  const first = findings[0];
  if (first === undefined) return null;
  const members = new Map<string, string>();
  for (const one of findings) {
    if (members.size >= MAX_LIST) break;
    if (one.kind !== first.kind || one.source !== first.source) continue;
    for (const piece of one.value.split(/[,;，、]/)) {
      const member = oneLine(piece).replace(/^#/, '');
      if (member !== '' && member.length <= 100 && members.size < MAX_LIST && !members.has(member.toLowerCase()))
        members.set(member.toLowerCase(), member);
    }
  }
  return members.size === 0 ? null : { value: [...members.values()], source: first.source };
}

const languageOf = (one: Finding): string | null => languageTag(one.value);

/**
 * A BCP 47 tag in its usual spelling (`en`, `pt-BR`, `zh-Hant-TW`), or null when the value is none: `en_US.UTF-8` → `en-US`;
 * of a list the first; English names of languages are not tags.
 */
export function languageTag(value: string): string | null {
  const first = value
    .trim()
    .split(/[,;\s]/, 1)[0]
    .split(/[.@]/, 1)[0]
    .replaceAll('_', '-');
  if (!/^[a-z]{2,3}(?:-[a-z\d]{2,8}){0,3}$/i.test(first) || /^(?:und|xxx?|mul|zxx)$/i.test(first)) return null;
  return first
    .split('-')
    .map((part, index) => {
      if (index === 0) return part.toLowerCase();
      if (part.length === 4 && !/\d/.test(part)) return part.charAt(0).toUpperCase() + part.slice(1).toLowerCase();
      return part.length === 2 ? part.toUpperCase() : part.toLowerCase();
    })
    .join('-');
}

function directionOf({ value }: Finding): 'ltr' | 'rtl' | null {
  const direction = value.trim().toLowerCase();
  return direction === 'ltr' || direction === 'rtl' ? direction : null;
}

/** Right to left when the language is written so; null otherwise. */
function directionOfLanguage(language: Chosen | null): Chosen<'rtl'> | null {
  if (language === null || !RIGHT_TO_LEFT.test(language.value)) return null;
  return { value: 'rtl', source: `language, from ${language.source}` };
}
