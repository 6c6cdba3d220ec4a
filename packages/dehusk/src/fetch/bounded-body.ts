/**
 * A response's body, decompressed and bounded while it streams.
 *
 * The bound holds twice: for the bytes on the wire, and for the bytes after each decompression, so that a small body that
 * unpacks to gigabytes ends as soon as it passes the bound, with at most one chunk too much in memory.
 */
import { PassThrough, type Readable, type Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

/** Most content codings that may be stacked on one body; servers use one. */
const MAX_CODINGS = 2;

/** The body is larger than allowed. */
export class BodyTooLarge extends Error {
  /** Its start, up to the bound: enough for formats that are read as far as they go. */
  start: Uint8Array = new Uint8Array(0);
}
/** The content coding is unknown, stacked too high, or the body is not what it says. */
export class BadCoding extends Error {}

/** The content codings {@link readBody} understands, for the Accept-Encoding header. */
export const ACCEPTED_CODINGS = 'gzip, br';

/**
 * Reads a body to its end.
 *
 * @param body the bytes as they come from the wire
 * @param contentEncoding the Content-Encoding header, or undefined
 * @param maxBytes bound on the bytes before and after decompression
 * @throws BodyTooLarge, BadCoding, or whatever the stream itself fails with
 */
export async function readBody(
  body: Readable,
  contentEncoding: string | undefined,
  maxBytes: number,
): Promise<Uint8Array> {
  const codings = (contentEncoding ?? '')
    .toLowerCase()
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '' && one !== 'identity');
  if (codings.length > MAX_CODINGS)
    throw new BadCoding(
      `${codings.length} content codings are stacked (${codings.join(', ')}), at most ${MAX_CODINGS} are read`,
    );
  const stages: Transform[] = [];
  // The last coding named was applied last and comes off first.
  for (const coding of codings.reverse()) stages.push(bounded(maxBytes), decoder(coding));

  const chunks: Buffer[] = [];
  const collect = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
  try {
    // pipeline() tears every stage down on the first failure, the connection included.
    await pipeline([body, ...stages, bounded(maxBytes), collect]);
  } catch (error) {
    if (error instanceof BodyTooLarge) error.start = Buffer.concat(chunks);
    if (isZlibError(error)) throw new BadCoding(`the body is not valid ${contentEncoding}: ${error.message}`);
    throw error;
  }
  return Buffer.concat(chunks);
}

function decoder(coding: string): Transform {
  // A cut stream still gives what it carried, as in browsers; hence the flush setting instead of an error at the end.
  const tolerant = { finishFlush: constants.Z_SYNC_FLUSH };
  switch (coding) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip(tolerant);
    case 'deflate':
      return createInflate(tolerant);
    case 'br':
      return createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH });
    default:
      throw new BadCoding(`content coding "${coding}" is not supported (supported: gzip, deflate, br)`);
  }
}

/** Passes bytes on and fails once more than `maxBytes` went through. */
function bounded(maxBytes: number): Transform {
  let seen = 0;
  return new PassThrough({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length;
      if (seen > maxBytes) done(new BodyTooLarge(`the body is larger than the ${maxBytes} bytes allowed`));
      else done(null, chunk);
    },
  });
}

function isZlibError(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && /^(Z_|ERR_BROTLI|ERR__ERROR)/.test(String(error.code));
}
