/**
 * The file of the default extractor's weights, as `core/src/classify/model.ts` reads it: trees are made complete, and the numbers
 * rounded.
 */

import {
  completed,
  type Forest,
  type ForestHeader,
  featureSignature,
  MODEL_FORMAT,
  type Model,
  type ModelHeader,
  type TokenHeader,
  type TokenWeights,
} from '@dehusk/core/train';
import { bytesOf, seal } from '@dehusk/html';

/** A tree of any shape; its places are numbered breadth first from 0. */
interface RaggedTree {
  /** The column compared, −1 in a leaf. */
  readonly feature: ArrayLike<number>;
  readonly threshold: ArrayLike<number>;
  readonly value: ArrayLike<number>;
}

/** Makes trees of the same number of places complete. */
export function forestOf({
  start,
  trees,
}: {
  readonly start: readonly number[];
  readonly trees: readonly RaggedTree[];
}): Forest {
  const places = trees[0].feature.length + 1;
  const leaves = places / 2;
  const column = new Uint16Array(trees.length * leaves);
  const threshold = new Float32Array(trees.length * leaves).fill(Number.POSITIVE_INFINITY);
  const value = new Float32Array(trees.length * leaves);
  const own = new Float32Array(places);
  trees.forEach((tree, at) => {
    const isLeaf = new Uint8Array(places);
    for (let place = 1; place < places; place++) {
      const up = place >> 1;
      isLeaf[place] = isLeaf[up] === 1 || tree.feature[place - 1] < 0 ? 1 : 0;
      own[place] = isLeaf[up] === 1 ? own[up] : tree.value[place - 1];
      if (place >= leaves) value[at * leaves + place - leaves] = own[place];
      if (isLeaf[place] === 1) continue;
      column[at * leaves + place] = tree.feature[place - 1];
      threshold[at * leaves + place] = tree.threshold[place - 1];
    }
  });
  const depth = Math.log2(leaves);
  const outputs = start.length;
  return {
    depth,
    outputs,
    start: Float32Array.from(start),
    column,
    threshold,
    value: completed(value, depth),
    scale: 1,
  };
}

/** Saves a model. Token weights are rounded to 8 bits, node values to 16 bits. */
export function encodeModel(model: Model): Uint8Array {
  const parts: Uint8Array[] = [];
  const tokens = (from: TokenWeights): TokenHeader => {
    const { numbers, scale } = quantised(from.weights, from.scale, Int8Array, 127);
    parts.push(planes(from.hashes.map((hash, at) => hash - (at === 0 ? 0 : from.hashes[at - 1]))), bytesOf(numbers));
    return { bias: from.bias, count: from.hashes.length, scale };
  };
  const forest = (from: Forest): ForestHeader => {
    const { depth, column, threshold, start } = from;
    const { numbers, scale } = quantised(from.value, from.scale, Int16Array, 32_767);
    const leaves = 2 ** depth;
    const compared: number[][] = Array.from({ length: Math.max(...column) + 1 }, () => []);
    threshold.forEach((one, at) => {
      if (one < Number.POSITIVE_INFINITY && !compared[column[at]].includes(one)) compared[column[at]].push(one);
    });
    for (const list of compared) list.sort((a, b) => a - b);
    parts.push(
      planes(Uint16Array.from(compared, (list) => list.length)),
      planes(Float32Array.from(compared.flat())),
      planes(column),
      planes(Uint16Array.from(threshold, (one, at) => compared[column[at]].indexOf(one) + 1)),
      planes(numbers.filter((_, at) => at % (2 * leaves) >= leaves)),
    );
    const [columns, thresholds] = [compared.length, compared.flat().length];
    return { start: [...start], trees: column.length / leaves, depth, scale, columns, thresholds };
  };
  const header: ModelHeader = {
    ...model.origin,
    features: featureSignature(),
    classWords: tokens(model.classWords),
    blockWords: tokens(model.blockWords),
    pageWords: model.pageWords.map(tokens),
    pageType: forest(model.pageType),
    blocks: forest(model.blocks),
    calibration: model.calibration,
  };
  return seal(MODEL_FORMAT.magic, MODEL_FORMAT.version, header, ...parts);
}

/** The lowest bytes of all numbers, then the next ones. */
function planes(column: Uint16Array | Int16Array | Uint32Array | Float32Array): Uint8Array {
  const bytes = bytesOf(column);
  const { length, BYTES_PER_ELEMENT: size } = column;
  return bytes.map((_, at) => bytes[(at % length) * size + Math.floor(at / length)]);
}

/** Numbers as integers of at most a size, and their scale. Those of a loaded model stay as they are. */
function quantised<C extends Int8Array | Int16Array>(
  from: C | Float32Array,
  scale: number,
  kind: { from(numbers: Iterable<number>, map: (one: number) => number): C },
  most: number,
): { readonly numbers: C; readonly scale: number } {
  if (!(from instanceof Float32Array)) return { numbers: from, scale };
  const own = Math.max(1e-9, ...from.map(Math.abs)) / most;
  return { numbers: kind.from(from, (one) => Math.round(one / own)), scale: own };
}
