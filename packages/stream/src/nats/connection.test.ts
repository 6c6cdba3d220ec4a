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
    // A connection that stays open keeps the process.
    await added(() => nats.manager.streams.add({ name: 'pages', subjects: ['pages'] })).finally(() => nats.close());
  } finally {
    await server.close();
  }
});

/** The server's error while it still prepares its store. */
const NO_STORE = 10_049;

/** Adds a stream, up to fifty times while the server answers that it has no store yet. */
async function added(add: () => Promise<unknown>): Promise<void> {
  for (let time = 1; ; time++)
    try {
      await add();
      return;
    } catch (error) {
      if ((error as { code?: number }).code !== NO_STORE || time === 50) throw error;
      await sleep(100);
    }
}
