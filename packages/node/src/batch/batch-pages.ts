/** The pages of a batch: those of its inputs one after the other, of which a shard takes its part. */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { isDamage, measuredBytes, storedBytes } from '../readers/byte-input.js';
import { ROW_READERS } from '../readers/index.js';
import type { FoundPage, Input } from '../readers/input.js';
import { fileFound } from '../readers/page-file.js';
import { readLines } from '../readers/read-lines.js';
import { findInInput } from '../readers/read-pages.js';
import { isS3 } from '../s3/objects.js';
import { noWarcCounts } from '../warc/warc-pages.js';
import { isInShard, type Shard } from './each.js';

export const newBatchReading = () => ({
  /** Records of WARC files. */
  warc: noWarcCounts(),
  /** Parts of WARC files that were skipped, by reason. */
  faults: new Map<string, number>(),
  /** Messages of the first of them. */
  examples: [] as string[],
  /** Messages of other inputs that are damaged and were read up to there. */
  cut: [] as string[],
});

/** What was found while reading, for the summary. */
export type BatchReading = ReturnType<typeof newBatchReading>;

/** Longest path of a list; Linux allows 4,096 bytes. */
const MAX_PATH_BYTES = 65_536;
/** Faults listed in full; the rest are counted. */
const EXAMPLES = 5;

interface BatchPagesOptions {
  readonly maxBytes: number;
  /** Folder that lines' paths are relative to; default: that of each file. */
  readonly folder?: string;
  /** Folder that lines' paths may not leave, links included; default: the one that they start from. */
  readonly root?: string;
  /** Field of a line that holds the path of a page; default `path`. */
  readonly pathField?: string;
  /** A file with paths of pages, one a line, read after the inputs; `-` is standard input. */
  readonly filesFrom?: string;
  /** Takes the pages of a shard, counted over all files. */
  readonly shard?: Shard;
}

/**
 * Finds the pages of inputs: JSON lines, Parquet, WARC, folders of pages, and single pages by their names; `-` is standard input.
 * Pages that are files have their path as id, below the folder if one was named.
 */
export async function* batchPages(
  paths: readonly string[],
  options: BatchPagesOptions,
  reading: BatchReading,
): AsyncGenerator<FoundPage> {
  const { shard = { number: 1, count: 1 }, filesFrom, pathField = 'path', ...rest } = options;
  const how = { ...rest, pathField, counts: reading.warc };
  const inputs = paths.map((name) => ({ name, find: () => findInInput(inputOfBatch(name), how, ROW_READERS) }));
  if (filesFrom !== undefined) inputs.push({ name: filesFrom, find: () => listedPages(filesFrom, options) });
  let number = 0;
  for (const [before, { name, find }] of inputs.entries())
    try {
      for await (const page of find()) {
        if (page.kind === 'failed' && page.damage !== undefined) {
          const { reason, detail, offset } = page.damage;
          reading.faults.set(reason, (reading.faults.get(reason) ?? 0) + 1);
          if (reading.examples.length < EXAMPLES)
            reading.examples.push(`${name}, byte ${offset}: ${reason}: ${detail}`);
        } else if (isInShard(number++, shard))
          yield page.share === undefined ? page : { ...page, share: (before + page.share) / inputs.length };
      }
    } catch (error) {
      if (!isDamage(error)) throw error;
      reading.cut.push(`${name}: ${error.message}`);
    }
}

function inputOfBatch(name: string): Input {
  if (name === '-') return { kind: 'standard-input' };
  return isS3(name) ? { kind: 'url', url: name } : { kind: 'path', path: name };
}

/** The pages that a list names. */
async function* listedPages(
  list: string,
  { folder = '.' }: Pick<BatchPagesOptions, 'folder'>,
): AsyncGenerator<FoundPage> {
  const isStream = list === '-';
  const { bytes: text, shareAt } = measuredBytes(
    isStream ? process.stdin : storedBytes(list),
    isStream ? 0 : statSync(list).size,
  );
  for await (const { bytes, number, tooLong, endsAt } of readLines(text, MAX_PATH_BYTES)) {
    const id = new TextDecoder().decode(bytes);
    const from = { input: list, name: resolve(folder, id), id, place: id, number };
    const found = fileFound(from, null, {}, null, shareAt(endsAt).share);
    const detail = `the line is longer than the ${MAX_PATH_BYTES} bytes allowed`;
    yield tooLong ? { ...found, kind: 'failed', reason: 'bad-input', detail } : found;
  }
}
