import type { Command } from 'commander';
import { textTable } from '../report/text-table.js';
import { REPRODUCTIONS, reproductionNamed } from '../reproduce/index.js';
import { progressBar } from './progress.js';
import { UsageError, wholeNumber } from './usage-error.js';

/** `reproduce`: a published table, made again; the table of reproductions without a name. */
export function addReproduce(program: Command): void {
  program
    .command('reproduce')
    .summary('make a published table again')
    .description(
      'Makes a published table again and prints its figures beside ours. Lists what there is when no name is given.',
    )
    .argument('[name]', REPRODUCTIONS.map(({ name }) => name).join(', '))
    .option('--data <folder>', 'folder of the named datasets (default: $DEHUSK_DATA, else ../shared/data)')
    .option(
      '--pages <count>',
      'pages of each page stream, the earliest first; 0 takes all (streams, duplicates)',
      wholeNumber(0),
    )
    .option('--out <folder>', 'where figures and JSON go (streams, duplicates)')
    .action(async (name: string | undefined, options: { data?: string; pages?: number; out?: string }) => {
      if (name === undefined) {
        const rows = REPRODUCTIONS.map((one) => [one.name, one.summary]);
        process.stdout.write(`${textTable({ head: ['name', 'what'], rows, leftColumns: [1] })}\n`);
        return;
      }
      if (!REPRODUCTIONS.some((one) => one.name === name))
        throw new UsageError(
          `no reproduction is named "${name}" (there are: ${REPRODUCTIONS.map((one) => one.name).join(', ')})`,
        );
      const progress = progressBar();
      let done = 0;
      const table = await reproductionNamed(name).run(options.data, {
        ...(options.pages === undefined ? {} : { pages: options.pages }),
        ...(options.out === undefined ? {} : { out: options.out }),
        onPage: () => {
          if (done++ === 0) progress.start(`reproduce ${name}`, 0);
          progress.update(done);
        },
      });
      progress.stop();
      process.stdout.write(table);
    });
}
