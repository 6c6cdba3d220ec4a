import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { createGunzip, constants as zlib } from 'node:zlib';
import { isGzip } from '../input/page-file.js';

/** A stream of JSON lines, unpacked when it is gzip. */
export interface BatchInput {
  readonly lines: AsyncIterable<Uint8Array>;
  /** Bytes read from the source so far, packed as they are: for a progress bar. */
  read(): number;
}

/** Opens a file, or standard input for `-`. Gzip is recognised by its first bytes; members one after the other are one stream. */
export function openBatchInput(path: string): BatchInput {
  const source: AsyncIterable<Uint8Array> = path === '-' ? process.stdin : createReadStream(path);
  let read = 0;
  const counted = async function* (): AsyncGenerator<Uint8Array> {
    for await (const chunk of source) {
      read += chunk.length;
      yield chunk;
    }
  };
  return { lines: unpacked(counted()), read: () => read };
}

async function* unpacked(source: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  const first = await source.next();
  if (first.done) return;
  const whole = async function* (): AsyncGenerator<Uint8Array> {
    yield first.value;
    yield* source;
  };
  if (!isGzip(first.value)) {
    yield* whole();
    return;
  }
  const packed = Readable.from(whole(), { objectMode: false });
  const gunzip = createGunzip({ finishFlush: zlib.Z_SYNC_FLUSH });
  packed.on('error', (error) => gunzip.destroy(error));
  yield* packed.pipe(gunzip) as AsyncIterable<Uint8Array>;
}
