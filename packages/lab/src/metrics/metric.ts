/**
 * The contract of metrics. A metric first counts (a few numbers per page, which are stored), then scores sums of counts.
 * Stored counts can be scored again by page type, site, language or learning step without reading a page twice.
 *
 * A metric of the table is a {@link MetricDefinition}; with options it becomes a {@link Metric}.
 */
import type { Gold } from '../datasets/dataset.js';

export type MetricOptions = Readonly<Record<string, string | number | boolean>>;

/**
 * How the pages' counts become one score.
 * - `micro`: counts are summed over pages, then scored (long pages weigh more);
 * - `macro`: the mean of the pages' scores; a page whose figure is undefined is left out of its mean.
 */
type Aggregation = 'micro' | 'macro';

/** A metric with its options settled. */
export interface Metric {
  readonly name: string;
  /** Name of the tokeniser in signatures: `python-words-lower`. */
  readonly tokeniser: string;
  readonly options: MetricOptions;
  /** The output that is counted; absent: text. */
  readonly reads?: 'markdown';
  readonly columns: readonly string[];
  /** The official aggregation first, then the other meaningful ones. */
  readonly aggregations: readonly Aggregation[];
  /** Counts one page: `columns.length` non-negative numbers. Never throws on any pair of strings. */
  count(gold: Gold, output: string): readonly number[];
  /** The score, 0…1, of the counts of one page, or of sums of counts. NaN where a page has nothing to score. */
  score(counts: readonly number[]): number;
  /** Precision 0…1, NaN where it is undefined; absent for metrics that have none. */
  precision?(counts: readonly number[]): number;
  recall?(counts: readonly number[]): number;
}

/** A row of the registry: a metric before its options are settled. */
export interface MetricDefinition<O extends MetricOptions = MetricOptions> {
  readonly name: string;
  readonly summary: string;
  /** The paper or program that defined it. */
  readonly source: string;
  readonly defaults: O;
  readonly optionDocs: { readonly [K in keyof O]: string };
  /** The metric with these (complete) options. */
  create(options: O): Metric;
}

export type Score = ReturnType<typeof aggregate>;

/** Harmonic mean of precision and recall; 0 when both are 0. */
export function harmonicMean(precision: number, recall: number): number {
  const sum = precision + recall;
  return sum === 0 ? 0 : (2 * precision * recall) / sum;
}

/**
 * Aggregates the counts of many pages to one score.
 * @param how default: the metric's official aggregation
 * @throws RangeError for an aggregation the metric does not have
 */
export function aggregate(
  metric: Metric,
  rows: readonly (readonly number[])[],
  how: Aggregation = metric.aggregations[0],
) {
  if (!metric.aggregations.includes(how))
    throw new RangeError(`${metric.name} got aggregation "${how}", expected one of: ${metric.aggregations.join(', ')}`);
  const sums = metric.columns.map((_, at) => rows.reduce((sum, row) => sum + row[at], 0));
  const figure = (of: (counts: readonly number[]) => number): number =>
    how === 'micro' ? of(sums) : meanOfDefined(rows, of);
  return {
    score: figure((counts) => metric.score(counts)),
    /** NaN when the metric has none. */
    precision: figure((counts) => metric.precision?.(counts) ?? Number.NaN),
    recall: figure((counts) => metric.recall?.(counts) ?? Number.NaN),
    pages: rows.length,
  };
}

/** Mean over the pages where the figure is defined; NaN when there are none. */
function meanOfDefined(rows: readonly (readonly number[])[], of: (counts: readonly number[]) => number): number {
  let sum = 0;
  let pages = 0;
  for (const row of rows) {
    const value = of(row);
    if (Number.isNaN(value)) continue;
    sum += value;
    pages++;
  }
  return pages === 0 ? Number.NaN : sum / pages;
}

/**
 * Columns and figures of metrics that count what output and gold share. Both empty scores 1, one empty scores 0. F1 =
 * 2·matched / (output + gold) is the harmonic mean of precision and recall.
 */
export const overlapFigures = {
  columns: ['matched', 'output', 'gold'],
  score: ([matched, output, gold]) => (output + gold === 0 ? 1 : (2 * matched) / (output + gold)),
  precision: ([matched, output, gold]) => (output === 0 ? Number(gold === 0) : matched / output),
  recall: ([matched, output, gold]) => (gold === 0 ? Number(output === 0) : matched / gold),
} as const satisfies Pick<Required<Metric>, 'columns' | 'score' | 'precision' | 'recall'>;

/** @throws RangeError when an option of a metric is not one of the allowed values, with got and expected */
export function oneOf(metric: string, option: string, value: string, allowed: readonly string[]): void {
  if (!allowed.includes(value))
    throw new RangeError(`${metric}: option "${option}" got "${value}", expected ${allowed.join(' or ')}`);
}

/** What a signature says of a metric. */
export type SignedMetric = Pick<Metric, 'name' | 'tokeniser' | 'options' | 'aggregations'>;

type OptionValues = Readonly<Record<string, unknown>>;

/** Everything a score depends on. */
interface Provenance {
  readonly metric: SignedMetric;
  readonly dataset: { readonly name: string; readonly sha256: string };
  readonly pages: number;
  readonly extractor: { readonly name: string; readonly options?: OptionValues; readonly version?: string | undefined };
  /** Version of the lab, and the commit of the repository; null outside one. */
  readonly version: string;
  readonly commit: string | null;
}

/** Hex digits of digests in signatures: enough to distinguish datasets. */
const DIGEST_DIGITS = 12;

/**
 * The signature of a score, like sacreBLEU's: everything needed to reproduce the figure, in one line. No score is printed without
 * one.
 * @returns a line such as `word-multiset|tok:python-words-lower|agg:macro|data:wcxb-dev@08b6…|n:1358|by:…|v:0.1.0|commit:…`
 */
export function signatureOf(of: Provenance): string {
  const given = listOptions(of.extractor.options ?? {});
  const version = of.extractor.version === undefined ? '' : `@${of.extractor.version}`;
  const parts = [
    ...[of.metric.name, listOptions(of.metric.options), `tok:${of.metric.tokeniser}`],
    ...[`agg:${of.metric.aggregations[0]}`, `data:${of.dataset.name}@${of.dataset.sha256.slice(0, DIGEST_DIGITS)}`],
    ...[`n:${of.pages}`, `by:${of.extractor.name}${version}${given && `(${given})`}`, `v:${of.version}`],
    of.commit && `commit:${of.commit.slice(0, DIGEST_DIGITS)}`,
  ];
  return parts.filter(Boolean).join('|');
}

/** Options as `name:value,…`, sorted by name, so that equal options give equal signatures. */
function listOptions(options: OptionValues): string {
  return Object.keys(options)
    .sort()
    .map((name) => `${name}:${typeof options[name] === 'string' ? options[name] : JSON.stringify(options[name])}`)
    .join(',');
}

/** A name with options after a colon, `cleaneval:markers=as-is`, `dehusk:pageType=article,minimum=3,flag`; a flag alone is true. */
export function nameAndOptions(text: string): {
  name: string;
  options: Record<string, string | number | boolean | null>;
} {
  const [name, pairs = ''] = text.split(/:(.*)/s);
  const options: Record<string, string | number | boolean | null> = {};
  for (const pair of pairs === '' ? [] : pairs.split(',')) {
    const [option, value = 'true'] = pair.split(/=(.*)/s);
    const isNumber = value.trim() !== '' && !Number.isNaN(Number(value));
    options[option] = Object.hasOwn(WORDS, value) ? WORDS[value] : isNumber ? Number(value) : value;
  }
  return { name, options };
}

const WORDS: Readonly<Record<string, boolean | null>> = { true: true, false: false, null: null };
