import type { Command } from 'commander';
import { textTable } from '../reports/text-table.js';
import { REPRODUCTIONS, reproductionNamed } from '../reproduce/index.js';
import { streamMethodsNamed } from '../reproduce/streams.js';
import { progressBar } from './progress.js';
import { splitNames } from './scoring-options.js';
import { asTyped, UsageError, wholeNumber } from './usage-error.js';

interface ReproduceOptions {
  data?: string;
  pages?: number;
  methods?: string[];
  out?: string;
}

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
    .option('--methods <names>', 'methods compared, comma separated; default: all (streams)', splitNames)
    .option('--out <folder>', 'where figures and JSON go (streams, duplicates)')
    .action(async (name: string | undefined, options: ReproduceOptions) => {
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
      if (name === 'streams') asTyped(() => streamMethodsNamed(options.methods));
      const table = await reproductionNamed(name).run(options.data, {
        ...(options.pages === undefined ? {} : { pages: options.pages }),
        ...(options.methods && { methods: options.methods }),
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
