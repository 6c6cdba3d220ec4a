/**
 * The annotated blocks of L3S-GN1 with the paper's shallow features, one column per feature.
 *
 * Blocks, words and densities are Boilerpipe's (`boilerpipe-blocks.ts` of the papers); the class of a block is that of most of its
 * words. Departures: the paper does not define its sentences and capital words to the letter; here a sentence ends at one of
 * `.!?` before white space or the end of the block, and a word is a token with a letter or number. The frequency of a block
 * counts the pages of these 621 that have its text (the paper's crawl of 254,000 pages cannot be reached). Of the tags the
 * nearest block-level element counts.
 */
import { nameOf, type Page, tagNames } from '@dehusk/html';
import { segmentTextBlocks, type TextBlock, tokenise } from '@dehusk/papers';
import type { Case } from '../../datasets/dataset.js';
import { blockClasses } from '../../datasets/l3s-gn1.js';
import { foldOf } from '../../datasets/split.js';
import type { SignedMetric } from '../../metrics/metric.js';
import { annotatedPages } from '../reproduction.js';

export const FOLDS = 10;

/** Features of a block by itself, in the order of the columns. */
export const LOCAL_FEATURES = [
  ...(['words', 'text density', 'link density', 'word length', 'sentence length', 'capital words'] as const),
  ...(['upper-case words', 'full stops', 'bars', 'in p', 'in heading', 'in div', 'in li'] as const),
] as const;
/** Features that need the page or the data set. */
const WIDER_FEATURES = ['position', 'relative position', 'block frequency'] as const;
export const FEATURES = [...LOCAL_FEATURES, ...WIDER_FEATURES];
export type FeatureName = (typeof FEATURES)[number];

export type AnnotatedBlocks = Awaited<ReturnType<typeof readAnnotatedBlocks>>;

/** Measures the blocks of the annotated pages among the cases, in order. */
export async function readAnnotatedBlocks(cases: AsyncIterable<Case> | Iterable<Case>) {
  const rows: { kind: number; words: number; tokens: number; fold: number; page: number; local: number[] }[] = [];
  const texts: string[] = [];
  const frequency = new Map<string, number>();
  let pages = 0;
  for await (const { one, page } of annotatedPages(cases)) {
    const { blocks } = segmentTextBlocks(page);
    const classes = blockClasses(page, blocks);
    const fold = foldOf(one, FOLDS);
    for (const [at, block] of blocks.entries()) {
      const tokens = tokenise(block.text);
      const local = [...localFeatures(page, block, tokens), block.offset, (at + 1) / blocks.length];
      rows.push({ kind: classes[at], words: block.words, tokens: tokens.length, fold, page: pages, local });
      texts.push(block.text);
    }
    for (const text of new Set(blocks.map((block) => block.text))) frequency.set(text, (frequency.get(text) ?? 0) + 1);
    pages++;
  }
  return {
    pages,
    /** Per block: index into `L3S_CLASSES`, words, tokens, fold of its site, number of its page. */
    classes: Uint8Array.from(rows, ({ kind }) => kind),
    words: Uint32Array.from(rows, ({ words }) => words),
    tokens: Uint32Array.from(rows, ({ tokens }) => tokens),
    folds: Uint8Array.from(rows, ({ fold }) => fold),
    page: Uint32Array.from(rows, ({ page }) => page),
    /** Per feature of {@link FEATURES}: its value for each block. */
    columns: FEATURES.map((name, feature) =>
      Float64Array.from(rows, ({ local }, row) =>
        name === 'block frequency' ? (frequency.get(texts[row]) as number) : local[feature],
      ),
    ),
  };
}

function localFeatures(page: Page, block: TextBlock, tokens: readonly string[]): number[] {
  const words = tokens.filter((token) => /[\p{L}\p{N}]/u.test(token));
  const share = (pattern: RegExp): number =>
    words.length === 0 ? 0 : words.filter((word) => pattern.test(word)).length / words.length;
  const perWord = (count: number): number => (words.length === 0 ? 0 : count / words.length);
  const occurrences = (pattern: RegExp): number => block.text.match(pattern)?.length ?? 0;
  const letters = words.reduce((sum, word) => sum + word.length, 0);
  const around = blockElement(page, block.parent);
  return [
    block.words,
    block.textDensity,
    block.linkDensity,
    perWord(letters),
    words.length / Math.max(1, occurrences(/[.!?](?=\s|$)/g)),
    share(/^\p{Lu}/u),
    share(/^[\p{Lu}\p{N}\p{P}]*\p{Lu}[\p{Lu}\p{N}\p{P}]*$/u),
    perWord(occurrences(/\./g)),
    tokens.length === 0 ? 0 : occurrences(/\|/g) / tokens.length,
    Number(around === 'p'),
    Number(/^h[1-6]$/.test(around)),
    Number(around === 'div'),
    Number(around === 'li'),
  ];
}

const INLINE = tagNames('a strike u b i em strong span sup sub code tt var font abbr acronym');

/** The name of the nearest element around a block that is not inline. */
function blockElement(page: Page, node: number): string {
  let up = node;
  while (up > 0 && INLINE.has(nameOf(page, up))) up = page.parent[up];
  return nameOf(page, up);
}

/** The paper's figures in signatures: blocks weighted by the words that Boilerpipe counts, summed over pages. */
export const BLOCK_METRIC: SignedMetric = {
  name: 'block-level',
  options: { weight: 'words' },
  tokeniser: 'boilerpipe',
  aggregations: ['micro'],
};
