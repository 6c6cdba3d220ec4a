import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { percent, textTable } from '../reports/tables.js';
import { evaluate } from '../run/evaluate.js';
import { CommandLineError, type ScoringOptions, wholeNumber, withScoringOptions } from './options.js';
import { addCommand, systemFor } from './session.js';

interface ErrorsFlags extends ScoringOptions {
  readonly out: string;
  readonly pages: number;
}

export function addErrors(program: Command): void {
  addCommand<ErrorsFlags>(program, {
    name: 'errors',
    summary: 'write the pages with the largest loss',
    description:
      'Writes gold, output and source of the pages on which an extractor loses most into three folders, to be compared by any program.\nWhere the gold is Markdown, the default metric is structure, and Markdown is written.',
    examples: [
      'errors wcxb-dev -e boilerpipe-article --pages 50 --out errors',
      'errors structure -e dehusk -m table_TEDS --split 2/3:structure',
    ],
    inputs: [['<dataset>', 'a name from "dehusk-lab datasets", or a folder']],
    options: (command) =>
      withScoringOptions(command)
        .option('-o, --out <folder>', 'the folder', 'errors')
        .option('--pages <number>', 'number of pages', wholeNumber(1), 30),
    async run(session) {
      const { out, pages: limit } = session.options;
      const [system] = session.systems();
      const chosen = await session.pages(session.names[0]);
      const { dataset, cases, selection } = chosen;
      const hasStructure = cases.every(({ structure }) => structure !== null);
      const [metric] = session.metrics(hasStructure ? ['structure'] : undefined);
      const outputs = await session.outputs(chosen, systemFor(metric, system));
      const { pages, signature } = evaluate(dataset, cases, system, outputs, metric, { by: null, selection });
      const worst = [...pages.entries()]
        .filter(([, { score }]) => !Number.isNaN(score))
        .sort(([a, x], [b, y]) => x.score - y.score || a - b)
        .slice(0, limit);
      if (worst.length === 0) throw new CommandLineError(`no page of ${dataset.name} has a score under ${metric.name}`);
      for (const part of ['gold', 'output', 'source']) mkdirSync(join(out, part), { recursive: true });
      const rows = worst.map(([at, { score, precision, recall, reason }], rank) => {
        const { id, url, gold, structure, html } = cases[at];
        const name = `${rank + 1}-${id.replace(/[^\w.-]+/g, '_')}`;
        const expected = metric.reads === 'markdown' && structure !== null ? structure.markdown : gold;
        writeFileSync(join(out, 'gold', `${name}.txt`), `${expected}\n`);
        writeFileSync(join(out, 'output', `${name}.txt`), `${outputs[at].text}\n`);
        // As text: a page's scripts must not run when its source is opened.
        writeFileSync(join(out, 'source', `${name}.txt`), html());
        return [name, ...[score, precision, recall].map((share) => percent(share)), reason ?? url ?? ''];
      });
      const head = ['page', metric.name, 'precision', 'recall', 'address, or why there is no text'];
      session.print(`${textTable({ head, rows, leftColumns: [4] })}\n\n${signature}\n`);
      session.print(`git diff --no-index --word-diff ${join(out, 'gold')} ${join(out, 'output')}`);
    },
  });
}
