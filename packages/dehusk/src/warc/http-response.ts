/**
 * The HTTP response in a WARC block: status, header fields, and the body with its transfer and content codings taken off,
 * bounded against bombs.
 *
 * Archives are not always what their headers say: many crawlers store the body decoded and keep the headers. So a coding
 * that the bytes contradict is left alone, as other readers do.
 */
import { brotliDecompressSync, constants, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';

export interface HttpResponse {
  readonly status: number;
  /** Values by lower-case name; a field that stands more than once is joined by commas. */
  readonly headers: ReadonlyMap<string, string>;
  /** As stored, codings on. */
  readonly body: Uint8Array;
}

export type HttpBody =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly reason: 'too-large' | 'bad-coding'; readonly detail: string };

/** Longest head looked for. */
export const MAX_HEAD_BYTES = 2 ** 20;
/** Most content codings that may be stacked on one body; servers use one. */
const MAX_CODINGS = 2;
const STATUS_LINE = /^HTTP\/\d(?:\.\d)? +(\d{3})(?:[ \t]|$)/i;

/** Reads the head of a response; null when the block does not begin with a status line. */
export function readHttpResponse(block: Uint8Array): HttpResponse | null {
  const bytes = Buffer.from(block.buffer, block.byteOffset, block.byteLength);
  const head = bytes.subarray(0, MAX_HEAD_BYTES);
  const wide = head.indexOf('\r\n\r\n');
  const narrow = head.indexOf('\n\n');
  const isWide = wide !== -1 && (narrow === -1 || wide < narrow);
  const end = isWide ? wide : narrow;
  // A response may have no body, and its head no end.
  const text = head.subarray(0, end === -1 ? undefined : end).toString('latin1');
  const [statusLine, ...lines] = text.split(/\r?\n/);
  const status = STATUS_LINE.exec(statusLine);
  if (status === null) return null;
  const headers = new Map<string, string>();
  let last = '';
  for (const line of lines) {
    const colon = line.indexOf(':');
    if (/^[ \t]/.test(line) && last !== '') headers.set(last, `${headers.get(last)} ${line.trim()}`);
    else if (colon > 0) {
      last = line.slice(0, colon).trim().toLowerCase();
      const value = line.slice(colon + 1).trim();
      headers.set(last, headers.has(last) ? `${headers.get(last)}, ${value}` : value);
    }
  }
  const from = end === -1 ? bytes.length : end + (isWide ? 4 : 2);
  return { status: Number(status[1]), headers, body: bytes.subarray(from) };
}

/** A body as stored, with what its header fields say about it. */
export interface CodedBody {
  readonly body: Uint8Array;
  readonly transferEncoding: string | null;
  readonly contentEncoding: string | null;
}

/**
 * The body without its codings.
 *
 * @param maxBytes bound on it, before and after each coding
 */
export function decodeBody(coded: CodedBody, maxBytes: number): HttpBody {
  let bytes = coded.body;
  if (codingsIn(coded.transferEncoding).includes('chunked')) bytes = unchunk(bytes) ?? bytes;
  const codings = codingsIn(coded.contentEncoding).filter((coding) => coding !== 'identity');
  if (codings.length > MAX_CODINGS)
    return {
      ok: false,
      reason: 'bad-coding',
      detail: `${codings.length} content codings are stacked (${codings.join(', ')}), at most ${MAX_CODINGS} are read`,
    };
  const tooLarge = {
    ok: false,
    reason: 'too-large',
    detail: `the body is larger than the ${maxBytes} bytes allowed`,
  } as const;
  // The last coding named was applied last and comes off first.
  for (const coding of codings.reverse()) {
    if (bytes.length > maxBytes) return tooLarge;
    try {
      bytes = withoutCoding(bytes, coding, maxBytes) ?? bytes;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return tooLarge;
      const detail = `the body is not valid ${coding}: ${error instanceof Error ? error.message : error}`;
      return { ok: false, reason: 'bad-coding', detail };
    }
  }
  return bytes.length > maxBytes ? tooLarge : { ok: true, bytes };
}

function codingsIn(field: string | null): string[] {
  return (field ?? '')
    .toLowerCase()
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
}

/** Null: the bytes are not in this coding, or it is unknown. */
function withoutCoding(bytes: Uint8Array, coding: string, maxOutputLength: number): Uint8Array | null {
  // A cut body still gives what it carried, as in browsers; hence the flush setting instead of an error at the end.
  const options = { maxOutputLength, finishFlush: constants.Z_SYNC_FLUSH };
  switch (coding) {
    case 'gzip':
    case 'x-gzip':
      return bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes, options) : null;
    case 'deflate': {
      // Meant is zlib's format; some servers send raw deflate. Text begins with neither.
      const isZlib = (bytes[0] & 0x0f) === 8 && ((bytes[0] << 8) | bytes[1]) % 31 === 0;
      if (looksLikeText(bytes)) return null;
      return isZlib ? inflateSync(bytes, options) : inflateRawSync(bytes, options);
    }
    case 'br':
      if (looksLikeText(bytes)) return null;
      return brotliDecompressSync(bytes, { maxOutputLength, finishFlush: constants.BROTLI_OPERATION_FLUSH });
    default:
      return null;
  }
}

/** Whether a body begins as markup does: it is stored decoded, whatever its header says. */
function looksLikeText(bytes: Uint8Array): boolean {
  return /^(?:\xef\xbb\xbf)?\s*<[!?a-z]/i.test(Buffer.from(bytes.subarray(0, 64)).toString('latin1'));
}

/** Takes the chunks apart (RFC 9112, 7.1); null when the bytes are not chunked. A cut body gives what it carried. */
function unchunk(bytes: Uint8Array): Uint8Array | null {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const chunks: Buffer[] = [];
  for (let at = 0; at < buffer.length; ) {
    const end = buffer.indexOf('\n', at);
    const size = end === -1 ? null : /^([0-9a-f]{1,8})[ \t]*(?:;.*)?\r?$/i.exec(buffer.toString('latin1', at, end));
    // Not a chunk where the first should be: never chunked. Later: cut or broken; what came before stands.
    if (!size) return at === 0 ? null : Buffer.concat(chunks);
    const length = Number.parseInt(size[1], 16);
    if (length === 0) break;
    chunks.push(buffer.subarray(end + 1, end + 1 + length));
    at = end + 1 + length;
    if (buffer[at] === 0x0d) at++;
    if (buffer[at] === 0x0a) at++;
  }
  return Buffer.concat(chunks);
}
