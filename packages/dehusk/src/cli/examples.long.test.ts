// Runs the examples of every help text and the command lines of README and docs, in a folder with the files they name and with a
// server on loopback in place of example.org. Commands of the lab and of npm are only looked up.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { type Loopback, loopback, sends } from '../../../node/dist/fetch/loopback.fixture.js';
import { MAIN, runHere } from './stream-process.fixture.js';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const home = mkdtempSync(join(tmpdir(), 'dehusk-examples-'));
const prepared = join(home, 'prepared');
const XML = { 'content-type': 'application/xml' };
const sentence = 'The lighthouse keeper wrote down every ship that passed the island during the long winter. ';
const page = (path: string): string =>
  `<!doctype html><html lang="en"><title>Page ${path}</title><link rel="canonical" href="https://www.example.org/news/${path}"><nav><a href="/">Home</a> <a href="/news/1">One</a></nav><main><h1>Page ${path}</h1><p>${sentence.repeat(6)} ${path}</p><p>${path}: ${sentence.repeat(3)}</p></main>`;

let server: Loopback;
let freePort = 0;
before(async () => {
  const closed = await loopback({});
  freePort = Number(new URL(closed.home).port);
  await closed.close();
  server = await loopback({
    '/feed.xml': (request, response) => sends(feed(`http://${request.headers.host}`), XML)(request, response),
    '/sitemap.xml': (request, response) => sends(sitemap(`http://${request.headers.host}`), XML)(request, response),
    '/robots.txt': sends('', { 'content-type': 'text/plain' }),
    '/': sends(
      page('home').replace('<nav>', '<link rel="alternate" type="application/rss+xml" href="/feed.xml"><nav>'),
    ),
    '*': (request, response) => sends(page(String(request.url).slice(1)))(request, response),
  });
  prepare();
});
after(async () => {
  await server.close();
  rmSync(home, { recursive: true });
});

const feed = (origin: string): string =>
  `<rss version="2.0"><channel><title>News</title>${[1, 2].map((n) => `<item><title>Page ${n}</title><link>${origin}/news/${n}</link></item>`).join('')}</channel></rss>`;
const sitemap = (origin: string): string =>
  `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>${origin}/news/1</loc></url></urlset>`;

/** The files that the examples name, and `dehusk` with flags that keep it short and on loopback. */
function prepare(): void {
  const at = (...names: string[]): string => join(prepared, ...names);
  for (const folder of ['saved-pages', 'saved', 'pages', 'bin']) mkdirSync(at(folder), { recursive: true });
  writeFileSync(at('page.html'), page('page'));
  for (const folder of ['saved-pages', 'saved', 'pages'])
    for (const name of ['a', 'b', 'c']) writeFileSync(at(folder, `${name}.html`), page(name));
  const rows = Array.from({ length: 30 }, (_, id) => ({
    id,
    url: `https://www.example.org/news/${id}`,
    html: page(`${id}`),
  }));
  const lines = (values: readonly object[]): string => values.map((one) => `${JSON.stringify(one)}\n`).join('');
  const texts = lines(rows.map(({ id, url }) => ({ id, url, text: `${sentence.repeat(3)}${id}` })));
  for (const [name, text] of [
    ['pages.jsonl', lines(rows)],
    ['crawl.jsonl', lines(rows)],
    ['new.jsonl', lines(rows.slice(0, 3))],
    ['texts.jsonl', texts],
    ['manifest.jsonl', lines([{ id: 1, html: 'page.html' }])],
  ] as const) {
    writeFileSync(at(name), text);
    writeFileSync(at(`${name}.gz`), gzipSync(text));
  }
  for (const name of ['a', 'crawl-1'])
    writeFileSync(at(`${name}.warc.gz`), Buffer.concat(rows.slice(0, 8).map(({ url, html }) => warcRecord(url, html))));
  const { home: origin } = server;
  for (const name of ['urls.txt', 'sites.txt']) writeFileSync(at(name), `${origin}/news/1\n`);
  writeFileSync(at('cookies.txt'), '# Netscape HTTP Cookie File\nexample.org\tFALSE\t/\tFALSE\t0\tname\tvalue\n');
  writeFileSync(at('feeds.opml'), `<opml version="2.0"><body><outline xmlUrl="${origin}/feed.xml"/></body></opml>`);
  writeFileSync(at('token.txt'), `${'0123456789abcdef'.repeat(2)}\n`);
  writeFileSync(at('hosts.toml'), '[overrides."www.example.org"]\nexcludeSelector = "nav"\n');
  writeFileSync(
    at('dehusk.toml'),
    `[[sources]]\nkind = "feed"\nfeeds = ["${origin}/feed.xml"]\n[[sinks]]\nkind = "jsonl"\nfolder = "out"\n[fetch]\nallowPrivate = true\n`,
  );
  const run = `exec ${process.execPath} ${MAIN}`;
  const ways = [
    `case "$1 $2" in watch\\ --check) ${run} "$@" ;; esac`,
    'case "$1" in',
    `corpus) ${run} "$@" --allow-private --delay 0 ;;`,
    `watch | crawl) ${run} "$@" --allow-private --delay 0 --workers 1 --for 2 ;;`,
    `serve) exec ${process.execPath} ${at('bin', 'serve.mjs')} ${MAIN} "$@" --port 0 ;;`,
    `batch) ${run} "$@" --threads 1 ;;`,
    `dedupe | site | state | completion | help | mcp) ${run} "$@" ;;`,
    `*) ${run} "$@" --allow-private --fetch pause=0 ;;`,
    'esac',
  ];
  writeFileSync(at('bin', 'dehusk'), `#!/bin/sh\n${ways.join('\n')}\n`);
  chmodSync(at('bin', 'dehusk'), 0o755);
  // Ends a server once it has said where it is.
  writeFileSync(
    at('bin', 'serve.mjs'),
    `import { spawn } from 'node:child_process';
    const child = spawn(process.execPath, process.argv.slice(2), { stdio: ['ignore', 'pipe', 'inherit'] });
    child.stdout.once('data', () => child.kill());
    child.on('close', (code) => process.exit(code ?? 70));\n`,
  );
  for (const state of ['sites', 'state', 's']) shellSync(`dehusk crawl.jsonl --site --state ${state}`);
  shellSync('dehusk state export state --out state.gz');
  shellSync('dehusk site export sites --out site.gz');
  shellSync('dehusk batch pages.jsonl --fields id,url,text -o raw.parquet');
  shellSync('dehusk batch pages.jsonl --fields id,url,html -o pages.jsonl.zst');
}

function warcRecord(url: string, html: string): Buffer {
  const http = `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n${html}`;
  const head = `WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: ${url}\r\nContent-Type: application/http`;
  return gzipSync(`${head}\r\nContent-Length: ${Buffer.byteLength(http)}\r\n\r\n${http}\r\n\r\n`);
}

const environment = {
  ...process.env,
  PATH: `${join(prepared, 'bin')}:${process.env.PATH}`,
  SLURM_ARRAY_TASK_ID: '0',
  SLURM_ARRAY_TASK_COUNT: '2',
};

function shellSync(line: string): void {
  const { status, stderr } = spawnSync('bash', ['-c', line], { cwd: prepared, env: environment, encoding: 'utf8' });
  assert.equal(status, 0, `${line}: ${stderr}`);
}

/** Runs a line in a fresh copy of the folder. */
async function runLine(line: string, folder: string): Promise<{ code: number | null; err: string }> {
  cpSync(prepared, folder, { recursive: true });
  // Files that the line writes are there under the names of inputs.
  for (const [, output] of line.matchAll(/(?:-o|--out|>) ?([\w.-]+)/g))
    rmSync(join(folder, output), { recursive: true, force: true });
  const child = spawn('bash', ['-c', `set -o pipefail; ${line}`], {
    cwd: folder,
    env: environment,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let err = '';
  child.stderr.on('data', (more) => (err += more));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, err })));
}

/**
 * Addresses of the examples are answered on loopback. Ports are free ones. A filter for a
 * billion paragraphs would take a minute to write.
 */
function onLoopback(line: string): string {
  return line
    .replace('--capacity 1_000_000_000', '--capacity 1_000_000')
    .replace(/--port \d+/, `--port ${freePort}`)
    .replace(/https:\/\/(?:example\.org|app\.example)/g, server.home);
}

const COMMANDS = [
  [],
  ...'batch dedupe watch crawl corpus serve mcp completion'.split(' ').map((name) => [name]),
  ...'explain export import'.split(' ').map((name) => ['site', name]),
  ['state'],
  ...'verify repair export import'.split(' ').map((name) => ['state', name]),
];

/** The examples of a help text: lines up to their remark, continued lines joined. */
function examplesIn(help: string): string[] {
  const part = /\nExamples?:\n((?: {2}.*\n)+)/.exec(help)?.[1] ?? '';
  return part
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .map((line) => line.trim().split(/ {2,}/)[0])
    .filter((line) => line !== '');
}

/** The lines of shell blocks, continued lines joined, without remarks. */
function linesIn(markdown: string): string[] {
  return [...markdown.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block]) =>
    block
      .replace(/\\\n\s*/g, '')
      .split('\n')
      .map((line) =>
        line
          .replace(/(?:^|\s+)#.*$/, '')
          .replace(/^npx /, '')
          .trim(),
      )
      .filter((line) => line !== ''),
  );
}

const DOCUMENTS = [
  'README.md',
  ...readdirSync(join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
  ...['core', 'dehusk', 'lab'].map((name) => `packages/${name}/README.md`),
].filter((name) => existsSync(join(ROOT, name)));

const without = (line: string): string | false => {
  for (const program of ['jq', 'curl'])
    if (new RegExp(`\\b${program} `).test(line) && spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0)
      return `${program} is not installed`;
  if (/--render/.test(line) && !existsSync('/usr/bin/chromium')) return 'chromium is not installed';
  return false;
};

let folders = 0;
/** Examples that other tests run. */
const runs = (line: string): boolean => /\bdehusk\b(?!-)/.test(line) && !/^npm |^dehusk-lab|dehusk demo|…/.test(line);
const done = new Set<string>();

async function assertRuns(line: string): Promise<void> {
  if (done.has(line)) return;
  done.add(line);
  const { code, err } = await runLine(onLoopback(line), join(home, `run-${folders++}`));
  assert.ok(code === 0 || code === 1, `${line}\nended with ${code}: ${err}`);
}

describe('examples of help texts run', { concurrency: 3 }, async () => {
  for (const words of COMMANDS)
    test(`dehusk ${words.join(' ')}`, async (t) => {
      const examples = examplesIn((await runHere([...words, '--help'])).out);
      // The commands of `state` share its examples.
      if (words[0] !== 'state') assert.ok(examples.length > 0, 'no examples');
      for (const line of examples.filter(runs)) await t.test(line, { skip: without(line) }, () => assertRuns(line));
    });
});

describe('command lines of the documents run', { concurrency: 3 }, () => {
  for (const name of DOCUMENTS)
    for (const line of linesIn(readFileSync(join(ROOT, name), 'utf8')).filter(runs))
      test(`${name}: ${line}`, { skip: without(line) }, () => assertRuns(line));
});

describe('commands of npm and the lab exist', () => {
  const scripts = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).scripts as Record<string, string>;
  const lab = join(ROOT, 'packages/lab/bin/dehusk-lab.js');
  const helps = new Map<string, string>();
  const helpOf = (command: string): string => {
    const known = helps.get(command);
    if (known !== undefined) return known;
    const { stdout, stderr } = spawnSync(process.execPath, [lab, command, '--help'], { encoding: 'utf8' });
    helps.set(command, stdout + stderr);
    return stdout + stderr;
  };
  for (const name of DOCUMENTS)
    for (const line of linesIn(readFileSync(join(ROOT, name), 'utf8'))) {
      for (const [, script] of line.matchAll(/\bnpm run ([\w:-]+)/g))
        test(`${name}: npm run ${script}`, () => assert.ok(script in scripts, `package.json has no script ${script}`));
      const [, command, rest] = /^dehusk-lab ([\w-]+)(.*)$/.exec(line) ?? [];
      if (command !== undefined)
        test(`${name}: ${line}`, () => {
          for (const [flag] of rest.matchAll(/(?<=\s)--?[a-z][\w-]*/g))
            assert.ok(helpOf(command).includes(flag), `dehusk-lab ${command} has no ${flag}`);
        });
    }
});
