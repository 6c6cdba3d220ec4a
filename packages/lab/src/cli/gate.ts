import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import type { Dataset } from '../datasets/dataset.js';
import { DATASET_RECORDS, datasetNames } from '../datasets/index.js';
import { type Floor, judge, type Measured, moveFloor, readGate, writeGate } from '../gate/gate.js';
import { percent, textTable } from '../reports/tables.js';
import { EVERYTHING } from '../run/select.js';
import {
  addCommand,
  asTyped,
  choosePages,
  datasetOf,
  FailedCheck,
  metricsOf,
  print,
  type ScoringOptions,
  scoreAll,
  systemsOf,
  UsageError,
  withScoringOptions,
} from './options.js';

interface Options extends ScoringOptions {
  readonly file: string;
  readonly set?: boolean;
  readonly add?: boolean;
  readonly reason?: string;
}

/** `gate`: floors under the scores. */
export function addGate(program: Command): void {
  const command = addCommand(program, {
    name: 'gate',
    summary: 'check that no score fell below its floor',
    description:
      'Measures every floor of the gate file whose dataset is present and fails (exit code 1) when one is missed.\nSkips and names the datasets that are absent.',
    examples: [
      'gate',
      'gate --add wcxb-dev -e boilerpipe-article -m word-multiset -n 100',
      'gate --set --reason "the gold of page 0412 was corrected"',
    ],
  }).argument('[dataset]', 'with --add: the dataset of a new floor');
  withScoringOptions(command)
    .option('--file <file>', 'the gate file', relative('.', fileURLToPath(new URL('../../gate.json', import.meta.url))))
    .option('--set', 'move the floors to the measured scores; a lower one needs --reason')
    .option('--reason <words>', 'why a floor may fall; recorded in the gate file')
    .option('--add', 'add floors for a dataset, --extractor and --metric at the measured scores')
    .action(async (dataset: string | undefined, options: Options) => {
      const before = readGate(readFileSync(options.file, 'utf8'), options.file);
      if (options.add) {
        const added = await newFloors(dataset, before, options);
        writeFileSync(options.file, writeGate([...before, ...added]));
        print(command, `${added.length} floors added to ${options.file}`);
        return;
      }
      const measured = await measureAll(before, options);
      if (options.set) {
        const after = before.map((floor, at) => {
          const now = measured[at];
          return now ? asTyped(() => moveFloor(floor, now, options.reason ?? null)) : floor;
        });
        writeFileSync(options.file, writeGate(after));
        const moved = after.filter(
          (floor, at) => floor.floor !== before[at].floor || floor.sha256 !== before[at].sha256,
        );
        print(command, `${moved.length} of ${after.length} floors moved in ${options.file}`);
        return;
      }
      const verdicts = before.flatMap((floor, at) => {
        const now = measured[at];
        return now ? [{ floor, score: now.score, fault: judge(floor, now) }] : [];
      });
      const rows = verdicts.map(({ floor, score, fault }) => [
        ...[floor.dataset, floor.extractor, floor.metric],
        ...[percent(floor.floor, 2), percent(score, 2), fault ?? 'ok'],
      ]);
      const head = ['dataset', 'extractor', 'metric', 'floor', 'score', ''];
      print(command, textTable({ head, rows, leftColumns: [1, 2, 5] }));
      for (const absent of new Set(before.filter((_, at) => measured[at] === null).map((floor) => floor.dataset)))
        print(command, `skipped: ${absent} is not present`);
      const missed = verdicts.filter(({ fault }) => fault !== null).length;
      print(
        command,
        missed > 0 ? `${missed} of ${verdicts.length} floors missed` : `all ${verdicts.length} floors reached`,
      );
      if (missed > 0) throw new FailedCheck();
    });
}

async function newFloors(dataset: string | undefined, before: readonly Floor[], options: Options): Promise<Floor[]> {
  if (dataset === undefined || options.extractor === undefined)
    throw new UsageError('--add needs a dataset and --extractor');
  const wanted = options.extractor.flatMap((extractor) =>
    (options.metric ?? ['word-multiset']).map((metric) => ({
      dataset: DATASET_RECORDS[dataset] ? dataset : relative(dirname(options.file), resolve(dataset)),
      sha256: '',
      limit: options.limit ?? null,
      extractor,
      metric,
      floor: 0,
      lowered: [],
    })),
  );
  for (const one of wanted)
    if (before.some((floor) => sameSubject(floor, one)))
      throw new UsageError(`${one.extractor} already has a floor on ${one.dataset} (${one.metric}): use --set`);
  const measured = await measureAll(wanted, options);
  return wanted.map((floor, at) => {
    const now = measured[at];
    if (!now) throw new UsageError(`the dataset ${floor.dataset} is not present`);
    return moveFloor(floor, now, null);
  });
}

function sameSubject(a: Floor, b: Floor): boolean {
  return a.dataset === b.dataset && a.extractor === b.extractor && a.metric === b.metric && a.limit === b.limit;
}

/** Measures the floors whose dataset is present; null for the others. Floors of one dataset and extractor share a run. */
async function measureAll(floors: readonly Floor[], options: Options): Promise<(Measured | null)[]> {
  const measured: (Measured | null)[] = floors.map(() => null);
  for (const [at, floor] of floors.entries()) {
    const dataset = floorDataset(floor, options);
    if (dataset === null) continue;
    const chosen = await choosePages(dataset, options, { ...EVERYTHING, limit: floor.limit });
    const systems = systemsOf({ ...options, extractor: [floor.extractor] });
    const [evaluation] = await scoreAll(chosen, systems, metricsOf({ metric: [floor.metric] }), options);
    measured[at] = { sha256: dataset.sha256(), score: evaluation.overall.score };
  }
  return measured;
}

function floorDataset(floor: Floor, options: Options): Dataset | null {
  if (DATASET_RECORDS[floor.dataset.split('/')[0]] !== undefined) {
    const present = datasetNames({ root: options.data });
    return present.includes(floor.dataset.split('/')[0]) ? datasetOf(floor.dataset, options) : null;
  }
  const folder = isAbsolute(floor.dataset) ? floor.dataset : resolve(dirname(options.file), floor.dataset);
  return datasetOf(folder, options);
}
