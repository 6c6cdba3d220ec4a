import { writeFileSync } from 'node:fs';
import { DEFAULT_EXTRACTOR, EXTRACTORS } from '@dehusk/core';
import { type Command, Option } from 'commander';
import { OUTDONE_MEASURES, type OutdoneMeasure, type OutdonePage, outdonePages } from '../reports/hard-cases.js';
import { percent, textTable } from '../reports/text-table.js';
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
import { UsageError } from './usage-error.js';

interface Options extends ScoringOptions {
  readonly judged: string;
  readonly measure: OutdoneMeasure;
  readonly below: number;
  readonly above: number;
  readonly pageType?: string;
  readonly json?: string;
}

/** What keeps nearly everything is on the right side of recall on every page: no judge. */
const BASELINES: ReadonlySet<string> = new Set(['everything', 'min-words', 'recall']);

/** `outdone`: the pages one extractor fails on and another does not. */
export function addOutdone(program: Command): void {
  const command = program
    .command('outdone')
    .summary('list the pages one extractor fails on where another does well')
    .description(
      'Lists the pages where one system is below a bound and another of the systems above another bound: by precision, recall or score.\nWithout -e, the judged system stands beside all our extractors but the baselines.',
    )
    .argument('<dataset...>', 'names from "dehusk-lab datasets", or folders');
  withMetricOption(withRunOptions(command))
    .option('--judged <name>', 'the system whose failures are listed', DEFAULT_EXTRACTOR)
    .addOption(
      new Option('--measure <measure>', 'what is compared').choices([...OUTDONE_MEASURES]).default('precision'),
    )
    .option('--below <0…1>', 'the judged system is below this', shareOf('--below'), 0.5)
    .option('--above <0…1>', 'another one is above this', shareOf('--above'), 0.9)
    .option('--page-type <type>', 'only pages of this type, as the dataset says it')
    .option('--json <file>', 'write the list')
    .addHelpText(
      'after',
      `
Examples:
  dehusk-lab outdone l3s-gn1 daniel-a --kind article --split 0/2:default -n 100
  dehusk-lab outdone readability --measure recall -e dehusk,boilerpipe-article,readability-linkedom
  dehusk-lab train default --outputs out-of-fold.json
  dehusk-lab outdone wcxb-dev --page-type article --stored dehusk=out-of-fold.json`,
    )
    .action(async (names: string[], options: Options) => {
      const metrics = metricsOf(options);
      if (metrics.length !== 1) throw new UsageError(`--metric got ${metrics.length} metrics, expected one`);
      const stored = new Set(options.stored.map((text) => text.split('=')[0]));
      const systems = systemsOf({
        ...options,
        extractor:
          options.extractor ??
          EXTRACTORS.map(({ name }) => name).filter((name) => !BASELINES.has(name) && !stored.has(name)),
      });
      const judged = systems.findIndex(({ name }) => name === options.judged);
      if (judged < 0)
        throw new UsageError(
          `--judged got "${options.judged}", expected one of ${systems.map(({ name }) => name).join(', ')}`,
        );
      const datasets = names.map((name) => datasetOf(name, options));
      const lists: unknown[] = [];
      for (const dataset of datasets) {
        const chosen = await choosePages(dataset, options);
        const cases = chosen.cases.filter(
          ({ pageType }) => options.pageType === undefined || pageType === options.pageType,
        );
        if (cases.length === 0) throw new UsageError(`${dataset.name} has no page of type "${options.pageType}" here`);
        const selection = `${chosen.selection}${options.pageType === undefined ? '' : `|type:${options.pageType}`}`;
        const scored = await scoreAll({ dataset, cases, selection }, systems, metrics, options);
        const own = scored[judged];
        const found = outdonePages(
          own,
          scored.filter((_, at) => at !== judged),
          options,
        );
        process.stdout.write(
          `${dataset.name}: ${found.length} of ${cases.length} pages with ${options.measure} of ${options.judged} < ${options.below} where another has > ${options.above}\n\n`,
        );
        if (found.length > 0) process.stdout.write(`${describeOutdone(options.judged, found)}\n\n`);
        process.stdout.write(`${own.signature}\n\n`);
        lists.push({ dataset: dataset.name, pages: cases.length, signature: own.signature, found });
      }
      if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(lists, null, 1)}\n`);
    });
}

function describeOutdone(judged: string, found: readonly OutdonePage[]): string {
  return textTable({
    head: ['page', judged, 'precision', 'recall', 'outdone by', 'score', 'precision', 'recall', 'systems'],
    rows: found.map(({ own, by, best, systems }) => [
      own.id,
      percent(own.score),
      percent(own.precision),
      percent(own.recall),
      by,
      percent(best.score),
      percent(best.precision),
      percent(best.recall),
      String(systems),
    ]),
    leftColumns: [4],
  });
}

function shareOf(option: string): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() === '' || !(value >= 0 && value <= 1))
      throw new UsageError(`${option} got "${text}", expected a number from 0 to 1`);
    return value;
  };
}
