import type { Command } from 'commander';
import type { Case } from '../datasets/dataset.js';
import { isHeldAside } from '../datasets/split.js';
import { METRICS } from '../metrics/index.js';
import { aggregate, type Metric } from '../metrics/metric.js';
import { fixed, markdownTable, textTable } from '../reports/tables.js';
import type { Evaluation } from '../run/evaluate.js';
import { addCommand, type ScoringOptions, withScoringOptions, withWrite } from './session.js';

const STRUCTURE_DATASET = 'structure';
const SYSTEMS: readonly string[] = ['dehusk', 'defuddle', 'readability-turndown'];
const STRUCTURE = METRICS.filter((one) => one.create(one.defaults).reads === 'markdown').map(({ name }) => name);
const PART = 'structure';

/** The parts of the dataset `structure` that are reported; of another one only the last. */
const PARTS: readonly [name: string, has: (one: Case) => boolean][] = [
  ['sites for tuning', (one) => !isHeldAside(one)],
  ['sites held aside', isHeldAside],
  ['all sites', () => true],
];

export function addStructure(program: Command): void {
  addCommand<ScoringOptions & { readonly write?: string }>(program, {
    name: 'structure',
    summary: 'score the Markdown of several systems, a row per metric',
    description: `Scores Markdown on pages whose authors' Markdown is known: headings, lists, tables, code, formulas, footnotes and more.\nOf the dataset structure, prints a table each for the sites used for tuning (not into a file), the sites held aside, and all. Systems: ${SYSTEMS.join(', ')}.`,
    examples: ['structure', 'structure -e dehusk --split 1/3:structure', 'structure --stored mine=outputs.jsonl'],
    inputs: [['[dataset]', 'a dataset with Markdown as gold', STRUCTURE_DATASET]],
    options: (command) => withWrite(withScoringOptions(command), PART),
    async run(session) {
      const { write } = session.options;
      const metrics = session.metrics(STRUCTURE);
      const chosen = await session.pages(session.names[0]);
      const evaluations = await session.score(chosen, session.systems(SYSTEMS), metrics);
      const isMarkdown = write !== undefined;
      const table = isMarkdown ? markdownTable : textTable;
      // The document leaves out the table that follows from the other two.
      const parts = PARTS.slice(chosen.dataset.name !== STRUCTURE_DATASET ? -1 : write === undefined ? 0 : 1).flatMap(
        ([part, has]) => {
          const pages = [...chosen.cases.keys()].filter((at) => has(chosen.cases[at]));
          if (pages.length === 0) return [];
          return [`${part}, ${pages.length} pages`, table(tableOf(metrics, evaluations, pages, isMarkdown))];
        },
      );
      // The first metric's signature of each system.
      const signed = evaluations.filter((_, at) => at % metrics.length === 0).map(({ signature }) => signature);
      const signatures = isMarkdown ? `\`\`\`\n${signed.join('\n')}\n\`\`\`` : signed.join('\n');
      session.printInto(write, PART, [...parts, signatures].join('\n\n'));
    },
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
