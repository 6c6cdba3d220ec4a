import { jsonlSink } from './jsonl.js';
import { markdownSink } from './markdown.js';
import { parquetSink } from './parquet.js';
import type { SinkKind } from './sink.js';
import { warcSink } from './warc.js';

/** The shelf's table. A new sink is one file and one row. */
export const SINKS: readonly SinkKind[] = [jsonlSink, parquetSink, markdownSink, warcSink] as readonly SinkKind[];

/** @throws RangeError when no sink has the name */
export function sinkNamed(name: string): SinkKind {
  const found = SINKS.find((one) => one.name === name);
  if (found) return found;
  throw new RangeError(`unknown sink "${name}" (known: ${SINKS.map((one) => one.name).join(', ')})`);
}
