import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { decode } from '@dehusk/core/internal';
import type { Command } from 'commander';
import { type ErrorPage, errorPagesHtml } from '../reports/error-pages.js';
import { evaluate } from '../run/evaluate.js';
import { runSystem } from '../run/run.js';
import { progressBar } from './progress.js';
import {
  choosePages,
  datasetOf,
  metricsOf,
  runOptionsOf,
  type ScoringOptions,
  systemsOf,
  withMetricOption,
  withRunOptions,
} from './scoring-options.js';
import { wholeNumber } from './usage-error.js';

interface Options extends ScoringOptions {
  readonly out: string;
  readonly pages: number;
  readonly sources: boolean;
}

/** `errors`: the pages an extractor loses most on. */
export function addErrors(program: Command): void {
  const command = program
    .command('errors')
    .summary('leaf through the pages with the largest loss')
    .description('Writes one HTML file with the pages an extractor loses most on: word diff of gold and output.')
    .argument('<dataset>', 'a name from "dehusk-lab datasets", or a folder');
  withMetricOption(withRunOptions(command))
    .option('-o, --out <file>', 'the HTML file', 'errors.html')
    .option('--pages <number>', 'how many pages', wholeNumber(1), 30)
    .option('--no-sources', 'do not write the pages’ sources beside the file')
    .addHelpText('after', '\nExample:\n  dehusk-lab errors wcxb-dev -e boilerpipe-article --pages 50 --out errors.html')
    .action(async (name: string, options: Options) => {
      const [system] = systemsOf(options);
      const [metric] = metricsOf(options);
      const { dataset, cases, selection } = await choosePages(datasetOf(name, options), options);
      const progress = progressBar();
      progress.start(`${system.name} @ ${dataset.name}`, cases.length);
      const outputs = await runSystem(dataset, cases, system, {
        ...runOptionsOf(options),
        onProgress: (done) => progress.update(done),
      });
      progress.stop();
      const evaluation = evaluate(dataset, cases, system, outputs, metric, { by: null, selection });
      const worst = [...evaluation.pages.entries()]
        .sort(([a, x], [b, y]) => x.score - y.score || a - b)
        .slice(0, options.pages);
      const folder = `${basename(options.out).replace(/\.html?$/, '')}-sources`;
      if (options.sources) mkdirSync(join(dirname(options.out), folder), { recursive: true });
      const pages = worst.map(([at, score]): ErrorPage => {
        const one = cases[at];
        // As text: a page's scripts must not run when its source is looked at.
        const source = options.sources ? `${folder}/${one.id.replace(/[^\w.-]+/g, '_')}.txt` : null;
        if (source !== null)
          writeFileSync(join(dirname(options.out), source), decode(one.html(), { httpCharset: one.charset }).text);
        const { text: output, reason } = outputs[at];
        return { score, gold: one.gold, output, url: one.url, pageType: one.pageType, reason, source };
      });
      writeFileSync(options.out, errorPagesHtml(`${system.name} on ${dataset.name}`, evaluation.signature, pages));
      process.stdout.write(
        `${pages.length} pages in ${options.out}, scores ${describeRange(pages)}\n${evaluation.signature}\n`,
      );
    });
}

function describeRange(pages: readonly ErrorPage[]): string {
  const scores = pages.map(({ score }) => (100 * score.score).toFixed(1));
  return `${scores[0]} to ${scores[scores.length - 1]} percent`;
}
