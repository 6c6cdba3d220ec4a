import type { RenderOptions } from '@dehusk/core';
import type { Command } from 'commander';
import { textTable } from '../reports/tables.js';
import { formName, inForm, isOurs, type OutputForm } from '../run/system.js';
import { tokensOf } from '../run/token-counts.js';
import {
  addCommand,
  asTyped,
  choosePages,
  datasetOf,
  print,
  runWithProgress,
  type ScoringOptions,
  splitNames,
  systemsOf,
  withRunOptions,
} from './options.js';

/** Forms of the preset: text, Markdown, and Markdown for language models. */
const FORMS = 'text,markdown,markdown:forLanguageModels=true';

interface Options extends ScoringOptions {
  readonly as: string;
}

/** `tokens`: how many tokens a language model reads for each form of the output. */
export function addTokens(program: Command): void {
  const command = addCommand(program, {
    name: 'tokens',
    summary: 'count the tokens of outputs in several formats',
    description:
      'Counts the tokens (o200k_base) of the outputs of extractors and peers: text, Markdown, or any format of ours with its options.\nPeers are counted in the forms without options. The last column is the sum over the pages in relation to the first form.',
    examples: ['tokens structure -n 100', 'tokens wcxb-dev --as text,markdown,markdown:links=false,images=false'],
  }).argument('<dataset>', 'a name from "dehusk-lab datasets", or a folder');
  withRunOptions(command)
    .option('--as <forms>', 'formats, comma separated; options of the format after a colon', FORMS)
    .action(async (name: string, options: Options) => {
      const chosen = await choosePages(datasetOf(name, options), options);
      const forms = splitNames(options.as).map(formNamed);
      const rows: string[][] = [];
      for (const system of systemsOf(options)) {
        let first = Number.NaN;
        for (const form of forms.filter((one) => isOurs(system.spec) || Object.keys(one.options).length === 0)) {
          const outputs = await runWithProgress(
            chosen,
            asTyped(() => inForm(system, form)),
            options,
          );
          const counts = outputs.map(({ text }) => tokensOf(text)).sort((a, b) => a - b);
          const sum = counts.reduce((all, one) => all + one, 0);
          if (Number.isNaN(first)) first = sum;
          const figures = [sum / counts.length, counts[Math.floor(counts.length / 2)], counts[counts.length - 1], sum];
          const ratio = first === 0 ? '–' : (sum / first).toFixed(3);
          rows.push([system.name, formName(form), ...figures.map((figure) => figure.toFixed(0)), ratio]);
        }
      }
      const head = ['extractor', 'form', 'mean', 'median', 'largest', 'all', 'ratio'];
      print(command, `${chosen.dataset.name}, tokens of ${chosen.cases.length} pages\n`);
      print(command, textTable({ head, rows, leftColumns: [1] }));
    });
}

/** `markdown:links=false,headingShift=1` as a form. */
function formNamed(text: string): OutputForm {
  const [, format, pairs] = /^([^:]*):?(.*)$/.exec(text) ?? [];
  const options: Record<string, unknown> = {};
  for (const pair of pairs === '' ? [] : pairs.split(',')) {
    const [, option, value] = /^([^=]*)=?(.*)$/.exec(pair) ?? [];
    options[option] = value === '' || value === 'true' ? true : value === 'false' ? false : numberOrText(value);
  }
  // The renderer checks names and values.
  return { format, options: options as RenderOptions };
}

const numberOrText = (text: string): string | number => (Number.isNaN(Number(text)) ? text : Number(text));
