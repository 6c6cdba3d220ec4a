// Connections to a real nats-server whose JetStream comes late, or never.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectNats, NatsError } from './connection.js';
import { NO_NATS_SERVER, startNatsServer } from './nats-server.fixture.js';

test('connectNats waits for JetStream of a server that starts', { skip: NO_NATS_SERVER }, async () => {
  const server = await startNatsServer(false);
  const connect = () => connectNats(server.url, 'test', () => {});
  try {
    await assert.rejects(connect, (error: Error) => {
      assert.ok(error instanceof NatsError);
      assert.match(error.message, /^nats:\/\/127\.0\.0\.1:\d+ has no JetStream \(start it with -js\)/);
      return true;
    });
    const connecting = connect();
    await sleep(500);
    server.enableJetStream();
    const nats = await connecting;
    await nats.manager.streams.add({ name: 'pages', subjects: ['pages'] });
    await nats.close();
  } finally {
    await server.close();
  }
});
