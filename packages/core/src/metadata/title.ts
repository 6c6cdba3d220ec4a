/**
 * The page's title without the site's name.
 *
 * A page has up to four titles: in JSON-LD, in OpenGraph, in `<title>`, in its first h1. Sites usually add their name to `<title>`
 * and often to the others, behind a separator. Steps: split a candidate at its separators; drop pieces at the ends that are the
 * site's name (as declared, or as in its host). The candidate that agrees with the h1 is the title.
 */
import { computed } from '@dehusk/html';
import { isDateOnly } from '../dates/dates.js';
import type { Finding } from './finding.js';
import {
  ASCII_LETTERS,
  BEFORE_TITLE,
  EAST_ASIAN_SITE,
  LABEL,
  SEPARATOR,
  SIGNS,
  SITE_WORDS,
  UNFINISHED,
} from './title-signs-data.js';

/** Letters and digits of a text, lower case: for comparing names. */
export function folded(text: string): string {
  const lower = text.toLowerCase();
  return (/^[\0-\x7f]*$/.test(lower) ? lower : lower.normalize('NFKC')).replace(SIGNS, '');
}

/** Letters that a site's name may have beside the name in its host. */
const MAX_MORE_LETTERS = 12;

/** Separators of a title at most; more are a list. */
const MAX_CUTS = 20;

/** The host asked for last: all texts of a page are compared with one. */
let lastHost: { readonly host: string | null; readonly names: readonly string[] } = { host: null, names: [] };

/** Names in a host as {@link folded} texts: all its labels before the suffix, and the last of them: `docsplanet`, `planet`. */
function namesOf(host: string | null): readonly string[] {
  if (lastHost.host === host) return lastHost.names;
  const domain = (host ?? '').replace(/^www\./, '').replace(/(?:\.(?:com?|org|net|gov|edu|ac))?\.[a-z]{2,}$/, '');
  const names = [domain, domain.slice(domain.lastIndexOf('.') + 1)].map(hostLetters).filter((name) => name.length >= 3);
  lastHost = { host, names };
  return names;
}

/** Whether a text names the site of a host: `The Harbour Gazette` at `www.harbour-gazette.co.uk`. */
function isOfHost(text: string, host: string | null): boolean {
  const name = hostLetters(text);
  return (
    name.length >= 3 &&
    namesOf(host).some(
      (known) => known.includes(name) || (name.includes(known) && name.length <= known.length + MAX_MORE_LETTERS),
    )
  );
}

/** The letters of a text or host, spelled alike: `Údolí` is `udoli`, `München` and `muenchen` are `munchen`. */
function hostLetters(text: string): string {
  const plain = folded(text);
  const ascii = /^[\0-\x7f]*$/.test(plain)
    ? plain
    : plain.normalize('NFD').replace(/[\u0300-\u036f]|[łøßđıæœ]/g, (sign) => ASCII_LETTERS[sign] ?? '');
  return ascii.replace(/([aou])e/g, '$1');
}

/** The words of a name without such as "The", "News" or "UK". */
const ownWords = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^a-z0-9\u00aa-\uffdc]+/)
    .filter((word) => word !== '' && !SITE_WORDS.test(word));

/** Their letters. */
export const withoutSiteWords = (text: string): string => ownWords(text).join('');

/** Whether a text is the name of a host's site, perhaps with words such as "The … Forums": "Tesla Model 3" is not Tesla's. */
export function isHostAlone(text: string, host: string | null): boolean {
  const rest = ownWords(text).map(hostLetters);
  if (!isOfHost(text, host)) return false;
  const names = namesOf(host);
  // "Apache Fluo" at `fluo.apache.org`.
  const isEveryWord = rest.every((word) => word.length >= 3 && names.some((known) => known.includes(word)));
  return isEveryWord || names.some((known) => known.includes(rest.join('')));
}

/** Pieces of a title between separators. */
export const piecesOf = (title: string): string[] =>
  title
    .split(SEPARATOR)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '');

/** "Valley Post - News and more" → "Valley Post", if that is the name in the host. */
export function withoutMotto(name: string, host: string | null): string {
  const [first, ...rest] = piecesOf(name);
  return rest.length > 0 && rest.length < MAX_CUTS && isOfHost(first, host) && !rest.some((one) => isOfHost(one, host))
    ? first
    : name;
}

/** Characters of a Chinese, Japanese or Korean site's name. */
const MAX_EAST_ASIAN = 12;
/** Characters of a site's name in a title. */
const MAX_SITE_NAME = 40;

/**
 * The site's name in `<title>`, for pages that declare none: the last piece, or the first, that names the host; else what follows
 * the main heading, if it is one short piece.
 */
export function siteNameInTitle(titles: readonly Finding[], host: string | null) {
  const title = titles.find(({ kind }) => kind === 'title');
  const pieces = title === undefined ? [] : piecesOf(title.value.replace(BEFORE_TITLE, ''));
  const heading = titles.find(({ kind }) => kind === 'heading');
  // "Blog: Story".
  if (pieces.length === 1 && heading !== undefined && pieces[0].endsWith(`: ${heading.value}`))
    pieces.splice(0, 1, pieces[0].slice(0, -heading.value.length - 2), heading.value);
  if (title === undefined || pieces.length < 2 || pieces.length > MAX_CUTS) return null;
  const last = pieces[pieces.length - 1];
  const isName = (one: string): boolean => one.length <= MAX_SITE_NAME && !/[?!]$/.test(one) && one !== heading?.value;
  const found = isName(last) && isOfHost(last, host) ? last : pieces[0];
  if (isName(found) && (found === last || isHostAlone(found, host)))
    return { value: found, source: `${title.source}, as in the host` };
  const isRest = heading !== undefined && folded(title.value) === folded(heading.value) + folded(last);
  return isRest && last.length <= MAX_SITE_NAME ? { value: last, source: `${title.source}, behind the heading` } : null;
}

/** The title without the site's names at its ends. Never empty for a title with letters. @param headings texts that name the page, not the site */
export function withoutSiteName(
  title: string,
  siteName: string | null,
  host: string | null,
  headings: readonly string[] = [],
): string {
  const cuts = [...title.matchAll(SEPARATOR)];
  if (cuts.length === 0 || cuts.length > MAX_CUTS) return title;
  const site = siteName === null ? '' : folded(siteName);
  const heading = headings.map(folded).join(' ');
  const isSite = (piece: string): boolean => {
    const name = folded(piece);
    if (name === '') return true;
    // Longer than the site's name is perhaps a product's: then the host's must be in it with common words only.
    if (site !== '' && (name === site || (name.length >= 4 && site.startsWith(name)))) return true;
    if (site.length >= 4 && name.startsWith(site)) return isHostAlone(piece, host) || !isOfHost(piece, host);
    return isHostAlone(piece, host) || (piece.length <= MAX_EAST_ASIAN && EAST_ASIAN_SITE.test(piece));
  };
  // After the site's own name, the host's in the last piece is chance.
  const isLed = isSite(title.slice(0, cuts[0].index));
  const mayBeSite = (piece: string): boolean => !isLed && isOfHost(piece, host) && !heading.includes(folded(piece));
  let from = 0;
  let to = title.length;
  for (let last = cuts.length - 1; last >= 0; last--) {
    const cut = cuts[last];
    const piece = title.slice(cut.index + cut[0].length, to);
    if (cut.index <= 0 || !(isSite(piece) || mayBeSite(piece))) break;
    to = cut.index;
  }
  // A maker before its product: readers see it in the heading.
  for (const cut of headings.includes(title) ? [] : cuts) {
    if (cut.index >= to || !isSite(title.slice(from, cut.index))) break;
    from = cut.index + cut[0].length;
  }
  const rest = title.slice(from, to).trim();
  return folded(rest) === '' ? title : rest;
}

/** Minimum share of words that an h1 and another title must share for the h1 to win. Not tuned. */
const MIN_AGREEMENT = 0.5;

/**
 * Chooses the title. The main heading is the title that readers see: it wins when a declared title agrees with it, or `<title>` does
 * and no declared title does; also when all others name the site. Else the first candidate, without the site's name.
 *
 * @param candidates the most trusted first
 */
export function chooseTitle(candidates: readonly Finding[], siteName: string | null, host: string | null) {
  const heading = candidates.find((one) => one.kind === 'heading') ?? null;
  const names = [...(siteName === null ? [] : [folded(siteName)]), ...namesOf(host)];
  const isSite = (value: string): boolean => names.includes(folded(value));
  const titlePieces = piecesOf(candidates.find((one) => one.kind === 'title')?.value ?? '');
  const headings = heading === null || isSite(heading.value) ? [] : [heading.value];
  // Most candidates have the same text.
  const cleaned = new Map<string, string>();
  const clean = (value: string): string =>
    withoutSiteName(value.replace(BEFORE_TITLE, ''), siteName, host, headings).replace(BEFORE_TITLE, '');
  const others = candidates
    .filter((one) => one !== heading)
    .map(({ value, source, kind }) => ({ value: computed(cleaned, value, clean), source, kind }));
  if (heading !== null && headings.length > 0) {
    const shown = withoutSiteName(heading.value, siteName, host, headings).replace(BEFORE_TITLE, '');
    const value = withoutLabel(shown, [...others.map((one) => one.value), ...titlePieces.slice(0, -1)]);
    const agrees = (one: { readonly value: string }): boolean =>
      !isSite(one.value) && agreement(value, one.value) >= MIN_AGREEMENT;
    // A title that all pages of a site declare is beside their own in `<title>`.
    const own = others.filter((one) => one.kind !== 'title' && one.kind !== 'meta' && !isHostAlone(one.value, host));
    const agreeing = own.find(agrees) ?? others.find(agrees);
    // The heading is a section when `<title>` has it behind the title that the page declares.
    const isSection =
      agreeing?.kind === 'title' &&
      own.some((one) => agreement(one.value, value) === 0 && folded(agreeing.value).startsWith(folded(one.value)));
    // A first line, or a text that the page cuts off.
    if (agreeing !== undefined && UNFINISHED.test(value) && continues(agreeing.value, value))
      return { value: agreeing.value, source: agreeing.source };
    if (agreeing !== undefined && !isSection) {
      // "Topic: Story", where the heading has two elements.
      const hasMore = folded(agreeing.value) === folded(value) && agreeing.value.includes(':') && !value.includes(':');
      return { value: hasMore ? agreeing.value : value, source: `${heading.source}, as in ${agreeing.source}` };
    }
    const isOfSite = others.every(
      (one) => isSite(one.value) || (isHostAlone(one.value, host) && piecesOf(one.value).length === 1),
    );
    // A `<title>` in pieces without the heading is one for all pages, unless they declare theirs.
    if (isOfSite || (own.length === 0 && titlePieces.length > 1)) return { value, source: heading.source };
  }
  const chosen = others.find((one) => !isSite(one.value)) ?? others[0];
  return chosen === undefined ? heading : { value: chosen.value, source: chosen.source };
}

/** A heading without what a template puts before it, when the page also declares the rest: "Thread: Story", "1. Story", "Dec 18 2025 Story". */
function withoutLabel(heading: string, known: readonly string[]): string {
  const whole = folded(heading);
  if (known.some((text) => folded(text).includes(whole))) return heading;
  for (const text of known) {
    if (text.length < 2 || text.length >= heading.length || !heading.endsWith(text)) continue;
    const before = heading.slice(0, -text.length);
    if (LABEL.test(before) || isDateOnly(before)) return text;
  }
  return heading;
}

/** Whether a title has another one, and more after it. */
const continues = (title: string, other: string): boolean =>
  folded(title).includes(folded(other)) && !folded(title).endsWith(folded(other));

/** Share of the words of the shorter of two titles that the other has. */
function agreement(one: string, other: string): number {
  const a = wordsOf(one);
  const b = wordsOf(other);
  let both = 0;
  for (const word of a) if (b.has(word)) both++;
  return both / Math.max(1, Math.min(a.size, b.size));
}

const wordsOf = (text: string): Set<string> =>
  new Set(text.toLowerCase().match(/[a-z0-9\u00aa-\u1fff\uac00-\uffdc]+|[\u3041-\u9fff]/g) ?? []);
