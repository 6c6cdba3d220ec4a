import { createReadStream } from 'node:fs';
import { readLines } from '../inputs/read-lines.js';

/** What a sink gathered as JSON lines, to make its finished file of. */
export async function* stagedRows<T>(path: string): AsyncGenerator<T> {
  for await (const { bytes } of readLines(createReadStream(path), Number.POSITIVE_INFINITY))
    yield JSON.parse(Buffer.from(bytes).toString()) as T;
}
