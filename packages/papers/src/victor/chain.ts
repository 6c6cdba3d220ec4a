/**
 * A linear-chain conditional random field (Lafferty, McCallum and Pereira, ICML 2001) with two labels, noise 0 and content 1.
 *
 * Only differences between the labels count, so a chain is one number per block, the log-odds of content by the block's own features,
 * and four per edge. Messages are log-odds, too: no product of probabilities can underflow, however long the page. Every function is
 * one loop over the blocks in each direction.
 */
import { seal, unseal } from '@dehusk/html';
import { EDGE_KINDS, WEIGHTS } from './block-features.js';

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
