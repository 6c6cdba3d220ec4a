import { writeFileSync } from 'node:fs';
import { type Command, Option } from 'commander';
import { scoresCsv, scoresJson } from '../reports/scores.js';
import { percent, textTable } from '../reports/tables.js';
import { footnotes, markOf } from '../run/contamination.js';
import { type Evaluation, GROUPINGS, type Grouping } from '../run/evaluate.js';
import {
  addCommand,
  choosePages,
  datasetOf,
  metricsOf,
  print,
  type ScoringOptions,
  scoreAll,
  systemsOf,
  withScoringOptions,
} from './options.js';

interface Options extends ScoringOptions {
  readonly by?: Grouping;
  readonly json?: string;
  readonly csv?: string;
}

/** `score`: any extractors on any datasets with any metrics. */
export function addScore(program: Command): void {
  const command = addCommand(program, {
    name: 'score',
    summary: 'score extractors on datasets',
    description:
      'Scores extractors on datasets (names, or folders in any known format) and prints a table with signatures.\nExtractors that learn sites (site, containers, urltree, goldminer, …) read the chosen pages of each domain in the dataset’s order.',
    examples: [
      'score wcxb-dev -e boilerpipe-article,readability-jsdom --by pageType',
      'score cleaneval -e bte -m cleaneval,cleaneval:unlabelled=true',
      'score streams -e dehusk,site,containers',
      'score my-folder -e ./mine.js --json scores.json',
      'score cleanportaleval --stored theirs=outputs.json.gz',
    ],
  }).argument('<dataset...>', 'names from "dehusk-lab datasets", or folders');
  withScoringOptions(command)
    .addOption(new Option('--by <group>', 'also score groups of pages').choices([...GROUPINGS]))
    .option('--json <file>', 'write all scores, page by page, with signatures')
    .option('--csv <file>', 'write one line per page, extractor and metric')
    .action(async (names: string[], options: Options) => {
      const systems = systemsOf(options);
      const metrics = metricsOf(options);
      const evaluations: Evaluation[] = [];
      for (const dataset of names.map((name) => datasetOf(name, options))) {
        const chosen = await choosePages(dataset, options);
        const scored = await scoreAll(chosen, systems, metrics, options, options.by);
        evaluations.push(...scored);
        print(command, `${describeScores(scored)}\n`);
      }
      if (options.json !== undefined) writeFileSync(options.json, scoresJson(evaluations));
      if (options.csv !== undefined) writeFileSync(options.csv, scoresCsv(evaluations));
    });
}

/** The evaluations of one dataset: a table per metric, group scores, failures, signatures. */
function describeScores(evaluations: readonly Evaluation[]): string {
  const parts: string[] = [];
  for (const metric of new Set(evaluations.map((one) => one.metric))) {
    const of = evaluations.filter((one) => one.metric === metric);
    const [{ dataset, groups, overall }] = of;
    parts.push(`${dataset}, ${metric}, ${overall.pages} pages (percent)`);
    parts.push(
      textTable({
        head: ['extractor', 'score', 'precision', 'recall', ...Object.keys(overall.extras), 'no text'],
        rows: of.map(({ system, contamination, overall: { score, precision, recall, extras }, failures }) => [
          system + markOf(contamination),
          ...[score, precision, recall, ...Object.values(extras)].map((value) => percent(value, 2)),
          describeFailures(failures),
        ]),
      }),
    );
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
  const notes = footnotes(evaluations.map(({ contamination }) => contamination));
  if (notes.length > 0) parts.push(notes.join('\n'));
  parts.push(evaluations.map(({ signature }) => signature).join('\n'));
  return parts.join('\n\n');
}

function describeFailures(failures: Readonly<Record<string, number>>): string {
  const parts = Object.entries(failures).map(([reason, pages]) => `${pages} ${reason}`);
  return parts.join(', ') || '0';
}
