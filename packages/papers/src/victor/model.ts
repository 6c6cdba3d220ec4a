/**
 * The weights of Victor's conditional random field, and their shipped form: sealed bytes (magic `DhVi`, version, header, checksum)
 * with one signed byte per weight in steps of 1/32, first those of blocks, then four per kind of edge.
 */
import { seal, unseal } from '@dehusk/html';
import { EDGE_KINDS, WEIGHTS } from './block-features.js';

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
 *
 * @throws RangeError with got and expected when the bytes are something else, of another version or size, cut or damaged
 */
export function unpackModel(bytes: Uint8Array): ChainModel {
  const { header: card, body } = unseal<ChainCard>(bytes, MAGIC, VERSION, 'a Victor model');
  if (body.length !== SIZE) throw new RangeError(`a Victor model got ${body.length} weights, expected ${SIZE}`);
  const all = Float32Array.from(new Int8Array(body.buffer, body.byteOffset, SIZE), (one) => one / STEPS);
  return { card, weights: all.subarray(0, WEIGHTS), transitions: all.subarray(WEIGHTS) };
}
