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
import { latin1 } from './text/bytes.js';

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

// The encoding a page declares in its own bytes: the HTML standard's prescan for `<meta>`, then the XML declaration.
//
// Departures from the standard's prescan:
// - if the first 1,024 bytes declare nothing, it continues to `PRESCAN_BYTES`. Browsers also honour a late `<meta>`, by
//   restarting the parse; 2 to 8 pages in a hundred have theirs after 1,024 bytes, one in two hundred after 8,192. There
//   the text of scripts and styles is skipped, as in a browser's tokenizer;
// - `x-user-defined` and the two UTF-16 labels are replaced as the standard says: bytes whose `<meta>` can be read as ASCII
//   are not UTF-16.

/** Bytes in which the standard looks for a `<meta>`. */
const STANDARD_PRESCAN_BYTES = 1024;
/** Bytes in which this prescan looks. */
const PRESCAN_BYTES = 8192;

/** The encoding declared in the bytes, or null. Unknown labels count as no declaration. Never throws. */
function declaredCharset(bytes: Uint8Array): EncodingChoice | null {
  const early = prescan(latin1(bytes.subarray(0, STANDARD_PRESCAN_BYTES)), false);
  if (early !== null) return { encoding: early, by: 'meta' };
  const head = latin1(bytes.subarray(0, PRESCAN_BYTES));
  const late = prescan(head, true);
  if (late !== null) return { encoding: late, by: 'meta' };
  const xml = xmlEncoding(head);
  return xml === null ? null : { encoding: xml, by: 'xml-declaration' };
}

const SPACES = '\t\n\f\r ';
const isSpace = (char: string): boolean => char !== '' && SPACES.includes(char);
const RAW_TEXT = /^<(script|style)[\s/>]/i;

/** The standard's "prescan a byte stream to determine its encoding"; null where it runs off the end. */
function prescan(head: string, skipRawText: boolean): string | null {
  for (let at = head.indexOf('<'); at >= 0; at = head.indexOf('<', at + 1)) {
    const next = head.charAt(at + 1);
    if (head.startsWith('<!--', at)) {
      // The dashes of the opening may be those of the closing: `<!-->` is a complete comment.
      const close = head.indexOf('-->', at + 2);
      if (close < 0) return null;
      at = close + 2;
    } else if (/^<meta[\t\n\f\r /]/i.test(head.slice(at, at + 6))) {
      const meta = metaTag(head, at + 6);
      if (meta.encoding !== null) return meta.encoding;
      at = meta.at;
    } else if (/^<\/?[a-z]/i.test(head.slice(at, at + 3))) {
      const rawText = skipRawText ? RAW_TEXT.exec(head.slice(at, at + 8)) : null;
      at++;
      while (at < head.length && !isSpace(head.charAt(at)) && head.charAt(at) !== '>') at++;
      for (let got = attributeAt(head, at); ; got = attributeAt(head, at)) {
        at = got.at;
        if (got.name === null) break;
      }
      if (rawText !== null) {
        const close = head.slice(at).search(new RegExp(`</${rawText[1]}`, 'i'));
        if (close < 0) return null;
        at += close - 1;
      }
    } else if (next === '!' || next === '/' || next === '?') {
      at = head.indexOf('>', at);
      if (at < 0) return null;
    }
  }
  return null;
}

/** The attributes of a meta tag, read as the prescan says, and the encoding they declare. */
function metaTag(head: string, from: number): { encoding: string | null; at: number } {
  const seen = new Set<string>();
  let pragma = false;
  let pragmaNeeded: boolean | null = null;
  let encoding: string | null = null;
  let at = from;
  for (;;) {
    const got = attributeAt(head, at);
    at = got.at;
    if (got.name === null) break;
    if (seen.has(got.name)) continue;
    seen.add(got.name);
    if (got.name === 'http-equiv') pragma = got.value === 'content-type';
    else if (got.name === 'content' && encoding === null) {
      encoding = charsetOfContent(got.value);
      if (encoding !== null) pragmaNeeded = true;
    } else if (got.name === 'charset') {
      encoding = normalizeEncoding(got.value);
      pragmaNeeded = false;
    }
  }
  // A tag cut off by the end of the head declares nothing.
  if (at >= head.length || pragmaNeeded === null || (pragmaNeeded && !pragma) || encoding === null)
    return { encoding: null, at };
  return { encoding: readable(encoding), at };
}

/** The encoding of bytes that were read as ASCII. */
function readable(encoding: string): string {
  if (encoding === 'utf-16le' || encoding === 'utf-16be') return 'utf-8';
  return encoding === 'x-user-defined' ? 'windows-1252' : encoding;
}

/** The standard's "get an attribute": name and value in lower case; a null name when the tag has no more. */
function attributeAt(head: string, from: number): { name: string | null; value: string; at: number } {
  let at = from;
  while (isSpace(head.charAt(at)) || head.charAt(at) === '/') at++;
  if (at >= head.length || head.charAt(at) === '>') return { name: null, value: '', at };
  const start = at;
  // An equals sign may be the first character of a name, but not a later one.
  for (at++; at < head.length; at++) {
    const char = head.charAt(at);
    if (char === '=' || char === '/' || char === '>' || isSpace(char)) break;
  }
  const name = head.slice(start, at).toLowerCase();
  while (isSpace(head.charAt(at))) at++;
  if (head.charAt(at) !== '=') return { name, value: '', at };
  at++;
  while (isSpace(head.charAt(at))) at++;
  const quote = head.charAt(at);
  if (quote === '"' || quote === "'") {
    const close = head.indexOf(quote, at + 1);
    if (close < 0) return { name: null, value: '', at: head.length };
    return { name, value: head.slice(at + 1, close).toLowerCase(), at: close + 1 };
  }
  const valueFrom = at;
  while (at < head.length && !isSpace(head.charAt(at)) && head.charAt(at) !== '>') at++;
  return { name, value: head.slice(valueFrom, at).toLowerCase(), at };
}

/** The encoding in a `content="text/html; charset=…"`, or null. */
function charsetOfContent(content: string): string | null {
  const found = /charset[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"]*)"|'([^']*)'|([^\t\n\f\r ;"'][^\t\n\f\r ;]*))/i.exec(
    content,
  );
  const label = found?.[1] ?? found?.[2] ?? found?.[3];
  return label === undefined ? null : normalizeEncoding(label);
}

/** The encoding an XML declaration at the very start names, or null. */
function xmlEncoding(head: string): string | null {
  if (!head.startsWith('<?xml')) return null;
  const close = head.indexOf('>');
  if (close < 0) return null;
  const found = /encoding[\0-\x20]*=[\0-\x20]*(?:"([^"\0-\x20]+)"|'([^'\0-\x20]+)')/.exec(head.slice(0, close));
  const encoding = normalizeEncoding(found?.[1] ?? found?.[2] ?? '');
  return encoding === null ? null : readable(encoding);
}
