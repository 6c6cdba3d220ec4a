// Inputs that are no pages: the reason, the exit code, and the command that reads them instead.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { type Loopback, loopback, sends } from '../../../node/dist/fetch/loopback.fixture.js';
import { runHere } from './stream-process.fixture.js';

const folder = mkdtempSync(join(tmpdir(), 'dehusk-kinds-'));
const at = (name: string): string => join(folder, name);
after(() => rmSync(folder, { recursive: true }));

const SENTENCE = 'The lighthouse keeper wrote down every ship that passed the island during the long winter. ';
const page = (title: string): string =>
  `<!doctype html><title>${title}</title><h1>${title}</h1><p>${SENTENCE.repeat(4)}`;
const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const RSS = '<?xml version="1.0"?><rss version="2.0"><channel><title>News</title></channel></rss>';
const NOTES = 'First line\n  indented\nContact Home';

function warcRecord(url: string, html: string): Buffer {
  const http = `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n${html}`;
  const head = `WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: ${url}\r\nContent-Type: application/http`;
  return Buffer.from(`${head}\r\nContent-Length: ${Buffer.byteLength(http)}\r\n\r\n${http}\r\n\r\n`);
}
const WARC = Buffer.concat(
  ['One', 'Two'].map((title) => gzipSync(warcRecord(`https://example.org/${title}`, page(title)))),
);

const FILES: readonly (readonly [name: string, content: string | Uint8Array])[] = [
  ['image.png', png],
  ['image.png.gz', gzipSync(png)],
  ['document.pdf', '%PDF-1.7\n'],
  ['pages.zip', `PK\x03\x04${'\0'.repeat(26)}page.html`],
  ['noise', Uint8Array.from({ length: 4_000 }, (_, index) => (index * index * 31 + index * 7) >>> 3)],
  ['pages.jsonl', `{"id": 1, "html": "<p>a"}\n{"id": 2, "html": "<p>b"}\n`],
  ['feed.xml', RSS],
  ['notes.txt', NOTES],
  ['notes.text.gz', gzipSync(NOTES)],
  ['pages.warc.gz', WARC],
  ['archive', WARC],
  ['page.html', page('Page')],
];
for (const [name, content] of FILES) writeFileSync(at(name), content);

let server: Loopback;
before(async () => {
  server = await loopback({
    '/image': sends(png, { 'content-type': 'image/png' }),
    '/untyped-image': (_, response) => void response.writeHead(200).end(png),
    '/mislabelled-image': sends(png),
    '/feed': sends(RSS, { 'content-type': 'application/rss+xml' }),
    '/xml-feed': sends(RSS, { 'content-type': 'application/xml' }),
    '/notes': sends(NOTES, { 'content-type': 'text/plain' }),
  });
});
after(() => server.close());

const REFUSED: readonly (readonly [input: string, detail: RegExp])[] = [
  ['image.png', /the input is a PNG image, expected HTML$/],
  ['image.png.gz', /a PNG image/],
  ['document.pdf', /a PDF document/],
  ['pages.zip', /a ZIP archive, expected HTML; unpack it first/],
  ['noise', /binary data/],
  ['pages.jsonl', /JSON lines, expected HTML; dehusk batch/],
  ['feed.xml', /an RSS feed, expected HTML; dehusk watch/],
  ['/image', /sent image\/png, expected a page/],
  ['/untyped-image', /a PNG image/],
  ['/mislabelled-image', /a PNG image/],
  ['/feed', /application\/rss\+xml.*dehusk watch/],
  ['/xml-feed', /an RSS feed.*dehusk watch/],
];
for (const [input, detail] of REFUSED)
  test(`${input} ends as not-html, other inputs are read`, async () => {
    const named = input.startsWith('/') ? server.home + input : at(input);
    const { code, out, err } = await runHere([named, at('page.html'), '--allow-private', '--fetch', 'pause=0']);
    assert.equal(code, 1, err);
    assert.match(out, /lighthouse keeper/);
    assert.ok(!out.includes('PNG') && !out.includes('\0'));
    const lines = err.trimEnd().split('\n');
    assert.equal(lines.length, 1, err);
    assert.ok(lines[0].startsWith(`dehusk: ${named}: not-html: `), err);
    assert.match(lines[0], detail);
  });

test('the same from standard input', async () => {
  for (const [name, kind] of [
    ['image.png', /a PNG image/],
    ['archive', /a WARC archive.*; dehusk batch -/],
  ] as const) {
    const { code, out, err } = await runHere(['-'], [readFileSync(at(name))]);
    assert.deepEqual([code, out], [1, '']);
    assert.match(err, kind);
  }
});

for (const input of ['notes.txt', 'notes.text.gz', '/notes'])
  test(`${input} passes through as text`, async () => {
    const named = input.startsWith('/') ? server.home + input : at(input);
    assert.deepEqual(await runHere([named, '--allow-private', '--fetch', 'pause=0']), {
      code: 0,
      out: `${NOTES}\n`,
      err: '',
    });
  });

test('a Markdown file is read as Markdown, and printed as it was', async () => {
  const given = '# Notes\n\nSome _words_ and a [link](https://e.example/).\n';
  writeFileSync(at('notes.md'), given);
  assert.deepEqual(await runHere([at('notes.md'), '--format', 'md']), { code: 0, out: given, err: '' });
  assert.equal((await runHere([at('notes.md')])).out, 'Notes\nSome words and a link.\n');
});

for (const name of ['pages.warc.gz', 'archive'])
  test(`${name} is read as WARC, page by page`, async () => {
    const { code, out, err } = await runHere([at(name), '--format', 'jsonl']);
    assert.deepEqual([code, err], [0, '']);
    const titles = out
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { title: string }).title);
    assert.deepEqual(titles, ['One', 'Two']);
  });

test('batch gives the same reasons and texts', async () => {
  const rows = [
    { path: 'image.png' },
    { path: 'noise' },
    { path: 'notes.txt' },
    { htmlBase64: Buffer.from(NOTES).toString('base64'), contentType: 'text/plain; charset=utf-8' },
    { html: RSS },
  ].map((row, id) => JSON.stringify({ id, ...row }));
  writeFileSync(at('rows.jsonl'), `${rows.join('\n')}\n`);
  const { code, out } = await runHere(['batch', at('rows.jsonl'), '--fields', 'reason,extractor,text']);
  assert.equal(code, 0);
  assert.deepEqual(
    out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown),
    [
      { reason: 'not-html', extractor: 'dehusk', text: '' },
      { reason: 'not-html', extractor: 'dehusk', text: '' },
      { reason: null, extractor: 'plain-text', text: NOTES },
      { reason: null, extractor: 'plain-text', text: NOTES },
      { reason: 'not-html', extractor: 'dehusk', text: '' },
    ],
  );
});
