import type { Extractor } from '../extractors/extractor.js';
import { EXTRACTORS, extractorNamed } from '../extractors/index.js';
import { rowNamed } from '../text/nearest-name.js';
import { containers, corrections, pageLevel, site } from './default-site.js';
import { goldminerWith } from './goldminer/goldminer.js';
import type { AnySiteLearner, SiteExtractor } from './site-learner.js';
import { urltree, urltreeSimilar } from './urltree/url-tree-learner.js';
import { siteOnly, withSite } from './with-site.js';

const goldminer = goldminerWith('goldminer', extractorNamed('justext-goldminer'));
const goldminerBoilerpipe = goldminerWith('goldminer-boilerpipe-article', extractorNamed('boilerpipe-article'));

/** The shelf's table: every site learner under its name. To add one: one file or folder, one row. */
export const SITE_LEARNERS: readonly AnySiteLearner[] = [
  urltree,
  urltreeSimilar,
  goldminer,
  goldminerBoilerpipe,
  containers,
  corrections,
];

const learning = (extractor: Extractor, ...learners: readonly AnySiteLearner[]): SiteExtractor => ({
  ...extractor,
  learners,
});

/** Extractors that use a site's models if `ExtractionContext.site` holds them, and answer at page level otherwise. */
export const SITE_EXTRACTORS: readonly SiteExtractor[] = [
  site,
  learning(siteOnly(containers, pageLevel), containers),
  learning(siteOnly(urltree, extractorNamed('justext')), urltree),
  learning(siteOnly(urltreeSimilar, extractorNamed('justext')), urltreeSimilar),
  learning(withSite('urltree-justext', urltree, extractorNamed('justext')), urltree),
  learning(withSite('urltree-boilerpipe-article', urltree, extractorNamed('boilerpipe-article')), urltree),
  learning(siteOnly(goldminer, extractorNamed('justext-goldminer')), goldminer),
  learning(siteOnly(goldminerBoilerpipe, extractorNamed('boilerpipe-article')), goldminerBoilerpipe),
];

/** The learners whose models an extractor uses: none for an extractor of pages. */
export function learnersOf(extractor: string): readonly AnySiteLearner[] {
  return SITE_EXTRACTORS.find(({ name }) => name === extractor)?.learners ?? [];
}

/**
 * The site extractor of a name.
 *
 * @throws RangeError that lists the existing names
 */
export function siteExtractorNamed(name: string): SiteExtractor {
  return rowNamed('site extractor', SITE_EXTRACTORS, name);
}

/**
 * The site learner of a name.
 *
 * @throws RangeError that lists the existing names
 */
export function siteLearnerNamed(name: string): AnySiteLearner {
  return rowNamed('site learner', SITE_LEARNERS, name);
}

/**
 * The extractor of a name, of a page or of a site.
 *
 * @throws RangeError that lists the existing names
 */
export function anyExtractorNamed(name: string): Extractor {
  return rowNamed('extractor', [...EXTRACTORS, ...SITE_EXTRACTORS], name);
}
