/**
 * The weights of the default extractor as a small sealed file: token models, page type trees, block trees, and the
 * calibration of confidence. Trained by `dehusk-lab train default`; loading checks magic, version, checksum and the names of
 * the features.
 *
 * Layout of the body, little endian, sections in this order (lengths in the header):
 *   token model (class words), token model (block words), one token model per page type: per token u32 hash, then per token
 *   i8 weight;
 *   forest (page type), forest (blocks): per tree in preorder per node u16 (column, 0xffff in a leaf) and i16 value,
 *   then per inner node f32 threshold.
 */

import { PAGE_NAMES } from '../../blocks/features/page-facts.js';
import { FEATURE_NAMES, PAGE_TYPES } from '../../blocks/features.js';
import { fnv1a } from '../../text/hash.js';
import { seal, unseal } from '../../text/sealed.js';
import type { Forest } from './forest.js';

export const MODEL_MAGIC = 'DHSK';
export const MODEL_VERSION = 1;

/** Log-odds of a set of n tokens: bias + Σ weight / √n over those known. */
export interface TokenWeights {
  readonly bias: number;
  readonly hashes: Uint32Array;
  readonly weights: Float32Array;
}

/** The corpus a model was trained on. */
export interface ModelOrigin {
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

interface TokenHeader {
  readonly bias: number;
  readonly count: number;
  readonly scale: number;
}
interface ForestHeader {
  readonly start: readonly number[];
  readonly trees: number;
  readonly depth: number;
  readonly nodes: number;
  readonly inner: number;
  readonly scale: number;
}
interface Header extends ModelOrigin {
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

/** Saves a model. Token weights are rounded to 8 bits, node values to 16 bits. */
export function encodeModel(model: Model): Uint8Array {
  const parts: Uint8Array[] = [];
  const tokens = (from: TokenWeights): TokenHeader => {
    const scale = Math.max(1e-9, ...from.weights.map(Math.abs)) / 127;
    parts.push(bytesOf(from.hashes), new Uint8Array(Int8Array.from(from.weights, (w) => Math.round(w / scale)).buffer));
    return { bias: from.bias, count: from.hashes.length, scale };
  };
  const forest = (from: Forest): ForestHeader => {
    const scale = Math.max(1e-9, ...from.value.map(Math.abs)) / 32_767;
    const nodes: number[] = [];
    const thresholds: number[] = [];
    for (let root = 0; root < from.feature.length; root += from.nodes) {
      const stack = [0];
      while (stack.length > 0) {
        const node = stack.pop() as number;
        const column = from.feature[root + node];
        nodes.push(column < 0 ? 0xffff : column, Math.round(from.value[root + node] / scale) & 0xffff);
        if (column < 0) continue;
        thresholds.push(from.threshold[root + node]);
        stack.push(2 * node + 2, 2 * node + 1);
      }
    }
    parts.push(bytesOf(Uint16Array.from(nodes)), bytesOf(Float32Array.from(thresholds)));
    return {
      start: [...from.start],
      trees: from.feature.length / from.nodes,
      depth: Math.round(Math.log2(from.nodes + 1)) - 1,
      nodes: nodes.length / 2,
      inner: thresholds.length,
      scale,
    };
  };
  const header: Header = {
    ...model.origin,
    features: featureSignature(),
    classWords: tokens(model.classWords),
    blockWords: tokens(model.blockWords),
    pageWords: model.pageWords.map(tokens),
    pageType: forest(model.pageType),
    blocks: forest(model.blocks),
    calibration: model.calibration,
  };
  const body = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    body.set(part, at);
    at += part.length;
  }
  return seal(MODEL_MAGIC, MODEL_VERSION, header, body);
}

/**
 * Loads a model.
 *
 * @throws RangeError for bytes that are not a model of this version, or one trained on other features: got and expected
 */
export function decodeModel(bytes: Uint8Array): Model {
  const { header, body } = unseal<Header>(bytes, MODEL_MAGIC, MODEL_VERSION, 'weights of the default extractor');
  if (header.features !== featureSignature())
    throw new RangeError(
      `these weights were trained on other features: got ${header.features}, expected ${featureSignature()}; train again`,
    );
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  let at = 0;
  const tokens = ({ bias, count, scale }: TokenHeader): TokenWeights => {
    const hashes = Uint32Array.from({ length: count }, (_, token) => view.getUint32(at + token * 4, true));
    at += count * 4;
    const weights = Float32Array.from({ length: count }, (_, token) => view.getInt8(at + token) * scale);
    at += count;
    return { bias, hashes, weights };
  };
  const forest = (from: ForestHeader): Forest => {
    const nodes = 2 ** (from.depth + 1) - 1;
    const feature = new Int16Array(from.trees * nodes).fill(-1);
    const threshold = new Float32Array(from.trees * nodes);
    const value = new Float32Array(from.trees * nodes);
    let read = at;
    let cut = at + from.nodes * 4;
    for (let root = 0; root < feature.length; root += nodes) {
      const stack = [0];
      while (stack.length > 0) {
        const node = stack.pop() as number;
        const column = view.getUint16(read, true);
        value[root + node] = view.getInt16(read + 2, true) * from.scale;
        read += 4;
        if (column === 0xffff) continue;
        feature[root + node] = column;
        threshold[root + node] = view.getFloat32(cut, true);
        cut += 4;
        stack.push(2 * node + 2, 2 * node + 1);
      }
    }
    at = cut;
    return { nodes, outputs: from.start.length, start: Float32Array.from(from.start), feature, threshold, value };
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

/** The little-endian bytes of a column of numbers, whatever the machine's own order. */
function bytesOf(column: Uint16Array | Uint32Array | Float32Array): Uint8Array {
  const bytes = new Uint8Array(column.byteLength);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < column.length; at++) {
    if (column instanceof Uint16Array) view.setUint16(at * 2, column[at], true);
    else if (column instanceof Uint32Array) view.setUint32(at * 4, column[at], true);
    else view.setFloat32(at * 4, column[at], true);
  }
  return bytes;
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
      this.values[slot] = from.weights[token];
    }
  }

  /** Log-odds of a set of tokens. */
  logOdds(tokens: readonly number[]): number {
    let sum = 0;
    for (let at = 0; at < tokens.length; at++) sum += this.worth(tokens[at]);
    return this.bias + sum / Math.sqrt(Math.max(1, tokens.length));
  }

  /** Weight of one token; 0 when it is unknown. */
  worth(token: number): number {
    for (let slot = token & this.mask; this.keys[slot] !== 0; slot = (slot + 1) & this.mask)
      if (this.keys[slot] === token) return this.values[slot];
    return 0;
  }
}
