/**
 * The features of a block as places of a weight vector.
 *
 * A conditional random field has binary features. Each measure of a block falls into one interval of a fixed grid, so each interval
 * has its own weight and effects need not be linear; tags have a weight each. The words of classes and ids around the block are hashed
 * into buckets. The grid is not fitted to any page.
 */

import type { BlockFacts } from '@dehusk/core/train';
import { ClassTokens, ENCLOSING_CONTAINERS, ENCLOSING_TAGS, OWN_TEXT, POSITION, REPEATS } from '@dehusk/core/train';

/** The measures: text, tag path, containers (the paper's div and td groups), place in the document, duplicates. */
const PARTS = [OWN_TEXT, ENCLOSING_TAGS, ENCLOSING_CONTAINERS, POSITION, REPEATS];
const NAMES = PARTS.flatMap(({ names }) => names);
/** Upper ends of the intervals: densities and shares are 0…1, counts are logarithms, levels are whole; −1 is absent. */
const GRID = [-0.5, 0.005, 0.02, 0.05, 0.1, 0.2, 0.35, 0.5, 0.65, 0.8, 0.95, 1.2, 1.7, 2.2, 2.7, 3.2, 4.2, 5.2, 7, 11];
/** Codes of tags, which have a weight each; see `ENCLOSING_TAGS`. */
const TAGS = 48;
const IS_TAG = NAMES.map((name) => /tag$/i.test(name));
const WIDTHS = IS_TAG.map((isTag) => (isTag ? TAGS : GRID.length + 1));
const STARTS = WIDTHS.map((_, column) => WIDTHS.slice(0, column).reduce((sum, width) => sum + width, 1));
/** Buckets of class words, a power of two. */
const BUCKETS = 1024;
const FIRST_BUCKET = STARTS[STARTS.length - 1] + WIDTHS[WIDTHS.length - 1];
/** Weights of a block: one that every block has, intervals, buckets. */
export const WEIGHTS = FIRST_BUCKET + BUCKETS;

/** Levels from a block's element to one that holds the block before; further ones count as this. */
const MAX_LEVELS = 4;
/** Kinds of edges: the levels between two blocks, and whether the ends of their tag paths are equal. */
export const EDGE_KINDS = 2 * (MAX_LEVELS + 1);

/** The features of a page's blocks. */
export interface ChainFeatures {
  readonly size: number;
  /** Per block: {@link MEASURES} places in the weights. */
  readonly places: Uint16Array;
  /** The places of class words of all blocks; those of block b are [wordsFrom[b], wordsFrom[b + 1]). */
  readonly words: Uint16Array;
  readonly wordsFrom: Uint32Array;
  /** Per block: kind of the edge from the block before; 0 for the first. */
  readonly edge: Uint8Array;
}

export const MEASURES = NAMES.length;

/** Linear in the page. */
export function chainFeatures(facts: BlockFacts): ChainFeatures {
  const { page, blocks, size } = facts;
  const writers = PARTS.map((part) => ({ write: part.writer(facts), width: part.names.length }));
  const row = new Float32Array(MEASURES);
  const places = new Uint16Array(size * MEASURES);
  const classes = new ClassTokens(page);
  const words: number[] = [];
  const wordsFrom = new Uint32Array(size + 1);
  const edge = new Uint8Array(size);
  let around: Uint32Array = new Uint32Array(0);
  for (let b = 0; b < size; b++) {
    let offset = 0;
    for (const { write, width } of writers) {
      write(b, b + 1, row, MEASURES, offset);
      offset += width;
    }
    for (let column = 0; column < MEASURES; column++)
      places[b * MEASURES + column] =
        STARTS[column] + (IS_TAG[column] ? Math.min(TAGS - 1, row[column]) : interval(row[column]));
    const element = blocks.element[b];
    if (b === 0 || element !== blocks.element[b - 1]) around = classes.around(element);
    for (const token of around) words.push(FIRST_BUCKET + (token & (BUCKETS - 1)));
    wordsFrom[b + 1] = words.length;
    if (b === 0) continue;
    const before = blocks.element[b - 1];
    let levels = 0;
    for (
      let node = element;
      levels < MAX_LEVELS && !(node <= before && before < page.end[node]);
      node = page.parent[node]
    )
      levels++;
    const isAlike =
      page.tag[element] === page.tag[before] && page.tag[page.parent[element]] === page.tag[page.parent[before]];
    edge[b] = 2 * levels + (isAlike ? 1 : 0);
  }
  return { size, places, words: Uint16Array.from(words), wordsFrom, edge };
}

/** The interval of a value: 0 … GRID.length. */
function interval(value: number): number {
  let low = 0;
  let high = GRID.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (value < GRID[middle]) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Per block: the sum of its weights, its log-odds of content. Class words weigh 1/√n each, so that many names do not outvote the rest. */
export function stateScores(
  { size, places, words, wordsFrom }: ChainFeatures,
  weights: ArrayLike<number>,
): Float64Array {
  const scores = new Float64Array(size);
  for (let b = 0; b < size; b++) {
    let sum = weights[0];
    for (let at = b * MEASURES; at < (b + 1) * MEASURES; at++) sum += weights[places[at]];
    let named = 0;
    for (let at = wordsFrom[b]; at < wordsFrom[b + 1]; at++) named += weights[words[at]];
    scores[b] = sum + named / Math.sqrt(Math.max(1, wordsFrom[b + 1] - wordsFrom[b]));
  }
  return scores;
}
