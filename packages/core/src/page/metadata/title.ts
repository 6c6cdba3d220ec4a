/**
 * The page's title without the site's name.
 *
 * A page says its title up to four ways: in JSON-LD, in OpenGraph, in `<title>`, in its first h1. The site's name is usually added
 * to `<title>` and often to the others, behind a separator. Steps: a candidate is split at its separators, and pieces at the ends
 * are dropped that are the site's name (as declared, or as its host says it). What agrees with the h1 is the title.
 */
import { type Page, textOf } from '../page.js';
import { type Finding, oneLine, spacedText } from './finding.js';
import { mainHeading } from './surroundings.js';

/** Findings of `<title>` and of the main heading. */
export function fromTitleElements(page: Page): Finding[] {
  const findings: Finding[] = [];
  const heading = mainHeading(page);
  if (heading !== null) {
    const value = spacedText(page, heading);
    if (value !== '') findings.push({ field: 'title', kind: 'heading', value, source: '<h1>' });
  }
  const title = page.nameIndex('title');
  const head = page.nameIndex('head');
  for (let node = 0; title >= 0 && node < page.size; node++) {
    // An SVG picture may have a title, too.
    if (page.tag[node] !== title || page.tag[page.parent[node]] !== head) continue;
    const value = oneLine(textOf(page, node));
    if (value !== '') {
      findings.push({ field: 'title', kind: 'title', value, source: '<title>' });
      break;
    }
  }
  return findings;
}

const SEPARATOR = /\s+(?:[|\-–—‒·•»«›‹/\\:]|::|\|\||~)\s+|\s*[|»｜]\s*|(?<=\S)_(?=[^\w\s])|\s*[–—]\s+/gu;

/** Letters and digits only, lower case: for comparing names. */
export const folded = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFKC')
    .replace(/[\0-/:-@[-`{-\u00a9\u2000-\u206f\u3000-\u303f]+/g, '');

/** The title without the site's names at its ends. Never empty for a title with letters. */
export function withoutSiteName(title: string, siteName: string | null, host: string | null): string {
  const cuts = [...title.matchAll(SEPARATOR)];
  if (cuts.length === 0 || cuts.length > 20) return title;
  const site = siteName === null ? '' : folded(siteName);
  const hostName =
    host === null
      ? ''
      : folded(host.replace(/^www\./, '').replace(/(?:\.(?:com?|org|net|gov|edu|ac))?\.[a-z]{2,}$/, ''));
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

/** Least share of an h1's words that the rest of the page's titles must have for the h1 to be believed. Own choice. */
const MIN_AGREEMENT = 0.5;

/**
 * The title among the candidates, best first as their sources rank. The main heading is what the page shows as its title: it is taken
 * when another candidate agrees with it, or when there is no other. Else the first candidate, without the site's name.
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
    .map((one) => ({ value: withoutSiteName(one.value, siteName, host), source: one.source }));
  if (heading !== null && !isSite(heading.value)) {
    const value = withoutSiteName(heading.value, siteName, host);
    const agreeing = others.find((one) => !isSite(one.value) && agreement(value, one.value) >= MIN_AGREEMENT);
    if (agreeing !== undefined || others.length === 0)
      return { value, source: agreeing === undefined ? heading.source : `${heading.source}, as in ${agreeing.source}` };
  }
  return others.find((one) => !isSite(one.value)) ?? others[0] ?? heading;
}

/** Share of the words of the shorter of two titles that stand in the other. */
function agreement(one: string, other: string): number {
  if (folded(one) === folded(other)) return 1;
  const a = wordsOf(one);
  const b = wordsOf(other);
  let both = 0;
  for (const word of a) if (b.has(word)) both++;
  return both / Math.max(1, Math.min(a.size, b.size));
}

const wordsOf = (text: string): Set<string> =>
  new Set(
    text
      .toLowerCase()
      .split(/[^a-z0-9\u00aa-\u1fff\u3041-\uffdc]+/)
      .filter((word) => word !== ''),
  );
