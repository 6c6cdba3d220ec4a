/** `dehusk crawl` as a real process over a real server. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { answers, type Loopback, loopback, type Routes, sends } from '../../../node/dist/fetch/loopback.fixture.js';
import { until } from '../../../node/dist/until.fixture.js';
import { type Ended, rowsIn, runHere, startDehusk } from './stream-process.fixture.js';

const ARTICLES = Array.from({ length: 8 }, (_, at) => `/news/${at}.html`);
const QUICK = ['--extractor', 'justext', '--workers', '1', '--allow-private', '--delay', '0'];
const home = mkdtempSync(join(tmpdir(), 'dehusk-crawl-'));
// Relative paths of runs inside this process.
process.chdir(home);
let server: Loopback;
/** How often a page was asked for. */
const asked: Record<string, number> = {};
/** While it is a list, articles wait there to be answered, so that a run cannot end. */
let held: (() => void)[] | null = null;
const letGo = (): void => {
  for (const go of held ?? []) go();
  held = null;
};

const page = (path: string): string => {
  const said = `the ferry number ${path} left the harbour at noon with all the people who had waited there since the morning, and it was as full as it had been on the first day of the year, when nobody had thought that it would be`;
  const links = ['/', ...ARTICLES, '/busy.html', '/gone.html'].map((to) => `<li><a href="${to}">More</a></li>`);
  const text =
    path === '/'
      ? ''
      : `<h1>Ferry ${path}</h1>${`<p>And so ${said}, which it is and was for all of us.</p>`.repeat(6)}`;
  return `<!doctype html><html lang="en"><title>Ferry ${path}</title><ul>${links.join('')}</ul>${text}</html>`;
};

before(async () => {
  const counted =
    (answer: Routes[string]): Routes[string] =>
    (request, response) => {
      const path = request.url ?? '';
      asked[path] = (asked[path] ?? 0) + 1;
      if (held === null || path === '/') answer(request, response);
      else held.push(() => answer(request, response));
    };
  server = await loopback({
    '/robots.txt': sends('', { 'content-type': 'text/plain' }),
    '/': counted(sends(page('/'))),
    ...Object.fromEntries(ARTICLES.map((path) => [path, counted(sends(page(path)))])),
    // Busy for as long as the fetcher's own retries take, and there when it is asked again later.
    '/busy.html': counted((request, response) =>
      (Number(asked['/busy.html']) <= 1 ? answers(503) : sends(page('/busy.html')))(request, response),
    ),
    '/gone.html': counted(answers(410)),
    '/lone.html': sends(page('/lone.html').replace(/<ul>.*<\/ul>/, '<a href="/gone.html">More</a>')),
    '/quiet.html': sends('<!doctype html><title>Quiet</title><ul><li><a href="/gone.html">More</a></li></ul>'),
    '*': answers(404),
  });
});
after(async () => {
  letGo();
  await server.close();
  rmSync(home, { recursive: true });
});

const crawl = (...args: string[]): Promise<Ended> => runHere(['crawl', ...args]);
const pathsIn = (folder: string): string[] =>
  rowsIn(join(home, folder)).map(({ url }) => new URL(String(url)).pathname);

test('a site once through: each article once, a page that was busy too, one that is gone rejected; then nothing new', async () => {
  const file = join(home, 'crawl.toml');
  writeFileSync(
    file,
    `[[sources]]
kind = "crawl"
urls = ["${server.home}"]
retryAfter = 0.05
[[sinks]]
kind = "jsonl"
folder = "whole"
[rejects]
kind = "jsonl"
folder = "whole-rejects"
[fetch]
delay = 0
maxRetries = 0
allowPrivate = true
[stream]
extractor = "justext"
workers = 1
[state]
folder = "whole-state"
`,
  );
  const first = await runHere(['watch', file]);
  assert.equal(first.code, 0, first.err);
  assert.deepEqual(pathsIn('whole').sort(), ['/busy.html', ...ARTICLES]);
  const rejects = rowsIn(join(home, 'whole-rejects')).map(({ url, reason }) => [new URL(String(url)).pathname, reason]);
  assert.deepEqual(rejects.sort(), [
    ['/', 'no-content'],
    ['/gone.html', 'http-status'],
  ]);
  const before = { ...asked };
  const second = await runHere(['watch', file]);
  assert.equal(second.code, 0, second.err);
  assert.deepEqual(asked, before, 'nothing is fetched again');
  assert.equal(pathsIn('whole').length, ARTICLES.length + 1);
});

test('SIGTERM in the middle drains and ends with 0; meanwhile a second one is refused with 3; the next run goes on', async () => {
  held = [];
  const args = [
    'crawl',
    server.home,
    '-o',
    'stopped',
    '--state',
    'stopped-state',
    '--port',
    String(await freePort()),
    ...QUICK,
  ];
  const { child, ended, says } = startDehusk(home, args);
  const [, address] = await says(/(http:\S+)\/metrics\n/);
  const committed = async (): Promise<number> => {
    const metrics = await (await fetch(`${address}/metrics`)).text();
    return Number(/^dehusk_committed_total (\d+)/m.exec(metrics)?.[1] ?? 0);
  };
  await until(async () => (await committed()) > 0);
  const refused = await crawl(server.home, '-o', 'other', '--state', 'stopped-state', ...QUICK);
  assert.equal(refused.code, 3, refused.err);
  assert.match(refused.err, new RegExp(`stopped-state is being written to by process ${child.pid} on `));
  child.kill('SIGTERM');
  await says(/ draining/);
  letGo();
  const { code, err } = await ended;
  assert.equal(code, 0, err);
  assert.match(err, /\d new documents in stopped, state in stopped-state; the same command continues from there/);
  const next = await crawl(server.home, '-o', 'stopped', '--state', 'stopped-state', ...QUICK);
  assert.ok(next.code === 0 || next.code === 1, next.err);
  assert.deepEqual(pathsIn('stopped').sort(), ['/busy.html', ...ARTICLES]);
});

test('SIGTERM before a page with text ends it with 0, not with the 1 of a site without text', async () => {
  held = [];
  const args = ['crawl', `${server.home}/quiet.html`, '-o', 'quiet', '--state', 'quiet-state', ...QUICK];
  const { child, ended, says } = startDehusk(home, args);
  await until(() => held?.length === 1);
  child.kill('SIGTERM');
  await says(/ draining/);
  letGo();
  const { code, err } = await ended;
  assert.equal(code, 0, err);
});

test('killed and started again at once: it goes on, nothing twice', async () => {
  held = [];
  const args = ['crawl', server.home, '-o', 'killed', '--state', 'killed-state', ...QUICK];
  const { child, ended, says } = startDehusk(home, args);
  await says(/ started/);
  child.kill('SIGKILL');
  await ended;
  letGo();
  const next = await crawl(...args.slice(1));
  assert.equal(next.code, 0, next.err);
  assert.deepEqual(pathsIn('killed').sort(), ['/busy.html', ...ARTICLES]);
});

test('killed with only a dead link left: the next run ends with 0, because the site was read and has text', async () => {
  held = [];
  const args = ['crawl', `${server.home}/lone.html`, '-o', 'lone', '--state', 'lone-state', ...QUICK];
  const { child, ended } = startDehusk(home, args);
  await until(() => held?.length === 1 && existsSync(join(home, 'lone')) && pathsIn('lone').length === 1);
  child.kill('SIGKILL');
  await ended;
  letGo();
  const next = await crawl(...args.slice(1));
  assert.equal(next.code, 0, next.err);
  assert.deepEqual(pathsIn('lone'), ['/lone.html']);
});

test('a full disk ends it with 3 and the reason; with room it goes on, nothing lost, nothing twice', async () => {
  const args = ['crawl', server.home, '-o', 'full', '--state', 'full-state', ...QUICK];
  // The state takes more than 40 kB, the documents do not.
  const full = await startDehusk(home, args, { blocks: 80 }).ended;
  assert.equal(full.code, 3, full.err);
  assert.match(full.err, /^dehusk: full-state cannot be written: .*everything committed is safe: make room/m);
  const next = await crawl(...args.slice(1));
  assert.equal(next.code, 0, next.err);
  assert.deepEqual(pathsIn('full').sort(), ['/busy.html', ...ARTICLES]);
});

test('documents into a pipe; exit codes', async () => {
  const piped = await crawl(`${server.home}/news/0.html`, '--pages', '1', '--state', 'piped', ...QUICK);
  assert.equal(piped.code, 0, piped.err);
  assert.equal(piped.out.trimEnd().split('\n').length, 1);
  const file = join(home, 'a-file');
  writeFileSync(file, '');
  mkdirSync(join(home, 'garbage'));
  writeFileSync(join(home, 'garbage', 'data.mdb'), 'no database at all, only words');
  const cases: readonly (readonly [args: readonly string[], code: number, err: RegExp])[] = [
    [[`${server.home}/gone.html`, '--state', 'none'], 3, /gone\.html: http-status: the server answered 410/],
    [['news.example'], 2, /got "news\.example", expected http/],
    [[server.home, '--pages', 'many'], 2, /many/],
    [[server.home, '--state', file], 3, /a-file is a file, expected a folder of state/],
    [[server.home, '--state', 'garbage'], 3, /data\.mdb is damaged or something else: .*got/],
    [[server.home, '-o', file, '--state', 'fresh'], 3, /a-file/],
  ];
  const ends = await Promise.all(cases.map(([args]) => crawl(...args, ...QUICK)));
  cases.forEach(([args, code, err], at) => {
    assert.match(ends[at].err, err, args.join(' '));
    assert.equal(ends[at].code, code, args.join(' '));
  });
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
