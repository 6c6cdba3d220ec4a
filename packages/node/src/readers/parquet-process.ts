// A process that reads the rows of a Parquet file, and sends some at once when they are asked for.
import { once } from 'node:events';
import { type ParquetParcel, readParquetRowsHere } from './parquet.js';

/** Characters of a parcel, at least. */
const PARCEL_CHARACTERS = 2 ** 20;

let rows: ParquetParcel['rows'][number][] = [];
let characters = 0;
const send = (end: string | null): void => {
  process.send?.({ rows, end } satisfies ParquetParcel);
  rows = [];
  characters = 0;
};

// The other process ends this one: an interrupt of both lets it use the rows it has, and so does this listener.
process.on('SIGINT', () => {});
process.on('message', () => {});
let end = '';
try {
  for await (const row of readParquetRowsHere(process.argv[2])) {
    rows.push(row);
    characters += row.size;
    if (characters < PARCEL_CHARACTERS) continue;
    const used = once(process, 'message');
    send(null);
    await used;
  }
} catch (error) {
  end = (error as Error).message;
}
send(end);
