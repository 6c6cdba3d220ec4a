/**
 * What extractors remove, by the kind that Dehusk names (`kindsOf`), on the two sets whose gold has classes: L3S-GN1 (not content,
 * headline, full text, supplement, related, comments) and KrdWrd Canola (boilerplate, uncertain, main text).
 *
 * The first table of a set has the share of each class's words that an extractor removes. The second has the kinds of the removed
 * words and, for L3S-GN1, precision and recall of the kinds that its gold has as classes: related and comments.
 *
 * A block has the class with most of its word trigrams in the annotation (ties: the smaller number); below three words, that of an
 * equal line. With less than half of its trigrams there, it is not content in L3S-GN1, whose annotation lists the other classes
 * only, and is not counted in Canola. Methods that learn sites have seen all pages of a set, which has one or two of most sites. The pages are the published ones: annotated pages have elements that change the blocks.
 */

import { extract, type LabelledBlocks } from '@dehusk/core';
import { KINDS, kindsOf } from '@dehusk/core/extend';
import { tokensOf } from '@dehusk/html';
import { anyExtractorNamed, DEFAULT_EXTRACTOR } from '@dehusk/papers';
import { allCases, type Case, type Dataset } from '../datasets/dataset.js';
import { openDataset } from '../datasets/index.js';
import { L3S_CLASSES } from '../datasets/l3s-gn1.js';
import { foldOf } from '../datasets/split.js';
import { percent, type ReportTable, textTable } from '../reports/tables.js';
import { learntSites, type Reproduction, type ReproductionOptions, sitePageOf } from './reproduction.js';

/** The sets: names of their classes by number, and the class of blocks outside the annotation (null: not counted). */
const SETS = [
  { name: 'l3s-gn1', classes: L3S_CLASSES, otherwise: 0, measured: { related: 4, comment: 5 } },
  { name: 'canola', classes: [null, 'boilerplate', 'uncertain', 'main text'], otherwise: null, measured: {} },
] as const;
type ClassSet = (typeof SETS)[number];

const METHODS = [
  ...[DEFAULT_EXTRACTOR, 'boilerpipe-article', 'boilerpipe-default', 'justext-goldminer', 'bte'],
  ...['ncleaner', 'maximum-subsequence', 'victor', 'urltree', 'goldminer'],
];
/** Kinds of dropped blocks, in the order of the table. */
const REMOVED = KINDS.filter((kind) => !['headline', 'text', 'supplement'].includes(kind));
const RUN = 3;
const HALF = 0.5;
/** The names of `boilerplate-kinds.ts` were collected on fold 0 of L3S-GN1. */
const HALVES = ['sites of fold 0/2:kinds', 'sites of fold 1/2:kinds'];

/** Words by class and kind; the kind `''` counts kept words. */
type KindCounts = Map<number, Map<string, number>>;

/** Adds the blocks of a page to counts. @param classes per block; null leaves it out @param kinds per block; '' for kept ones */
export function countKinds(
  counts: KindCounts,
  { blocks }: Pick<LabelledBlocks, 'blocks'>,
  classes: readonly (number | null)[],
  kinds: readonly string[],
): void {
  blocks.forEach(({ text }, at) => {
    const own = classes[at];
    if (own === null) return;
    const row = counts.get(own) ?? new Map<string, number>();
    row.set(kinds[at], (row.get(kinds[at]) ?? 0) + tokensOf(text).length);
    counts.set(own, row);
  });
}

/** A function from a text to its class by an annotation of lines `<class>text`; `otherwise` where it is not annotated. */
export function classFinder<T>(goldMarkup: string, otherwise: T): (text: string) => number | T {
  const lines = new Map<string, number>();
  /** Per trigram: the classes that have it, as bits. */
  const runs = new Map<string, number>();
  for (const line of goldMarkup.split('\n')) {
    const found = /^<(\d)>(.*)$/.exec(line);
    if (found === null) continue;
    const own = Number(found[1]);
    const words = tokensOf(found[2]);
    const key = words.join(' ');
    lines.set(key, Math.min(own, lines.get(key) ?? own));
    for (const run of runsOf(words)) runs.set(run, (runs.get(run) ?? 0) | (1 << own));
  }
  return (text) => {
    const words = tokensOf(text);
    if (words.length < RUN) return lines.get(words.join(' ')) ?? otherwise;
    const hits = new Array<number>(10).fill(0);
    for (const run of runsOf(words)) {
      const classes = runs.get(run) ?? 0;
      for (let at = 0; at < hits.length; at++) if ((classes & (1 << at)) !== 0) hits[at]++;
    }
    const most = Math.max(...hits);
    return most >= HALF * (words.length - RUN + 1) ? hits.indexOf(most) : otherwise;
  };
}

function* runsOf(words: Uint32Array): Generator<string> {
  for (let at = RUN; at <= words.length; at++) yield words.subarray(at - RUN, at).join(' ');
}

/** Words of a class, of a kind, or of both; `removed` for all kinds but kept. */
function wordsOf(counts: KindCounts, own: number | null, kind: string | null): number {
  let sum = 0;
  for (const [one, row] of counts)
    for (const [name, words] of row)
      if ((own === null || one === own) && (kind === null || name === kind || (kind === 'removed' && name !== '')))
        sum += words;
  return sum;
}

/** Counts of every method for each half of the sites. */
function countsOf(cases: readonly Case[], set: ClassSet, methods: readonly string[], onPage: () => void) {
  const all = HALVES.map(() => new Map(methods.map((method): [string, KindCounts] => [method, new Map()])));
  const sitePages = cases.flatMap((one) => sitePageOf(one) ?? []);
  const learnt = new Map(methods.map((method) => [method, learntSites(method, sitePages)]));
  for (const one of cases) {
    const sitePage = sitePageOf(one);
    const classOf = classFinder<number | null>(one.goldMarkup ?? '', set.otherwise);
    for (const method of methods) {
      const extractor = anyExtractorNamed(method);
      const site = sitePage === null ? undefined : learnt.get(method)?.(sitePage);
      const result = extract(one.html(), { extractor, url: one.url, httpCharset: one.charset, site });
      const { labelled } = result;
      const kinds = kindsOf(result).map((kind, at) => (labelled.labels.keep[at] === 1 ? '' : kind));
      const classes = labelled.blocks.map(({ text }) => classOf(text));
      countKinds(all[foldOf(one, 2, 'kinds')].get(method) as KindCounts, labelled, classes, kinds);
    }
    onPage();
  }
  return all;
}

function tablesOf(half: ReadonlyMap<string, KindCounts>, { classes, measured }: ClassSet): ReportTable[] {
  const numbers = classes.flatMap((name, at) => (name === null ? [] : [at]));
  const kinds = Object.entries(measured);
  const rows = [...half];
  const removed = rows.map(([method, counts]) => [
    method,
    ...numbers.map((at) => percent(wordsOf(counts, at, 'removed') / wordsOf(counts, at, null))),
  ]);
  const named = rows.map(([method, counts]) => [
    method,
    ...REMOVED.map((kind) => percent(wordsOf(counts, null, kind) / wordsOf(counts, null, 'removed'))),
    ...kinds.flatMap(([kind, own]) => {
      const right = wordsOf(counts, own, kind);
      return [wordsOf(counts, null, kind), wordsOf(counts, own, 'removed')].map((all) => percent(right / all));
    }),
  ]);
  const figures = kinds.flatMap(([kind]) => [`P ${kind}`, `R ${kind}`]);
  return [
    { head: ['removed, % of the class’s words', ...numbers.map((at) => `${classes[at]}`)], rows: removed },
    { head: ['kinds, % of the removed words', ...REMOVED, ...figures], rows: named },
  ];
}

export const removedKinds: Reproduction = {
  name: 'removed-kinds',
  summary: 'the words that extractors remove by kind of boilerplate, on the classes of L3S-GN1 and Canola',
  async run(data, { methods = METHODS, onPage = () => undefined }: ReproductionOptions) {
    const parts: string[] = [];
    for (const set of SETS) {
      const dataset: Dataset = openDataset(set.name, data);
      const cases = await allCases(dataset);
      const halves = countsOf(cases, set, methods, onPage);
      halves.forEach((half, at) => {
        const pages = cases.filter((one) => foldOf(one, 2, 'kinds') === at).length;
        const tables = tablesOf(half, set).map(textTable);
        parts.push(`${set.name}@${dataset.sha256().slice(0, 12)}, ${HALVES[at]}: ${pages} pages`, ...tables, '');
      });
    }
    return parts.join('\n');
  },
};
