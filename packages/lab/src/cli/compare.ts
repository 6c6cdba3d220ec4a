import type { Command } from 'commander';
import type { Metric } from '../metrics/metric.js';
import { percent, textTable } from '../reports/text-table.js';
import type { Evaluation } from '../run/evaluate.js';
import { pairedBootstrap } from '../significance/bootstrap.js';
import { mannWhitney } from '../significance/mann-whitney.js';
import { wilcoxonSignedRank } from '../significance/wilcoxon.js';
import {
  choosePages,
  datasetOf,
  metricsOf,
  type ScoringOptions,
  scoreAll,
  systemsOf,
  withMetricOption,
  withRunOptions,
} from './scoring-options.js';
import { UsageError, wholeNumber } from './usage-error.js';

interface Options extends ScoringOptions {
  readonly seed: number;
  readonly resamples: number;
}

/** `compare`: is the difference of two systems more than chance? */
export function addCompare(program: Command): void {
  const command = program
    .command('compare')
    .summary('test whether two systems differ')
    .description(
      'Compares two systems on the same pages: paired bootstrap of the score, Wilcoxon signed rank and Mann–Whitney U of the pages’ scores.\nA system is an extractor, a peer, a module, or a name given by --stored.',
    )
    .argument('<a>', 'first system')
    .argument('<b>', 'second system')
    .argument('<dataset>', 'a name from "dehusk-lab datasets", or a folder');
  withMetricOption(withRunOptions(command))
    .option('--seed <number>', 'seed of the bootstrap', wholeNumber(0), 1)
    .option('--resamples <number>', 'draws of the bootstrap', wholeNumber(2), 1000)
    .addHelpText(
      'after',
      `
Examples:
  dehusk-lab compare boilerpipe-article readability-linkedom cleaneval -m cleaneval
  dehusk-lab compare bte theirs cleanportaleval --stored theirs=outputs.json`,
    )
    .action(async (a: string, b: string, name: string, options: Options) => {
      if (options.extractor !== undefined) throw new UsageError('compare takes the two systems as arguments, not -e');
      const systems = [a, b].map((one) => {
        const stored = options.stored.filter((text) => text.startsWith(`${one}=`));
        return systemsOf(stored.length > 0 ? { ...options, stored } : { ...options, extractor: [one], stored: [] })[0];
      });
      const metrics = metricsOf(options);
      const chosen = await choosePages(datasetOf(name, options), options);
      const scored = await scoreAll(chosen, systems, metrics, options);
      const parts = metrics.map((metric, at) =>
        describeComparison(metric, scored[at], scored[metrics.length + at], options),
      );
      process.stdout.write(`${parts.join('\n\n')}\n`);
    });
}

function describeComparison(metric: Metric, a: Evaluation, b: Evaluation, { seed, resamples }: Options): string {
  const counts = (one: Evaluation): readonly (readonly number[])[] => one.pages.map((page) => page.counts);
  const scores = (one: Evaluation): readonly number[] => one.pages.map((page) => page.score);
  const bootstrap = pairedBootstrap(metric, counts(a), counts(b), { seed, resamples });
  const wilcoxon = wilcoxonSignedRank(scores(a), scores(b));
  const mann = mannWhitney(scores(a), scores(b));
  const points = (share: number): string => `${share >= 0 ? '+' : ''}${percent(share, 2)}`;
  const won = a.pages.filter((page, at) => page.score > b.pages[at].score).length;
  const lost = a.pages.filter((page, at) => page.score < b.pages[at].score).length;
  return [
    `${a.dataset}, ${a.metric}, ${a.pages.length} pages: ${a.system} ${percent(a.overall.score, 2)}, ${b.system} ${percent(b.overall.score, 2)}`,
    `${a.system} is better on ${won} pages, worse on ${lost}, equal on ${a.pages.length - won - lost}`,
    textTable({
      head: ['test', 'p', 'what it looks at'],
      rows: [
        [
          'paired bootstrap',
          probability(bootstrap.p),
          `difference ${points(bootstrap.value)} points, 95 % of ${resamples} draws in ${points(bootstrap.low)} … ${points(bootstrap.high)} (seed ${seed})`,
        ],
        [
          'Wilcoxon signed rank',
          probability(wilcoxon.p),
          `${wilcoxon.pairs} pages that differ, z ${wilcoxon.z.toFixed(2)}${wilcoxon.exact ? ', exact' : ''}`,
        ],
        [
          'Mann–Whitney U',
          probability(mann.p),
          `as if the pages were not paired: a page of ${a.system} scores higher in ${percent(mann.effect)} % of pairs, z ${mann.z.toFixed(2)}`,
        ],
      ],
      leftColumns: [2],
    }),
    a.signature,
    b.signature,
  ].join('\n\n');
}

function probability(p: number): string {
  return p < 0.0001 ? '< 0.0001' : p.toFixed(4);
}
