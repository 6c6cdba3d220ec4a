import { rowNamed } from '@dehusk/html';
import { characters } from './characters.js';
import { cleaneval } from './cleaneval.js';
import { lcsWords } from './lcs-words.js';
import { type Metric, type MetricDefinition, type MetricOptions, nameAndOptions } from './metric.js';
import { STRUCTURE_METRICS } from './structure/figures.js';
import { wordMultiset } from './word-multiset.js';

export const METRICS: readonly MetricDefinition[] = [
  wordMultiset,
  cleaneval,
  lcsWords,
  characters,
  ...STRUCTURE_METRICS,
];

/**
 * The metric of a name, with options after a colon: `cleaneval`, `lcs-words:figure=recall,tokeniser=spaces`.
 * @throws RangeError for an unknown metric or option, TypeError for a value of another type, naming got and expected
 */
export function metricNamed(spec: string): Metric {
  const { name, options } = nameAndOptions(spec);
  const definition = rowNamed('metric', METRICS, name);
  for (const [option, value] of Object.entries(options)) {
    if (!Object.hasOwn(definition.defaults, option))
      throw new RangeError(
        `${name} has no option "${option}" (options: ${Object.keys(definition.defaults).join(', ') || 'none'})`,
      );
    const like = definition.defaults[option];
    if (typeof value !== typeof like)
      throw new TypeError(`metric option "${option}" got "${value}", expected a ${typeof like} such as ${like}`);
  }
  return definition.create({ ...definition.defaults, ...(options as MetricOptions) });
}
