/** `dehusk watch --nats`: every role as a real process over a real nats-server, on the demo's web; processes are killed. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { until } from '../../../node/dist/until.fixture.js';
import { type NatsServer, NO_NATS_SERVER, startNatsServer } from '../../../stream/dist/nats/nats-server.fixture.js';
import { type DemoServer, openDemoServer } from '../demo/demo-server.js';
import { DEMO_SITES } from '../demo/templates.js';
import { rowsIn, runHere, type Started, startDehusk } from './stream-process.fixture.js';

const SITES = DEMO_SITES.slice(0, 3).map((site) => ({
  ...site,
  redesign: null,
  backlog: 15,
  everyMilliseconds: Number.POSITIVE_INFINITY,
}));

describe('watch --nats', { skip: NO_NATS_SERVER }, () => {
  const home = mkdtempSync(join(tmpdir(), 'dehusk-watch-nats-'));
  let nats: NatsServer;
  let web: DemoServer;
  const processes = new Set<Started>();
  before(async () => {
    [nats, web] = await Promise.all([startNatsServer(), openDemoServer({ sites: SITES, feedEntries: 20 })]);
  });
  after(async () => {
    for (const { child } of processes) child.kill('SIGKILL');
    await Promise.all([nats.close(), web.close()]);
    rmSync(home, { recursive: true });
  });

  const configure = (name: string, sources: string): string => {
    const file = join(home, `${name}.toml`);
    writeFileSync(
      file,
      `${sources}
[[sinks]]
kind = "jsonl"
folder = "${join(home, name)}"
[rejects]
kind = "jsonl"
folder = "${join(home, `${name}-rejects`)}"
[fetch]
delay = 0
allowPrivate = true
hosts = { "*.example" = "127.0.0.1" }
[stream]
extractor = "justext"
commitMilliseconds = 200
[nats]
servers = "${nats.url}"
prefix = "${name}"
leaseSeconds = 1.5
partitions = 2
fetchPartitions = 2
`,
    );
    return file;
  };
  const start = (file: string, role: string): Started => {
    const started = startDehusk(home, ['watch', file, '--role', role]);
    processes.add(started);
    return started;
  };
  const documents = (name: string): Record<string, unknown>[] => rowsIn(join(home, name));
  const articles = SITES.length * 15;

  test('feeds through four roles, two of which are killed: each article is one document', async () => {
    const feeds = SITES.map((site) => `"${web.feed(site)}"`).join(', ');
    const file = configure('feeds', `[[sources]]\nkind = "feed"\nfeeds = [${feeds}]`);
    start(file, 'source');
    start(file, 'extract');
    const sink = start(file, 'sink');
    const fetching = start(file, 'fetch');
    await until(() => documents('feeds').length > 2);
    fetching.child.kill('SIGKILL');
    sink.child.kill('SIGKILL');
    start(file, 'fetch');
    start(file, 'sink');
    await until(() => documents('feeds').length >= articles);
    const found = documents('feeds');
    assert.equal(found.length, articles);
    assert.equal(new Set(found.map(({ id }) => id)).size, articles);
    const titles = web.newsrooms.flatMap((room) => Array.from({ length: 15 }, (_, at) => room.article(at).title));
    assert.deepEqual(found.map(({ title }) => title).sort(), titles.sort());
    assert.ok(
      found.every(({ input }) => String(input).startsWith('feed:')),
      'rows name the feed',
    );
  });

  test('a crawl in one process with all roles follows the links that the fetch role finds', async () => {
    const file = configure(
      'crawled',
      `[[sources]]\nkind = "crawl"\nurls = ["${web.origin(SITES[0])}/"]\nsamplePages = 0`,
    );
    const { child, ended } = start(file, 'all');
    await until(() => documents('crawled').length >= 15);
    child.kill('SIGTERM');
    const { code, err } = await ended;
    assert.equal(code, 0, err);
    const titles = new Set(documents('crawled').map(({ title }) => title));
    for (let at = 0; at < 15; at++) assert.ok(titles.has(web.newsrooms[0].article(at).title), `article ${at}`);
    assert.match(err, /sync/, 'a server that does not report that it syncs is worth a warning');
  });

  test('mistakes are reported with 2, a server that is not there and streams of another number with 3', async () => {
    const other = startDehusk(home, ['watch', configure('feeds', '[[sources]]\nkind = "list"\npath = "x"'), '--check']);
    assert.equal((await other.ended).code, 0);
    const [noServer, noInput, gone] = [
      await runHere(['watch', '--role', 'extract']),
      await runHere(['watch', '--nats', nats.url]),
      await runHere(['watch', '--nats', 'nats://127.0.0.1:9', '--role', 'extract']),
    ];
    assert.equal(noServer.code, 2, noServer.err);
    assert.equal(noInput.code, 2, noInput.err);
    assert.equal(gone.code, 3, gone.err);
    assert.match(gone.err, /nats:\/\/127\.0\.0\.1:9 cannot be reached/);
  });
});
