import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { closedAfterEach, type Loopback, loopback, sends } from '../loopback.fixture.js';
import { resolveGiven } from '../resolve-names.js';
import { guardedConnect, openSocksServer } from './socks-server.js';

const opened = closedAfterEach();
const HOSTS = { 'inner.example': '127.0.0.1', 'cloud.example': '169.254.169.254', localhost: '127.0.0.1' };

async function startServer(body: string): Promise<Loopback> {
  const server = await loopback({ '*': sends(body) });
  opened.push(server);
  return server;
}

async function proxyTo(allowPrivate: boolean, maxBytes = 1_000_000) {
  const self = { port: 0, exceeded: 0 };
  const server = await openSocksServer({
    connect: guardedConnect(resolveGiven(HOSTS), allowPrivate),
    maxConnections: 10,
    maxBytes,
    onExceeded: () => self.exceeded++,
  });
  opened.push({ close: async () => server.close() });
  self.port = server.port;
  return self;
}

/** Bytes of a request by the kinds of addresses that SOCKS has. */
function request(host: string, port: number, command = 1): Buffer {
  const number = Buffer.from([port >> 8, port & 255]);
  const start = Buffer.from([5, 1, 0, 5, command, 0]);
  if (/^[\d.]+$/.test(host)) return Buffer.concat([start, Buffer.from([1, ...host.split('.').map(Number)]), number]);
  if (host === '::1') return Buffer.concat([start, Buffer.from([4, ...new Array(15).fill(0), 1]), number]);
  return Buffer.concat([start, Buffer.from([3, host.length]), Buffer.from(host), number]);
}

/** The reply code, and the bytes that follow it. */
async function ask(proxy: number, sent: Buffer, then = ''): Promise<{ code: number; text: string }> {
  const socket: Socket = connect(proxy, '127.0.0.1');
  socket.write(sent);
  if (then !== '') socket.write(then);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  await once(socket, 'close');
  const all = Buffer.concat(chunks);
  return { code: all[3], text: all.subarray(12).toString() };
}

const GET = 'GET /x HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n';

const REFUSED = ['127.0.0.1', '127.0.0.2', '0.0.0.0', '10.1.2.3', '::1', 'inner.example', 'cloud.example', 'localhost'];
for (const host of REFUSED)
  test(`${host} is refused, and nothing connects to it`, async () => {
    const server = await startServer('secret');
    const proxy = await proxyTo(false);
    const { code, text } = await ask(proxy.port, request(host, Number(new URL(server.home).port)), GET);
    assert.deepEqual([code, text, server.asked], [2, '', []]);
  });

for (const host of ['127.0.0.1', 'inner.example'])
  test(`${host} is reached where private addresses are allowed`, async () => {
    const server = await startServer('open');
    const proxy = await proxyTo(true);
    const { code, text } = await ask(proxy.port, request(host, Number(new URL(server.home).port)), GET);
    assert.equal(code, 0);
    assert.match(text, /\r\nopen\r\n/);
    assert.deepEqual(server.asked, ['/x']);
  });

test('all connections are cut once they received more than the bytes allowed', async () => {
  const server = await startServer('x'.repeat(50_000));
  const proxy = await proxyTo(true, 60_000);
  const get = () => ask(proxy.port, request('127.0.0.1', Number(new URL(server.home).port)), GET);
  assert.ok((await get()).text.length > 50_000);
  assert.ok((await get()).text.length < 50_000);
  assert.equal(proxy.exceeded, 1);
});

test('other commands and kinds of addresses are not supported', async () => {
  const proxy = await proxyTo(true);
  assert.equal((await ask(proxy.port, request('127.0.0.1', 80, 3))).code, 7);
  assert.equal((await ask(proxy.port, Buffer.from([5, 1, 0, 5, 1, 0, 9]))).code, 7);
});
