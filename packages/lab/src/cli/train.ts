import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { openDataset } from '../datasets/index.js';
import { weightsModule } from '../train/default/final-model.js';
import { trainDefault } from '../train/default/train.js';
import { UsageError } from './usage-error.js';

/** Models that can be trained, with what trains them and where the shipped file is. */
const MODELS = ['default'] as const;
const WEIGHTS = fileURLToPath(new URL('../../../core/src/extractors/dehusk/weights.ts', import.meta.url));

/** `train`: a shipped model, made again from its corpus. */
export function addTrain(program: Command): void {
  program
    .command('train')
    .summary('train a shipped model again')
    .description(
      'Trains a model on the corpus its shipped weights name and says whether the file comes out the same, bit for bit.\nPrints cross-validated figures, page type accuracy, feature importance and calibration on the way.',
    )
    .argument('<model>', MODELS.join(', '))
    .option('--data <folder>', 'folder of the named datasets (default: $DEHUSK_DATA, else ../shared/data)')
    .option('--write', 'replace the shipped weights')
    .option('--ablate', 'also say what each group of features is worth (an hour of CPU)')
    .option('--csv <file>', 'out-of-fold result of every page: id, type, F1, precision, recall, expected F1')
    .action(async (model: string, options: { data?: string; write?: boolean; ablate?: boolean; csv?: string }) => {
      if (!MODELS.some((one) => one === model))
        throw new UsageError(`no model is named "${model}" (there are: ${MODELS.join(', ')})`);
      const dataset = openDataset('wcxb-dev', options.data === undefined ? {} : { root: options.data });
      const say = (line: string): void => {
        process.stdout.write(`${line}\n`);
      };
      const result = await trainDefault(dataset, say, { ablate: options.ablate === true });
      if (options.csv !== undefined) {
        const rows = result.scored.map(({ page, f1, precision, recall, expected }) =>
          [page.id, page.type, f1, precision, recall, expected].join(','),
        );
        writeFileSync(options.csv, `id,type,f1,precision,recall,expected\n${rows.join('\n')}\n`);
      }
      const source = weightsModule(result.bytes, result.model);
      const isSame = readFileSync(WEIGHTS, 'utf8') === source;
      if (options.write) writeFileSync(WEIGHTS, source);
      say(
        isSame
          ? 'the shipped weights came out the same'
          : `the shipped weights differ${options.write ? ': written' : ''}`,
      );
    });
}
