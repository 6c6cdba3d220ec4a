import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { readWarcPagesAhead } from './read-ahead.js';
import { noWarcCounts, readWarcPages, type WarcPage, type WarcPageFault, type WarcPageOptions } from './warc-pages.js';

const home = mkdtempSync(join(tmpdir(), 'dehusk-warc-'));
after(() => rmSync(home, { recursive: true }));

function record(type: string, block: string, fields: Readonly<Record<string, string>> = {}): Buffer {
  const all = {
    'WARC-Type': type,
    'WARC-Target-URI': `http://a.example/${fields['WARC-Record-ID'] ?? ''}`,
    'Content-Length': Buffer.byteLength(block),
    ...fields,
  };
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`WARC/1.1\r\n${head.join('')}\r\n${block}\r\n\r\n`);
}
const http = (body: string, type: string | null = 'text/html; charset=KOI8-R', status = 200): string =>
  `HTTP/1.1 ${status} X\r\n${type === null ? '' : `Content-Type: ${type}\r\n`}\r\n${body}`;

async function pagesOf(
  records: readonly Uint8Array[],
  options: WarcPageOptions = {},
): Promise<readonly (WarcPage | WarcPageFault)[]> {
  const path = join(home, 'x.warc.gz');
  writeFileSync(path, Buffer.concat(records.map((one) => gzipSync(one))));
  const all: (WarcPage | WarcPageFault)[] = [];
  for await (const one of readWarcPages(path, options)) all.push(one);
  return all;
}
const brief = (one: WarcPage | WarcPageFault): string =>
  one.kind === 'fault' ? one.reason : Buffer.from(one.body).toString();

test('pages are what a browser would show as HTML; all else is passed over and counted', async () => {
  const counts = noWarcCounts();
  const got = await pagesOf(
    [
      record('warcinfo', 'software: x'),
      record('request', 'GET / HTTP/1.1\r\n\r\n'),
      record('response', http('1')),
      record('response', http('2', 'TEXT/HTML')),
      record('response', http('3', 'application/xhtml+xml')),
      record('response', http('<!doctype html>4', null)),
      record('response', http('no markup', null)),
      record('response', http('no', 'image/png')),
      record('response', http('no', 'text/html', 301)),
      record('response', http('no', 'text/html', 500)),
      record('response', ''),
      record('response', 'no HTTP'),
      record('response', http('no'), { 'WARC-Target-URI': '' }),
      record('resource', '5', { 'Content-Type': 'text/html' }),
      record('resource', 'no', { 'Content-Type': 'text/dns' }),
      record('conversion', 'no', { 'Content-Type': 'text/plain' }),
      record('metadata', 'no'),
      record('response', http('x'.repeat(3000))),
    ],
    { counts, maxBlockBytes: 2000 },
  );
  assert.deepEqual(got.map(brief), ['1', '2', '3', '<!doctype html>4', 'bad-record', 'bad-record', '5', 'too-large']);
  assert.deepEqual(counts, { records: 18, pages: 5, revisits: 0, passed: 10, faults: 3 });
});

test('a page says where, when and in what charset it was', async () => {
  const [page] = await pagesOf([
    record('response', http('<p>'), {
      'WARC-Record-ID': '<urn:uuid:1>',
      'WARC-Target-URI': '<http://b.example/x>',
      'WARC-Date': '2026-11-21T10:00:00Z',
    }),
  ]);
  assert.ok(page.kind === 'page');
  const { id, url, at, mediaType, charset, place } = page;
  assert.deepEqual(
    { id, url, at, mediaType, charset, place },
    {
      id: 'urn:uuid:1',
      url: 'http://b.example/x',
      at: Date.UTC(2026, 10, 21, 10),
      mediaType: 'text/html',
      charset: 'KOI8-R',
      place: '0',
    },
  );
});

test('revisits are the page they repeat, by id, digest or address, also when reading began after it', async () => {
  const original = record('response', http('<p>same'), {
    'WARC-Record-ID': '<urn:1>',
    'WARC-Payload-Digest': 'sha1:ABC',
    'WARC-Date': '2026-01-01T00:00:00Z',
    'WARC-Target-URI': 'http://a.example/1',
  });
  const revisits: readonly Readonly<Record<string, string>>[] = [
    { 'WARC-Refers-To': '<urn:1>' },
    { 'WARC-Payload-Digest': 'sha1:ABC' },
    { 'WARC-Refers-To-Target-URI': 'http://a.example/1', 'WARC-Refers-To-Date': '2026-01-01T00:00:00Z' },
  ];
  const records = [
    original,
    ...revisits.map((fields, at) =>
      record('revisit', http(''), { 'WARC-Target-URI': `http://b.example/${at}`, ...fields }),
    ),
    record('revisit', http('', 'image/png'), { 'WARC-Refers-To': '<urn:picture>' }),
    record('revisit', '', { 'WARC-Refers-To': '<urn:elsewhere>' }),
  ];
  const all = await pagesOf(records);
  assert.deepEqual(all.map(brief), ['<p>same', '<p>same', '<p>same', '<p>same', 'revisit-unresolved']);
  assert.deepEqual(
    all.slice(1, 4).map((one) => one.kind === 'page' && one.url),
    ['http://b.example/0', 'http://b.example/1', 'http://b.example/2'],
  );
  const later = await pagesOf(records, { from: all[0].nextOffset });
  assert.deepEqual(later.map(brief), ['<p>same', '<p>same', '<p>same', 'revisit-unresolved']);
  const streamed = await pagesOf(records, { canReopen: false });
  assert.deepEqual(streamed.map(brief), ['<p>same', ...Array(4).fill('revisit-unresolved')]);
});

test('a file read in a thread has the same pages, faults and counts, and can be left early', async () => {
  const path = join(home, 'long.warc');
  const pages = Array.from({ length: 500 }, (_, id) =>
    record('response', http(`${id} ${'long '.repeat(id % 7 === 0 ? 80_000 : 1_000)}`), { 'WARC-Record-ID': `<${id}>` }),
  );
  const damaged = [record('revisit', '', { 'WARC-Refers-To': '<3>' }), record('response', 'no HTTP')];
  writeFileSync(path, Buffer.concat([...pages.slice(0, 300), ...damaged, ...pages.slice(300)]));
  const [here, inThread] = [noWarcCounts(), noWarcCounts()];
  const expected: unknown[] = [];
  for await (const one of readWarcPages(path, { counts: here })) expected.push({ ...one, text: brief(one), body: 0 });
  const got: unknown[] = [];
  for await (const one of readWarcPagesAhead(path, { counts: inThread }))
    got.push({ ...one, text: brief(one), body: 0 });
  assert.deepEqual(got, expected);
  assert.deepEqual(inThread, here);
  assert.equal(inThread.pages, 501);

  for await (const one of readWarcPagesAhead(path, { from: 5 })) {
    assert.equal(one.kind === 'fault' && one.reason, 'not-warc');
    break;
  }
});
