// integrations/edge in the real runtimes: workerd by Miniflare, Deno and Bun, each from a registry of npm without install scripts.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { arch, platform } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild-wasm';
import { toMarkdown, toText } from '../packages/core/dist/index.js';
import { installedHosts } from './hosts.fixture.mjs';

const SENTENCE =
  'The harbour master counts the boats every evening and writes their number into the book by the door. ';
const BOATS = `<html lang="en"><title>Boats</title><nav><a href="/">Home</a></nav><article><h1>Boats</h1><p>${SENTENCE.repeat(4)}The café is open.</p></article>`;
/** What the internet answers. */
const INTERNET = {
  'http://pier.example/boats': [200, { 'content-type': 'text/html; charset=iso-8859-1' }, Buffer.from(BOATS, 'latin1')],
  'http://pier.example/search?q=boats&n=2': [200, { 'content-type': 'text/html' }, BOATS],
  'http://pier.example/old': [301, { location: '/boats' }, ''],
  'http://pier.example/trap': [302, { location: 'http://10.0.0.1/secret' }, ''],
  'http://pier.example/loop': [302, { location: '/loop' }, ''],
  'http://pier.example/empty': [200, { 'content-type': 'text/html' }, '<nav><a href="/">Home</a></nav>'],
  'http://pier.example/picture': [200, { 'content-type': 'image/png' }, 'x'],
  'http://pier.example/large': [200, { 'content-type': 'text/html' }, 'x'.repeat(9_000_000)],
};
const NOTHING = [404, {}, ''];
const asked = [];
const internetAt = (url) => {
  asked.push(url);
  return INTERNET[url] ?? NOTHING;
};

/** The suite of every runtime. @param ask a path and headers in, a Response out */
async function check(ask) {
  const url = 'http://pier.example/boats';
  const first = await ask(`/${url}`);
  assert.equal(first.status, 200);
  assert.equal(await first.text(), toMarkdown(BOATS, { url }));
  assert.match(first.headers.get('content-type'), /^text\/markdown/);
  assert.equal(first.headers.get('cache-control'), 'public, max-age=3600');
  const tag = first.headers.get('etag');
  const same = await ask(`/${url}`, { 'if-none-match': tag });
  assert.deepEqual([same.status, await same.text()], [304, '']);
  assert.equal((await (await ask(`/${url}`, { accept: 'application/json' })).json()).title, 'Boats');
  assert.equal(await (await ask(`/${url}`, { accept: 'text/plain' })).text(), toText(BOATS, { url }));
  for (const [path, status, reason] of [
    ['http:/pier.example/boats', 200],
    ['http://pier.example/old', 200],
    ['http://pier.example/search?q=boats&n=2', 200],
    ['http://pier.example/trap', 403, 'private-address'],
    ['http://pier.example/loop', 502, 'origin'],
    ['http://pier.example/empty', 422, 'no-content'],
    ['http://pier.example/picture', 415, 'unsupported-media-type'],
    ['http://pier.example/large', 413, 'too-large'],
    ['http://pier.example/gone', 502, 'origin'],
    ['', 400, 'bad-address'],
    ['ftp://pier.example/', 400, 'bad-address'],
    ['http://me:secret@pier.example/', 400, 'bad-address'],
    ['http://127.0.0.1/', 403, 'private-address'],
    ['http://2130706433/', 403, 'private-address'],
    ['http://0x7f.1/', 403, 'private-address'],
    ['http://[::1]/', 403, 'private-address'],
    ['http://[::ffff:10.0.0.1]/', 403, 'private-address'],
    ['http://169.254.169.254/latest/meta-data/', 403, 'private-address'],
    ['http://100.64.0.1/', 403, 'private-address'],
    ['http://localhost:8080/', 403, 'private-address'],
    ['http://db.internal/', 403, 'private-address'],
    ['http://intranet/', 403, 'private-address'],
  ]) {
    const response = await ask(`/${path}`);
    assert.equal(response.status, status, path);
    if (status === 200) await response.text();
    else assert.equal((await response.json()).reason, reason, path);
  }
  const statuses = [];
  let last;
  for (let n = 0; n < 40; n++) {
    last = await ask('/http://127.0.0.1/');
    statuses.push(last.status);
    await last.text();
    if (last.status === 429) break;
  }
  // A new minute may have begun, but not two.
  if (statuses.at(-1) === 429) assert.match(last.headers.get('retry-after'), /^\d+$/);
  else assert.fail(`no limit after ${statuses.length} requests: ${statuses}`);
}

test('the URL-prefix service in workerd, Deno and Bun', { timeout: 300_000 }, async (t) => {
  const app = await installedHosts(t, ['miniflare@4.20260426.0', 'deno@2.9.6', 'bun@1.4.5'], 'edge');
  if (app === null) return;
  const bundle = join(app, 'worker.js');
  const entryPoints = [join(app, 'integration/worker.mjs')];
  await build({
    entryPoints,
    bundle: true,
    format: 'esm',
    platform: 'browser',
    outfile: bundle,
    legalComments: 'none',
  });
  assert.doesNotMatch(readFileSync(bundle, 'utf8'), /["']node:/);

  await t.test('workerd', async () => {
    const { Miniflare, Response } = await import(
      pathToFileURL(join(app, 'node_modules/miniflare/dist/src/index.js')).href
    );
    const outboundService = ({ url }) => {
      const [status, headers, body] = internetAt(url);
      return new Response(body, { status, headers });
    };
    const script = readFileSync(bundle, 'utf8');
    const worker = new Miniflare({ modules: true, script, compatibilityDate: '2025-01-01', outboundService });
    try {
      await check((path, headers) =>
        worker.dispatchFetch(`http://dehusk.example${path}`, { headers, redirect: 'manual' }),
      );
    } finally {
      await worker.dispose();
    }
  });

  // To these the internet is a proxy on loopback.
  const proxy = createServer(({ url }, response) => {
    const [status, headers, body] = internetAt(url);
    response.writeHead(status, headers).end(body);
  });
  await new Promise((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  t.after(() => proxy.close());
  const system = `${platform()}-${arch()}`;
  const RUNTIMES = {
    Deno: [
      `@deno/${system}-glibc/deno`,
      (port) => [
        'serve',
        '--no-config',
        '--no-check',
        '--allow-net',
        '--allow-env',
        '--host',
        '127.0.0.1',
        '--port',
        port,
        bundle,
      ],
    ],
    Bun: [`@oven/bun-${system}/bin/bun`, () => [bundle]],
  };
  for (const [name, [binary, args]] of Object.entries(RUNTIMES))
    await t.test(name, async (t) => {
      const program = join(app, 'node_modules', binary);
      if (!existsSync(program)) return t.skip(`skipped: no ${binary}`);
      const port = String(await freePort());
      const settings = {
        HTTP_PROXY: `http://127.0.0.1:${proxy.address().port}`,
        NO_PROXY: '',
        PORT: port,
        BUN_PORT: port,
        HOST: '127.0.0.1',
      };
      const env = {
        PATH: process.env.PATH,
        HOME: app,
        DENO_NO_UPDATE_CHECK: '1',
        http_proxy: settings.HTTP_PROXY,
        ...settings,
      };
      const child = spawn(program, args(port), { cwd: app, env, stdio: ['ignore', 'pipe', 'pipe'] });
      let said = '';
      for (const one of [child.stdout, child.stderr]) one.on('data', (text) => (said += text));
      t.after(() => child.kill('SIGKILL'));
      const base = `http://127.0.0.1:${port}`;
      for (let tries = 0; ; tries++) {
        const isUp = await fetch(base).then(
          (response) => response.text(),
          () => null,
        );
        if (isUp !== null) break;
        if (tries > 300 || child.exitCode !== null) assert.fail(`${name} does not answer: ${said}`);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      await check((path, headers) => fetch(base + path, { headers }));
    });
  assert.ok(
    asked.every((url) => url.startsWith('http://pier.example/')),
    'only public addresses were asked',
  );
});

async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}
