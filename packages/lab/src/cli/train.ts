import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { FEATURE_GROUPS, PAGE_TYPES } from '@dehusk/core/internal';
import type { Command } from 'commander';
import { trainDefault } from '../training/default/train.js';
import { TRAINED_FEATURES, trainedFeatures } from '../training/default/trained-features.js';
import {
  outOfFoldTexts,
  reliabilityPlot,
  weightsModule,
  writeFeatureTable,
} from '../training/default/training-files.js';
import { trainVictor, victorModule } from '../training/victor.js';
import { addCommand, datasetOf, print, share, UsageError, wholeNumber, withData } from './options.js';

/** Models that can be trained. */
const MODELS = ['default', 'victor'] as const;
/** The module of a model's shipped weights. */
const weightsOf = (extractor: string): string =>
  fileURLToPath(new URL(`../../../core/src/extractors/${extractor}/weights.ts`, import.meta.url));
/** Options that both models have. */
const COMMON = ['data', 'write', 'seed', 'outputs', 'augmentation'];

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
    examples: [
      ...['train default', 'train default --ablate --quick', 'train default --outputs out-of-fold.json'],
      'train victor --outputs out-of-fold.json',
    ],
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
      if (model === 'victor') return void (await trainChain(command, options));
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
      const { bytes, model: trained } = result.shipped;
      ship(command, weightsOf('dehusk'), weightsModule(bytes, trained), options.write);
      if (options.write) {
        const features = trainedFeatures(Buffer.from(bytes).toString('base64'));
        writeFileSync(TRAINED_FEATURES, `${JSON.stringify(features, null, 1)}\n`);
      }
    });
}

/** `train victor`. */
async function trainChain(command: Command, options: TrainOptions): Promise<void> {
  const other = Object.keys(options).find((name) => !COMMON.includes(name));
  if (other !== undefined || !options.augmentation)
    throw new UsageError(
      `train victor got --${other ?? 'no-augmentation'}, expected none but --data, --write, --seed and --outputs`,
    );
  const { seed, write, outputs } = options;
  if (seed !== undefined && write) throw new UsageError('--write got a trial, expected no --seed with it');
  const result = await trainVictor(datasetOf('wcxb-dev', options), (line) => print(command, line), seed);
  if (outputs !== undefined) writeFileSync(outputs, `${JSON.stringify(result.texts)}\n`);
  if (seed === undefined) ship(command, weightsOf('victor'), victorModule(result.bytes), write);
}

/** Compares trained weights with the shipped module, and replaces it on request. */
function ship(command: Command, module: string, source: string, writes = false): void {
  const isSame = readFileSync(module, 'utf8') === source;
  if (writes) writeFileSync(module, source);
  print(
    command,
    isSame
      ? 'the result equals the shipped weights'
      : `the result differs from the shipped weights${writes ? ': written' : ''}`,
  );
}
