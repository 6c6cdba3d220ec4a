/** The plainest steps: verdicts by one fact. */
import { decide, type Filter, fullTextWords, LABELS } from './merged-block.js';

/** Every block is content. */
export const markEverythingContent: Filter = (list) => {
  for (const block of list.blocks) decide(list, block, true, 'everything is kept');
};

/** Content with fewer words is boilerplate. */
export function minWords(least: number): Filter {
  return (list) => {
    for (const block of list.blocks)
      if (block.content && block.words < least) decide(list, block, false, `${block.words} words < ${least}`);
  };
}

/** Content with fewer words of full text is boilerplate; full text has at least `minDensity` words a line. */
export function minFullTextWords(least: number, minDensity: number): Filter {
  return (list) => {
    for (const block of list.blocks)
      if (block.content && fullTextWords(block, minDensity) < least)
        decide(list, block, false, `${fullTextWords(block, minDensity)} words of full text < ${least}`);
  };
}

/** Headings behind the last content that is none are boilerplate: they head what is not there. */
export const trailingHeadlineToBoilerplate: Filter = (list) => {
  for (let at = list.blocks.length - 1; at >= 0; at--) {
    const block = list.blocks[at];
    if (!block.content) continue;
    if ((block.labels & LABELS.heading) === 0) return;
    decide(list, block, false, 'heading with no text below');
  }
};
