import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { FEATURE_GROUPS, PAGE_TYPES } from '@dehusk/core/internal';
import type { Command } from 'commander';
import { trainDefault } from '../training/default/train.js';
import {
  outOfFoldTexts,
  reliabilityPlot,
  weightsModule,
  writeFeatureTable,
} from '../training/default/training-files.js';
import { addCommand, datasetOf, print, share, UsageError, wholeNumber, withData } from './options.js';

/** Models that can be trained. */
const MODELS = ['default'] as const;
const WEIGHTS = fileURLToPath(new URL('../../../core/src/extractors/dehusk/weights.ts', import.meta.url));

interface TrainOptions {
  readonly data?: string;
  readonly write?: boolean;
  readonly ablate?: boolean;
  readonly without?: readonly string[];
  readonly quick?: boolean;
  readonly seed?: number;
  readonly share?: number;
  readonly augmentation: boolean;
  readonly plot?: string;
  readonly csv?: string;
  readonly outputs?: string;
  readonly features?: string;
}

function featureGroups(text: string): readonly string[] {
  const groups = text.split(',').map((name) => name.trim());
  const known = FEATURE_GROUPS.map(({ name }) => name);
  for (const name of groups)
    if (!known.includes(name))
      throw new UsageError(`--without got "${name}", expected feature groups: ${known.join(', ')}`);
  return groups;
}

/** `train`: a shipped model from its corpus. */
export function addTrain(program: Command): void {
  const command = addCommand(program, {
    name: 'train',
    summary: 'train a shipped model again',
    description:
      'Trains a model on the corpus of its shipped weights and reports whether the result is identical, bit for bit.\nPrints cross-validated scores, page type accuracy, feature importance and calibration.',
    examples: ['train default', 'train default --ablate --quick', 'train default --outputs out-of-fold.json'],
  }).argument('<model>', MODELS.join(', '));
  withData(command)
    .option('--write', 'replace the shipped weights')
    .option('--ablate', 'also train without each feature group; with --quick in minutes')
    .option('--without <groups>', 'train without these feature groups, comma-separated', featureGroups)
    .option('--seed <number>', 'another seed of trees and augmentation: the spread over seeds', wholeNumber(0))
    .option('--share <0…1>', 'learn from this share of the sites: the learning curve', share)
    .option('--quick', 'one small forest: comparable with other quick trials, not with the shipped weights')
    .option('--no-augmentation', 'train without augmented pages')
    .option('--plot <file>', 'reliability diagram of the out-of-fold confidence, SVG')
    .option('--csv <file>', 'out-of-fold result of every page: id, type, F1, precision, recall, expected F1')
    .option('--features <file>', 'the feature table of the block trees, one row per block, CSV; compressed as .csv.gz')
    .option(
      '--outputs <file>',
      'out-of-fold text of every page as JSON {id: text}, for --stored dehusk=FILE of other commands',
    )
    .action(async (model: string, options: TrainOptions) => {
      if (!MODELS.some((one) => one === model))
        throw new UsageError(`no model is named "${model}" (there are: ${MODELS.join(', ')})`);
      const { seed, share, augmentation, features, without = [], ablate = false, quick = false } = options;
      if (share === 0) throw new UsageError('--share got "0", expected a number above 0');
      const isTrial =
        seed !== undefined || share !== undefined || !augmentation || without.length > 0 || ablate || quick;
      if (isTrial && options.write)
        throw new UsageError(
          '--write got a trial, expected none of --seed, --share, --no-augmentation, --ablate, --without and --quick with it',
        );
      const result = await trainDefault(datasetOf('wcxb-dev', options), (line) => print(command, line), {
        ablate,
        without,
        quick,
        ship: !isTrial,
        seed,
        share,
        copies: augmentation,
        ...(features !== undefined && {
          onFeatures: (pages, matrix) => writeFeatureTable(features, pages, matrix),
        }),
      });
      if (options.plot !== undefined) writeFileSync(options.plot, `${await reliabilityPlot(result.scored)}\n`);
      if (options.csv !== undefined) {
        const rows = result.scored.map(({ page, f1, precision, recall, expected }) =>
          [page.id, PAGE_TYPES[page.type] ?? '', f1, precision, recall, expected].join(','),
        );
        writeFileSync(options.csv, `id,type,f1,precision,recall,expected\n${rows.join('\n')}\n`);
      }
      if (options.outputs !== undefined)
        writeFileSync(options.outputs, `${JSON.stringify(outOfFoldTexts(result.scored, result.probability))}\n`);
      if (result.shipped === null) return;
      const source = weightsModule(result.shipped.bytes, result.shipped.model);
      const isSame = readFileSync(WEIGHTS, 'utf8') === source;
      if (options.write) writeFileSync(WEIGHTS, source);
      print(
        command,
        isSame
          ? 'the result equals the shipped weights'
          : `the result differs from the shipped weights${options.write ? ': written' : ''}`,
      );
    });
}
