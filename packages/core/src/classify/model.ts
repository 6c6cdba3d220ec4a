/**
 * The weights of the default extractor as a small sealed file: token models, page type trees, block trees, and the
 * calibration of confidence. Trained by `dehusk-lab train default`; loading checks magic, version, checksum and the names of
 * the features. The lab writes the file.
 *
 * Layout of the body, sections in this order (lengths in the header):
 *   token model (class words), token model (block words), one token model per page type: per token the u32 difference from the hash
 *   before it, hashes ascending; per token an i8 weight;
 *   forest (page type), forest (blocks): per column compared the u16 number of its thresholds, then the f32 thresholds by column,
 *   ascending; per inner place the u16 column and u16 threshold (0 in a leaf, else one more than its number); per leaf the i16 value.
 * Numbers are written as all their lowest bytes, then all next ones: compressed, that takes 30 % less.
 */

import { columnOf, fnv1a, unseal } from '@dehusk/html';
import { PAGE_TYPES } from '../blocks/block.js';
import { PAGE_NAMES } from './features/page-facts.js';
import { FEATURE_NAMES } from './features.js';
import { completed, type Forest } from './forest.js';

/** What opens the file of a model. */
export const MODEL_FORMAT = { magic: 'DHSK', version: 3 };

/** Log-odds of a set of n tokens: bias + Σ weight / √n over those known. */
export interface TokenWeights {
  readonly bias: number;
  /** Ascending. */
  readonly hashes: Uint32Array;
  /** A token's weight is this times `scale`, as a 32-bit float. */
  readonly weights: Int8Array | Float32Array;
  readonly scale: number;
}

/** The corpus a model was trained on. */
interface ModelOrigin {
  /** Name and SHA-256 of its gold. */
  readonly corpus: string;
  readonly corpusDigest: string;
  readonly licence: string;
  readonly seed: number;
  /** Pages trained on. */
  readonly pages: number;
}

export interface Model {
  readonly origin: ModelOrigin;
  readonly classWords: TokenWeights;
  readonly blockWords: TokenWeights;
  /** Per page type: log-odds by the class words of the whole page; features of the page type trees. */
  readonly pageWords: readonly TokenWeights[];
  readonly pageType: Forest;
  readonly blocks: Forest;
  /** Mean F1 in cross-validation at equal steps of expected F1 (from the decoder), 0 to 1. */
  readonly calibration: readonly number[];
}

export interface TokenHeader {
  readonly bias: number;
  readonly count: number;
  readonly scale: number;
}
export interface ForestHeader {
  readonly start: readonly number[];
  readonly trees: number;
  readonly depth: number;
  readonly scale: number;
  /** Columns and thresholds compared. */
  readonly columns: number;
  readonly thresholds: number;
}
export interface ModelHeader extends ModelOrigin {
  readonly features: string;
  readonly classWords: TokenHeader;
  readonly blockWords: TokenHeader;
  readonly pageWords: readonly TokenHeader[];
  readonly pageType: ForestHeader;
  readonly blocks: ForestHeader;
  readonly calibration: readonly number[];
}

/** A hash of all names a model depends on: a model fits a program with the same signature only. */
export function featureSignature(): string {
  const hash = fnv1a([...FEATURE_NAMES, ...PAGE_NAMES, ...PAGE_TYPES].join('\n'));
  return `${FEATURE_NAMES.length}+${PAGE_NAMES.length}:${hash.toString(16)}`;
}

/**
 * Loads a model.
 *
 * @param checks false for the shipped model, which a test checks: leaves out the checksum and the names of the features
 * @throws RangeError for bytes that are not a model of this version, or one trained on other features: got and expected
 */
export function decodeModel(bytes: Uint8Array, checks = true): Model {
  const { magic, version } = MODEL_FORMAT;
  const { header, body } = unseal<ModelHeader>(bytes, magic, version, 'weights of the default extractor', checks);
  if (checks && header.features !== featureSignature())
    throw new RangeError(
      `these weights were trained on other features: got ${header.features}, expected ${featureSignature()}; train again`,
    );
  let at = 0;
  const next = (bytes: number): Uint8Array => body.subarray(at, (at += bytes));
  const column = <C extends Column>(kind: ColumnKind<C>, length: number): C =>
    fromPlanes(kind, next(length * kind.BYTES_PER_ELEMENT));
  const tokens = ({ bias, count, scale }: TokenHeader): TokenWeights => {
    const hashes = column(Uint32Array, count);
    for (let at = 1; at < count; at++) hashes[at] += hashes[at - 1];
    return { bias, hashes, weights: columnOf(Int8Array, next(count)), scale };
  };
  const forest = ({ start, trees, depth, scale, columns, thresholds }: ForestHeader): Forest => {
    const places = trees * 2 ** depth;
    const from = column(Uint16Array, columns);
    const compared = column(Float32Array, thresholds);
    for (let at = columns - 1, end = thresholds; at >= 0; at--) from[at] = end -= from[at];
    const columnOfPlace = column(Uint16Array, places);
    const threshold = Float32Array.from(column(Uint16Array, places), (one, at) =>
      one === 0 ? Number.POSITIVE_INFINITY : compared[from[columnOfPlace[at]] + one - 1],
    );
    const value = completed(column(Int16Array, places), depth);
    const outputs = start.length;
    return { depth, outputs, start: Float32Array.from(start), column: columnOfPlace, threshold, value, scale };
  };
  const { corpus, corpusDigest, licence, seed, pages } = header;
  return {
    origin: { corpus, corpusDigest, licence, seed, pages },
    classWords: tokens(header.classWords),
    blockWords: tokens(header.blockWords),
    pageWords: header.pageWords.map(tokens),
    pageType: forest(header.pageType),
    blocks: forest(header.blocks),
    calibration: header.calibration,
  };
}

type Column = Uint16Array | Int16Array | Uint32Array | Float32Array;
interface ColumnKind<C> {
  new (buffer: ArrayBuffer): C;
  readonly BYTES_PER_ELEMENT: number;
}

/** Numbers from all their lowest bytes, then all next ones. */
function fromPlanes<C extends Column>(kind: ColumnKind<C>, bytes: Uint8Array): C {
  const size = kind.BYTES_PER_ELEMENT;
  const length = bytes.length / size;
  const own = new Uint8Array(bytes.length);
  for (let plane = 0, at = 0; plane < size; plane++)
    for (let to = plane; at < (plane + 1) * length; to += size) own[to] = bytes[at++];
  return columnOf(kind, own);
}

/** Token weights by hash, open addressing. */
export class TokenTable {
  private readonly keys: Uint32Array;
  private readonly values: Float32Array;
  private readonly mask: number;
  readonly bias: number;

  constructor(from: TokenWeights) {
    let capacity = 16;
    while (capacity < from.hashes.length * 2) capacity *= 2;
    this.keys = new Uint32Array(capacity);
    this.values = new Float32Array(capacity);
    this.mask = capacity - 1;
    this.bias = from.bias;
    for (let token = 0; token < from.hashes.length; token++) {
      let slot = from.hashes[token] & this.mask;
      while (this.keys[slot] !== 0) slot = (slot + 1) & this.mask;
      this.keys[slot] = from.hashes[token];
      this.values[slot] = from.weights[token] * from.scale;
    }
  }

  /** Log-odds of a set of tokens: the first `count` of a list. */
  logOdds(tokens: ArrayLike<number>, count = tokens.length): number {
    let sum = 0;
    for (let at = 0; at < count; at++) sum += this.worth(tokens[at]);
    return this.bias + sum / Math.sqrt(Math.max(1, count));
  }

  /** Weight of one token; 0 when it is unknown. */
  worth(token: number): number {
    for (let slot = token & this.mask; this.keys[slot] !== 0; slot = (slot + 1) & this.mask)
      if (this.keys[slot] === token) return this.values[slot];
    return 0;
  }
}
