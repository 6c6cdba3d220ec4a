/**
 * The default extractor: boosted trees over shallow features of blocks, token scores and the page's type, then the choice
 * of blocks that maximises expected word F1.
 *
 * Observation (WCXB, cross-validated by registrable domain): no single rule holds over articles, forums, products,
 * collections, listings, documentation and services, but a few hundred small trees over features that the published rules
 * also use beat every one of them on every type. The strongest evidence is the names authors give to elements.
 *
 * Steps: content blocks and hidden texts → token scores and page type → feature matrix → block probabilities
 * (`read-page.ts`) → rules and the choice of blocks (`decide.ts`, `decode.ts`). `dehusk-lab train default` trains
 * the model.
 */

import type { Page } from '@dehusk/html';
import { FLAG, fromBase64, withLazyFields, words } from '@dehusk/html';
import { type Block, EXPLAINED_BLOCKS, type LabelledBlocks, type Mover } from '../blocks/block.js';
import { nodesOf } from '../blocks/content-blocks.js';
import type { Extractor } from '../extractors/extractor.js';
import { type OptionsOf, type OptionTable, optionsOf } from '../extractors/extractor.js';
import { PAGE_TYPES, type PageType } from '../page-types.js';
import { type Decision, decide } from './decide.js';
import type { DecodeChoice } from './decode.js';
import type { RowWriter } from './features/part.js';
import { FEATURE_NAMES, rowWriter } from './features.js';
import { contributions } from './forest.js';
import { HIDDEN_KINDS } from './hidden-text.js';
import { decodeModel } from './model.js';
import { type PageReading, type Reader, readerOf, readPage } from './read-page.js';
import { DEFAULT_WEIGHTS } from './weights.js';

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
 * Labels a page with a given model.
 *
 * @param known the page's type, when the caller knows it
 */
function labelWith(page: Page, options: DehuskOptions, by: Reader, known: PageType | null = null): LabelledBlocks {
  const choice = FOCUS[options.focus];
  const reading = readPage(page, by, known);
  const { rows, probability, types, used } = reading;
  const { visible } = rows;
  const decoded = decide(rows, used, probability, choice);
  const { keep, expected } = decoded;
  const movers = moversOf(reading, by);
  const labelled: LabelledBlocks = {
    blocks: blocksOf(reading),
    labels: withLazyFields(
      { keep: keep.slice(0, visible.size), probability: decoded.probability.slice(0, visible.size) },
      { why: () => reasons(reading, decoded, options.explain ? movers : null) },
    ),
    features: {
      words: visible.words,
      linkDensity: visible.linkDensity,
      probability: decoded.probability.subarray(0, visible.size),
    },
    hidden: rows.hiddenTexts
      .map((one, at) => ({ text: one.text, from: HIDDEN_KINDS[one.kind], keep: keep[visible.size + at] === 1 }))
      .filter((one) => one.keep)
      .map(({ text: own, from }) => ({ text: own, from })),
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

const FORUM = PAGE_TYPES.indexOf('forum');
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
    words: visible.words[b],
    linkWords: Math.round(visible.words[b] * visible.linkDensity[b]),
    linkChars: linkChars[b],
  }));
}

function reasons(
  { rows }: PageReading,
  { keep, probability, cut, changed }: Decision,
  movers: LabelledBlocks['movers'] | null,
): string[] {
  return Array.from({ length: rows.visible.size }, (_, b) => {
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
 * written from block to block, so an earlier block than the last one starts again.
 */
function moversOf({ rows, scores }: PageReading, { model }: Reader): (block: number) => Mover[] {
  const row = new Float32Array(FEATURE_NAMES.length);
  let write: RowWriter | null = null;
  let next = 0;
  return (block) => {
    if (write === null || block < next) {
      write = rowWriter(rows, scores);
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
