import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import type { WriteStream } from 'node:tty';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { FetchCounters } from '@dehusk/node';
import { painterFor, widthOf } from '@dehusk/node';
import fc from 'fast-check';
import { Registry } from 'prom-client';
import { until } from '../../../node/dist/until.fixture.js';
import type { StreamSnapshot } from '../stream/stream.js';
import { dashboardLines, openDashboard, openStatusLines, rateMeter, statusLine } from './dashboard.js';
import { openLog, textLine } from './log.js';
import { openOperationsServer, pipelineMetrics, watchReadiness } from './operations-server.js';

type Readiness = ReturnType<ReturnType<typeof watchReadiness>['judge']>;

const SNAPSHOT: StreamSnapshot = {
  phase: 'running',
  startedAt: 1_000_000,
  seen: 412,
  again: 0,
  emittedBefore: 0,
  emitted: 301,
  revised: 23,
  rejected: { 'identify/duplicate': 88, 'extract/no-pattern': 9, 'fetch/http-status': 2 },
  inFlight: 12,
  committed: 390,
  commits: 7,
  bytes: 5_120_000,
  latency: { p50: 640, p95: 2_150, p99: 4_300 },
  workers: { busy: 1, total: 2, replaced: 1 },
  sites: [
    {
      site: 'harbour-gazette.example',
      pages: 212,
      emitted: 161,
      duplicates: 48,
      discarded: 3,
      waiting: 0,
      modelAt: 1_082_000,
      modelPages: 161,
    },
    {
      site: 'valley-post.example',
      pages: 200,
      emitted: 140,
      duplicates: 40,
      discarded: 8,
      waiting: 12,
      modelAt: null,
      modelPages: 0,
    },
  ],
  sources: [],
};
const NOW = 1_083_000;
const FETCHING: FetchCounters = {
  requests: 420,
  retries: 5,
  bytes: 1_200_000,
  waiting: 3,
  active: 2,
  failures: { timeout: 2 },
};
const PLAIN = painterFor({ isTTY: false }, {});
const RATES = { total: 18.25, sites: new Map([['valley-post.example', 7.04]]), curve: [0, 4, 8] };

test('the dashboard, line by line', () => {
  const lines = dashboardLines({
    title: 'dehusk watch',
    snapshot: SNAPSHOT,
    rates: RATES,
    fetching: FETCHING,
    messages: ['old', 'a worker was replaced', 'b', 'c'],
    now: NOW,
    columns: 120,
    rows: 40,
    paint: PLAIN,
  });
  assert.deepEqual(lines, [
    'dehusk watch  running  00:01:23  18.3 pages/s  ▁▅█',
    'seen 412   kept 301   duplicates 88   rejected 11   in flight 12   committed 390   corrections 23',
    'latency p50 640 ms   p95 2.1 s   workers 1/2, 1 replaced   fetching 2, 3 waiting   pages 5.1 MB',
    '',
    'site                     pages   rate  kept  duplicates  rejected  waiting  model',
    'harbour-gazette.example    212  0.0/s   161          48       1 %        0  161 pages, learning now',
    'valley-post.example        200  7.0/s   140          40       4 %       12  none yet',
    '',
    'rejected  identify/duplicate 88   extract/no-pattern 9   fetch/http-status 2',
    'a worker was replaced',
    'b',
    'c',
  ]);
});

test('a terminal of few rows shows the busiest sites and how many there are besides', () => {
  const sites = Array.from({ length: 50 }, (_, at) => ({ ...SNAPSHOT.sites[0], site: `s${at}.example` }));
  const view = { title: 't', rates: RATES, fetching: FETCHING, messages: [], now: NOW, columns: 120, paint: PLAIN };
  const lines = dashboardLines({ ...view, snapshot: { ...SNAPSHOT, sites }, rows: 20 });
  assert.ok(lines.length <= 20);
  assert.ok(lines.includes('… and 38 more sites'));
});

test('the status line', () => {
  assert.equal(
    statusLine({ snapshot: SNAPSHOT, rates: RATES, now: NOW }),
    '00:01:23 running, 412 seen, 301 kept, 11 rejected, 88 duplicates, 23 corrections, 12 in flight, 18.3/s, latency 640 ms / 2.1 s, 2 sites',
  );
});

test('rates are those of the last ten seconds', () => {
  const meter = rateMeter();
  const at = (seen: number): StreamSnapshot => ({
    ...SNAPSHOT,
    seen,
    inFlight: 0,
    sites: [{ ...SNAPSHOT.sites[0], pages: seen }],
  });
  assert.equal(meter.look(at(0), 0).total, 0);
  assert.equal(meter.look(at(50), 5_000).total, 10);
  meter.look(at(50), 10_000);
  const late = meter.look(at(50), 16_000);
  assert.equal(late.total, 0);
  assert.equal(late.sites.get('harbour-gazette.example'), 0);
  assert.deepEqual(late.curve, [10, 0, 0]);
});

test('ready is what works: not draining, not stopped, not stalled', () => {
  const cases: readonly (readonly [at: number, snapshot: Partial<StreamSnapshot>, reason: Readiness['reason']])[] = [
    [0, { commits: 1, inFlight: 5 }, 'running'],
    [9_000, { commits: 1, inFlight: 5 }, 'running'],
    [10_001, { commits: 1, inFlight: 5 }, 'stalled'],
    [11_000, { commits: 2, inFlight: 5 }, 'running'],
    // Nothing to do is no stall.
    [30_000, { commits: 2, inFlight: 0 }, 'running'],
    [39_000, { commits: 2, inFlight: 1 }, 'running'],
    [40_000, { commits: 3, inFlight: 1, phase: 'draining' }, 'draining'],
    [41_000, { commits: 4, inFlight: 0, phase: 'stopped' }, 'stopped'],
  ];
  const watch = watchReadiness(10_000);
  for (const [at, snapshot, reason] of cases) {
    const got = watch.judge({ ...SNAPSHOT, ...snapshot }, at);
    assert.deepEqual(got, { isReady: reason === 'running', reason }, `at ${at}`);
  }
});

test('no value of a label ends it, or its line', async () => {
  const hostile = 'a"} 1\\\ndehusk_up 1\r\u2028\\"';
  const text = await pipelineMetrics({
    snapshot: () => ({ ...SNAPSHOT, rejected: { [`fetch/${hostile}`]: 7 } }),
    fetching: () => ({ ...FETCHING, failures: { [hostile]: 8 } }),
  }).metrics();
  const value = hostile.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
  assert.ok(text.includes(`\ndehusk_rejects_total{stage="fetch",reason="${value}"} 7\n`), text);
  assert.ok(text.includes(`\ndehusk_fetch_failures_total{reason="${value}"} 8\n`), text);
  assert.doesNotMatch(text, /^dehusk_up/m);
});

test('metrics and health over HTTP', async () => {
  let readiness: Readiness = { isReady: true, reason: 'running' };
  const metrics = pipelineMetrics({ snapshot: () => SNAPSHOT, fetching: () => FETCHING });
  const server = await openOperationsServer({ host: '127.0.0.1', port: 0, metrics, readiness: () => readiness });
  try {
    const ask = (path: string, method = 'GET') => fetch(server.address + path, { method });
    const answer = await ask('/metrics');
    assert.match(answer.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/);
    const text = await answer.text();
    for (const line of [
      'dehusk_items_total 412',
      'dehusk_documents_total 301',
      'dehusk_rejects_total{stage="identify",reason="duplicate"} 88',
      'dehusk_latency_seconds{quantile="0.95"} 2.15',
      'dehusk_latency_seconds{quantile="0.99"} 4.3',
      'dehusk_workers{state="idle"} 1',
      'dehusk_phase{phase="running"} 1',
      'dehusk_fetch_failures_total{reason="timeout"} 2',
    ])
      assert.ok(text.split('\n').includes(line), line);
    assert.match(text, /# TYPE dehusk_items_total counter/);
    assert.match(text, /process_resident_memory_bytes \d/);
    // Asked twice, told the same: counters are set, not added to.
    assert.match(await (await ask('/metrics')).text(), /\ndehusk_items_total 412\n/);
    assert.equal((await ask('/healthz')).status, 200);
    // A web page whose name is bound to 127.0.0.1 sends its own name. Supervisors may use any.
    for (const [path, status] of [
      ['/metrics', 421],
      ['/healthz', 200],
    ] as const) {
      const answered = new Promise((done) => {
        get(server.address + path, { headers: { host: 'evil.example' } }, (one) => done(one.resume().statusCode));
      });
      assert.equal(await answered, status);
    }
    assert.equal((await ask('/readyz')).status, 200);
    readiness = { isReady: false, reason: 'draining' };
    const draining = await ask('/readyz');
    assert.deepEqual([draining.status, await draining.text()], [503, 'draining\n']);
    assert.equal((await ask('/elsewhere')).status, 404);
    assert.equal((await ask('/metrics', 'POST')).status, 405);
  } finally {
    await server.close();
  }
});

test('more connections than allowed shut no supervisor out, and no address ends the process', async () => {
  const server = await openOperationsServer({
    ...{ host: '127.0.0.1', port: 0, metrics: new Registry() },
    readiness: () => ({ isReady: true, reason: 'running' }),
  });
  const { port } = new URL(server.address);
  const open = (text: string) =>
    new Promise<Socket>((resolve) => {
      const socket = connect(Number(port), '127.0.0.1', () => {
        socket.write(text);
        resolve(socket);
      });
      socket.on('error', () => {});
    });
  const idle = await Promise.all(Array.from({ length: 400 }, async () => (await open('')).resume()));
  assert.equal((await fetch(`${server.address}/healthz`)).status, 200);
  await until(() => idle.filter(({ destroyed }) => destroyed).length >= 200);
  for (const socket of idle) socket.destroy();
  for (const path of ['//', '//a:b:c/', 'http://[', '/?'.repeat(100)]) {
    const socket = await open(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`);
    let answer = '';
    for await (const chunk of socket) answer += chunk;
    assert.match(answer, /^HTTP\/1\.1 [24]\d\d /, path);
  }
  await server.close();
});

test('law: no line of the dashboard is wider than the terminal, and no more lines than it has', () => {
  const number = fc.integer({ min: 0, max: 1e12 });
  const name = fc.string({ unit: fc.constantFrom('a', '.', '梅', '🍅', '\x1b[2J', '\n', ' '), maxLength: 60 });
  const site = fc.record({
    site: name,
    pages: number,
    emitted: number,
    duplicates: number,
    discarded: number,
    waiting: number,
    modelAt: fc.option(fc.constant(NOW)),
    modelPages: number,
  });
  const latency = fc.option(fc.record({ p50: number, p95: number, p99: number }));
  const snapshots = fc
    .record({
      seen: number,
      emitted: number,
      revised: number,
      inFlight: number,
      committed: number,
      bytes: number,
      latency,
      rejected: fc.dictionary(fc.constantFrom('fetch/http-status', 'identify/duplicate', 'extract/too-short'), number),
      sites: fc.array(site, { maxLength: 30 }),
    })
    .map((random) => ({ ...SNAPSHOT, ...random }) as StreamSnapshot);
  fc.assert(
    fc.property(
      snapshots,
      fc.integer({ min: 40, max: 200 }),
      fc.integer({ min: 3, max: 60 }),
      name,
      fc.array(name, { maxLength: 4 }),
      fc.array(number, { maxLength: 30 }),
      fc.boolean(),
      (snapshot, columns, rows, title, messages, points, isPainted) => {
        const lines = dashboardLines({
          ...{ snapshot, columns, rows, title, messages, now: NOW, fetching: FETCHING },
          rates: { total: points[0] ?? 0, sites: new Map(), curve: points },
          paint: painterFor({ isTTY: isPainted }, { TERM: 'xterm' }),
        });
        assert.ok(lines.length <= rows);
        for (const line of lines) {
          assert.ok(widthOf(line) <= columns, `${widthOf(line)} of ${columns}: ${line}`);
          assert.doesNotMatch(line, /\n|\x1b\[2J/);
        }
      },
    ),
  );
});

test('the dashboard is drawn on the alternate screen, and its last drawing stays on the normal one', () => {
  const terminal = Object.assign(new PassThrough(), { columns: 100, rows: 30 }) as unknown as WriteStream & PassThrough;
  const view = { title: 'dehusk', snapshot: () => SNAPSHOT, fetching: () => FETCHING, now: () => NOW };
  const dashboard = openDashboard(terminal, view);
  dashboard.notify('something happened');
  terminal.columns = 60;
  terminal.emit('resize');
  dashboard.close();
  dashboard.close();
  const text = String(terminal.read());
  const [alternate, normal] = text.split('\x1b[?1049l\x1b[?25h\x1b[?7h');
  assert.ok(alternate.startsWith('\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[H'));
  assert.equal(alternate.split('\x1b[H').length, 3, 'drawn at once and when resized');
  assert.match(normal, /^dehusk {2}running[^\x1b]*something happened\n$/);
});

test('a dashboard left open keeps no messages besides those it shows', () => {
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc') as () => void;
  const terminal = Object.assign(new PassThrough(), { columns: 100, rows: 30 }) as unknown as WriteStream & PassThrough;
  const view = { title: 'dehusk', snapshot: () => SNAPSHOT, fetching: () => FETCHING, now: () => NOW };
  const dashboard = openDashboard(terminal, view);
  gc();
  const before = process.memoryUsage().heapUsed;
  for (let number = 0; number < 200_000; number++) dashboard.notify(`new  a.example  ${'title '.repeat(9)}${number}`);
  gc();
  const grown = process.memoryUsage().heapUsed - before;
  dashboard.close();
  assert.ok(grown < 4_000_000, `${grown} bytes`);
  assert.match(String(terminal.read()), /title 199999/);
});

test('without a terminal: the last line is told when it ends', () => {
  const lines: string[] = [];
  const view = { title: 'dehusk', snapshot: () => SNAPSHOT, fetching: () => FETCHING, now: () => NOW };
  openStatusLines(view, 60_000, (line) => lines.push(line)).close();
  assert.equal(lines.length, 1);
});

test('the log file: JSON lines from a level on, in a folder that is made', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dehusk-log-'));
  try {
    const file = join(folder, 'deep', 'dehusk.log');
    const { log, close } = openLog({ level: 'warn', format: 'text', file });
    log.info('not this');
    log.warn({ site: 'a.example' }, 'this');
    close();
    const lines = readFileSync(file, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.equal(lines.length, 1);
    assert.equal(lines[0].msg, 'this');
    assert.equal(lines[0].site, 'a.example');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a line of the log for people: local time, level, message, fields; control characters of pages are escaped', () => {
  const time = new Date(2026, 0, 2, 3, 4, 5).getTime();
  const line = (fields: object): string => textLine(JSON.stringify({ time, ...fields }), PLAIN);
  assert.equal(
    line({ level: 30, msg: 'started', sources: ['feed'], metrics: null }),
    '03:04:05 info  started  sources=["feed"]  metrics=null\n',
  );
  assert.equal(line({ level: 50, msg: 'x\u001b[2J\ny' }), '03:04:05 error x\\x1b[2J\\x0ay\n');
  assert.equal(line({ level: 20, msg: 'document', title: '\u009b1m' }), '03:04:05 debug document  title=\\x9b1m\n');
});

test('the first signal asks, the second ends the process as if nobody had listened', async () => {
  const child = spawn(process.execPath, [new URL('./stop-signals.fixture.js', import.meta.url).pathname]);
  const said: string[] = [];
  const ended = new Promise<[number | null, string | null]>((resolve) =>
    child.on('exit', (code, signal) => resolve([code, signal])),
  );
  child.stdout.on('data', (chunk: Buffer) => {
    said.push(String(chunk).trim());
    child.kill('SIGTERM');
  });
  assert.deepEqual(await ended, [null, 'SIGTERM']);
  assert.deepEqual(said, ['listening', 'asked by SIGTERM']);
});
