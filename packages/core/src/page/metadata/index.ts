/**
 * The page's metadata: every source gives its findings, and for each field the first finding of the first kind that has a valid
 * one wins. The order of kinds, `PRIORITY`, was chosen by which is right most often where they differ on WCXB's development
 * part (`node packages/lab/dist/conformance/metadata.js --kinds`).
 */
import { baseAddress, hostOf, webAddress } from '../addresses.js';
import type { Page } from '../page.js';
import { authorNames } from './author-names.js';
import { fromBylines } from './byline.js';
import { dateInUrl, parseDate, VISIBLE_YEARS } from './dates.js';
import { type Finding, oneLine, type SourceKind } from './finding.js';
import { fromJsonLd, readJsonLd } from './json-ld.js';
import { directionOf, fromRootElements, languageTag } from './language.js';
import { fromLinks } from './links.js';
import { fromMetaTags } from './meta-tags.js';
import type { Metadata, MetadataField } from './metadata.js';
import { fromMicrodata } from './microdata.js';
import { surroundingsOf } from './surroundings.js';
import { fromTimeElements, fromVisibleDates } from './time-element.js';
import { chooseTitle, folded, fromTitleElements } from './title.js';

/** Kinds of sources by field, the most trusted first. A kind that is not listed is not believed for that field. */
export const PRIORITY: Readonly<Record<MetadataField, readonly SourceKind[]>> = {
  title: ['json-ld', 'open-graph', 'citation', 'dublin-core', 'microdata', 'twitter', 'heading', 'title', 'meta'],
  byline: [],
  authors: ['json-ld', 'citation', 'dublin-core', 'meta', 'microdata', 'open-graph', 'twitter', 'byline', 'link'],
  datePublished: ['json-ld', 'open-graph', 'citation', 'microdata', 'dublin-core', 'meta', 'time', 'url', 'text'],
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

/** Most members of a list field. */
const MAX_LIST = 100;

/** Everything the sources say, unjudged, in the order of `PRIORITY` for each field. For `--explain` and evaluation. */
export function metadataFindings(page: Page): readonly Finding[] {
  const around = surroundingsOf(page);
  const findings = [
    ...fromJsonLd(readJsonLd(page)),
    ...fromMetaTags(page),
    ...fromMicrodata(page),
    ...fromLinks(page),
    ...fromRootElements(page),
    ...fromTitleElements(page),
    ...fromTimeElements(page, around),
    ...fromBylines(page, around),
  ];
  const language = chooseLanguage(findings)?.value ?? null;
  findings.push(...fromVisibleDates(page, around, language));
  const address =
    page.url ?? choose(ranked(findings, 'canonicalUrl'), (one) => webAddress(one.value, null))?.value ?? null;
  const inUrl = address === null ? null : dateInUrl(address);
  if (inUrl !== null) findings.push({ field: 'datePublished', kind: 'url', value: inUrl, source: 'URL' });
  return findings;
}

/** Reads what a page says of itself. Never throws on a page. */
export function readMetadata(page: Page): Metadata {
  const findings = metadataFindings(page);
  const base = baseAddress(page);
  const of = (field: MetadataField): Finding[] => ranked(findings, field);
  const url = (one: Finding): string | null => webAddress(one.value, base);

  const language = chooseLanguage(findings);
  const date = (one: Finding): string | null =>
    parseDate(one.value, {
      language: language?.value ?? null,
      ...(one.kind === 'text' || one.kind === 'time' ? { years: VISIBLE_YEARS } : {}),
    });
  const canonicalUrl = choose(of('canonicalUrl'), url);
  const siteName = choose(of('siteName'), nameOfSite);
  const host = hostOf(page.url ?? canonicalUrl?.value ?? null);
  const title = chooseTitle(of('title'), siteName?.value ?? null, host);
  const authors = chooseAuthors(of('authors'), siteName?.value ?? null, host);
  const direction = choose(of('direction'), (one) => directionOf(one.value, null));
  const chosen = {
    title,
    authors,
    byline: authors === null ? null : { value: authors.value.join(', '), source: authors.source },
    datePublished: choose(of('datePublished'), date),
    dateModified: choose(of('dateModified'), date),
    description: choose(of('description'), (one) => one.value),
    siteName,
    canonicalUrl,
    language,
    direction:
      direction ??
      (language !== null && directionOf(null, language.value) === 'rtl'
        ? { value: 'rtl' as const, source: `language, from ${language.source}` }
        : null),
    image: choose(of('image'), url),
    categories: chooseList(of('categories')),
    tags: chooseList(of('tags')),
    licence: choose(of('licence'), (one) => (one.kind === 'link' ? url(one) : one.value)),
  };
  const sources: Partial<Record<MetadataField, string>> = {};
  for (const [field, one] of Object.entries(chosen)) if (one !== null) sources[field as MetadataField] = one.source;
  return {
    title: chosen.title?.value ?? null,
    byline: chosen.byline?.value ?? null,
    authors: chosen.authors?.value ?? [],
    datePublished: chosen.datePublished?.value ?? null,
    dateModified: chosen.dateModified?.value ?? null,
    description: chosen.description?.value ?? null,
    siteName: chosen.siteName?.value ?? null,
    canonicalUrl: chosen.canonicalUrl?.value ?? null,
    language: chosen.language?.value ?? null,
    direction: chosen.direction?.value ?? null,
    image: chosen.image?.value ?? null,
    categories: chosen.categories?.value ?? [],
    tags: chosen.tags?.value ?? [],
    licence: chosen.licence?.value ?? null,
    sources,
  };
}

/** The findings of a field, the most trusted kind first; within a kind as the source gave them. */
function ranked(findings: readonly Finding[], field: MetadataField): Finding[] {
  const own = findings.filter((one) => one.field === field);
  return PRIORITY[field].flatMap((kind) => own.filter((one) => one.kind === kind));
}

/** The first finding that reads as a value. */
function choose<T>(
  findings: readonly Finding[],
  read: (one: Finding) => T | null,
): { value: T & {}; source: string } | null {
  for (const one of findings) {
    const value = read(one);
    if (value !== null && value !== undefined) return { value, source: one.source };
  }
  return null;
}

const chooseLanguage = (findings: readonly Finding[]): { value: string; source: string } | null =>
  choose(ranked(findings, 'language'), (one) => languageTag(one.value));

/** A site's name: not an address, not a sentence. */
function nameOfSite(one: Finding): string | null {
  const value = one.value.replace(/^@/, '');
  return value.length > 100 || /^https?:\/\//i.test(value) ? null : value;
}

/**
 * The names of the first source that names somebody. Sources that are read from the visible page name the author first, and then
 * perhaps others: only their first finding counts. The site as its own author yields to a name found elsewhere.
 */
function chooseAuthors(
  findings: readonly Finding[],
  siteName: string | null,
  host: string | null,
): { value: string[]; source: string } | null {
  const site = siteName === null ? '' : folded(siteName);
  const hostName = host === null ? '' : folded(host);
  let siteOnly: { value: string[]; source: string } | null = null;
  for (const first of findings) {
    const names = new Map<string, string>();
    for (const one of findings) {
      if (one !== first && (first.kind === 'byline' || one.kind !== first.kind || one.source !== first.source))
        continue;
      for (const name of authorNames(one.value))
        if (!names.has(name.toLowerCase())) names.set(name.toLowerCase(), name);
    }
    if (names.size === 0) continue;
    const value = [...names.values()];
    const found = { value, source: first.source };
    const name = folded(value[0]);
    if (value.length > 1 || (name !== site && (name.length < 4 || !hostName.includes(name)))) return found;
    siteOnly ??= found;
  }
  return siteOnly;
}

/** The members of the first kind that has any: each once, lists in one value split at commas. */
function chooseList(findings: readonly Finding[]): { value: string[]; source: string } | null {
  const first = findings[0];
  if (first === undefined) return null;
  const members = new Map<string, string>();
  for (const one of findings) {
    if (one.kind !== first.kind || one.source !== first.source) continue;
    for (const piece of one.value.split(/[,;，、]/)) {
      const member = oneLine(piece).replace(/^#/, '');
      if (member !== '' && member.length <= 100 && members.size < MAX_LIST && !members.has(member.toLowerCase()))
        members.set(member.toLowerCase(), member);
    }
  }
  return members.size === 0 ? null : { value: [...members.values()], source: first.source };
}
