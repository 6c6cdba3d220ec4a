import type { LabelledBlocks } from '../blocks/block.js';
import { type Extractor, NO_CONTEXT, type Options } from '../extractors/extractor.js';
import { memoized } from '../page/memo.js';
import type { Page } from '../page/page.js';

/**
 * An extractor that labels a page with its default options once, however often it is asked: a learner that observes a page,
 * the same learner that labels it, and the extractor around both ask one page level, and its answer is the dearest part.
 *
 * Only for an extractor that looks at nothing but the page and its options: what is known besides is not passed on. Labels
 * are not to be changed by who gets them, as everywhere.
 */
export function memoizedExtractor<O extends Options>(extractor: Extractor<O>): Extractor<O> {
  const byDefault = memoized((page: Page): LabelledBlocks => extractor.label(page, extractor.defaults, NO_CONTEXT));
  return {
    ...extractor,
    label: (page, options) =>
      options === extractor.defaults ? byDefault(page) : extractor.label(page, options, NO_CONTEXT),
  };
}
