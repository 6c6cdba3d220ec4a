/**
 * HTTP as stored: content types, content codings, and the response in a WARC block. Bodies are decoded with a bound, against
 * decompression bombs.
 *
 * The headers of an archive may be wrong: many crawlers store the decoded body and keep the original headers. So a coding
 * that the bytes contradict is ignored, as other readers do.
 */
import { brotliDecompressSync, constants, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';

/** Spaces around the equals sign and single quotes are invalid, and common. */
const CHARSET = /^\s*charset\s*=\s*["']?([^"'\s]+)["']?\s*$/i;

/**
 * Parses a Content-Type header (RFC 9110, section 8.3) leniently: the media type in lower case, and the first charset parameter with a
 * value, as written, without quotes. Never throws.
 */
export function contentTypeOf(header: string | null) {
  const [type = '', ...parameters] = (header ?? '').split(';');
  const charset = parameters.map((one) => CHARSET.exec(one)?.[1]).find(Boolean) ?? null;
  return { mediaType: type.trim().toLowerCase() || null, charset };
}

/** Content codings that may be stacked on one body; servers use one. */
const MAX_CODINGS = 2;

/** The codings in a Content-Encoding or Transfer-Encoding header, in order, without `identity`. */
export function codingsIn(header: string | null): string[] {
  const codings = (header ?? '').toLowerCase().split(',');
  return codings.map((one) => one.trim()).filter((one) => one !== '' && one !== 'identity');
}

/** The error for too many codings, or null. */
export function stackingError(codings: readonly string[]): string | null {
  if (codings.length <= MAX_CODINGS) return null;
  return `${codings.length} content codings are stacked (${codings.join(', ')}), expected at most ${MAX_CODINGS}`;
}

type HttpBody =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly reason: 'too-large' | 'bad-coding'; readonly detail: string };

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
/** Longest head of a response. */
export const MAX_HEAD_BYTES = 2 ** 20;
const STATUS_LINE = /^HTTP\/\d(?:\.\d)? +(\d{3})(?:[ \t]|$)/i;

/** Parses the head of a response, whose body stays as stored; null when the block does not begin with a status line. */
export function readHttpResponse(block: Uint8Array) {
  const bytes = Buffer.from(block.buffer, block.byteOffset, block.byteLength);
  const end = headEnd(bytes.subarray(0, MAX_HEAD_BYTES)) ?? bytes.length;
  const [statusLine, ...lines] = bytes.subarray(0, Math.min(end, MAX_HEAD_BYTES)).toString('latin1').split(/\r?\n/);
  const status = STATUS_LINE.exec(statusLine);
  if (status === null) return null;
  return { status: Number(status[1]), headers: headerFields(lines, 'join'), body: bytes.subarray(end) };
}

/**
 * The position after the empty line that ends a head; null when there is none. Line by line: a search for one kind of line end would
 * read on past a head that ends with the other.
 *
 * @param from of bytes seen before
 * @param next text that begins another head: a head without an empty line ends before such a line
 */
export function headEnd(bytes: Buffer, from = 0, next = ''): number | null {
  const start = Math.max(0, from - Math.max(3, next.length));
  for (let at = bytes.indexOf(LINE_FEED, start); at !== -1; at = bytes.indexOf(LINE_FEED, at + 1)) {
    const line = at + 1;
    if (bytes[line] === LINE_FEED) return line + 1;
    if (bytes[at - 1] === CARRIAGE_RETURN && bytes[line] === CARRIAGE_RETURN && bytes[line + 1] === LINE_FEED)
      return line + 2;
    if (next !== '' && bytes.toString('latin1', line, line + next.length) === next) return line;
  }
  return null;
}

/**
 * Header fields by lower-case name, folded lines joined.
 *
 * @param repeats whether a repeated field keeps its first value or joins all by commas
 */
export function headerFields(lines: readonly string[], repeats: 'first' | 'join'): Map<string, string> {
  const fields = new Map<string, string>();
  let last = '';
  for (const line of lines) {
    const colon = line.indexOf(':');
    if (/^[ \t]/.test(line)) {
      if (last !== '') fields.set(last, `${fields.get(last)} ${line.trim()}`);
    } else if (colon > 0) {
      const name = line.slice(0, colon).trim().toLowerCase();
      const value = line.slice(colon + 1).trim();
      const before = fields.get(name);
      last = before === undefined || repeats === 'join' ? name : '';
      if (last !== '') fields.set(name, before === undefined ? value : `${before}, ${value}`);
    }
  }
  return fields;
}

/** A body as stored, with the header fields that describe its encoding. */
export interface CodedBody {
  readonly body: Uint8Array;
  readonly transferEncoding: string | null;
  readonly contentEncoding: string | null;
}

/**
 * Decodes a body.
 *
 * @param maxBytes bound on it, before and after each coding
 */
export function decodeBody(coded: CodedBody, maxBytes: number): HttpBody {
  let bytes = coded.body;
  if (codingsIn(coded.transferEncoding).includes('chunked')) bytes = unchunk(bytes) ?? bytes;
  const codings = codingsIn(coded.contentEncoding);
  const error = stackingError(codings);
  if (error !== null) return { ok: false, reason: 'bad-coding', detail: error };
  const detail = `the body is larger than the ${maxBytes} bytes allowed`;
  const tooLarge = { ok: false, reason: 'too-large', detail } as const;
  // The coding named last was applied last and comes off first.
  for (const coding of codings.reverse()) {
    if (bytes.length > maxBytes) return tooLarge;
    try {
      bytes = decoded(bytes, coding, maxBytes);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === 'ERR_BUFFER_TOO_LARGE') return tooLarge;
      return { ok: false, reason: 'bad-coding', detail: `the body is not valid ${coding}: ${message}` };
    }
  }
  return bytes.length > maxBytes ? tooLarge : { ok: true, bytes };
}

/** The bytes without a coding; unchanged when they are not in it or it is unknown. @throws zlib's errors */
function decoded(bytes: Uint8Array, coding: string, maxOutputLength: number): Uint8Array {
  // Flush settings instead of an error at the end: a cut body yields what it carried, as in browsers.
  const options = { maxOutputLength, finishFlush: constants.Z_SYNC_FLUSH };
  switch (coding) {
    case 'gzip':
    case 'x-gzip':
      return bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes, options) : bytes;
    case 'deflate': {
      if (looksLikeMarkup(bytes)) return bytes;
      // The standard means zlib's format; some servers send raw deflate.
      const isZlib = (bytes[0] & 0x0f) === 8 && ((bytes[0] << 8) | bytes[1]) % 31 === 0;
      return isZlib ? inflateSync(bytes, options) : inflateRawSync(bytes, options);
    }
    case 'br':
      if (looksLikeMarkup(bytes)) return bytes;
      return brotliDecompressSync(bytes, { maxOutputLength, finishFlush: constants.BROTLI_OPERATION_FLUSH });
    default:
      return bytes;
  }
}

/** Whether a body begins as markup: it was stored decoded, whatever its header says. */
function looksLikeMarkup(bytes: Uint8Array): boolean {
  return /^(?:\xef\xbb\xbf)?\s*<[!?a-z]/i.test(Buffer.from(bytes.subarray(0, 64)).toString('latin1'));
}

/** Joins the chunks (RFC 9112, 7.1); null when the bytes are not chunked. A cut body yields what it carried. */
function unchunk(bytes: Uint8Array): Uint8Array | null {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // One copy: chunks of a byte would each need a hundred as an object.
  const joined = Buffer.allocUnsafe(buffer.length);
  let filled = 0;
  for (let at = 0; at < buffer.length; ) {
    const end = buffer.indexOf('\n', at);
    const size = end === -1 ? null : /^([0-9a-f]{1,8})[ \t]*(?:;.*)?\r?$/i.exec(buffer.toString('latin1', at, end));
    // Without a first chunk the body was never chunked. Later it is cut or broken: keep the chunks before.
    if (!size) return at === 0 ? null : joined.subarray(0, filled);
    const length = Number.parseInt(size[1], 16);
    if (length === 0) break;
    filled += buffer.copy(joined, filled, end + 1, end + 1 + length);
    at = end + 1 + length;
    if (buffer[at] === 0x0d) at++;
    if (buffer[at] === 0x0a) at++;
  }
  return joined.subarray(0, filled);
}
