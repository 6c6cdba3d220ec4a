/**
 * Keeping only what reads like sentences: fused blocks are taken apart again, and a paragraph must have a clause.
 */
import { decide, type Filter, type MergedBlock, textOfBlock } from './merged-block.js';

/** Takes fused blocks apart into their paragraphs. Verdict and labels are kept; the counts, unused from here on, are 0. */
export const splitParagraphBlocks: Filter = (list) => {
  const parts: MergedBlock[] = [];
  for (const block of list.blocks) {
    if (block.segments.length < 2) parts.push(block);
    else for (const segment of block.segments) parts.push({ ...block, ...NO_COUNTS, segments: [segment] });
  }
  list.blocks = parts;
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
const LETTER_OR_DIGIT = /[\p{L}0-9]/u;
const isBlank = (char: string | undefined): boolean => char === ' ' || char === '\n' || char === '\r';

/**
 * True when a clause of at least `minWords` words ends in the text. A clause ends at a letter or digit with one or more of
 * `, . : ; ! ?` behind it, and then a space, a line end or the end of the text. Its words are its stretches between spaces.
 */
export function hasClause(text: string, minWords: number): boolean {
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
    const before = at === 0 ? '' : lastCharacter(text, at);
    while (at < text.length && CLOSING.test(text[at])) at++;
    if ((at === text.length || isBlank(text[at])) && LETTER_OR_DIGIT.test(before)) {
      if (words >= minWords) return true;
      words = 1;
      while (isBlank(text[at])) at++;
    }
  }
  return false;
}

/** The character, surrogate pair included, that ends at an offset above 0. */
function lastCharacter(text: string, end: number): string {
  const low = text.charCodeAt(end - 1);
  return text.slice((low & 0xfc00) === 0xdc00 && end > 1 ? end - 2 : end - 1, end);
}

/** Content without a clause of `minWords` words is boilerplate. */
export function minClauseWords(minWords: number): Filter {
  return (list) => {
    for (const block of list.blocks)
      if (block.content && !hasClause(textOfBlock(list, block), minWords))
        decide(list, block, false, `no clause of ${minWords} words`);
  };
}
