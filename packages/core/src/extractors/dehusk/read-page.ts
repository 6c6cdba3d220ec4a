/** Everything the models are asked about a page, and their answers: one call a page, used by extraction and by nothing else. */

import { BlockWords } from '../../blocks/features/block-words.js';
import { ClassTokens, hiddenToken } from '../../blocks/features/class-tokens.js';
import { blockFacts } from '../../blocks/features/facts.js';
import { FEATURE_NAMES, featureMatrix, PAGE_TYPES, type PageRows, pageFacts, pageRows } from '../../blocks/features.js';
import type { Page } from '../../page/page.js';
import { logistic } from '../../text/logistic.js';
import { applyArticlePrior } from './article-prior.js';
import { contextRules } from './context-rules.js';
import { type Model, TokenTable } from './model.js';
import { type PackedForest, packForest, scoreRows } from './packed-forest.js';
import { score, softmax } from './trees.js';

/** A model ready to be asked. */
export interface Reader {
  readonly model: Model;
  readonly classWords: TokenTable;
  readonly blockWords: TokenTable;
  readonly pageWords: readonly TokenTable[];
  readonly blocks: PackedForest;
}

export function readerOf(model: Model): Reader {
  return {
    model,
    classWords: new TokenTable(model.classWords),
    blockWords: new TokenTable(model.blockWords),
    pageWords: model.pageWords.map((weights) => new TokenTable(weights)),
    blocks: packForest(model.blocks),
  };
}

export interface PageReading {
  readonly rows: PageRows;
  /** Per row: probability of main content. */
  readonly probability: Float32Array;
  /** The feature matrix, row-major, {@link FEATURE_NAMES} wide. */
  readonly matrix: Float32Array;
  /** Probabilities of {@link PAGE_TYPES}. */
  readonly types: Float32Array;
}

/** Reads a page with a model. Linear in the page. */
export function readPage(page: Page, { model, classWords, blockWords, pageWords, blocks }: Reader): PageReading {
  const visible = blockFacts(page);
  const rows = pageRows(visible);
  const classScore = new Float32Array(rows.size);
  const wordScore = new Float32Array(rows.size);
  const tokens: number[] = [];
  const classes = new ClassTokens(page);
  const worth = { near: [], above: [] };
  const words = new BlockWords(visible);
  let element = -1;
  for (let b = 0; b < visible.size; b++) {
    // Neighbouring blocks often share their element, and with it every class around them.
    if (visible.blocks.element[b] === element) classScore[b] = classScore[b - 1];
    else {
      element = visible.blocks.element[b];
      classScore[b] = classes.logOdds(element, classWords, worth);
    }
    words.next(b, tokens);
    wordScore[b] = blockWords.logOdds(tokens);
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
  score(model.pageType, typeFeatures, 0, types);
  softmax(types);
  const leaned = applyArticlePrior(types, facts);
  const matrix = featureMatrix(rows, { page: facts, types: leaned, classScore, wordScore });
  const probability = scoreRows(blocks, matrix, FEATURE_NAMES.length, rows.size);
  for (let row = 0; row < rows.size; row++) probability[row] = logistic(probability[row]);
  contextRules(rows, leaned, probability);
  return { rows, probability, matrix, types };
}
