/**
 * The authors of a page: every source is a candidate, and the one with the best evidence wins.
 *
 * Evidence is the kind of source (weights after how often each was right on the development pages where two sources differed), what
 * the names look like, and whether other sources agree. An organisation is the author only where no person is named, and the site
 * itself only where nobody else is.
 */
import { authorNames, kindOfName } from './author-names.js';
import { type Finding, grouped, type SourceKind } from './finding.js';
import { folded } from './title.js';

/** Maximum number of authors kept. */
const MAX_AUTHORS = 1_000;

const WEIGHTS: Readonly<Partial<Record<SourceKind, number>>> = {
  'json-ld': 5,
  citation: 5,
  'dublin-core': 4,
  microdata: 4,
  'open-graph': 3.4,
  meta: 3.4,
  twitter: 3.4,
  link: 3.2,
};
const BYLINE_WEIGHTS: Readonly<Record<string, number>> = {
  'visible author element': 4,
  'visible byline': 3.3,
  'visible link to an author': 2.4,
  'visible author element after the text': 1.6,
};
/** What the kind of the best name adds: far more than sources differ, so that a person wins. A namesake has the name of the site. */
const KIND = { person: 2.5, namesake: 0, account: 0, organisation: -2.5, site: -3.5 } as const;
const AGREEMENT = 0.4;
/** Evidence below which nobody is the author: one word in a line of text. */
const LEAST = { person: 0, namesake: 0, account: 3.35, organisation: 0, site: 0 } as const;

/** What the page calls its site. */
export interface SiteNames {
  readonly names: readonly string[];
  readonly host: string | null;
}

export interface AuthorCandidate {
  readonly names: readonly string[];
  readonly source: string;
  readonly kind: keyof typeof KIND;
  readonly score: number;
}

/** All candidates, the best first. @param language of the page, for words that announce names */
export function authorCandidates(
  findings: Iterable<Finding>,
  site: SiteNames,
  language: string | null,
): AuthorCandidate[] {
  const siteNames = site.names.map(folded).filter((name) => name.length >= 2);
  const host = site.host === null ? '' : folded(site.host.replace(/^www\./, ''));
  const kindOf = (name: string, isOrganisation: boolean): keyof typeof KIND => {
    const plain = folded(name);
    const kind = isOrganisation ? 'organisation' : kindOfName(name);
    const isSite =
      siteNames.includes(plain) ||
      (plain.length >= 4 &&
        (host.includes(plain) ||
          siteNames.some((one) => one.startsWith(plain) || (one.length >= 6 && plain.startsWith(one)))));
    return !isSite ? kind : kind === 'person' ? 'namesake' : 'site';
  };
  const candidates: (AuthorCandidate & { readonly keys: readonly string[]; readonly place: string })[] = [];
  const bylines = new Set<string>();
  for (const group of grouped([...findings], (one) => (one.kind === 'byline' ? one : one.source)).values()) {
    const [{ kind: sourceKind, source }] = group;
    // Later bylines may belong to other people.
    if (sourceKind === 'byline' && bylines.has(source)) continue;
    const names = new Map<string, { readonly name: string; readonly kind: keyof typeof KIND }>();
    for (const { value, isOrganisation } of group) {
      if (names.size >= MAX_AUTHORS) break;
      for (const name of authorNames(value, language))
        if (!names.has(name.toLowerCase()))
          names.set(name.toLowerCase(), { name, kind: kindOf(name, isOrganisation ?? false) });
    }
    if (names.size === 0) continue;
    const all = [...names.values()];
    const best = Math.max(...all.map(({ kind }) => KIND[kind]));
    // A person and the paper.
    const kept = all.filter(({ kind }) => best < KIND.person || kind === 'person' || kind === 'account');
    const kind = kept.find((one) => KIND[one.kind] === best)?.kind ?? kept[0].kind;
    const score = (sourceKind === 'byline' ? BYLINE_WEIGHTS[source] : (WEIGHTS[sourceKind] ?? 0)) + KIND[kind];
    if (score - KIND[kind] < LEAST[kind]) continue;
    if (sourceKind === 'byline') bylines.add(source);
    const shown = kept.map(({ name }) => name).slice(0, MAX_AUTHORS);
    candidates.push({ names: shown, keys: shown.map(keyOf), kind, score, source, place: sourceKind });
  }
  return withAgreement(candidates).sort((a, b) => b.score - a.score);
}

/** Letters of a name, without what follows a comma. */
const keyOf = (name: string): string => folded(name.split(',', 1)[0].replace(/^(?:(?:dr|prof|mr|mrs|ms)\.? )+/i, ''));

function withAgreement(
  candidates: readonly (AuthorCandidate & { readonly keys: readonly string[]; readonly place: string })[],
): AuthorCandidate[] {
  const places = new Map<string, Set<string>>();
  for (const { keys, place } of candidates)
    for (const key of keys) {
      const own = places.get(key) ?? new Set();
      places.set(key, own.add(place));
    }
  return candidates.map(({ keys, place, ...one }) => {
    const isAgreed = (places.get(keys[0])?.size ?? 0) > 1;
    return { ...one, score: one.score + (isAgreed ? AGREEMENT : 0) };
  });
}

/** The best candidate; a longer list of persons that begins with the same one wins: some sources have only the first names. */
export function chooseAuthors(candidates: readonly AuthorCandidate[]): { value: string[]; source: string } | null {
  if (candidates.length === 0) return null;
  const [best] = candidates;
  const keys = best.names.map(keyOf);
  const fuller = candidates.find(
    ({ names, kind, source }) =>
      kind === best.kind &&
      source.startsWith('visible author element') &&
      names.length > keys.length &&
      names.length <= 20 &&
      keyOf(names[0]) === keys[0] &&
      keys.every((key) => names.some((name) => keyOf(name) === key)) &&
      names.every((name) => kindOfName(name) === 'person'),
  );
  const chosen = fuller ?? best;
  return { value: [...chosen.names], source: chosen.source };
}
