/** The library's filters: what ends a text, which blocks belong together, and which may join the largest one. */
import { type BlockFilter, decide, fuse, LABELS, type MergedBlock, mark, textOfBlock } from './merged-block.js';

const STARTS = ['comments', '© reuters', 'please rate this', 'post a comment'];
const STARTS_AFTER_NUMBER = [' comments', ' users responded in'];
const CONTAINS = [
  'what you think...',
  'add your comment',
  'add comment',
  'reader views',
  'have your say',
  'reader comments',
  'rätta artikeln',
];
const EQUALS = 'thanks for your comments - this feedback is now closed';

/**
 * Whether a short block's text announces that the article is over. News articles are followed by comments and forms that read
 * like text, and a handful of short phrases announces them. The phrases are the library's: English, and one Swedish.
 */
export function announcesEnd(text: string, linkDensity: number, minLength: number): boolean {
  const trimmed = text.trim();
  if (trimmed.length < minLength) return linkDensity === 1 && trimmed === 'Comment';
  const lower = trimmed.toLowerCase();
  const digits = /^[0-9]*/.exec(lower)?.[0].length ?? 0;
  return (
    STARTS.some((phrase) => lower.startsWith(phrase)) ||
    (digits > 0 && STARTS_AFTER_NUMBER.some((phrase) => lower.startsWith(phrase, digits))) ||
    CONTAINS.some((phrase) => lower.includes(phrase)) ||
    lower === EQUALS
  );
}

/** Labels the blocks that announce the end of the text. `linkedComment`: a link that reads "Comment" is one. */
export function terminatingBlocks(belowWords: number, minLength: number, linkedComment = true): BlockFilter {
  return (list) => {
    for (const block of list.blocks) {
      if (block.words >= belowWords) continue;
      if (announcesEnd(textOfBlock(list, block), linkedComment ? block.linkDensity : 0, minLength))
        mark(list, block, LABELS.endOfText);
    }
  };
}

/**
 * Drops the first announced end after `minWords` words of full text, and everything after it. Full text is content with a
 * text density (words a line) of at least `fullTextDensity`.
 */
export function ignoreBlocksAfterContent(minWords: number, fullTextDensity: number): BlockFilter {
  return (list) => {
    let words = 0;
    let ended = -1;
    for (const block of list.blocks) {
      if (block.content && block.textDensity >= fullTextDensity) words += block.words;
      if (ended < 0 && (block.labels & LABELS.endOfText) !== 0 && words >= minWords) ended = block.segments[0];
      if (ended >= 0)
        decide(list, block, false, block.segments[0] === ended ? 'end of text' : `after end of text (block ${ended})`);
    }
  };
}

/** Makes every block content. */
export const markEverythingContent: BlockFilter = (list) => {
  for (const block of list.blocks) decide(list, block, true, 'everything is kept');
};

/** Drops content with fewer words. */
export function minWords(least: number): BlockFilter {
  return (list) => {
    for (const block of list.blocks)
      if (block.content && block.words < least) decide(list, block, false, `${block.words} words < ${least}`);
  };
}

/** Drops the headings after the last other content: they have no text below. */
export const trailingHeadlineToBoilerplate: BlockFilter = (list) => {
  for (const block of list.blocks.toReversed()) {
    if (!block.content) continue;
    if ((block.labels & LABELS.heading) === 0) return;
    decide(list, block, false, 'heading with no text below');
  }
};

/** Merges neighbours of equal text density, left to right; the merged density is compared with the next block. */
export const simpleBlockFusion: BlockFilter = (list) =>
  fuse(list, (previous, block) => previous.textDensity === block.textDensity);

interface ProximityFusion {
  /** Segments that may lie between two blocks to be merged; the library counts 1 for direct neighbours with one between. */
  readonly maxDistance: number;
  /** Merge only onto content. Without it, a content block also absorbs a boilerplate block before it. */
  readonly contentOnly?: boolean;
  /** Merge only blocks of one tag level. */
  readonly sameTagLevel?: boolean;
}

/** Merges content blocks into the block before them when at most `maxDistance` segments lie between. */
export function blockProximityFusion(options: ProximityFusion): BlockFilter {
  const { maxDistance, contentOnly = false, sameTagLevel = false } = options;
  return (list) => {
    const start = contentOnly ? list.blocks.findIndex(({ content }) => content) : 0;
    if (start < 0) return;
    const canMerge = (previous: MergedBlock, block: MergedBlock): boolean =>
      block.content &&
      block.from - previous.to - 1 <= maxDistance &&
      (!contentOnly || previous.content) &&
      (!sameTagLevel || previous.tagLevel === block.tagLevel);
    fuse(list, canMerge, start + 1);
  };
}

/** Removes boilerplate from the list, except blocks with one of the labels. */
export function boilerplateBlockFilter(keptLabels = 0): BlockFilter {
  return (list) => {
    list.blocks = list.blocks.filter((block) => block.content || (block.labels & keptLabels) !== 0);
  };
}

interface LargestBlock {
  /** Also keep blocks of the same tag level before and after it, until the nesting gets shallower… */
  readonly expandToSameLevel?: boolean;
  /** …if they have this many words. */
  readonly minWords?: number;
  /** Label the largest block as very likely content; version 1.2 did not. */
  readonly labelLargest?: boolean;
}

/** Keeps the first content block with the most words; every other block becomes boilerplate that might be content. */
export function keepLargestBlock(options: LargestBlock = {}): BlockFilter {
  const { expandToSameLevel = false, minWords: least = 0, labelLargest = true } = options;
  return (list) => {
    const { blocks } = list;
    if (blocks.length < 2) return;
    let largest = -1;
    let most = -1;
    for (let at = 0; at < blocks.length; at++)
      if (blocks[at].content && blocks[at].words > most) {
        largest = at;
        most = blocks[at].words;
      }
    for (let at = 0; at < blocks.length; at++) {
      const block = blocks[at];
      if (at === largest) {
        if (labelLargest) mark(list, block, LABELS.veryLikelyContent);
      } else {
        mark(list, block, LABELS.mightBeContent);
        decide(list, block, false, `${block.words} words, not the largest block (${most})`);
      }
    }
    if (!expandToSameLevel || largest < 0) return;
    const level = blocks[largest].tagLevel;
    for (const step of [-1, 1])
      for (let at = largest + step; at >= 0 && at < blocks.length; at += step) {
        if (blocks[at].tagLevel < level) break;
        if (blocks[at].tagLevel === level && blocks[at].words >= least)
          decide(list, blocks[at], true, `${blocks[at].words} words at the tag level of the largest block`);
      }
  };
}

const isMain = ({ content, labels }: MergedBlock): boolean => content && (labels & LABELS.veryLikelyContent) !== 0;

/** Keeps blocks of at least `least` words at the tag level of the first block that is very likely content. */
export function largeBlockSameTagLevel(least: number): BlockFilter {
  return (list) => {
    const main = list.blocks.find(isMain);
    if (main === undefined) return;
    for (const block of list.blocks)
      if (!block.content && block.words >= least && block.tagLevel === main.tagLevel)
        decide(list, block, true, `${block.words} words at the tag level of the largest block`);
  };
}

/** Keeps the list right after the largest block when it is nested deeper and free of links. */
export const listAtEnd: BlockFilter = (list) => {
  const listBits = LABELS.mightBeContent | LABELS.listItem;
  let level = Number.POSITIVE_INFINITY;
  for (const block of list.blocks) {
    if (isMain(block)) level = block.tagLevel;
    else if (block.tagLevel > level && (block.labels & listBits) === listBits && block.linkDensity === 0)
      decide(list, block, true, 'list at the end of the content');
    else level = Number.POSITIVE_INFINITY;
  }
};

/** Splits fused blocks into their paragraphs. Decisions and labels are kept; the counts, no longer used, become 0. */
export const splitParagraphBlocks: BlockFilter = (list) => {
  list.blocks = list.blocks.flatMap((block) =>
    block.segments.length < 2
      ? [block]
      : block.segments.map((segment) => ({ ...block, ...NO_COUNTS, segments: [segment] })),
  );
};

const NO_COUNTS = {
  from: 0,
  to: 0,
  words: 0,
  linkWords: 0,
  wrappedWords: 0,
  wrappedLines: 0,
  textDensity: 0,
  linkDensity: 0,
  tagLevel: 0,
};

const CLOSING = /[,.:;!?]/;
const LETTER_OR_DIGIT = /[\p{L}0-9]$/u;
const isBlank = (char: string | undefined): boolean => char === ' ' || char === '\n' || char === '\r';

/**
 * Whether a clause of at least `least` words ends in the text. A clause ends at a letter or digit followed by one or more of
 * `, . : ; ! ?` and then a space, a line end or the end of the text. Its words are its stretches between spaces.
 */
export function hasClause(text: string, least: number): boolean {
  let words = 1;
  for (let at = 0; at < text.length; ) {
    if (isBlank(text[at])) {
      words++;
      while (isBlank(text[at])) at++;
      continue;
    }
    if (!CLOSING.test(text[at])) {
      at++;
      continue;
    }
    const before = text.slice(Math.max(0, at - 2), at);
    while (at < text.length && CLOSING.test(text[at])) at++;
    if ((at === text.length || isBlank(text[at])) && LETTER_OR_DIGIT.test(before)) {
      if (words >= least) return true;
      words = 1;
      while (isBlank(text[at])) at++;
    }
  }
  return false;
}

/** Drops content without a clause of `least` words. */
export function minClauseWords(least: number): BlockFilter {
  return (list) => {
    for (const block of list.blocks)
      if (block.content && !hasClause(textOfBlock(list, block), least))
        decide(list, block, false, `no clause of ${least} words`);
  };
}
