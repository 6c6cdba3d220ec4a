import { rowNamed } from '@dehusk/core/internal';
import type { Command } from 'commander';
import { textTable } from '../reports/tables.js';
import { REPRODUCTIONS } from '../reproduce/index.js';
import { streamMethodsNamed } from '../reproduce/streams.js';
import { urlTreeMethodNamed } from '../reproduce/url-tree.js';
import { addCommand, asTyped, print, splitNames, wholeNumber, withData, withProgress } from './options.js';

interface ReproduceOptions {
  readonly data?: string;
  readonly pages?: number;
  readonly methods?: readonly string[];
  readonly sites?: readonly string[];
  readonly out?: string;
}

/** `reproduce`: a published table from data, or the list of reproductions. */
export function addReproduce(program: Command): void {
  const command = addCommand(program, {
    name: 'reproduce',
    summary: 'reproduce a published table',
    description: 'Computes a published table and prints its figures beside ours. Without a name, lists the tables.',
    examples: ['reproduce', 'reproduce goldminer-tables', 'reproduce streams --pages 120 --methods dehusk,site'],
  }).argument('[name]', REPRODUCTIONS.map(({ name }) => name).join(', '));
  withData(command)
    .option(
      '--pages <count>',
      'pages of each page stream, the earliest first; 0 takes all (those that read page streams)',
      wholeNumber(0),
    )
    .option('--methods <names>', 'compared methods, comma separated; default: all (streams, url-tree)', splitNames)
    .option(
      '--sites <names>',
      'page streams, comma separated; default: all, or the long ones (streams, url-tree)',
      splitNames,
    )
    .option('--out <folder>', 'folder of figures and JSON, for those that have some')
    .action(async (name: string | undefined, { data, ...options }: ReproduceOptions) => {
      if (name === undefined) {
        const rows = REPRODUCTIONS.map((one) => [one.name, one.summary]);
        print(command, textTable({ head: ['name', 'table'], rows, leftColumns: [1] }));
        return;
      }
      const reproduction = asTyped(() => rowNamed('reproduction', REPRODUCTIONS, name));
      if (name === 'streams') asTyped(() => streamMethodsNamed(options.methods));
      if (name === 'url-tree') for (const one of options.methods ?? []) asTyped(() => urlTreeMethodNamed(one));
      let done = 0;
      const table = await withProgress(`reproduce ${name}`, 0, (update) =>
        reproduction.run(data, { ...options, onPage: () => update(++done) }),
      );
      print(command, table.trimEnd());
    });
}
