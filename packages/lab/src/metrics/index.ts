import { rowNamed } from '@dehusk/html';
import { characters } from './characters.js';
import { cleaneval } from './cleaneval.js';
import { lcsWords } from './lcs-words.js';
import type { Metric, MetricDefinition, MetricOptions } from './metric.js';
import { STRUCTURE_METRICS } from './structure/structure-metrics.js';
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
 *
 * @throws RangeError for an unknown metric or option, TypeError for a value of another type, naming got and expected
 */
export function metricNamed(spec: string): Metric {
  const [name, pairs] = spec.split(/:(.*)/s);
  const definition = rowNamed('metric', METRICS, name);
  const options: Record<string, string | number | boolean> = { ...definition.defaults };
  for (const pair of pairs === undefined ? [] : pairs.split(',')) {
    const [option, text = 'true'] = pair.split(/=(.*)/s);
    if (!Object.hasOwn(definition.defaults, option))
      throw new RangeError(
        `${name} has no option "${option}" (options: ${Object.keys(definition.defaults).join(', ') || 'none'})`,
      );
    options[option] = valueLike(definition.defaults, option, text);
  }
  return definition.create(options);
}

/** Reads an option's value as the type of its default. */
function valueLike(defaults: MetricOptions, option: string, text: string): string | number | boolean {
  const expected = defaults[option];
  if (typeof expected === 'string') return text;
  const value = typeof expected === 'number' ? Number(text) : text === 'true' ? true : text === 'false' ? false : null;
  if (value === null || Number.isNaN(value) || text === '')
    throw new TypeError(`metric option "${option}" got "${text}", expected a ${typeof expected} such as ${expected}`);
  return value;
}
