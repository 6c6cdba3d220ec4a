/**
 * The feature matrix of a page: one row a block, one named column a feature, parts side by side.
 *
 * The order of names is part of every trained model: weights carry the names and loading compares them.
 */

import { CANDIDATE_SPANS } from './features/candidate-span.js';
import { ENCLOSING_CONTAINERS, ENCLOSING_TAGS, widerContainers } from './features/enclosing.js';
import { type BlockFacts, factsOf } from './features/facts.js';
import { OWN_TEXT } from './features/own-text.js';
import { PAGE_NAMES } from './features/page-facts.js';
import { ABSENT, type FeaturePart } from './features/part.js';
import { NEIGHBOURS, POSITION } from './features/position.js';
import { groupsBy, ITEMS, REPEATS, TEMPLATES, textHash } from './features/repetition.js';
import { elementShapes } from './features/shapes.js';
import { type HiddenText, hiddenTexts } from './hidden-text.js';

export const PAGE_TYPES = ['article', 'forum', 'product', 'collection', 'listing', 'documentation', 'service'] as const;
export type PageType = (typeof PAGE_TYPES)[number];

/** The parts computed from the blocks alone, in column order. */
const PARTS: readonly (readonly [group: string, part: FeaturePart])[] = [
  ['own text', OWN_TEXT],
  ['enclosing tags', ENCLOSING_TAGS],
  ['enclosing containers', ENCLOSING_CONTAINERS],
  ['items', ITEMS],
  ['templates', TEMPLATES],
  ['position', POSITION],
  ['neighbours', NEIGHBOURS],
  ['repeats', REPEATS],
  ['candidate spans', CANDIDATE_SPANS],
];

const HIDDEN_NAMES = ['hidden.kind', 'hidden.topic', 'hidden.depth', 'hidden.seen'] as const;

const SCORE_MEASURES = ['own', 'before', 'after', 'window', 'near1', 'near2', 'near4', 'template'] as const;
/** Blocks to each side in the window of a score. */
const REACH = 4;

/** All columns by group, in order. */
const COLUMNS: readonly (readonly [group: string, names: readonly string[]])[] = [
  ...PARTS.map(([group, part]) => [group, part.names] as const),
  ['hidden text', HIDDEN_NAMES],
  ['page', PAGE_NAMES],
  ['page type', PAGE_TYPES.map((type) => `type.${type}`)],
  ['class scores', SCORE_MEASURES.map((measure) => `classScore.${measure}`)],
  ['word scores', SCORE_MEASURES.map((measure) => `wordScore.${measure}`)],
];

/** Names of all columns, in order. */
export const FEATURE_NAMES: readonly string[] = COLUMNS.flatMap(([, names]) => names);

/** Groups of columns, for ablations: columns [from, to). */
export const FEATURE_GROUPS: readonly { readonly name: string; readonly from: number; readonly to: number }[] =
  COLUMNS.map(([name, names]) => {
    const from = FEATURE_NAMES.indexOf(names[0]);
    return { name, from, to: from + names.length };
  });

/** A page's rows: its visible blocks, then its hidden texts. */
export interface PageRows {
  readonly visible: BlockFacts;
  readonly hidden: BlockFacts;
  readonly hiddenTexts: readonly HiddenText[];
  /** Number of rows. */
  readonly size: number;
  /** Per row: number of words, and a hash of the words in order. */
  readonly words: Float32Array;
  readonly text: Uint32Array;
  /** Per visible block: number of its template group. */
  readonly group: Uint32Array;
}

/** The rows of a page whose visible facts are known. */
export function pageRows(visible: BlockFacts): PageRows {
  const texts = hiddenTexts(visible.page, visible);
  const column = (): Uint32Array => new Uint32Array(texts.length);
  const nodes = Int32Array.from(texts, (one) => one.node);
  const hidden = factsOf(visible.page, {
    size: texts.length,
    element: nodes,
    first: nodes,
    last: nodes,
    nodes: new Int32Array(0),
    nodesFrom: new Int32Array(texts.length + 1),
    text: texts.map((one) => one.text),
    linkChars: column(),
    boldChars: column(),
    codeChars: column(),
    links: new Uint16Array(texts.length),
    images: new Uint16Array(texts.length),
    afterBreak: new Uint8Array(texts.length),
  });
  const words = new Float32Array(visible.size + texts.length);
  words.set(visible.words);
  words.set(hidden.words, visible.size);
  const text = new Uint32Array(words.length);
  for (let b = 0; b < visible.size; b++)
    text[b] = textHash(visible.tokens, visible.tokenFrom[b], visible.tokenFrom[b + 1]);
  for (let b = 0; b < hidden.size; b++)
    text[visible.size + b] = textHash(hidden.tokens, hidden.tokenFrom[b], hidden.tokenFrom[b + 1]);
  const { group } = groupsBy(visible.blocks.element, elementShapes(visible.page).nearChain);
  return { visible, hidden, hiddenTexts: texts, size: words.length, words, text, group };
}

/** The output of the token models and the page type model. */
export interface PageScores {
  readonly page: Float32Array;
  /** Probabilities of {@link PAGE_TYPES}. */
  readonly types: Float32Array;
  /** Per row: log-odds by class words, and by the words of short blocks and headings. */
  readonly classScore: Float32Array;
  readonly wordScore: Float32Array;
}

/** The value of columns that do not apply to a hidden text. */
const NOT_VISIBLE = -2;

/** Fills the matrix: row-major, `rows.size` × `FEATURE_NAMES.length`. */
export function featureMatrix(rows: PageRows, scores: PageScores): Float32Array {
  const { visible, hidden } = rows;
  const stride = FEATURE_NAMES.length;
  const out = new Float32Array(rows.size * stride);
  const below = visible.size * stride;
  out.fill(NOT_VISIBLE, below);
  let offset = 0;
  for (const [, part] of PARTS) {
    part.fill(visible, out, stride, offset);
    offset += part.names.length;
  }
  OWN_TEXT.fill(hidden, out.subarray(below), stride, 0);
  rows.hiddenTexts.forEach((one, at) => {
    out.set([one.kind + 1, one.topic, one.depth, one.seen], below + at * stride + offset);
  });
  offset += HIDDEN_NAMES.length;
  for (let row = 0; row < rows.size; row++) {
    out.set(scores.page, row * stride + offset);
    out.set(scores.types, row * stride + offset + PAGE_NAMES.length);
  }
  offset += PAGE_NAMES.length + PAGE_TYPES.length;
  for (const [score, start] of [
    [scores.classScore, offset],
    [scores.wordScore, offset + SCORE_MEASURES.length],
  ] as const) {
    fillScore(visible, score, out, stride, start);
    for (let row = visible.size; row < rows.size; row++) out[row * stride + start] = score[row];
  }
  return out;
}

/**
 * Writes the columns of a score: the block's own, its neighbours', and the means of a window, of three containers and of the
 * template group. Means are weighted by words and leave the block out.
 */
function fillScore(facts: BlockFacts, score: Float32Array, out: Float32Array, stride: number, offset: number): void {
  const { page, blocks, size, words, sums } = facts;
  const running = new Float64Array(size + 1);
  for (let b = 0; b < size; b++) running[b + 1] = running[b] + score[b] * words[b];
  const wider = widerContainers(facts);
  const { group, groups } = groupsBy(blocks.element, elementShapes(page).nearChain);
  const groupScore = new Float64Array(groups);
  const groupWords = new Float64Array(groups);
  for (let b = 0; b < size; b++) {
    groupScore[group[b]] += score[b] * words[b];
    groupWords[group[b]] += words[b];
  }
  for (let b = 0; b < size; b++) {
    const own = score[b] * words[b];
    const mean = (from: number, to: number): number => {
      const weight = sums.words[to] - sums.words[from] - words[b];
      return weight > 0 ? (running[to] - running[from] - own) / weight : 0;
    };
    let at = b * stride + offset;
    out[at++] = score[b];
    out[at++] = b > 0 ? score[b - 1] : 0;
    out[at++] = b + 1 < size ? score[b + 1] : 0;
    out[at++] = mean(Math.max(0, b - REACH), Math.min(size, b + REACH + 1));
    let node = blocks.element[b];
    for (let level = 1; level <= 4; level++) {
      node = node >= 0 ? wider[node] : -1;
      if (level === 3) continue;
      out[at++] = node > 0 ? mean(facts.blocksBefore[node], facts.blocksBefore[page.end[node]]) : ABSENT;
    }
    const weight = groupWords[group[b]] - words[b];
    out[at++] = weight > 0 ? (groupScore[group[b]] - own) / weight : 0;
  }
}
