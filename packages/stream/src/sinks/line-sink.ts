import { createReadStream } from 'node:fs';
import { readLines } from '@dehusk/node';
import type { FileSeries } from './file-series.js';
import type { Sink, SinkRecord } from './sink.js';

/** Lines are written, or compressed, in chunks of at least this many characters: one system call, one gzip member. */
const CHUNK_CHARACTERS = 2 ** 20;

/**
 * A sink that writes each record as a line to a series of files.
 *
 * @param lineOf the record's line without its end
 * @param encode lines to bytes; default UTF-8
 */
export function lineSink(
  series: FileSeries,
  lineOf: (record: SinkRecord) => string,
  encode: (lines: string) => Uint8Array | Promise<Uint8Array> = Buffer.from,
): Sink {
  let lines: string[] = [];
  let characters = 0;
  const handOver = (): Promise<void> => {
    const text = lines.join('');
    lines = [];
    characters = 0;
    return series.append(() => encode(text));
  };
  return {
    async write(record) {
      const line = `${lineOf(record)}\n`;
      lines.push(line);
      characters += line.length;
      if (characters >= CHUNK_CHARACTERS) await handOver();
    },
    async flush(isLast) {
      const [, checkpoint] = await Promise.all([characters > 0 ? handOver() : undefined, series.flush(isLast)]);
      return checkpoint;
    },
    committed: series.committed,
    close: series.close,
  };
}

/** The rows of a staging file: JSON lines from which a sink makes its finished file. */
export async function* stagedRows<T>(path: string): AsyncGenerator<T> {
  for await (const { bytes } of readLines(createReadStream(path), Number.POSITIVE_INFINITY))
    yield JSON.parse(Buffer.from(bytes).toString()) as T;
}
