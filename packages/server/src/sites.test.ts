// Models of sites over a real socket and a real LMDB: learning, exchange, concurrency, and a server that is killed.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { siteReader } from '@dehusk/core';
import { openLmdbStore } from '@dehusk/stream';
import { openTestServer, type TestServer } from './server.fixture.js';

const JSON_TYPE = { 'content-type': 'application/json' };
const PROMO =
  'Subscribe now: four weeks of the paper for one crown, then nine crowns a month, cancel whenever you like.';
const article = (at: number): string =>
  `<!doctype html><html lang="en"><body><div class="menu"><a href="/">Home</a> <a href="/news">News</a></div>
<div class="story"><h1>Story ${at}</h1>${Array.from({ length: 4 }, (_, p) => `<p>On day ${at} the harbour master counted ${at * 7 + p} boats, and wrote the number into the book by the door, as ever.</p>`).join('')}</div>
<div class="promo"><p>${PROMO}</p></div><div class="foot">All rights reserved</div></body></html>`;
const urlOf = (at: number, host = 'news.example'): string => `https://${host}/2026/story-${at}`;
const AT = Date.UTC(2026, 0, 1);

const folder = mkdtempSync(join(tmpdir(), 'dehusk-serve-'));
let one: TestServer;
before(async () => {
  one = await openTestServer({}, { threads: 2, store: openLmdbStore(join(folder, 'state'), true) });
});
after(async () => {
  await one.close();
  rmSync(folder, { recursive: true });
});

const learn = (server: Pick<TestServer, 'ask'>, at: number, host = 'news.example'): Promise<Response> =>
  server.ask(`/v1/sites/${host}/pages`, {
    method: 'POST',
    headers: JSON_TYPE,
    body: JSON.stringify({ url: urlOf(at, host), html: article(at), at: AT + at }),
  });

test('pages teach the model of their site: the same as a site reader of the core', async () => {
  assert.equal((await one.ask('/v1/sites/news.example')).status, 404);
  const reader = siteReader();
  for (let at = 0; at < 12; at++) {
    const response = await learn(one, at);
    const { text } = (await response.json()) as { text: string };
    assert.equal(text, reader.read(article(at), { url: urlOf(at), at: AT + at }).text);
  }
  const { learners } = (await (await one.ask('/v1/sites/news.example')).json()) as {
    learners: { name: string; hasPattern: boolean; facts: unknown[] }[];
  };
  const containers = learners.find(({ name }) => name === 'containers');
  assert.equal(containers?.hasPattern, true);
  assert.ok((containers?.facts.length ?? 0) > 0);
  const saved = await one.ask('/v1/sites/news.example', { headers: { accept: 'application/octet-stream' } });
  assert.deepEqual(new Uint8Array(await saved.arrayBuffer()), reader.save());
});

test('a request with "site" reads and teaches the model', async () => {
  const response = await one.ask(`/v1/extract?site=true&fields=text&url=${encodeURIComponent(urlOf(20))}`, {
    method: 'POST',
    headers: { 'content-type': 'text/html' },
    body: article(20),
  });
  const record = (await response.json()) as { text: string };
  assert.equal(response.status, 200, JSON.stringify(record));
  const { text } = record;
  assert.ok(text.includes('140 boats') && !text.includes(PROMO));
  const unnamed = await one.ask('/v1/extract?site=true', {
    method: 'POST',
    headers: { 'content-type': 'text/html' },
    body: article(21),
  });
  assert.equal(unnamed.status, 400);
  assert.deepEqual(await (await one.ask('/v1/inspector')).json(), { fetch: false, sites: true });
});

test('a correction drops a box on later pages of the site, as explain found it', async () => {
  const html = (at: number): string =>
    article(at).replace(
      '<p>',
      `<div class="band"><p>On the pier the band plays tune ${at}, and the choir of the harbour sings with it, as ever, until the last boat of the day has come home.</p></div><p>`,
    );
  const url = (at: number): string => urlOf(at, 'fair.example');
  const post = (path: string, body: object): Promise<Response> =>
    one.ask(path, { method: 'POST', headers: JSON_TYPE, body: JSON.stringify(body) });
  const { blocks } = (await (await post('/v1/explain', { html: html(0), url: url(0) })).json()) as {
    blocks: { text: string; keep: boolean; source: [number, number][] }[];
  };
  const band = blocks.find(({ text }) => text.includes('band plays'));
  assert.equal(band?.keep, true);
  const corrections = band?.source.map(([from, to]) => ({ from, to, keep: false }));
  const path = '/v1/sites/fair.example/pages';
  const learnt = await post(path, { url: url(0), html: html(0), at: AT, corrections });
  assert.ok(!((await learnt.json()) as { text: string }).text.includes('band plays'));
  const later = (await (await post(path, { url: url(1), html: html(1), at: AT + 1 })).json()) as { text: string };
  assert.ok(later.text.includes('On day 1 ') && !later.text.includes('band plays'));
  const { learners } = (await (await one.ask('/v1/sites/fair.example')).json()) as { learners: { name: string }[] };
  assert.ok(learners.some(({ name }) => name === 'corrections'));
  for (const odd of [
    [{ from: 2, to: 1, keep: true }],
    [{ from: 0, to: 1 }],
    { from: 0 },
    [{ from: -1, to: 1, keep: true }],
  ]) {
    const refused = await post(path, { url: url(2), html: html(2), corrections: odd });
    assert.equal(refused.status, 400, JSON.stringify(odd));
  }
});

test('a model is saved, forgotten and restored; other bytes and other sites are refused', async () => {
  const path = '/v1/sites/news.example';
  const bytes = async (): Promise<Uint8Array> =>
    new Uint8Array(await (await one.ask(path, { headers: { accept: 'application/octet-stream' } })).arrayBuffer());
  const saved = await bytes();
  const put = (to: string, body: Uint8Array): Promise<Response> =>
    one.ask(to, {
      method: 'PUT',
      body: body as Uint8Array<ArrayBuffer>,
      headers: { 'content-type': 'application/octet-stream' },
    });
  assert.equal((await one.ask(path, { method: 'DELETE' })).status, 204);
  assert.equal((await one.ask(path, { method: 'DELETE' })).status, 404);
  assert.equal((await one.ask(path)).status, 404);
  for (const [to, body, status] of [
    [path, saved.slice(0, 50), 422],
    [path, new TextEncoder().encode('no model'), 422],
    ['/v1/sites/other.example', saved, 422],
    [path, saved, 204],
  ] as const)
    assert.equal((await put(to, body)).status, status);
  assert.deepEqual(await bytes(), saved);
});

test('requests to one site at once lose no page', async () => {
  const host = 'busy.example';
  const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => learn(one, at, host)));
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  const reader = siteReader();
  for (let at = 0; at < 20; at++) reader.learn(article(at), { url: urlOf(at, host), at: AT + at });
  const saved = await one.ask(`/v1/sites/${host}`, { headers: { accept: 'application/octet-stream' } });
  assert.deepEqual(new Uint8Array(await saved.arrayBuffer()), reader.save());
});

test('requests that wait for their site are bounded, and a server that closes does not wait for them', async () => {
  const store = openLmdbStore(join(folder, 'bounded'), true);
  const small = await openTestServer({}, { threads: 1, queue: 1, store });
  const answers = Promise.all(Array.from({ length: 12 }, (_, at) => learn(small, at)));
  const statuses = (await answers).map(({ status }) => status);
  assert.deepEqual([...new Set(statuses)].sort(), [200, 503]);
  assert.equal((await learn(small, 12)).status, 200);
  const { sites } = small.service;
  const page = { page: article(13), url: urlOf(13), charset: null, mediaType: null, id: null, at: null };
  const output = { format: 'json', fields: null, rendering: {} };
  const two = [sites?.read(page, urlOf(13), AT, output), sites?.read(page, urlOf(13), AT, output)];
  await small.close();
  assert.deepEqual(
    (await Promise.all(two)).map((answer) => answer?.kind),
    ['no-text', 'no-text'],
  );
});

for (const host of [
  '..',
  '%2e%2e',
  'a%2Fb',
  'a b',
  '%00',
  'a?b',
  '[::1]',
  'user@a',
  'a:80',
  'x'.repeat(300),
  '%F0%9F%92%A9%22',
])
  test(`the host ${host.slice(0, 20)} is no site`, async () => {
    const { status } = await one.ask(`/v1/sites/${host}`);
    assert.ok(status === 400 || status === 404, String(status));
  });

test('an address whose host is too long for the DNS names no site', async () => {
  for (const path of ['/v1/extract', '/v1/sites/news.example/pages']) {
    const body = JSON.stringify({
      url: `https://${'a.'.repeat(5_000)}example/`,
      html: article(1),
      ...(path.endsWith('extract') && { site: true }),
    });
    const response = await one.ask(path, { method: 'POST', headers: JSON_TYPE, body });
    assert.equal(response.status, 400, path);
    assert.ok((await response.text()).length < 3_000);
  }
});

test('names in other scripts are one site with their ASCII form', async () => {
  await learn(one, 1, 'xn--bcher-kva.example');
  assert.equal((await one.ask(`/v1/sites/${encodeURIComponent('bücher.example')}`)).status, 200);
});

test('a page of another site is refused', async () => {
  const response = await one.ask('/v1/sites/news.example/pages', {
    method: 'POST',
    headers: JSON_TYPE,
    body: JSON.stringify({ url: urlOf(1, 'other.example'), html: article(1) }),
  });
  assert.equal(response.status, 400);
});

test('what was answered survives kill -9; two servers do not share a state', { timeout: 120_000 }, async (t) => {
  const state = join(folder, 'killed');
  const cli = fileURLToPath(new URL('../../dehusk/bin/dehusk.js', import.meta.url));
  const start = () =>
    spawn(process.execPath, [cli, 'serve', '--port', '0', '--threads', '1', '--state', state, '--log-level', 'error'], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  const addressOf = (child: ReturnType<typeof start>): Promise<string> =>
    new Promise((resolve, reject) => {
      child.stdout.once('data', (text) => resolve(/http:\S+?(?=\/ )/.exec(String(text))?.[0] ?? ''));
      child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
    });
  const reader = siteReader();
  let answered = 0;
  for (let run = 0; run < 3; run++) {
    const child = start();
    t.after(() => child.kill('SIGKILL'));
    const address = await addressOf(child);
    const ask = (path: string, init?: RequestInit): Promise<Response> => fetch(address + path, init);
    for (let at = 0; at < 4; at++) {
      assert.equal((await learn({ ask }, answered)).status, 200);
      reader.learn(article(answered), { url: urlOf(answered), at: AT + answered });
      answered++;
    }
    if (run === 2) {
      const saved = await ask('/v1/sites/news.example', { headers: { accept: 'application/octet-stream' } });
      assert.deepEqual(new Uint8Array(await saved.arrayBuffer()), reader.save());
      const second = start();
      let fault = '';
      second.stderr.on('data', (text) => {
        fault += text;
      });
      assert.equal(await new Promise((resolve) => second.once('exit', resolve)), 3);
      assert.match(fault, /one at a time may/);
    }
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  }
});
