// Headers, cookies and proxies of requests, against real servers and a real proxy.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { FetchAnswer } from './fetcher-options.js';
import { type FetcherOptions, proxiesFor } from './fetcher-options.js';
import { closedAfterEach, HTML, type Loopback, loopback } from './loopback.fixture.js';
import { openFetcher } from './open-fetcher.js';
import { openProxy, type TestProxy } from './proxy.fixture.js';
import { addedHeaders, CookieFileError, headerFault, readCookieFile } from './request-headers.js';

const folder = mkdtempSync(join(tmpdir(), 'dehusk-requests-'));
after(() => rmSync(folder, { recursive: true }));
const opened = closedAfterEach();

/** Prints the headers that the tests ask about. */
const echo: RequestListener = (request, response) => {
  const { authorization = '', cookie = '', 'x-test': test = '', referer = '', host } = request.headers;
  response.writeHead(200, HTML).end(JSON.stringify({ authorization, cookie, test, referer, host }));
};
const start = async (routes: Record<string, RequestListener> = { '*': echo }): Promise<Loopback> => {
  const server = await loopback(routes);
  opened.push(server);
  return server;
};
const startProxy = async (): Promise<TestProxy> => {
  const proxy = await openProxy();
  opened.push(proxy);
  return proxy;
};
async function fetchWith(url: string, options: Partial<FetcherOptions>): Promise<FetchAnswer> {
  const fetcher = openFetcher({
    robots: false,
    delay: 0,
    maxRetries: 0,
    proxy: 'none',
    maxMilliseconds: 10_000,
    ...options,
  });
  try {
    return await fetcher.fetch({ url, kind: 'page' });
  } finally {
    await fetcher.close();
  }
}
const echoed = (answer: FetchAnswer): Record<string, string> => {
  assert.ok(answer.kind === 'fetched', JSON.stringify(answer));
  return JSON.parse(Buffer.from(answer.bytes).toString());
};

test('headers go to their hosts; those that identify the user go to no other origin after a redirect', async () => {
  const other = await start();
  const server = await start({
    '/away': (_, response) => void response.writeHead(302, { location: `${other.home}/here` }).end(),
    '/home': (_, response) => void response.writeHead(302, { location: '/there' }).end(),
    '*': echo,
  });
  const options = {
    allowPrivate: true,
    headers: { '*': { 'X-Test': 'all' }, '127.0.0.1': { Authorization: 'Bearer key', COOKIE: 'a=1' } },
  };
  const { host: _, ...direct } = echoed(await fetchWith(`${server.home}/home`, options));
  assert.deepEqual(direct, { authorization: 'Bearer key', cookie: 'a=1', test: 'all', referer: '' });
  const { host: __, ...away } = echoed(await fetchWith(`${server.home}/away`, options));
  assert.deepEqual(away, { authorization: '', cookie: '', test: 'all', referer: '' });
});

const SENT: readonly (readonly [url: string, first: string, names: string])[] = [
  ['https://a.example/x', 'https://a.example/', 'authorization x-test'],
  ['http://a.example/x', 'https://a.example/', 'x-test'],
  ['https://a.example:8443/x', 'https://a.example/', 'x-test'],
  ['https://b.example/x', 'https://b.example/', 'x-test'],
];
for (const [url, first, names] of SENT)
  test(`headers for ${url} when ${first} was asked for: ${names}`, () => {
    const headers = addedHeaders({ '*': { 'X-Test': '1' }, 'a.example': { Authorization: 'key' } });
    assert.equal(
      Object.keys(headers(new URL(url), new URL(first)))
        .sort()
        .join(' '),
      names,
    );
  });

const FAULTS: readonly (readonly [name: string, value: string, fault: RegExp | null])[] = [
  ['X-Good', 'a value, with: signs', null],
  ['X-Bad', 'a\r\nHost: evil', /line ends/],
  ['X-Bad', 'a\0b', /line ends/],
  ['X Bad', 'a', /characters that HTTP does not allow/],
  ['X-Bad\r\n', 'a', /characters that HTTP does not allow/],
  ['Host', 'a', /is set by the fetcher/],
  ['accept-encoding', 'zstd', /is set by the fetcher/],
  ['Proxy-Authorization', 'Basic a', /into the proxy's address/],
];
for (const [name, value, fault] of FAULTS)
  test(`header ${JSON.stringify(`${name}: ${value}`)}`, () => {
    if (fault === null) assert.equal(headerFault(name, value), null);
    else assert.match(headerFault(name, value) ?? '', fault);
  });

test('cookies of a file go to their hosts, paths and schemes, until they expire', async () => {
  const file = join(folder, 'cookies.txt');
  const line = (...fields: readonly (string | number)[]): string => fields.join('\t');
  writeFileSync(
    file,
    [
      '# Netscape HTTP Cookie File',
      line('127.0.0.1', 'FALSE', '/', 'FALSE', 0, 'session', 'yes'),
      line('#HttpOnly_127.0.0.1', 'FALSE', '/deep', 'FALSE', 4_000_000_000, 'path', 'deep'),
      line('.other.example', 'TRUE', '/', 'TRUE', 0, 'secure', 'https'),
      line('127.0.0.1', 'FALSE', '/', 'FALSE', 1_000_000_000, 'old', 'gone'),
      line('.other.example', 'TRUE', '/', 'FALSE', 0, 'foreign', 'x'),
      'a line that is no cookie',
    ].join('\r\n'),
  );
  const server = await start();
  const cookies = async (path: string, more: Partial<FetcherOptions> = {}): Promise<string> =>
    echoed(await fetchWith(server.home + path, { allowPrivate: true, cookies: file, ...more })).cookie;
  assert.equal(await cookies('/'), 'session=yes');
  assert.equal(await cookies('/deep/x'), 'path=deep; session=yes');
  assert.equal(await cookies('/', { headers: { '127.0.0.1': { Cookie: 'own=1' } } }), 'own=1');

  const proxy = await startProxy();
  const { port } = new URL(server.home);
  const named = (host: string): Promise<FetchAnswer> =>
    fetchWith(`http://${host}:${port}/`, { allowPrivate: true, cookies: file, proxy: proxy.address });
  assert.equal(echoed(await named('www.other.example')).cookie, 'foreign=x');
  assert.equal(echoed(await named('another.example')).cookie, '');
});

test('a file without cookies is refused', () => {
  writeFileSync(join(folder, 'export.json'), '[{"name":"a"}]');
  assert.throws(() => readCookieFile(join(folder, 'export.json')), CookieFileError);
  assert.throws(() => openFetcher({ cookies: join(folder, 'missing.txt') }), /cookies cannot be read: ENOENT/);
});

test('http goes through a proxy as absolute addresses, https through a tunnel', async () => {
  const [server, proxy] = [await start(), await startProxy()];
  const { port } = new URL(server.home);
  const withPassword = proxy.address.replace('//', '//user:pass%20word@');
  const options = { hosts: { 'site.example': '93.184.216.34' }, proxy: withPassword };
  const { host } = echoed(await fetchWith(`http://site.example:${port}/page`, options));
  assert.equal(host, `site.example:${port}`);
  assert.deepEqual(proxy.asked, [`GET http://site.example:${port}/page`]);
  assert.equal(proxy.authorization, `Basic ${Buffer.from('user:pass word').toString('base64')}`);

  // The server behind the tunnel speaks no TLS: the tunnel is what counts.
  const answer = await fetchWith(`https://site.example:${port}/page`, options);
  assert.equal(answer.kind, 'failed');
  assert.equal(proxy.asked.at(-1), `CONNECT site.example:${port}`);
  assert.ok(!JSON.stringify(answer).includes('pass'));
});

test('a proxy does not lift the guard: private targets are refused, its own address is not', async () => {
  const [server, proxy] = [await start(), await startProxy()];
  const { port } = new URL(server.home);
  const hosts = { 'inside.example': '10.0.0.7', 'mapped.example': '::ffff:127.0.0.1' };
  for (const target of ['127.0.0.1', '[::1]', 'localhost', '169.254.169.254', 'inside.example', 'mapped.example'])
    for (const scheme of ['http', 'https']) {
      const answer = await fetchWith(`${scheme}://${target}:${port}/`, { hosts, proxy: proxy.address });
      assert.equal(answer.kind === 'failed' && answer.reason, 'private-address', `${scheme}://${target}`);
    }
  assert.deepEqual(proxy.asked, []);
  const redirecting = await start({
    '*': (_, response) => void response.writeHead(302, { location: `http://10.0.0.7:${port}/` }).end(),
  });
  const answer = await fetchWith(`http://open.example:${new URL(redirecting.home).port}/`, {
    hosts: { 'open.example': '93.184.216.34' },
    proxy: proxy.address,
  });
  assert.equal(answer.kind === 'failed' && answer.reason, 'private-address');
  assert.equal(proxy.asked.length, 1);
});

test('hosts of NO_PROXY are reached directly, with the guard', async () => {
  const [server, proxy] = [await start(), await startProxy()];
  const before = process.env.NO_PROXY;
  process.env.NO_PROXY = 'localhost,127.0.0.1';
  try {
    echoed(await fetchWith(`${server.home}/`, { allowPrivate: true, proxy: proxy.address }));
    const answer = await fetchWith(server.home.replace('127.0.0.1', 'localhost'), { proxy: proxy.address });
    assert.equal(answer.kind === 'failed' && answer.reason, 'private-address');
    assert.deepEqual(proxy.asked, []);
  } finally {
    if (before === undefined) delete process.env.NO_PROXY;
    else process.env.NO_PROXY = before;
  }
});

const PROXIES: readonly (readonly [
  what: string,
  setting: string,
  environment: NodeJS.ProcessEnv,
  expected: unknown,
])[] = [
  ['no setting', '', {}, null],
  ['none', 'none', { HTTPS_PROXY: 'http://p:1' }, null],
  [
    'the environment',
    '',
    { HTTPS_PROXY: 'http://p:1', NO_PROXY: 'a' },
    { httpProxy: '', httpsProxy: 'http://p:1', noProxy: 'a' },
  ],
  [
    'lower case first',
    '',
    { http_proxy: 'q:2', HTTP_PROXY: 'p:1' },
    { httpProxy: 'http://q:2', httpsProxy: '', noProxy: '' },
  ],
  [
    'a setting before the environment',
    'http://s:3',
    { HTTPS_PROXY: 'http://p:1' },
    { httpProxy: 'http://s:3', httpsProxy: 'http://s:3', noProxy: '' },
  ],
];
for (const [what, setting, environment, expected] of PROXIES)
  test(`proxies: ${what}`, () => assert.deepEqual(proxiesFor(setting, environment), expected));

test('an address that is none of a proxy is refused without showing its password', () => {
  assert.throws(
    () => proxiesFor('socks5://me:secret@p:1'),
    (error: Error) => {
      assert.match(error.message, /proxy got a socks5 address, expected .*http:\/\/proxy\.example:3128/);
      return !error.message.includes('secret');
    },
  );
  assert.throws(() => proxiesFor('', { HTTPS_PROXY: 'http://' }), /HTTPS_PROXY got no address/);
});
