/**
 * The default extractor: boosted trees over shallow features of blocks, token scores and the page's type, then the choice
 * of blocks that maximises expected word F1.
 *
 * Observation (WCXB, cross-validated by registrable domain): no single rule holds over articles, forums, products,
 * collections, listings, documentation and services, but a few hundred small trees over features that the published rules
 * also use beat every one of them on every type. The strongest evidence is the names authors give to elements.
 *
 * Steps: content blocks and hidden texts → token scores and page type → feature matrix → block probabilities
 * ({@link readPage}) → rules and the choice of blocks (`decide.ts`, `decode.ts`). `dehusk-lab train default` trains
 * the model.
 */
import { FLAG, fromBase64, logistic, newColumn, type Page, withLazyFields, words } from '@dehusk/html';
import {
  type Block,
  EXPLAINED_BLOCKS,
  type LabelledBlocks,
  type Mover,
  PAGE_TYPES,
  type PageType,
} from '../blocks/block.js';
import { nodesOf } from '../blocks/content-blocks.js';
import { type Extractor, type OptionsOf, type OptionTable, optionsOf } from '../extractors/extractor.js';
import { type Decision, decide } from './decide.js';
import type { DecodeChoice } from './decode.js';
import { blockFacts, type RowWriter } from './features/facts.js';
import { PAGE_NAMES, pageFacts } from './features/page-facts.js';
import { BlockWords, ClassTokens, hiddenToken } from './features/tokens.js';
import { FEATURE_NAMES, type PageRows, type PageScores, pageRows, rowWriter } from './features.js';
import { contributions, score, scoreRows, softmax } from './forest.js';
import { HIDDEN_KINDS } from './hidden-text.js';
import { decodeModel, type Model, TokenTable } from './model.js';
import { DEFAULT_WEIGHTS } from './weights.js';

/** A model prepared for reading pages. */
interface Reader {
  readonly model: Model;
  readonly classWords: TokenTable;
  readonly blockWords: TokenTable;
  readonly pageWords: readonly TokenTable[];
}

function readerOf(model: Model): Reader {
  return {
    model,
    classWords: new TokenTable(model.classWords),
    blockWords: new TokenTable(model.blockWords),
    pageWords: model.pageWords.map((weights) => new TokenTable(weights)),
  };
}

interface PageReading {
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
function readPage(
  page: Page,
  { model, classWords, blockWords, pageWords }: Reader,
  known: PageType | null = null,
): PageReading {
  const visible = blockFacts(page);
  const rows = pageRows(visible);
  const classScore = newColumn(Float32Array, rows.size);
  const wordScore = newColumn(Float32Array, rows.size);
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
  raiseDeclared(types, facts);
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

/** Factor of the odds of a forum on a page whose linked data declares a thread. Of 75 pages of WCXB that do, 74 are threads. */
const DECLARED_ODDS = 30;
const DECLARES_THREAD = PAGE_NAMES.indexOf('linked.forum');
const FORUM = PAGE_TYPES.indexOf('forum');

/** Page types with what the page declares, in place. Names decide most types, and themes of archives have names that no model knows. */
export function raiseDeclared(types: Float32Array, facts: Float32Array): void {
  if (facts[DECLARES_THREAD] > 0) raiseOdds(types, FORUM, DECLARED_ODDS);
}

function raiseOdds(types: Float32Array, type: number, factor: number): void {
  types[type] *= factor;
  const sum = types.reduce((all, one) => all + one, 0);
  for (let at = 0; at < types.length; at++) types[at] /= sum;
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
  raiseOdds(raised, ARTICLE, PRIOR_ODDS ** share);
  return raised;
}

/** Preferences of the decoder. Balanced maximises expected F1; the others weigh missed and extra words three to one. */
export const FOCUS: Readonly<Record<string, DecodeChoice>> = {
  balanced: { floor: 0.2, missedWeight: 1 },
  precision: { floor: 0.45, missedWeight: 1.5 },
  recall: { floor: 0.08, missedWeight: 0.5 },
};

const OPTIONS = {
  focus: [
    'balanced',
    words(...Object.keys(FOCUS)),
    'What the choice of blocks favours: precision, balanced (expected F1) or recall.',
  ],
  explain: [
    false,
    FLAG,
    'Report for each block the three features that contributed most to its probability (a second pass over the trees).',
  ],
} satisfies OptionTable;
export type DehuskOptions = OptionsOf<typeof OPTIONS>;

let reader: Reader | null = null;

/** The shipped model, decoded on first use. */
function defaultReader(): Reader {
  reader ??= readerOf(decodeModel(fromBase64(DEFAULT_WEIGHTS), false));
  return reader;
}

export const dehusk: Extractor<DehuskOptions> = {
  name: 'dehusk',
  summary: 'The learned default: boosted trees over block features, token scores and page type.',
  source: 'Dehusk; trained on WCXB (Foley 2026, CC-BY-4.0)',
  ...optionsOf(OPTIONS),
  hidden: 'drop',
  label(page, options, { pageType }) {
    return labelWith(page, options, defaultReader(), pageType);
  },
};

/**
 * Labels a page with a given model. What is returned keeps nothing of the reading but its decisions, so the columns of the features are
 * free before the document is made.
 *
 * @param known the page's type, when the caller knows it
 */
function labelWith(page: Page, options: DehuskOptions, by: Reader, known: PageType | null = null): LabelledBlocks {
  const choice = FOCUS[options.focus];
  const reading = readPage(page, by, known);
  const { rows, probability, types, used } = reading;
  const { size, words, linkDensity } = rows.visible;
  const decoded = decide(rows, used, probability, choice);
  const { keep, expected } = decoded;
  const movers = moversOf(() => readPage(page, by, known), by);
  const labelled: LabelledBlocks = {
    blocks: blocksOf(reading),
    labels: withLazyFields(
      { keep: keep.slice(0, size), probability: decoded.probability.slice(0, size) },
      { why: () => reasons(size, decoded, options.explain ? movers : null) },
    ),
    features: { words, linkDensity, probability: decoded.probability.subarray(0, size) },
    hidden: rows.hiddenTexts
      .filter((_, at) => keep[size + at] === 1)
      .map(({ text, kind }) => ({ text, from: HIDDEN_KINDS[kind] })),
    otherArticles: decoded.otherArticles,
    prediction: {
      ...(known === null ? pageType(reading, decoded) : { pageType: known, pageTypeProbability: 1 }),
      typeProbabilities: Object.fromEntries(PAGE_TYPES.map((type, at) => [type, types[at]])),
      confidence: calibrated(by.model.calibration, expected),
    },
  };
  // Not enumerable: labels that are equal compare as equal, and a copy with other blocks has no movers of these.
  return Object.defineProperty(labelled, 'movers', { value: movers });
}

/** Least probability of a page type that the structure of a discussion decides. */
const DECIDED = 0.5;

/** Least probability of a forum without a discussion that is found: weblogs with comments come near it. */
const SURE_FORUM = 0.75;

/** The most probable type; of a page with a discussion, forum exactly when that is the main content. */
function pageType(
  { types }: PageReading,
  { otherArticles, discussion }: Decision,
): { pageType: string; pageTypeProbability: number } {
  // Several articles with dates and authors look like posts.
  if (discussion === 'thread' && otherArticles.length === 0)
    return { pageType: 'forum', pageTypeProbability: Math.max(DECIDED, types[FORUM]) };
  const isForum = discussion === null && types[FORUM] >= SURE_FORUM;
  const others = isForum ? types : types.map((chance, type) => (type === FORUM ? 0 : chance));
  const best = others.indexOf(Math.max(...others));
  return { pageType: PAGE_TYPES[best], pageTypeProbability: types[best] };
}

function blocksOf({ rows: { visible } }: PageReading): Block[] {
  const { blocks } = visible;
  const { first, last, element, text, linkChars } = blocks;
  return Array.from({ length: visible.size }, (_, b) => ({
    first: first[b],
    last: last[b],
    // A view of one number takes three times the memory of a list.
    nodes: first[b] === last[b] ? [first[b]] : nodesOf(blocks, b),
    parent: element[b],
    text: text[b],
    // As whole numbers these are not objects on the heap.
    words: visible.words[b] | 0,
    linkWords: Math.round(visible.words[b] * visible.linkDensity[b]) | 0,
    linkChars: linkChars[b],
  }));
}

function reasons(
  size: number,
  { keep, probability, cut, changed }: Decision,
  movers: LabelledBlocks['movers'] | null,
): string[] {
  return Array.from({ length: size }, (_, b) => {
    const chance = probability[b].toFixed(2);
    const verdict =
      changed[b] !== undefined
        ? `probability ${chance}, ${keep[b] === 1 ? 'kept' : 'dropped'}: ${changed[b]}`
        : keep[b] === 1
          ? `probability ${chance}, kept (cut ${cut.toFixed(2)})`
          : probability[b] >= cut
            ? `probability ${chance}, a repeat`
            : `probability ${chance}, below the cut ${cut.toFixed(2)}`;
    // Contributions come first, because tables truncate reasons and have another column for the probability.
    return !movers || b >= EXPLAINED_BLOCKS ? verdict : `${movers(b).map(moverText).join(', ')}; ${verdict}`;
  });
}

/** Movers listed per block. */
const MOVERS = 3;

/**
 * The features that contributed most to the score of a block: a descent of all trees for each block that is asked for. Some features are
 * written from block to block, so an earlier block than the last one starts again. Few ask, so the page is read again for it.
 */
function moversOf(read: () => PageReading, { model }: Reader): (block: number) => Mover[] {
  const row = new Float32Array(FEATURE_NAMES.length);
  let reading: PageReading | null = null;
  let write: RowWriter | null = null;
  let next = 0;
  return (block) => {
    if (write === null || block < next) {
      reading ??= read();
      write = rowWriter(reading.rows, reading.scores);
      next = 0;
    }
    for (; next <= block; next++) write(next, next + 1, row, row.length, 0);
    return [...contributions(model.blocks, row)]
      .sort((x, y) => Math.abs(y[1]) - Math.abs(x[1]))
      .slice(0, MOVERS)
      .map(([column, effect]) => ({ feature: FEATURE_NAMES[column], value: row[column], effect }));
  };
}

function moverText({ feature, value, effect }: Mover): string {
  return `${feature}=${+value.toFixed(2)} ${effect > 0 ? '+' : '−'}${Math.abs(effect).toFixed(2)}`;
}

/** Linear interpolation between the calibration's equal steps. */
function calibrated(points: readonly number[], expected: number): number {
  const place = Math.min(1, Math.max(0, expected)) * (points.length - 1);
  const low = Math.floor(place);
  const high = Math.min(points.length - 1, low + 1);
  return points[low] + (points[high] - points[low]) * (place - low);
}
