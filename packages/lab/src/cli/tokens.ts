import type { RenderOptions } from '@dehusk/core';
import type { Command } from 'commander';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { nameAndOptions } from '../metrics/metric.js';
import { textTable } from '../reports/tables.js';
import { formName, inForm, isOurs, type OutputForm } from '../run/system.js';
import { addCommand, asTyped, type ScoringOptions, splitNames, withRunOptions } from './session.js';

/** Text, Markdown, and Markdown for language models. */
const FORMS = 'text,markdown,markdown:forLanguageModels=true';
/** Texts such as `<|endoftext|>` are plain text in a page. */
const PLAIN = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() };

export function addTokens(program: Command): void {
  addCommand<ScoringOptions & { readonly as: string }>(program, {
    name: 'tokens',
    summary: 'count the tokens of outputs in several formats',
    description:
      'Counts the tokens (o200k_base) of the outputs of extractors and peers: text, Markdown, or any format of ours with its options.\nPeers are counted in the forms without options. The last column is the sum over the pages in relation to the first form.',
    examples: ['tokens structure -n 100', 'tokens wcxb-dev --as text,markdown,markdown:links=false,images=false'],
    inputs: [['<dataset>', 'a name from "dehusk-lab datasets", or a folder']],
    options: (command) =>
      withRunOptions(command).option(
        '--as <forms>',
        'formats, comma separated; options of the format after a colon',
        FORMS,
      ),
    async run(session) {
      const chosen = await session.pages(session.names[0]);
      const forms = splitNames(session.options.as).map((text): OutputForm => {
        const { name: format, options } = nameAndOptions(text);
        return { format, options: options as RenderOptions };
      });
      const rows: string[][] = [];
      for (const system of session.systems()) {
        let first = Number.NaN;
        for (const form of forms.filter((one) => isOurs(system.spec) || Object.keys(one.options).length === 0)) {
          const asked = asTyped(() => inForm(system, form));
          const outputs = await session.outputs(chosen, asked);
          const counts = outputs.map(({ text }) => countTokens(text, PLAIN)).sort((a, b) => a - b);
          const sum = counts.reduce((all, one) => all + one, 0);
          if (Number.isNaN(first)) first = sum;
          const figures = [sum / counts.length, counts[Math.floor(counts.length / 2)], counts[counts.length - 1], sum];
          const ratio = first === 0 ? '–' : (sum / first).toFixed(3);
          rows.push([system.name, formName(form), ...figures.map((figure) => figure.toFixed(0)), ratio]);
        }
      }
      const head = ['extractor', 'form', 'mean', 'median', 'largest', 'all', 'ratio'];
      session.print(`${chosen.dataset.name}, tokens of ${chosen.cases.length} pages\n`);
      session.print(textTable({ head, rows, leftColumns: [1] }));
    },
  });
}
