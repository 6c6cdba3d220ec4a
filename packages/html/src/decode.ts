/**
 * Bytes → text by the WHATWG Encoding and HTML standards, with departures that real pages need.
 *
 * Order: byte order mark → HTTP header → `<meta charset>` → XML declaration → valid UTF-8? → statistical detection →
 * windows-1252. All encodings of the WHATWG's list are decoded; the decoders are @exodus/bytes, as those of Node 20 are
 * wrong for windows-1252 and lack some. In browser bundles the browser's own are used.
 *
 * Departures, because declarations are often copied from templates while the author saw the bytes:
 * - valid UTF-8 with multi-byte characters overrules a declaration in HTTP or `<meta>`. Against a single-byte encoding one
 *   character suffices: it almost never occurs by chance, and often by copied templates. Against a legacy multi-byte encoding
 *   {@link MIN_UTF8_EVIDENCE} bytes are required, as a word or two can be valid in both;
 * - a page declared as UTF-8 or a legacy multi-byte encoding whose bytes mostly are not (see {@link MAX_BROKEN_SHARE}) is
 *   detected, and the detected encoding is used if it fits better;
 * - a page that declares nothing is tested for UTF-8 before the standard's windows-1252, and may have a few broken
 *   characters ({@link MAX_STRAY_SHARE}); a character cut off by the end of the input does not count;
 * - detection reads the runs of text with non-ASCII bytes instead of the first bytes, which are mostly markup.
 */
import { getBOMEncoding, normalizeEncoding, TextDecoder as WhatwgDecoder } from '@exodus/bytes/encoding-browser.js';
import { detectCharset as builtInDetector } from '#detect-charset';
import { declaredCharset } from './charset/declared-charset.js';

/** Bytes of text for the detector: more changed no decision on 674 re-encoded pages, 4,096 changed 26. */
const DETECTION_BYTES = 16 * 1024;
/** A legacy multi-byte declaration yields to valid UTF-8 with at least this many bytes beyond one a character. */
const MIN_UTF8_EVIDENCE = 16;
/** Share of broken among non-ASCII characters above which a declared UTF-8 or multi-byte page may be in any encoding. Not tuned. */
const MAX_BROKEN_SHARE = 0.25;
/**
 * The same above which a legacy multi-byte page may be in another multi-byte encoding. Low, as Shift_JIS reads most of EUC-JP
 * as half-width katakana and GBK nearly all of Big5; harmless, as the detected encoding must fit better. Not tuned.
 */
const MAX_BROKEN_LEGACY_SHARE = 0.02;
/** Share of broken among non-ASCII characters up to which undeclared bytes still count as UTF-8. Not tuned. */
const MAX_STRAY_SHARE = 0.1;

export interface DecodeOptions {
  /** The charset parameter of the HTTP Content-Type header, as sent. Unknown labels are ignored. */
  readonly httpCharset?: string | null;
  /**
   * Names the encoding of bytes that declare none and are not UTF-8 (a WHATWG label), or null for windows-1252. Given up to
   * 16 kB of the page's text. Default: jschardet in Node, Deno and Bun; nothing in browser bundles, to keep them small.
   */
  readonly detectCharset?: (sample: Uint8Array) => string | null;
}

export interface DecodedText {
  readonly text: string;
  /** WHATWG name of the encoding used, lower case: `utf-8`, `windows-1252`, `shift_jis`. */
  readonly encoding: string;
  /** The evidence that decided. */
  readonly by: 'bom' | 'http' | 'meta' | 'xml-declaration' | 'utf-8-validity' | 'detected' | 'default';
}

type EncodingChoice = Pick<DecodedText, 'encoding' | 'by'>;

/** Encodings whose bytes below 0x80 are not all ASCII: valid UTF-8 is no evidence against them. */
const NOT_ASCII_COMPATIBLE: ReadonlySet<string> = new Set(['utf-16le', 'utf-16be', 'iso-2022-jp', 'replacement']);
/** Encodings with invalid byte sequences, so that a wrong declaration shows. */
const MULTI_BYTE: ReadonlySet<string> = new Set(
  'utf-8 gbk gb18030 big5 euc-jp shift_jis euc-kr iso-2022-jp'.split(' '),
);

/** Decodes a page. Never throws: undecodable bytes become U+FFFD. */
export function decode(bytes: Uint8Array, options: DecodeOptions = {}): DecodedText {
  const bom = getBOMEncoding(bytes);
  if (bom !== null) return decodeAs(bytes, { encoding: bom, by: 'bom' });
  const declared = declaredIn(bytes, options.httpCharset ?? null);
  if (declared !== null && NOT_ASCII_COMPATIBLE.has(declared.encoding)) {
    const decoded = decodeAs(bytes, declared);
    return MULTI_BYTE.has(declared.encoding) ? doubted(bytes, decoded, options) : decoded;
  }

  const utf8 = decodeValidUtf8(bytes);
  if (utf8 !== null) {
    const beyondAscii = bytes.length - utf8.length;
    if (declared === null) {
      const special = asciiBytesEncoding(bytes, beyondAscii);
      if (special !== null) return decodeAs(bytes, { encoding: special, by: 'detected' });
      return { text: utf8, encoding: 'utf-8', by: 'utf-8-validity' };
    }
    // All ASCII: every encoding that comes here decodes it the same.
    if (declared.encoding === 'utf-8' || beyondAscii === 0) return { text: utf8, ...declared };
    if (!MULTI_BYTE.has(declared.encoding) || beyondAscii >= MIN_UTF8_EVIDENCE)
      return { text: utf8, encoding: 'utf-8', by: 'utf-8-validity' };
    return decodeAs(bytes, declared);
  }

  if (declared !== null) {
    const decoded = decodeAs(bytes, declared);
    return MULTI_BYTE.has(declared.encoding) ? doubted(bytes, decoded, options) : decoded;
  }
  const loose = decodeAs(bytes, { encoding: 'utf-8', by: 'utf-8-validity' });
  if (brokenShare(loose.text) <= MAX_STRAY_SHARE) return loose;
  return decodeAs(bytes, detected(bytes, options) ?? { encoding: 'windows-1252', by: 'default' });
}

/** The encoding declared by HTTP, else by the page. */
function declaredIn(bytes: Uint8Array, httpCharset: string | null): EncodingChoice | null {
  const http = httpCharset === null ? null : normalizeEncoding(httpCharset);
  return http !== null ? { encoding: http, by: 'http' } : declaredCharset(bytes);
}

/** A multi-byte decoding if most of it is valid, else the better one of it and the detected encoding. */
function doubted(bytes: Uint8Array, decoded: DecodedText, options: DecodeOptions): DecodedText {
  const broken = brokenShare(decoded.text);
  const legacy = decoded.encoding !== 'utf-8';
  if (broken <= (legacy ? MAX_BROKEN_LEGACY_SHARE : MAX_BROKEN_SHARE)) return decoded;
  const utf8 = legacy ? decodeValidUtf8(bytes) : null;
  if (utf8 !== null) return { text: utf8, encoding: 'utf-8', by: 'utf-8-validity' };
  const choice = detected(bytes, options) ?? { encoding: 'windows-1252', by: 'default' as const };
  // Single-byte encodings never have broken characters, so slight breakage is no evidence for them.
  if (broken <= MAX_BROKEN_SHARE && !MULTI_BYTE.has(choice.encoding)) return decoded;
  const other = decodeAs(bytes, choice);
  return brokenShare(other.text) < broken ? other : decoded;
}

function detected(bytes: Uint8Array, options: DecodeOptions): EncodingChoice | null {
  const label = (options.detectCharset ?? builtInDetector)(textSample(bytes));
  const encoding = label === null ? null : normalizeEncoding(label);
  return encoding === null ? null : { encoding, by: 'detected' };
}

function decodeAs(bytes: Uint8Array, choice: EncodingChoice): DecodedText {
  // The standard decodes refused encodings, such as hz-gb-2312, as one U+FFFD.
  if (choice.encoding === 'replacement') return { text: bytes.length > 0 ? '\uFFFD' : '', ...choice };
  const text =
    choice.encoding === 'utf-8'
      ? new TextDecoder('utf-8').decode(bytes)
      : new WhatwgDecoder(choice.encoding).decode(bytes);
  return { text, ...choice };
}

/** The text when the bytes are UTF-8, be it cut off inside the last character; else null. */
function decodeValidUtf8(bytes: Uint8Array): string | null {
  const complete = completeLength(bytes);
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, complete));
    return complete < bytes.length ? `${text}\uFFFD` : text;
  } catch {
    return null;
  }
}

/** Length without a character that the end of the bytes cuts off. */
function completeLength(bytes: Uint8Array): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back];
    if (byte < 0x80) break;
    if (byte >= 0xc2) {
      const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return length > back ? bytes.length - back : bytes.length;
    }
  }
  return bytes.length;
}

/** The encoding of undeclared bytes that look like ASCII: UTF-16 of a page in Latin script, or ISO-2022-JP; else null. */
function asciiBytesEncoding(bytes: Uint8Array, beyondAscii: number): string | null {
  if (bytes.length >= 2 && bytes[0] === 0x3c && bytes[1] === 0) return 'utf-16le';
  if (bytes.length >= 2 && bytes[0] === 0 && bytes[1] === 0x3c) return 'utf-16be';
  if (beyondAscii > 0) return null;
  // ESC $ @ and ESC $ B switch to two-byte characters.
  for (let at = bytes.indexOf(0x1b); at >= 0; at = bytes.indexOf(0x1b, at + 1))
    if (bytes[at + 1] === 0x24 && (bytes[at + 2] === 0x40 || bytes[at + 2] === 0x42)) return 'iso-2022-jp';
  return null;
}

/** Share of U+FFFD among the characters beyond ASCII; 0 when there are none. */
function brokenShare(text: string): number {
  let beyond = 0;
  let broken = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) continue;
    beyond++;
    if (unit === 0xfffd) broken++;
  }
  return beyond === 0 ? 0 : broken / beyond;
}

/**
 * Up to {@link DETECTION_BYTES} of the runs between angle brackets that hold a non-ASCII byte, a newline after each.
 * No legacy encoding has an angle bracket inside a character, so no character is cut.
 */
function textSample(bytes: Uint8Array): Uint8Array {
  const sample = new Uint8Array(DETECTION_BYTES);
  let size = 0;
  let from = 0;
  while (from < bytes.length && size < DETECTION_BYTES) {
    let to = from;
    let high = false;
    for (; to < bytes.length; to++) {
      const byte = bytes[to];
      if (byte >= 0x80) high = true;
      else if (byte === 0x3c || byte === 0x3e) break;
    }
    if (high) {
      const run = bytes.subarray(from, Math.min(to, from + DETECTION_BYTES - size));
      sample.set(run, size);
      size += run.length;
      if (size < DETECTION_BYTES) sample[size++] = 0x0a;
    }
    from = to + 1;
  }
  return sample.subarray(0, size);
}
