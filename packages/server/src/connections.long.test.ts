// Connections that hold up others: they send nothing, or read nothing.
import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { until } from '../../node/dist/until.fixture.js';
import { openTestServer, type TestServer } from './server.fixture.js';

const SENTENCE =
  'The harbour master counts the boats every evening and writes their number into the book by the door. ';
const LINE = `${JSON.stringify({ html: `<article><p>${SENTENCE.repeat(5_000)}</p></article>` })}\n`;
const HEAD = 'HTTP/1.1\r\nHost: 127.0.0.1\r\n';

/** A connection that sends a text and reads nothing. */
function unread({ server }: TestServer, text: string): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(server.address).port), '127.0.0.1', () => {
      socket.write(text);
      resolve(socket);
    });
    socket.pause();
    socket.on('error', () => {});
  });
}

/** Many such connections, each opened when the server has read what the one before sent. */
async function manyUnread(one: TestServer, text: string): Promise<Socket[]> {
  const sockets: Socket[] = [];
  for (let at = 0; at < 60; at++) {
    sockets.push(await unread(one, text));
    await wait(5);
  }
  return sockets;
}

test('more connections than allowed shut nobody out', { timeout: 60_000 }, async () => {
  const one = await openTestServer({ maxConnections: 20 });
  for (const text of [
    '',
    'GET /livez HTTP/1.1\r\nX-A',
    // The body of a GET is not read.
    `GET /livez ${HEAD}Content-Length: 1000000\r\n\r\n`,
    // Bodies that come slowly, or never.
    `POST /v1/extract ${HEAD}Content-Type: text/html\r\nContent-Length: 1000000\r\n\r\n<p>`,
    `POST /v1/batch ${HEAD}Content-Type: application/jsonl\r\nTransfer-Encoding: chunked\r\n\r\n`,
  ]) {
    const sockets = await manyUnread(one, text);
    assert.equal((await one.ask('/livez', { headers: { connection: 'close' } })).status, 200);
    for (const socket of sockets) socket.destroy();
  }
  await one.close();
});

test('a batch whose rows are not read ends', { timeout: 60_000 }, async () => {
  const one = await openTestServer({ requestMilliseconds: 500 }, { threads: 1 });
  const batch = async (): Promise<number> => {
    const headers = { 'content-type': 'application/x-ndjson' };
    const response = await one.ask('/v1/batch', { method: 'POST', headers, body: '{"html":"x"}\n' });
    await response.text();
    return response.status;
  };
  const body = LINE.repeat(40);
  const request = `POST /v1/batch ${HEAD}Content-Type: application/jsonl\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  const sockets = await Promise.all(Array.from({ length: 4 }, () => unread(one, request)));
  await until(async () => (await batch()) === 503);
  await until(async () => (await batch()) === 200);
  for (const socket of sockets) socket.destroy();
  await one.close();
});

test('a client with many slow requests does not end the one of another', { timeout: 60_000 }, async () => {
  const one = await openTestServer({ maxConnections: 20 });
  const port = Number(new URL(one.server.address).port);
  const body = `<article><p>${SENTENCE.repeat(20)}</p></article>`;
  const other = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.2' });
  other.write(
    `POST /v1/extract ${HEAD}Content-Type: text/html\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n`,
  );
  other.write(body.slice(0, 40));
  const slow = `POST /v1/extract ${HEAD}Content-Type: text/html\r\nContent-Length: 1000000\r\n\r\n<p>`;
  const sockets = await manyUnread(one, slow);
  let answer = '';
  other.on('data', (more) => (answer += more));
  other.write(body.slice(40));
  await new Promise((resolve) => other.on('close', resolve));
  assert.match(answer, /^HTTP\/1\.1 200 [\s\S]*harbour master/);
  for (const socket of sockets) socket.destroy();
  await one.close();
});
