import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { extract } from './extract.js';

const SENTENCE = 'The lighthouse keeper wrote down every ship that passed the island during the long winter. ';
const PAGE = `<!doctype html><html lang="en"><title>Ships</title><h1>Ships</h1><p>${SENTENCE.repeat(3)}</p></html>`;

/** Pseudo-random bytes: a linear congruential generator. */
function noise(length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let state = 1;
  for (let at = 0; at < length; at++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    bytes[at] = state >>> 24;
  }
  return bytes;
}

const latin1 = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'latin1'));
const zipped = (name: string, content = ''): Uint8Array => latin1(`PK\x03\x04${'\0'.repeat(26)}${name}${content}`);

const NOT_HTML: readonly (readonly [kind: string, input: string | Uint8Array])[] = [
  ['a PNG image', latin1('\x89PNG\r\n\x1a\n\0\0\0\rIHDR')],
  ['a JPEG image', latin1('\xff\xd8\xff\xe0\0\x10JFIF')],
  ['a GIF image', latin1('GIF89a\x01\0\x01\0')],
  ['a WebP image', latin1('RIFF\x24\0\0\0WEBPVP8 ')],
  ['an MP4 video', latin1('\0\0\0\x20ftypisom')],
  ['an AVIF or HEIF image', latin1('\0\0\0\x20ftypavif')],
  ['an MP3 sound', latin1('ID3\x03\0')],
  ['a PDF document', latin1('%PDF-1.7\n%\xe2\xe3\n')],
  ['a PDF document', latin1(`%PDF-1.7\n${PAGE}`)],
  ['a ZIP archive', zipped('page.html', PAGE)],
  ['an Office document', zipped('[Content_Types].xml')],
  ['an EPUB book', zipped('mimetype', 'application/epub+zip')],
  ['a gzip archive', gzipSync(PAGE)],
  ['a font', latin1('wOF2\0\x01\0\0')],
  ['a program', latin1('\x7fELF\x02\x01')],
  ['a WARC archive', 'WARC/1.1\r\nWARC-Type: response\r\n'],
  ['an SQLite database', latin1('SQLite format 3\0')],
  ['binary data', noise(200)],
  ['binary data', noise(5_000)],
  ['binary data', '\0\x01\x02\x03'.repeat(100)],
  ['a JSON document', '{"html": "<p>text"}'],
  ['a JSON document', ' [{"id": 1}, {"id": 2}]\n'],
  ['JSON lines', '{"id": 1, "html": "<p>a"}\n{"id": 2, "html": "<p>b"}\n'],
  ['a JSON feed', '{"version": "https://jsonfeed.org/version/1.1", "items": []}'],
  ['an RSS feed', '<?xml version="1.0"?><!-- news --><rss version="2.0"><channel><title>News</title></channel></rss>'],
  ['an Atom feed', '<feed xmlns="http://www.w3.org/2005/Atom"><title>News</title></feed>'],
  ['a sitemap', '<?xml version="1.0"?><?xml-stylesheet href="s.xsl"?><urlset><url/></urlset>'],
  ['an SVG image', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'],
  ['an XML document <tei>', '<?xml version="1.0"?><TEI><text/></TEI>'],
  ['an MHTML archive', `From: <Saved by Blink>\r\nContent-Type: multipart/related;\r\n\r\n${PAGE}`],
];
for (const [index, [kind, input]] of NOT_HTML.entries())
  test(`${kind} is not-html (${index})`, () => {
    const result = extract(typeof input === 'string' ? latin1(input) : input);
    assert.deepEqual([result.reason, result.detail], ['not-html', `the input is ${kind}, expected HTML`]);
    if (typeof input === 'string') assert.equal(extract(input).detail, result.detail, 'as a string');
  });

const HTML: readonly (readonly [what: string, input: string | Uint8Array])[] = [
  ['a page', PAGE],
  ['XHTML', `<?xml version="1.0" encoding="utf-8"?>\n<!-- a --><!DOCTYPE html>${PAGE.slice(15)}`],
  ['a fragment with an XML declaration', `<?xml version="1.0"?><div>${PAGE}</div>`],
  ['UTF-16 without a byte order mark', Buffer.from(PAGE, 'utf16le')],
  ['UTF-16 with a byte order mark', Buffer.from(`\ufeff${PAGE}`, 'utf16le')],
  ['a page with stray control characters', PAGE.replaceAll('ship', '\x01\x02\x03\x04\x05\x06ship')],
  ['a page with a NUL after each word', PAGE.replaceAll(' ', ' \0')],
  ['a page that a template begins', `{{ header }}${PAGE}`],
  ['a page after a line of JSON', `{"a": 1}\n${PAGE}`],
  ['prose that begins like a signature', `BMW and GIF89 and OTTO and ID3 MZ. ${SENTENCE.repeat(5)}`],
  ['prose that begins with a list', `[1] ${SENTENCE.repeat(5)}`],
  ['a page that quotes a feed', PAGE.replace('<h1>', '<pre>&lt;rss></pre><h1>')],
];
for (const [what, input] of HTML)
  test(`${what} is a page`, () => {
    const result = extract(input);
    assert.ok(result.ok, `${result.detail}`);
    assert.match(result.text, /lighthouse keeper/);
  });

test('the check is linear in hostile input', () => {
  for (const unit of ['{', '[', '<?xml ', '<!--', '<!doctype ', ' ', '{"a":', 'x:\n', '[['])
    assert.equal(typeof extract(unit.repeat(300_000)).ok, 'boolean');
});
