// No request names a file of the machine that a service runs on: every place of a request holds the path of a file with a secret,
// and then that of a file that does not exist. No answer has the secret, and both answers are the same.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { INSTALLED_DEHUSK } from './installed-packages.mjs';
import { startInstalledServer } from './installed-server.mjs';

const SECRET = 'porcupine';
const PAGE = `<!doctype html><html lang="en"><body><article><h1>${SECRET}</h1><p>${`The ${SECRET} keeps the keys of the harbour in a box of oak, and nobody else knows where it is. `.repeat(5)}</p></article></body></html>`;
const STORY = `<!doctype html><html lang="en"><body><article><h1>Boats</h1><p>${'The harbour master counts the boats every evening and writes their number into the book. '.repeat(5)}</p></article></body></html>`;
/** They differ in a digit, so that the answers about their names are the same. */
const THERE = 'page-101';
const ABSENT = 'page-102';

const folder = mkdtempSync(join(tmpdir(), 'dehusk-service-'));
mkdirSync(join(folder, 'below'));
for (const place of ['', 'below/']) {
  writeFileSync(join(folder, `${place}${THERE}.html`), PAGE);
  writeFileSync(join(folder, `${place}${THERE}.html.gz`), gzipSync(PAGE));
  writeFileSync(join(folder, `${place}${THERE}.jsonl`), `${JSON.stringify({ html: PAGE })}\n`);
  writeFileSync(
    join(folder, `${place}${THERE}.warc`),
    `WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: https://a.example/\r\nContent-Length: ${PAGE.length + 40}\r\n\r\nHTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n${PAGE}\r\n\r\n`,
  );
}

/** Ways to write the path of a file, by its name. */
const paths = (name) => [
  `${name}.html`,
  `./${name}.html`,
  `below/../${name}.html`,
  `below/${name}.html`,
  `${name}.html.gz`,
  `${name}.jsonl`,
  `${name}.warc`,
  join(folder, `${name}.html`),
  `/proc/self/cwd/${name}.html`,
  pathToFileURL(join(folder, `${name}.html`)).href,
  `file:${name}.html`,
  `@${name}.html`,
];

/** A relative path, an absolute one and an address, by their places in `paths`. */
const FEW = [0, 7, 9];
/** Roads whose requests are slow: only the address. */
const SLOW = [
  'fields of a page in JSON',
  'options of a page with text',
  'addresses of a site that lead to a file',
  'tools over HTTP',
  'tools over standard input',
];

/** Names a field of a row might have for its reader: its own, those of other readers, and those that every object has. */
const NAMES = [
  ...[
    '',
    ' ',
    '.',
    '..',
    'path',
    'Path',
    'file',
    'filename',
    'filesFrom',
    'files',
    'folder',
    'root',
    'input',
    'inputs',
    'name',
  ],
  ...[
    'pathField',
    'htmlPathField',
    'htmlPath',
    'names',
    'source',
    'src',
    'href',
    'warc',
    'warcFile',
    'parquet',
    's3',
    'manifest',
  ],
  ...[
    'id',
    'url',
    'html',
    'htmlBase64',
    'charset',
    'contentType',
    'pageType',
    'title',
    'timestamp',
    'corrections',
    'work',
    'row',
  ],
  ...['__proto__', 'constructor', 'prototype', 'toString', 'valueOf', 'hasOwnProperty', '__defineGetter__'],
  ...[
    'undefined',
    'null',
    'false',
    '0',
    '-1',
    'metadata.path',
    '\u0000',
    'page',
    'kind',
    'bytes',
    'isNamed',
    'state',
    'preset',
  ],
];

/** Rows that name a path; `__proto__` is written as text, because an object literal would set a prototype. */
function rowsOf(path) {
  const value = JSON.stringify(path);
  return NAMES.flatMap((name) => {
    const key = JSON.stringify(name);
    return [
      `{${key}:${value}}`,
      `{"id":1,${key}:${value}}`,
      `{"__proto__":{${key}:${value}}}`,
      `{"constructor":{"prototype":{${key}:${value}}}}`,
      `{"metadata":{${key}:${value}}}`,
      `{${key}:{"path":${value}}}`,
      `{${key}:[${value}]}`,
      `{"html":null,"htmlBase64":null,${key}:${value}}`,
    ];
  });
}

let server;
let pages;
before(async () => {
  // A site whose answers lead to files.
  pages = createServer((request, response) => {
    const target = decodeURIComponent(request.url.slice(1));
    if (request.url === '/robots.txt') response.writeHead(404).end();
    else if (target.startsWith('entity:'))
      response
        .writeHead(200, { 'content-type': 'application/xhtml+xml' })
        .end(
          `<!DOCTYPE html [<!ENTITY x SYSTEM "${target.slice(7)}">]><html xmlns="http://www.w3.org/1999/xhtml"><body><p>&x;</p></body></html>`,
        );
    else if (target.startsWith('page:'))
      response
        .writeHead(200, { 'content-type': 'text/html', link: `<${target.slice(5)}>; rel=canonical` })
        .end(
          STORY.replace(
            '<body>',
            `<head><base href="${target.slice(5)}"><meta http-equiv="refresh" content="0;url=${target.slice(5)}"><link rel="canonical" href="${target.slice(5)}"></head><body><iframe src="${target.slice(5)}"></iframe><object data="${target.slice(5)}"></object>`,
          ),
        );
    else response.writeHead(302, { location: target }).end();
  });
  await new Promise((resolve) => pages.listen(0, '127.0.0.1', resolve));
  server = await startInstalledServer(['--allow-fetch', '--allow-private', '--state', 'models'], folder);
});
after(async () => {
  await server?.stop();
  pages?.closeAllConnections();
  pages?.close();
  rmSync(folder, { recursive: true });
});

const json = (body) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: typeof body === 'string' ? body : JSON.stringify(body),
});
const lines = (body, headers = {}) => ({
  method: 'POST',
  headers: { 'content-type': 'application/x-ndjson', ...headers },
  body,
});
const textOf = async (response) => `${response.status} ${await response.text()}`;
const query = (values) => new URLSearchParams(values).toString();
const viaSite = (what) => `http://127.0.0.1:${pages.address().port}/${encodeURIComponent(what)}`;

/** Places of a request for a path: what each answers. */
const ROADS = {
  'rows of a batch': (path) => server.ask('/v1/batch', lines(rowsOf(path).join('\n'))).then(textOf),
  'rows that are too long or that fail': (path) =>
    server
      .ask(
        '/v1/batch',
        lines(
          rowsOf(path)
            .map((row) => row.replace(/^\{/, `{"pad":"${'x'.repeat(60)}","pageType":"none",`))
            .join('\n'),
        ),
      )
      .then(textOf),
  'a line that is only a path': (path) =>
    server.ask('/v1/batch', lines(`${JSON.stringify(path)}\n${path}\n`)).then(textOf),
  'a batch packed in a form it does not have': (path) =>
    server
      .ask('/v1/batch', lines(rowsOf(path).join('\n'), { 'content-encoding': path.replace(/[^\w.]/g, '') || 'x' }))
      .then(textOf),
  'the query of a batch': async (path) => {
    const answers = [];
    for (const name of NAMES.filter((one) => one !== '\u0000'))
      answers.push(
        await textOf(await server.ask(`/v1/batch?${query({ [name]: path })}`, lines(`{"":${JSON.stringify(path)}}`))),
      );
    return answers.join('\n');
  },
  'fields that are printed': (path) =>
    server.ask(`/v1/batch?${query({ fields: `text,${path}` })}`, lines('{"html":""}')).then(textOf),
  'other types of bodies': async (path) => {
    const answers = [];
    for (const type of [
      'application/warc',
      'application/vnd.apache.parquet',
      'text/uri-list',
      'multipart/form-data; boundary=b',
    ])
      for (const to of ['/v1/batch', '/v1/extract', '/v1/explain'])
        answers.push(
          await textOf(await server.ask(to, { method: 'POST', headers: { 'content-type': type }, body: path })),
        );
    return answers.join('\n');
  },
  'a page that is a path': async (path) => {
    const answers = [];
    for (const type of [
      'text/html',
      'text/plain',
      'application/xhtml+xml',
      `text/html; charset=${path.replace(/[^\w.]/g, '')}`,
    ])
      for (const to of ['/v1/extract', '/v1/explain'])
        answers.push(
          await textOf(await server.ask(to, { method: 'POST', headers: { 'content-type': type }, body: path })),
        );
    return answers.join('\n');
  },
  'fields of a page in JSON': async (path) => {
    const answers = [];
    for (const name of NAMES)
      for (const to of ['/v1/extract', '/v1/explain', '/v1/fetch', '/v1/sites/a.example/pages'])
        answers.push(await textOf(await server.ask(to, json(`{${JSON.stringify(name)}:${JSON.stringify(path)}}`))));
    return answers.join('\n');
  },
  'options of a page with text': async (path) => {
    const answers = [];
    const values = [path, [path], { path }];
    for (const name of [
      'extractor',
      'options',
      'pageType',
      'language',
      'contentSelector',
      'includeSelector',
      'excludeSelector',
      'fields',
      'overrides',
    ])
      for (const value of values)
        answers.push(await textOf(await server.ask('/v1/extract', json({ html: STORY, [name]: value }))));
    const { extractors } = await (await server.ask('/v1/extractors')).json();
    for (const { name: extractor, options } of extractors)
      for (const { name } of options)
        for (const value of values)
          answers.push(
            await textOf(await server.ask('/v1/extract', json({ html: STORY, extractor, options: { [name]: value } }))),
          );
    return answers.join('\n');
  },
  addresses: async (path) => {
    const answers = [];
    for (const url of [path, `view-source:${path}`, `s3://bucket/${path}`, `ftp://127.0.0.1/${path}`]) {
      for (const to of ['/v1/extract', '/v1/explain', '/v1/fetch'])
        answers.push(await textOf(await server.ask(to, json({ url }))));
      answers.push(await textOf(await server.ask(`/v1/extract?${query({ url })}`)));
      answers.push(await textOf(await server.ask('/v1/extract', json({ url, html: STORY, site: true }))));
    }
    return answers.join('\n');
  },
  // Few, because the server waits between two requests to a site.
  'addresses of a site that lead to a file': async (path) => {
    const answers = [];
    for (const what of [path, `page:${path}`, `entity:${path}`])
      answers.push(await textOf(await server.ask('/v1/extract', json({ url: viaSite(what) }))));
    return answers.join('\n');
  },
  'paths of the server': async (path) => {
    const answers = [];
    const below = path.replace(/^[/@]/, '');
    for (const way of [
      ...[
        '',
        '/',
        './',
        '../',
        '../../',
        'docs/../',
        'docs/../../',
        'assets/..%2f',
        '%2e%2e/',
        '%2e%2e%2f',
        '..%5c',
        '%00',
        'docs/%2e%2e/%2e%2e/',
      ],
      ...[
        '../../../../../../../../../../',
        `${'%2e%2e%2f'.repeat(10)}`,
        'v1/sites/',
        'v1/sites/..%2f',
        'file:',
        'file://',
        'file:/',
      ],
      ...[`${'../'.repeat(12)}${folder.slice(1)}/`, `${folder.slice(1)}/`, `/${folder}/`],
    ]) {
      const { status, body } = await server.askExactly(encodeURI(`/${way}`).replaceAll('%25', '%') + encodeURI(below));
      answers.push(`${status} ${body}`);
    }
    return answers.join('\n');
  },
  headers: async (path) => {
    const answers = [];
    for (const name of [
      'X-Path',
      'X-File',
      'X-Sendfile',
      'X-Accel-Redirect',
      'X-Original-URL',
      'X-Rewrite-URL',
      'Content-Location',
      'Content-Disposition',
      'Link',
      'Referer',
      'Destination',
      'X-Request-Id',
      'Cookie',
      'Accept-Language',
      'Range',
      'If-Match',
    ])
      for (const to of ['/', '/v1/extractors', '/v1/extract'])
        answers.push(Object.values(await server.askExactly(to, { [name]: path })).join(' '));
    return answers.join('\n');
  },
  'models of sites': async (path) => {
    const answers = [];
    for (const host of [path, encodeURIComponent(path), '..', '%2e%2e', '__proto__', 'constructor']) {
      answers.push(await textOf(await server.ask(`/v1/sites/${host}`)));
      answers.push(
        await textOf(
          await server.ask(`/v1/sites/${host}`, {
            method: 'PUT',
            headers: { 'content-type': 'application/octet-stream' },
            body: path,
          }),
        ),
      );
    }
    return answers.join('\n');
  },
  'tools over HTTP': async (path) => {
    const answers = [];
    for (const params of toolCalls(path))
      answers.push(
        await textOf(
          await server.ask('/mcp', {
            method: 'POST',
            headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
            body: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`,
          }),
        ),
      );
    return answers.join('\n');
  },
  'tools over standard input': async (path) => {
    const child = spawn(
      process.execPath,
      [INSTALLED_DEHUSK, 'mcp', '--allow-fetch', '--allow-private', '--state', 'models-of-mcp'],
      {
        cwd: folder,
        stdio: ['pipe', 'pipe', 'pipe'],
        timeout: 120_000,
      },
    );
    const calls = toolCalls(path);
    const answers = new Map();
    let text = '';
    const hello = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '0' } };
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 'hello', method: 'initialize', params: hello })}\n`);
    child.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
    child.stdin.write(`{"jsonrpc":"2.0","id":0,"method":"tools/call","params":${calls[0]}}\n`);
    child.stderr.on('data', (piece) => (text += piece));
    let buffered = '';
    for await (const piece of child.stdout) {
      buffered += piece;
      const whole = buffered.split('\n');
      buffered = whole.pop();
      for (const line of whole) {
        const { id } = JSON.parse(line);
        if (typeof id !== 'number') continue;
        answers.set(id, line);
        // One after the other: more would be refused as too many.
        if (id + 1 < calls.length)
          child.stdin.write(`{"jsonrpc":"2.0","id":${id + 1},"method":"tools/call","params":${calls[id + 1]}}\n`);
        else child.stdin.end();
      }
    }
    assert.equal(answers.size, calls.length, text);
    return [...answers.values(), text].join('\n');
  },
};

/** Calls of the tools, as JSON, with a path in every argument. */
function toolCalls(path) {
  const value = JSON.stringify(path);
  const calls = [];
  for (const tool of ['extract', 'explain', 'learn_site'])
    for (const name of [
      '',
      'path',
      'html',
      'url',
      'file',
      'format',
      'extractor',
      'pageType',
      'corrections',
      '__proto__',
      'constructor',
    ])
      for (const others of ['', `"html":${JSON.stringify(STORY)},`])
        calls.push(`{"name":"${tool}","arguments":{${others}${JSON.stringify(name)}:${value}}}`);
  for (const method of [value, '"../extract"']) calls.push(`{"name":${method},"arguments":{}}`);
  return calls;
}

/** How each request of a road ended. Pages with other letters are other pages, so the rest of an answer may differ. */
const endsOf = (answer) => answer.match(/^\d{3} |"(?:ok|reason|isError)":[^,}]+/gm);
/** An answer without what differs between two requests. */
const comparable = (answer) =>
  answer
    .replaceAll('102', '101')
    .replace(/"requestId":"[^"]*"|"confidence":[\d.]+/g, '')
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}/g, '');

/** Rows and paths are read by code of ours; the other roads take any text alike. */
const READS_PATHS = ['rows of a batch', 'paths of the server'];

for (const [name, ask] of Object.entries(ROADS))
  test(`no file is read by ${name}`, { timeout: 600_000 }, async () => {
    const ways = paths(THERE).map((there, at) => [there, paths(ABSENT)[at]]);
    const few = SLOW.includes(name) ? FEW.slice(-1) : FEW;
    const used = READS_PATHS.includes(name) ? ways : ways.filter((_, at) => few.includes(at));
    for (const [there, absent] of used) {
      const [answer, other] = [await ask(there), await ask(absent)];
      const at = Math.max(0, answer.indexOf(SECRET));
      assert.ok(!answer.includes(SECRET), `${there}: ${answer.slice(Math.max(0, at - 300), at + 300)}`);
      assert.deepEqual(endsOf(answer), endsOf(other), there);
      if (READS_PATHS.includes(name)) {
        const [rows, others] = [answer, other].map((text) => comparable(text).split('\n'));
        const differs = rows.findIndex((row, at) => row !== others[at]);
        assert.equal(rows[differs], others[differs], there);
      }
      // 500 is a mistake of the program.
      assert.doesNotMatch(answer, /^500 /m, there);
    }
  });

test('the server of these tests answers a page', async () => {
  const { text } = await (await server.ask('/v1/extract', json({ html: PAGE }))).json();
  assert.ok(text.includes(SECRET));
});
