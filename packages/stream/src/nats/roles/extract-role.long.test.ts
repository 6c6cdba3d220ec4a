/** The laws of the extract role: real processes, which are killed and paused, over a real nats-server, which is killed, too. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { until } from '../../../../node/dist/until.fixture.js';
import { madeUpPages } from '../../stream/made-up-pages.fixture.js';
import { domainOf } from '../../stream/site-of-page.js';
import { connectNats, type Nats } from '../connection.js';
import { type NatsServer, NO_NATS_SERVER, startNatsServer } from '../nats-server.fixture.js';
import { encodePage } from '../page-message.js';
import { openPartitionStore } from '../partition-store.js';
import { readStream } from '../read-stream.js';
import { NATS_DEFAULTS, type NatsSettings } from '../settings.js';
import { namesOf, openStreams, partitionOf } from '../streams.js';
import { RECENT_PAGES } from './extract-role.js';
import { leaseName } from './run-partitions.js';

const PAGES = madeUpPages(240, 6);
const LEASE_SECONDS = 1.5;
const PARTITIONS = 3;
const names = namesOf(NATS_DEFAULTS.prefix);

/** A server with all pages in their partitions, and worker processes over it. */
class Cluster {
  readonly #workers = new Set<ChildProcess>();
  readonly warnings: string[] = [];
  readonly shares = new Map<ChildProcess, number>();

  private constructor(
    readonly server: NatsServer,
    readonly nats: Nats,
  ) {}

  static async open(): Promise<Cluster> {
    const server = await startNatsServer();
    const nats = await connectNats(server.url, 'test', () => {});
    const settings: NatsSettings = { ...NATS_DEFAULTS, servers: server.url, partitions: PARTITIONS };
    const { signal } = new AbortController();
    await openStreams(nats, settings, signal);
    const cluster = new Cluster(server, nats);
    for (let at = 0; at < PAGES.length; at++) await cluster.publish(at);
    return cluster;
  }

  /** Publishes a page. Returns whether the server has stored it. */
  async publish(at: number): Promise<boolean> {
    const { url, html, at: time } = PAGES[at];
    const about = { id: String(at), input: 'pages', url, title: null, at: time, seenAt: time };
    const payload = encodePage({ ...about, charset: null, contentType: 'text/html', page: html });
    const subject = names.pages(partitionOf(domainOf(url) as string, PARTITIONS));
    const { duplicate } = await this.nats.publish({ subject, payload, id: `page ${at}` }, new AbortController().signal);
    return !duplicate;
  }

  /** Waits until every page is removed. */
  async untilRemoved(): Promise<void> {
    await this.until(async () => (await this.nats.manager.streams.info(names.stream('pages'))).state.messages === 0);
  }

  start(): ChildProcess {
    const file = fileURLToPath(new URL('./extract-worker.fixture.js', import.meta.url));
    const child = spawn(process.execPath, [file, this.server.url, String(PARTITIONS), String(LEASE_SECONDS)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#workers.add(child);
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      for (const line of text.split('\n')) {
        if (line.startsWith('warning')) this.warnings.push(line);
        if (line.startsWith('share')) this.shares.set(child, Number(line.slice(6)));
      }
    });
    return child;
  }

  async kill(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
    assert.equal(child.exitCode, null, 'a worker ended by itself; its error is above');
    const ended = once(child, 'exit');
    child.kill(signal);
    if (signal !== 'SIGSTOP' && signal !== 'SIGCONT') {
      this.#workers.delete(child);
      await ended;
    }
  }

  /** Documents and rejects published so far. */
  async ended(): Promise<number> {
    const counts = await Promise.all(
      (['documents', 'rejects'] as const).map((kind) =>
        this.nats.manager.streams.info(names.stream(kind)).then(({ state }) => state.messages),
      ),
    );
    return counts[0] + counts[1];
  }

  /** Waits for a condition, which does not hold while the server is down. Throws when a worker ends by itself. */
  until(condition: () => boolean | Promise<boolean>): Promise<void> {
    return until(async () => {
      const holds = await Promise.resolve()
        .then(condition)
        .catch(() => false);
      if (!holds)
        for (const one of this.#workers)
          assert.equal(one.exitCode, null, 'a worker ended by itself; its error is above');
      return holds;
    });
  }

  /** Waits until the pages of every partition are committed. */
  async untilCommitted(): Promise<void> {
    const last = PAGES.map(({ url }) => partitionOf(domainOf(url) as string, PARTITIONS));
    const expected = Array.from({ length: PARTITIONS }, (_, at) => last.lastIndexOf(at) + 1);
    await this.until(async () => {
      for (const [at, sequence] of expected.entries()) {
        const head = await this.nats.manager.streams.getMessage(names.stream('heads'), {
          last_by_subj: names.head(leaseName('extract', at)),
        });
        const position = head?.json<{ positions: { at: number }[] }>().positions[0]?.at ?? 0;
        if (position < sequence) return false;
      }
      return true;
    });
  }

  /** Everything that the run left: outputs without the time of a rejection, and the state of each partition. */
  async results(): Promise<{ documents: string[]; rejects: string[]; state: Record<string, string> }> {
    for (const one of [...this.#workers]) await this.kill(one, 'SIGTERM');
    const { signal } = new AbortController();
    const rows = async (kind: 'documents' | 'rejects'): Promise<string[]> => {
      const { state } = await this.nats.manager.streams.info(names.stream(kind));
      const found: string[] = [];
      for await (const message of readStream(this.nats, names.stream(kind), `${names[kind]}.>`, 0, signal)) {
        const { at, ...row } = message.json<Record<string, unknown>>();
        found.push(JSON.stringify(kind === 'rejects' ? row : { at, ...row }));
        if (message.seq === state.last_seq) break;
      }
      return found.sort();
    };
    const state: Record<string, string> = {};
    for (let at = 0; at < PARTITIONS; at++) {
      const store = await openPartitionStore(this.nats, NATS_DEFAULTS.prefix, leaseName('extract', at), signal);
      for (const key of await store.keys()) {
        // They depend on the moments of commits.
        if (key.startsWith(RECENT_PAGES)) continue;
        // Totals count what this partition's processes saw; the outputs show it better.
        state[`${at} ${key}`] = Buffer.from((await store.get(key)) ?? []).toString('base64');
      }
      for (const { input, at: position } of await store.positions()) state[`${at} ${input}`] = String(position);
    }
    return { documents: await rows('documents'), rejects: await rows('rejects'), state };
  }

  async close(): Promise<void> {
    for (const one of [...this.#workers]) await this.kill(one, 'SIGKILL');
    await this.nats.close();
    await this.server.close();
  }
}

describe('extract role', { skip: NO_NATS_SERVER }, () => {
  let expected: Awaited<ReturnType<Cluster['results']>>;
  const clusters: Cluster[] = [];
  const open = async (): Promise<Cluster> => {
    const cluster = await Cluster.open();
    clusters.push(cluster);
    return cluster;
  };
  before(async () => {
    const cluster = await open();
    cluster.start();
    await cluster.untilCommitted();
    expected = await cluster.results();
  });
  after(async () => {
    for (const one of clusters) await one.close();
  });

  test('every page ends once, as a document or a reject', () => {
    const first = expected.documents.filter((row) => JSON.parse(row).revision === 1);
    assert.equal(first.length + expected.rejects.length, PAGES.length);
    assert.ok(expected.documents.length > first.length, 'there are corrections, too');
  });

  test('workers and the server are killed: documents, rejects and state are those of an undisturbed run', async () => {
    const cluster = await open();
    const workers = [cluster.start(), cluster.start()];
    let kills = 0;
    for (let seen = 0; kills < 6; kills++) {
      await cluster.until(async () => (await cluster.ended()) > Math.min(seen, PAGES.length - 1));
      seen = (await cluster.ended().catch(() => seen)) + 10;
      if (kills % 3 === 2) {
        // A process ends when no server answers at its start; a supervisor would start it again.
        await cluster.until(() => workers.every((one) => cluster.shares.has(one)));
        await cluster.server.restart();
      } else {
        await cluster.kill(workers.shift() as ChildProcess, 'SIGKILL');
        workers.push(cluster.start());
      }
      if ((await cluster.ended().catch(() => 0)) >= PAGES.length) break;
    }
    assert.ok(kills >= 3, `only ${kills} kills before the end`);
    await cluster.untilCommitted();
    assert.deepEqual(await cluster.results(), expected);
  });

  test('a page that is published again after the server forgot its id is ignored', async () => {
    const cluster = await open();
    cluster.start();
    await cluster.untilCommitted();
    await cluster.untilRemoved();
    await cluster.server.restart();
    let again = 0;
    for (let at = 0; at < PAGES.length; at += 5) if (await cluster.publish(at)) again++;
    assert.ok(again > 20, `the server stored only ${again} pages again`);
    await cluster.untilRemoved();
    assert.deepEqual(await cluster.results(), expected);
  });

  test('a worker that was paused past its lease cannot commit, and a worker that joins takes its share', async () => {
    const cluster = await open();
    const paused = cluster.start();
    await cluster.until(async () => (await cluster.ended()) > 0);
    await cluster.kill(paused, 'SIGSTOP');
    const second = cluster.start();
    await cluster.until(() => cluster.shares.get(second) === PARTITIONS);
    await cluster.untilCommitted();
    await cluster.kill(paused, 'SIGCONT');
    await cluster.until(() => cluster.warnings.some((line) => /taken over by another process/.test(line)));
    // Both are alive now: the first gets partitions back.
    await cluster.until(() => (cluster.shares.get(paused) ?? 0) >= 1 && (cluster.shares.get(second) ?? 0) < PARTITIONS);
    assert.deepEqual(await cluster.results(), expected);
  });
});
