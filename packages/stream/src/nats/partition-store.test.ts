/** The laws of a partition's state: atomic commits, one writer however late the other wakes up, nothing lost with the server. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { connectNats, FencedError, type Nats } from './connection.js';
import { type NatsServer, NO_NATS_SERVER, startNatsServer } from './nats-server.fixture.js';
import { openPartitionStore } from './partition-store.js';
import { NATS_DEFAULTS } from './settings.js';
import { openStreams } from './streams.js';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const text = (value: Uint8Array | undefined): string | undefined => value && new TextDecoder().decode(value);
const { signal } = new AbortController();

describe('state of a partition', { skip: NO_NATS_SERVER }, () => {
  let server: NatsServer;
  let nats: Nats;
  const settings = { ...NATS_DEFAULTS, servers: '' };
  const opened = (name: string) => openPartitionStore(nats, settings.prefix, name, signal);
  before(async () => {
    server = await startNatsServer();
    nats = await connectNats(server.url, 'test', () => {});
    await openStreams(nats, settings, signal);
  });
  after(async () => {
    await nats.close();
    await server.close();
  });

  test('values and positions come back to the next owner, large ones too', async () => {
    const first = await opened('a');
    const large = new Uint8Array(3_000_000).map((_, at) => (at * 2_654_435_761) >>> 13);
    await first.commit(
      new Map([
        ['site/a', bytes('one')],
        ['site/b', large],
      ]),
      [{ input: 'pages', at: 7 }],
    );
    await first.commit(
      new Map([
        ['site/a', bytes('two')],
        ['site/c', null],
      ]),
    );
    const second = await opened('a');
    assert.equal(text(await second.get('site/a')), 'two');
    assert.deepEqual(await second.get('site/b'), large);
    assert.equal(await second.get('site/c'), undefined);
    assert.equal(await second.position('pages'), 7);
    assert.deepEqual(await second.keys('site/'), ['site/a', 'site/b']);
    await second.commit(new Map([['site/b', null]]));
    assert.deepEqual(await second.keys(), ['site/a']);
  });

  test('an earlier owner cannot commit, and what it wrote is not seen', async () => {
    const paused = await opened('b');
    await paused.commit(new Map([['k', bytes('old')]]));
    const owner = await opened('b');
    await assert.rejects(paused.commit(new Map([['k', bytes('late')]]), [{ input: 'pages', at: 9 }]), FencedError);
    assert.equal(text(await owner.get('k')), 'old');
    await owner.commit(new Map([['k', bytes('new')]]));
    await assert.rejects(paused.commit(new Map([['k', bytes('later')]])), FencedError);
    const next = await opened('b');
    assert.equal(text(await next.get('k')), 'new');
    assert.equal(await next.position('pages'), undefined);
  });

  test('of owners that take over at the same time, one commits', async () => {
    const all = await Promise.allSettled(Array.from({ length: 4 }, () => opened('c')));
    const stores = all.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    const ends = await Promise.allSettled(stores.map((one, at) => one.commit(new Map([['k', bytes(`${at}`)]]))));
    assert.equal(ends.filter(({ status }) => status === 'fulfilled').length, 1);
  });

  test('acknowledged commits outlive a kill of the server, and removed messages do not pile up', async () => {
    const store = await opened('d');
    for (let at = 0; at < 30; at++) {
      if (at % 10 === 5) await server.restart();
      await store.commit(new Map([['k', bytes(`value ${at}`)]]), [{ input: 'pages', at }]);
    }
    const next = await opened('d');
    assert.equal(text(await next.get('k')), 'value 29');
    assert.equal(await next.position('pages'), 29);
    const subject = 'dehusk.state.d';
    for (;;) {
      const { state } = await nats.manager.streams.info('dehusk-state', { subjects_filter: subject });
      // The value, and its bucket.
      if ((state.subjects?.[subject] ?? 0) <= 2) break;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    assert.equal(text(await next.get('k')), 'value 29');
  });
});
