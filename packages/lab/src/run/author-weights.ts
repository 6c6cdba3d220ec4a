/**
 * Learns how much each feature of a metadata candidate says: logistic regression over the candidates of pages whose gold people wrote.
 * The label is the share of the gold that the candidate has (F1), so that the probability is that of being right.
 */
import { metadataCandidates } from '@dehusk/core/extend';
import { decode, parse } from '@dehusk/html';
import type { Case } from '../datasets/dataset.js';
import { checkedGold, countField, noCounts } from './checked-metadata.js';

/** The features of a candidate, and how right it is. */
export type Row = { readonly features: readonly string[]; readonly right: number };

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

/** A candidate with its confidence, and its names that were given, right, and in the gold. */
interface Judged extends Row {
  readonly confidence: number;
  readonly given: number;
  readonly correct: number;
  readonly gold: number;
}

/** The candidates of a page whose authors are known, the best first. */
export function candidateRows(one: Case): Judged[] {
  const gold = checkedGold(one);
  const parsed = parse(decode(one.html(), { httpCharset: one.charset }).text, { url: one.url });
  if (gold?.authors == null || gold.authors.length === 0 || !parsed.ok) return [];
  return metadataCandidates(parsed.page)
    .filter(({ field }) => field === 'authors')
    .map(({ features, value, confidence }) => {
      const counts = noCounts();
      countField(counts, 'authors', gold, { ...gold, authors: value.split('; ') });
      const right = (2 * counts.right) / (counts.gold + counts.given);
      return {
        features,
        right,
        confidence: confidence ?? 0,
        given: counts.given,
        correct: counts.right,
        gold: counts.gold,
      };
    });
}

/** Width of a band of confidence in the table. */
const BAND = 0.05;

/**
 * Rows for a table of the best candidates by their confidence: its band, the candidates in it, their mean confidence and share of right
 * names; and, if only the candidates of this band and better ones counted, the share of wrong names. Calibrated means that the
 * confidence is the share of right names.
 */
export function calibrationRows(best: readonly Judged[]): (readonly number[])[] {
  const bandOf = ({ confidence }: Judged): number => Math.floor(confidence / BAND);
  const sum = (rows: readonly Judged[], numberOf: (row: Judged) => number): number =>
    rows.reduce((total, row) => total + numberOf(row), 0);
  const shareRight = (rows: readonly Judged[]): number =>
    sum(rows, (row) => row.correct) / sum(rows, (row) => row.given);
  const bands = [...new Set(best.map(bandOf))].sort((a, b) => a - b);
  return bands.map((band) => {
    const rows = best.filter((row) => bandOf(row) === band);
    return [
      band * BAND,
      rows.length,
      sum(rows, ({ confidence }) => confidence) / rows.length,
      shareRight(rows),
      1 - shareRight(best.filter((row) => bandOf(row) >= band)),
    ];
  });
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
