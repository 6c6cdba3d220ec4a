/**
 * Learning curves over page streams: what a reader of one site's pages has got so far.
 *
 * For each site the cumulative moving average of the pages' scores in stream order (URL Tree paper); then, step by step, the
 * mean over the sites that have so many pages. Sites end at different steps, so the curve is drawn only as far as half of
 * the sites go: beyond, a step of the curve would be a change of sites.
 */
import type { Evaluation } from '../run/evaluate.js';
import type { Series } from './plots.js';

/** Most points a drawn line needs. */
const MAX_POINTS = 200;

/** The curve of one evaluation of a stream dataset; steps count from 1, scores are in percent. */
export function learningCurve(evaluation: Evaluation): Series {
  const bySite = new Map<string, number[]>();
  for (const { site, score } of evaluation.pages) {
    if (Number.isNaN(score)) continue;
    const averages = bySite.get(site ?? '') ?? [];
    const before = averages.length === 0 ? 0 : averages[averages.length - 1];
    averages.push(before + (score - before) / (averages.length + 1));
    bySite.set(site ?? '', averages);
  }
  const lengths = [...bySite.values()].map((averages) => averages.length).sort((a, b) => b - a);
  const steps = lengths.length === 0 ? 0 : lengths[Math.ceil(lengths.length / 2) - 1];
  const stride = Math.max(1, Math.ceil(steps / MAX_POINTS));
  const points: [number, number][] = [];
  for (let step = 1; step <= steps; step += stride) {
    let sum = 0;
    let sites = 0;
    for (const averages of bySite.values()) {
      if (averages.length < step) continue;
      sum += averages[step - 1];
      sites++;
    }
    points.push([step, (100 * sum) / sites]);
  }
  return { name: evaluation.system, points };
}
