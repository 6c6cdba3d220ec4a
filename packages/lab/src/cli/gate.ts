/**
 * Floors under the scores: a change that makes an extractor worse fails, and no floor is lowered silently.
 *
 * A floor records the digest of the gold it was measured on. On other gold the gate fails instead of comparing.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import type { Dataset } from '../datasets/dataset.js';
import { DATASET_RECORDS, datasetNames } from '../datasets/index.js';
import { percent, textTable } from '../reports/tables.js';
import { EVERYTHING } from '../run/run.js';
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

/** One floor. */
export interface Floor {
  /** Name of a dataset, or a folder relative to the gate file. */
  readonly dataset: string;
  /** SHA-256 of the dataset's gold. */
  readonly sha256: string;
  /** Number of pages sampled by hash of the id; null for all. */
  readonly limit: number | null;
  /** As on the command line. */
  readonly extractor: string;
  readonly metric: string;
  /** Smallest score that passes, 0…1. */
  readonly floor: number;
  /** Every lowering in order. */
  readonly lowered: readonly Lowering[];
}

interface Lowering {
  readonly from: number;
  readonly to: number;
  readonly reason: string;
}

/** The measurement of a floor. */
interface Measured {
  readonly sha256: string;
  readonly score: number;
}

/** Floors have four decimals, rounded down, so that a measurement reaches the floor set from it. */
const DECIMALS = 10_000;

/** Why a measurement misses its floor, or null when it reaches it. */
export function judge(floor: Floor, { score, sha256 }: Measured): string | null {
  if (sha256 !== floor.sha256)
    return `measured on other gold: got digest ${sha256.slice(0, 12)}, the floor has ${floor.sha256.slice(0, 12)} (dehusk-lab gate --set)`;
  return score < floor.floor ? `below the floor by ${(floor.floor - score).toFixed(4)}` : null;
}

/**
 * Moves a floor to the measured score.
 *
 * @param reason why it may fall, or null
 * @throws RangeError when it would fall without a reason
 */
export function moveFloor(floor: Floor, measured: Measured, reason: string | null): Floor {
  const to = Math.floor(measured.score * DECIMALS) / DECIMALS;
  const moved = { ...floor, sha256: measured.sha256, floor: to };
  if (to >= floor.floor) return moved;
  if (reason === null || reason.trim() === '')
    throw new RangeError(
      `the floor of ${floor.extractor} on ${floor.dataset} (${floor.metric}) would fall from ${floor.floor} to ${to}: give --reason`,
    );
  return { ...moved, lowered: [...floor.lowered, { from: floor.floor, to, reason: reason.trim() }] };
}

/**
 * Reads a gate file.
 *
 * @throws Error naming the entry that is not a floor, with got and expected
 */
export function readGate(text: string, where: string): readonly Floor[] {
  const read: unknown = JSON.parse(text);
  const floors = typeof read === 'object' && read !== null && 'floors' in read ? read.floors : null;
  if (!Array.isArray(floors)) throw new Error(`${where}: expected {"floors": […]}`);
  return floors.map((one: Partial<Floor>, at) => {
    const { dataset, sha256, limit = null, extractor, metric, floor, lowered = [] } = one;
    if (
      typeof dataset !== 'string' ||
      typeof sha256 !== 'string' ||
      typeof extractor !== 'string' ||
      typeof metric !== 'string' ||
      typeof floor !== 'number' ||
      !(floor >= 0 && floor <= 1)
    )
      throw new Error(
        `${where}: floor ${at + 1} got ${JSON.stringify(one)}, expected dataset, sha256, extractor and metric as text and a floor in 0…1`,
      );
    return { dataset, sha256, limit, extractor, metric, floor, lowered };
  });
}

/** The text of a gate file. */
export function writeGate(floors: readonly Floor[]): string {
  return `${JSON.stringify({ floors }, null, 2)}\n`;
}

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
      dataset: isNamed(dataset) ? dataset : relative(dirname(options.file), resolve(dataset)),
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

/** Measures the floors whose dataset is present; null for the others. Floors of the same pages and extractor share a run. */
async function measureAll(floors: readonly Floor[], options: Options): Promise<(Measured | null)[]> {
  const measured: (Measured | null)[] = floors.map(() => null);
  const runs = new Map<string, number[]>();
  for (const [at, { dataset, limit, extractor }] of floors.entries()) {
    const run = JSON.stringify([dataset, limit, extractor]);
    runs.set(run, [...(runs.get(run) ?? []), at]);
  }
  for (const run of runs.values()) {
    const { extractor, limit } = floors[run[0]];
    const dataset = floorDataset(floors[run[0]], options);
    if (dataset === null) continue;
    const chosen = await choosePages(dataset, options, { ...EVERYTHING, limit });
    const systems = systemsOf({ ...options, extractor: [extractor] });
    const metrics = metricsOf({ metric: run.map((at) => floors[at].metric) });
    const evaluations = await scoreAll(chosen, systems, metrics, options);
    for (const [row, at] of run.entries())
      measured[at] = { sha256: dataset.sha256(), score: evaluations[row].overall.score };
  }
  return measured;
}

/** Whether it is the name of a dataset or of a part of one, such as `streams/lukem`; else it is a folder. */
const isNamed = (dataset: string): boolean => Object.hasOwn(DATASET_RECORDS, dataset.split('/')[0]);

function floorDataset(floor: Floor, options: Options): Dataset | null {
  if (isNamed(floor.dataset)) {
    const present = datasetNames({ root: options.data });
    return present.includes(floor.dataset.split('/')[0]) ? datasetOf(floor.dataset, options) : null;
  }
  const folder = isAbsolute(floor.dataset) ? floor.dataset : resolve(dirname(options.file), floor.dataset);
  return datasetOf(folder, options);
}
