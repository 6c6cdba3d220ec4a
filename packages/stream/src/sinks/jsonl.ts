/**
 * Documents as JSON lines: `documents.jsonl` is being written and can be followed with `tail -F`; `documents-000001.jsonl`
 * and so on are finished and never change.
 *
 * With gzip, every flush ends a member, so a file truncated at a checkpoint is still valid (RFC 1952, 2.2: consecutive members
 * are one stream).
 */

import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { jsonLine } from '@dehusk/html';
import { flag, section } from '@dehusk/node';
import {
  type FileOptions,
  fileOptionsSchema,
  lineSink,
  openFileSeries,
  rotatingNames,
  seriesLimits,
} from './file-series.js';
import { type Sink, sinkKind } from './sink.js';

interface JsonlOptions extends FileOptions {
  readonly gzip: boolean;
}

/** About 50,000 articles; small enough to copy while the next one fills. */
const MAX_MEGABYTES = 256;
const pack = promisify<string, Uint8Array>(gzip);

async function open(options: JsonlOptions, checkpoint: Uint8Array | undefined): Promise<Sink> {
  const series = await openFileSeries(
    {
      ...seriesLimits(options),
      names: rotatingNames(options.prefix, options.gzip ? '.jsonl.gz' : '.jsonl'),
      finishesAtEnd: false,
    },
    checkpoint,
  );
  return lineSink(series, ({ row }) => jsonLine(row), options.gzip ? pack : undefined);
}

export const jsonlSink = sinkKind<JsonlOptions, 'folder'>({
  name: 'jsonl',
  summary: 'JSON lines, one document per line, in files that rotate by size or time; plain or gzip.',
  schema: section(
    { ...fileOptionsSchema('documents', MAX_MEGABYTES, 0), gzip: flag('Compress the files with gzip.', false) },
    ['folder'],
  ),
  open,
});
