// A hostile server and hostile names, over every kind of request: the ways out of what fetcher and guard allow, as tables.
import assert from 'node:assert/strict';
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { FetchAnswer, FetcherOptions, FetchKind } from './fetcher-options.js';
import { answers, closedAfterEach, loopback, sends } from './loopback.fixture.js';
import { openFetcher } from './open-fetcher.js';
import { openProxy } from './proxy.fixture.js';
import { cachedResolve, lookupThrough } from './resolve-names.js';

const KINDS: readonly FetchKind[] = ['page', 'feed', 'sitemap', 'robots'];
const QUICK: Partial<FetcherOptions> = {
  delay: 0,
  requestsPerMinute: 0,
  maxRetries: 0,
  maxBytes: 100_000,
  maxMilliseconds: 5_000,
  robots: false,
};
const opened = closedAfterEach();
const open = (options: Partial<FetcherOptions>) => {
  const fetcher = openFetcher({ ...QUICK, ...options });
  opened.push(fetcher);
  return fetcher;
};
const reasonOf = (answer: FetchAnswer): string => (answer.kind === 'failed' ? answer.reason : answer.kind);

/** Spellings of this machine, of private networks and of a cloud's metadata, in the host of an address. */
const INSIDE: readonly string[] = [
  ...[
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '0x7f.0.0.01',
    '127.0.0.1.',
    '①②⑦.0.0.1',
    '0',
    '0.0.0.0',
  ],
  ...[
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[64:ff9b:1::7f00:1]',
  ],
  ...[
    '[2002:7f00:1::]',
    '[2001:0:7f00:1::]',
    '[fe80::1]',
    '[fc00::1]',
    '[fd00:ec2::254]',
    '[ff02::1]',
    '[2001:db8::1]',
    '[100::1]',
  ],
  ...[
    '10.0.0.1',
    '172.16.0.1',
    '192.168.0.1',
    '169.254.169.254',
    '0xa9fea9fe',
    '2852039166',
    '100.64.0.1',
    '192.0.0.8',
    '198.18.0.1',
  ],
  ...['192.0.2.1', '198.51.100.1', '203.0.113.1', '224.0.0.1', '239.1.1.1', '240.0.0.1', '255.255.255.255'],
  ...['localhost', 'inside.example', 'inside6.example', 'a.wild.example'],
];

test('no spelling of an inner address is asked, whatever the kind of request', async () => {
  const secret = await loopback({ '*': sends('<p>secret') });
  opened.push(secret);
  const { port } = new URL(secret.home);
  const fetcher = open({
    hosts: { 'inside.example': '127.0.0.1', 'inside6.example': '::ffff:127.0.0.1', '*.wild.example': '10.0.0.1' },
  });
  for (const host of INSIDE)
    for (const kind of KINDS) {
      const answer = await fetcher.fetch({ url: `http://${host}:${port}/`, kind });
      assert.match(reasonOf(answer), /^(?:private-address|bad-url)$/, `${kind} ${host}: ${JSON.stringify(answer)}`);
    }
  assert.deepEqual(secret.asked, []);
});

test('a name that resolves to another address later is checked at every connection', async () => {
  const found = ['8.8.8.8', '8.8.4.4', '127.0.0.1', '8.8.8.8', '169.254.169.254'];
  let asked = 0;
  const resolve = cachedResolve((_name, _options, done) => {
    const address = found[asked++];
    setImmediate(done, null, [{ address, family: 4 }]);
  }, 1);
  const lookup = lookupThrough(resolve, false);
  for (const address of found) {
    const got = await new Promise((done) => lookup('rebinds.example', {}, (error, one) => done(error?.message ?? one)));
    if (address.startsWith('8.')) assert.equal(got, address);
    else assert.match(String(got), /is not a public address/);
    await wait(5);
  }
  assert.equal(asked, found.length);
});

/**
 * Addresses of a site whose name resolves to a public address once and to this machine from then on: the request that leads to a
 * second lookup. A proxy reaches the site, so that nothing is sent to the public address.
 */
const REBINDING: readonly (readonly [what: string, paths: readonly string[], options: Partial<FetcherOptions>])[] = [
  ['a redirect', ['/redirect'], {}],
  ['a retry', ['/busy'], { maxRetries: 2 }],
  ['the page after robots.txt', ['/page'], { robots: true }],
  ['another page on the connection kept open', ['/page', '/page'], {}],
];
for (const [what, paths, options] of REBINDING)
  test(`a name that resolves to this machine at ${what} is refused`, async () => {
    const server = await loopback({
      '/redirect': (_, response) => void response.writeHead(302, { location: '/page' }).end(),
      '/busy': answers(503, { 'retry-after': '0' }),
      '*': sends('<p>page'),
    });
    const proxy = await openProxy();
    opened.push(server, proxy);
    const { lookup } = dns;
    let lookups = 0;
    dns.lookup = ((_name: string, _options: unknown, done: (...found: unknown[]) => void) =>
      setImmediate(done, null, [{ address: lookups++ === 0 ? '8.8.8.8' : '127.0.0.1', family: 4 }])) as never;
    syncBuiltinESMExports();
    try {
      const fetcher = open({ proxy: proxy.address, dnsAge: 0, ...options });
      const reasons: string[] = [];
      for (const path of paths) {
        const url = `http://rebinds.example:${new URL(server.home).port}${path}`;
        reasons.push(reasonOf(await fetcher.fetch({ url, kind: 'page' })));
      }
      assert.equal(reasons.at(-1), 'private-address');
      assert.equal(lookups, 2);
      assert.equal(server.asked.length, 1);
    } finally {
      dns.lookup = lookup;
      syncBuiltinESMExports();
    }
  });

/** Sends a beginning, then something again and again until the connection ends. */
const streams =
  (head: string, what: string, pause: number) =>
  (socket: Socket): void => {
    socket.write(head);
    const timer = setInterval(() => socket.write(what), pause);
    socket.on('close', () => clearInterval(timer));
  };
const OK = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n';
const packed = (name: string, body: Uint8Array) => (socket: Socket) => {
  socket.write(`${OK}Content-Encoding: ${name}\r\nContent-Length: ${body.length}\r\n\r\n`);
  socket.write(body);
};
const ZEROS = Buffer.alloc(5_000_000);

/** What a server does with a connection, and the reason the page fails for. */
const SERVERS: readonly (readonly [what: string, act: (socket: Socket) => void, expected: RegExp])[] = [
  ['silence', () => {}, /timeout/],
  ['a slow status line', streams('', 'H', 50), /timeout|not-connected/],
  ['slow headers', streams(OK, 'X-A: 1\r\n', 50), /timeout/],
  ['endless headers', streams(OK, `X-A: ${'a'.repeat(60_000)}\r\n`, 1), /not-connected/],
  [
    'endless interim answers',
    streams('', 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n', 5),
    /timeout|not-connected/,
  ],
  ['a slow body', streams(`${OK}\r\n`, 'x', 50), /timeout/],
  ['an endless body', streams(`${OK}\r\n`, 'x'.repeat(50_000), 1), /too-large/],
  [
    'an endless chunk',
    streams(`${OK}Transfer-Encoding: chunked\r\n\r\nFFFFFFF\r\n`, 'x'.repeat(50_000), 1),
    /too-large/,
  ],
  ['a bomb in gzip', packed('gzip', gzipSync(ZEROS)), /too-large/],
  ['a bomb in gzip in gzip', packed('gzip, gzip', gzipSync(gzipSync(ZEROS))), /too-large/],
  ['a bomb in brotli', packed('br', brotliCompressSync(ZEROS)), /too-large/],
  ['a tower of codings', packed(Array(40).fill('gzip').join(', '), gzipSync('x')), /bad-coding/],
  ['a length that is a lie', (socket) => socket.end(`${OK}Content-Length: 9999\r\n\r\nshort`), /cut-short/],
  [
    'two lengths',
    (socket) => socket.end(`${OK}Content-Length: 5\r\nContent-Length: 6\r\n\r\nshorts`),
    /not-connected|cut-short/,
  ],
  // The fetcher does not speak HTTP/2 and asks for no upgrade.
  [
    'frames of HTTP/2',
    streams('', `\0\0\0\x04\0\0\0\0\0${'\0\0\x04\x03\0\0\0\0\x01\0\0\0\x08'.repeat(99)}`, 1),
    /not-connected/,
  ],
  [
    'an upgrade to HTTP/2',
    streams(
      'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n',
      '\0\0\0\x04\0\0\0\0\0',
      1,
    ),
    /not-connected/,
  ],
  ['no HTTP', (socket) => socket.end('SSH-2.0-OpenSSH_9\r\n'), /not-connected/],
  [
    'redirects for ever',
    (socket) =>
      socket.end(`HTTP/1.1 302 F\r\nLocation: /${Math.random()}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`),
    /too-many-redirects/,
  ],
  [
    'a redirect to a file',
    (socket) => socket.end('HTTP/1.1 302 F\r\nLocation: file:///etc/passwd\r\nContent-Length: 0\r\n\r\n'),
    /bad-url/,
  ],
  [
    'a redirect to a long address',
    (socket) => socket.end(`HTTP/1.1 302 F\r\nLocation: /${'a'.repeat(9_000)}\r\nContent-Length: 0\r\n\r\n`),
    /bad-url/,
  ],
];
for (const [what, act, expected] of SERVERS)
  test(`a server of ${what}: ${expected.source}`, async () => {
    const sockets = new Set<Socket>();
    const server = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => {}).on('close', () => sockets.delete(socket));
      socket.once('data', () => act(socket));
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    try {
      const fetcher = open({ allowPrivate: true, maxMilliseconds: /timeout/.test(expected.source) ? 300 : 20_000 });
      const answer = await fetcher.fetch({
        url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
        kind: 'page',
      });
      assert.match(reasonOf(answer), expected, JSON.stringify(answer).slice(0, 300));
      assert.equal(fetcher.counters.active, 0);
    } finally {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    }
  });
