/**
 * The authors of a page: every source is a candidate, and the one that is most probably right wins.
 *
 * Evidence is the kind of source, what the names look like, and whether other sources name the same: features with weights that
 * `dehusk-lab metadata --train` learns on development pages. Their sum is the log of the odds that the candidate is right.
 */
import { authorNames, keyOf, kindOfName } from './author-names.js';
import { WEIGHTS } from './author-weights-data.js';
import { type Finding, grouped } from './finding.js';
import { folded, withoutSiteWords } from './title.js';

/** Maximum number of authors kept. */
const MAX_AUTHORS = 1_000;
/**
 * Confidence below which nobody is the author. On the sites that are not kept aside at most 5 % of the names are wrong from here on
 * (`dehusk-lab metadata --calibration`); lower ones are too few to measure.
 */
export const MIN_CONFIDENCE = 0.65;

/** Kinds of names, the best first. A namesake is a person of the site's name. */
const KINDS = ['person', 'namesake', 'account', 'organisation', 'site'] as const;

interface Candidate {
  readonly names: readonly string[];
  readonly source: string;
  /** The kind of source; of a byline its place. */
  readonly place: string;
  readonly keys: ReadonlySet<string>;
  readonly kind: (typeof KINDS)[number];
  /** Whether readers see one of the names, in a byline or elsewhere. */
  readonly isShown: boolean;
}

/**
 * The candidates with what speaks for them and the probability that they are right, the best first.
 *
 * @param findings by kind and source
 * @param language of the page, for words that announce names
 * @param isShown whether readers see a name anywhere
 */
export function authorCandidates(
  findings: Iterable<readonly Finding[]>,
  site: { readonly names: readonly string[]; readonly host: string | null },
  language: string | null,
  isShown: (name: string) => boolean,
) {
  const siteNames = site.names.map(folded).filter((name) => name.length >= 2);
  const bareNames = site.names.map(withoutSiteWords).filter((name) => name.length >= 4);
  const host = folded((site.host ?? '').replace(/^www\./, ''));
  const isSite = (plain: string): boolean =>
    siteNames.includes(plain) ||
    (plain.length >= 4 &&
      (host.includes(plain) ||
        siteNames.some((one) => one.startsWith(plain) || (one.length >= 6 && plain.startsWith(one)))));
  const candidates = new Map<string, Candidate>();
  for (const ofKind of findings)
    for (const group of grouped(ofKind, (one) => (one.kind === 'byline' ? one : one.source)).values()) {
      const [{ kind: sourceKind, source }] = group;
      // Later bylines may belong to other people.
      if (candidates.has(source)) continue;
      const kinds = new Map<string, Candidate['kind']>();
      for (const { value, isOrganisation } of group)
        for (const name of kinds.size < MAX_AUTHORS ? authorNames(value, language) : []) {
          const kind = isOrganisation === true ? 'organisation' : kindOfName(name);
          const isOfSite = isSite(folded(name)) || bareNames.includes(withoutSiteWords(name));
          kinds.set(name, !isOfSite ? kind : kind === 'person' ? 'namesake' : 'site');
        }
      const kind = KINDS.find((one) => [...kinds.values()].includes(one));
      if (kind === undefined) continue;
      // Of a person and the paper, the person.
      const kept = [...kinds].filter(([, one]) => kind !== 'person' || one === 'person');
      const names = new Map(kept.map(([name]) => [keyOf(name), name]));
      const place = sourceKind === 'byline' ? source : sourceKind;
      const keys = new Set(names.keys());
      const isVisible = SHOWN.test(place) || [...names.values()].some(isShown);
      candidates.set(source, { names: [...names.values()], source, place, keys, kind, isShown: isVisible });
    }
  // "Doe, Jane" as another source writes it: "Jane Doe".
  const plainNames = new Map<string, string>();
  for (const { names } of candidates.values())
    for (const name of names) if (!name.includes(',')) plainNames.set(folded(name), name);
  return [...candidates.values()]
    .map((one) => {
      const features = featuresOf(one, [...candidates.values()]);
      const sum = features.reduce((total, feature) => total + (WEIGHTS[feature] ?? 0), WEIGHTS['any candidate']);
      const isPerson = one.isShown && !isOutlet(one);
      const names = one.names.map((name) => (name.includes(',') && plainNames.get(keyOf(name))) || name);
      return { names, source: one.source, isPerson, features, confidence: 1 / (1 + Math.exp(-sum)) };
    })
    .sort((a, b) => b.confidence - a.confidence);
}

const isOutlet = ({ kind }: Pick<Candidate, 'kind'>): boolean => kind === 'organisation' || kind === 'site';

/** Places that readers see. */
const SHOWN = /^(?:visible|distant)/;
/** Places that also name other people than the authors. */
const LISTS = /^(?:link|microdata)$/;

function featuresOf({ place, kind, keys, isShown }: Candidate, all: readonly Candidate[]): string[] {
  const features = [place, kind, `${kind} in ${place}`];
  if (!isShown) features.push('not shown');
  const isList = LISTS.test(place);
  if (isList && keys.size > 4) features.push('many names in a list');
  const isVisible = SHOWN.test(place);
  for (const other of all) {
    if (other.place === place && other.keys === keys) continue;
    const shared = [...keys].filter((key) => other.keys.has(key)).length;
    if (shared === 0) {
      // A page that shows one name and declares another: often the account that published it.
      if (!isShown && SHOWN.test(other.place) && !isOutlet(other)) features.push('another name is shown');
      if (other.kind === 'person' && other.isShown) features.push('another person');
      continue;
    }
    if (SHOWN.test(other.place) !== isVisible) features.push('agrees with the other side');
    if (isList && shared === other.keys.size && keys.size > shared) features.push('names more in a list');
    if (shared === keys.size && other.keys.size > shared && !LISTS.test(other.place)) features.push('names fewer');
  }
  return [...new Set(features)];
}
