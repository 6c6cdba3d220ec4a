import { writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import type { Case } from '../datasets/dataset.js';
import { isHeldAside } from '../datasets/split.js';
import { METRICS } from '../metrics/index.js';
import { aggregate, type Metric } from '../metrics/metric.js';
import { scoresJson } from '../reports/scores.js';
import { fixed, markdownTable, markersOf, replacePart, textTable } from '../reports/tables.js';
import type { Evaluation } from '../run/evaluate.js';
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
  withScoringOptions,
} from './options.js';

const STRUCTURE_DATASET = 'structure';
const SYSTEMS: readonly string[] = ['dehusk', 'defuddle', 'readability-turndown'];
const STRUCTURE = METRICS.map((one) => one.create(one.defaults)).filter(({ reads }) => reads === 'markdown');

interface Options extends ScoringOptions {
  readonly markdown?: boolean;
  readonly write?: string;
  readonly json?: string;
}

/** The part of a file that `--write` replaces. */
const PART = 'structure';

/** The parts of the dataset `structure` that are reported; of another one only the last. */
const PARTS: readonly [name: string, has: (one: Case) => boolean][] = [
  ['sites for tuning', (one) => !isHeldAside(one)],
  ['sites held aside', isHeldAside],
  ['all sites', () => true],
];

/** `structure`: the Markdown of several systems beside the authors', metric by metric. */
export function addStructure(program: Command): void {
  const command = addCommand(program, {
    name: 'structure',
    summary: 'score the Markdown of several systems, a row per metric',
    description: `Scores Markdown on pages whose authors' Markdown is known: headings, lists, tables, code, formulas, footnotes and more.\nOf the dataset structure, prints a table each for the sites used for tuning, the sites held aside, and all. Systems: ${SYSTEMS.join(', ')}.`,
    examples: ['structure', 'structure -e dehusk --split 1/3:structure', 'structure --stored mine=outputs.jsonl'],
  }).argument('[dataset]', 'a dataset with Markdown as gold', STRUCTURE_DATASET);
  withScoringOptions(command)
    .option('--markdown', 'print Markdown')
    .option('--write <file>', `replace the text between ${markersOf(PART).join(' and ')} in a file`)
    .option('--json <file>', 'write all scores, page by page')
    .action(async (name: string, options: Options) => {
      const metrics = options.metric === undefined ? STRUCTURE : metricsOf(options);
      const chosen = await choosePages(datasetOf(name, options), options);
      const evaluations = await scoreAll(chosen, systemsOf(options, SYSTEMS), metrics, options);
      const { write } = options;
      const isMarkdown = options.markdown || write !== undefined;
      const parts = PARTS.slice(chosen.dataset.name === STRUCTURE_DATASET ? 0 : -1).flatMap(([part, has]) => {
        const pages = [...chosen.cases.keys()].filter((at) => has(chosen.cases[at]));
        if (pages.length === 0) return [];
        const table = isMarkdown ? markdownTable : textTable;
        return [`${part}, ${pages.length} pages`, table(tableOf(metrics, evaluations, pages, isMarkdown))];
      });
      const text = [...parts, signatures(evaluations, metrics.length, isMarkdown)].join('\n\n');
      if (options.json !== undefined) writeFileSync(options.json, scoresJson(evaluations));
      if (write === undefined) print(command, text);
      else {
        asTyped(() => replacePart(write, PART, text));
        print(command, `wrote the structure table into ${write}`);
      }
    });
}

/** Scores over some pages; the best of a row is bold in Markdown. */
function tableOf(
  metrics: readonly Metric[],
  evaluations: readonly Evaluation[],
  pages: readonly number[],
  isMarkdown: boolean,
) {
  const systems = [...new Set(evaluations.map(({ system }) => system))];
  const rows = metrics.map((metric, row) => {
    const counts = systems.map((_, column) =>
      pages.map((at) => evaluations[column * metrics.length + row].pages[at].counts),
    );
    const scores = counts.map((one) => aggregate(metric, one).score);
    const printed = scores.map((score) => fixed(score, 3).replace(/^0/, ''));
    const best = printed[scores.indexOf(Math.max(...scores))];
    const isMarked = (cell: string): boolean => isMarkdown && cell === best && printed.length > 1;
    const cells = printed.map((cell) => (isMarked(cell) ? `**${cell}**` : cell));
    // A page has the kind when the metric counts it for any system.
    const scored = pages.filter((_, at) => counts.some((one) => !Number.isNaN(metric.score(one[at]))));
    return [metric.name, ...cells, String(scored.length)];
  });
  return { head: ['metric', ...systems, 'pages'], rows };
}

/** The first metric's signature of each system. */
function signatures(evaluations: readonly Evaluation[], metrics: number, isMarkdown: boolean): string {
  const lines = evaluations.filter((_, at) => at % metrics === 0).map(({ signature }) => signature);
  return isMarkdown ? `\`\`\`\n${lines.join('\n')}\n\`\`\`` : lines.join('\n');
}
