/**
 * Pages where one system is far from the gold although another is near it: losses that the page does not explain. Sorted by
 * loss, they are the first to improve.
 */
import { writeFileSync } from 'node:fs';
import { DEFAULT_EXTRACTOR, EXTRACTORS } from '@dehusk/core';
import { type Command, Option } from 'commander';
import { percent, textTable } from '../reports/tables.js';
import type { Evaluation, PageScore } from '../run/evaluate.js';
import {
  addCommand,
  choosePages,
  datasetOf,
  metricsOf,
  print,
  type ScoringOptions,
  scoreAll,
  share,
  systemsOf,
  UsageError,
  withScoringOptions,
} from './options.js';

/** Measures by which pages are compared. */
const MEASURES = ['precision', 'recall', 'score'] as const;

export interface HardCaseBounds {
  readonly measure: (typeof MEASURES)[number];
  /** The system is below this, 0…1, … */
  readonly below: number;
  /** … where another is above this, 0…1. */
  readonly above: number;
}

/** One page on which another system does far better. */
export interface HardCase {
  /** Index among the evaluation's pages. */
  readonly at: number;
  readonly own: PageScore;
  /** The system above the bound with the highest score (the earlier of equals), and its score. */
  readonly by: string;
  readonly best: PageScore;
  /** Number of systems above the bound. */
  readonly systems: number;
}

/**
 * The pages where a system is below the bound and one of `others` is above it, the largest difference of scores first. An
 * undefined measure (no words kept: no precision) is neither.
 *
 * @param others evaluations of the same pages in the same order
 */
export function hardCases(
  system: Evaluation,
  others: readonly Evaluation[],
  { measure, below, above }: HardCaseBounds,
): readonly HardCase[] {
  const found: HardCase[] = [];
  system.pages.forEach((own, at) => {
    if (!(own[measure] < below)) return;
    const better = others.filter(({ pages }) => pages[at][measure] > above);
    if (better.length === 0) return;
    const best = better.reduce((a, b) => (b.pages[at].score > a.pages[at].score ? b : a));
    found.push({ at, own, by: best.system, best: best.pages[at], systems: better.length });
  });
  const loss = ({ own, best }: HardCase): number => best.score - own.score;
  return found.sort((x, y) => loss(y) - loss(x) || x.at - y.at);
}

interface Options extends ScoringOptions, HardCaseBounds {
  readonly system: string;
  readonly pageType?: string;
  readonly json?: string;
}

/** Extractors that keep nearly everything have a high recall on every page and say nothing about it. */
const BASELINES: ReadonlySet<string> = new Set(['everything', 'min-words', 'recall']);

/** `hard-cases`: the pages on which one extractor fails and another does not. */
export function addHardCases(program: Command): void {
  const command = addCommand(program, {
    name: 'hard-cases',
    summary: 'list the pages on which one extractor fails and another does well',
    description:
      'Lists the pages where one system is below a bound and another system is above a second bound: by precision, recall or score.\nWithout -e, the system is compared with all our extractors except the baselines.',
    examples: [
      'hard-cases l3s-gn1 daniel-a --kind article --split 0/2:default -n 100',
      'hard-cases readability --measure recall -e dehusk,boilerpipe-article,readability-linkedom',
      'train default --outputs out-of-fold.json',
      'hard-cases wcxb-dev --page-type article --stored dehusk=out-of-fold.json',
    ],
  }).argument('<dataset...>', 'names from "dehusk-lab datasets", or folders');
  withScoringOptions(command)
    .option('--system <name>', 'the system whose failures are listed', DEFAULT_EXTRACTOR)
    .addOption(new Option('--measure <measure>', 'the compared measure').choices([...MEASURES]).default('precision'))
    .option('--below <0…1>', 'the system is below this', share, 0.5)
    .option('--above <0…1>', 'another one is above this', share, 0.9)
    .option('--page-type <type>', 'only pages of this type')
    .option('--json <file>', 'write the list')
    .action(async (names: string[], options: Options) => {
      const metrics = metricsOf(options);
      if (metrics.length !== 1) throw new UsageError(`--metric got ${metrics.length} metrics, expected one`);
      const { system, measure, below, above, pageType } = options;
      const stored = new Set(options.stored.map((text) => text.split('=')[0]));
      const ours = EXTRACTORS.map(({ name }) => name).filter((name) => !BASELINES.has(name) && !stored.has(name));
      const systems = systemsOf({ ...options, extractor: options.extractor ?? ours });
      const own = systems.findIndex(({ name }) => name === system);
      if (own < 0)
        throw new UsageError(`--system got "${system}", expected one of ${systems.map(({ name }) => name).join(', ')}`);
      const lists: unknown[] = [];
      for (const dataset of names.map((name) => datasetOf(name, options))) {
        const chosen = await choosePages(dataset, options);
        const cases = chosen.cases.filter((one) => pageType === undefined || one.pageType === pageType);
        if (cases.length === 0) throw new UsageError(`${dataset.name} has no page of type "${pageType}" here`);
        const selection = `${chosen.selection}${pageType === undefined ? '' : `|type:${pageType}`}`;
        const scored = await scoreAll({ dataset, cases, selection }, systems, metrics, options);
        const [evaluation] = scored.splice(own, 1);
        const found = hardCases(evaluation, scored, options);
        print(
          command,
          `${dataset.name}: ${found.length} of ${cases.length} pages with ${measure} of ${system} < ${below} where another has > ${above}\n`,
        );
        if (found.length > 0) print(command, `${describe(system, found)}\n`);
        print(command, `${evaluation.signature}\n`);
        lists.push({ dataset: dataset.name, pages: cases.length, signature: evaluation.signature, found });
      }
      if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(lists, null, 1)}\n`);
    });
}

function describe(system: string, found: readonly HardCase[]): string {
  const figures = ({ score, precision, recall }: PageScore): string[] =>
    [score, precision, recall].map((value) => percent(value));
  return textTable({
    head: ['page', system, 'precision', 'recall', 'best system', 'score', 'precision', 'recall', 'systems'],
    rows: found.map(({ own, by, best, systems }) => [own.id, ...figures(own), by, ...figures(best), String(systems)]),
    leftColumns: [4],
  });
}
