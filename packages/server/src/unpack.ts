/** Content codings of request bodies: gzip, deflate, br and zstd, removed while the body streams. */
import { Readable, type Transform } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { ByteWindow, zstdPacking } from '@dehusk/node';
import { ProblemError } from './problems.js';

const ZLIB: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

export const CODINGS = [...Object.keys(ZLIB), 'zstd'];

/** The body without its coding; null for a coding that is not supported. As `AppOptions.unpack`. */
export function unpack(body: AsyncIterable<Uint8Array>, coding: string): AsyncIterable<Uint8Array> | null {
  if (coding === 'zstd') return unpackZstd(body);
  return Object.hasOwn(ZLIB, coding) ? unpackZlib(body, coding) : null;
}

async function* unpackZlib(body: AsyncIterable<Uint8Array>, coding: string): AsyncGenerator<Uint8Array> {
  const packed = Readable.from(body, { objectMode: false });
  const engine = ZLIB[coding]();
  packed.on('error', (error) => engine.destroy(error));
  try {
    yield* packed.pipe(engine) as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw error instanceof ProblemError ? error : notInCoding(coding, (error as Error).message);
  } finally {
    packed.destroy();
    engine.destroy();
  }
}

async function* unpackZstd(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const pieces = zstdPacking.unpack(new ByteWindow(body));
  for (;;) {
    const { value, done } = await pieces.next();
    if (done) {
      if (value !== null) throw notInCoding('zstd', value.detail);
      return;
    }
    yield value.bytes;
    // Unpacked in this thread: four bytes may be a block of 128 KiB, and other requests have their turn between two.
    await setImmediate();
  }
}

function notInCoding(coding: string, detail: string): ProblemError {
  return new ProblemError(400, 'bad-coding', `the body is not valid ${coding}: ${detail}`);
}
