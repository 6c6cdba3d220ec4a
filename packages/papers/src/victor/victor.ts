/**
 * Victor (M. Marek, P. Pecina, M. Spousta: Web Page Cleaning with Conditional Random Fields, WAC 2007; M. Spousta, M. Marek,
 * P. Pecina: Victor: the Web-Page Cleaning Tool, WAC 2008).
 *
 * Observation: content and noise come in runs. Cleaning a page is labelling a sequence: the label of a block depends on its own
 * features and on the label of the block before.
 *
 * Steps: blocks of the page → features of text, tag path, containers, place and repetition (`block-features.ts`) → scores of blocks
 * and edges by the weights → the most probable sequence of labels, by Viterbi's algorithm (`chain.ts`). Linear in the
 * page.
 *
 * Departures: two labels, content and noise, as in the paper of 2008 (that of 2007 also marks headings and lists, whose gold WCXB does
 * not have). Our blocks and measures, since the papers' program cannot be reached: the groups of features are the papers', the
 * measures in them are ours. Edges know how far two blocks are apart in the tree. No language models. A conditional random field and
 * not a structured perceptron: the papers use one, and its probabilities show how sure it is of a block (`--explain`). The lab trains
 * the weights on WCXB's development pages (`dehusk-lab train victor`).
 */
import type { Extractor, LabelledBlocks } from '@dehusk/core';
import { blockList, type OptionsOf, type OptionTable, optionsOf } from '@dehusk/core/extend';
import {
  type BlockFacts,
  blockFacts,
  ClassTokens,
  ENCLOSING_CONTAINERS,
  ENCLOSING_TAGS,
  OWN_TEXT,
  POSITION,
  REPEATS,
} from '@dehusk/core/train';
import { fromBase64, logistic, type Page, real, seal, unseal } from '@dehusk/html';
import { MODEL } from './weights.js';

const OPTIONS = {
  bias: [
    0,
    real(-1_000, 1_000),
    'Added to the log-odds of content of every block: above 0 for recall, below for precision (paper: 0).',
  ],
} satisfies OptionTable;
export type VictorOptions = OptionsOf<typeof OPTIONS>;

let shipped: ChainModel | null = null;

export const victor: Extractor<VictorOptions> = {
  name: 'victor',
  summary:
    'Victor: a conditional random field labels the sequence of blocks, each by its features and the label before.',
  source: 'Marek, Pecina and Spousta 2007, Web Page Cleaning with Conditional Random Fields; Spousta et al. 2008',
  ...optionsOf(OPTIONS),
  label(page: Page, { bias }: VictorOptions): LabelledBlocks {
    shipped ??= unpackModel(fromBase64(MODEL));
    return labelWith(shipped, page, bias);
  },
};

/** Labels a page with a given model. */
export function labelWith({ weights, transitions }: ChainModel, page: Page, bias: number): LabelledBlocks {
  const facts = blockFacts(page);
  const features = chainFeatures(facts);
  const state = stateScores(features, weights);
  if (bias !== 0) for (let b = 0; b < state.length; b++) state[b] += bias;
  const chain = { state, edge: features.edge, transitions };
  const keep = viterbi(chain);
  const all = posteriorLogOdds(chain);
  const why = Array.from(keep, (kept, b) => {
    const own = state[b] > 0 === (kept === 1);
    return `${kept === 1 ? 'content' : 'noise'} in the best sequence${own ? '' : ', against its own features'} (${state[b].toFixed(1)})`;
  });
  const probability = Float32Array.from(all, logistic);
  return { blocks: blockList(facts.blocks), labels: { keep, why, probability }, features: { ownFeatures: state } };
}

// The features of a block as places of a weight vector.
//
// A conditional random field has binary features. Each measure of a block falls into one interval of a fixed grid, so each interval
// has its own weight and effects need not be linear; tags have a weight each. The words of classes and ids around the block are hashed
// into buckets. The grid is not fitted to any page.

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

// A linear-chain conditional random field (Lafferty, McCallum and Pereira, ICML 2001) with two labels, noise 0 and content 1.
//
// Only differences between the labels count, so a chain is one number per block, the log-odds of content by the block's own features,
// and four per edge. Messages are log-odds, too: no product of probabilities can underflow, however long the page. Every function is
// one loop over the blocks in each direction.

/** The scores of a chain of blocks. */
export interface Chain {
  /** Per block: log-odds of content by its own features. */
  readonly state: Float64Array;
  /** Per block: kind of the edge from the block before; that of the first block is not read. */
  readonly edge: Uint8Array;
  /** Per kind of edge: four scores, of noise–noise, noise–content, content–noise, content–content. */
  readonly transitions: ArrayLike<number>;
}

/** log(e^a + e^b) */
function logSum(a: number, b: number): number {
  return a > b ? a + Math.log1p(Math.exp(b - a)) : b + Math.log1p(Math.exp(a - b));
}

/** The most probable labels of a chain (Viterbi): per block 1 for content, else 0. Ties go to noise. */
export function viterbi({ state, edge, transitions }: Chain): Uint8Array {
  const size = state.length;
  /** Per block: the best label of the block before, when this one is noise (bit 0) or content (bit 1). */
  const from = new Uint8Array(size);
  let margin = size > 0 ? state[0] : 0;
  for (let b = 1; b < size; b++) {
    const at = 4 * edge[b];
    // Best scores less that of the best path to noise of the block before.
    const toNoise = margin + transitions[at + 2] - transitions[at];
    const toContent = margin + transitions[at + 3] - transitions[at + 1];
    from[b] = (toNoise > 0 ? 1 : 0) | (toContent > 0 ? 2 : 0);
    margin = state[b] + transitions[at + 1] - transitions[at] + Math.max(0, toContent) - Math.max(0, toNoise);
  }
  const labels = new Uint8Array(size);
  for (let b = size - 1, label = margin > 0 ? 1 : 0; b >= 0; label = (from[b] >> label) & 1, b--) labels[b] = label;
  return labels;
}

/** Log-odds of content of each block by all of the chain (forward–backward). */
export function posteriorLogOdds(
  { state, edge, transitions }: Chain,
  forward = new Float64Array(state.length),
): Float64Array {
  const size = state.length;
  if (size === 0) return new Float64Array(0);
  forward[0] = state[0];
  for (let b = 1; b < size; b++) {
    const at = 4 * edge[b];
    const before = forward[b - 1];
    forward[b] =
      state[b] +
      logSum(transitions[at + 1], before + transitions[at + 3]) -
      logSum(transitions[at], before + transitions[at + 2]);
  }
  const all = new Float64Array(size);
  /** Log-odds of the blocks after, given this one. */
  let after = 0;
  for (let b = size - 1; b >= 0; b--) {
    all[b] = forward[b] + after;
    const at = 4 * edge[b];
    const next = state[b] + after;
    after =
      logSum(transitions[at + 2], next + transitions[at + 3]) - logSum(transitions[at], next + transitions[at + 1]);
  }
  return all;
}

/**
 * Adds, for one chain, the gradient of the log-likelihood of labels by the scores of edges to `edges`, and returns that by the scores
 * of blocks: label less probability.
 */
export function gradient(chain: Chain, labels: ArrayLike<number>, edges: Float64Array): Float64Array {
  const { state, edge, transitions } = chain;
  const size = state.length;
  const forward = new Float64Array(size);
  const all = posteriorLogOdds(chain, forward);
  const own = new Float64Array(size);
  for (let b = 0; b < size; b++) {
    own[b] = labels[b] - 1 / (1 + Math.exp(-all[b]));
    if (b === 0) continue;
    const at = 4 * edge[b];
    // The joint log-scores of the pair; what is after adds all[b] − forward[b] to content.
    const before = forward[b - 1];
    const here = state[b] + all[b] - forward[b];
    const joint = [
      transitions[at],
      here + transitions[at + 1],
      before + transitions[at + 2],
      before + here + transitions[at + 3],
    ];
    const sum = logSum(logSum(joint[0], joint[1]), logSum(joint[2], joint[3]));
    for (let pair = 0; pair < 4; pair++) edges[at + pair] -= Math.exp(joint[pair] - sum);
    edges[at + 2 * labels[b - 1] + labels[b]]++;
  }
  return own;
}

// The weights of Victor's conditional random field, and their shipped form: sealed bytes (magic `DhVi`, version, header, checksum)
// with one signed byte per weight in steps of 1/32, first those of blocks, then four per kind of edge.

const MAGIC = 'DhVi';
const VERSION = 1;
const STEPS = 32;
const SIZE = WEIGHTS + 4 * EDGE_KINDS;

/** Origin of a model. */
interface ChainCard {
  /** Name of the training corpus, and the SHA-256 of its gold. */
  readonly corpus: string;
  readonly corpusDigest: string;
  readonly pages: number;
}

export interface ChainModel {
  readonly card: ChainCard;
  /** {@link WEIGHTS} weights of blocks. */
  readonly weights: Float32Array;
  /** Four scores per kind of edge, see `Chain.transitions`. */
  readonly transitions: Float32Array;
}

/** Seals a model; weights beyond ±127/32 are cut. */
export function packModel({ card, weights, transitions }: ChainModel): Uint8Array {
  const body = Int8Array.from([...weights, ...transitions], (one) =>
    Math.max(-127, Math.min(127, Math.round(one * STEPS))),
  );
  return seal(MAGIC, VERSION, card, new Uint8Array(body.buffer));
}

/**
 * Opens a sealed model.
 * @throws RangeError with got and expected when the bytes are something else, of another version or size, cut or damaged
 */
export function unpackModel(bytes: Uint8Array): ChainModel {
  const { header: card, body } = unseal<ChainCard>(bytes, MAGIC, VERSION, 'a Victor model');
  if (body.length !== SIZE) throw new RangeError(`a Victor model got ${body.length} weights, expected ${SIZE}`);
  const all = Float32Array.from(new Int8Array(body.buffer, body.byteOffset, SIZE), (one) => one / STEPS);
  return { card, weights: all.subarray(0, WEIGHTS), transitions: all.subarray(WEIGHTS) };
}
