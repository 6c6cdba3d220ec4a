import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { decode } from '@dehusk/html';
import type { Command } from 'commander';
import { figuresOf } from '../metrics/structure/figures.js';
import { errorPagesHtml } from '../reports/error-pages.js';
import { fixed, percent } from '../reports/tables.js';
import { evaluate } from '../run/evaluate.js';
import { CommandLineError, type ScoringOptions, wholeNumber, withScoringOptions } from './options.js';
import { addCommand, systemFor } from './session.js';

interface ErrorsFlags extends ScoringOptions {
  readonly out: string;
  readonly pages: number;
  readonly sources: boolean;
}

export function addErrors(program: Command): void {
  addCommand<ErrorsFlags>(program, {
    name: 'errors',
    summary: 'browse the pages with the largest loss',
    description:
      'Writes one HTML file with the pages on which an extractor loses most: gold and output side by side, with the words that differ.\nWhere the gold is Markdown, the default metric is structure, and Markdown is shown.',
    examples: [
      'errors wcxb-dev -e boilerpipe-article --pages 50 --out errors.html',
      'errors structure -e dehusk -m table_TEDS --split 2/3:structure',
    ],
    inputs: [['<dataset>', 'a name from "dehusk-lab datasets", or a folder']],
    options: (command) =>
      withScoringOptions(command)
        .option('-o, --out <file>', 'the HTML file', 'errors.html')
        .option('--pages <number>', 'number of pages', wholeNumber(1), 30)
        .option('--no-sources', 'do not write the pages’ sources beside the file'),
    async run(session) {
      const { out, pages: limit, sources } = session.options;
      const [system] = session.systems();
      const chosen = await session.pages(session.names[0]);
      const { dataset, cases, selection } = chosen;
      const hasStructure = cases.every(({ structure }) => structure !== null);
      const [metric] = session.metrics(hasStructure ? ['structure'] : undefined);
      const isMarkdown = metric.reads === 'markdown';
      const outputs = await session.outputs(chosen, systemFor(metric, system));
      const evaluation = evaluate(dataset, cases, system, outputs, metric, { by: null, selection });
      const worst = [...evaluation.pages.entries()]
        .filter(([, { score }]) => !Number.isNaN(score))
        .sort(([a, x], [b, y]) => x.score - y.score || a - b)
        .slice(0, limit);
      if (worst.length === 0) throw new CommandLineError(`no page of ${dataset.name} has a score under ${metric.name}`);
      const folder = `${basename(out).replace(/\.html?$/, '')}-sources`;
      if (sources) mkdirSync(join(dirname(out), folder), { recursive: true });
      const pages = worst.map(([at, score]) => {
        const { id, url, pageType, structure, gold, html, charset } = cases[at];
        const { text: output, reason } = outputs[at];
        // As text: a page's scripts must not run when its source is opened.
        const source = sources ? `${folder}/${id.replace(/[^\w.-]+/g, '_')}.txt` : null;
        if (source !== null) writeFileSync(join(dirname(out), source), decode(html(), { httpCharset: charset }).text);
        const about = { score, url, pageType, reason, source, isMarkdown };
        if (!isMarkdown || structure === null) return { ...about, gold, output, notes: [] };
        const figures = Object.entries(figuresOf(structure, output));
        const notes = figures.flatMap(([name, value]) => (value === null ? [] : [`${name} ${fixed(value, 3)}`]));
        return { ...about, gold: structure.markdown, output, notes };
      });
      const title = `${system.name} on ${dataset.name}, ${metric.name}`;
      writeFileSync(out, errorPagesHtml(title, evaluation.signature, pages));
      const [lowest, highest] = [pages[0], pages[pages.length - 1]].map(({ score }) => percent(score.score));
      session.print(`${pages.length} pages in ${out}, scores ${lowest} to ${highest} percent\n${evaluation.signature}`);
    },
  });
}
