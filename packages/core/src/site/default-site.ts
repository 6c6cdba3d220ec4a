/** The site extractor that is used when none is chosen, with its learners. */
import { dehusk } from '../classify/dehusk.js';
import { containersWith } from './containers/containers.js';
import { correctionsWith } from './corrections/corrections.js';
import { siteWith } from './site.js';
import type { AnySiteLearner, SiteExtractor } from './site-learner.js';
import { urltree } from './url-tree/url-tree-learner.js';
import { memoizedExtractor } from './with-site.js';

/** The default extractor; learners and the extractor around them share its answer for a page. */
export const pageLevel = memoizedExtractor(dehusk);
export const containers: AnySiteLearner = containersWith('containers', pageLevel);
export const corrections: AnySiteLearner = correctionsWith('corrections', pageLevel);

/** Weighs the evidence of the page, the containers, the repeated text and the corrections of its site. */
export const site: SiteExtractor = {
  ...siteWith('site', { containers, counts: urltree, corrections }, pageLevel),
  learners: [urltree, containers, corrections],
};
