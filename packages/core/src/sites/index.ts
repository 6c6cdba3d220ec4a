import type { Extractor } from '../extractors/extractor.js';
import { DEFAULT_EXTRACTOR, EXTRACTORS, extractorNamed } from '../extractors/index.js';
import { rowNamed } from '../text/nearest-name.js';
import { containersWith } from './containers/containers.js';
import { correctionsWith } from './corrections/corrections.js';
import { goldminerWith } from './goldminer/goldminer.js';
import { site } from './site.js';
import type { AnySiteLearner } from './site-learner.js';
import { urltree, urltreeSimilar } from './urltree/url-tree-learner.js';
import { memoizedExtractor, siteOnly, withSite } from './with-site.js';

const pageLevel = memoizedExtractor(extractorNamed(DEFAULT_EXTRACTOR));
const containers = containersWith('containers', pageLevel);
const corrections = correctionsWith('corrections', pageLevel);
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

/** Site extractors, each with the learners whose models it uses. */
const WITH_LEARNERS: readonly (readonly [Extractor, ...AnySiteLearner[]])[] = [
  [
    site('site', { containers, counts: urltree, cuts: goldminer, corrections }, pageLevel),
    urltree,
    containers,
    corrections,
  ],
  [siteOnly(containers, pageLevel), containers],
  [siteOnly(urltree, extractorNamed('justext')), urltree],
  [siteOnly(urltreeSimilar, extractorNamed('justext')), urltreeSimilar],
  [withSite('urltree-justext', urltree, extractorNamed('justext')), urltree],
  [withSite('urltree-boilerpipe-article', urltree, extractorNamed('boilerpipe-article')), urltree],
  [siteOnly(goldminer, extractorNamed('justext-goldminer')), goldminer],
  [siteOnly(goldminerBoilerpipe, extractorNamed('boilerpipe-article')), goldminerBoilerpipe],
];

/** Extractors that use a site's models if `ExtractionContext.site` holds them, and answer at page level otherwise. */
export const SITE_EXTRACTORS: readonly Extractor[] = WITH_LEARNERS.map(([extractor]) => extractor);

/** The learners whose models an extractor uses: none for an extractor of pages. */
export function learnersOf(extractor: string): readonly AnySiteLearner[] {
  const found = WITH_LEARNERS.find(([{ name }]) => name === extractor);
  return found === undefined ? [] : (found.slice(1) as AnySiteLearner[]);
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
