/**
 * Augmented copies of the training pages (`augment-markup.ts`, `splice-blocks.ts`) as rows of features. Each copy is reduced
 * to a sample of its rows at once, so that hundreds of thousands of rows fit in memory beside the pages.
 */

import { PAGE_TYPES } from '@dehusk/core';
import { FEATURE_NAMES, featureMatrix } from '@dehusk/core/train';
import { tokensOf } from '@dehusk/html';
import { assembleEdges } from './assemble-edges.js';
import { augmentMarkup, drawAugmentation } from './augment-markup.js';
import { alignedPage, type TrainingPage } from './pages.js';
import { seededRandom } from './seeded-random.js';
import { type Donors, donorsOf, spliceBlocks } from './splice-blocks.js';
import type { FoldScore } from './token-models.js';

/** The sampled rows of a copy. */
export interface CopyRows {
  readonly fold: number;
  readonly trains: true;
  readonly type: number;
  /** Weight of the copy beside an original's 1. */
  readonly share: number;
  readonly page: Float32Array;
  /** Log-odds of each page type by the class words of the page. */
  readonly typeScores: Float32Array;
  /** Row-major features; the columns of page type are filled in later. */
  readonly matrix: Float32Array;
  readonly label: Float32Array;
  readonly weight: Float32Array;
}

export interface CopyOptions {
  /** Copies of every page with changed markup, of every article with spliced blocks, and of every text with assembled edges. */
  readonly augmented: number;
  readonly spliced: number;
  readonly assembled: number;
  /** Share of a copy's rows that is sampled. */
  readonly rowShare: number;
  readonly seed: number;
}

/** Scores of the token models that were not trained on a fold. */
interface FoldScores {
  readonly classWords: FoldScore;
  readonly blockWords: FoldScore;
  readonly pageWords: (fold: number, tokens: Uint32Array) => Float32Array;
}

/** The data set whose pages are copied with other markup: the others have few articles. */
const COPIED = 'wcxb-dev';
const ARTICLE = PAGE_TYPES.indexOf('article');
/** Types of pages with one text. */
const TEXTS = [ARTICLE, PAGE_TYPES.indexOf('documentation')];
/** Weight of a copy: an article has several. */
const COPY_SHARE = 0.5;
const ARTICLE_COPY_SHARE = 0.2;
const ASSEMBLED_SHARE = 0.3;

/** Makes the copies of all pages, page after page. Blocks are spliced only from pages of the same fold. */
export function copiesOf(
  pages: readonly TrainingPage[],
  folds: number,
  scores: FoldScores,
  options: CopyOptions,
): CopyRows[] {
  const donors = Array.from({ length: folds }, (_, fold) =>
    donorsOf(pages.filter((page) => page.trains && page.fold === fold)),
  );
  const copies: CopyRows[] = [];
  pages.forEach((page, p) => {
    if (!page.trains) return;
    const isCopied = page.set === COPIED;
    const kinds: CopyKind[] = [
      ...(isCopied ? new Array<CopyKind>(options.augmented).fill('augmented') : []),
      ...(isCopied && page.type === ARTICLE ? new Array<CopyKind>(options.spliced).fill('spliced') : []),
      ...(TEXTS.includes(page.type) ? new Array<CopyKind>(options.assembled).fill('assembled') : []),
    ];
    kinds.forEach((kind, c) => {
      const seed = (options.seed + p) * 16 + c;
      const copy = trainingCopy(page, kind, donors[page.fold], seed);
      if (copy !== null && copy.gold.length > 0) copies.push(sampledRows(copy, scores, options.rowShare, seed));
    });
  });
  return copies;
}

/** What a copy changes: the markup, the blocks around the text, or the edges of the text. */
type CopyKind = 'augmented' | 'spliced' | 'assembled';

const CHANGES = { augmented: () => null, spliced: spliceBlocks, assembled: assembleEdges };

/**
 * A copy of a page, deterministic by seed; null when it cannot be parsed.
 *
 * @param donors blocks of pages of the same fold
 */
export function trainingCopy(
  original: TrainingPage,
  kind: CopyKind,
  donors: Donors,
  seed: number,
): TrainingPage | null {
  const { page } = original.rows.visible;
  const spliced = CHANGES[kind](original, donors, seed);
  if (spliced === null && kind === 'assembled') return null;
  const augmentation = drawAugmentation(seed, spliced !== null);
  const source = augmentMarkup(spliced?.source ?? page.source, augmentation, seed);
  const { set, id, domain, fold, type } = original;
  return alignedPage(
    source,
    augmentation.dropsHead ? null : page.url,
    spliced ? tokensOf(spliced.gold) : original.gold,
    {
      set,
      id: `${id}~${seed}`,
      share: kind === 'assembled' ? ASSEMBLED_SHARE : type === ARTICLE ? ARTICLE_COPY_SHARE : COPY_SHARE,
      domain,
      fold,
      trains: true,
      type,
    },
    augmentation.hidesWords,
  );
}

function sampledRows(copy: TrainingPage, scores: FoldScores, rowShare: number, seed: number): CopyRows {
  const { fold, type, share, rows, page } = copy;
  const typeScores = scores.pageWords(fold, copy.pageTokens);
  const all = featureMatrix(rows, {
    page,
    types: new Float32Array(PAGE_TYPES.length),
    classScore: Float32Array.from(copy.classTokens, (tokens) => scores.classWords(fold, tokens)),
    wordScore: Float32Array.from(copy.wordTokens, (tokens) => scores.blockWords(fold, tokens)),
  });
  const random = seededRandom(seed);
  const sample: number[] = [];
  for (let row = 0; row < rows.size; row++) if (random() < rowShare) sample.push(row);
  const stride = FEATURE_NAMES.length;
  const matrix = new Float32Array(sample.length * stride);
  sample.forEach((row, at) => {
    matrix.set(all.subarray(row * stride, (row + 1) * stride), at * stride);
  });
  return {
    fold,
    trains: true,
    type,
    share,
    page,
    typeScores,
    matrix,
    label: Float32Array.from(sample, (row) => copy.label[row]),
    weight: Float32Array.from(sample, (row) => copy.weight[row] / rowShare),
  };
}
