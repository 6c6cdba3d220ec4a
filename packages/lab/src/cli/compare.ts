import type { Command } from 'commander';
import type { Metric } from '../metrics/metric.js';
import { percent, textTable } from '../reports/tables.js';
import type { Evaluation } from '../run/evaluate.js';
import { pairedBootstrap } from '../significance/bootstrap.js';
import { mannWhitney, wilcoxonSignedRank } from '../significance/rank-tests.js';
import { CommandLineError, type ScoringOptions, wholeNumber, withScoringOptions } from './options.js';
import { addCommand } from './session.js';

interface CompareFlags extends ScoringOptions {
  readonly seed: number;
  readonly resamples: number;
}

export function addCompare(program: Command): void {
  addCommand<CompareFlags>(program, {
    name: 'compare',
    summary: 'test whether two systems differ',
    description:
      'Compares two systems on the same pages: paired bootstrap of the score, Wilcoxon signed rank and Mann–Whitney U of the pages’ scores.\nA system is an extractor, a peer, a module, or a name given to --stored.',
    examples: [
      'compare boilerpipe-article readability-linkedom cleaneval -m cleaneval',
      'compare bte theirs cleanportaleval --stored theirs=outputs.json',
    ],
    inputs: [
      ['<a>', 'first system'],
      ['<b>', 'second system'],
      ['<dataset>', 'a name from "dehusk-lab datasets", or a folder'],
    ],
    options: (command) =>
      withScoringOptions(command)
        .option('--seed <number>', 'seed of the bootstrap', wholeNumber(0), 1)
        .option('--resamples <number>', 'draws of the bootstrap', wholeNumber(2), 1000),
    async run(session) {
      const { extractor, stored: given = [] } = session.options;
      if (extractor !== undefined) throw new CommandLineError('compare takes the two systems as arguments, not -e');
      const [a, b, name] = session.names;
      const systems = [a, b].map((one) => {
        const stored = given.filter((text) => text.startsWith(`${one}=`));
        return session.with(stored.length > 0 ? { stored } : { extractor: [one], stored: [] }).systems()[0];
      });
      const metrics = session.metrics();
      const scored = await session.score(await session.pages(name), systems, metrics);
      const parts = metrics.map((metric, at) =>
        describeComparison(metric, scored[at], scored[metrics.length + at], session.options),
      );
      session.print(parts.join('\n\n'));
    },
  });
}

function describeComparison(metric: Metric, a: Evaluation, b: Evaluation, { seed, resamples }: CompareFlags): string {
  const [countsA, countsB] = [a, b].map((one) => one.pages.map((page) => page.counts));
  // Pages with nothing to score under a structure metric are no pairs.
  const isScored = (at: number): boolean => !Number.isNaN(a.pages[at].score + b.pages[at].score);
  const [scoresA, scoresB] = [a, b].map((one) => one.pages.map(({ score }) => score).filter((_, at) => isScored(at)));
  const bootstrap = pairedBootstrap(metric, countsA, countsB, { seed, resamples });
  const wilcoxon = wilcoxonSignedRank(scoresA, scoresB);
  const mann = mannWhitney(scoresA, scoresB);
  const points = (share: number): string => `${share >= 0 ? '+' : ''}${percent(share, 2)}`;
  const probability = (p: number): string => (p < 0.0001 ? '< 0.0001' : p.toFixed(4));
  const won = a.pages.filter((page, at) => page.score > b.pages[at].score).length;
  const lost = a.pages.filter((page, at) => page.score < b.pages[at].score).length;
  const details: readonly (readonly [test: string, p: number, text: string])[] = [
    [
      'paired bootstrap',
      bootstrap.p,
      `difference ${points(bootstrap.value)} points, 95 % of ${resamples} draws in ${points(bootstrap.low)} … ${points(bootstrap.high)} (seed ${seed})`,
    ],
    ['Wilcoxon signed rank', wilcoxon.p, `${wilcoxon.pairs} pages that differ, z ${wilcoxon.z.toFixed(2)}`],
    [
      'Mann–Whitney U',
      mann.p,
      `pages taken as unpaired: a page of ${a.system} scores higher in ${percent(mann.effect)} % of pairs, z ${mann.z.toFixed(2)}`,
    ],
  ];
  const rows = details.map(([test, p, text]) => [test, probability(p), text]);
  return [
    `${a.dataset}, ${a.metric}, ${a.pages.length} pages: ${a.system} ${percent(a.overall.score, 2)}, ${b.system} ${percent(b.overall.score, 2)}`,
    `${a.system} is better on ${won} pages, worse on ${lost}, equal on ${a.pages.length - won - lost}`,
    textTable({ head: ['test', 'p', 'details'], rows, leftColumns: [2] }),
    a.signature,
    b.signature,
  ].join('\n\n');
}
