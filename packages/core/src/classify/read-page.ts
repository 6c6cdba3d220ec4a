/** Applies the models to a page: token scores, page type, feature matrix, block probabilities. */

import type { Page } from '@dehusk/html';
import { logistic } from '@dehusk/html';
import { PAGE_TYPES, type PageType } from '../page-types.js';
import { blockFacts } from './features/facts.js';
import { PAGE_NAMES, pageFacts } from './features/page-facts.js';
import { BlockWords, ClassTokens, hiddenToken } from './features/tokens.js';
import { FEATURE_NAMES, type PageRows, type PageScores, pageRows, rowWriter } from './features.js';
import { score, scoreRows, softmax } from './forest.js';
import { type Model, TokenTable } from './model.js';

/** A model prepared for reading pages. */
export interface Reader {
  readonly model: Model;
  readonly classWords: TokenTable;
  readonly blockWords: TokenTable;
  readonly pageWords: readonly TokenTable[];
}

export function readerOf(model: Model): Reader {
  return {
    model,
    classWords: new TokenTable(model.classWords),
    blockWords: new TokenTable(model.blockWords),
    pageWords: model.pageWords.map((weights) => new TokenTable(weights)),
  };
}

export interface PageReading {
  readonly rows: PageRows;
  /** Per row: probability of main content. */
  readonly probability: Float32Array;
  /** The feature columns that are not of the blocks alone. */
  readonly scores: PageScores;
  /** Predicted probabilities of {@link PAGE_TYPES}. */
  readonly types: Float32Array;
  /** The same with the article prior, or the type that the caller knows. */
  readonly used: Float32Array;
}

/**
 * Reads a page with a model. Linear in the page.
 *
 * @param known the page's type, when the caller knows it: block trees and context rules use it instead of the prediction
 */
export function readPage(
  page: Page,
  { model, classWords, blockWords, pageWords }: Reader,
  known: PageType | null = null,
): PageReading {
  const visible = blockFacts(page);
  const rows = pageRows(visible);
  const classScore = new Float32Array(rows.size);
  const wordScore = new Float32Array(rows.size);
  const classes = new ClassTokens(page, classWords);
  const words = new BlockWords(visible);
  let element = -1;
  for (let b = 0; b < visible.size; b++) {
    // Neighbouring blocks often share their element, and so the classes around it.
    if (visible.blocks.element[b] === element) classScore[b] = classScore[b - 1];
    else {
      element = visible.blocks.element[b];
      classScore[b] = classes.logOdds(element);
    }
    wordScore[b] = blockWords.logOdds(words.found, words.next(b));
  }
  rows.hiddenTexts.forEach(({ kind, topic }, at) => {
    classScore[visible.size + at] = classWords.logOdds([hiddenToken(kind, topic)]);
    wordScore[visible.size + at] = blockWords.bias;
  });
  const facts = pageFacts(visible);
  const types = new Float32Array(PAGE_TYPES.length);
  const pageTokens = classes.all();
  const typeFeatures = new Float32Array(facts.length + types.length);
  typeFeatures.set(facts);
  pageWords.forEach((table, type) => {
    typeFeatures[facts.length + type] = table.logOdds(pageTokens);
  });
  score(model.pageType, typeFeatures, types);
  softmax(types);
  const used = known === null ? applyArticlePrior(types, facts) : certainly(known);
  // The trees are trained on predictions, in which certainty is rare.
  const seen = known === null ? used : halfway(types, used);
  const scores = { page: facts, types: seen, classScore, wordScore };
  const probability = scoreRows(model.blocks, rowWriter(rows, scores), FEATURE_NAMES.length, rows.size);
  for (let row = 0; row < rows.size; row++) probability[row] = logistic(probability[row]);
  return { rows, probability, scores, types, used };
}

/** The mean of two rows of probabilities. */
export function halfway(one: Float32Array, other: Float32Array): Float32Array {
  return one.map((own, at) => (own + other[at]) / 2);
}

/** Probabilities of {@link PAGE_TYPES} for a known type. */
export function certainly(known: PageType): Float32Array {
  return Float32Array.from(PAGE_TYPES, (type) => (type === known ? 1 : 0));
}

/** Share of elements with a class up to which the prior has full effect, and from which it has none. */
const FEW_NAMES = 0.3;
const MANY_NAMES = 0.45;
/**
 * Factor of the odds of an article. On the tuning halves of `l3s-gn1` and `daniel-a` larger is better; from 20 on, WCXB's
 * forums out of fold lose more than a tenth of a point.
 */
const PRIOR_ODDS = 8;

const NAMED = PAGE_NAMES.indexOf('page.named');
const ARTICLE = PAGE_TYPES.indexOf('article');

/**
 * Page types with a prior for articles, as the block trees and the context rules use them. The page prediction does without.
 *
 * Observation: a page's type shows mostly in the names its author gave to elements. On pages with few names, as before about
 * 2012, the type is a guess, and errors differ in cost: a listing taken for an article loses teasers; a ten-line article
 * taken for a listing or a forum gains a hundred teasers or all comments.
 *
 * @param types probabilities of {@link PAGE_TYPES}, sum 1
 * @param facts the page's {@link PAGE_NAMES}
 */
export function applyArticlePrior(types: Float32Array, facts: Float32Array): Float32Array {
  const share = Math.min(1, Math.max(0, (MANY_NAMES - facts[NAMED]) / (MANY_NAMES - FEW_NAMES)));
  if (share === 0) return types;
  const raised = types.slice();
  raised[ARTICLE] *= PRIOR_ODDS ** share;
  const sum = raised.reduce((all, one) => all + one, 0);
  return raised.map((one) => one / sum);
}
