/**
 * Learns how much each feature of a metadata candidate says: logistic regression over the candidates of pages whose gold people wrote.
 * The label is the share of the gold that the candidate has (F1), so that the probability is that of being right.
 */
import { metadataCandidates } from '@dehusk/core/extend';
import { decode, parse } from '@dehusk/html';
import type { Case } from '../datasets/dataset.js';
import { checkedGold, countField, noCounts } from './checked-metadata.js';

/** The features of a candidate, and how right it is; its confidence, names, and how many of them are right. */
export type Row = {
  readonly features: readonly string[];
  readonly right: number;
  readonly confidence: number;
  readonly given: number;
  readonly correct: number;
};

/** What the weights are drawn to. Few pages with gold have an outlet beside a person, or several authors. */
const PRIOR: Readonly<Record<string, number>> = {
  'json-ld': 1,
  citation: 1,
  'visible author element': 0.5,
  'visible link to an author': -0.5,
  person: 1,
  namesake: -1,
  organisation: -1,
  site: -1.5,
  'names more': 1,
  'names fewer': -1,
  'names more in a list': -1,
  'many names': -1,
  'many names in a list': -2,
};

/** Steps of gradient descent, their length, and the weight of the squared weights. Not tuned. */
const STEPS = 4_000;
const RATE = 2;
const RIDGE = 0.01;

/** The candidates of a page whose authors are known, the best first. */
export function candidateRows(one: Case): Row[] {
  const gold = checkedGold(one);
  const parsed = parse(decode(one.html(), { httpCharset: one.charset }).text, { url: one.url });
  if (gold?.authors == null || gold.authors.length === 0 || !parsed.ok) return [];
  return metadataCandidates(parsed.page)
    .filter(({ field }) => field === 'authors')
    .map(({ features, value, confidence }) => {
      const counts = noCounts();
      countField(counts, 'authors', gold, { ...gold, authors: value.split('; ') });
      const { right: correct, given } = counts;
      return { features, right: (2 * correct) / (counts.gold + given), confidence: confidence ?? 0, given, correct };
    });
}

/** Bands of confidence in the table. */
const BANDS = 20;

/**
 * The best candidates of pages by their confidence: the start of its band, the candidates in it, their mean confidence and share of
 * right names, which are equal when the confidence is calibrated; and the share of wrong names from this band on.
 */
export function calibrationRows(best: readonly Row[]): number[][] {
  const sum = (rows: readonly Row[], field: 'confidence' | 'given' | 'correct'): number =>
    rows.reduce((total, { [field]: value }) => total + value, 0);
  return Array.from({ length: BANDS }, (_, band) => {
    const upper = best.filter(({ confidence }) => confidence * BANDS >= band);
    const rows = upper.filter(({ confidence }) => confidence * BANDS < band + 1);
    const right = sum(rows, 'correct') / sum(rows, 'given');
    const wrong = 1 - sum(upper, 'correct') / sum(upper, 'given');
    return [band / BANDS, rows.length, sum(rows, 'confidence') / rows.length, right, wrong];
  }).filter(([, count]) => count > 0);
}

/** The weights of the features, by name. */
export function learnWeights(rows: readonly Row[]): Record<string, number> {
  const names = new Set(['any candidate', ...Object.keys(PRIOR), ...rows.flatMap(({ features }) => features)]);
  const places = new Map([...names].map((name, at) => [name, at]));
  const prior = Float64Array.from(places.keys(), (name) => PRIOR[name] ?? 0);
  const weights = prior.slice();
  const indices = rows.map(({ features }) => [0, ...features.flatMap((name) => places.get(name) ?? [])]);
  for (let step = 0; step < STEPS; step++) {
    const gradient = weights.map((weight, at) => (at === 0 ? 0 : RIDGE * (weight - prior[at])));
    for (const [row, { right }] of rows.entries()) {
      const sum = indices[row].reduce((total, at) => total + weights[at], 0);
      const error = (1 / (1 + Math.exp(-sum)) - right) / rows.length;
      for (const at of indices[row]) gradient[at] += error;
    }
    for (let at = 0; at < weights.length; at++) weights[at] -= RATE * gradient[at];
  }
  return Object.fromEntries([...places].map(([name, at]) => [name, Math.round(weights[at] * 100) / 100]));
}
