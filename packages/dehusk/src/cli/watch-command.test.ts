/** `dehusk watch` as a real process on the demo's web. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { until } from '../../../node/dist/until.fixture.js';
import { type DemoServer, openDemoServer } from '../demo/demo-server.js';
import { DEMO_SITES } from '../demo/templates.js';
import { type Ended, rowsIn, runHere, startDehusk } from './stream-process.fixture.js';

const SITE = { ...DEMO_SITES[0], backlog: 12, everyMilliseconds: Number.POSITIVE_INFINITY };
const home = mkdtempSync(join(tmpdir(), 'dehusk-watch-'));
// Relative paths of runs inside this process.
process.chdir(home);
let server: DemoServer;
let feed: string;
before(async () => {
  server = await openDemoServer({ sites: [SITE] });
  feed = `http://127.0.0.1:${server.port}/feed.xml`;
});
after(async () => {
  await server.close();
  rmSync(home, { recursive: true });
});

const watch = (...args: string[]): Promise<Ended> => runHere(['watch', ...args]);
const QUICK = ['--extractor', 'justext', '--workers', '1', '--allow-private', '--delay', '0'];

test('a feed into a pipe: JSON lines, each article once; the next run has nothing new', async () => {
  const first = await watch(feed, '--once', '--state', 'piped', ...QUICK);
  assert.equal(first.code, 0, first.err);
  const rows = first.out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.equal(rows.length, SITE.backlog);
  assert.equal(new Set(rows.map(({ id }) => id)).size, SITE.backlog);
  const [room] = server.newsrooms;
  const titles = Array.from({ length: SITE.backlog }, (_, number) => room.article(number).title);
  assert.deepEqual(rows.map(({ title }) => title).sort(), titles.sort());
  const second = await watch(feed, '--once', '--state', 'piped', ...QUICK);
  assert.equal(second.code, 0);
  assert.equal(second.out, '');
});

test('documents, and corrections beside them, are counted', async () => {
  const { err, code } = await watch(
    feed,
    '--once',
    '--state',
    'counted',
    '-o',
    'counted',
    ...QUICK,
    '--extractor',
    'site',
  );
  assert.equal(code, 0, err);
  const documents = rowsIn(join(home, 'counted'));
  const corrections = documents.filter(({ revision }) => revision !== 1).length;
  assert.match(err, new RegExp(`^dehusk: ${SITE.backlog} new documents, ${corrections} corrections? in counted`, 'm'));
});

test('SIGTERM drains and ends with 0; metrics and health answer meanwhile; the next run goes on', async () => {
  const configuration = join(home, 'watch.toml');
  writeFileSync(
    configuration,
    `[[sources]]
kind = "feed"
feeds = ["${server.feed(SITE)}"]
[[sinks]]
kind = "jsonl"
folder = "drained"
[fetch]
delay = 0
allowPrivate = true
hosts = { "*.example" = "127.0.0.1" }
[stream]
extractor = "justext"
workers = 1
commitPages = 3
[state]
folder = "drained-state"
`,
  );
  const { child, ended, says } = startDehusk(home, ['watch', configuration, '--port', String(await freePort())]);
  const [, port] = await says(/(http:\S+)\/metrics\n/);
  assert.equal((await fetch(`${port}/healthz`)).status, 200);
  assert.equal((await fetch(`${port}/readyz`)).status, 200);
  await until(async () => {
    const metrics = await (await fetch(`${port}/metrics`)).text();
    return /^dehusk_committed_total [1-9]/m.test(metrics);
  });
  child.kill('SIGTERM');
  const { code, err } = await ended;
  assert.equal(code, 0, err);
  assert.match(err, / draining/);
  assert.match(err, / stopped/);

  writeFileSync(
    configuration,
    readFileSync(configuration, 'utf8').replace('kind = "feed"', 'kind = "feed"\nonce = true'),
  );
  assert.equal((await watch(configuration)).code, 0);
  const documents = rowsIn(join(home, 'drained'));
  assert.equal(documents.length, SITE.backlog);
  assert.equal(new Set(documents.map(({ id, revision }) => `${id} ${revision}`)).size, SITE.backlog);
});

test('what is wrong is told, with 2 for usage and 3 for what cannot be opened', async () => {
  const bad = join(home, 'bad.toml');
  writeFileSync(bad, '[[sources]]\nkind = "feed"\nfeeds = []\n\n[[sinks]]\nkind = "jsonl"\nfoldr = "x"\n');
  const file = join(home, 'a-file');
  writeFileSync(file, '');
  const cases: readonly (readonly [args: readonly string[], code: number, err: RegExp])[] = [
    [[bad], 2, /bad\.toml:7:1: sinks\[0\] has no setting "foldr" \(the nearest is "folder"\)/],
    [['--check', bad], 2, /bad\.toml:5:3: sinks\[0\] lacks "folder"/],
    [['no-such-file'], 3, /there is no file no-such-file; expected a configuration file/],
    [[bad, feed], 2, /a configuration names all inputs/],
    [[feed, '--extractor', 'nothing'], 2, /nothing/],
    [[feed, '--port', '99999'], 2, /Expected a port/],
    [[feed, '--once', '--state', file], 3, /a-file is a file, expected a folder of state/],
    [[feed, '--once', '-o', file, '--state', 'fresh'], 3, /a-file/],
  ];
  const ends = await Promise.all(cases.map(([args]) => watch(...args)));
  cases.forEach(([args, code, err], at) => {
    assert.match(ends[at].err, err, args.join(' '));
    assert.equal(ends[at].code, code, args.join(' '));
  });
});

test('--print-config prints what --check takes', async () => {
  const { out, code } = await watch(feed, '--print-config', '-o', 'news', '--delay', '3');
  assert.equal(code, 0);
  assert.match(out, /^delay = 3000$/m);
  const file = join(home, 'printed.toml');
  writeFileSync(file, out);
  const checked = await watch('--check', file);
  assert.equal(checked.code, 0, checked.err);
});

async function freePort(): Promise<number> {
  const { createServer } = await import('node:net');
  return new Promise((resolve) => {
    const taken = createServer().listen(0, '127.0.0.1', () => {
      const { port } = taken.address() as { port: number };
      taken.close(() => resolve(port));
    });
  });
}
