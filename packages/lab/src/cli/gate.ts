import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import type { Dataset } from '../datasets/dataset.js';
import { datasetNames } from '../datasets/index.js';
import { DATASET_RECORDS } from '../datasets/records.js';
import {
  type Floor,
  FloorWouldSink,
  judge,
  type Measured,
  moveFloor,
  readGate,
  type Verdict,
  writeGate,
} from '../gate/gate.js';
import { metricNamed } from '../metrics/index.js';
import { percent, textTable } from '../reports/text-table.js';
import { EVERYTHING } from '../run/select.js';
import { systemNamed } from '../run/system.js';
import { choosePages, datasetOf, type ScoringOptions, scoreAll, withRunOptions } from './scoring-options.js';
import { asTyped, UsageError } from './usage-error.js';

interface Options extends ScoringOptions {
  readonly file: string;
  readonly set?: boolean;
  readonly add?: boolean;
  readonly reason?: string;
  readonly metric?: readonly string[];
}

const GATE_FILE = relative('.', fileURLToPath(new URL('../../gate.json', import.meta.url)));

/** `gate`: floors under the scores. */
export function addGate(program: Command): void {
  const command = program
    .command('gate')
    .summary('check that no score sank below its floor')
    .description(
      'Measures every floor of the gate file whose dataset is here and fails (exit code 1) when one is missed.\nDatasets that are not here are passed over and named.',
    )
    .argument('[dataset]', 'with --add: the dataset of a new floor');
  withRunOptions(command)
    .option('--file <file>', 'the gate file', GATE_FILE)
    .option('--set', 'move the floors to what is measured; one that would sink needs --reason')
    .option('--reason <words>', 'why a floor may sink; recorded in the gate file')
    .option('--add', 'add floors for a dataset and --extractor (and --metric) at what is measured')
    .option('-m, --metric <names>', 'metrics of added floors, comma separated', (text) => text.split(','))
    .addHelpText(
      'after',
      `
Examples:
  dehusk-lab gate
  dehusk-lab gate --add wcxb-dev -e boilerpipe-article -m word-multiset -n 100
  dehusk-lab gate --set --reason "the gold of page 0412 was corrected"`,
    )
    .action(async (dataset: string | undefined, options: Options) => {
      const before = readGate(readFileSync(options.file, 'utf8'), options.file);
      if (options.add) {
        const added = await newFloors(dataset, before, options);
        writeFileSync(options.file, writeGate([...before, ...added]));
        process.stdout.write(`${added.length} floors added to ${options.file}\n`);
        return;
      }
      const measured = await measureAll(before, options);
      if (options.set) {
        setFloors(before, measured, options);
        return;
      }
      const verdicts = before.flatMap((floor, at) => (measured[at] ? [judge(floor, measured[at])] : []));
      process.stdout.write(`${describeVerdicts(verdicts, before, measured)}\n`);
      if (verdicts.some(({ passes }) => !passes)) process.exitCode = 1;
    });
}

function setFloors(before: readonly Floor[], measured: readonly (Measured | null)[], options: Options): void {
  const after = before.map((floor, at) => {
    const now = measured[at];
    try {
      return now ? moveFloor(floor, now, options.reason ?? null) : floor;
    } catch (thrown) {
      if (thrown instanceof FloorWouldSink) throw new UsageError(thrown.message);
      throw thrown;
    }
  });
  writeFileSync(options.file, writeGate(after));
  const moved = after.filter((floor, at) => floor.floor !== before[at].floor || floor.sha256 !== before[at].sha256);
  process.stdout.write(`${moved.length} of ${after.length} floors moved in ${options.file}\n`);
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
    if (!now) throw new UsageError(`the dataset ${floor.dataset} is not here`);
    return moveFloor(floor, now, null);
  });
}

function sameSubject(a: Floor, b: Floor): boolean {
  return a.dataset === b.dataset && a.extractor === b.extractor && a.metric === b.metric && a.limit === b.limit;
}

/** Measures the floors whose dataset is here; null for the others. Floors of one dataset and extractor share a run. */
async function measureAll(floors: readonly Floor[], options: Options): Promise<(Measured | null)[]> {
  const measured: (Measured | null)[] = floors.map(() => null);
  for (const [at, floor] of floors.entries()) {
    const dataset = floorDataset(floor, options);
    if (dataset === null) continue;
    const chosen = await choosePages(dataset, options, { ...EVERYTHING, limit: floor.limit });
    const [evaluation] = await scoreAll(
      chosen,
      [asTyped(() => systemNamed(floor.extractor))],
      [asTyped(() => metricNamed(floor.metric))],
      options,
    );
    measured[at] = { sha256: dataset.sha256(), score: evaluation.overall.score };
  }
  return measured;
}

function floorDataset(floor: Floor, options: Options): Dataset | null {
  if (DATASET_RECORDS[floor.dataset.split('/')[0]] !== undefined) {
    const present = datasetNames(options.data === undefined ? {} : { root: options.data });
    return present.includes(floor.dataset.split('/')[0]) ? datasetOf(floor.dataset, options) : null;
  }
  const folder = isAbsolute(floor.dataset) ? floor.dataset : resolve(dirname(options.file), floor.dataset);
  return datasetOf(folder, options);
}

function describeVerdicts(
  verdicts: readonly Verdict[],
  floors: readonly Floor[],
  measured: readonly (Measured | null)[],
): string {
  const absent = [...new Set(floors.filter((_, at) => measured[at] === null).map(({ dataset }) => dataset))];
  const table = textTable({
    head: ['dataset', 'extractor', 'metric', 'floor', 'score', ''],
    rows: verdicts.map((one) => [
      one.floor.dataset,
      one.floor.extractor,
      one.floor.metric,
      percent(one.floor.floor, 2),
      percent(one.score, 2),
      one.passes ? 'ok' : one.why,
    ]),
    leftColumns: [1, 2, 5],
  });
  const failed = verdicts.filter(({ passes }) => !passes).length;
  const closing =
    failed > 0 ? `${failed} of ${verdicts.length} floors missed` : `all ${verdicts.length} floors reached`;
  return [table, ...absent.map((dataset) => `passed over: ${dataset} is not here`), closing].join('\n');
}
