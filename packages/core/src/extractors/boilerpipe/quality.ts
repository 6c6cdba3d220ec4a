/**
 * Is what was extracted worth having? The library's simple estimate, by word counts alone: a page with little text, or whose
 * content is many small blocks, was probably no article.
 */
export const QUALITY_DEFAULTS = { minPageWords: 90, minContentWords: 70, minMeanContentWords: 25 };
export type QualityOptions = typeof QUALITY_DEFAULTS;
export const QUALITY_DOCS: { readonly [K in keyof QualityOptions]: string } = {
  minPageWords: 'Words the whole page must have; from the library.',
  minContentWords: 'Words the content must have; from the library.',
  minMeanContentWords: 'Words a block of content must have on average; from the library.',
};

/** What the estimate looks at. */
export interface QualityCounts {
  /** Words of all blocks of the page. */
  readonly pageWords: number;
  /** Words of the blocks that were kept. */
  readonly contentWords: number;
  /** Number of blocks that were kept, merged ones counting once. */
  readonly contentBlocks: number;
}

/** Counts a page's blocks before, and the blocks a recipe left after. */
export function qualityCounts(
  before: readonly { readonly words: number }[],
  after: readonly { readonly words: number; readonly content: boolean }[],
): QualityCounts {
  let pageWords = 0;
  for (const block of before) pageWords += block.words;
  let contentWords = 0;
  let contentBlocks = 0;
  for (const block of after)
    if (block.content) {
      contentWords += block.words;
      contentBlocks++;
    }
  return { pageWords, contentWords, contentBlocks };
}

/** Why an extraction is of low quality, or null when it is not. */
export function lowQuality(counts: QualityCounts, options: QualityOptions = QUALITY_DEFAULTS): string | null {
  const { pageWords, contentWords, contentBlocks } = counts;
  if (pageWords < options.minPageWords) return `the page has ${pageWords} words, fewer than ${options.minPageWords}`;
  if (contentWords < options.minContentWords)
    return `the content has ${contentWords} words, fewer than ${options.minContentWords}`;
  const mean = contentWords / contentBlocks;
  return mean < options.minMeanContentWords
    ? `blocks of content have ${Math.round(mean)} words on average, fewer than ${options.minMeanContentWords}`
    : null;
}
