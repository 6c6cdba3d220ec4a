/** The site extractor that is used when none is chosen, with its learners. */
import { memoized, type Page } from '@dehusk/html';
import type { LabelledBlocks } from '../blocks/block.js';
import { dehusk } from '../classify/dehusk.js';
import { type Extractor, NO_CONTEXT, type Options } from '../extractors/extractor.js';
import { containersWith } from './containers/containers.js';
import { correctionsWith } from './corrections/corrections.js';
import { siteWith } from './site.js';
import type { AnySiteLearner, SiteExtractor } from './site-learner.js';
import { urltree } from './url-tree/url-tree-learner.js';

/** The default extractor; learners and the extractor around them share its answer for a page. */
export const pageLevel = memoizedExtractor(dehusk);
export const containers: AnySiteLearner = containersWith('containers', pageLevel);
export const corrections: AnySiteLearner = correctionsWith('corrections', pageLevel);

/** Weighs the evidence of the page, the containers, the repeated text and the corrections of its site. */
export const site: SiteExtractor = {
  ...siteWith('site', { containers, counts: urltree, corrections }, pageLevel),
  learners: [urltree, containers, corrections],
};

/**
 * An extractor that labels a page with its default options once: a learner that observes a page, labels it, and the extractor
 * around both ask the same page level, which costs the most. Only for extractors that use no more of the context than the page's
 * type; with a given type nothing is shared.
 */
export function memoizedExtractor<O extends Options>(extractor: Extractor<O>): Extractor<O> {
  const byDefault = memoized((page: Page): LabelledBlocks => extractor.label(page, extractor.defaults, NO_CONTEXT));
  return {
    ...extractor,
    label: (page, options, { pageType }) =>
      options === extractor.defaults && pageType === null
        ? byDefault(page)
        : extractor.label(page, options, { ...NO_CONTEXT, pageType }),
  };
}
