/**
 * Patterns of a neighbour for a site too small to have its own: GoldMiner's program asks a sister subdomain, then the domain.
 *
 * The program takes the sister whose name begins alike and uses its patterns unseen. Here a donor must prove itself: its
 * patterns have to cut at least `fittingShare` of the pages known of the site. Sisters are asked first, then the domain above;
 * the one that fits most pages gives, among equals the first by name.
 */
import { hostParts } from '../../url-key/parsed-url.js';
import { findCut } from './find-cut.js';
import { type GoldminerModel, learnedBy } from './goldminer.js';

/** Share of a site's known pages that a donor's patterns must cut, 0…1. */
export const FITTING_SHARE = 0.6;

/** A donor, and how many of the site's pages its patterns cut. */
export interface Donor {
  readonly unit: string;
  readonly model: GoldminerModel;
  readonly fits: number;
}

/**
 * The neighbour whose patterns fit a site that has none of its own; null when it has, or when nothing fits.
 *
 * @param unit of the site: its host without `www.`
 * @param others models by unit, of any sites
 */
export function donorFor(
  unit: string,
  model: GoldminerModel,
  others: Iterable<readonly [unit: string, model: GoldminerModel]>,
  fittingShare = FITTING_SHARE,
): Donor | null {
  if (model.pages.length === 0 || learnedBy(model, model.options).pairs.length > 0) return null;
  const { domain } = hostParts(unit);
  let best: Donor | null = null;
  for (const [name, other] of others) {
    if (name === unit || hostParts(name).domain !== domain) continue;
    const { pairs } = learnedBy(other, other.options);
    if (pairs.length === 0) continue;
    const fits = model.pages.filter(({ features }) => {
      const cut = findCut(features.tokens, pairs);
      return cut !== null && cut.to !== null;
    }).length;
    if (fits < fittingShare * model.pages.length) continue;
    const donor: Donor = { unit: name, model: other, fits };
    if (best === null || isBetter(donor, best, unit)) best = donor;
  }
  return best;
}

/** A sister before a domain above, then by pages that fit, then by name. */
function isBetter(a: Donor, b: Donor, unit: string): boolean {
  const isAbove = (donor: Donor): boolean => unit.endsWith(`.${donor.unit}`);
  if (isAbove(a) !== isAbove(b)) return isAbove(b);
  return a.fits !== b.fits ? a.fits > b.fits : a.unit < b.unit;
}

/** The site's model with the donor's patterns, for labelling. Its own pages stay its own: it is encoded without the donor. */
export function borrowing(model: GoldminerModel, donor: Donor): GoldminerModel {
  return { ...model, donor: donor.model, lesson: null };
}
