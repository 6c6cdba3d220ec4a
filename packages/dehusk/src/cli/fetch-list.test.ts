// Lists of addresses: retries, rows of failures, hosts in parallel; headers, cookies and proxies from the command line.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import {
  answers,
  closedAfterEach,
  first,
  HTML,
  type Loopback,
  loopback,
  resets,
  sends,
} from '../../../node/dist/fetch/loopback.fixture.js';
import { openProxy } from '../../../node/dist/fetch/proxy.fixture.js';
import { type Ended, runHere, startDehusk } from './stream-process.fixture.js';

const folder = mkdtempSync(join(tmpdir(), 'dehusk-list-'));
const at = (name: string): string => join(folder, name);
after(() => rmSync(folder, { recursive: true }));
const opened = closedAfterEach();
const start = async (routes: Record<string, RequestListener>): Promise<Loopback> => {
  const server = await loopback(routes);
  opened.push(server);
  return server;
};

const SENTENCE = 'The lamp is lit at dusk by the keeper, who then writes the hour and the weather into the book. ';
const page = (title: string): string =>
  `<!doctype html><html lang="en"><title>${title}</title><h1>${title}</h1><p>${title}. ${SENTENCE.repeat(4)}</p>`;
const list = (...addresses: readonly string[]): string => {
  writeFileSync(at('list.txt'), `# addresses\n${addresses.join('\n')}\n`);
  return at('list.txt');
};
const ARGS = ['--allow-private', '--fetch', 'pause=0', '--fetch', 'proxy=none'];
const dehusk = (...args: readonly string[]): Promise<Ended> => runHere([...ARGS, ...args]);
const records = ({ out }: Ended): Record<string, unknown>[] =>
  out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

test('429, 5xx and resets are retried, and each failure is a record', async () => {
  const soon = { 'retry-after': '0' };
  const server = await start({
    '/busy': first(1, answers(429, soon), sends(page('Busy'))),
    '/failing': first(2, answers(500), sends(page('Failing'))),
    '/reset': first(1, resets, sends(page('Reset'))),
    '/down': answers(503, soon),
    '/later': answers(503, { 'retry-after': '7200' }),
    '/gone': answers(404),
  });
  const paths = ['/busy', '/failing', '/reset', '/down', '/gone', '/later'];
  const run = await dehusk('-i', list(...paths.map((path) => server.home + path)), '--format', 'jsonl');
  assert.equal(run.code, 3, run.err);
  assert.deepEqual(
    records(run).map(({ id, ok, reason, title, detail }) => [id, ok, ok ? title : `${reason}: ${detail}`]),
    [
      [`${server.home}/busy`, true, 'Busy'],
      [`${server.home}/failing`, true, 'Failing'],
      [`${server.home}/reset`, true, 'Reset'],
      [`${server.home}/down`, false, 'http-status: the server answered 503, expected 200 (3 attempts)'],
      [`${server.home}/gone`, false, 'http-status: the server answered 404, expected 200'],
      [`${server.home}/later`, false, 'http-status: the server answered 503, expected 200'],
    ],
  );
  const count = (path: string): number => server.asked.filter((one) => one === path).length;
  assert.deepEqual(paths.map(count), [2, 3, 2, 3, 1, 1]);
  assert.equal(server.mostAtOnce, 1);
  const once = await dehusk(`${server.home}/down`, '--fetch', 'retries=0');
  assert.match(once.err, /http-status: the server answered 503, expected 200$/m);
  assert.equal(count('/down'), 4);
});

test('hosts are fetched from at once, and a stopped run into a folder fetches only what is missing', async () => {
  // Each server answers its first page when the other one has been asked too.
  const waiting: (() => void)[] = [];
  const meet: RequestListener = (request, response) => {
    waiting.push(() => sends(page(`Page ${request.url}`))(request, response));
    if (waiting.length >= 2) for (const go of waiting.splice(0)) go();
  };
  const routes = { '/1': meet, '*': sends(page('Another page')) };
  const [one, two] = [await start(routes), await start(routes)];
  const addresses = list(...[one, two].flatMap(({ home }) => ['/1', '/2', '/3', '/4'].map((path) => home + path)));
  const run = await dehusk('-i', addresses, '-o', at('texts'), '--parallel', '2');
  assert.equal(run.code, 0, run.err);
  assert.match(run.err, /^8 pages: 8 kept$/m);
  assert.deepEqual(
    [one.asked, two.asked],
    [
      ['/1', '/2', '/3', '/4'],
      ['/1', '/2', '/3', '/4'],
    ],
  );
  rmSync(at(`texts/${new URL(two.home).host.replace(':', '-')}/3.txt`));
  const again = await dehusk('-i', addresses, '-o', at('texts'));
  assert.match(again.err, /^earlier runs extracted 7 pages; --overwrite/m);
  assert.deepEqual([one.asked.length, two.asked.slice(4)], [4, ['/3']]);
});

test('failed addresses are listed in the output folder', async () => {
  const server = await start({ '/good': sends(page('Good')) });
  const run = await dehusk('-i', list(`${server.home}/good`, `${server.home}/bad`), '-o', at('some'));
  assert.equal(run.code, 3);
  const [failed, ...others] = readFileSync(at('some/failed.jsonl'), 'utf8').trimEnd().split('\n');
  assert.deepEqual(others, []);
  const { id, ok, reason } = JSON.parse(failed);
  assert.deepEqual([id, ok, reason], [`${server.home}/bad`, false, 'http-status']);
});

test('--header and --fetch cookies reach the server; a redirect to another host gets no key', async () => {
  const seen: string[] = [];
  const server = await start({
    '/away': (_, response) =>
      void response.writeHead(302, { location: `http://localhost:${new URL(server.home).port}/page` }).end(),
    '*': (request, response) => {
      const { authorization, cookie, 'x-test': test } = request.headers;
      seen.push(`${request.headers.host?.split(':')[0]} ${authorization} ${cookie} ${test}`);
      sends(page('Secret'))(request, response);
    },
  });
  writeFileSync(at('cookies.txt'), '127.0.0.1\tFALSE\t/\tFALSE\t0\tsession\tyes\n');
  const args = [
    '--header',
    'Authorization: Bearer a:b',
    '--header',
    'X-Test:  1',
    '--fetch',
    `cookies=${at('cookies.txt')}`,
  ];
  for (const path of ['/page', '/away']) {
    const run = await dehusk(...args, server.home + path);
    assert.equal(run.code, 0, run.err);
  }
  assert.deepEqual(seen, ['127.0.0.1 Bearer a:b session=yes 1', 'localhost undefined undefined 1']);
});

test('a proxy by --fetch proxy and by the environment', async () => {
  const server = await start({ '*': sends(page('Through'), HTML) });
  const proxy = await openProxy();
  opened.push(proxy);
  const address = `http://somewhere.example:${new URL(server.home).port}/`;
  const run = await runHere(['--fetch', `proxy=${proxy.address}`, '--fetch', 'retries=0', address]);
  assert.equal(run.code, 0, run.err);
  const { ended } = startDehusk(folder, [address], { environment: { HTTP_PROXY: proxy.address, NO_PROXY: '' } });
  assert.match((await ended).out, /The lamp is lit/);
  assert.deepEqual(proxy.asked, [`GET ${address}`, `GET ${address}`]);
});

const WRONG: readonly (readonly [args: readonly string[], code: number, says: RegExp])[] = [
  [['--header', 'no colon'], 2, /expected 'Name: value'/],
  [['--header', 'X: a\r\nHost: b'], 2, /the header X has line ends/],
  [['--header', 'Host: b'], 2, /the header Host is set by the fetcher/],
  [['--fetch', 'proxy=socks5://p:1'], 2, /proxy got a socks5 address, expected the address of an HTTP proxy/],
  [['--fetch', 'cookies=missing.txt'], 3, /--fetch cookies: the cookies cannot be read: ENOENT/],
  [['--fetch', 'retries=-1'], 2, /integer of at least 1/],
];
for (const [args, code, says] of WRONG)
  test(`${JSON.stringify(args.join(' '))} is refused`, async () => {
    const run = await runHere([...args, 'https://site.example/']);
    assert.equal(run.code, code, run.err);
    assert.match(run.err, says);
  });

test('a list that is none, as a file without line ends, is one message', async () => {
  const run = await runHere(['-i', list('x'.repeat(2 ** 21))]);
  assert.deepEqual([run.code, run.out], [3, '']);
  assert.match(run.err, /^dehusk: .*:2: got a line of more than 1048576 bytes, expected an address\n$/);
});
