import { FOCUS, RULES } from '@dehusk/core/train';
import type { Command } from 'commander';
import { markdownTable } from '../reports/tables.js';
import { decideAll } from '../training/default/cross-validation.js';
import { differenceOf, setsOf } from '../training/default/figures.js';
import { trainDefault } from '../training/default/train.js';
import { withData } from './options.js';
import { addCommand } from './session.js';
import { TRAINING_SETS } from './train.js';

export function addAblate(program: Command): void {
  addCommand<object>(program, {
    name: 'ablate',
    summary: 'what each rule of the default extractor is worth',
    description:
      'Trains a small forest, decides every page out of fold with all rules and without each of them, and prints the loss of word F1 in\npoints and the pages that are better and worse with the rule, for every training set.',
    examples: ['ablate'],
    inputs: [],
    options: withData,
    async run(session) {
      const datasets = TRAINING_SETS.map((name) => session.dataset(name));
      const { scored, predicted } = await trainDefault(datasets, () => {}, { quick: true, ship: false });
      const pages = scored.map(({ page }) => page);
      const sets = setsOf(scored);
      const rows = RULES.map(({ name, does }) => {
        const without = decideAll(pages, predicted, FOCUS.balanced, new Set([name]));
        return [name, ...sets.map((set) => differenceOf(set, scored, without)), does];
      });
      session.print(markdownTable({ head: ['rule', ...sets, 'what it does'], rows, leftColumns: [sets.length + 1] }));
    },
  });
}
