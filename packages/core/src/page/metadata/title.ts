/**
 * The page's title without the site's name.
 *
 * A page has up to four titles: in JSON-LD, in OpenGraph, in `<title>`, in its first h1. Sites usually add their name to `<title>`
 * and often to the others, behind a separator. Steps: split a candidate at its separators; drop pieces at the ends that are the
 * site's name (as declared, or as in its host). The candidate that agrees with the h1 is the title.
 */
import type { Finding } from './finding.js';

/** What sites put between the title and their name. */
export const SEPARATOR = /\s+(?:[|\-–—‒·•»«›‹/\\:]|::|\|\||~)\s+|\s*[|»｜]\s*|(?<=\S)_(?=[^\w\s])|\s*[–—]\s+/gu;

/** Roughly all characters except letters and digits. Ranges, as Unicode classes are slow to compile. */
export const SIGNS = /[\0-/:-@[-`{-\u00a9\u2000-\u206f\u3000-\u303f]+/g;

/** Letters and digits of a text, lower case: for comparing names. */
export const folded = (text: string): string => text.toLowerCase().normalize('NFKC').replace(SIGNS, '');

/** The title without the site's names at its ends. Never empty for a title with letters. */
export function withoutSiteName(title: string, siteName: string | null, host: string | null): string {
  const cuts = [...title.matchAll(SEPARATOR)];
  if (cuts.length === 0 || cuts.length > 20) return title;
  const site = siteName === null ? '' : folded(siteName);
  const domain = (host ?? '').replace(/^www\./, '').replace(/(?:\.(?:com?|org|net|gov|edu|ac))?\.[a-z]{2,}$/, '');
  const hostName = folded(domain);
  const isSite = (piece: string): boolean => {
    const name = folded(piece);
    if (name === '') return true;
    if (site !== '' && (name === site || (name.length >= 4 && (site.startsWith(name) || name.startsWith(site)))))
      return true;
    return (
      hostName.length >= 3 &&
      name.length >= 3 &&
      (hostName.includes(name) || (name.includes(hostName) && name.length <= hostName.length + 12))
    );
  };
  let from = 0;
  let to = title.length;
  for (let last = cuts.length - 1; last >= 0; last--) {
    const cut = cuts[last];
    if (cut.index <= 0 || !isSite(title.slice(cut.index + cut[0].length, to))) break;
    to = cut.index;
  }
  for (const cut of cuts) {
    if (cut.index >= to || !isSite(title.slice(from, cut.index))) break;
    from = cut.index + cut[0].length;
  }
  const rest = title.slice(from, to).trim();
  return folded(rest) === '' ? title : rest;
}

/** Minimum share of words that an h1 and another title must share for the h1 to win. Not tuned. */
const MIN_AGREEMENT = 0.5;
/** Maximum number of candidates compared. */
const MAX_CANDIDATES = 50;

/**
 * Chooses the title. The main heading is the title that readers see: it wins when another candidate agrees with it, or when there is
 * no other. Else the first candidate, without the site's name.
 *
 * @param candidates the most trusted first
 */
export function chooseTitle(
  candidates: readonly Finding[],
  siteName: string | null,
  host: string | null,
): { value: string; source: string } | null {
  const heading = candidates.find((one) => one.kind === 'heading') ?? null;
  const isSite = (value: string): boolean => siteName !== null && folded(value) === folded(siteName);
  const others = candidates
    .filter((one) => one !== heading)
    .slice(0, MAX_CANDIDATES)
    .map((one) => ({ value: withoutSiteName(one.value, siteName, host), source: one.source }));
  if (heading !== null && !isSite(heading.value)) {
    const value = withoutSiteName(heading.value, siteName, host);
    const agreeing = others.find((one) => !isSite(one.value) && agreement(value, one.value) >= MIN_AGREEMENT);
    if (agreeing !== undefined) return { value, source: `${heading.source}, as in ${agreeing.source}` };
    if (others.length === 0) return { value, source: heading.source };
  }
  return others.find((one) => !isSite(one.value)) ?? others[0] ?? heading;
}

/** Share of the words of the shorter of two titles that the other has. */
function agreement(one: string, other: string): number {
  if (folded(one) === folded(other)) return 1;
  const a = wordsOf(one);
  const b = wordsOf(other);
  let both = 0;
  for (const word of a) if (b.has(word)) both++;
  return both / Math.max(1, Math.min(a.size, b.size));
}

const wordsOf = (text: string): Set<string> =>
  new Set(text.toLowerCase().match(/[a-z0-9\u00aa-\u1fff\u3041-\uffdc]+/g) ?? []);
