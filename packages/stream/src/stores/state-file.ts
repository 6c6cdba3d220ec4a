/**
 * A state as one portable file: gzipped JSON lines with a value or a position each, between a first line that names the format
 * and a last line with counts, which reveals a truncated file.
 *
 * Lines: `{"format":"dehusk state","version":1}`, `{"key":…,"value":base64}`, `{"input":…,"at":…}`, `{"values":…,"positions":…}`.
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip, constants as zlib } from 'node:zlib';
import { type Position, type Store, StoreError } from './store.js';

const FORMAT = 'dehusk state';
const VERSION = 1;
/** Bytes written in one transaction: enough to avoid a disk sync per value, few enough for memory. */
const COMMIT_BYTES = 32 * 1024 * 1024;

/** The content of a file. */
interface StateFileCounts {
  readonly values: number;
  readonly positions: number;
}

/** Writes the values whose keys are wanted, and all positions when `withPositions`, to a file. */
export async function writeStateFile(
  store: Store,
  path: string,
  isWanted: (key: string) => boolean,
  withPositions: boolean,
): Promise<StateFileCounts> {
  let values = 0;
  let positions = 0;
  const lines = async function* (): AsyncGenerator<string> {
    const line = (row: unknown): string => `${JSON.stringify(row)}\n`;
    yield line({ format: FORMAT, version: VERSION });
    for (const key of await store.keys()) {
      if (!isWanted(key)) continue;
      const value = await store.get(key);
      if (value === undefined) continue;
      values++;
      yield line({ key, value: Buffer.from(value).toString('base64') });
    }
    for (const { input, at } of withPositions ? await store.positions() : []) {
      positions++;
      yield line({ input, at });
    }
    yield line({ values, positions });
  };
  await pipeline(Readable.from(lines(), { objectMode: false }), createGzip(), createWriteStream(path));
  return { values, positions };
}

type StateLine = Readonly<Record<string, unknown>>;

/**
 * Reads a file into a store.
 *
 * @throws StoreError naming file, line, got and expected for a file that is something else, of another version, cut or damaged;
 *   none of its values remain in the store then
 */
export async function readStateFile(path: string, store: Store): Promise<StateFileCounts> {
  const written: string[] = [];
  try {
    return await copyInto(store, path, written);
  } catch (error) {
    if (written.length > 0) await store.commit(new Map(written.map((key) => [key, null])));
    throw error;
  }
}

async function copyInto(store: Store, path: string, written: string[]): Promise<StateFileCounts> {
  let number = 0;
  const wrong = (got: string, expected: string): StoreError =>
    new StoreError(`${path}, line ${number}: got ${got}, expected ${expected}`);
  let values = 0;
  const positions: Position[] = [];
  let changes = new Map<string, Uint8Array>();
  let bytes = 0;
  let isWhole = false;
  try {
    for await (const text of linesOf(path)) {
      number++;
      const line = parsed(text);
      if (number === 1) {
        if (line?.format !== FORMAT || line.version !== VERSION)
          throw wrong(text.slice(0, 60), `{"format":"${FORMAT}","version":${VERSION}}`);
      } else if (typeof line?.key === 'string' && typeof line.value === 'string') {
        const value = Buffer.from(line.value, 'base64');
        changes.set(line.key, value);
        values++;
        bytes += value.length;
        if (bytes > COMMIT_BYTES) {
          await store.commit(changes);
          for (const key of changes.keys()) written.push(key);
          changes = new Map();
          bytes = 0;
        }
      } else if (typeof line?.input === 'string' && typeof line.at === 'number')
        positions.push({ input: line.input, at: line.at });
      else if (typeof line?.values === 'number') {
        if (line.values !== values || line.positions !== positions.length)
          throw wrong(`${values} values and ${positions.length} positions`, `${line.values} and ${line.positions}`);
        isWhole = true;
      } else throw wrong(text.slice(0, 60), 'a key with its value, an input with its position, or the last line');
    }
  } catch (error) {
    if (error instanceof StoreError) throw error;
    throw new StoreError(`${path} cannot be read: ${error instanceof Error ? error.message : error}`);
  }
  if (!isWhole) throw wrong('the end', 'a last line that counts: the file was cut');
  await store.commit(changes, positions);
  return { values, positions: positions.length };
}

/** The lines of a gzip file; of a truncated one, those that remain. */
async function* linesOf(path: string): AsyncGenerator<string> {
  // Truncation is detected by the missing last line, not by gzip.
  const unpacked = createGunzip({ finishFlush: zlib.Z_SYNC_FLUSH });
  const source = createReadStream(path);
  source.on('error', (error) => unpacked.destroy(error));
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of source.pipe(unpacked)) {
    const lines = decoder.decode(chunk as Buffer, { stream: true }).split('\n');
    lines[0] = rest + lines[0];
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

function parsed(text: string): StateLine | null {
  try {
    const line: unknown = JSON.parse(text);
    return typeof line === 'object' ? (line as StateLine | null) : null;
  } catch {
    return null;
  }
}
