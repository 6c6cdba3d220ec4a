/**
 * Recognises input that is no page: images, archives, PDF, JSON, feeds, random bytes.
 *
 * Order: signatures of file formats by the WHATWG MIME Sniffing standard (section 6) and the formats' own specifications →
 * JSON, XML and MIME archives by their first characters → share of control characters, the standard's binary data bytes (section
 * 3). The standard calls a resource binary for a single one. Real pages have some, so a share is required here, and
 * markup overrules it.
 */

import { latin1 } from './text/bytes.js';
import { parsedJson } from './text/json-line.js';

/** Bytes and characters looked at: the longest signature ends at byte 262 (tar); markup of pages begins within a few kilobytes. */
const SIGNATURE_BYTES = 512;
const HEAD_CHARACTERS = 16 * 1024;
/** Share of control characters above which text is binary. Random bytes have .11, 9,815 pages of nine data sets at most .004. */
const MAX_CONTROL_SHARE = 0.03;
/** Fewer control characters are no evidence. */
const MIN_CONTROLS = 4;

/** File formats by their first bytes, one character each. ASCII signatures that prose may begin with include a byte beyond text. */
const SIGNATURES: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ['a PNG image', /^\x89PNG\r\n\x1a\n/],
  ['a JPEG image', /^\xff\xd8\xff/],
  ['a GIF image', /^GIF8[79]a/],
  ['a WebP image', /^RIFF.{4}WEBP/s],
  ['a BMP image', /^BM.{4}\0{4}/s],
  ['an icon', /^\0\0[\x01\x02]\0/],
  ['a TIFF image', /^(?:II\*\0|MM\0\*)/],
  ['a JPEG XL image', /^(?:\xff\x0a|\0{3}\x0cJXL )/],
  ['a Photoshop image', /^8BPS\0/],
  ['an AVIF or HEIF image', /^\0{3}.ftyp(?:avi|hei|hev|mif)/s],
  ['an MP4 video', /^\0{2}.{2}ftyp/s],
  ['a WebM or Matroska video', /^\x1a\x45\xdf\xa3/],
  ['an AVI video', /^RIFF.{4}AVI /s],
  ['a WAV sound', /^RIFF.{4}WAVE/s],
  ['an MP3 sound', /^(?:ID3[\0-\x0f]|\xff[\xfb\xf3\xf2])/],
  ['an Ogg file', /^OggS\0/],
  ['a FLAC sound', /^fLaC\0/],
  ['a MIDI file', /^MThd\0\0\0\x06/],
  ['a font', /^(?:wOF[F2][^ -~]|OTTO\0|ttcf\0|\0\x01\0\0\0)/],
  ['a PDF document', /^\s{0,8}%PDF-/],
  ['a PostScript document', /^%!PS-Adobe-/],
  ['an RTF document', /^\{\\rtf/],
  ['an EPUB book', /^PK\x03\x04.{26}mimetypeapplication\/epub/s],
  ['an OpenDocument file', /^PK\x03\x04.{26}mimetypeapplication\/vnd\.oasis/s],
  ['an Office document', /^(?:PK\x03\x04.{26}(?:\[Content_Types\]|_rels\/|word\/|xl\/|ppt\/)|\xd0\xcf\x11\xe0)/s],
  ['a ZIP archive', /^PK(?:\x03\x04|\x05\x06)/],
  ['a gzip archive', /^\x1f\x8b\x08/],
  ['a bzip2 archive', /^BZh[1-9]1AY&SY/],
  ['an xz archive', /^\xfd7zXZ\0/],
  ['a Zstandard archive', /^(?:\x28\xb5\x2f\xfd|[\x50-\x5f]\x2a\x4d\x18)/],
  ['a 7-Zip archive', /^7z\xbc\xaf\x27\x1c/],
  ['a RAR archive', /^Rar!\x1a\x07/],
  ['a tar archive', /^.{257}ustar/s],
  ['a WARC archive', /^WARC\/\d/],
  ['a Parquet file', /^PAR1[^ -~]/],
  ['an SQLite database', /^SQLite format 3\0/],
  ['WebAssembly', /^\0asm/],
  ['a program', /^(?:\x7fELF|MZ.{0,62}\0|\xca\xfe\xba\xbe|[\xce\xcf]\xfa\xed\xfe)/s],
];

/**
 * The format of a file by its signature.
 *
 * @param input bytes, or the text they were decoded to
 * @returns the format with its article, such as `a PNG image`; null when no signature matches
 */
export function signatureKind(input: Uint8Array | string): string | null {
  const head = typeof input === 'string' ? input.slice(0, SIGNATURE_BYTES) : latin1(input.subarray(0, SIGNATURE_BYTES));
  return SIGNATURES.find(([, pattern]) => pattern.test(head))?.[0] ?? null;
}

/** Elements that no other format has; short names occur in random bytes. */
const MARKUP = /<(?:!doctype\s+html|html|head|body|title|script|style|meta|link|div|span|table)[\s/>]/i;
/** Formats of XML by the name of their root element. */
const XML_ROOTS: Readonly<Record<string, string>> = {
  rss: 'an RSS feed',
  feed: 'an Atom feed',
  'rdf:rdf': 'an RDF feed',
  urlset: 'a sitemap',
  sitemapindex: 'a sitemap index',
  opml: 'an OPML list of feeds',
};
/** Elements a page or a fragment of one may begin with after an XML declaration. */
const HTML_ROOT =
  /^(?:html|head|body|title|meta|link|script|style|div|p|h[1-6]|main|article|section|header|table|font|center|a|span|ul|ol|wml)$/;
const PROLOGUE = /^(?:\s+|<\?[^>]{0,500}>|<!--.{0,2000}?-->|<!doctype[^>]{0,500}>)/is;

/**
 * The format of text that is no page: `a JSON document`, `JSON lines`, `an RSS feed`, `binary data`. Linear in the text.
 *
 * @returns the format with its article; null for HTML and for prose
 */
export function textKind(text: string): string | null {
  const head = text.slice(0, HEAD_CHARACTERS).replace(/^\ufeff/, '');
  const json = /^\s*[{[]/.test(head) ? jsonKind(text) : null;
  if (json !== null) return json;
  const root = xmlRoot(head);
  if (root !== null && Object.hasOwn(XML_ROOTS, root)) return XML_ROOTS[root] as string;
  if (/^[\w-]+:.*?\ncontent-type:\s*multipart\/related/is.test(head.slice(0, SIGNATURE_BYTES)))
    return 'an MHTML archive';
  if (MARKUP.test(head)) return null;
  if (root !== null && /^\s*<\?xml\s/i.test(head) && !HTML_ROOT.test(root))
    return root === 'svg' ? 'an SVG image' : `an XML document <${root}>`;
  return binaryTextKind(text);
}

/** Text that begins like JSON; a page may begin with a template's `{{`. */
function jsonKind(text: string): string | null {
  const plain = text.trim();
  if (/^\[\s*[^\s[{"\]]/.test(plain)) return null;
  if (isJson(plain)) return /^\{.{0,200}"https?:\/\/jsonfeed\.org/s.test(plain) ? 'a JSON feed' : 'a JSON document';
  const end = plain.indexOf('\n');
  const isLines = end > 0 && plain[0] === '{' && /^\s*\{/.test(plain.slice(end, end + 100));
  return isLines && isJson(plain.slice(0, end).trim()) ? 'JSON lines' : null;
}

const isJson = (text: string): boolean => /[}\]]$/.test(text) && parsedJson(text) !== undefined;

/** Name of the first element, lower case; null when the text does not begin with markup. */
function xmlRoot(head: string): string | null {
  let rest = head;
  for (let found = PROLOGUE.exec(rest); found !== null; found = PROLOGUE.exec(rest)) rest = rest.slice(found[0].length);
  return /^<([a-z][\w:.-]{0,100})[\s/>]/i.exec(rest)?.[1]?.toLowerCase() ?? null;
}

/** `binary data` when control characters make up a share of the text that only binary data has, else null. */
export function binaryTextKind(text: string): string | null {
  const head = text.slice(0, HEAD_CHARACTERS);
  let controls = 0;
  for (let at = 0; at < head.length; at++) {
    const code = head.charCodeAt(at);
    // Tab, line feed, form feed, carriage return and escape occur in text.
    if (code < 0x20 && code !== 0x09 && code !== 0x0a && code !== 0x0c && code !== 0x0d && code !== 0x1b) controls++;
  }
  return controls >= MIN_CONTROLS && controls > MAX_CONTROL_SHARE * head.length ? 'binary data' : null;
}
