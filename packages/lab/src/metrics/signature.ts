/**
 * The signature of a score, like sacreBLEU's: everything needed to reproduce the figure, in one line. No score is printed
 * without one.
 */
import type { Aggregation, Metric, MetricOptions } from './metric.js';

/** Everything a score depends on. */
export interface Provenance {
  readonly metric: Metric;
  /** Default: the metric's official aggregation. */
  readonly aggregation?: Aggregation;
  readonly dataset: { readonly name: string; readonly sha256: string };
  /** Number of pages scored. */
  readonly pages: number;
  readonly extractor: {
    readonly name: string;
    readonly options?: Readonly<Record<string, unknown>>;
    readonly version?: string;
  };
  /** Version of the lab. */
  readonly version: string;
  /** Commit of the repository, or null outside one. */
  readonly commit: string | null;
}

/** Hex digits of digests in signatures: enough to distinguish datasets. */
const DIGEST_DIGITS = 12;

/** One line such as `cleaneval|markup:auto|tok:ascii-space-bytes|agg:micro|data:cleaneval@1f2e…|n:684|by:…|v:0.1.0|commit:…`. */
export function signatureOf(of: Provenance): string {
  const parts = [of.metric.name];
  const options = listOptions(of.metric.options);
  if (options !== '') parts.push(options);
  parts.push(
    `tok:${of.metric.tokeniser}`,
    `agg:${of.aggregation ?? of.metric.aggregations[0]}`,
    `data:${of.dataset.name}@${of.dataset.sha256.slice(0, DIGEST_DIGITS)}`,
    `n:${of.pages}`,
  );
  const given = listOptions(of.extractor.options ?? {});
  const version = of.extractor.version === undefined ? '' : `@${of.extractor.version}`;
  parts.push(`by:${of.extractor.name}${version}${given === '' ? '' : `(${given})`}`, `v:${of.version}`);
  if (of.commit !== null) parts.push(`commit:${of.commit.slice(0, DIGEST_DIGITS)}`);
  return parts.join('|');
}

/** Options as `name:value,…`, sorted by name, so that equal options give equal signatures. */
function listOptions(options: MetricOptions | Readonly<Record<string, unknown>>): string {
  return Object.keys(options)
    .sort()
    .map((name) => `${name}:${typeof options[name] === 'string' ? options[name] : JSON.stringify(options[name])}`)
    .join(',');
}
