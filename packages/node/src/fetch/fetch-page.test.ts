// Against a real HTTP server on the loopback interface, which is also the private address that must be refused.
import assert from 'node:assert/strict';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { FetchReason } from './failures.js';
import { type FetchOptions, fetchPage } from './fetch-page.js';

const PAGE = '<!doctype html><title>Grüße</title><p>One page of text.</p>';
const HTML = { 'content-type': 'text/html; charset=UTF-8' };

const answers: Record<string, RequestListener> = {
  '/page': (_, response) => response.writeHead(200, HTML).end(PAGE),
  '/gzip': (_, response) => response.writeHead(200, { ...HTML, 'content-encoding': 'gzip' }).end(gzipSync(PAGE)),
  '/br': (_, response) => response.writeHead(200, { ...HTML, 'content-encoding': 'br' }).end(brotliCompressSync(PAGE)),
  '/twice': (_, response) =>
    response.writeHead(200, { ...HTML, 'content-encoding': 'gzip, br' }).end(brotliCompressSync(gzipSync(PAGE))),
  '/cut': (_, response) =>
    response.writeHead(200, { ...HTML, 'content-encoding': 'gzip' }).end(gzipSync(PAGE.repeat(2000)).subarray(0, 200)),
  '/not-gzip': (_, response) => response.writeHead(200, { ...HTML, 'content-encoding': 'gzip' }).end(PAGE),
  '/odd-coding': (_, response) => response.writeHead(200, { ...HTML, 'content-encoding': 'zebra' }).end(PAGE),
  '/stacked': (_, response) => response.writeHead(200, { ...HTML, 'content-encoding': 'gzip, gzip, gzip' }).end(PAGE),
  '/bomb': (_, response) =>
    response.writeHead(200, { ...HTML, 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(8_000_000, 'a'))),
  '/huge': (_, response) => {
    response.writeHead(200, HTML);
    const more = (): void => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
    };
    response.on('drain', more);
    more();
  },
  '/announced': (_, response) => response.writeHead(200, { ...HTML, 'content-length': '999999999' }).write('x'),
  '/slow': (_, response) => response.writeHead(200, HTML).write('<p>wait'),
  '/silent': () => {},
  '/pdf': (_, response) => response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF-1.4'),
  '/untyped': (_, response) => response.writeHead(200).end(PAGE),
  '/xhtml': (_, response) => response.writeHead(200, { 'content-type': 'application/xhtml+xml' }).end(PAGE),
  '/missing': (_, response) => response.writeHead(404, HTML).end('<p>gone'),
  '/moved': (_, response) => response.writeHead(301, { location: 'page#part' }).end(),
  '/loop': (_, response) => response.writeHead(302, { location: '/loop-back' }).end(),
  '/loop-back': (_, response) => response.writeHead(302, { location: '/loop' }).end(),
  '/to-file': (_, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
  '/to-nonsense': (_, response) => response.writeHead(302, { location: 'http://' }).end(),
  '/reset': (request) => request.socket.destroy(),
  '/agent': (request, response) => response.writeHead(200, HTML).end(request.headers['user-agent']),
};

let server: Server;
let home = '';
before(async () => {
  server = createServer((request, response) => {
    const path = request.url ?? '/';
    const count = /^\/chain\/(\d+)$/.exec(path)?.[1];
    if (count !== undefined)
      response.writeHead(302, { location: count === '0' ? '/page' : `/chain/${Number(count) - 1}` }).end();
    else (answers[path] ?? answers['/missing'])?.(request, response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  home = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
after(() => {
  server.closeAllConnections();
  server.close();
});

const fetchHere = (path: string, options: FetchOptions = {}) =>
  fetchPage(home + path, { allowPrivate: true, maxBytes: 1_000_000, maxMilliseconds: 5_000, ...options });

for (const path of ['/page', '/gzip', '/br', '/twice', '/untyped', '/xhtml', '/moved', '/chain/4'])
  test(`${path} is fetched`, async () => {
    const page = await fetchHere(path);
    assert.equal(page.ok ? Buffer.from(page.bytes).toString() : page.detail, PAGE);
  });

test('charset, media type, final address and redirects are returned', async () => {
  const page = await fetchHere('/moved');
  assert.ok(page.ok);
  assert.deepEqual(
    [page.charset, page.mediaType, page.url, page.redirects],
    ['UTF-8', 'text/html', `${home}/page`, [`${home}/moved`]],
  );
});

test('a cut gzip body yields what it carried', async () => {
  const page = await fetchHere('/cut');
  assert.ok(page.ok && page.bytes.length > PAGE.length && Buffer.from(page.bytes).toString().startsWith(PAGE));
});

test('the user agent is sent', async () => {
  const page = await fetchHere('/agent', { userAgent: 'someone/1' });
  assert.equal(page.ok && Buffer.from(page.bytes).toString(), 'someone/1');
});

const REFUSALS: readonly (readonly [path: string, reason: FetchReason, detail: RegExp, options?: FetchOptions])[] = [
  ['/not-gzip', 'bad-coding', /not valid gzip/],
  ['/odd-coding', 'bad-coding', /zebra.*supported: gzip/],
  ['/stacked', 'bad-coding', /3 content codings/],
  ['/bomb', 'too-large', /1000000 bytes allowed/],
  ['/huge', 'too-large', /1000000 bytes allowed/],
  ['/announced', 'too-large', /999999999 bytes/],
  ['/slow', 'timeout', /within 200 ms/, { maxMilliseconds: 200 }],
  ['/silent', 'timeout', /within 200 ms/, { maxMilliseconds: 200 }],
  ['/pdf', 'not-html', /application\/pdf, expected/],
  ['/missing', 'http-status', /answered 404, expected 200/],
  ['/loop', 'redirect-loop', /redirects back/],
  ['/chain/5', 'too-many-redirects', /more than 5/],
  ['/to-file', 'bad-url', /scheme file/],
  ['/to-nonsense', 'bad-url', /not a URL/],
  ['/reset', 'not-connected', /./],
];
for (const [path, reason, detail, options] of REFUSALS)
  test(`${path} is refused: ${reason}`, async () => {
    const page = await fetchHere(path, options);
    assert.ok(!page.ok);
    assert.equal(page.reason, reason, page.detail);
    assert.match(page.detail, detail);
  });

test('private addresses are refused, named, spelt and mapped in every way', async () => {
  const port = (server.address() as AddressInfo).port;
  for (const host of [
    '127.0.0.1',
    'localhost',
    '2130706433',
    '0x7f.1',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '0.0.0.0',
    '[::]',
  ]) {
    const page = await fetchPage(`http://${host}:${port}/page`, { maxMilliseconds: 5_000 });
    assert.ok(!page.ok, `${host} was fetched`);
    assert.equal(page.reason, 'private-address', `${host}: ${page.detail}`);
    assert.match(page.detail, /--allow-private/);
  }
});

test('an unknown name is not-resolved, an invalid address bad-url', async () => {
  const unknown = await fetchPage('http://no-such-host.invalid/', { maxMilliseconds: 5_000 });
  assert.equal(unknown.ok || unknown.reason, 'not-resolved');
  for (const url of ['page.html', 'ftp://example.org/x', 'javascript:1', '']) {
    const page = await fetchPage(url);
    assert.equal(page.ok || page.reason, 'bad-url', url);
  }
});

test('a refused port ends as not-connected', async () => {
  const page = await fetchPage('http://127.0.0.1:1/', { allowPrivate: true, maxMilliseconds: 5_000 });
  assert.equal(page.ok || page.reason, 'not-connected');
});
