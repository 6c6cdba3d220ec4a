/** The stream of `dehusk dedupe`: lines in, verdicts, lines out, a checkpoint now and then. */
import { statSync } from 'node:fs';
import { open, readFile, rename, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { seal, unseal } from '@dehusk/html';
import { type DedupeSettings, deduplicatorOf } from './deduplicator.js';
import { endDigest, fileWriter, lineBatches, naming, STDIN, streamWriter } from './line-files.js';

interface DedupeStreamOptions {
  readonly settings: DedupeSettings;
  /** Paths of JSONL files, also `.gz`, in order; `-` is standard input. */
  readonly inputs: readonly string[];
  /** Path of the output, or null for standard output. */
  readonly output: string | null;
  /** Whether an existing output that the state does not continue is replaced. */
  readonly overwrite: boolean;
  /** The record's field with the text. */
  readonly field: string;
  /** Write every record with the verdict in a field `dedupe`, instead of only what is kept. */
  readonly mark: boolean;
  /** Path of the state file, or null. */
  readonly state: string | null;
  /** Shortest time between checkpoints, in milliseconds. 0 makes one after every batch of lines. */
  readonly checkpointMilliseconds: number;
  /** Called after every batch of lines. */
  readonly onBatch?: (counts: Readonly<DedupeCounts>) => void;
  /** Receives the number of bytes read from a file or pipe. */
  readonly onBytes?: (count: number) => void;
  /** Called for a line that is not a record. */
  readonly onReject?: (input: string, offset: number, reason: string) => void;
  /** Stops at the next batch, after a checkpoint. */
  readonly signal?: AbortSignal;
}

/** The next checkpoint waits at least this many times the duration of the last, so that they cost at most 5 % of the time. */
const CHECKPOINT_PAUSE = 20;

const NO_COUNTS: DedupeCounts = {
  records: 0,
  kept: 0,
  trimmed: 0,
  dropped: 0,
  paragraphs: 0,
  droppedParagraphs: 0,
  rejected: 0,
};

/**
 * Processes the inputs from the state's position (or their start) to their end, or to the signal.
 *
 * @returns `finished`: every input was read to its end; `resumed`: it continued from a state
 * @throws RangeError when the state belongs to other settings or inputs; the errors of the file system
 */
export async function dedupeStream(options: DedupeStreamOptions) {
  const { settings, inputs, output, field, mark, state } = options;
  const saved = state === null ? null : await loadCheckpoint(state);
  const before = saved?.progress ?? null;
  if (before !== null) checkSame(before, options);
  const start = before === null ? { input: 0, offset: 0 } : whereToStart(before, inputs);
  const deduplicator = deduplicatorOf(settings, saved?.learnt ?? null);
  const counts: DedupeCounts = { ...(before?.counts ?? NO_COUNTS) };
  let position = start;
  let nextCheckpoint = performance.now() + options.checkpointMilliseconds;
  const save = async (outputBytes: number, outputDigest: string, finished: boolean): Promise<void> => {
    if (state === null) return;
    const written = { output, outputBytes, outputDigest };
    const progress = { settings, field, mark, inputs, ...position, ...written, finished, counts };
    await saveCheckpoint(state, { progress, learnt: deduplicator.encode() });
  };
  const continues = before !== null && before.output === output;
  if (output !== null && !continues) {
    if (!options.overwrite && (statSync(output, { throwIfNoEntry: false })?.size ?? 0) > 0)
      throw Object.assign(new Error(`${output} exists`), { code: 'EEXIST' });
    // Before the output is created, so that the command finds its own output when it is killed and repeated.
    await save(0, await endDigest(output, 0), false);
  }
  const writer =
    output === null
      ? streamWriter(process.stdout)
      : await fileWriter(output, continues ? { bytes: before.outputBytes, digest: before.outputDigest } : null);
  const checkpoint = async (finished: boolean): Promise<void> => {
    await writer.flush(output !== null && state !== null);
    if (state === null) return;
    const from = performance.now();
    await save(writer.bytes, output === null ? '' : await endDigest(output, writer.bytes), finished);
    const took = performance.now() - from;
    nextCheckpoint = performance.now() + Math.max(options.checkpointMilliseconds, took * CHECKPOINT_PAUSE);
    if (options.checkpointMilliseconds === 0) nextCheckpoint = 0;
  };

  try {
    for (let input = start.input; input < inputs.length; input++) {
      const from = input === start.input ? start.offset : 0;
      position = { input, offset: from };
      for await (const batch of lineBatches(inputs[input], from, options.onBytes)) {
        for (let at = 0; at < batch.lines.length; at++) {
          const reason = oneLine(batch.lines[at]);
          if (reason !== null) options.onReject?.(inputs[input], position.offset, reason);
          position = { input, offset: batch.ends[at] };
        }
        await writer.flush(false);
        options.onBatch?.(counts);
        if (options.signal?.aborted) {
          await checkpoint(false);
          return { counts, finished: false, resumed: before !== null };
        }
        if (state !== null && performance.now() >= nextCheckpoint) await checkpoint(false);
      }
    }
    await writer.finish();
    await checkpoint(true);
    return { counts, finished: true, resumed: before !== null };
  } finally {
    await writer.close();
  }

  /** Judges a line and writes its output; returns why it is not a record, or null. */
  function oneLine(line: string): string | null {
    if (line.trim() === '') return null;
    let record: Record<string, unknown>;
    try {
      record = JSON.parse(line);
    } catch (error) {
      counts.rejected++;
      return `not JSON: ${(error as Error).message}`;
    }
    const text = record?.[field];
    if (typeof text !== 'string' || Array.isArray(record)) {
      counts.rejected++;
      return `field "${field}" got ${text === null ? 'null' : Array.isArray(text) ? 'a list' : typeof text}, expected text`;
    }
    const verdict = deduplicator.judge(text, counts.records++);
    counts.paragraphs += verdict.paragraphs;
    counts.droppedParagraphs += verdict.droppedParagraphs;
    if (verdict.kept === null) counts.dropped++;
    else if (verdict.kept === text) counts.kept++;
    else counts.trimmed++;
    if (mark) writer.write(`${JSON.stringify({ ...record, dedupe: verdict.mark })}\n`);
    else if (verdict.kept === text) writer.write(`${line}\n`);
    else if (verdict.kept !== null) writer.write(`${JSON.stringify({ ...record, [field]: verdict.kept })}\n`);
    return null;
  }
}

/** @throws RangeError when the state was made with other settings */
function checkSame(before: DedupeProgress, options: DedupeStreamOptions): void {
  const then: Record<string, unknown> = { ...before.settings, field: before.field, mark: before.mark };
  const now: Record<string, unknown> = { ...options.settings, field: options.field, mark: options.mark };
  for (const name of Object.keys({ ...then, ...now }))
    if (then[name] !== now[name])
      throw new RangeError(
        `${options.state}: the state was made with ${name} ${then[name]}, this run has ${now[name]}; use the same options or another state file`,
      );
}

/**
 * Where to continue. After an interrupted run: in the same inputs (more may follow). After a finished one: at the end of the same
 * inputs, which may have grown; or at the start of other inputs, with everything learnt. So, too, when nothing was read yet.
 */
function whereToStart(before: DedupeProgress, inputs: readonly string[]): { input: number; offset: number } {
  const done = before.inputs.slice(0, before.input + 1);
  const isSame = done.every((name, at) => inputs[at] === name);
  const isUnread = before.input === 0 && before.offset === 0;
  if ((before.finished || isUnread) && (!isSame || inputs[before.input] === STDIN)) return { input: 0, offset: 0 };
  if (isSame) return { input: before.input, offset: before.offset };
  throw new RangeError(
    `the state is in ${before.inputs[before.input]} of inputs ${before.inputs.join(' ')}, which was not read to its end; this run has ${inputs.join(' ')}`,
  );
}

// The state file of a run: what was learnt, the positions in input and output, and the settings. It is replaced in one step, so
// it is complete and consistent whenever the program dies.

const MAGIC = 'DhDd';
const VERSION = 1;

/** Totals of a stream, over all runs that continued it. */
export interface DedupeCounts {
  records: number;
  /** Records written unchanged. */
  kept: number;
  /** Records written without some of their paragraphs. */
  trimmed: number;
  dropped: number;
  paragraphs: number;
  droppedParagraphs: number;
  /** Lines that are not a JSON object with the text field. */
  rejected: number;
}

interface DedupeProgress {
  readonly settings: DedupeSettings;
  readonly field: string;
  readonly mark: boolean;
  readonly inputs: readonly string[];
  /** Index of the current input, and its uncompressed bytes processed. */
  readonly input: number;
  readonly offset: number;
  /** Path of the output, null for standard output; and its bytes written. */
  readonly output: string | null;
  readonly outputBytes: number;
  /** Digest of the last of these bytes; missing in states of earlier versions. */
  readonly outputDigest?: string;
  /** Every input was read to its end. */
  readonly finished: boolean;
  readonly counts: DedupeCounts;
}

interface DedupeCheckpoint {
  readonly progress: DedupeProgress;
  /** The deduplicator's bytes. */
  readonly learnt: Uint8Array;
}

/** Writes a checkpoint beside the state file, syncs it, then renames it to the state file. */
async function saveCheckpoint(path: string, { progress, learnt }: DedupeCheckpoint): Promise<void> {
  const beside = `${path}.new`;
  const file = await open(beside, 'w');
  try {
    await naming(beside, async () => {
      await file.writeFile(seal(MAGIC, VERSION, progress, learnt));
      await file.sync();
    });
  } finally {
    await file.close();
  }
  await rename(beside, path);
  const folder = await open(dirname(path), 'r');
  // The new name must reach the disk, too; some file systems cannot sync a folder.
  await folder.sync().catch(() => {});
  await folder.close();
}

/**
 * Reads a checkpoint, or null when there is no such file.
 *
 * @throws RangeError when the file is something else, of another version, truncated or damaged
 */
async function loadCheckpoint(path: string): Promise<DedupeCheckpoint | null> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (found === null) return null;
  const bytes = await readBytes(path, found.size);
  const { header, body } = unseal<DedupeProgress>(bytes, MAGIC, VERSION, 'a state of dehusk dedupe');
  // Earlier versions called Onion by the name "paragraph".
  const isOld = header.outputDigest === undefined && header.settings.mode === 'paragraph';
  const settings = isOld ? { ...header.settings, mode: 'onion' as const } : header.settings;
  return { progress: { ...header, settings }, learnt: body };
}

/** `readFile` refuses files beyond 2 GB. */
async function readBytes(path: string, size: number): Promise<Uint8Array> {
  if (size < 0x7fffffff) return readFile(path);
  const bytes = new Uint8Array(size);
  const file = await open(path, 'r');
  try {
    for (let at = 0; at < size; ) {
      const { bytesRead } = await file.read(bytes, at, Math.min(size - at, 0x40000000), at);
      if (bytesRead === 0) break;
      at += bytesRead;
    }
  } finally {
    await file.close();
  }
  return bytes;
}
