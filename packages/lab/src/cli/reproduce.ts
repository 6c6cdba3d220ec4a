import { rowNamed } from '@dehusk/html';
import type { Command } from 'commander';
import { textTable } from '../reports/tables.js';
import { REPRODUCTIONS } from '../reproduce/index.js';
import type { ReproductionOptions } from '../reproduce/reproduction.js';
import { addCommand, asTyped, splitNames, wholeNumber, withData, withProgress } from './session.js';

export function addReproduce(program: Command): void {
  addCommand<ReproductionOptions & { readonly data?: string; readonly quick?: boolean }>(program, {
    name: 'reproduce',
    summary: 'reproduce a published table',
    description:
      'Computes a published table and prints its figures beside ours; "all" computes every table. Without a name, lists the tables.',
    examples: [
      'reproduce',
      'reproduce goldminer-tables',
      'reproduce all --quick',
      'reproduce streams --pages 120 --methods dehusk,site',
    ],
    inputs: [['[name]', REPRODUCTIONS.map(({ name }) => name).join(', ')]],
    options: (command) =>
      withData(command)
        .option('--pages <count>', 'pages of each page stream, the earliest first; 0 takes all', wholeNumber(0))
        .option('--methods <names>', 'compared methods, comma separated (default: all)', splitNames)
        .option('--sites <names>', 'page streams, comma separated (default: all, or the long ones)', splitNames)
        .option(
          '--quick',
          `${QUICK.limit} pages of each data set: whether the tables can be computed, not their figures`,
        )
        .option('--out <folder>', 'folder of figures, for those that have some'),
    async run({ names: [name], options: { data: root, quick, ...options }, print }) {
      if (name === undefined) {
        const rows = REPRODUCTIONS.map((one) => [one.name, one.summary]);
        return print(textTable({ head: ['name', 'table'], rows, leftColumns: [1] }));
      }
      const chosen = name === 'all' ? REPRODUCTIONS : [asTyped(() => rowNamed('reproduction', REPRODUCTIONS, name))];
      for (const one of chosen) for (const method of options.methods ?? []) asTyped(() => one.checkMethod?.(method));
      const given = { ...(quick && { pages: QUICK.streamPages }), ...options };
      for (const one of chosen) {
        const started = performance.now();
        let done = 0;
        const table = await withProgress(`reproduce ${one.name}`, 0, (update) =>
          one.run({ root, ...(quick && { limit: QUICK.limit }) }, { ...given, onPage: () => update(++done) }),
        );
        print(table.trimEnd());
        if (chosen.length > 1) print(`\n${one.name}: ${((performance.now() - started) / 1000).toFixed(0)} s\n`);
      }
    },
  });
}

/** Pages of each data set, and of each page stream. */
const QUICK = { limit: 12, streamPages: 4 };
