import type { FileSeries } from './file-series.js';
import type { Sink } from './sink.js';

/** Lines are handed to the disk, or packed, together, this many characters at least: one system call, one gzip member. */
const CHUNK_CHARACTERS = 2 ** 20;

/**
 * A sink that writes a line a record to a series of files.
 *
 * @param lineOf the record's line without its end
 * @param encode makes bytes of many lines: plain, or packed
 */
export function lineSink(
  series: FileSeries,
  lineOf: (record: Parameters<Sink['write']>[0]) => string,
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
      const [, mark] = await Promise.all([characters > 0 ? handOver() : undefined, series.flush(isLast)]);
      return mark;
    },
    committed: series.committed,
    close: series.close,
  };
}
