import { refusingUnknownOptions } from '@dehusk/node';
import { jsonlSink } from './jsonl.js';
import { markdownSink } from './markdown.js';
import { natsSink } from './nats.js';
import { opensearchSink } from './opensearch.js';
import { parquetSink } from './parquet.js';
import { postgresSink } from './postgres.js';
import type { SinkKind } from './sink.js';
import { warcSink } from './warc.js';
import { webhookSink } from './webhook.js';

/** The shelf's table. A new sink is one file and one row. */
export const SINKS: readonly SinkKind[] = (
  [
    jsonlSink,
    parquetSink,
    markdownSink,
    warcSink,
    natsSink,
    postgresSink,
    opensearchSink,
    webhookSink,
  ] as readonly SinkKind[]
).map(refusingUnknownOptions);

/** @throws RangeError when no sink has the name */
export function sinkNamed(name: string): SinkKind {
  const found = SINKS.find((one) => one.name === name);
  if (found) return found;
  throw new RangeError(`unknown sink "${name}" (known: ${SINKS.map((one) => one.name).join(', ')})`);
}
