import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PAGE_TYPES } from '@dehusk/core';
import { FEATURE_GROUPS, FOCUS, RULES } from '@dehusk/core/train';
import type { Command } from 'commander';
import { markdownTable } from '../reports/tables.js';
import { decideAll } from '../training/default/cross-validation.js';
import { differenceOf, setsOf } from '../training/default/figures.js';
import { trainDefault } from '../training/default/train.js';
import * as files from '../training/default/training-files.js';
import { trainMaximumSubsequence } from '../training/maximum-subsequence.js';
import { trainNcleaner } from '../training/ncleaner.js';
import { SMALL_CORPUS, type TrainSmall } from '../training/small-models.js';
import { trainVictor } from '../training/victor.js';
import { addCommand, CommandLineError, type Session, share, wholeNumber, withData } from './session.js';

/** The module of the default extractor's weights. */
const DEFAULT_WEIGHTS = fileURLToPath(new URL('../../../core/src/classify/weights.ts', import.meta.url));
/** What the default extractor is trained on. */
const TRAINING_SETS = ['wcxb-dev', 'licensed/articles', 'licensed/threads', 'licensed/commerce'];
/** Options of every model. */
const COMMON = ['data', 'write', 'seed', 'outputs', 'augmentation'];

interface TrainOptions {
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
  const unknown = groups.find((name) => !known.includes(name));
  if (unknown === undefined) return groups;
  throw new CommandLineError(`--without got "${unknown}", expected feature groups: ${known.join(', ')}`);
}

const MODELS: Readonly<Record<string, (session: Session<TrainOptions>) => Promise<void>>> = {
  default: trainTrees,
  victor: (session) => trainSmall(session, trainVictor),
  ncleaner: (session) => trainSmall(session, trainNcleaner),
  'maximum-subsequence': (session) => trainSmall(session, trainMaximumSubsequence),
};

export function addTrain(program: Command): void {
  addCommand<TrainOptions>(program, {
    name: 'train',
    summary: 'train a shipped model again',
    description:
      'Trains a model on the corpus of its shipped weights and reports whether the result is identical, bit for bit.\nPrints cross-validated scores, page type accuracy, feature importance and calibration.',
    examples: ['train default', 'train default --ablate --quick', 'train victor --outputs out-of-fold.json'],
    inputs: [['<model>', Object.keys(MODELS).join(', ')]],
    options: (command) =>
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
        .option('--features <file>', 'the feature table of the block trees, a row per block, CSV, also .csv.gz')
        .option('--outputs <file>', 'out-of-fold texts as JSON {id: text}, for --stored dehusk=FILE elsewhere'),
    async run(session) {
      const [name] = session.names;
      const known = Object.keys(MODELS).join(', ');
      if (!Object.hasOwn(MODELS, name)) throw new CommandLineError(`no model is named "${name}" (there are: ${known})`);
      await MODELS[name](session);
    },
  });
}

async function trainTrees(session: Session<TrainOptions>): Promise<void> {
  const { seed, share, augmentation, features, without = [], ablate = false, quick = false, ...rest } = session.options;
  const { write, plot, csv, outputs } = rest;
  if (share === 0) throw new CommandLineError('--share got "0", expected a number above 0');
  const isTrial = seed !== undefined || share !== undefined || !augmentation || without.length > 0 || ablate || quick;
  if (isTrial && write)
    throw new CommandLineError(
      '--write got a trial, expected none of --seed, --share, --no-augmentation, --ablate, --without and --quick with it',
    );
  const datasets = TRAINING_SETS.map((name) => session.dataset(name));
  const { scored, shipped } = await trainDefault(datasets, session.print, {
    ...{ ablate, without, quick, ship: !isTrial, seed, share, copies: augmentation },
    ...(features !== undefined && { onFeatures: (pages, matrix) => files.writeFeatureTable(features, pages, matrix) }),
  });
  if (plot !== undefined) writeFileSync(plot, `${await files.reliabilityPlot(scored)}\n`);
  if (csv !== undefined) {
    const rows = scored.map(({ page, f1, precision, recall, expected }) =>
      [page.id, PAGE_TYPES[page.type] ?? '', f1, precision, recall, expected].join(','),
    );
    writeFileSync(csv, `id,type,f1,precision,recall,expected\n${rows.join('\n')}\n`);
  }
  if (outputs !== undefined) writeFileSync(outputs, `${JSON.stringify(files.outOfFoldTexts(scored))}\n`);
  if (shipped === null) return;
  ship(session, DEFAULT_WEIGHTS, files.weightsModule(shipped.bytes, shipped.model));
  if (!write) return;
  const recorded = files.trainedFeatures(Buffer.from(shipped.bytes).toString('base64'));
  writeFileSync(files.TRAINED_FEATURES, `${JSON.stringify(recorded, null, 2)}\n`);
}

/** Trains a model of a paper: on one corpus, in minutes. */
async function trainSmall(session: Session<TrainOptions>, train: TrainSmall): Promise<void> {
  const { seed, write, outputs, augmentation } = session.options;
  const [name] = session.names;
  const other = Object.keys(session.options).find((option) => !COMMON.includes(option));
  if (other !== undefined || !augmentation)
    throw new CommandLineError(
      `train ${name} got --${other ?? 'no-augmentation'}, expected none but --data, --write, --seed and --outputs`,
    );
  if (seed !== undefined && write) throw new CommandLineError('--write got a trial, expected no --seed with it');
  const { modules, texts } = await train(session.dataset(SMALL_CORPUS), session.print, seed);
  if (outputs !== undefined) {
    if (texts === undefined)
      throw new CommandLineError(`train ${name} got --outputs, which only default and victor have`);
    writeFileSync(outputs, `${JSON.stringify(texts)}\n`);
  }
  if (seed === undefined) for (const { path, source } of modules) ship(session, path, source);
}

/** Compares trained weights with the shipped module, and replaces it on request. */
function ship({ options, print }: Session<TrainOptions>, module: string, source: string): void {
  const isSame = readFileSync(module, 'utf8') === source;
  if (options.write) writeFileSync(module, source);
  const differs = `the result differs from the shipped weights${options.write ? ': written' : ''}`;
  print(isSame ? 'the result equals the shipped weights' : differs);
}

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
