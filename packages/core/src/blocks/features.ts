/**
 * The feature matrix of a page: one row a block, one named column a feature, parts side by side.
 *
 * The order of names is part of every trained model: weights carry the names and loading compares them.
 */

import { STRETCH } from './features/candidate-span.js';
import { CONTAINERS_PART } from './features/containers.js';
import { ENCLOSING } from './features/enclosing.js';
import { type BlockFacts, factsOf } from './features/facts.js';
import { ITEMS } from './features/items.js';
import { NEIGHBOURS } from './features/neighbours.js';
import { OWN_TEXT } from './features/own-text.js';
import { PAGE_NAMES, pageFacts } from './features/page-facts.js';
import type { FeaturePart } from './features/part.js';
import { POSITION } from './features/position.js';
import { REPEATS } from './features/repeats.js';
import { fillScore, SCORE_MEASURES } from './features/score-context.js';
import { elementShapes } from './features/shapes.js';
import { groupsBy, TEMPLATES, textHash } from './features/templates.js';
import { type HiddenText, hiddenTexts } from './hidden-text.js';

export const PAGE_TYPES = ['article', 'forum', 'product', 'collection', 'listing', 'documentation', 'service'] as const;
export type PageType = (typeof PAGE_TYPES)[number];

/** The parts that need nothing but the page, in column order. */
const PARTS: readonly FeaturePart[] = [
  OWN_TEXT,
  ENCLOSING,
  CONTAINERS_PART,
  ITEMS,
  TEMPLATES,
  POSITION,
  NEIGHBOURS,
  REPEATS,
  STRETCH,
];
const PLAIN_NAMES = PARTS.flatMap((part) => part.names);

const HIDDEN_NAMES = ['hidden.kind', 'hidden.topic', 'hidden.depth', 'hidden.seen'] as const;

/** Names of all columns, in order. */
export const FEATURE_NAMES: readonly string[] = [
  ...PLAIN_NAMES,
  ...HIDDEN_NAMES,
  ...PAGE_NAMES,
  ...PAGE_TYPES.map((type) => `type.${type}`),
  ...SCORE_MEASURES.map((measure) => `classScore.${measure}`),
  ...SCORE_MEASURES.map((measure) => `wordScore.${measure}`),
];

/** Groups of columns, for ablations: names and the range of columns. */
export const FEATURE_GROUPS: readonly { readonly name: string; readonly from: number; readonly to: number }[] = (() => {
  const groups: { name: string; from: number; to: number }[] = [];
  let from = 0;
  const add = (name: string, count: number): void => {
    groups.push({ name, from, to: from + count });
    from += count;
  };
  const partNames = [
    'own text',
    'enclosing tags',
    'containers',
    'items',
    'templates',
    'position',
    'neighbours',
    'repeats',
    'stretches',
  ];
  PARTS.forEach((part, at) => {
    add(partNames[at], part.names.length);
  });
  add('hidden text', HIDDEN_NAMES.length);
  add('page', PAGE_NAMES.length);
  add('page type', PAGE_TYPES.length);
  add('class scores', SCORE_MEASURES.length);
  add('word scores', SCORE_MEASURES.length);
  return groups;
})();

/** A page's rows: its visible blocks, then its hidden texts. */
export interface PageRows {
  readonly visible: BlockFacts;
  readonly hidden: BlockFacts;
  readonly hiddenTexts: readonly HiddenText[];
  /** Number of rows. */
  readonly size: number;
  /** Per row: number of words, and a hash of them in order. */
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

/** What the token models and the page type model say of a page. */
export interface PageScores {
  readonly page: Float32Array;
  /** Probabilities of {@link PAGE_TYPES}. */
  readonly types: Float32Array;
  /** Per row: log-odds by class words, and by the words of short blocks and headings. */
  readonly classScore: Float32Array;
  readonly wordScore: Float32Array;
}

/** What stands in the columns a hidden text has no answer for. */
const NOT_VISIBLE = -2;

/** Fills the matrix: row-major, `rows.size` × `FEATURE_NAMES.length`. */
export function featureMatrix(rows: PageRows, scores: PageScores): Float32Array {
  const { visible, hidden } = rows;
  const stride = FEATURE_NAMES.length;
  const out = new Float32Array(rows.size * stride);
  const below = visible.size * stride;
  out.fill(NOT_VISIBLE, below);
  let offset = 0;
  for (const part of PARTS) {
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

export { pageFacts };
