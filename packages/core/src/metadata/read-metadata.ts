/**
 * The page's metadata: each source reports its findings, and for each field the first finding of the first kind that has a valid
 * one wins. `PRIORITY`, the order of kinds, was chosen by which kind is right most often where they differ on WCXB's development
 * part (`node packages/lab/dist/conformance/metadata.js --kinds`).
 */

import {
  baseAddress,
  hostOf,
  type LazyFields,
  memoized,
  type Page,
  tagTable,
  webAddress,
  withLazyFields,
} from '@dehusk/html';
import { isDayFirst } from '../dates/calendars.js';
import { DAY_FIRST_HOST, MONTH_FIRST_HOST } from '../dates/calendars-data.js';
import { dateInUrl, orderOf, parseDate, VISIBLE_YEARS } from '../dates/dates.js';
import { authorCandidates, MIN_CONFIDENCE } from './authors.js';
import { fromBylines, fromDistantBylines } from './bylines.js';
import { fromLinks, fromRootElements, fromTitleElements } from './elements.js';
import { type Finding, grouped, oneLine, type SourceKind } from './finding.js';
import { fromJsonLd, readJsonLd } from './json-ld.js';
import { RIGHT_TO_LEFT, UNFILLED } from './meta-names-data.js';
import { fromMetaTags } from './meta-tags.js';
import { type Metadata, type MetadataField, NO_METADATA } from './metadata.js';
import { fromMicrodata } from './microdata.js';
import { PRIORITY } from './source-priority-data.js';
import { chooseTitle, folded, siteNameInTitle, withoutMotto } from './title.js';
import { fromDistantDates, fromTimeElements, fromVisibleDates } from './visible-dates.js';

/** Maximum number of members of any other list field. */
const MAX_LIST = 100;

const DIRECTIONS: Readonly<Partial<Record<string, 'ltr' | 'rtl'>>> = { ltr: 'ltr', rtl: 'rtl' };

/** A value and its source. */
interface Chosen<T = string> {
  readonly value: T;
  readonly source: string;
}

type Choices = { readonly [F in MetadataField]: Chosen<NonNullable<Metadata[F]>> | null };

const jsonLd = findings((page) => fromJsonLd(readJsonLd(page)));
const metaTags = findings(fromMetaTags);
const titleElements = findings(fromTitleElements);

/** Where the findings of each kind come from, in their order. */
const SOURCES: Readonly<Record<SourceKind, readonly ((page: Page) => Findings)[]>> = {
  'json-ld': [jsonLd],
  'open-graph': [metaTags],
  twitter: [metaTags],
  citation: [metaTags],
  'dublin-core': [metaTags],
  meta: [jsonLd, metaTags],
  microdata: [findings(fromMicrodata)],
  link: [findings(fromLinks)],
  html: [findings(fromRootElements)],
  heading: [titleElements],
  title: [titleElements],
  time: [findings((page) => fromTimeElements(page))],
  byline: [findings((page) => fromBylines(page, declaredLanguage(page)))],
  text: [findings((page) => fromVisibleDates(page, declaredLanguage(page)))],
  distant: [findings((page) => fromDistantDates(page, declaredLanguage(page)))],
  url: [findings(fromAddress)],
};

/** The findings of a source by field and kind, in order. */
type Findings = ReadonlyMap<string, readonly Finding[]>;

/** Reads a source once per page. */
function findings(read: (page: Page) => readonly Finding[]): (page: Page) => Findings {
  return memoized((page: Page) =>
    grouped(
      read(page).filter(({ value }) => !UNFILLED.test(value)),
      ({ field, kind }) => `${field} ${kind}`,
    ),
  );
}

/** A value that a field could have: its place, what speaks for or against it, and the probability that it is right. */
export interface MetadataCandidate {
  readonly field: MetadataField;
  readonly value: string;
  readonly source: string;
  /** The kind of source alone for fields without learned weights. */
  readonly features: readonly string[];
  readonly confidence: number | null;
}

/** The candidates of every field, the best first. For people, and for training. */
export function metadataCandidates(page: Page): MetadataCandidate[] {
  return FIELDS.filter((field) => field !== 'author').flatMap((field): MetadataCandidate[] =>
    field === 'authors'
      ? authorsOf(page).map(({ names, isPerson: _, ...rest }) => ({ field, value: names.join('; '), ...rest }))
      : [...ranked(page, field)].map(({ kind, value, source }) => ({
          field,
          value,
          source,
          features: [kind],
          confidence: null,
        })),
  );
}

const UNSEEN = new Set('script style title noscript template'.split(' '));

/** Whether readers see a text in one element of the body. */
function isInText(page: Page, text: string): boolean {
  const unseen = tagTable(page, UNSEEN);
  let node = Math.max(0, page.tag.indexOf(page.nameIndex('body')));
  for (let at = page.chars.indexOf(text, page.textFrom[node]); at >= 0; at = page.chars.indexOf(text, at + 1)) {
    while (node + 1 < page.size && page.textFrom[node + 1] <= at) node++;
    if (unseen[page.tag[page.parent[node]]] === 0) return true;
  }
  return false;
}

/** The candidates for authors, the best first. */
const authorsOf = memoized((page: Page) => {
  const near = [...byKind(page, 'authors')];
  const site = { names: [...ranked(page, 'siteName')].map(({ value }) => value), host: hostOf(page.url) };
  const language = declaredLanguage(page);
  const isShown = (name: string): boolean => isInText(page, name);
  const all = authorCandidates(near, site, language, isShown);
  if (all.some(({ isPerson }) => isPerson)) return all;
  const distant = fromDistantBylines(page, language);
  return distant.length === 0 ? all : authorCandidates([...near, distant], site, language, isShown);
});

/** The authors of a page, as its metadata has them. */
export function chosenAuthors(page: Page): Chosen<string[]> | null {
  const best = authorsOf(page).find(({ confidence }) => confidence >= MIN_CONFIDENCE);
  return best === undefined ? null : { value: [...best.names], source: best.source };
}

/** The findings of a field by kind and source, the most trusted first; of one source in its order. A source is read when it is reached. */
function* byKind(page: Page, field: MetadataField): Generator<readonly Finding[]> {
  for (const kind of PRIORITY[field]) {
    const key = `${field} ${kind}`;
    for (const read of SOURCES[kind]) {
      const found = read(page).get(key);
      if (found !== undefined) yield found;
    }
  }
}

function* ranked(page: Page, field: MetadataField): Generator<Finding> {
  for (const found of byKind(page, field)) yield* found;
}

const chosenLanguage = memoized((page: Page) => choose(ranked(page, 'language'), (one) => languageTag(one.value)));

/** The declared language of a page as a BCP 47 tag, as its metadata has it. */
export const declaredLanguage = (page: Page): string | null => chosenLanguage(page)?.value ?? null;

/** The date in the page's address. */
function fromAddress(page: Page): Finding[] {
  const address = page.url ?? choose(ranked(page, 'canonicalUrl'), (one) => webAddress(one.value, null))?.value ?? null;
  const date = address === null ? null : dateInUrl(address);
  return date === null ? [] : [{ field: 'date', kind: 'url', value: date, source: 'URL' }];
}

/** Milliseconds by which the date of another time zone may be ahead of the moment a page is fetched. */
const DAY = 86_400_000;
const FIELDS = Object.keys(NO_METADATA).filter((name) => name !== 'sources') as MetadataField[];

/**
 * A page's metadata. Each field is chosen when it is first read, from the sources it needs. Linear in the page; never throws on a page.
 *
 * @param at when the page was fetched, milliseconds since 1970: dates more than a day later announce something; null: unknown
 */
export function readMetadata(page: Page, at: number | null = null): Metadata {
  const choices = choicesOf(page, at === null ? Number.POSITIVE_INFINITY : at + DAY);
  const compute: Record<string, () => unknown> = {};
  for (const field of FIELDS) compute[field] = () => choices[field]?.value ?? NO_METADATA[field];
  compute.sources = () =>
    Object.fromEntries(
      Object.entries(choices).flatMap(([field, chosen]) => (chosen === null ? [] : [[field, chosen.source]])),
    );
  return withLazyFields({}, compute as LazyFields<Metadata>);
}

/** @param latest no date of the page begins later, milliseconds since 1970 */
function choicesOf(page: Page, latest: number): Choices {
  const all = (field: MetadataField): Iterable<Finding> => ranked(page, field);
  const base = baseAddress(page);
  const address = (one: Finding): string | null => webAddress(one.value, base);
  const settle = (dayFirst: string, monthFirst: string): boolean | null => orderOnPage(page, dayFirst, monthFirst);
  const date = (one: Finding): string | null => {
    const value = parseDate(one.value, {
      language: declaredLanguage(page),
      settle,
      ...(SHOWN.has(one.kind) ? { years: VISIBLE_YEARS } : {}),
    });
    return value !== null && Date.parse(value.slice(0, DAY_LENGTH)) <= latest ? value : null;
  };
  const host = (): string | null => hostOf(page.url ?? choices.canonicalUrl?.value ?? null);
  const siteName = (): string | null => choices.siteName?.value ?? null;
  const choices: Choices = withLazyFields<object, Choices>(
    {},
    {
      title: () => chooseTitle([...all('title')], siteName(), host()),
      authors: () => chosenAuthors(page),
      author: () => choices.authors && { value: choices.authors.value.join(', '), source: choices.authors.source },
      date: () => chooseDate(all('date'), date) ?? shownDate(choices.dateModified, changes(page), date),
      dateModified: () => choose(all('dateModified'), date),
      description: () => choose(all('description'), (one) => one.value),
      siteName: () => {
        const titles = [...all('title')];
        return choose(all('siteName'), (one) => nameOfSite(one, titles, host())) ?? siteNameInTitle(titles, host());
      },
      canonicalUrl: () => choose(all('canonicalUrl'), address),
      language: () => chosenLanguage(page),
      direction: () =>
        choose(all('direction'), ({ value }) => DIRECTIONS[value.trim().toLowerCase()] ?? null) ??
        (choices.language !== null && RIGHT_TO_LEFT.test(choices.language.value)
          ? { value: 'rtl', source: `language, from ${choices.language.source}` }
          : null),
      image: () => choose(all('image'), address),
      categories: () => chooseList(page, 'categories'),
      tags: () => chooseList(page, 'tags'),
      licence: () => choose(all('licence'), (one) => (one.kind === 'link' ? address(one) : one.value)),
    },
  );
  return choices;
}

/** The first finding that can be read as a value. */
function choose<T extends {}>(findings: Iterable<Finding>, read: (one: Finding) => T | null): Chosen<T> | null {
  for (const one of findings) {
    const value = read(one);
    if (value !== null) return { value, source: one.source };
  }
  return null;
}

const DAY_LENGTH = 10;

/**
 * The first date; of one without a day, the first later one in the same month or year: addresses have months, and the day is on
 * the page.
 */
function chooseDate(findings: Iterable<Finding>, read: (one: Finding) => string | null): Chosen | null {
  let first: Chosen | null = null;
  for (const one of findings) {
    const value = read(one);
    if (value === null || (first !== null && !value.startsWith(first.value))) continue;
    if (value.length >= DAY_LENGTH) return { value, source: one.source };
    first ??= { value, source: one.source };
  }
  return first;
}

/** Whether a page writes the day first: by the country of its language or host, another date in numbers, or the same day elsewhere. */
function orderOnPage(page: Page, dayFirst: string, monthFirst: string): boolean | null {
  for (const { value } of ranked(page, 'language')) {
    const order = isDayFirst(languageTag(value) ?? 'en');
    if (order !== null) return order;
  }
  const host = hostOf(page.url) ?? '';
  if (DAY_FIRST_HOST.test(host)) return true;
  if (MONTH_FIRST_HOST.test(host)) return false;
  for (const field of ['date', 'dateModified'] as const)
    for (const { value } of ranked(page, field)) {
      const order = orderOf(value);
      if (order !== null) return order;
      if (value.startsWith(dayFirst) || value.startsWith(monthFirst)) return value.startsWith(dayFirst);
    }
  return null;
}

/** Kinds of findings that readers see. */
const SHOWN: ReadonlySet<SourceKind> = new Set(['time', 'text', 'distant']);

/** The date of a change, for a page that shows it and no other. */
function shownDate(
  modified: Chosen | null,
  findings: readonly Finding[],
  read: (one: Finding) => string | null,
): Chosen | null {
  const shown = findings.filter(({ kind }) => SHOWN.has(kind));
  const found = modified ?? choose(shown, read);
  const day = found?.value.slice(0, DAY_LENGTH);
  if (found === null || day?.length !== DAY_LENGTH || !shown.some((one) => read(one)?.startsWith(day))) return null;
  return { value: found.value, source: `${found.source}, of a change` };
}

/** All dates of changes. Those far from the heading are read for a page without another date only. */
const changes = (page: Page): readonly Finding[] => [
  ...ranked(page, 'dateModified'),
  ...SOURCES.distant.flatMap((read) => read(page).get('dateModified distant') ?? []),
];

/** A site's name without its motto: neither an address, nor a sentence, nor the page's title. */
function nameOfSite(one: Finding, titles: readonly Finding[], host: string | null): string | null {
  const value = one.value.replace(/^@/, '');
  if (value.length > 100 || /^https?:\/\//i.test(value)) return null;
  const isTitle = titles.some(({ kind, value: title }) => kind !== 'open-graph' && folded(title) === folded(value));
  return isTitle ? null : withoutMotto(value, host);
}

/** The members of the first source that has any: each once, lists in one value split at commas. */
function chooseList(page: Page, field: MetadataField): Chosen<string[]> | null {
  const found = byKind(page, field).next().value as readonly Finding[] | undefined;
  if (found === undefined) return null;
  const [{ source }] = found;
  const members = found
    .filter((one) => one.source === source)
    .flatMap(({ value }) => value.split(/[,;،，、]/).map((piece) => oneLine(piece).replace(/^#/, '')))
    .filter((member) => member !== '' && member.length <= 100)
    .slice(0, 10 * MAX_LIST);
  const lower = members.map((member) => member.toLowerCase());
  const value = members.filter((_, at) => lower.indexOf(lower[at]) === at).slice(0, MAX_LIST);
  return value.length === 0 ? null : { value, source };
}

/**
 * A BCP 47 tag in its usual spelling (`en`, `pt-BR`, `zh-Hant-TW`), or null when the value is none: `en_US.UTF-8` → `en-US`;
 * of a list the first; English names of languages are not tags.
 */
export function languageTag(value: string): string | null {
  const first = value
    .trim()
    .split(/[,;\s.@]/, 1)[0]
    .replaceAll('_', '-')
    .replace(/^(?:zh-)?(cmn|yue)(?=-|$)/i, 'zh');
  if (!/^[a-z]{2,3}(?:-[a-z\d]{2,8}){0,3}$/i.test(first) || /^(?:und|xxx?|mul|zxx)$/i.test(first)) return null;
  try {
    return Intl.getCanonicalLocales(first)[0];
  } catch {
    return null;
  }
}
