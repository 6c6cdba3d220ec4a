import { rowNamed } from '@dehusk/html';
import type { Command } from 'commander';
import { textTable } from '../reports/tables.js';
import { REPRODUCTIONS } from '../reproduce/index.js';
import type { ReproductionOptions } from '../reproduce/reproduction.js';
import { asTyped, splitNames, wholeNumber, withData } from './options.js';
import { addCommand, withProgress } from './session.js';

export function addReproduce(program: Command): void {
  addCommand<ReproductionOptions & { readonly data?: string }>(program, {
    name: 'reproduce',
    summary: 'reproduce a published table',
    description: 'Computes a published table and prints its figures beside ours. Without a name, lists the tables.',
    examples: ['reproduce', 'reproduce goldminer-tables', 'reproduce streams --pages 120 --methods dehusk,site'],
    inputs: [['[name]', REPRODUCTIONS.map(({ name }) => name).join(', ')]],
    options: (command) =>
      withData(command)
        .option('--pages <count>', 'pages of each page stream, the earliest first; 0 takes all', wholeNumber(0))
        .option('--methods <names>', 'compared methods, comma separated (default: all)', splitNames)
        .option('--sites <names>', 'page streams, comma separated (default: all, or the long ones)', splitNames)
        .option('--out <folder>', 'folder of figures and JSON, for those that have some'),
    async run({ names: [name], options: { data, ...options }, print }) {
      if (name === undefined) {
        const rows = REPRODUCTIONS.map((one) => [one.name, one.summary]);
        return print(textTable({ head: ['name', 'table'], rows, leftColumns: [1] }));
      }
      const reproduction = asTyped(() => rowNamed('reproduction', REPRODUCTIONS, name));
      for (const method of options.methods ?? []) asTyped(() => reproduction.checkMethod?.(method));
      let done = 0;
      const table = await withProgress(`reproduce ${name}`, 0, (update) =>
        reproduction.run(data, { ...options, onPage: () => update(++done) }),
      );
      print(table.trimEnd());
    },
  });
}
