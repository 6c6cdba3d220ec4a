/**
 * Floors under the scores: a change that makes an extractor worse fails, and no floor is lowered silently.
 *
 * A floor records the digest of the gold it was measured on. On other gold the gate fails instead of comparing. To add one, write its
 * row with the floor 0 and run `gate --set`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import type { Dataset } from '../datasets/dataset.js';
import { DATASET_RECORDS, datasetNames } from '../datasets/index.js';
import { percent, textTable } from '../reports/tables.js';
import { EVERYTHING } from '../run/run.js';
import { addCommand, asTyped, FailedCheck, type ScoringOptions, type Session, withRunOptions } from './session.js';

interface Floor {
  /** Name of a dataset, or a folder relative to the gate file. */
  readonly dataset: string;
  readonly sha256: string;
  /** Number of pages sampled by hash of the id; null for all. */
  readonly limit: number | null;
  readonly extractor: string;
  readonly metric: string;
  /** Smallest score that passes, 0…1. */
  readonly floor: number;
  readonly lowered: readonly { readonly from: number; readonly to: number; readonly reason: string }[];
}

type Measured = { readonly sha256: string; readonly score: number };

/** Floors have four decimals, rounded down, so that a measurement reaches the floor set from it. */
const DECIMALS = 10_000;

/** Why a measurement misses its floor, or null when it reaches it. */
export function judge(floor: Floor, { score, sha256 }: Measured): string | null {
  if (sha256 !== floor.sha256)
    return `measured on other gold: got digest ${sha256.slice(0, 12)}, the floor has ${floor.sha256.slice(0, 12)} (dehusk-lab gate --set)`;
  return score < floor.floor ? `below the floor by ${(floor.floor - score).toFixed(4)}` : null;
}

/** Moves a floor to the measured score. @throws RangeError when it would fall without a reason */
export function moveFloor(floor: Floor, measured: Measured, reason = ''): Floor {
  const to = Math.floor(measured.score * DECIMALS) / DECIMALS;
  const moved = { ...floor, sha256: measured.sha256, floor: to };
  if (to >= floor.floor) return moved;
  if (reason.trim() === '')
    throw new RangeError(
      `the floor of ${floor.extractor} on ${floor.dataset} (${floor.metric}) would fall from ${floor.floor} to ${to}: give --reason`,
    );
  return { ...moved, lowered: [...floor.lowered, { from: floor.floor, to, reason: reason.trim() }] };
}

/** Reads a gate file. @throws Error naming the entry that is not a floor, with got and expected */
export function readGate(text: string, where: string): readonly Floor[] {
  const { floors } = JSON.parse(text) as { readonly floors: readonly Floor[] };
  for (const [at, one] of floors.entries())
    if (!['dataset', 'extractor', 'metric'].every((field) => field in one) || !(one.floor >= 0 && one.floor <= 1))
      throw new Error(
        `${where}: floor ${at + 1} got ${JSON.stringify(one)}, expected dataset, extractor, metric and a floor in 0…1`,
      );
  return floors;
}

interface GateFlags extends ScoringOptions {
  readonly file: string;
  readonly set?: boolean;
  readonly reason?: string;
}

export function addGate(program: Command): void {
  const gate = relative('.', fileURLToPath(new URL('../../gate.json', import.meta.url)));
  addCommand<GateFlags>(program, {
    name: 'gate',
    summary: 'check that no score fell below its floor',
    description:
      'Measures every floor of the gate file whose dataset is present and fails (exit code 1) when one is missed.\nSkips and names the datasets that are absent.',
    examples: ['gate', 'gate --set --reason "the gold of page 0412 was corrected"'],
    inputs: [],
    options: (command) =>
      withRunOptions(command)
        .option('--file <file>', 'the gate file', gate)
        .option('--set', 'move the floors to the measured scores; a lower one needs --reason')
        .option('--reason <words>', 'why a floor may fall; recorded in the gate file'),
    async run(session) {
      const { file, set } = session.options;
      const floors = readGate(readFileSync(file, 'utf8'), file);
      await (set ? setFloors : checkFloors)(session, floors);
    },
  });
}

async function checkFloors(session: Session<GateFlags>, floors: readonly Floor[]): Promise<void> {
  const measured = await measureAll(session, floors);
  const decisions = floors.flatMap((floor, at) => {
    const now = measured[at];
    return now ? [{ floor, score: now.score, fault: judge(floor, now) }] : [];
  });
  const rows = decisions.map(({ floor, score, fault }) => [
    ...[floor.dataset, floor.extractor, floor.metric],
    ...[percent(floor.floor, 2), percent(score, 2), fault ?? 'ok'],
  ]);
  const head = ['dataset', 'extractor', 'metric', 'floor', 'score', ''];
  session.print(textTable({ head, rows, leftColumns: [1, 2, 5] }));
  for (const absent of new Set(floors.filter((_, at) => measured[at] === null).map((floor) => floor.dataset)))
    session.print(`skipped: ${absent} is not present`);
  const missed = decisions.filter(({ fault }) => fault !== null).length;
  const { length: all } = decisions;
  session.print(missed > 0 ? `${missed} of ${all} floors missed` : `all ${all} floors reached`);
  if (missed > 0) throw new FailedCheck();
}

async function setFloors(session: Session<GateFlags>, floors: readonly Floor[]): Promise<void> {
  const { file, reason } = session.options;
  const measured = await measureAll(session, floors);
  const after = floors.map((floor, at) => {
    const now = measured[at];
    return now ? asTyped(() => moveFloor(floor, now, reason)) : floor;
  });
  writeFileSync(file, `${JSON.stringify({ floors: after }, null, 2)}\n`);
  const moved = after.filter(({ floor, sha256 }, at) => floor !== floors[at].floor || sha256 !== floors[at].sha256);
  session.print(`${moved.length} of ${after.length} floors moved in ${file}`);
}

/** Measures the floors whose dataset is present; null for the others. Floors of the same pages and extractor share a run. */
async function measureAll(session: Session<GateFlags>, floors: readonly Floor[]): Promise<(Measured | null)[]> {
  const measured: (Measured | null)[] = floors.map(() => null);
  const runs = new Map<string, number[]>();
  for (const [at, { dataset, limit, extractor }] of floors.entries()) {
    const run = JSON.stringify([dataset, limit, extractor]);
    runs.set(run, [...(runs.get(run) ?? []), at]);
  }
  for (const run of runs.values()) {
    const { extractor, limit, dataset: name } = floors[run[0]];
    const dataset = floorDataset(session, name);
    if (dataset === null) continue;
    const own = session.with({ extractor: [extractor], metric: run.map((at) => floors[at].metric) });
    const chosen = await own.pages(dataset, { ...EVERYTHING, limit });
    const evaluations = await own.score(chosen, own.systems(), own.metrics());
    for (const [row, at] of run.entries())
      measured[at] = { sha256: dataset.sha256(), score: evaluations[row].overall.score };
  }
  return measured;
}

function floorDataset(session: Session<GateFlags>, dataset: string): Dataset | null {
  const { data, file } = session.options;
  // The name of a dataset or of a part of one, such as `streams/lukem`; else it is a folder.
  const names = [dataset, dataset.split('/')[0]];
  if (!names.some((name) => Object.hasOwn(DATASET_RECORDS, name)))
    return session.dataset(resolve(dirname(file), dataset));
  const present = datasetNames({ root: data });
  return names.some((name) => present.includes(name)) ? session.dataset(dataset) : null;
}
