/**
 * Copies of the training pages in other clothes and company (`disguise.ts`, `graft.ts`), as rows of features: what a copy is
 * made of is let go at once, so that hundreds of thousands of rows fit beside the pages.
 */
import { FEATURE_NAMES, featureMatrix, PAGE_TYPES } from '@dehusk/core/internal';
import { type TrainingPage, trainingCopy } from './pages.js';
import type { FoldScore } from './pipeline.js';
import { seededRandom } from './seeded-random.js';
import { donorsOf } from './splice-blocks.js';

/** The rows a copy gives to training: a sample of its blocks. */
export interface CopyRows {
  readonly fold: number;
  readonly trains: true;
  readonly type: number;
  /** Weight of the whole copy beside an original's 1. */
  readonly share: number;
  readonly page: Float32Array;
  /** Log-odds of each page type by the class words of the page. */
  readonly typeScores: Float32Array;
  /** Row-major features; the columns of page type are not filled in yet. */
  readonly matrix: Float32Array;
  readonly label: Float32Array;
  readonly weight: Float32Array;
}

export interface CopyOptions {
  /** Disguised copies of every page, and grafted copies of every article. */
  readonly disguised: number;
  readonly grafted: number;
  /** Share of a copy's blocks that is drawn. */
  readonly rowShare: number;
  readonly seed: number;
}

/** Scores of the token models that never saw a fold. */
export interface FoldScores {
  readonly classWords: FoldScore;
  readonly blockWords: FoldScore;
  readonly pageWords: (fold: number, tokens: Uint32Array) => Float32Array;
}

const ARTICLE = PAGE_TYPES.indexOf('article');

/** Makes the copies of all pages, page after page. Pieces are grafted only from pages of the same fold. */
export function copiesOf(
  pages: readonly TrainingPage[],
  folds: number,
  scores: FoldScores,
  options: CopyOptions,
): CopyRows[] {
  const donors = Array.from({ length: folds }, (_, fold) =>
    donorsOf(
      pages.filter((page) => page.trains && page.fold === fold),
      PAGE_TYPES,
    ),
  );
  const copies: CopyRows[] = [];
  pages.forEach((page, p) => {
    if (!page.trains) return;
    const grafts = page.type === ARTICLE ? options.grafted : 0;
    for (let c = 0; c < options.disguised + grafts; c++) {
      const seed = (options.seed + p) * 16 + c;
      const copy = trainingCopy(page, c < options.disguised ? null : donors[page.fold], seed);
      if (copy !== null && copy.gold.length > 0) copies.push(rowsOf(copy, scores, options.rowShare, seed));
    }
  });
  return copies;
}

function rowsOf(copy: TrainingPage, scores: FoldScores, rowShare: number, seed: number): CopyRows {
  const { fold, type, share, rows, page } = copy;
  const typeScores = scores.pageWords(fold, copy.pageTokens);
  const whole = featureMatrix(rows, {
    page,
    types: new Float32Array(PAGE_TYPES.length),
    classScore: Float32Array.from(copy.classTokens, (tokens) => scores.classWords(fold, tokens)),
    wordScore: Float32Array.from(copy.wordTokens, (tokens) => scores.blockWords(fold, tokens)),
  });
  const random = seededRandom(seed);
  const drawn: number[] = [];
  for (let row = 0; row < rows.size; row++) if (random() < rowShare) drawn.push(row);
  const stride = FEATURE_NAMES.length;
  const matrix = new Float32Array(drawn.length * stride);
  drawn.forEach((row, at) => {
    matrix.set(whole.subarray(row * stride, (row + 1) * stride), at * stride);
  });
  return {
    fold,
    trains: true,
    type,
    share,
    page,
    typeScores,
    matrix,
    label: Float32Array.from(drawn, (row) => copy.label[row]),
    weight: Float32Array.from(drawn, (row) => copy.weight[row] / rowShare),
  };
}
