import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { type CodedBody, decodeBody, readHttpResponse } from './http-response.js';

test('the head of a response, as servers and crawlers write it', () => {
  const CASES: readonly (readonly [block: string, status: number | null, type: string | undefined, body: string])[] = [
    ['HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>', 200, 'text/html', '<p>'],
    ['HTTP/2 200\r\ncontent-type: a\r\n\r\n', 200, 'a', ''],
    ['HTTP/1.0 404 Not Found\nContent-Type: x\n\nbody\r\n\r\n', 404, 'x', 'body\r\n\r\n'],
    [
      'HTTP/1.1 200 OK\r\nA: 1\r\nContent-Type: text/html;\r\n charset=utf-8\r\n\r\nx',
      200,
      'text/html; charset=utf-8',
      'x',
    ],
    ['HTTP/1.1 200 OK\r\nContent-Type: a\r\ncontent-type: b\r\nno colon\r\n\r\n', 200, 'a, b', ''],
    ['HTTP/1.1 301 Moved\r\nContent-Type: a', 301, 'a', ''],
    ['<html>', null, undefined, ''],
    ['HTTP/1.1 OK\r\n\r\n', null, undefined, ''],
    ['', null, undefined, ''],
  ];
  for (const [block, status, type, body] of CASES) {
    const got = readHttpResponse(Buffer.from(block, 'latin1'));
    assert.equal(got?.status ?? null, status, block);
    assert.equal(got?.headers.get('content-type'), type, block);
    assert.equal(Buffer.from(got?.body ?? []).toString('latin1'), body, block);
  }
});

const PAGE = `<p>${'The ferry comes at noon. '.repeat(50)}`;
const chunks = (...parts: readonly (Uint8Array | string)[]): Buffer =>
  Buffer.concat([
    ...parts.map((part) =>
      Buffer.concat([Buffer.from(`${part.length.toString(16)}\r\n`), Buffer.from(part), Buffer.from('\r\n')]),
    ),
    Buffer.from('0\r\n\r\n'),
  ]);
const packed = gzipSync(PAGE);

test('codings come off, and a coding that the bytes contradict is left alone', () => {
  const CASES: readonly (readonly [what: string, body: Uint8Array, transfer: string | null, content: string | null])[] =
    [
      ['plain', Buffer.from(PAGE), null, null],
      ['identity', Buffer.from(PAGE), 'identity', 'identity'],
      ['gzip', packed, null, 'gzip'],
      ['x-gzip, capitals', packed, null, 'X-GZip'],
      ['deflate', deflateSync(PAGE), null, 'deflate'],
      ['raw deflate', deflateRawSync(PAGE), null, 'deflate'],
      ['brotli', brotliCompressSync(PAGE), null, 'br'],
      ['two', brotliCompressSync(packed), null, 'gzip, br'],
      ['chunked', chunks(PAGE.slice(0, 10), PAGE.slice(10)), 'chunked', null],
      ['chunked gzip', chunks(packed.subarray(0, 10), packed.subarray(10)), 'gzip, chunked', 'gzip'],
      [
        'chunks with extensions, bare line feeds',
        Buffer.from(`5;a=b\n${PAGE.slice(0, 5)}\n${(PAGE.length - 5).toString(16)}\n${PAGE.slice(5)}`),
        'chunked',
        null,
      ],
      ['called chunked, is not', Buffer.from(PAGE), 'chunked', null],
      ...(['gzip', 'deflate', 'br', 'zstd', 'what'] as const).map(
        (coding) => [`called ${coding}, is not`, Buffer.from(PAGE), null, coding] as const,
      ),
    ];
  for (const [what, body, transferEncoding, contentEncoding] of CASES) {
    const got = decodeBody({ body, transferEncoding, contentEncoding }, 1e6);
    assert.equal(got.ok && Buffer.from(got.bytes).toString(), PAGE, what);
  }
});

test('cut bodies yield what they carry; bombs and invalid codings are errors', () => {
  const cut = decodeBody({ body: packed.subarray(0, 40), transferEncoding: null, contentEncoding: 'gzip' }, 1e6);
  assert.ok(cut.ok && PAGE.startsWith(Buffer.from(cut.bytes).toString()));
  const cutChunk = decodeBody(
    { body: Buffer.from('ff\r\nabc'), transferEncoding: 'chunked', contentEncoding: null },
    10,
  );
  assert.equal(cutChunk.ok && Buffer.from(cutChunk.bytes).toString(), 'abc');
  const zeros = Buffer.alloc(5_000_000);
  const BAD: readonly (readonly [coded: CodedBody, reason: string])[] = [
    [{ body: gzipSync(zeros), transferEncoding: null, contentEncoding: 'gzip' }, 'too-large'],
    [{ body: deflateSync(zeros), transferEncoding: null, contentEncoding: 'deflate' }, 'too-large'],
    [{ body: brotliCompressSync(zeros), transferEncoding: null, contentEncoding: 'br' }, 'too-large'],
    [{ body: gzipSync(gzipSync(zeros)), transferEncoding: null, contentEncoding: 'gzip, gzip' }, 'too-large'],
    [{ body: zeros, transferEncoding: null, contentEncoding: null }, 'too-large'],
    [{ body: packed, transferEncoding: null, contentEncoding: 'gzip, gzip, gzip' }, 'bad-coding'],
    [
      {
        body: Buffer.from([0x1f, 0x8b, 8, 0, 1, 2, 3, 4, 5, 6, 255, 255, 255]),
        transferEncoding: null,
        contentEncoding: 'gzip',
      },
      'bad-coding',
    ],
  ];
  for (const [coded, reason] of BAD) {
    const got = decodeBody(coded, 1e6);
    assert.equal(got.ok ? 'ok' : got.reason, reason);
  }
});

test('a body of a million chunks of a byte needs little memory', () => {
  const module = new URL('./http-response.js', import.meta.url).href;
  const script = `import { decodeBody } from ${JSON.stringify(module)};
    const coded = { body: Buffer.from('1\\na\\n'.repeat(1e6)), transferEncoding: 'chunked', contentEncoding: null };
    console.log(decodeBody(coded, 1e6).bytes.length);`;
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--max-old-space-size=40', '--input-type=module', '--eval', script],
    { encoding: 'utf8' },
  );
  assert.equal(stdout, '1000000\n', stderr);
});
