import { writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import { DATASET_RECORDS, datasetNames } from '../datasets/index.js';
import { scoreGrid, scoresJson } from '../reports/scores.js';
import { markdownTable, markersOf, percent, replacePart, textTable } from '../reports/tables.js';
import { footnotes } from '../run/contamination.js';
import type { Evaluation } from '../run/evaluate.js';
import { systemsPresent } from '../run/system.js';
import {
  addCommand,
  asTyped,
  choosePages,
  datasetOf,
  metricsOf,
  print,
  type ScoringOptions,
  scoreAll,
  systemsOf,
  UsageError,
  withScoringOptions,
} from './options.js';

/** Metrics of the preset: the bag of words (order-free, WCXB's) and the aligned words (CleanEval's). */
const TABLE_METRICS: readonly string[] = ['word-multiset', 'cleaneval'];

/**
 * Pages per dataset of the preset: eight datasets × thirty systems then take less than 15 minutes on two cores, with the
 * slowest DOM library (some 4 pages per second).
 */
const TABLE_LIMIT = 100;

interface Options extends ScoringOptions {
  readonly full?: boolean;
  readonly markdown?: boolean;
  readonly write?: string;
  readonly json?: string;
}

/** The part of a file that `--write` replaces. */
const PART = 'scores';

/** `table`: every development dataset, every available extractor and peer, two metrics. */
export function addTable(program: Command): void {
  const command = addCommand(program, {
    name: 'table',
    summary: 'score every available system on every development dataset',
    description: `Scores every available extractor and peer on every development dataset that is present, under two metrics.\nUnless --full, ${TABLE_LIMIT} pages per dataset, chosen by a hash of their ids; of page streams only articles.`,
    examples: ['table', 'table --write README.md', 'table cleaneval canola --full -e bte,justext'],
  }).argument('[dataset...]', 'other datasets instead');
  withScoringOptions(command)
    .option('--full', 'every page')
    .option('--markdown', 'print Markdown')
    .option('--write <file>', `replace the text between ${markersOf(PART).join(' and ')} in a file`)
    .option('--json <file>', 'write all scores, page by page, for "dehusk-lab report --scores"')
    .action(async (names: string[], options: Options) => {
      const evaluations = await scoreTable(names, options);
      const { write } = options;
      const text = options.markdown || write !== undefined ? markdown(evaluations) : terminal(evaluations);
      if (options.json !== undefined) writeFileSync(options.json, scoresJson(evaluations));
      if (write === undefined) print(command, text);
      else {
        asTyped(() => replacePart(write, PART, text));
        print(command, `wrote the score table into ${write}`);
      }
    });
}

/** The preset's scores, grouped by page type. */
export async function scoreTable(
  names: readonly string[],
  options: ScoringOptions & { readonly full?: boolean },
): Promise<Evaluation[]> {
  // Single streams are part of `streams`.
  const known = datasetNames({ root: options.data }).filter(
    (name) => !name.includes('/') && DATASET_RECORDS[name]?.isPartial !== true,
  );
  const present = names.length > 0 ? names : known;
  if (present.length === 0) throw new UsageError('no development dataset is present: give --data or name a folder');
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

/** The footnotes as one paragraph; empty without marks. */
function notesOf(evaluations: readonly Evaluation[]): readonly string[] {
  const notes = footnotes(evaluations.map(({ contamination }) => contamination));
  return notes.length === 0 ? [] : [`${notes.join('; ')}. Means include marked figures.`];
}

function terminal(evaluations: readonly Evaluation[]): string {
  const parts = scoreGrid(evaluations).map(({ metric, datasets, rows }) => {
    const head = ['extractor', ...datasets.map(({ name }) => name), 'mean'];
    const cells = rows.map(({ system, scores, marks, mean }) => [
      system,
      ...scores.map((score, at) => percent(score) + marks[at]),
      percent(mean),
    ]);
    const pages = ['pages', ...datasets.map((one) => String(one.pages)), ''];
    return `${metric} (percent)\n\n${textTable({ head, rows: [...cells, pages] })}`;
  });
  return [...parts, ...notesOf(evaluations), evaluations.map(({ signature }) => signature).join('\n')].join('\n\n');
}

function markdown(evaluations: readonly Evaluation[]): string {
  return scoreGrid(evaluations)
    .map(({ metric, datasets, rows }) => {
      const best = datasets.map((_, at) => Math.max(...rows.map(({ scores }) => scores[at])));
      const table = markdownTable({
        head: [`${metric}, %`, ...datasets.map(({ name, pages }) => `${name} (${pages})`), 'mean'],
        rows: rows.map(({ system, scores, marks, mean }) => [
          system,
          ...scores.map((score, at) => (score === best[at] ? `**${percent(score)}**` : percent(score)) + marks[at]),
          percent(mean),
        ]),
      });
      const signatures = datasets.map(({ name }) => {
        const first = evaluations.find((one) => one.metric === metric && one.dataset === name)?.signature ?? '';
        return first.replace(/\|by:[^|]*/, '');
      });
      return `${table}\n\n${notesOf(evaluations)
        .map((one) => `${one}\n\n`)
        .join('')}<details><summary>Signatures</summary>\n\n\`\`\`\n${signatures.join('\n')}\n\`\`\`\n\n</details>`;
    })
    .join('\n\n');
}
