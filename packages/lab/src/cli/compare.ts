import type { Command } from 'commander';
import type { Metric } from '../metrics/metric.js';
import { percent, textTable } from '../reports/tables.js';
import type { Evaluation } from '../run/evaluate.js';
import { pairedBootstrap } from '../significance/bootstrap.js';
import { mannWhitney, wilcoxonSignedRank } from '../significance/rank-tests.js';
import {
  addCommand,
  choosePages,
  datasetOf,
  metricsOf,
  print,
  type ScoringOptions,
  scoreAll,
  systemsOf,
  UsageError,
  wholeNumber,
  withScoringOptions,
} from './options.js';

interface Options extends ScoringOptions {
  readonly seed: number;
  readonly resamples: number;
}

/** `compare`: significance tests for the difference of two systems. */
export function addCompare(program: Command): void {
  const command = addCommand(program, {
    name: 'compare',
    summary: 'test whether two systems differ',
    description:
      'Compares two systems on the same pages: paired bootstrap of the score, Wilcoxon signed rank and Mann–Whitney U of the pages’ scores.\nA system is an extractor, a peer, a module, or a name given to --stored.',
    examples: [
      'compare boilerpipe-article readability-linkedom cleaneval -m cleaneval',
      'compare bte theirs cleanportaleval --stored theirs=outputs.json',
    ],
  })
    .argument('<a>', 'first system')
    .argument('<b>', 'second system')
    .argument('<dataset>', 'a name from "dehusk-lab datasets", or a folder');
  withScoringOptions(command)
    .option('--seed <number>', 'seed of the bootstrap', wholeNumber(0), 1)
    .option('--resamples <number>', 'draws of the bootstrap', wholeNumber(2), 1000)
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
      print(command, parts.join('\n\n'));
    });
}

function describeComparison(metric: Metric, a: Evaluation, b: Evaluation, { seed, resamples }: Options): string {
  const counts = (one: Evaluation): readonly (readonly number[])[] => one.pages.map((page) => page.counts);
  // Pages with nothing to score under a structure metric are no pairs.
  const isScored = (at: number): boolean => !Number.isNaN(a.pages[at].score + b.pages[at].score);
  const scores = (one: Evaluation): readonly number[] =>
    one.pages.map((page) => page.score).filter((_, at) => isScored(at));
  const bootstrap = pairedBootstrap(metric, counts(a), counts(b), { seed, resamples });
  const wilcoxon = wilcoxonSignedRank(scores(a), scores(b));
  const mann = mannWhitney(scores(a), scores(b));
  const points = (share: number): string => `${share >= 0 ? '+' : ''}${percent(share, 2)}`;
  const probability = (p: number): string => (p < 0.0001 ? '< 0.0001' : p.toFixed(4));
  const won = a.pages.filter((page, at) => page.score > b.pages[at].score).length;
  const lost = a.pages.filter((page, at) => page.score < b.pages[at].score).length;
  return [
    `${a.dataset}, ${a.metric}, ${a.pages.length} pages: ${a.system} ${percent(a.overall.score, 2)}, ${b.system} ${percent(b.overall.score, 2)}`,
    `${a.system} is better on ${won} pages, worse on ${lost}, equal on ${a.pages.length - won - lost}`,
    textTable({
      head: ['test', 'p', 'details'],
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
          `pages taken as unpaired: a page of ${a.system} scores higher in ${percent(mann.effect)} % of pairs, z ${mann.z.toFixed(2)}`,
        ],
      ],
      leftColumns: [2],
    }),
    a.signature,
    b.signature,
  ].join('\n\n');
}
