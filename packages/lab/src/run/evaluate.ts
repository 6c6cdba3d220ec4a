/** Outputs → counts → scores. The counts of every page are kept, so that groups need no second scoring. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Case, Dataset } from '../datasets/dataset.js';
import { METRICS } from '../metrics/index.js';
import { aggregate, type Metric, type SignedMetric, signatureOf } from '../metrics/metric.js';
import type { PageOutput } from './run.js';
import { packageVersionIn, type System } from './system.js';

/** Fields by which pages can be grouped. */
export const GROUPINGS = ['pageType', 'site', 'domain', 'language'] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** One system on one dataset under one metric. */
export type Evaluation = ReturnType<typeof evaluate>;

/** Scores outputs, given in the order of the cases. @param options how the pages were chosen, for the signature */
export function evaluate(
  dataset: Dataset,
  cases: readonly Case[],
  system: System,
  outputs: readonly PageOutput[],
  metric: Metric,
  options: { readonly by: Grouping | null; readonly selection: string },
) {
  const rows = cases.map((one, at) => metric.count(one, outputs[at].text));
  const failures: Record<string, number> = {};
  for (const { reason } of outputs) if (reason !== null) failures[reason] = (failures[reason] ?? 0) + 1;
  const { name, version } = system;
  const signature = sign(metric, dataset, cases.length, name, system.options, version) + options.selection;
  // Stored outputs may be out of fold; nothing is known of a user's module.
  const isKnown = system.spec.kind !== 'stored' && system.spec.kind !== 'module';
  return {
    dataset: dataset.name,
    system: system.name,
    metric: metricLabel(metric),
    /** How the system saw these pages before, or null where nothing is known. */
    contamination: isKnown ? contaminationOf(system.name, dataset.name, signature) : null,
    signature,
    overall: aggregate(metric, rows),
    /** Scores by group, the largest group first; empty without a grouping. */
    groups: options.by === null ? [] : groupScores(metric, cases, rows, options.by),
    pages: rows.map((counts, at) => ({
      ...{ id: cases[at].id, site: cases[at].site, counts },
      score: metric.score(counts),
      precision: metric.precision?.(counts) ?? Number.NaN,
      recall: metric.recall?.(counts) ?? Number.NaN,
      /** By the clock, of this run. Not a benchmark: see `dehusk-lab bench`. */
      milliseconds: outputs[at].milliseconds,
      reason: outputs[at].reason,
    })),
    /** Number of pages without text, by reason. */
    failures,
  };
}

/** The signature of a score that this checkout measured. @param version of the extractor, where it has one */
export function sign(
  metric: SignedMetric,
  { name: set, sha256 }: Dataset,
  pages: number,
  name: string,
  options: Readonly<Record<string, unknown>> = {},
  version?: string,
): string {
  const dataset = { name: set, sha256: sha256() };
  return signatureOf({
    metric,
    dataset,
    pages,
    extractor: { name, options, version },
    version: LAB_VERSION,
    commit: labCommit(),
  });
}

/** The metric's name with its changed options, as on the command line. */
function metricLabel(metric: Metric): string {
  const defaults = METRICS.find(({ name }) => name === metric.name)?.defaults ?? {};
  const changed = Object.entries(metric.options).filter(([name, value]) => value !== defaults[name]);
  return [metric.name, changed.map(([name, value]) => `${name}=${value}`).join(',')].filter(Boolean).join(':');
}

function groupScores(metric: Metric, cases: readonly Case[], rows: readonly (readonly number[])[], by: Grouping) {
  const groups = new Map<string, (readonly number[])[]>();
  for (const [at, one] of cases.entries()) {
    // `en` and `en-us` are one language.
    const name = (by === 'language' ? one[by]?.toLowerCase().split(/[-_]/)[0] : one[by]) ?? 'unknown';
    groups.set(name, [...(groups.get(name) ?? []), rows[at]]);
  }
  return [...groups]
    .sort((a, b) => b[1].length - a[1].length || (a[0] < b[0] ? -1 : 1))
    .map(([name, group]) => ({ name, score: aggregate(metric, group) }));
}

const PACKAGE_FOLDER = fileURLToPath(new URL('../..', import.meta.url));

export const LAB_VERSION = packageVersionIn(PACKAGE_FOLDER);

let commit: string | null | undefined;

/** The commit of the checkout, with `+` when files have changed since; null outside a repository. */
export function labCommit(): string | null {
  if (commit !== undefined) return commit;
  const options = { cwd: PACKAGE_FOLDER, encoding: 'utf8', stdio: 'pipe' } as const;
  const git = (...words: string[]): string => execFileSync('git', words, options).trim();
  try {
    const changed = git('status', '--porcelain', '--untracked-files=no') !== '';
    commit = `${git('rev-parse', '--short=10', 'HEAD')}${changed ? '+' : ''}`;
  } catch {
    commit = null;
  }
  return commit;
}

// Which systems saw which data sets before they are scored on them. Such a figure is too good, and every table marks it.
//
// A system that contains another one (a wrapper, a combination, a site learner around the page level) has its row, too. Papers that
// name no training pages are not in the table, so a figure without a mark is not proven clean.

/** How a system saw the pages. */
export type Contamination = 'trained' | 'gold' | 'tuned';

/** The mark after a figure, and the footnote. */
export const CONTAMINATIONS: Readonly<Record<Contamination, { readonly mark: string; readonly note: string }>> = {
  trained: { mark: '†', note: 'weights or rules of the system were trained on pages of this data set' },
  gold: {
    mark: '‡',
    note: 'the gold standard of this data set is output of the system, or of the program it is built on',
  },
  tuned: { mark: '§', note: 'parameters of the system were chosen on some of the sites of this data set' },
};

/** Extractors with Boilerpipe's decision trees, learned on L3S-GN1 (Kohlschütter, Fankhauser and Nejdl 2010). */
const WITH_TREES = [
  ...['article', 'article-1.2', 'article-sentences', 'default', 'largest', 'num-words', 'density'].map(
    (one) => `boilerpipe-${one}`,
  ),
  ...['boilerpipe-default-ancestor', 'boilerpipe-article-ancestor', 'precision', 'recall'],
  ...['urltree-boilerpipe-article', 'goldminer-boilerpipe-article'],
];
/** Extractors that contain the default extractor. */
const WITH_DEFAULT = ['dehusk', 'containers', 'site'];

/** One row per kind and data set: the systems. */
const TABLE: readonly (readonly [Contamination, dataset: string, systems: readonly string[]])[] = [
  ['trained', 'wcxb-dev', [...WITH_DEFAULT, 'maximum-subsequence', 'ncleaner', 'ncleaner-non-lexical', 'victor']],
  ['trained', 'l3s-gn1', WITH_TREES],
  ['trained', 'canola', ['boilerpipe-canola']],
  ['gold', 'readability', ['readability-jsdom', 'readability-linkedom', 'readability-turndown', 'article-extractor']],
  ['tuned', 'wcxb-dev', ['precision', 'recall']],
  // Half of the sites chose the form of the training copies and two numbers of the decoder: fold 0 of `--split 0/2:default`.
  ...['canola', 'cleaneval', 'cleanportaleval', 'l3s-gn1', 'readability', 'daniel-a'].map(
    (dataset): (typeof TABLE)[number] => ['tuned', dataset, WITH_DEFAULT],
  ),
  // Half of the sites for `dehusk`, 17 of 24 for the learners (`datasets/split.ts`).
  ['tuned', 'streams', WITH_DEFAULT],
  ['tuned', 'structure', ['dehusk']],
  // Pages of `--split 0/3` and `1/3` were read.
  ['tuned', 'recipes', WITH_DEFAULT],
];

/** The half of the sites on which the default extractor was not tuned, as signatures name it. */
const HELD_OUT = '|split:1/2:default ';

/**
 * How a system saw a data set, or null where nothing is known.
 * @param system its name in tables; options after a colon do not matter
 * @param dataset `wcxb-dev`, `streams/lukem`, …
 * @param signature names the choice of pages: the default extractor was not tuned on the half held out
 */
export function contaminationOf(system: string, dataset: string, signature = ''): Contamination | null {
  const name = system.split(':')[0];
  const set = dataset.split('/')[0];
  const [kind = null] = TABLE.find(([, of, systems]) => of === set && systems.includes(name)) ?? [];
  return kind === 'tuned' && name === 'dehusk' && signature.includes(HELD_OUT) ? null : kind;
}

/** The mark of a figure; empty where nothing is known. */
export function markOf(contamination: Contamination | null): string {
  return contamination === null ? '' : CONTAMINATIONS[contamination].mark;
}

/** One footnote for each mark that occurs, in the order of the table; empty without any. */
export function footnotes(found: Iterable<Contamination | null>): readonly string[] {
  const kinds = new Set(found);
  return Object.entries(CONTAMINATIONS)
    .filter(([kind]) => kinds.has(kind as Contamination))
    .map(([, { mark, note }]) => `${mark} ${note}`);
}
