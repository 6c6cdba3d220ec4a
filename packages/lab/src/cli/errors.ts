import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { decode } from '@dehusk/core/internal';
import type { Command } from 'commander';
import { type Figures, figuresOf } from '../metrics/structure/figures.js';
import { type ErrorPage, errorPagesHtml } from '../reports/error-pages.js';
import { fixed, percent } from '../reports/tables.js';
import { evaluate } from '../run/evaluate.js';
import {
  addCommand,
  choosePages,
  datasetOf,
  metricsOf,
  print,
  runWithProgress,
  type ScoringOptions,
  systemFor,
  systemsOf,
  UsageError,
  wholeNumber,
  withScoringOptions,
} from './options.js';

interface Options extends ScoringOptions {
  readonly out: string;
  readonly pages: number;
  readonly sources: boolean;
}

/** `errors`: the pages on which an extractor loses most. */
export function addErrors(program: Command): void {
  const command = addCommand(program, {
    name: 'errors',
    summary: 'browse the pages with the largest loss',
    description:
      'Writes one HTML file with the pages on which an extractor loses most: word diff of gold and output.\nUnder a metric that scores Markdown (the default where the gold is Markdown), expected and got stand side by side.',
    examples: [
      'errors wcxb-dev -e boilerpipe-article --pages 50 --out errors.html',
      'errors structure -e dehusk -m table_TEDS --split 2/3:structure',
    ],
  }).argument('<dataset>', 'a name from "dehusk-lab datasets", or a folder');
  withScoringOptions(command)
    .option('-o, --out <file>', 'the HTML file', 'errors.html')
    .option('--pages <number>', 'number of pages', wholeNumber(1), 30)
    .option('--no-sources', 'do not write the pages’ sources beside the file')
    .action(async (name: string, options: Options) => {
      const [system] = systemsOf(options);
      const chosen = await choosePages(datasetOf(name, options), options);
      const { dataset, cases, selection } = chosen;
      const [metric] = metricsOf(
        options,
        cases.every(({ structure }) => structure !== null) ? ['structure'] : undefined,
      );
      const isMarkdown = metric.reads === 'markdown';
      const outputs = await runWithProgress(chosen, systemFor(metric, system), options);
      const evaluation = evaluate(dataset, cases, system, outputs, metric, { by: null, selection });
      const worst = [...evaluation.pages.entries()]
        .filter(([, { score }]) => !Number.isNaN(score))
        .sort(([a, x], [b, y]) => x.score - y.score || a - b)
        .slice(0, options.pages);
      if (worst.length === 0) throw new UsageError(`no page of ${dataset.name} has a score under ${metric.name}`);
      const folder = `${basename(options.out).replace(/\.html?$/, '')}-sources`;
      if (options.sources) mkdirSync(join(dirname(options.out), folder), { recursive: true });
      const pages = worst.map(([at, score]): ErrorPage => {
        const one = cases[at];
        // As text: a page's scripts must not run when its source is opened.
        const source = options.sources ? `${folder}/${one.id.replace(/[^\w.-]+/g, '_')}.txt` : null;
        if (source !== null)
          writeFileSync(join(dirname(options.out), source), decode(one.html(), { httpCharset: one.charset }).text);
        const { text: output, reason } = outputs[at];
        const gold = isMarkdown ? (one.structure?.markdown ?? '') : one.gold;
        const notes = isMarkdown && one.structure ? describeFigures(figuresOf(one.structure, output)) : [];
        return { score, gold, output, isMarkdown, notes, url: one.url, pageType: one.pageType, reason, source };
      });
      writeFileSync(
        options.out,
        errorPagesHtml(`${system.name} on ${dataset.name}, ${metric.name}`, evaluation.signature, pages),
      );
      const [lowest, highest] = [pages[0], pages[pages.length - 1]].map(({ score }) => percent(score.score));
      print(
        command,
        `${pages.length} pages in ${options.out}, scores ${lowest} to ${highest} percent\n${evaluation.signature}`,
      );
    });
}

/** The figures that a page has, each with its name. */
function describeFigures(figures: Figures): string[] {
  return Object.entries(figures).flatMap(([name, figure]) => (figure === null ? [] : [`${name} ${fixed(figure, 3)}`]));
}
