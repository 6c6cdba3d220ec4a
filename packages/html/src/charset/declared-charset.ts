/**
 * The encoding a page declares in its own bytes: the HTML standard's prescan for `<meta>`, then the XML declaration.
 *
 * Departures from the standard's prescan:
 * - if the first 1,024 bytes declare nothing, it continues to {@link PRESCAN_BYTES}. Browsers also honour a late `<meta>`, by
 *   restarting the parse; 2 to 8 pages in a hundred have theirs after 1,024 bytes, one in two hundred after 8,192. There
 *   the text of scripts and styles is skipped, as in a browser's tokenizer;
 * - `x-user-defined` and the two UTF-16 labels are replaced as the standard says: bytes whose `<meta>` can be read as ASCII
 *   are not UTF-16.
 */
import { normalizeEncoding } from '@exodus/bytes/encoding-browser.js';
import { latin1 } from '../text/bytes.js';

/** Bytes in which the standard looks for a `<meta>`. */
const STANDARD_PRESCAN_BYTES = 1024;
/** Bytes in which this prescan looks. */
const PRESCAN_BYTES = 8192;

/** The encoding a page names, and where. */
interface DeclaredCharset {
  /** WHATWG name, lower case. */
  readonly encoding: string;
  readonly by: 'meta' | 'xml-declaration';
}

/** The encoding declared in the bytes, or null. Unknown labels count as no declaration. Never throws. */
export function declaredCharset(bytes: Uint8Array): DeclaredCharset | null {
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
