/** Bodies of requests: bounded in bytes, alone and together, with content codings removed while they stream. */
import { ProblemError, queueFull } from './problems.js';
import type { AppContext, AppOptions, HeldBytes } from './routes.js';

/** Memory for a body at first; it doubles as the body arrives. */
const FIRST_BYTES = 16_384;
/** Bytes that arrive in the longest wait for a chunk at least: a client that sends one now and then holds its place no longer. */
const MIN_PROGRESS = 1_024;

/**
 * The chunks of a body.
 *
 * @param idleMilliseconds longest wait for a chunk, counted while one is asked for: a reader that is slow loses nothing
 * @throws ProblemError when the connection breaks, or the next chunk does not come
 */
async function* chunksOf(request: Request, idleMilliseconds: number): AsyncGenerator<Uint8Array> {
  const reader = request.body?.getReader();
  if (reader === undefined) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waited = 0;
  let arrived = 0;
  try {
    for (;;) {
      const asked = performance.now();
      const late = new Promise<'late'>((resolve) => {
        timer = setTimeout(() => resolve('late'), idleMilliseconds);
      });
      const next = await Promise.race([reader.read().catch(() => 'broken' as const), late]);
      clearTimeout(timer);
      if (next === 'late') throw tooSlow();
      if (next === 'broken') throw new ProblemError(400, 'cut-short', 'the body ended before its announced length');
      if (next.done) return;
      waited += performance.now() - asked;
      arrived += next.value.length;
      if (waited >= idleMilliseconds) {
        if (arrived < MIN_PROGRESS) throw tooSlow();
        waited = arrived = 0;
      }
      yield next.value;
    }
  } finally {
    clearTimeout(timer);
    reader.cancel().catch(() => {});
  }
}

const tooSlow = (): ProblemError =>
  new ProblemError(408, 'timeout', 'the request did not arrive in time', { connection: 'close' });

/**
 * The chunks of a body without its content coding.
 *
 * @throws ProblemError 415 for a coding that is not supported or for several; 400, while it streams, for a body that is not in its coding
 */
export function unpackedChunks(request: Request, options: AppOptions): AsyncIterable<Uint8Array> {
  const coding = (request.headers.get('content-encoding') ?? 'identity').trim().toLowerCase();
  const chunks = chunksOf(request, options.requestMilliseconds);
  if (coding === 'identity' || coding === '') return chunks;
  const unpacked = options.unpack(chunks, coding);
  if (unpacked === null)
    throw new ProblemError(
      415,
      'unsupported-coding',
      `Content-Encoding got "${coding}", expected one of ${options.codings.join(', ')}`,
      { 'accept-encoding': options.codings.join(', ') },
    );
  return unpacked;
}

/**
 * Reads a body. Its bytes count as held until the request is answered: the page is in memory as long, as bytes or as text.
 *
 * @param maxBytes bound on it, before and after its coding is removed
 * @throws ProblemError 408 for one that arrives too slowly, 413 for a larger one, 503 when all requests together hold too much
 */
export async function readBody(
  context: AppContext,
  maxBytes: number,
  held: HeldBytes,
  options: AppOptions,
): Promise<Uint8Array> {
  const request = context.req.raw;
  const tooLarge = (): ProblemError =>
    new ProblemError(413, 'too-large', `the body is larger than the ${maxBytes} bytes allowed`, {
      connection: 'close',
    });
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge();
  // Pieces of one byte would each take a hundred.
  let bytes = new Uint8Array(Math.min(maxBytes, FIRST_BYTES));
  let length = 0;
  holdBytes(context, held, options, bytes.length);
  const began = performance.now();
  for await (const piece of unpackedChunks(request, options)) {
    if (performance.now() - began > options.requestMilliseconds) throw tooSlow();
    if (length + piece.length > maxBytes) throw tooLarge();
    if (length + piece.length > bytes.length) {
      const grown = Math.min(maxBytes, Math.max(2 * bytes.length, length + piece.length));
      holdBytes(context, held, options, grown - bytes.length);
      const before = bytes;
      bytes = new Uint8Array(grown);
      bytes.set(before.subarray(0, length));
    }
    bytes.set(piece, length);
    length += piece.length;
  }
  return bytes.subarray(0, length);
}

/** Counts bytes that a request holds until it is answered. @throws ProblemError 503 when all requests together hold too many */
export function holdBytes(context: AppContext, held: HeldBytes, { maxHeldBytes }: AppOptions, count: number): void {
  if (held.count + count > maxHeldBytes) throw queueFull('requests hold as many bytes as the server allows');
  held.count += count;
  context.set('heldBytes', context.get('heldBytes') + count);
}
