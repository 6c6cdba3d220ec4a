/** A process that is stopped (SIGSTOP, a suspended laptop) for longer than its limits allow fetches every page once and loses none. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { closedAfterEach, loopback, sends } from '../../../node/dist/fetch/loopback.fixture.js';
import { until } from '../../../node/dist/until.fixture.js';
import { rowsIn, startDehusk } from './stream-process.fixture.js';

/** Milliseconds for a request, and for a page in its worker. */
const LIMIT = 3_000;
const SITES = Array.from({ length: 6 }, (_, at) => `site${at}.example`);
const home = mkdtempSync(join(tmpdir(), 'dehusk-paused-'));
const opened = closedAfterEach();
const children: { kill(signal: NodeJS.Signals): void }[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});
after(() => rmSync(home, { recursive: true }));

const pageOf = (path: string, links: readonly string[], paragraphs: number): string => {
  const text = `<p>And so it was on page ${path} that the ferrymen counted the posts along the shore, as they had done on the first day of the year, and painted all of those that had lost their colour in the winter, which were more than there had been before.</p>`;
  const list = links.map((to) => `<li><a href="${to}">More</a></li>`).join('');
  return `<!doctype html><html lang="en"><title>Page ${path}</title><ul>${list}</ul><h1>Page ${path}</h1>${text.repeat(paragraphs)}</html>`;
};

/** Sites whose pages under /slow/ wait until `answer`; those under /large/ keep a worker busy. */
async function openSites() {
  const held: (() => void)[] = [];
  const server = await loopback({
    '/robots.txt': sends('', { 'content-type': 'text/plain' }),
    '*': (request, response) => {
      const path = request.url ?? '/';
      const links = path === '/' ? ['/large/1.html', '/slow/1.html'] : [];
      const page = `${request.headers.host}${path}`;
      const send = () => sends(pageOf(page, links, path.startsWith('/large') ? 4_000 : 6))(request, response);
      if (path.startsWith('/slow')) held.push(send);
      else send();
    },
  });
  opened.push(server);
  return {
    port: new URL(server.home).port,
    asked: server.asked,
    held,
    answer(count: number): void {
      for (const send of held.splice(0, count)) send();
    },
  };
}

/** Runs `dehusk watch` with a source; stops the process while every site has a request open. Returns the addresses of documents and of rejects. */
async function watchStopped(name: string, source: string, sites: Awaited<ReturnType<typeof openSites>>) {
  const file = join(home, `${name}.toml`);
  writeFileSync(
    file,
    `[[sources]]
${source}
[[sinks]]
kind = "jsonl"
folder = "${name}"
[rejects]
kind = "jsonl"
folder = "${name}-rejects"
[fetch]
delay = 0
requestsPerMinute = 0
maxRetries = 0
maxMilliseconds = ${LIMIT}
allowPrivate = true
hosts = { "*.example" = "127.0.0.1" }
[stream]
extractor = "justext"
workers = 2
maxMilliseconds = ${LIMIT}
[state]
folder = "${name}-state"
`,
  );
  const { child, ended } = startDehusk(home, ['watch', file]);
  children.push(child);
  const over = ended.then(({ err }) => assert.ok(isResumed, err));
  let isResumed = false;
  await Promise.race([over, until(() => sites.held.length === SITES.length)]);
  child.kill('SIGSTOP');
  await sleep(LIMIT / 2);
  // Some answers wait when the process goes on, the others come later.
  sites.answer(SITES.length / 2);
  await sleep(LIMIT);
  isResumed = true;
  child.kill('SIGCONT');
  await sleep(LIMIT / 10);
  sites.answer(SITES.length);
  const { code, err } = await ended;
  assert.equal(code, 0, err);
  const addressesIn = (folder: string) =>
    rowsIn(join(home, folder)).map(({ url, reason }) => (reason ? `${url} ${reason}` : url));
  return { documents: addressesIn(name).sort(), rejects: addressesIn(`${name}-rejects`).sort() };
}

test('watch', async () => {
  const sites = await openSites();
  const list = SITES.flatMap((site) => ['large', 'slow'].map((kind) => `http://${site}:${sites.port}/${kind}/1.html`));
  writeFileSync(join(home, 'list.txt'), list.join('\n'));
  assert.deepEqual(await watchStopped('watch', 'kind = "list"\npath = "list.txt"', sites), {
    documents: list.sort(),
    rejects: [],
  });
});

test('crawl', async () => {
  const sites = await openSites();
  const starts = SITES.map((site) => `http://${site}:${sites.port}/`);
  const { documents, rejects } = await watchStopped(
    'crawl',
    `kind = "crawl"\nurls = ${JSON.stringify(starts)}\nretries = 0`,
    sites,
  );
  const linked = starts.flatMap((start) => [`${start}large/1.html`, `${start}slow/1.html`]);
  assert.deepEqual(documents, [...starts, ...linked].sort());
  assert.deepEqual(rejects, []);
  assert.equal(sites.asked.filter((path) => path === '/slow/1.html').length, SITES.length, 'each is asked for once');
});
