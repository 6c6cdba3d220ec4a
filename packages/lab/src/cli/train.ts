import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PAGE_TYPES } from '@dehusk/core/internal';
import type { Command } from 'commander';
import { openDataset } from '../datasets/index.js';
import { writeFeatureTable } from '../training/default/feature-table.js';
import { weightsModule } from '../training/default/final-model.js';
import { outOfFoldTexts } from '../training/default/out-of-fold-texts.js';
import { reliabilityPlot } from '../training/default/reliability-plot.js';
import { type TrainingRequest, trainDefault } from '../training/default/train.js';
import { UsageError } from './usage-error.js';

/** Models that can be trained, with what trains them and where the shipped file is. */
const MODELS = ['default'] as const;
const WEIGHTS = fileURLToPath(new URL('../../../core/src/extractors/dehusk/weights.ts', import.meta.url));

interface TrainOptions {
  readonly data?: string;
  readonly write?: boolean;
  readonly ablate?: boolean;
  readonly quick?: boolean;
  readonly seed?: number;
  readonly share?: number;
  readonly copies: boolean;
  readonly plot?: string;
  readonly csv?: string;
  readonly outputs?: string;
  readonly features?: string;
}

function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new UsageError(`--seed got "${text}", expected a whole number`);
  return Number(text);
}

function share(text: string): number {
  const value = Number(text);
  if (!(value > 0 && value <= 1)) throw new UsageError(`--share got "${text}", expected a number above 0, at most 1`);
  return value;
}

function featuresTo(file: string): NonNullable<TrainingRequest['onFeatures']> {
  return (pages, matrix) => writeFeatureTable(file, pages, matrix);
}

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
    .option('--ablate', 'say what each group of features is worth, with --quick in minutes')
    .option('--seed <number>', 'another seed of trees and copies: the spread over seeds', wholeNumber)
    .option('--share <0…1>', 'learn from this share of the sites only: the learning curve', share)
    .option('--quick', 'by one small forest: to compare trials with each other, not with the shipped weights')
    .option('--no-copies', 'without copies in other clothes and company: what they are worth')
    .option('--plot <file>', 'reliability diagram of the out-of-fold confidence, SVG')
    .option('--csv <file>', 'out-of-fold result of every page: id, type, F1, precision, recall, expected F1')
    .option(
      '--features <file>',
      'what the block trees learn from, a row a block of the pages, as CSV; compressed as .csv.gz',
    )
    .option(
      '--outputs <file>',
      'out-of-fold text of every page as JSON {id: text}, for --stored dehusk=FILE of other commands',
    )
    .action(async (model: string, options: TrainOptions) => {
      if (!MODELS.some((one) => one === model))
        throw new UsageError(`no model is named "${model}" (there are: ${MODELS.join(', ')})`);
      const isTrial =
        options.seed !== undefined ||
        options.share !== undefined ||
        !options.copies ||
        options.ablate === true ||
        options.quick === true;
      if (isTrial && options.write)
        throw new UsageError(
          '--write got a trial, expected none of --seed, --share, --no-copies, --ablate and --quick beside it',
        );
      const dataset = openDataset('wcxb-dev', options.data === undefined ? {} : { root: options.data });
      const say = (line: string): void => {
        process.stdout.write(`${line}\n`);
      };
      const { seed, share, copies } = options;
      const result = await trainDefault(dataset, say, {
        ablate: options.ablate === true,
        quick: options.quick === true,
        ship: !isTrial,
        seed,
        share,
        copies,
        ...(options.features === undefined ? {} : { onFeatures: featuresTo(options.features) }),
      });
      if (options.plot !== undefined) writeFileSync(options.plot, `${await reliabilityPlot(result.scored)}\n`);
      if (options.csv !== undefined) {
        const rows = result.scored.map(({ page, f1, precision, recall, expected }) =>
          [page.id, PAGE_TYPES[page.type] ?? '', f1, precision, recall, expected].join(','),
        );
        writeFileSync(options.csv, `id,type,f1,precision,recall,expected\n${rows.join('\n')}\n`);
      }
      if (options.outputs !== undefined) writeFileSync(options.outputs, `${JSON.stringify(outOfFoldTexts(result))}\n`);
      if (result.shipped === null) return;
      const source = weightsModule(result.shipped.bytes, result.shipped.model);
      const isSame = readFileSync(WEIGHTS, 'utf8') === source;
      if (options.write) writeFileSync(WEIGHTS, source);
      say(
        isSame
          ? 'the shipped weights came out the same'
          : `the shipped weights differ${options.write ? ': written' : ''}`,
      );
    });
}
