/**
 * The authors of a page: every source is a candidate, and the one with the best evidence wins.
 *
 * Evidence is the kind of source (weights after how often each was right on the development pages where two sources differed) and what
 * the names look like. An organisation is the author only where no person is named, and the site itself only where nobody else is.
 */
import { authorNames, kindOfName } from './author-names.js';
import { BYLINE_WEIGHTS, KIND, LEAST, MOST, WEIGHTS } from './author-weights-data.js';
import { type Finding, grouped } from './finding.js';
import { folded } from './title.js';

/** Maximum number of authors kept. */
const MAX_AUTHORS = 1_000;

/** What the page calls its site. */
interface SiteNames {
  readonly names: readonly string[];
  readonly host: string | null;
}

interface AuthorCandidate {
  readonly names: readonly string[];
  readonly source: string;
  readonly kind: keyof typeof KIND;
  readonly score: number;
}

/**
 * The candidates, the best first. Reads no more sources than can win.
 *
 * @param findings by kind, the most trusted first
 * @param language of the page, for words that announce names
 * @param isAll whether to read all sources, to show them
 */
export function authorCandidates(
  findings: Iterable<readonly Finding[]>,
  site: SiteNames,
  language: string | null,
  isAll = false,
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
  const candidates: AuthorCandidate[] = [];
  const bylines = new Set<string>();
  for (const group of groupsOf(findings)) {
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
    candidates.push({ names: kept.map(({ name }) => name).slice(0, MAX_AUTHORS), kind, score, source });
    if (!isAll && score >= MOST) break;
  }
  return candidates.sort((a, b) => b.score - a.score);
}

/** Findings of one source together; a byline each apart. */
function* groupsOf(findings: Iterable<readonly Finding[]>): Generator<readonly Finding[]> {
  for (const ofKind of findings) yield* grouped(ofKind, (one) => (one.kind === 'byline' ? one : one.source)).values();
}
