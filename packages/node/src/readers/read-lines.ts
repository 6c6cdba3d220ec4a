/**
 * A byte stream → its lines, bounded: a line longer than the bound is dropped as it streams, so that a file without line
 * ends costs no more memory than any other.
 */
export interface Line {
  /** The line without its end, in a new buffer; empty when `tooLong`. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Counted from 1, blank lines included, as editors count. */
  readonly number: number;
  /** The line was longer than the bound and was dropped. */
  readonly tooLong: boolean;
  /** Position in the stream just after the line, in bytes. */
  readonly endsAt: number;
}

const LINE_FEED = 0x0a;
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/**
 * The lines of a stream. Blank lines are counted and left out; a byte order mark and carriage returns are taken off; the
 * last line needs no end.
 *
 * @param maxLineBytes bound on one line, in bytes
 */
export async function* readLines(stream: AsyncIterable<Uint8Array>, maxLineBytes: number): AsyncGenerator<Line> {
  let pieces: Uint8Array[] = [];
  let length = 0;
  let number = 0;
  let position = 0;

  const finish = (): Line | null => {
    number++;
    const tooLong = length > maxLineBytes;
    const bytes = tooLong ? new Uint8Array(0) : joined(pieces, length, number === 1);
    pieces = [];
    length = 0;
    return !tooLong && isBlank(bytes) ? null : { bytes, number, tooLong, endsAt: position };
  };
  for await (const chunk of stream) {
    const chunkAt = position;
    let from = 0;
    for (let to = chunk.indexOf(LINE_FEED); to !== -1; to = chunk.indexOf(LINE_FEED, from)) {
      keep(chunk.subarray(from, to));
      from = to + 1;
      position = chunkAt + from;
      const line = finish();
      if (line !== null) yield line;
    }
    keep(chunk.subarray(from));
    position = chunkAt + chunk.length;
  }
  if (length > 0) {
    const line = finish();
    if (line !== null) yield line;
  }

  function keep(piece: Uint8Array): void {
    length += piece.length;
    if (length <= maxLineBytes) pieces.push(piece);
    else pieces = [];
  }
}

function joined(pieces: readonly Uint8Array[], length: number, isFirst: boolean): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  const marked = isFirst && BYTE_ORDER_MARK.every((byte, index) => bytes[index] === byte);
  const end = bytes[length - 1] === 0x0d ? length - 1 : length;
  return bytes.subarray(marked ? BYTE_ORDER_MARK.length : 0, end);
}

function isBlank(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d);
}
