import { writeFileSync } from 'node:fs';
import { type Command, Option } from 'commander';
import { percent, textTable } from '../reports/tables.js';
import { type Evaluation, footnotes, GROUPINGS, type Grouping, markOf } from '../run/evaluate.js';
import { addCommand, type ScoringOptions, withScoringOptions } from './session.js';

export function addScore(program: Command): void {
  addCommand<ScoringOptions & { readonly by?: Grouping; readonly json?: string }>(program, {
    name: 'score',
    summary: 'score extractors on datasets',
    description:
      'Scores extractors on datasets (names, or folders in any known format) and prints a table with signatures.\nExtractors that learn sites (site, containers, urltree, goldminer, …) read the chosen pages of each domain in the dataset’s order.',
    examples: [
      'score wcxb-dev -e boilerpipe-article,readability-jsdom --by pageType',
      'score my-folder -e ./mine.js --json scores.json',
      'score cleanportaleval --stored theirs=outputs.json.gz -m word-multiset,cleaneval',
    ],
    inputs: [['<dataset...>', 'names from "dehusk-lab datasets", or folders']],
    options: (command) =>
      withScoringOptions(command)
        .addOption(new Option('--by <group>', 'also score groups of pages').choices([...GROUPINGS]))
        .option('--json <file>', 'write all scores, page by page, with signatures'),
    async run(session) {
      const { by, json } = session.options;
      const [systems, metrics] = [session.systems(), session.metrics()];
      const evaluations: Evaluation[] = [];
      for (const dataset of session.names.map((name) => session.dataset(name))) {
        const scored = await session.score(await session.pages(dataset), systems, metrics, by);
        evaluations.push(...scored);
        session.print(`${describeScores(scored)}\n`);
      }
      // Undefined figures (NaN) become null.
      const scores = { format: 'dehusk-lab-scores', version: 1, evaluations };
      if (json !== undefined) writeFileSync(json, `${JSON.stringify(scores, null, 1)}\n`);
    },
  });
}

/** The evaluations of one dataset: a table per metric, group scores, failures, signatures. */
function describeScores(evaluations: readonly Evaluation[]): string {
  const parts: string[] = [];
  for (const metric of new Set(evaluations.map((one) => one.metric))) {
    const of = evaluations.filter((one) => one.metric === metric);
    const [{ dataset, groups, overall }] = of;
    const head = ['extractor', 'score', 'precision', 'recall', 'no text'];
    const rows = of.map(({ system, contamination, overall: { score, precision, recall }, failures }) => [
      system + markOf(contamination),
      ...[score, precision, recall].map((value) => percent(value, 2)),
      Object.entries(failures)
        .map(([reason, pages]) => `${pages} ${reason}`)
        .join(', ') || '0',
    ]);
    parts.push(`${dataset}, ${metric}, ${overall.pages} pages (percent)`, textTable({ head, rows }));
    if (groups.length === 0) continue;
    const byGroup = groups.map(({ name, score }, at) => [
      ...[name, String(score.pages)],
      ...of.map((one) => percent(one.groups[at].score.score, 2)),
    ]);
    parts.push(textTable({ head: ['group', 'pages', ...of.map(({ system }) => system)], rows: byGroup }));
  }
  const notes = footnotes(evaluations.map(({ contamination }) => contamination));
  if (notes.length > 0) parts.push(notes.join('\n'));
  return [...parts, evaluations.map(({ signature }) => signature).join('\n')].join('\n\n');
}
