/** `dehusk monitor` as a real process: counts, hits and alerts after kills are those of an undisturbed run; the service. */
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { openDemoServer } from '../demo/demo-server.js';
import { DEMO_SITES } from '../demo/demo-sites.js';
import { webhookSignature } from '../sinks/webhook.js';
import { storeNamed } from '../stores/index.js';
import { rowsIn, runHere, startDehusk } from './stream-process.fixture.js';

const PAGES = 14;
const SECRET = 'a secret of the test';
const home = mkdtempSync(join(tmpdir(), 'dehusk-monitor-'));
/** Requests of the webhook: id, signature and body. */
const posted: { readonly id: string; readonly isSigned: boolean; readonly body: string }[] = [];
let hook: Server;

before(async () => {
  // Two sites of the demo, hour by hour, from one file: the order of pages is that of the file.
  const sites = DEMO_SITES.slice(0, 2).map((site) => ({ ...site, redesign: null }));
  const web = await openDemoServer({ sites });
  const rows = Array.from({ length: PAGES }, (_, number) =>
    web.newsrooms.map((room) => {
      const origin = `https://${room.site.host}`;
      const html = room.articlePage(number, { origin, published: PAGES, seed: String(number) });
      return `${JSON.stringify({ url: origin + room.path(number), html, timestamp: room.publishedAt(number).toISOString() })}\n`;
    }),
  );
  await web.close();
  writeFileSync(join(home, 'pages.jsonl'), rows.flat().join(''));
  hook = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (more: string) => (body += more));
    request.on('end', () => {
      const id = String(request.headers['webhook-id']);
      const signature = webhookSignature(SECRET, id, Number(request.headers['webhook-timestamp']), body);
      posted.push({ id, isSigned: signature === request.headers['webhook-signature'], body });
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((done) => hook.listen(0, '127.0.0.1', done));
});
after(() => {
  hook.close();
  rmSync(home, { recursive: true });
});

/** A folder with a configuration over the pages. */
function folderOf(name: string, more = ''): string {
  const folder = join(home, name);
  mkdirSync(folder);
  writeFileSync(
    join(folder, 'dehusk.toml'),
    `[[sources]]
kind = "jsonl"
path = "../pages.jsonl"
[stream]
workers = 1
commitPages = 4
maxInFlight = 8
[[monitor.lists]]
name = "town"
terms = ["ferry operator", "harbour council", "said that"]
sites = ["harbour-gazette.example", "valley-post.example"]
alert = "hit"
[[monitor.lists]]
name = "bursts"
terms = ["storm", "library"]
minimum = 1
factor = 1
earlierWindows = 4
[monitor.hits]
kind = "jsonl"
folder = "hits"
[[monitor.alerts]]
kind = "jsonl"
folder = "alerts"
[[monitor.alerts]]
kind = "webhook"
url = "http://127.0.0.1:${(hook.address() as AddressInfo).port}/"
secretVariable = "SECRET"
${more}`,
  );
  return folder;
}

const run = async (folder: string, input = false) =>
  startDehusk(folder, ['monitor', 'dehusk.toml', '--port', String(await freePort())], {
    input,
    environment: { SECRET },
  });

/** Everything that the monitor keeps and wrote. */
async function outcome(folder: string) {
  const store = await storeNamed('lmdb').open(join(folder, 'dehusk-state'), false);
  const state: Record<string, string> = {};
  try {
    for (const key of await store.keys('monitor/')) state[key] = Buffer.from((await store.get(key)) ?? []).toString();
  } finally {
    await store.close();
  }
  return { state, hits: rowsIn(join(folder, 'hits')), alerts: rowsIn(join(folder, 'alerts')) };
}

test('killed with SIGKILL again and again: state, hits and alerts are those of an undisturbed run', async () => {
  const whole = folderOf('whole');
  const end = await (await run(whole)).ended;
  assert.equal(end.code, 0, end.err);
  const expected = await outcome(whole);
  const sent = new Set(posted.map((one) => one.id));
  const corrected = expected.hits.filter(({ revision }) => Number(revision) > 1);
  assert.ok(corrected.length > 0, 'no correction was among the documents');
  assert.ok(expected.alerts.some(({ rule }) => rule === 'burst') && expected.alerts.some(({ rule }) => rule === 'hit'));

  posted.length = 0;
  const killed = folderOf('killed');
  let kills = 0;
  for (let runs = 0; ; runs++) {
    assert.ok(runs < 20, 'it did not end');
    const { child, ended } = await run(killed);
    const before = rowsIn(join(killed, 'hits')).length;
    // Hits are written before each commit that has some.
    const watch = setInterval(() => {
      if (kills < 2 && rowsIn(join(killed, 'hits')).length > before) child.kill('SIGKILL');
    }, 5);
    const { code, err } = await ended;
    clearInterval(watch);
    if (code === null) kills++;
    else assert.equal(code, 0, err);
    if (code === 0) break;
  }
  assert.ok(kills >= 2, `${kills} kills`);
  assert.deepEqual(await outcome(killed), expected);
  // What is sent cannot be taken back, but a repetition has the id of the first request and the same body.
  assert.deepEqual(new Set(posted.map((one) => one.id)), sent);
  const bodies = new Map<string, string>();
  for (const { id, isSigned, body } of posted) {
    assert.ok(isSigned);
    assert.equal(bodies.get(id) ?? body, body);
    bodies.set(id, body);
  }
  assert.equal(bodies.size, expected.alerts.length);
});

test('hits and alerts are as docs/monitor.schema.json says', async () => {
  const schema = JSON.parse(readFileSync(new URL('../../../../docs/monitor.schema.json', import.meta.url), 'utf8'));
  const validate = new Ajv2020({ strict: false, formats: { 'date-time': true } }).compile(schema);
  const { hits, alerts } = await outcome(join(home, 'whole'));
  for (const row of [...hits, ...alerts]) assert.ok(validate(row), JSON.stringify([validate.errors?.[0], row]));
  for (const { sentences, term } of hits as { sentences: { text: string; from: number; to: number }[]; term: string }[])
    for (const { text, from, to } of sentences) assert.equal(text.slice(from, to).toLowerCase(), term);
});

test('the service: page, trends, events as they come and those that were missed, other names refused', async () => {
  const folder = folderOf('served');
  cpSync(join(home, 'whole', 'dehusk-state'), join(folder, 'dehusk-state'), { recursive: true });
  for (const name of ['hits', 'alerts']) cpSync(join(home, 'whole', name), join(folder, name), { recursive: true });
  // Standard input keeps the process alive; its pages come from the test.
  writeFileSync(
    join(folder, 'dehusk.toml'),
    readFileSync(join(folder, 'dehusk.toml'), 'utf8')
      .replace('"../pages.jsonl"', '"-"')
      .replace('commitPages = 4', 'commitPages = 1'),
  );
  const { child, ended, says } = await run(folder, true);
  try {
    const [, address] = await says(/(http:\/\/\S+?:\d+)\//);
    const page = await fetch(`${address}/`);
    assert.match(
      page.headers.get('content-security-policy') ?? '',
      /default-src 'none'; script-src 'self'; style-src 'self';/,
    );
    assert.match(await page.text(), /<title>Dehusk monitor/);
    const trends = async (query = '') => (await (await fetch(`${address}/trends${query}`)).json()) as TrendsAnswer;
    const before = await trends('?list=town&bucket=day');
    assert.deepEqual([before.list, before.terms.length, before.times.length], ['town', 3, 92]);
    assert.equal((await fetch(`${address}/trends?list=none`)).status, 404);
    assert.equal((await fetch(`${address}/trends?count=0`)).status, 400);
    assert.equal((await fetch(`${address}/healthz`)).status, 200);

    const { events } = (await (await fetch(`${address}/recent`)).json()) as { events: { number: number }[] };
    const last = events.at(-1)?.number ?? 0;
    const reading = await fetch(`${address}/events`, { headers: { 'last-event-id': String(last - 2) } });
    const text = readerOf(reading);
    const missed = await text(new RegExp(`id: ${last}\n`));
    assert.deepEqual(
      [...missed.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id)),
      [last - 1, last],
    );
    const html = `<html lang="en"><body><article><h1>A new page</h1><p>${'The ferry operator has bought a second boat for the harbour. '.repeat(8)}</p></article></body></html>`;
    child.stdin?.write(
      `${JSON.stringify({ url: 'https://new.harbour-gazette.example/a', html, timestamp: '2026-03-03T08:00:00Z' })}\n`,
    );
    const news = await text(/event: trends/);
    assert.match(news, new RegExp(`event: hit\nid: ${last + 1}\ndata: \\{"schema":1,"kind":"hit"`));
    const total = ({ terms }: TrendsAnswer) =>
      terms.flatMap(({ documents }) => documents).reduce((sum, one) => sum + one, 0);
    assert.ok(total(await trends('?list=town&bucket=day')) > total(before));

    // A web page whose name is bound to 127.0.0.1 sends its own name.
    const { get } = await import('node:http');
    const status = await new Promise((done) => {
      get(`${address}/trends`, { headers: { host: 'evil.example' } }, (response) => done(response.resume().statusCode));
    });
    assert.equal(status, 421);
    child.kill('SIGTERM');
    const { code, err } = await ended;
    assert.equal(code, 0, err);
  } finally {
    child.kill('SIGKILL');
  }
});

interface TrendsAnswer {
  readonly list: string;
  readonly times: readonly string[];
  readonly terms: readonly { readonly documents: readonly number[] }[];
}

/** Reads a body until a pattern comes; returns what came since the last one. */
function readerOf(response: Response): (pattern: RegExp) => Promise<string> {
  const reader = (response.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader();
  return async (pattern) => {
    let text = '';
    while (!pattern.test(text)) {
      const { value, done } = await reader.read();
      if (done) throw new Error(`it ended before ${pattern}: ${text}`);
      text += value;
    }
    return text;
  };
}

test('what is wrong is reported with 2 for usage and 3 for what cannot be opened', async () => {
  process.chdir(home);
  const config = (monitor: string): string => `[[sources]]\nkind = "jsonl"\npath = "pages.jsonl"\n${monitor}`;
  const file = (name: string, text: string): string => {
    writeFileSync(join(home, name), text);
    return name;
  };
  const cases: readonly (readonly [args: readonly string[], code: number, err: RegExp])[] = [
    [['monitor'], 2, /missing required argument 'file'/],
    [['monitor', 'nothing.toml'], 3, /there is no file nothing\.toml/],
    [['monitor', file('a.toml', config(''))], 2, /a\.toml:1:1: the file lacks "monitor"|lacks "monitor"/],
    [
      ['monitor', file('b.toml', config('[[monitor.lists]]\nname = "x"\n'))],
      2,
      /b\.toml:4:\d+: list "x" got no terms and no names/,
    ],
    [
      ['monitor', file('c.toml', config('[[monitor.lists]]\nname = "x"\nterm = ["a"]\n'))],
      2,
      /c\.toml:6:1: monitor\.lists\[0\] has no setting "term" \(the nearest is "terms"\)/,
    ],
    [
      ['monitor', file('d.toml', config('[[monitor.lists]]\nname = "x"\nterms = ["a"]\nearlierWindows = 400\n'))],
      2,
      /compares 401 hours, expected at most the 336 hours kept/,
    ],
    [
      [
        'monitor',
        file('e.toml', config('[stream]\nfields = ["title"]\n[[monitor.lists]]\nname = "x"\nterms = ["a"]\n')),
      ],
      2,
      /stream\.fields lacks "text"/,
    ],
    [
      ['monitor', file('f.toml', config('[[monitor.lists]]\nname = "x"\nterms = ["—"]\n'))],
      2,
      /monitor\.lists\[0\]\.terms\[0\] got "—"/,
    ],
    [
      [
        'watch',
        file(
          'g.toml',
          `${config('[[sinks]]\nkind = "jsonl"\nfolder = "x"\n[[monitor.lists]]\nname = "x"\nterms = ["a"]\n')}`,
        ),
      ],
      2,
      /expected "dehusk monitor g\.toml"/,
    ],
  ];
  for (const [args, code, err] of cases) {
    const end = await runHere(args);
    assert.match(end.err, err, args.join(' '));
    assert.equal(end.code, code, args.join(' '));
  }
  const printed = await runHere(['monitor', '--print-config', join('whole', 'dehusk.toml')]);
  assert.equal(printed.code, 0, printed.err);
  const checked = await runHere(['monitor', '--check', file('printed.toml', printed.out)]);
  assert.equal(checked.code, 0, checked.err);
});

async function freePort(): Promise<number> {
  return new Promise((done) => {
    const taken = createServer().listen(0, '127.0.0.1', () => {
      const { port } = taken.address() as AddressInfo;
      taken.close(() => done(port));
    });
  });
}
