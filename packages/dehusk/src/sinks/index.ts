import { jsonlSink } from './jsonl.js';
import { markdownSink } from './markdown.js';
import { parquetSink } from './parquet.js';
import type { SinkKind } from './sink.js';
import { warcSink } from './warc.js';

/** The shelf's table: every kind of output under its name. To add one: one file, one row. */
export const SINKS: readonly SinkKind[] = [jsonlSink, parquetSink, markdownSink, warcSink] as readonly SinkKind[];

/**
 * The kind of a name.
 *
 * @throws RangeError naming what was got and every name there is
 */
export function sinkNamed(name: string): SinkKind {
  const found = SINKS.find((one) => one.name === name);
  if (found) return found;
  throw new RangeError(`no sink is named "${name}" (there are: ${SINKS.map((one) => one.name).join(', ')})`);
}
