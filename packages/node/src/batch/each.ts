/**
 * One output per input, so that a batch is a set of tasks that any scheduler may run, kill and run again.
 *
 * An output is written under a temporary name, synced, and renamed; then its mark is written: the version, a digest of the options, and
 * counts. A task whose mark fits is done. So two runs of one task cannot mix their rows, and a run that was killed leaves nothing that
 * looks complete. Nor does an input that ends early: its rows are in `OUTPUT.incomplete`, without a mark.
 */
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, statSync } from 'node:fs';
import { mkdtemp, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { isS3, readObject, stateOfObject, uploadObject } from '../s3/objects.js';

/** Every `count`-th record or task from the `number`-th on; `number` is 0 to `count`, and 0 is the same as `count`. */
export interface Shard {
  readonly number: number;
  readonly count: number;
}

/** File name endings of outputs. */
export const OUTPUT_TYPES = ['jsonl.gz', 'jsonl.zst', 'jsonl', 'parquet'] as const;
export type OutputType = (typeof OUTPUT_TYPES)[number];

/** An input, or a part of one, with its output. */
interface EachTask {
  readonly input: string;
  readonly output: string;
  /** The part of the input's records; null: all. */
  readonly part: Shard | null;
}

/** Endings of inputs that an output's name does not keep. */
const INPUT_ENDING = /(?:\.(?:warc|jsonl|ndjson|json|parquet|html?))?(?:\.(?:gz|zst))?$/i;

/**
 * The tasks of a shard. Fewer inputs than shards are divided into parts, so that each shard has work.
 *
 * @param inputs paths or addresses
 * @throws RangeError for two inputs whose outputs would have the same name
 */
export function eachTasks(inputs: readonly string[], folder: string, type: OutputType, shard: Shard): EachTask[] {
  const parts = Math.max(1, Math.ceil(shard.count / Math.max(1, inputs.length)));
  const byName = new Map<string, string>();
  const tasks: EachTask[] = [];
  for (const input of inputs) {
    const name = basename(input).replace(INPUT_ENDING, '') || basename(input);
    const before = byName.get(name);
    if (before !== undefined)
      throw new RangeError(`${before} and ${input} would have the same output ${name}.${type}; give them in two runs`);
    byName.set(name, input);
    for (let number = 1; number <= parts; number++) {
      const ending = parts === 1 ? '' : `.part-${number}-of-${parts}`;
      const part = parts === 1 ? null : { number, count: parts };
      const file = `${name}${ending}.${type}`;
      const output = isS3(folder) ? `${folder.replace(/\/+$/, '')}/${file}` : join(folder, file);
      tasks.push({ input, output, part });
    }
  }
  return tasks.filter((_, at) => isInShard(at, shard));
}

/** Whether the record or task at a place, from 0, belongs to a shard. */
export function isInShard(at: number, { number, count }: Shard): boolean {
  return (at + 1) % count === number % count;
}

/** The mark beside a finished output. */
export interface DoneMark {
  readonly schema: 1;
  /** Version of Dehusk. */
  readonly version: string;
  /** Digest of the options that shape rows. */
  readonly options: string;
  readonly input: { readonly path: string; readonly bytes: number; readonly modified: number };
  /** Size of the output in bytes. */
  readonly bytes: number;
  readonly rows: number;
  readonly ok: number;
  /** Rows without text by reason. */
  readonly reasons: Readonly<Record<string, number>>;
  /** Parts of a damaged input that have no row. */
  readonly faults: number;
}

/** The name of an output's mark. */
const markOf = (output: string): string => `${output}.done`;

/** Reads the mark of an output; null when there is none, when it was cut short, or when the output has another size than it says. */
export async function readMark(output: string): Promise<DoneMark | null> {
  const bytes = await sizeOf(output);
  if (bytes === null || (isS3(output) && (await stateOfObject(markOf(output))) === null)) return null;
  try {
    const json = isS3(output) ? await text(readObject(markOf(output))) : await readFile(markOf(output), 'utf8');
    const mark = JSON.parse(json) as DoneMark;
    return mark.schema === 1 && mark.bytes === bytes ? mark : null;
  } catch (error) {
    // A server that fails is not a mark that is missing.
    if (isS3(output) && !(error instanceof SyntaxError)) throw error;
    return null;
  }
}

/** The size of a file or object in bytes; null when there is none. */
async function sizeOf(path: string): Promise<number | null> {
  if (isS3(path)) return (await stateOfObject(path))?.bytes ?? null;
  return statSync(path, { throwIfNoEntry: false })?.size ?? null;
}

/** A digest of the options that shape rows: equal for equal options in any order. */
export function digestOf(options: unknown): string {
  const sorted = (_name: string, value: unknown): unknown =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value;
  return createHash('sha256').update(JSON.stringify(options, sorted)).digest('hex').slice(0, 32);
}

/** What a mark says of an input, so that a changed input is extracted again. */
export async function inputOf(path: string): Promise<DoneMark['input']> {
  if (isS3(path)) {
    const { bytes = 0, modified = 0 } = (await stateOfObject(path)) ?? {};
    return { path, bytes, modified };
  }
  const { size, mtimeMs } = await stat(path);
  return { path, bytes: size, modified: Math.round(mtimeMs) };
}

/** What a mark says of rows; `isCut`: the input ends early, so there will be none. */
type WrittenOutput = Omit<DoneMark, 'schema' | 'bytes'> & { readonly isCut: boolean };

/** A file without a mark is where an output goes, and no run wrote it. */
export class ForeignOutput extends Error {}

const incompleteOf = (output: string): string => `${output}.incomplete`;

/**
 * Writes an output as a whole, then its mark.
 *
 * @param replaces whether a file of this name may be replaced that has no mark and other bytes
 * @param write writes the rows to a path and returns what the mark says of them
 * @throws ForeignOutput
 */
export async function finishOutput(
  output: string,
  replaces: boolean,
  write: (path: string) => Promise<WrittenOutput>,
): Promise<void> {
  const isObject = isS3(output);
  // An object is written on disk first. The process number keeps two runs of one task apart.
  const folder = isObject ? await mkdtemp(join(tmpdir(), 'dehusk-')) : null;
  const partial = folder === null ? `${output}.${process.pid}.partial` : join(folder, 'rows');
  const putAs = (name: string): Promise<void> => (isObject ? uploadObject(name, partial) : rename(partial, name));
  try {
    const { isCut, ...written } = await write(partial);
    await sync(partial);
    if (isCut) return await putAs(incompleteOf(output));
    const mark: DoneMark = { schema: 1, bytes: statSync(partial).size, ...written };
    // A run that was killed just before it wrote the mark left the same bytes.
    const isForeign = !isObject && !replaces && existsSync(output) && !existsSync(markOf(output));
    if (isForeign && !(await areSame(partial, output)))
      throw new ForeignOutput(
        `${output} exists, has no ${basename(markOf(output))} and is not what this run writes; move it away, or replace it with --overwrite`,
      );
    await putAs(output);
    await writeFile(partial, `${JSON.stringify(mark)}\n`, { flush: true });
    await putAs(markOf(output));
    if (!isObject) await rm(incompleteOf(output), { force: true });
  } finally {
    await rm(folder ?? partial, { recursive: true, force: true });
  }
}

async function areSame(a: string, b: string): Promise<boolean> {
  const digests = await Promise.all(
    [a, b].map(async (path) => {
      const hash = createHash('sha256');
      for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
      return hash.digest('hex');
    }),
  );
  return digests[0] === digests[1];
}

async function sync(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
