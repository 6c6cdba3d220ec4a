/**
 * The pages to improve first: those that make up half of a system's loss, with causes; or those where one system is far from
 * the gold although another is near it, losses that the page does not explain.
 */
import { writeFileSync } from 'node:fs';
import { DEFAULT_EXTRACTOR } from '@dehusk/core';
import { type Command, Option } from 'commander';
import { percent, textTable } from '../reports/tables.js';
import { CAUSES, type Cause, causesOf } from '../run/causes.js';
import type { Evaluation, PageScore } from '../run/evaluate.js';
import {
  addCommand,
  choosePages,
  datasetOf,
  metricsOf,
  print,
  runWithProgress,
  type ScoringOptions,
  scoreAll,
  share,
  systemsOf,
  UsageError,
  withScoringOptions,
} from './options.js';

/** Measures by which pages are compared. */
const MEASURES = ['precision', 'recall', 'score'] as const;

export interface HardCaseBounds {
  readonly measure: (typeof MEASURES)[number];
  /** The system is below this, 0…1, … */
  readonly below: number;
  /** … where another is above this, 0…1. */
  readonly above: number;
}

/** One page on which another system does far better. */
interface HardCase {
  /** Index among the evaluation's pages. */
  readonly at: number;
  readonly own: PageScore;
  /** The system above the bound with the highest score (the earlier of equals), and its score. */
  readonly by: string;
  readonly best: PageScore;
  /** Number of systems above the bound. */
  readonly systems: number;
}

/**
 * The pages where a system is below the bound and one of `others` is above it, the largest difference of scores first. An
 * undefined measure (no words kept: no precision) is neither.
 *
 * @param others evaluations of the same pages in the same order
 */
export function hardCases(
  system: Evaluation,
  others: readonly Evaluation[],
  { measure, below, above }: HardCaseBounds,
): readonly HardCase[] {
  const found: HardCase[] = [];
  system.pages.forEach((own, at) => {
    if (!(own[measure] < below)) return;
    const better = others.filter(({ pages }) => pages[at][measure] > above);
    if (better.length === 0) return;
    const best = better.reduce((a, b) => (b.pages[at].score > a.pages[at].score ? b : a));
    found.push({ at, own, by: best.system, best: best.pages[at], systems: better.length });
  });
  const loss = ({ own, best }: HardCase): number => best.score - own.score;
  return found.sort((x, y) => loss(y) - loss(x) || x.at - y.at);
}

/** A page with a loss and what causes it. */
interface Loss {
  readonly own: PageScore;
  /** 1 − score. */
  readonly loss: number;
  readonly causes: readonly Cause[];
}

/** Sum of the loss, and of the pages with one cause. A page may have several causes, so shares add up to more than 1. */
interface LossOf {
  readonly cause: Cause;
  readonly pages: number;
  /** Share of the whole loss, 0…1. */
  readonly share: number;
}

/** Pages by loss, the largest first; `hardest` of them make up half of the sum. Pages without loss are left out. */
export function lossesOf(
  pages: readonly PageScore[],
  causesAt: (at: number) => readonly Cause[],
): { readonly losses: readonly Loss[]; readonly hardest: number; readonly byCause: readonly LossOf[] } {
  const losses = pages
    .map((own, at) => ({ own, at, loss: 1 - own.score }))
    .filter(({ loss }) => loss > 0)
    .sort((x, y) => y.loss - x.loss || x.at - y.at)
    .map(({ own, at, loss }) => ({ own, loss, causes: causesAt(at) }));
  const all = losses.reduce((sum, { loss }) => sum + loss, 0);
  let hardest = 0;
  for (let sum = 0; sum < all / 2 && hardest < losses.length; hardest++) sum += losses[hardest].loss;
  const byCause = (Object.keys(CAUSES) as Cause[]).map((cause) => {
    const having = losses.filter(({ causes }) => causes.includes(cause));
    return { cause, pages: having.length, share: having.reduce((sum, { loss }) => sum + loss, 0) / all };
  });
  return { losses, hardest, byCause: byCause.filter((one) => one.pages > 0).sort((x, y) => y.share - x.share) };
}

interface Options extends ScoringOptions, HardCaseBounds {
  readonly system: string;
  readonly pageType?: string;
  readonly json?: string;
}

/** The dataset of the shipped weights. */
const TRAINING_SET = 'wcxb-dev';

/** `hard-cases`: the pages that an extractor loses most on, or on which another does well. */
export function addHardCases(program: Command): void {
  const command = addCommand(program, {
    name: 'hard-cases',
    summary: 'list the pages on which an extractor loses most, with causes',
    description: `Lists the pages that make up half of a system's loss, with causes that are computed from page, gold and output, and the share of the loss of all pages with each cause.\nWith -e, lists the pages where the system is below a bound and one of the extractors is above a second bound: by precision, recall or score.\n\nCauses:\n${Object.entries(
      CAUSES,
    )
      .map(([cause, meaning]) => `  ${cause.padEnd(17)} ${meaning}`)
      .join('\n')}`,
    examples: [
      'hard-cases daniel-a --split 0/2:default --metric lcs-words',
      'hard-cases l3s-gn1 daniel-a --kind article --split 0/2:default -n 100',
      'hard-cases readability --measure recall -e dehusk,boilerpipe-article,readability-linkedom',
      'train default --outputs out-of-fold.json',
      'hard-cases wcxb-dev --page-type article --stored dehusk=out-of-fold.json',
    ],
  }).argument('<dataset...>', 'names from "dehusk-lab datasets", or folders');
  withScoringOptions(command)
    .option('--system <name>', 'the system whose pages are listed', DEFAULT_EXTRACTOR)
    .addOption(new Option('--measure <measure>', 'the compared measure').choices([...MEASURES]).default('precision'))
    .option('--below <0…1>', 'the system is below this', share, 0.5)
    .option('--above <0…1>', 'another one is above this', share, 0.9)
    .option('--page-type <type>', 'only pages of this type')
    .option('--json <file>', 'write the list')
    .action(async (names: string[], options: Options) => {
      const metrics = metricsOf(options);
      if (metrics.length !== 1) throw new UsageError(`--metric got ${metrics.length} metrics, expected one`);
      const { system, measure, below, above, pageType } = options;
      const isStored = options.stored.some((text) => text.startsWith(`${system}=`));
      const systems = systemsOf({ ...options, extractor: options.extractor ?? (isStored ? [] : [system]) });
      const own = systems.findIndex(({ name }) => name === system);
      if (own < 0)
        throw new UsageError(`--system got "${system}", expected one of ${systems.map(({ name }) => name).join(', ')}`);
      const lists: unknown[] = [];
      for (const dataset of names.map((name) => datasetOf(name, options))) {
        const chosen = await choosePages(dataset, options);
        const cases = chosen.cases.filter((one) => pageType === undefined || one.pageType === pageType);
        if (cases.length === 0) throw new UsageError(`${dataset.name} has no page of type "${pageType}" here`);
        const selection = `${chosen.selection}${pageType === undefined ? '' : `|type:${pageType}`}`;
        const scored = await scoreAll({ dataset, cases, selection }, systems, metrics, options);
        const [evaluation] = scored.splice(own, 1);
        if (options.extractor === undefined) {
          const outputs = await runWithProgress({ dataset, cases, selection }, systems[own], options);
          const { losses, hardest, byCause } = lossesOf(evaluation.pages, (at) =>
            causesOf(cases[at], outputs[at].text),
          );
          print(command, `${describeLosses(evaluation, losses.slice(0, hardest), byCause)}\n`);
          if (dataset.name === TRAINING_SET && system === DEFAULT_EXTRACTOR && !isStored)
            print(
              command,
              `The weights were trained on these pages: use --stored with the texts of "train default --outputs".\n`,
            );
          print(command, `${evaluation.signature}\n`);
          lists.push({
            dataset: dataset.name,
            pages: cases.length,
            signature: evaluation.signature,
            byCause,
            losses,
            hardest,
          });
          continue;
        }
        const found = hardCases(evaluation, scored, options);
        print(
          command,
          `${dataset.name}: ${found.length} of ${cases.length} pages with ${measure} of ${system} < ${below} where another has > ${above}\n`,
        );
        if (found.length > 0) print(command, `${describe(system, found)}\n`);
        print(command, `${evaluation.signature}\n`);
        lists.push({ dataset: dataset.name, pages: cases.length, signature: evaluation.signature, found });
      }
      if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(lists, null, 1)}\n`);
    });
}

function describeLosses(
  { dataset, system, pages, overall }: Evaluation,
  hardest: readonly Loss[],
  byCause: readonly LossOf[],
): string {
  const causes = textTable({
    head: ['cause', 'pages', 'share of the loss'],
    rows: byCause.map(({ cause, pages: count, share: part }) => [cause, String(count), percent(part)]),
  });
  const list = textTable({
    head: ['page', 'score', 'precision', 'recall', 'causes'],
    rows: hardest.map(({ own, causes: tags }) => [
      own.id,
      ...[own.score, own.precision, own.recall].map((value) => percent(value)),
      tags.join(', '),
    ]),
    leftColumns: [4],
  });
  const head = `${dataset}: ${hardest.length} of ${pages.length} pages make up half of the loss of ${system} (score ${percent(overall.score)})`;
  return `${head}\n\n${causes}\n\n${list}`;
}

function describe(system: string, found: readonly HardCase[]): string {
  const figures = ({ score, precision, recall }: PageScore): string[] =>
    [score, precision, recall].map((value) => percent(value));
  return textTable({
    head: ['page', system, 'precision', 'recall', 'best system', 'score', 'precision', 'recall', 'systems'],
    rows: found.map(({ own, by, best, systems }) => [own.id, ...figures(own), by, ...figures(best), String(systems)]),
    leftColumns: [4],
  });
}
