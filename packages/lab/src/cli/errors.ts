import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { decode } from '@dehusk/core/internal';
import type { Command } from 'commander';
import { type ErrorPage, errorPagesHtml } from '../reports/error-pages.js';
import { percent } from '../reports/tables.js';
import { evaluate } from '../run/evaluate.js';
import {
  addCommand,
  choosePages,
  datasetOf,
  metricsOf,
  print,
  runWithProgress,
  type ScoringOptions,
  systemsOf,
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
    description: 'Writes one HTML file with the pages on which an extractor loses most: word diff of gold and output.',
    examples: ['errors wcxb-dev -e boilerpipe-article --pages 50 --out errors.html'],
  }).argument('<dataset>', 'a name from "dehusk-lab datasets", or a folder');
  withScoringOptions(command)
    .option('-o, --out <file>', 'the HTML file', 'errors.html')
    .option('--pages <number>', 'number of pages', wholeNumber(1), 30)
    .option('--no-sources', 'do not write the pages’ sources beside the file')
    .action(async (name: string, options: Options) => {
      const [system] = systemsOf(options);
      const [metric] = metricsOf(options);
      const chosen = await choosePages(datasetOf(name, options), options);
      const { dataset, cases, selection } = chosen;
      const outputs = await runWithProgress(chosen, system, options);
      const evaluation = evaluate(dataset, cases, system, outputs, metric, { by: null, selection });
      const worst = [...evaluation.pages.entries()]
        .sort(([a, x], [b, y]) => x.score - y.score || a - b)
        .slice(0, options.pages);
      const folder = `${basename(options.out).replace(/\.html?$/, '')}-sources`;
      if (options.sources) mkdirSync(join(dirname(options.out), folder), { recursive: true });
      const pages = worst.map(([at, score]): ErrorPage => {
        const one = cases[at];
        // As text: a page's scripts must not run when its source is opened.
        const source = options.sources ? `${folder}/${one.id.replace(/[^\w.-]+/g, '_')}.txt` : null;
        if (source !== null)
          writeFileSync(join(dirname(options.out), source), decode(one.html(), { httpCharset: one.charset }).text);
        const { text: output, reason } = outputs[at];
        return { score, gold: one.gold, output, url: one.url, pageType: one.pageType, reason, source };
      });
      writeFileSync(options.out, errorPagesHtml(`${system.name} on ${dataset.name}`, evaluation.signature, pages));
      const [lowest, highest] = [pages[0], pages[pages.length - 1]].map(({ score }) => percent(score.score));
      print(
        command,
        `${pages.length} pages in ${options.out}, scores ${lowest} to ${highest} percent\n${evaluation.signature}`,
      );
    });
}
