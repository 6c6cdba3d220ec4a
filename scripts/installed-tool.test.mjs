// The packed tool: what its bundle loads late, every route of its server, every tool for agents and every command.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { runHere } from '../packages/dehusk/dist/cli/stream-process.fixture.js';
import { INSTALLED, INSTALLED_DEHUSK } from './installed-packages.mjs';
import { startInstalledServer } from './installed-server.mjs';

const COMPILED = ['node', 'stream', 'server', 'dehusk'].map((name) =>
  fileURLToPath(new URL(`../packages/${name}/dist/`, import.meta.url)),
);
const BUNDLE = join(INSTALLED, 'node_modules/dehusk/dist/bundle');

const PAGE = `<!doctype html><html lang="de"><head><meta charset="iso-8859-1"></head><body><nav><a href="/">Start</a></nav><article><h1>Boote</h1><p>Der Hafenmeister zählt jeden Abend die Boote und schreibt ihre Zahl in das Buch an der Tür. Alle sind zurück, bevor die Nacht kommt, wie seit vielen Jahren.</p><p>Das Buch ist älter als der Hafen, und niemand weiß, wer seine erste Seite schrieb. Es liegt in einer Kiste aus Eiche, die das Meer in einem Winter gebracht hat.</p></article></body></html>`;

const folder = mkdtempSync(join(tmpdir(), 'dehusk-tool-'));
writeFileSync(join(folder, 'page.html'), PAGE);
writeFileSync(join(folder, 'pages.jsonl'), `${JSON.stringify({ id: 1, url: 'https://a.example/1', html: PAGE })}\n`);
const SOURCE = '[[sources]]\nkind = "jsonl"\npath = "pages.jsonl"\n';
writeFileSync(
  join(folder, 'watch.toml'),
  `${SOURCE}[[sinks]]\nkind = "jsonl"\nfolder = "watched"\n[stream]\nworkers = 1\n[state]\nfolder = "state"\n`,
);

let server;
let site;
before(async () => {
  site = createServer((request, response) => {
    if (request.url === '/robots.txt') response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': 'text/html' }).end(Buffer.from(PAGE, 'latin1'));
  });
  await new Promise((resolve) => site.listen(0, '127.0.0.1', resolve));
  server = await startInstalledServer(['--allow-fetch', '--allow-private', '--state', 'models'], folder);
});
after(async () => {
  await server?.stop();
  site?.closeAllConnections();
  site?.close();
  rmSync(folder, { recursive: true });
});

/** Modules that compiled files import late: the name in the import, and the file. */
function lateImports() {
  const found = new Map();
  const files = COMPILED.flatMap((folder) => readdirSync(folder, { recursive: true }).map((file) => [folder, file]));
  for (const [folder, file] of files) {
    if (!/(?<!\.test|\.fixture)\.js$/.test(file) || /^(?:bundle|inspector|api-docs)/.test(file)) continue;
    const path = join(folder, file);
    for (const [, name] of readFileSync(path, 'utf8').matchAll(/\bimport\('([^']+)'\)/g))
      found.set(name.startsWith('.') ? new URL(name, pathToFileURL(path)).href : name, name);
  }
  return found;
}

test('a module that is imported late has the same exports in the bundle', async () => {
  const files = readdirSync(BUNDLE).filter((name) => name.endsWith('.js'));
  const bundled = new Set(
    files.flatMap((name) =>
      [...readFileSync(join(BUNDLE, name), 'utf8').matchAll(/\bimport\("([^"]+)"\)/g)].map(([, from]) => from),
    ),
  );
  const late = lateImports();
  const faults = [];
  let compared = 0;
  for (const [from, name] of late) {
    // Packages beside the bundle are the same ones.
    if (bundled.has(name)) continue;
    const chunks = [...bundled].filter((chunk) =>
      new RegExp(`^\\./${basename(name).replace(/\.js$/, '')}-[A-Z0-9]{8}\\.js$`).test(chunk),
    );
    // Some modules only the library imports.
    if (chunks.length === 0) continue;
    compared++;
    assert.equal(chunks.length, 1, `${name} is ${chunks.length} chunks of the bundle`);
    const expected = Object.keys(await import(from));
    const got = Object.keys(await import(pathToFileURL(join(BUNDLE, chunks[0])).href));
    if (String(got) !== String(expected)) faults.push(`${name}: got ${got}, expected ${expected}`);
  }
  assert.deepEqual(faults, []);
  assert.ok(compared > 15, `compared ${compared} modules`);
});

const json = (body) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
const address = () => `http://127.0.0.1:${site.address().port}/boote`;
const html = { method: 'POST', headers: { 'content-type': 'text/html; charset=utf-8' }, body: PAGE };

/** A request to every route: its method and path as `/openapi.json` has them, the request, and what its answer contains. */
const REQUESTS = [
  ['post /v1/extract', '/v1/extract', html, 'Hafenmeister zählt'],
  ['post /v1/extract', '/v1/extract?site=true&url=https://a.example/1', html, 'Hafenmeister zählt'],
  ['post /v1/extract', '/v1/extract', () => json({ url: address() }), 'Hafenmeister zählt'],
  ...['text/plain', 'text/markdown', 'text/html', 'application/json', 'text/csv', 'application/xml', '*/*'].map(
    (accept) => ['post /v1/extract', '/v1/extract', { ...html, headers: { ...html.headers, accept } }, 'zählt'],
  ),
  ['get /v1/extract', () => `/v1/extract?url=${address()}`, {}, 'Hafenmeister zählt'],
  ['post /v1/explain', '/v1/explain', html, '"probability"'],
  [
    'post /v1/batch',
    '/v1/batch',
    {
      method: 'POST',
      headers: { 'content-type': 'application/jsonl' },
      body: `${JSON.stringify({ id: 1, html: PAGE })}\n`,
    },
    'Hafenmeister zählt',
  ],
  // The page is Latin-1, and says so only in itself.
  ['post /v1/fetch', '/v1/fetch', () => json({ url: address() }), 'Hafenmeister zählt'],
  ['get /v1/inspector', '/v1/inspector', {}, '{"fetch":true,"sites":true}'],
  ['get /v1/extractors', '/v1/extractors', {}, '"default":"dehusk"'],
  ['get /{address}', () => `/${address()}`, {}, 'Hafenmeister zählt'],
  [
    'post /v1/sites/{host}/pages',
    '/v1/sites/a.example/pages',
    json({ url: 'https://a.example/2', html: PAGE }),
    'zählt',
  ],
  ['get /v1/sites/{host}', '/v1/sites/a.example', {}, '"learners"'],
  ['get /v1/sites/{host}', '/v1/sites/a.example', { headers: { accept: 'application/octet-stream' } }, ''],
  [
    'put /v1/sites/{host}',
    '/v1/sites/a.example',
    async () => ({
      method: 'PUT',
      headers: { 'content-type': 'application/octet-stream' },
      body: await (
        await server.ask('/v1/sites/a.example', { headers: { accept: 'application/octet-stream' } })
      ).arrayBuffer(),
    }),
    '',
  ],
  ['delete /v1/sites/{host}', '/v1/sites/a.example', { method: 'DELETE' }, ''],
  ['get /livez', '/livez', {}, 'ok'],
  ['get /readyz', '/readyz', {}, 'ready'],
  ['get /metrics', '/metrics', {}, 'dehusk_http_requests_total'],
  ['', '/', {}, '<title>Dehusk inspector'],
  ['', '/docs/', {}, 'Dehusk API'],
  ['', '/openapi.json', {}, '/v1/batch'],
];

test('every route of the server answers', { timeout: 300_000 }, async () => {
  const { paths } = await (await server.ask('/openapi.json')).json();
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((one) => `${one} ${path}`),
  );
  assert.deepEqual(
    routes.filter((route) => !REQUESTS.some(([name]) => name === route)),
    [],
    'routes without a request here',
  );
  for (const [route, path, init, expected] of REQUESTS) {
    const at = typeof path === 'function' ? path() : path;
    const response = await server.ask(at, typeof init === 'function' ? await init() : init);
    const text = await response.text();
    assert.ok(response.status < 300, `${route} ${at} answered ${response.status}: ${text}\n${server.shown()}`);
    assert.ok(text.includes(expected), `${route} ${at} answered ${text.slice(0, 500)}`);
  }
});

/** Arguments of each tool for agents. */
const TOOLS = {
  extract: [
    { html: PAGE },
    () => ({ url: address() }),
    ...['text', 'json', 'csv'].map((format) => ({ html: PAGE, format })),
  ],
  explain: [{ html: PAGE }, () => ({ url: address() })],
  learn_site: [{ html: PAGE, url: 'https://a.example/3' }, () => ({ url: address() })],
};
for (const [road, transport] of Object.entries({
  HTTP: () => new StreamableHTTPClientTransport(new URL(`${server.address}/mcp`)),
  'standard input': () =>
    new StdioClientTransport({
      command: process.execPath,
      args: [INSTALLED_DEHUSK, 'mcp', '--allow-fetch', '--allow-private', '--state', 'models-of-mcp'],
      cwd: folder,
    }),
}))
  test(`every tool for agents answers over ${road}`, { timeout: 300_000 }, async () => {
    const client = new Client({ name: 'test', version: '1.0.0' });
    await client.connect(transport());
    try {
      const { tools } = await client.listTools();
      assert.deepEqual(tools.map(({ name }) => name).sort(), Object.keys(TOOLS).sort());
      for (const [name, all] of Object.entries(TOOLS))
        for (const given of all) {
          const call = { name, arguments: typeof given === 'function' ? given() : given };
          const { isError, content } = await client.callTool(call);
          assert.ok(!isError, `${name} ${Object.keys(call.arguments)}: ${content[0].text}`);
          assert.match(content[0].text, /zählt/, name);
        }
    } finally {
      await client.close();
    }
  });

/** Every command with arguments that it can do in `folder`, in this order: later ones read what earlier ones wrote. */
const COMMANDS = () => [
  ['extract', 'page.html'],
  ['extract', 'page.html', '--explain'],
  ['extract', address(), '--allow-private', '--format', 'json'],
  ['batch', 'pages.jsonl', '--threads', '1', '-o', 'rows.jsonl'],
  ['dedupe', 'rows.jsonl', '-o', 'unique.jsonl'],
  ['extract', 'pages.jsonl', '--site', '--state', 'sites'],
  ['batch', 'pages.jsonl', '--threads', '1', '--site', '-o', 'site-rows.jsonl'],
  ['site explain', '--state', 'sites'],
  ['site export', 'sites', '--out', 'sites.gz'],
  ['site import', 'sites.gz', '--out', 'imported-sites'],
  ['watch', '--check', 'watch.toml'],
  ['watch', 'watch.toml', '--quiet'],
  [
    'crawl',
    address(),
    '--pages',
    '1',
    '--workers',
    '1',
    '--allow-private',
    '-o',
    'crawled',
    '--state',
    'crawl-state',
    '--quiet',
  ],
  ['corpus', '--from', 'pages.jsonl', '-o', 'corpus'],
  ['state verify', 'state'],
  ['state repair', 'state'],
  ['state export', 'state', '--out', 'state.gz'],
  ['state import', 'state.gz', '--out', 'imported'],
  ['mcp'],
  ['demo', '--pages'],
  ['completion', 'man'],
];

/** Runs the tool; resolves to its exit code and what it wrote. */
const run = (words) =>
  new Promise((resolve) => {
    const given = { cwd: folder, timeout: 120_000, killSignal: 'SIGKILL' };
    const child = execFile(process.execPath, [INSTALLED_DEHUSK, ...words], given, (_error, stdout, stderr) =>
      resolve({ status: child.exitCode, stdout, stderr }),
    );
    child.stdin.end();
  });

/** The commands that a help text lists. */
async function listed(words) {
  const { out } = await runHere([...words, '--help']);
  const [, commands = ''] = /\nCommands:\n((?: {2}.*\n)+)/.exec(out) ?? [];
  return [...commands.matchAll(/^ {2}([a-z]+)/gm)].map(([, name]) => name).filter((name) => name !== 'help');
}

test('every command of the tool starts and does its work', { timeout: 600_000 }, async () => {
  const commands = COMMANDS();
  const all = [];
  for (const name of await listed([])) {
    const below = await listed([name]);
    all.push(...(below.length === 0 ? [name] : below.map((one) => `${name} ${one}`)));
  }
  assert.ok(all.length > 15, String(all));
  // The other tests of this file run it.
  const known = new Set(['serve', ...commands.map(([name]) => name)]);
  assert.deepEqual(
    all.filter((name) => !known.has(name)),
    [],
    'commands that are not run here',
  );
  for (const [name, ...words] of commands) {
    const { status, stderr } = await run([...name.split(' '), ...words]);
    assert.equal(status, 0, `dehusk ${name} ${words.join(' ')}: ${stderr}`);
  }
});
