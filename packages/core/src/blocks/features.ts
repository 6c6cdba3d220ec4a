/**
 * The feature matrix of a page: one row a block, one named column a feature, parts side by side.
 *
 * The order of names is part of every trained model: weights carry the names and loading compares them.
 */
import { CONTAINERS_PART } from './features/containers.js';
import { ENCLOSING } from './features/enclosing.js';
import type { BlockFacts } from './features/facts.js';
import { ITEMS } from './features/items.js';
import { NEIGHBOURS } from './features/neighbours.js';
import { OWN_TEXT } from './features/own-text.js';
import { PAGE_NAMES, pageFacts } from './features/page-facts.js';
import type { FeaturePart } from './features/part.js';
import { POSITION } from './features/position.js';
import { REPEATS } from './features/repeats.js';
import { fillScore, SCORE_MEASURES } from './features/score-context.js';
import { TEMPLATES } from './features/templates.js';

export const PAGE_TYPES = [
  'article',
  'forum',
  'product',
  'collection',
  'listing',
  'documentation',
  'service',
] as const;
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
];
const PLAIN_NAMES = PARTS.flatMap((part) => part.names);

/** Names of all columns, in order. */
export const FEATURE_NAMES: readonly string[] = [
  ...PLAIN_NAMES,
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
  const partNames = ['own text', 'enclosing tags', 'containers', 'items', 'templates', 'position', 'neighbours', 'repeats'];
  PARTS.forEach((part, at) => {
    add(partNames[at], part.names.length);
  });
  add('page', PAGE_NAMES.length);
  add('page type', PAGE_TYPES.length);
  add('class scores', SCORE_MEASURES.length);
  add('word scores', SCORE_MEASURES.length);
  return groups;
})();

/** What the token models and the page type model say of a page. */
export interface PageScores {
  readonly page: Float32Array;
  /** Probabilities of {@link PAGE_TYPES}. */
  readonly types: Float32Array;
  /** Per block: log-odds by class words, and by the words of short blocks and headings. */
  readonly classScore: Float32Array;
  readonly wordScore: Float32Array;
}

/** Fills the matrix: row-major, `facts.size` × `FEATURE_NAMES.length`. */
export function featureMatrix(facts: BlockFacts, scores: PageScores): Float32Array {
  const stride = FEATURE_NAMES.length;
  const out = new Float32Array(facts.size * stride);
  let offset = 0;
  for (const part of PARTS) {
    part.fill(facts, out, stride, offset);
    offset += part.names.length;
  }
  for (let b = 0; b < facts.size; b++) {
    out.set(scores.page, b * stride + offset);
    out.set(scores.types, b * stride + offset + PAGE_NAMES.length);
  }
  offset += PAGE_NAMES.length + PAGE_TYPES.length;
  fillScore(facts, scores.classScore, out, stride, offset);
  fillScore(facts, scores.wordScore, out, stride, offset + SCORE_MEASURES.length);
  return out;
}

export { pageFacts };
