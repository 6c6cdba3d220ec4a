/**
 * The contract of sinks on servers: after a crash, records since the last commit are written again, and the server still has every
 * document once, in its last revision. NATS and PostgreSQL are real servers. OpenSearch is a stub of its bulk API (no Linux
 * distribution packages a server), and so is the receiver of webhooks.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, describe, test } from 'node:test';
import pg from 'pg';
import { connectNats } from '../nats/connection.js';
import { NO_NATS_SERVER, startNatsServer } from '../nats/nats-server.fixture.js';
import { readStream } from '../nats/read-stream.js';
import { testRecord } from './contract-records.fixture.js';
import { sinkNamed } from './index.js';
import { NO_POSTGRES, startPostgres } from './postgres-server.fixture.js';
import { SinkError } from './sink.js';
import { webhookSignature } from './webhook.js';

const COUNT = 60;
const records = Array.from({ length: COUNT }, (_, at) => testRecord(at + 1));
/** The last revision of each document. */
const LAST = new Map(records.map(({ id, revision }) => [id, revision]));

const closers: (() => unknown)[] = [];
after(async () => {
  for (const close of closers.reverse()) await close();
});

/** Writes all records in a run that is cut off after a flush without a commit, and in one that repeats what was lost. */
async function writeTwice(name: string, options: object): Promise<void> {
  const kind = sinkNamed(name);
  const first = await kind.open(options, undefined);
  const checkpoint = await first.flush();
  await first.committed();
  for (const record of records.slice(0, 40)) await first.write(record);
  await first.flush();
  await first.close();
  const second = await kind.open(options, checkpoint);
  for (const record of records) await second.write(record);
  await second.flush(true);
  await second.committed();
  // A consumer that is behind sends an old revision.
  await second.write(records[0]);
  await second.flush();
  await second.close();
}

async function listen(
  answer: (
    request: IncomingMessage,
    body: string,
  ) => { status: number; body?: string; headers?: Record<string, string> },
) {
  const server: Server = createServer(async (request, response) => {
    const { status, body = '', headers = {} } = answer(request, await text(request));
    response.writeHead(status, headers).end(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('sinks on servers', () => {
  test('nats: one message for each document and revision', { skip: NO_NATS_SERVER }, async () => {
    const server = await startNatsServer();
    closers.push(server.close);
    await writeTwice('nats', { servers: server.url });
    const nats = await connectNats(server.url, 'test', () => {});
    const found: string[] = [];
    const { signal } = new AbortController();
    for await (const message of readStream(nats, 'documents', 'documents.>', 0, signal)) {
      const { id, revision } = message.json<{ id: string; revision: number }>();
      assert.match(message.subject, /^documents\.[ab]\.example$/);
      found.push(`${id} ${revision}`);
      if (message.info.pending === 0) break;
    }
    await nats.close();
    const expected = records.map(({ id, revision }) => `${id} ${revision}`);
    assert.deepEqual(found.sort(), [...new Set(expected)].sort());
    await assert.rejects(sinkNamed('nats').open({ servers: 'nats://127.0.0.1:9' }, undefined), SinkError);
  });

  test('postgres: one row for each document', { skip: NO_POSTGRES }, async () => {
    const { url, close } = startPostgres();
    closers.push(close);
    await writeTwice('postgres', { url, table: 'public.pages', batch: 7 });
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query('SELECT id, revision, site, url, row FROM pages');
    await client.end();
    assert.deepEqual(new Map(rows.map(({ id, revision }) => [id, revision])), LAST);
    for (const { id, site, row } of rows) {
      const record = records.findLast((one) => one.id === id);
      assert.deepEqual(row, JSON.parse(JSON.stringify(record?.row)));
      assert.equal(site, record?.site);
    }
    await assert.rejects(
      sinkNamed('postgres').open({ url, table: 'missing.pages' }, undefined),
      /schema "missing" does not exist/,
    );
  });

  test('opensearch: bulk requests with external versions; busy answers are repeated, refusals stop', async () => {
    const index = new Map<string, number>();
    let requests = 0;
    const url = await listen((request, body) => {
      requests++;
      assert.equal(request.url, '/_bulk');
      assert.equal(request.headers['content-type'], 'application/x-ndjson');
      assert.equal(request.headers.authorization, `Basic ${Buffer.from('me:secret').toString('base64')}`);
      if (requests === 2) return { status: 503 };
      const lines = body
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));
      let errors = false;
      const items = [];
      for (let at = 0; at < lines.length; at += 2) {
        const { _id, version, version_type: type } = lines[at].index;
        assert.equal(type, 'external_gte');
        assert.equal(lines[at + 1].id, _id);
        const isBusy = requests === 3 && at === 0;
        const isOld = version < (index.get(_id) ?? 0);
        if (!isBusy && !isOld) index.set(_id, version);
        errors ||= isBusy || isOld;
        items.push({ index: { _id, status: isBusy ? 429 : isOld ? 409 : 200 } });
      }
      return { status: 200, body: JSON.stringify({ errors, items }) };
    });
    await writeTwice('opensearch', { url: url.replace('//', '//me:secret@'), batch: 10, retryAfter: 0.001 });
    assert.deepEqual(index, LAST);
    const refusing = await listen(() => ({
      status: 200,
      body: JSON.stringify({
        errors: true,
        items: [{ index: { _id: 'x', status: 400, error: { reason: 'mapping' } } }],
      }),
    }));
    const sink = await sinkNamed('opensearch').open({ url: refusing }, undefined);
    await sink.write(records[0]);
    await assert.rejects(sink.flush(), /refused document x with status 400: mapping/);
    await assert.rejects(
      sink.write(records[1]).then(() => sink.flush()),
      SinkError,
    );
  });

  test('webhook: signed requests, repeated while the receiver is away; a refusal stops', async () => {
    const secret = `whsec_${Buffer.from('a secret of the test').toString('base64')}`;
    process.env.TEST_WEBHOOK_SECRET = secret;
    const received = new Map<string, number>();
    let requests = 0;
    const url = await listen((request, body) => {
      requests++;
      if (requests % 7 === 3) return { status: 503, headers: { 'retry-after': '0' } };
      const id = String(request.headers['webhook-id']);
      const timestamp = Number(request.headers['webhook-timestamp']);
      assert.equal(request.headers['webhook-signature'], webhookSignature(secret, id, timestamp, body));
      const row = JSON.parse(body);
      assert.equal(id, `${row.id}:${row.revision}`);
      received.set(row.id, Math.max(row.revision, received.get(row.id) ?? 0));
      return { status: 204 };
    });
    const options = { url, secretVariable: 'TEST_WEBHOOK_SECRET', retryAfter: 0.001 };
    await writeTwice('webhook', options);
    assert.deepEqual(received, LAST);
    const gone = await listen(() => ({ status: 410, body: 'gone' }));
    const sink = await sinkNamed('webhook').open({ ...options, url: gone }, undefined);
    await sink.write(records[0]);
    await assert.rejects(sink.flush(), /status 410, expected 200 to 299: gone \(1 attempt\)/);
    await assert.rejects(sinkNamed('webhook').open({ url }, undefined), /DEHUSK_WEBHOOK_SECRET is empty/);
  });

  test('the signature is that of the specification', () => {
    // The example of standardwebhooks.com.
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    const id = 'msg_p5jXN8AQM9LWM0D4loKWxJek';
    assert.equal(
      webhookSignature(secret, id, 1_614_265_330, '{"test": 2432232314}'),
      'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    );
  });
});
