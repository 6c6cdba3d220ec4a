import { writeFileSync } from 'node:fs';
import { type Command, Option } from 'commander';
import { scoresCsv, scoresJson } from '../reports/score-files.js';
import { percent, textTable } from '../reports/text-table.js';
import { type Evaluation, GROUPINGS, type Grouping } from '../run/evaluate.js';
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

interface Options extends ScoringOptions {
  readonly by?: Grouping;
  readonly json?: string;
  readonly csv?: string;
}

/** `score`: any extractors on any datasets with any metrics. */
export function addScore(program: Command): void {
  const command = program
    .command('score')
    .summary('score extractors on datasets')
    .description(
      'Scores extractors on datasets (names, or folders in any known format) and prints a table with signatures.\nExtractors that learn sites (site, containers, urltree, goldminer, …) read the chosen pages of each domain in the dataset’s order.',
    )
    .argument('<dataset...>', 'names from "dehusk-lab datasets", or folders');
  withMetricOption(withRunOptions(command))
    .addOption(new Option('--by <group>', 'also score groups of pages').choices([...GROUPINGS]))
    .option('--json <file>', 'write everything, page by page, with signatures')
    .option('--csv <file>', 'write a line a page, extractor and metric')
    .addHelpText(
      'after',
      `
Examples:
  dehusk-lab score wcxb-dev -e boilerpipe-article,readability-jsdom --by pageType
  dehusk-lab score cleaneval -e bte -m cleaneval,cleaneval:unlabelled=true
  dehusk-lab score streams -e dehusk,site,containers
  dehusk-lab score my-folder -e ./mine.js --json scores.json
  dehusk-lab score cleanportaleval --stored theirs=outputs.json.gz`,
    )
    .action(async (names: string[], options: Options) => {
      const systems = systemsOf(options);
      const metrics = metricsOf(options);
      const datasets = names.map((name) => datasetOf(name, options));
      const evaluations: Evaluation[] = [];
      for (const dataset of datasets) {
        const chosen = await choosePages(dataset, options);
        const scored = await scoreAll(chosen, systems, metrics, options, options.by);
        evaluations.push(...scored);
        process.stdout.write(`${describeScores(scored)}\n\n`);
      }
      if (options.json !== undefined) writeFileSync(options.json, scoresJson(evaluations));
      if (options.csv !== undefined) writeFileSync(options.csv, scoresCsv(evaluations));
    });
}

/** The evaluations of one dataset: a table a metric, group scores, failures, signatures. */
export function describeScores(evaluations: readonly Evaluation[]): string {
  const parts: string[] = [];
  for (const metric of new Set(evaluations.map((one) => one.metric))) {
    const of = evaluations.filter((one) => one.metric === metric);
    parts.push(`${of[0].dataset}, ${metric}, ${of[0].overall.pages} pages (percent)`);
    parts.push(
      textTable({
        head: ['extractor', 'score', 'precision', 'recall', ...Object.keys(of[0].overall.extras), 'no text'],
        rows: of.map(({ system, overall, failures }) => [
          system,
          percent(overall.score, 2),
          percent(overall.precision, 2),
          percent(overall.recall, 2),
          ...Object.values(overall.extras).map((value) => percent(value, 2)),
          describeFailures(failures),
        ]),
      }),
    );
    const groups = of[0].groups;
    if (groups.length > 0)
      parts.push(
        textTable({
          head: ['group', 'pages', ...of.map(({ system }) => system)],
          rows: groups.map(({ name, score }, at) => [
            name,
            String(score.pages),
            ...of.map((one) => percent(one.groups[at].score.score, 2)),
          ]),
        }),
      );
  }
  parts.push(evaluations.map(({ signature }) => signature).join('\n'));
  return parts.join('\n\n');
}

function describeFailures(failures: Readonly<Record<string, number>>): string {
  return (
    Object.entries(failures)
      .map(([reason, pages]) => `${pages} ${reason}`)
      .join(', ') || '0'
  );
}
