/**
 * Documents as JSON lines, the common tongue of corpus tools: `documents.jsonl` is being written and can be followed with
 * `tail -F`, `documents-000001.jsonl` and so on are finished and never change again.
 *
 * Packed, every flush closes a gzip member, so a file that was cut at a mark is still whole gzip (RFC 1952, 2.2: members
 * one after the other are one stream).
 */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { type FileOptions, fileOptionsSchema, rotatingNames, seriesLimits } from './file-options.js';
import { openFileSeries } from './file-series.js';
import type { Sink, SinkKind } from './sink.js';

export interface JsonlOptions extends FileOptions {
  /** Whether files are packed. */
  readonly gzip?: boolean;
}

const DEFAULTS = {
  prefix: 'documents',
  /** About 50,000 articles; small enough to be copied while the next one fills. */
  maxMegabytes: 256,
  maxMinutes: 0,
  fsync: 'flush',
  gzip: false,
} as const;

/** Lines are handed to the disk, or packed, together, this many characters at least: one system call, one gzip member. */
const CHUNK_CHARACTERS = 2 ** 20;

const pack = promisify(gzip);

async function open(given: JsonlOptions, mark: Uint8Array | undefined): Promise<Sink> {
  const options = { ...DEFAULTS, ...given };
  const series = await openFileSeries(
    {
      ...seriesLimits(options),
      names: rotatingNames(options.prefix, options.gzip ? '.jsonl.gz' : '.jsonl'),
      finishesAtEnd: false,
    },
    mark,
  );
  let lines: string[] = [];
  let characters = 0;
  const handOver = (): Promise<void> => {
    const text = lines.join('');
    lines = [];
    characters = 0;
    return series.append(() => (options.gzip ? pack(text) : Buffer.from(text)));
  };
  return {
    async write({ row }) {
      const line = `${JSON.stringify(row)}\n`;
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

export const jsonlSink: SinkKind<JsonlOptions> = {
  name: 'jsonl',
  summary: 'JSON lines, one document a line, in files that rotate by size or time; plain or gzip.',
  wantsMarkdown: false,
  wantsRaw: false,
  schema: {
    type: 'object',
    additionalProperties: false,
    required: ['folder'],
    properties: {
      ...fileOptionsSchema(DEFAULTS),
      gzip: { type: 'boolean', default: DEFAULTS.gzip, description: 'Whether files are packed with gzip.' },
    },
  },
  open,
};
