/** The rows that a stream wrote as JSON lines, and the differences between those of two runs. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

export type OutputRow = Record<string, unknown>;

export interface Outcome {
  /** Rows of each output, with `id` and, where a document has several, `revision`. */
  readonly rows: Readonly<Record<string, readonly OutputRow[]>>;
  readonly values: ReadonlyMap<string, string>;
}

/** The lines of a file, unpacked by its name. */
export function linesOf(file: string): string[] {
  const bytes = readFileSync(file);
  const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
  return text.split('\n').filter((line) => line !== '');
}

/** The rows of an output folder of a stream, `documents` or `rejects`. */
export function rowsOf(folder: string, output: string): OutputRow[] {
  return readdirSync(join(folder, output))
    .filter((name) => /\.jsonl(?:\.gz)?$/.test(name))
    .flatMap((name) => linesOf(join(folder, output, name)))
    .map((line) => JSON.parse(line) as OutputRow);
}

/** Differences of a run from the one without interruptions, as lines; empty when both ended alike. */
export function differencesOf(expected: Outcome, got: Outcome): string[] {
  const wrong: string[] = [];
  for (const output of new Set([...Object.keys(expected.rows), ...Object.keys(got.rows)])) {
    const ours = got.rows[output] ?? [];
    const theirs = expected.rows[output] ?? [];
    const twice = ours.length - new Set(ours.map(({ id, revision = 1 }) => `${id} ${revision}`)).size;
    if (twice > 0) wrong.push(`${output}: ${twice} of ${ours.length} repeat an id and revision`);
    const missing = missingOf(theirs, ours);
    const added = missingOf(ours, theirs);
    if (missing.length > 0)
      wrong.push(`${output}: ${missing.length} of ${theirs.length} are missing or differ, first ${missing[0]}`);
    if (added.length > 0) wrong.push(`${output}: ${added.length} are not in the uninterrupted run, first ${added[0]}`);
  }
  for (const key of new Set([...expected.values.keys(), ...got.values.keys()]))
    if (got.values.get(key) !== expected.values.get(key)) wrong.push(`state: the value "${key}" differs`);
  return wrong;
}

/** Rows of the one that the other has not, as text. */
function missingOf(wanted: readonly OutputRow[], there: readonly OutputRow[]): string[] {
  // The time of a rejection is that of the clock.
  const textOf = (row: OutputRow): string => JSON.stringify('stage' in row ? { ...row, at: '' } : row);
  const have = new Set(there.map(textOf));
  return wanted.map(textOf).filter((row) => !have.has(row));
}
