import { writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import { datasetNames } from '../datasets/index.js';
import { markersOf, replacePart } from '../reports/replace-between.js';
import { scoresJson } from '../reports/score-files.js';
import { meanOf, scoreGrid } from '../reports/score-grid.js';
import { markdownTable, percent, textTable } from '../reports/text-table.js';
import type { Evaluation } from '../run/evaluate.js';
import { systemsPresent } from '../run/system.js';
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
import { asTyped, UsageError } from './usage-error.js';

/** Metrics of the preset: the bag of words (order-free, WCXB's) and the aligned words (CleanEval's). */
export const TABLE_METRICS: readonly string[] = ['word-multiset', 'cleaneval'];

/**
 * Pages a dataset of the preset: with it, eight datasets × thirty systems stay under 15 minutes on two cores, the slowest
 * DOM library (some 4 pages a second) included.
 */
export const TABLE_LIMIT = 100;

interface Options extends ScoringOptions {
  readonly full?: boolean;
  readonly markdown?: boolean;
  readonly write?: string;
  readonly json?: string;
}

/** The part of a file `--write` replaces. */
const PART = 'scores';

/** `table`: every development dataset, every extractor and peer present, two metrics. */
export function addTable(program: Command): void {
  const command = program
    .command('table')
    .summary('score everything that is here on every development dataset')
    .description(
      `Scores every extractor and peer that is here on every development dataset that is here, under two metrics.\nUnless --full, ${TABLE_LIMIT} pages a dataset, chosen by a hash of their ids; of page streams only articles.`,
    )
    .argument('[dataset...]', 'other datasets instead');
  withMetricOption(withRunOptions(command))
    .option('--full', 'every page')
    .option('--markdown', 'print Markdown')
    .option('--write <file>', `replace what stands between ${markersOf(PART).join(' and ')} in a file`)
    .option('--json <file>', 'write everything, page by page, for "dehusk-lab report --scores"')
    .addHelpText(
      'after',
      `
Examples:
  dehusk-lab table
  dehusk-lab table --write README.md
  dehusk-lab table cleaneval canola --full -e bte,justext`,
    )
    .action(async (names: string[], options: Options) => {
      const evaluations = await scoreTable(names, options);
      const { write } = options;
      const text = options.markdown || write !== undefined ? markdown(evaluations) : terminal(evaluations);
      if (options.json !== undefined) writeFileSync(options.json, scoresJson(evaluations));
      if (write === undefined) process.stdout.write(`${text}\n`);
      else {
        asTyped(() => replacePart(write, PART, text));
        process.stdout.write(`wrote the score table into ${write}\n`);
      }
    });
}

/** The preset's scores, grouped by page type. */
export async function scoreTable(
  names: readonly string[],
  options: ScoringOptions & { readonly full?: boolean },
): Promise<Evaluation[]> {
  // A stream is a part of `streams`.
  const here = datasetNames(options.data === undefined ? {} : { root: options.data });
  const present = names.length > 0 ? names : here.filter((name) => !name.includes('/'));
  if (present.length === 0) throw new UsageError('no development dataset is here: give --data or name a folder');
  const systems =
    options.extractor === undefined ? [...systemsPresent(), ...systemsOf(options, [])] : systemsOf(options);
  const metrics = metricsOf(options, TABLE_METRICS);
  const limit = options.full ? null : (options.limit ?? TABLE_LIMIT);
  const evaluations: Evaluation[] = [];
  for (const name of present) {
    const chosen = await choosePages(datasetOf(name, options), options, { limit, kind: options.kind ?? 'article' });
    evaluations.push(...(await scoreAll(chosen, systems, metrics, options, 'pageType')));
  }
  return evaluations;
}

function terminal(evaluations: readonly Evaluation[]): string {
  const parts = scoreGrid(evaluations).map(({ metric, datasets, rows }) => {
    const head = ['extractor', ...datasets.map(({ name }) => name), 'mean'];
    const cells = rows.map(({ system, scores }) => [
      system,
      ...scores.map((score) => percent(score)),
      percent(meanOf(scores)),
    ]);
    const pages = ['pages', ...datasets.map((one) => String(one.pages)), ''];
    return `${metric} (percent)\n\n${textTable({ head, rows: [...cells, pages] })}`;
  });
  return [...parts, evaluations.map(({ signature }) => signature).join('\n')].join('\n\n');
}

function markdown(evaluations: readonly Evaluation[]): string {
  return scoreGrid(evaluations)
    .map(({ metric, datasets, rows }) => {
      const best = datasets.map((_, at) => Math.max(...rows.map(({ scores }) => scores[at])));
      const table = markdownTable({
        head: [`${metric}, %`, ...datasets.map(({ name, pages }) => `${name} (${pages})`), 'mean'],
        rows: rows.map(({ system, scores }) => [
          system,
          ...scores.map((score, at) => (score === best[at] ? `**${percent(score)}**` : percent(score))),
          percent(meanOf(scores)),
        ]),
      });
      const signatures = datasets.map(({ name }) => {
        const first = evaluations.find((one) => one.metric === metric && one.dataset === name)?.signature ?? '';
        return first.replace(/\|by:[^|]*/, '');
      });
      return `${table}\n\n<details><summary>Signatures</summary>\n\n\`\`\`\n${signatures.join('\n')}\n\`\`\`\n\n</details>`;
    })
    .join('\n\n');
}
