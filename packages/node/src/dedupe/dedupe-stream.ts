/** The stream of `dehusk dedupe`: lines in, verdicts, lines out, a checkpoint now and then. */
import { createReadStream, statSync } from 'node:fs';
import { open, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { hashToHex, seal, unseal } from '@dehusk/html';
import {
  createOnion,
  decodeOnion,
  encodeOnion,
  fingerprints,
  judge,
  judgeRepeats,
  ONION_DEFAULTS,
  type Onion,
  type OnionOptions,
  SimHashIndex,
} from '@dehusk/papers';
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

const NO_COUNTS = {
  records: 0,
  /** Records written unchanged. */
  kept: 0,
  /** Records written without some of their paragraphs. */
  trimmed: 0,
  dropped: 0,
  paragraphs: 0,
  droppedParagraphs: 0,
  /** Lines that are not a JSON object with the text field. */
  rejected: 0,
};

/** Totals of a stream, over all runs that continued it. */
export type DedupeCounts = typeof NO_COUNTS;

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
  await naming(beside, () => writeFile(beside, seal(MAGIC, VERSION, progress, learnt), { flush: true }));
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
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return null;
  const bytes = await readBytes(path, found.size);
  const { header, body } = unseal<DedupeProgress>(bytes, MAGIC, VERSION, 'a state of dehusk dedupe');
  // Earlier versions called Onion by the name "paragraph".
  const isOld = header.outputDigest === undefined && header.settings.mode === 'paragraph';
  const settings = isOld ? { ...header.settings, mode: 'onion' as const } : header.settings;
  return { progress: { ...header, settings }, learnt: body };
}

/** `readFile` refuses files beyond 2 GB. */
async function readBytes(path: string, size: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(size);
  let at = 0;
  for await (const chunk of createReadStream(path) as AsyncIterable<Uint8Array>) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

// Definitions of a duplicate with one interface: judge the next text, encode what was learnt.

const { contentDigest, hammingDistance, NEAR_DISTANCE, simhash } = fingerprints;

/** Definitions of a duplicate. */
export const DEDUPE_MODES = ['paragraph', 'onion', 'document', 'near', 'exact'] as const;
type DedupeMode = (typeof DEDUPE_MODES)[number];

/** Everything that affects verdicts: equal settings on equal input produce equal output. */
export interface DedupeSettings extends Omit<OnionOptions, 'mode'> {
  readonly mode: DedupeMode;
  /** `near`: largest Hamming distance of a near-duplicate, 0–3 bits. Default 3. */
  readonly distance: number;
}

export const DEDUPE_DEFAULTS: DedupeSettings = { ...ONION_DEFAULTS, mode: 'paragraph', distance: NEAR_DISTANCE };

/** The verdict on one text. */
interface DedupeVerdict {
  /** The rest of the text: all of it, some paragraphs, or null. */
  readonly kept: string | null;
  /** The field that `--mark` adds to the record; see the command's help. */
  readonly mark: Readonly<Record<string, unknown>>;
  readonly paragraphs: number;
  readonly droppedParagraphs: number;
}

interface Deduplicator {
  /** Judges the next text. @param record its number in the stream, which later duplicates refer to */
  judge(text: string, record: number): DedupeVerdict;
  /** The learnt state as bytes. */
  encode(): Uint8Array;
}

/**
 * @param learnt from `encode` with the same settings, or null to start from nothing
 * @throws RangeError for a setting out of range, or bytes that are something else
 */
function deduplicatorOf(settings: DedupeSettings, learnt: Uint8Array | null): Deduplicator {
  switch (settings.mode) {
    case 'paragraph':
    case 'onion':
    case 'document':
      return byParagraphs(settings, settings.mode, learnt);
    case 'near':
      return bySimHash(settings, learnt);
    case 'exact':
      return byDigest(settings, learnt);
  }
}

/** A paragraph is a nonempty line with the line feeds after it. */
const PARAGRAPH = /([^\n]+)(\n*)/g;

/** Paragraphs by their text, or paragraphs or documents by n-grams. */
function byParagraphs(
  settings: DedupeSettings,
  mode: 'paragraph' | 'onion' | 'document',
  learnt: Uint8Array | null,
): Deduplicator {
  const { distance: _, ...options } = settings;
  const unit = mode === 'document' ? 'document' : 'paragraph';
  const onion = learnt === null ? createOnion({ ...options, mode: unit }) : decodeOnion(learnt);
  const judged = mode === 'paragraph' ? judgeRepeats : judge;
  return {
    judge(text) {
      const pieces = Array.from(text.matchAll(PARAGRAPH));
      const verdict = judged(
        onion,
        pieces.map(([, paragraph]) => paragraph),
      );
      const dropped = verdict.duplicate.reduce((sum, bit) => sum + bit, 0);
      const isDuplicate = dropped > 0 && dropped === pieces.length;
      const left = pieces.filter((_, at) => verdict.duplicate[at] === 0);
      const counts = { tokens: sum(verdict.tokens), duplicateTokens: sum(verdict.duplicateTokens) };
      return {
        kept: isDuplicate
          ? null
          : dropped === 0
            ? text
            : left
                .map(([whole]) => whole)
                .join('')
                .trimEnd(),
        mark:
          mode === 'document'
            ? { duplicate: isDuplicate, ...counts }
            : { duplicate: isDuplicate, paragraphs: Array.from(verdict.duplicate), ...counts },
        paragraphs: pieces.length,
        droppedParagraphs: dropped,
      };
    },
    encode: () => encodeOnion(onion),
  };
}

const sum = (numbers: Uint32Array): number => numbers.reduce((total, one) => total + one, 0);

/**
 * Near-duplicates: a text near an indexed one is its duplicate and is not indexed, so a chain of small changes does not
 * drift; any other text is kept and indexed. With memory `window` only the last `capacity` kept texts are indexed.
 */
function bySimHash({ distance, memory, capacity }: DedupeSettings, learnt: Uint8Array | null): Deduplicator {
  if (!(Number.isInteger(distance) && distance >= 0 && distance <= NEAR_DISTANCE))
    throw new RangeError(`distance got ${distance}, expected a whole number of bits from 0 to ${NEAR_DISTANCE}`);
  if (memory === 'bloom') throw new RangeError('mode near cannot use memory "bloom", expected "exact" or "window"');
  let index = new SimHashIndex();
  /** Record numbers by number in the index. */
  let records: number[] = [];
  /** Records indexed so far, including forgotten ones. */
  let indexed = 0;
  if (learnt !== null) {
    // Layout: indexed (f64), number of records (f64), records (f64 each), index.
    const view = new DataView(learnt.buffer, learnt.byteOffset, learnt.byteLength);
    indexed = view.getFloat64(0, true);
    const count = view.getFloat64(8, true);
    records = Array.from({ length: count }, (_, at) => view.getFloat64(16 + 8 * at, true));
    index = SimHashIndex.decode(learnt.subarray(16 + 8 * count));
  }
  return {
    judge(text, record) {
      const fingerprint = simhash(text);
      const { high, low } = fingerprint;
      const number = index.nearest(high, low, distance);
      const mark = { duplicate: number >= 0, fingerprint: hashToHex(high, low) };
      if (number >= 0) {
        const copied = { ...mark, of: records[number], distance: hammingDistance(fingerprint, index.at(number)) };
        return { kept: null, mark: copied, paragraphs: 1, droppedParagraphs: 1 };
      }
      // The index reuses a removed number next, so numbers rotate in the order of indexing.
      if (memory === 'window' && indexed >= capacity) index.remove(indexed % capacity);
      records[index.add(high, low)] = record;
      indexed++;
      return { kept: text, mark, paragraphs: 1, droppedParagraphs: 0 };
    },
    encode() {
      const indexBytes = index.encode();
      const bytes = new Uint8Array(16 + 8 * records.length + indexBytes.length);
      const view = new DataView(bytes.buffer);
      view.setFloat64(0, indexed, true);
      view.setFloat64(8, records.length, true);
      for (let at = 0; at < records.length; at++) view.setFloat64(16 + 8 * at, records[at], true);
      bytes.set(indexBytes, 16 + 8 * records.length);
      return bytes;
    },
  };
}

/** Records with the same words, by digests in Onion's memory of n-grams. */
function byDigest(settings: DedupeSettings, learnt: Uint8Array | null): Deduplicator {
  const { distance: _, mode: __, ...options } = settings;
  const memory: Onion = learnt === null ? createOnion(options) : decodeOnion(learnt);
  return {
    judge(text) {
      const { high, low } = contentDigest(text);
      const isDuplicate = memory.seen.has(high, low);
      memory.seen.add(high, low);
      const mark = { duplicate: isDuplicate, digest: hashToHex(high, low) };
      return { kept: isDuplicate ? null : text, mark, paragraphs: 1, droppedParagraphs: isDuplicate ? 1 : 0 };
    },
    encode: () => encodeOnion(memory),
  };
}
