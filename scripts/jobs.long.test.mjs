// The jobs of examples/jobs/, end to end with the packed tool, over pages of a server on loopback.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { INSTALLED_DEHUSK } from './installed-packages.mjs';

const JOBS = fileURLToPath(new URL('../examples/jobs/', import.meta.url));
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const SENTENCE =
  'The harbour master counts the boats every evening, and writes their number into the book of the quay. ';
const page = (title, word) =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body><nav><a href="/">Home</a> <a href="/2">Two</a></nav><article><h1>${title}</h1><p>${SENTENCE.repeat(3)}${word}</p><figure><img src="/boat.png" alt="A boat" width="600" height="400"></figure><p>The pilots read the number before they leave, and write the names of their own boats below it in pencil.</p></article></body></html>`;
const FEED = (home) =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>Quay</title>${[1, 2].map((n) => `<item><title>Page ${n}</title><link>${home}/${n}</link><guid>${n}</guid></item>`).join('')}</channel></rss>`;

const folder = mkdtempSync(join(tmpdir(), 'dehusk-jobs-'));
const at = (...names) => join(folder, ...names);
let server;
let home;
before(async () => {
  server = createServer(({ url }, response) => {
    const [type, body] =
      url === '/robots.txt'
        ? ['text/plain', '']
        : url === '/feed.xml'
          ? ['application/rss+xml', FEED(home)]
          : url === '/boat.png'
            ? ['image/png', PIXEL]
            : ['text/html; charset=utf-8', page(`Page ${url.slice(1) || 0}`, `Boat ${url}.`)];
    response.writeHead(200, { 'content-type': type, 'content-length': Buffer.byteLength(body) }).end(body);
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  home = `http://127.0.0.1:${server.address().port}`;
  mkdirSync(at('bin'));
  const run = `exec "${process.execPath}" "${INSTALLED_DEHUSK}"`;
  const ways = [
    'case "$1" in',
    `watch) ${run} "$@" --allow-private --delay 0 --workers 1 ;;`,
    `batch | dedupe) ${run} "$@" ;;`,
    `*) ${run} "$@" --allow-private --fetch pause=0 ;;`,
    'esac',
  ];
  writeFileSync(at('bin', 'dehusk'), `#!/bin/sh\n${ways.join('\n')}\n`);
  chmodSync(at('bin', 'dehusk'), 0o755);
});
after(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a program of the folder of jobs. At most two minutes. */
function run(program, args, environment = {}) {
  const env = { ...process.env, PATH: `${at('bin')}:${process.env.PATH}`, ...environment };
  const isScript = program.endsWith('.sh');
  const child = spawn(
    isScript ? join(JOBS, program) : process.execPath,
    isScript ? args : [join(JOBS, program), ...args],
    {
      cwd: folder,
      env,
      timeout: 120_000,
    },
  );
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (more) => (stdout += more));
  child.stderr.on('data', (more) => (stderr += more));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, stdout, stderr })));
}

test("a reader's archive", async () => {
  const links = [1, 2, 2].map((n) => `<DT><A HREF="${home}/${n}" ADD_DATE="1">Page</A>`).join('\n');
  writeFileSync(at('bookmarks.html'), `<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL>${links}</DL>`);
  const { code, stderr } = await run('archive.sh', ['bookmarks.html', 'archive']);
  assert.equal(code, 0, stderr);
  const files = readdirSync(at('archive'), { recursive: true }).filter((name) => name.endsWith('.md'));
  assert.equal(files.length, 2);
  assert.match(readFileSync(at('archive', files[0]), 'utf8'), /^---\ntitle: "Page 1"\n[\s\S]*\n---\n\n# Page 1\n/);
});

test('an index for retrieval', async () => {
  mkdirSync(at('pages'));
  for (const n of [1, 2]) writeFileSync(at('pages', `${n}.html`), page(`Page ${n}`, `Boat ${n}.`));
  const { code, stdout, stderr } = await run('rag-index.sh', ['pages']);
  assert.equal(code, 0, stderr);
  const chunks = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.ok(chunks.length >= 2 && chunks.every(({ text }) => text.includes('harbour master')));
});

test('a news watch', async () => {
  const { code, stderr } = await run('news-watch.sh', ['news', `${home}/feed.xml`], { ONCE: '1' });
  assert.equal(code, 0, stderr);
  const { parquetReadObjects, asyncBufferFromFile } = await import('hyparquet');
  const [name] = readdirSync(at('news')).filter((one) => one.endsWith('.parquet'));
  const rows = await parquetReadObjects({ file: await asyncBufferFromFile(at('news', name)) });
  assert.deepEqual(rows.map(({ title }) => title).sort(), ['Page 1', 'Page 2']);
});

test('a corpus', async () => {
  const record = (url, html) => {
    const http = `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n${html}`;
    return `WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: ${url}\r\nWARC-Date: 2026-01-01T00:00:00Z\r\nContent-Type: application/http\r\nContent-Length: ${Buffer.byteLength(http)}\r\n\r\n${http}\r\n\r\n`;
  };
  const pages = ['One', 'Two', 'One'].map((title, n) =>
    record(`https://quay.example/${n}`, page(title, `Boat ${title}.`)),
  );
  writeFileSync(at('crawl.warc'), pages.join(''));
  const { code, stderr } = await run('corpus.sh', ['en', 'texts.jsonl.gz', 'crawl.warc']);
  assert.equal(code, 0, stderr);
  const rows = gunzipSync(readFileSync(at('texts.jsonl.gz')))
    .toString()
    .trim()
    .split('\n');
  assert.equal(rows.length, 2);
  assert.ok(rows.every((row) => JSON.parse(row).text.includes('harbour master')));
});

test('a site for a CMS', async () => {
  const { code, stderr } = await run('import-site.mjs', [`${home}/`, 'site']);
  assert.equal(code, 0, stderr);
  const files = readdirSync(at('site'), { recursive: true }).filter((name) => name.endsWith('.md'));
  assert.ok(files.length >= 2, files.join());
  const images = readdirSync(at('site', 'images'));
  assert.equal(images.length, 1);
  assert.ok(readFileSync(at('site', files[0]), 'utf8').includes(`images/${images[0]})`));
});
