import type { Command } from 'commander';
import { mean } from 'simple-statistics';
import { DATASET_RECORDS, datasetNames } from '../datasets/index.js';
import { markdownTable, percent, textTable } from '../reports/tables.js';
import type { Evaluation } from '../run/evaluate.js';
import { footnotes, markOf } from '../run/evaluate.js';
import { systemsPresent } from '../run/system.js';
import {
  addCommand,
  CommandLineError,
  type ScoringOptions,
  type Session,
  withScoringOptions,
  withWrite,
} from './session.js';

/** The bag of words (order-free, WCXB's) and the aligned words (CleanEval's). */
const TABLE_METRICS: readonly string[] = ['word-multiset', 'cleaneval'];

/** Pages per dataset: eight datasets × thirty systems then take less than 15 minutes on two cores. */
const TABLE_LIMIT = 100;

const PART = 'scores';

interface ScoreTableFlags extends ScoringOptions {
  readonly full?: boolean;
  readonly write?: string;
}

export function addTable(program: Command): void {
  addCommand<ScoreTableFlags>(program, {
    name: 'table',
    summary: 'score every available system on every development dataset',
    description: `Scores every available extractor and peer on every development dataset that is present, under two metrics.\nUnless --full, ${TABLE_LIMIT} pages per dataset, chosen by a hash of their ids; of page streams only articles.`,
    examples: ['table', 'table --write README.md', 'table cleaneval canola --full -e bte,justext'],
    inputs: [['[dataset...]', 'other datasets instead']],
    options: (command) => withWrite(withScoringOptions(command).option('--full', 'every page'), PART),
    async run(session) {
      const { write } = session.options;
      const evaluations = await scoreTable(session);
      session.printInto(write, PART, write === undefined ? terminal(evaluations) : markdown(evaluations));
    },
  });
}

async function scoreTable(session: Session<ScoreTableFlags>): Promise<Evaluation[]> {
  const { data, extractor, full, limit = TABLE_LIMIT, kind = 'article' } = session.options;
  // Single streams are part of `streams`.
  const known = datasetNames({ root: data }).filter(
    (name) => !name.includes('/') && DATASET_RECORDS[name]?.isPartial !== true,
  );
  const present = session.names.length > 0 ? session.names : known;
  if (present.length === 0)
    throw new CommandLineError('no development dataset is present: give --data or name a folder');
  const systems = extractor === undefined ? [...systemsPresent(), ...session.systems([])] : session.systems();
  const metrics = session.metrics(TABLE_METRICS);
  const evaluations: Evaluation[] = [];
  for (const name of present) {
    const chosen = await session.pages(name, { limit: full ? null : limit, kind });
    evaluations.push(...(await session.score(chosen, systems, metrics, 'pageType')));
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
      ...[system, ...scores.map((score, at) => percent(score) + marks[at]), percent(mean)],
    ]);
    const pages = ['pages', ...datasets.map((one) => String(one.pages)), ''];
    return `${metric} (percent)\n\n${textTable({ head, rows: [...cells, pages] })}`;
  });
  return [...parts, ...notesOf(evaluations), evaluations.map(({ signature }) => signature).join('\n')].join('\n\n');
}

function markdown(evaluations: readonly Evaluation[]): string {
  const parts = scoreGrid(evaluations).map(({ metric, datasets, rows }) => {
    const best = datasets.map((_, at) => Math.max(...rows.map(({ scores }) => scores[at])));
    const cellOf = (score: number, at: number): string =>
      score === best[at] ? `**${percent(score)}**` : percent(score);
    const table = markdownTable({
      head: [`${metric}, %`, ...datasets.map(({ name, pages }) => `${name} (${pages})`), 'mean'],
      rows: rows.map(({ system, scores, marks, mean }) => [
        ...[system, ...scores.map((score, at) => cellOf(score, at) + marks[at]), percent(mean)],
      ]),
    });
    const signatures = datasets.map(({ name }) => {
      const first = evaluations.find((one) => one.metric === metric && one.dataset === name)?.signature ?? '';
      return first.replace(/\|by:[^|]*/, '');
    });
    const details = `<details><summary>Signatures</summary>\n\n\`\`\`\n${signatures.join('\n')}\n\`\`\`\n\n</details>`;
    return [table, ...notesOf(evaluations), details].join('\n\n');
  });
  return parts.join('\n\n');
}

/**
 * One grid per metric, in order of appearance: systems by datasets, the best mean first. A score is NaN where a system was not
 * scored, and so is its mean; marks are those of pages that the system saw before.
 */
function scoreGrid(evaluations: readonly Evaluation[]) {
  const names = (field: 'metric' | 'dataset' | 'system', of: readonly Evaluation[]): string[] => [
    ...new Set(of.map((one) => one[field])),
  ];
  return names('metric', evaluations).map((metric) => {
    const of = evaluations.filter((one) => one.metric === metric);
    const datasets = names('dataset', of).map((name) => ({
      name,
      pages: of.find((one) => one.dataset === name)?.overall.pages ?? 0,
    }));
    const rows = names('system', of).map((system) => {
      const own = datasets.map(({ name }) => of.find((one) => one.system === system && one.dataset === name));
      const scores = own.map((one) => one?.overall.score ?? Number.NaN);
      return { system, scores, marks: own.map((one) => markOf(one?.contamination ?? null)), mean: mean(scores) };
    });
    return { metric, datasets, rows: rows.sort((a, b) => (b.mean || 0) - (a.mean || 0)) };
  });
}
