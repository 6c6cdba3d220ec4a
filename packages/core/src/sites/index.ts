import type { Extractor } from '../extractors/extractor.js';
import { DEFAULT_EXTRACTOR, EXTRACTORS, extractorNamed } from '../extractors/index.js';
import { containersWith } from './containers/containers.js';
import { goldminerWith } from './goldminer/goldminer.js';
import { site } from './site.js';
import type { AnySiteLearner } from './site-learner.js';
import { urltree, urltreeSimilar } from './urltree/url-tree-learner.js';
import { siteOnly, withSite } from './with-site.js';

const pageLevel = extractorNamed(DEFAULT_EXTRACTOR);
const containers = containersWith('containers', pageLevel);
const goldminer = goldminerWith('goldminer', extractorNamed('justext-goldminer'));
const goldminerBoilerpipe = goldminerWith('goldminer-boilerpipe-article', extractorNamed('boilerpipe-article'));

/** The shelf's table: every site learner under its name. To add one: one file or folder, one row. */
export const SITE_LEARNERS: readonly AnySiteLearner[] = [
  urltree,
  urltreeSimilar,
  goldminer,
  goldminerBoilerpipe,
  containers,
];

/** Extractors that use a site's model when `Knowledge.site` holds one, and answer at page level when it does not. */
export const SITE_EXTRACTORS: readonly Extractor[] = [
  site('site', { containers, counts: urltree, cuts: goldminer }, pageLevel),
  siteOnly(containers, pageLevel),
  siteOnly(urltree, extractorNamed('justext')),
  siteOnly(urltreeSimilar, extractorNamed('justext')),
  withSite('urltree-justext', urltree, extractorNamed('justext')),
  withSite('urltree-boilerpipe-article', urltree, extractorNamed('boilerpipe-article')),
  siteOnly(goldminer, extractorNamed('justext-goldminer')),
  siteOnly(goldminerBoilerpipe, extractorNamed('boilerpipe-article')),
];

/**
 * The site learner of a name.
 *
 * @throws RangeError naming what was got and every name there is
 */
export function siteLearnerNamed(name: string): AnySiteLearner {
  const found = SITE_LEARNERS.find((one) => one.name === name);
  if (found) return found;
  throw new RangeError(
    `no site learner is named "${name}" (there are: ${SITE_LEARNERS.map((one) => one.name).join(', ')})`,
  );
}

/**
 * The extractor of a name, of a page or of a site.
 *
 * @throws RangeError naming what was got and every name there is
 */
export function anyExtractorNamed(name: string): Extractor {
  const all = [...EXTRACTORS, ...SITE_EXTRACTORS];
  const found = all.find((one) => one.name === name);
  if (found) return found;
  throw new RangeError(`no extractor is named "${name}" (there are: ${all.map((one) => one.name).join(', ')})`);
}
