// Hostile requests over raw sockets: each is answered by a 4xx, or as a good one, or its connection ends; and the server goes on.
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { until } from '../../node/dist/until.fixture.js';
import { openTestServer, type TestServer } from './server.fixture.js';

const SENTENCE =
  'The harbour master counts the boats every evening and writes their number into the book by the door. ';
const PAGE = `<html lang="en"><body><article><h1>Boats</h1><p>${SENTENCE.repeat(4)}</p></article></body></html>`;
/** Time for a request to arrive: slow ones are refused after it. */
const REQUEST_MILLISECONDS = 600;

let one: TestServer;
before(async () => {
  one = await openTestServer({ requestMilliseconds: REQUEST_MILLISECONDS, maxBytes: 2_000_000 });
});
after(() => one.close());

/** After an answer, a silence this long ends the connection, in milliseconds: many cases leave it open. */
const SILENCE = 200;

/** Sends bytes, and returns all that comes back until the connection ends. */
function sent(pieces: readonly (string | Buffer)[]): Promise<string> {
  const port = Number(new URL(one.server.address).port);
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => {
      for (const piece of pieces) socket.write(piece);
    });
    let silence: NodeJS.Timeout | undefined;
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      clearTimeout(silence);
      silence = setTimeout(() => socket.destroy(), SILENCE);
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('latin1')));
  });
}

/** The status codes of the answers in bytes. */
const statusesOf = (answer: string): number[] =>
  [...answer.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map((match) => Number(match[1]));

const request = (head: string, body: string | Buffer = '', extra = ''): (string | Buffer)[] => [
  `${head} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n${extra}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n`,
  body,
];
const HTML = 'Content-Type: text/html\r\n';
const JSON_TYPE = 'Content-Type: application/json\r\n';
const extract = (body: string | Buffer, extra = HTML): (string | Buffer)[] => request('POST /v1/extract', body, extra);

/** Statuses that a case may have; `ended`: the connection may end without an answer. */
type Allowed = readonly (number | 'ended')[];

const CASES: readonly (readonly [name: string, pieces: readonly (string | Buffer)[], allowed: Allowed])[] = [
  [
    'a body that is shorter than announced',
    ['POST /v1/extract HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: text/html\r\nContent-Length: 500\r\n\r\n<p>'],
    [400, 408, 'ended'],
  ],
  [
    'a body that is longer than announced',
    [
      'POST /v1/extract HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: text/html\r\nContent-Length: 3\r\n\r\n<p>GARBAGE\r\n\r\n',
    ],
    [422, 400],
  ],
  ['a negative length', ['POST /v1/extract HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: -5\r\n\r\nx'], [400]],
  [
    'a length that is no number',
    ['POST /v1/extract HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1e9\r\n\r\nx'],
    [400],
  ],
  [
    'two lengths',
    ['POST /v1/extract HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nxxxxxx'],
    [400],
  ],
  [
    'a length and chunks',
    [
      'POST /v1/extract HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    [400],
  ],
  [
    'chunks of garbage',
    [
      'POST /v1/extract HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nxx\r\n',
    ],
    [400, 'ended'],
  ],
  [
    'a chunk of 2^64 bytes',
    [
      'POST /v1/extract HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFF\r\n',
    ],
    [400, 'ended'],
  ],
  [
    'another transfer coding',
    ['POST /v1/extract HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n'],
    [400],
  ],
  ['10,000 headers', [`GET /livez HTTP/1.1\r\nHost: 127.0.0.1\r\n${'X-A: b\r\n'.repeat(10_000)}\r\n`], [431]],
  [
    'a header of a megabyte',
    [`GET /livez HTTP/1.1\r\nHost: 127.0.0.1\r\nX-A: ${'b'.repeat(1_000_000)}\r\n\r\n`],
    [431, 'ended'],
  ],
  ['an address of a megabyte', [`GET /${'a'.repeat(1_000_000)} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`], [431, 'ended']],
  ['no host', ['GET /livez HTTP/1.1\r\n\r\n'], [400]],
  ['another host', ['GET /v1/extractors HTTP/1.1\r\nHost: attack.example\r\nConnection: close\r\n\r\n'], [421]],
  [
    'a host with a path',
    ['GET /v1/extractors HTTP/1.1\r\nHost: 127.0.0.1/../x\r\nConnection: close\r\n\r\n'],
    [400, 421, 200],
  ],
  [
    'an absolute address of another host',
    ['GET http://attack.example/v1/extractors HTTP/1.1\r\nHost: attack.example\r\nConnection: close\r\n\r\n'],
    [400, 421],
  ],
  ['HTTP/0.9', ['GET /livez\r\n\r\n'], [400, 200]],
  ['no HTTP', ['\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'], [400, 'ended']],
  ['NULs in the address', ['GET /\0 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'], [400]],
  [
    'a line feed in a header',
    ['GET /livez HTTP/1.1\r\nHost: 127.0.0.1\r\nX-A: a\nX-B: b\r\nConnection: close\r\n\r\n'],
    [400, 200],
  ],
  ['a request in a body', extract('GET /metrics HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'), [200, 422]],
  ['an unknown method', ['BREW /v1/extract HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n'], [400]],
  ['CONNECT', ['CONNECT 127.0.0.1:22 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'], [400, 404, 405, 'ended']],
  ['TRACE', ['TRACE / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n'], [404, 405, 500, 400]],
  [
    'an upgrade',
    ['GET /livez HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n'],
    [200, 400, 'ended'],
  ],
  ['Expect: 100-continue', extract(PAGE, `${HTML}Expect: 100-continue\r\n`), [100, 200]],
  ['another expectation', extract(PAGE, `${HTML}Expect: magic\r\n`), [417]],
  ['a range', request('GET /livez', '', 'Range: bytes=0-0,5-,-1\r\n'), [200]],
  ...[
    '/..%2f..%2fetc/passwd',
    '/%2e%2e/%2e%2e/etc/passwd',
    '//etc/passwd',
    '/....//etc/passwd',
    '/%00',
    '/%ff%fe',
    '/assets/%2e%2e/index.html%00.js',
    '/docs/..%5c..%5cpackage.json',
    '/index.html/../../package.json',
    '/%',
    '/?%',
  ].map((path) => [`the path ${path}`, request(`GET ${path}`), [200, 400, 404]] as const),
  ...[
    '/https://127.0.0.1/',
    '/https://[::1]/',
    '/http://169.254.169.254/latest',
    '/file:///etc/passwd',
    '/https:',
    '/v1/extract?url=file:///etc/passwd',
    '/v1/extract?url=javascript:1',
  ].map((path) => [`the address ${path}`, request(`GET ${path}`), [400, 403, 404]] as const),
  ['50,000 nested lists', extract('['.repeat(50_000), JSON_TYPE), [400]],
  ['500,000 nested lists', extract('['.repeat(500_000), JSON_TYPE), [413]],
  ...['fields', 'contentSelector'].map(
    (name) => [`2,000,000 ${name}`, extract(`{"${name}":[0${',0'.repeat(2_000_000)}]}`, JSON_TYPE), [413]] as const,
  ),
  [
    '500,000 unknown options after a string with quotes',
    extract(`{"html":"\\\\\\"","options":{"a":0${',"b":0'.repeat(500_000)}}}`, JSON_TYPE),
    [413],
  ],
  ['a page of a million commas in JSON', extract(`{"html":"${',['.repeat(500_000)}"}`, JSON_TYPE), [200, 422]],
  [
    '500,000 nested lists that close',
    extract(`{"html":"x","options":${'['.repeat(500_000)}${']'.repeat(500_000)}}`, JSON_TYPE),
    [413],
  ],
  [
    '500,000 nested objects',
    extract(`{"options":${'{"a":'.repeat(500_000)}1${'}'.repeat(500_000)}}`, JSON_TYPE),
    [413],
  ],
  [
    '__proto__ in JSON',
    extract(
      '{"html":"<p>x","__proto__":{"polluted":1},"options":{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}}',
      JSON_TYPE,
    ),
    [400, 422],
  ],
  ['JSON that is not UTF-8', extract(Buffer.from('7b2268746d6c223a22ff227d', 'hex'), JSON_TYPE), [400]],
  ['JSON with a lone surrogate', extract('{"html":"\\ud800"}', JSON_TYPE), [200, 422]],
  ['100 MB of HTML', extract(Buffer.alloc(100_000_000, '<p>a')), [413, 'ended']],
  ['2 MB of brackets', extract('<'.repeat(1_900_000)), [200, 422]],
  ['50,000 nested elements', extract(`${'<div>'.repeat(50_000)}${SENTENCE.repeat(5)}`), [200, 422]],
  ['NULs', extract('\0'.repeat(100_000)), [422]],
  ['invalid UTF-8', extract(Buffer.alloc(100_000, 0xfe), 'Content-Type: text/html; charset=utf-8\r\n'), [200, 422]],
  ['a charset that is none', extract(PAGE, 'Content-Type: text/html; charset="\\";x\r\n'), [200]],
  ['a media type of 5,000 characters', extract(PAGE, `Content-Type: text/${'x'.repeat(5_000)}\r\n`), [415]],
  ['an Accept header of 10,000 ranges', extract(PAGE, `${HTML}Accept: ${'a/b,'.repeat(3_000)}\r\n`), [406]],
  ['a gzip bomb', extract(gzipSync(Buffer.alloc(500_000_000)), `${HTML}Content-Encoding: gzip\r\n`), [413]],
  [
    'a brotli bomb',
    extract(
      brotliCompressSync(Buffer.alloc(200_000_000), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
      `${HTML}Content-Encoding: br\r\n`,
    ),
    [413],
  ],
  [
    'a nested bomb',
    extract(gzipSync(gzipSync(Buffer.alloc(100_000_000))), `${HTML}Content-Encoding: gzip, gzip\r\n`),
    [415],
  ],
  ['a zstd bomb of 4,000 run-length blocks', extract(zstdBomb(4_000), `${HTML}Content-Encoding: zstd\r\n`), [413]],
  [
    'a zstd frame with a window of terabytes',
    extract(Buffer.from('28b52ffd00ff010000', 'hex'), `${HTML}Content-Encoding: zstd\r\n`),
    [400],
  ],
  ['gzip that is cut', extract(gzipSync(PAGE.repeat(20)).subarray(0, 60), `${HTML}Content-Encoding: gzip\r\n`), [400]],
  [
    'a batch that is no JSON',
    request('POST /v1/batch', '\n\n[\n{\n"\n\0\n', 'Content-Type: application/x-ndjson\r\n'),
    [200],
  ],
  ['headers that never end', ['GET /livez HTTP/1.1\r\nHost: 127.0.0.1\r\nX-A'], [408, 'ended']],
  [
    'a body that never comes',
    ['POST /v1/extract HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: text/html\r\nContent-Length: 50\r\n\r\n<p>'],
    [400, 408, 'ended'],
  ],
];

/** A frame whose run-length blocks each stand for 128 KiB (RFC 8878). */
function zstdBomb(blocks: number): Buffer {
  const parts = [Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x58])];
  for (let at = 0; at < blocks; at++) {
    const head = Buffer.alloc(4);
    head.writeUIntLE((131_072 << 3) | (1 << 1) | (at === blocks - 1 ? 1 : 0), 0, 3);
    head[3] = 0x61;
    parts.push(head);
  }
  return Buffer.concat(parts);
}

async function isWell(): Promise<void> {
  const response = await one.ask('/v1/extract?fields=ok', {
    method: 'POST',
    body: PAGE,
    headers: { 'content-type': 'text/html' },
  });
  assert.deepEqual(await response.json(), { ok: true });
}

for (const [name, pieces, allowed] of CASES)
  test(`${name}: ${allowed.join(' or ')}`, { timeout: 60_000 }, async () => {
    const answer = await sent(pieces);
    const [status = 'ended'] = statusesOf(answer);
    assert.ok(allowed.includes(status), `got ${status}: ${answer.slice(0, 400)}`);
    if (typeof status === 'number' && status >= 400 && answer.includes('content-type'))
      assert.match(answer, /application\/problem\+json/);
    await isWell();
  });

test('other requests are answered while a batch unpacks a zstd bomb', async () => {
  let isOver = false;
  const headers = { 'content-type': 'application/jsonl', 'content-encoding': 'zstd' };
  const batch = one
    .ask('/v1/batch', { method: 'POST', body: new Uint8Array(zstdBomb(4_000)), headers })
    .then((response) => response.text())
    .finally(() => {
      isOver = true;
    });
  let answers = 0;
  for (; !isOver; answers++) await (await one.ask('/livez')).text();
  assert.match(await batch, /"bad-input"/);
  assert.ok(answers > 20, `${answers} answers`);
});

test('a name of megabytes is quoted in part', async () => {
  const name = 'k'.repeat(5_000_000);
  for (const body of [{ extractor: name }, { [name]: 1 }, { options: { [name]: 1 } }]) {
    const response = await one.ask('/v1/extract', {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    });
    assert.equal(response.status, 400);
    assert.ok((await response.text()).length < 3_000);
  }
});

test('many requests on one connection are answered in order', async () => {
  const answer = await sent([
    `${'GET /livez HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'.repeat(50)}GET /livez HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`,
  ]);
  assert.deepEqual(statusesOf(answer), Array(51).fill(200));
});

test('clients that go away while they are served leave nothing behind', async () => {
  const port = Number(new URL(one.server.address).port);
  const body = PAGE.replace('</article>', `<p>${SENTENCE.repeat(1_000)}</p></article>`);
  await Promise.all(
    Array.from(
      { length: 60 },
      (_, at) =>
        new Promise<void>((resolve) => {
          const socket = connect(port, '127.0.0.1', () => {
            socket.write(
              `POST /v1/extract HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: text/html\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
            );
            setTimeout(() => socket.destroy(), at);
          });
          socket.on('error', () => {});
          socket.on('close', () => resolve());
        }),
    ),
  );
  await isWell();
  await until(() => one.service.load.working + one.service.load.waiting === 0);
});

test('nothing above was a mistake of the program', () => {
  assert.deepEqual(one.faults, []);
  assert.equal(({} as { polluted?: number }).polluted, undefined);
});
