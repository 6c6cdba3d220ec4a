import { rowNamed } from '@dehusk/html';
import { jsonlSink } from './jsonl.js';
import { markdownSink } from './markdown.js';
import { natsSink } from './nats.js';
import { opensearchSink } from './opensearch.js';
import { parquetSink } from './parquet.js';
import { postgresSink } from './postgres.js';
import type { SinkKind } from './sink.js';
import { warcSink } from './warc.js';
import { webhookSink } from './webhook.js';

/** Every kind. A new sink is one file and one row. */
export const SINKS: readonly SinkKind[] = [
  jsonlSink,
  parquetSink,
  markdownSink,
  warcSink,
  natsSink,
  postgresSink,
  opensearchSink,
  webhookSink,
] as readonly SinkKind[];

/** @throws RangeError when no sink has the name */
export function sinkNamed(name: string): SinkKind {
  return rowNamed('sink', SINKS, name);
}
