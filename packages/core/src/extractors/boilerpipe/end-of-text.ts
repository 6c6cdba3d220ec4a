/**
 * Where an article ends: the phrases that open a comment section, and cutting the page there.
 *
 * Observed: below news articles stand comments and forms that read like text. A handful of short phrases announces them.
 * The phrases are those of the published library, English with one Swedish.
 */
import { decide, type Filter, fullTextWords, LABELS, mark, textOfBlock } from './merged-block.js';

export const END_OF_TEXT_DEFAULTS = {
  endOfTextBelowWords: 15,
  endOfTextMinLength: 8,
  minFullTextWordsBeforeEnd: 60,
  fullTextDensity: 9,
};
export type EndOfTextOptions = typeof END_OF_TEXT_DEFAULTS;
export const END_OF_TEXT_DOCS: { readonly [K in keyof EndOfTextOptions]: string } = {
  endOfTextBelowWords: 'Only blocks with fewer words can announce the end of the text; from the library.',
  endOfTextMinLength:
    'Characters a phrase that announces the end must have, "Comment" in a link aside; from the library.',
  minFullTextWordsBeforeEnd: 'Words of full text that must have passed before an end of text counts; from the library.',
  fullTextDensity: 'Text density in words a line from which a block is full text; from the library.',
};

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

/** True when a short block's text announces that the article is over. */
export function announcesEnd(text: string, linkDensity: number, minLength: number): boolean {
  const trimmed = text.trim();
  if (trimmed.length < minLength) return linkDensity === 1 && trimmed === 'Comment';
  const lower = trimmed.toLowerCase();
  let digits = 0;
  while (lower.charCodeAt(digits) >= 0x30 && lower.charCodeAt(digits) <= 0x39) digits++;
  return (
    STARTS.some((phrase) => lower.startsWith(phrase)) ||
    (digits > 0 && STARTS_AFTER_NUMBER.some((phrase) => lower.startsWith(phrase, digits))) ||
    CONTAINS.some((phrase) => lower.includes(phrase)) ||
    lower === EQUALS
  );
}

/** Labels the blocks that announce the end of the text; `linkedComment` takes a link that reads "Comment" for one. */
export function terminatingBlocks(belowWords: number, minLength: number, linkedComment = true): Filter {
  return (list) => {
    for (const block of list.blocks)
      if (
        block.words < belowWords &&
        announcesEnd(textOfBlock(list, block), linkedComment ? block.linkDensity : 0, minLength)
      )
        mark(list, block, LABELS.endOfText);
  };
}

/** Drops the first announced end after `minWords` words of full text, and everything behind it. */
export function ignoreBlocksAfterContent(minWords: number, fullTextDensity: number): Filter {
  return (list) => {
    let words = 0;
    let ended = -1;
    for (const block of list.blocks) {
      if (block.content) words += fullTextWords(block, fullTextDensity);
      if (ended < 0 && (block.labels & LABELS.endOfText) !== 0 && words >= minWords) ended = block.segments[0];
      if (ended >= 0)
        decide(list, block, false, block.segments[0] === ended ? 'end of text' : `after end of text (block ${ended})`);
    }
  };
}

/** Walking backwards, labels announced ends as strictly not content, until more than `minWords` words of content passed. */
export function ignoreBlocksAfterContentFromEnd(minWords: number): Filter {
  return (list) => {
    let words = 0;
    for (let at = list.blocks.length - 1; at >= 0; at--) {
      const block = list.blocks[at];
      if ((block.labels & LABELS.endOfText) !== 0) {
        mark(list, block, LABELS.strictlyNotContent);
        decide(list, block, false, 'end of text');
      }
      if (block.content) {
        words += block.words;
        if (words > minWords) break;
      }
    }
  };
}
