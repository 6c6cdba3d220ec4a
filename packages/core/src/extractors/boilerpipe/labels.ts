/**
 * The library's steps about labels that no published recipe uses; they are there for recipes of one's own.
 */
import {
  decide,
  type Filter,
  LABELS,
  labelNames,
  type MergedBlock,
  mark,
  mergeNext,
  textOfBlock,
} from './merged-block.js';

/** Blocks with one of the labels are content. */
export function labelToContent(labels: number): Filter {
  return (list) => {
    for (const block of list.blocks)
      if ((block.labels & labels) !== 0) decide(list, block, true, `labelled ${labelNames(block.labels & labels)}`);
  };
}

/** Blocks with one of the labels are boilerplate. */
export function labelToBoilerplate(labels: number): Filter {
  return (list) => {
    for (const block of list.blocks)
      if ((block.labels & labels) !== 0) decide(list, block, false, `labelled ${labelNames(block.labels & labels)}`);
  };
}

/** Gives each block the labels the block before it came with. */
export const addPrecedingLabels: Filter = (list) => {
  for (let at = list.blocks.length - 1; at > 0; at--) mark(list, list.blocks[at], list.blocks[at - 1].labels);
};

/** Merges neighbours with the same labels. */
export const labelFusion: Filter = (list) => {
  const fused: MergedBlock[] = [];
  for (const block of list.blocks) {
    const previous = fused.at(-1);
    if (previous !== undefined && previous.labels === block.labels) mergeNext(list, previous, block);
    else fused.push(block);
  }
  list.blocks = fused;
};

/** Content becomes boilerplate and boilerplate content: to look at what a recipe drops. */
export const invertVerdicts: Filter = (list) => {
  for (const block of list.blocks) decide(list, block, !block.content, 'inverted');
};

/**
 * Between two blocks of content, a block without links and with more than `maxWords` words is content. Blocks are looked at
 * in threes that share their ends, so only every second block can be saved; as in the library.
 */
export function surroundingToContent(maxWords: number): Filter {
  return (list) => {
    const { blocks } = list;
    for (let at = 1; at + 1 < blocks.length; at += 2) {
      const block = blocks[at];
      if (blocks[at - 1].content && blocks[at + 1].content && !block.content)
        if (block.linkDensity === 0 && block.words > maxWords)
          decide(list, block, true, `${block.words} words between content`);
    }
  };
}

const MONTHS = new Set(
  'january february march april may june july august september october november december'.split(' '),
);
const TIME_PARTS = new Set('a p m am pm cpt cst cdt est edt mst mdt pst pdt gmt utc bst cet cest'.split(' '));

/**
 * True for a line that only dates or signs an article: numbers, at most one English month, a time of day, a time zone; or
 * words that start with "By ".
 *
 * Departure: the library's pattern also takes an empty line for a date.
 */
export function isBylineOrDate(text: string): boolean {
  if (/^[Bb]y /.test(text)) return true;
  let months = 0;
  let numbers = 0;
  for (const part of text.toLowerCase().split(/[ ,./:]+/)) {
    if (part === '' || TIME_PARTS.has(part)) continue;
    if (MONTHS.has(part)) months++;
    else if (/^[0-9]+(?:am|pm)?$/.test(part)) numbers++;
    else return false;
  }
  return months + numbers > 0 && months <= 1;
}

/** Short blocks that date or sign the article are content, labelled as such. */
export function articleMetadata(maxWords: number): Filter {
  return (list) => {
    for (const block of list.blocks)
      if (block.words <= maxWords && isBylineOrDate(textOfBlock(list, block))) {
        mark(list, block, LABELS.articleMetadata);
        decide(list, block, true, 'byline or date');
      }
  };
}
