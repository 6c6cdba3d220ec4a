/** Conversion of trained models into the form that ships. */
import type { TokenWeights } from '@dehusk/core/train';
import type { Boosted } from './boosting.js';
import type { LogLinear } from './token-models.js';

/** The largest weights; ties are broken by hash, so that the file is the same on every machine. */
export function pruned(hashes: Uint32Array, model: LogLinear, most: number): TokenWeights {
  const kept = Array.from({ length: hashes.length }, (_, at) => at)
    .sort((x, y) => Math.abs(model.weights[y]) - Math.abs(model.weights[x]) || hashes[x] - hashes[y])
    .slice(0, most)
    .sort((x, y) => hashes[x] - hashes[y]);
  return {
    bias: model.bias,
    hashes: Uint32Array.from(kept, (at) => hashes[at]),
    weights: Float32Array.from(kept, (at) => model.weights[at]),
    scale: 1,
  };
}

/** Total gain of each feature over a forest's trees, largest first. */
export function importance({ trees }: Boosted, names: readonly string[]): { name: string; gain: number }[] {
  const gains = new Float64Array(names.length);
  for (const tree of trees)
    for (let node = 0; node < tree.feature.length; node++)
      if (tree.feature[node] >= 0) gains[tree.feature[node]] += tree.gain[node];
  return names.map((name, at) => ({ name, gain: gains[at] })).sort((x, y) => y.gain - x.gain);
}
