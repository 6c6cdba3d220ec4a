import type { Extractor } from '@dehusk/core';
import type { AnySiteLearner, SiteExtractor } from '@dehusk/core/extend';
import { containers, corrections, pageLevel, siteWith } from '@dehusk/core/extend';
import { rowNamed } from '@dehusk/html';
import { boilerpipeArticle } from './boilerpipe/index.js';
import { EXTRACTORS } from './extractors.js';
import { goldminerWith } from './goldminer/goldminer.js';
import { justext, justextGoldminer } from './justext/justext.js';
import { urltree, urltreeSimilar } from './url-tree/url-tree.js';
import { siteOnly, withSite } from './with-site.js';

export const goldminer = goldminerWith('goldminer', justextGoldminer);
/** Neither plan B nor paragraphs dropped for being on many pages. */
const goldminerPaper = goldminerWith('goldminer-paper', justextGoldminer, { planBBelow: 0, templateShare: 2 });
export const goldminerBoilerpipe = goldminerWith('goldminer-boilerpipe-article', boilerpipeArticle);

/** Every site learner under its name. To add one: one file or folder, one row. */
export const SITE_LEARNERS: readonly AnySiteLearner[] = [
  ...[urltree, urltreeSimilar, goldminer, goldminerPaper, goldminerBoilerpipe, containers, corrections],
];

const learning = (extractor: Extractor, ...learners: readonly AnySiteLearner[]): SiteExtractor => ({
  ...extractor,
  learners,
});

/** Extractors that use a site's models if `ExtractionContext.site` holds them, and answer at page level otherwise. */
export const SITE_EXTRACTORS: readonly SiteExtractor[] = [
  // The core's `site`, which reads models with any options of the URL Tree.
  learning(siteWith('site', { containers, counts: urltree, corrections }, pageLevel), urltree, containers, corrections),
  learning(siteOnly(containers, pageLevel), containers),
  learning(siteOnly(urltree, justext), urltree),
  learning(siteOnly(urltreeSimilar, justext), urltreeSimilar),
  learning(withSite('urltree-justext', urltree, justext), urltree),
  learning(withSite('urltree-boilerpipe-article', urltree, boilerpipeArticle), urltree),
  learning(siteOnly(goldminer, justextGoldminer), goldminer),
  learning(siteOnly(goldminerPaper, justextGoldminer), goldminerPaper),
  learning(siteOnly(goldminerBoilerpipe, boilerpipeArticle), goldminerBoilerpipe),
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
