// The HTTP API over a real socket, with real worker threads: every route, format, error and limit.

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { extract, FORMATS } from '@dehusk/core';
import { openFetcher } from '@dehusk/node';
import { extractorNamed } from '@dehusk/papers';
import { until } from '../../node/dist/until.fixture.js';
import { createApp } from './app.js';
import { openTestServer, type TestServer } from './server.fixture.js';
import { openThreadService } from './thread-service.js';

const SENTENCE =
  'The harbour master counts the boats every evening and writes their number into the book by the door. ';
const OTHER = 'A pilot reads the number before he leaves the harbour, and writes his own name below it. ';
const PAGE = `<!doctype html><html lang="en"><head><title>Boats</title></head><body><nav><a href="/">Home</a></nav><article><h1>Boats</h1><p>${SENTENCE.repeat(4)}</p><p>${OTHER.repeat(3)}</p></article></body></html>`;
const HTML = { 'content-type': 'text/html; charset=utf-8' };
const JSON_TYPE = { 'content-type': 'application/json' };
/** A zstd frame of one raw block (RFC 8878). */
function zstdFrame(text: string): Buffer {
  const content = Buffer.from(text);
  const head = Buffer.alloc(4 + 1 + 4 + 3);
  head.writeUInt32LE(0xfd2fb528, 0);
  // A single segment whose size has four bytes.
  head[4] = 0b1010_0000;
  head.writeUInt32LE(content.length, 5);
  head.writeUIntLE((content.length << 3) | 1, 9, 3);
  return Buffer.concat([head, content]);
}

let one: TestServer;
before(async () => {
  one = await openTestServer({}, { threads: 2 });
});
after(() => one.close());

const post = (
  path: string,
  body: NonNullable<RequestInit['body']>,
  headers: Record<string, string> = HTML,
): Promise<Response> => one.ask(path, { method: 'POST', body, headers });

async function problemOf(response: Response): Promise<{ status: number; reason: string; detail: string }> {
  assert.equal(response.headers.get('content-type'), 'application/problem+json');
  const problem = (await response.json()) as {
    status: number;
    title: string;
    reason: string;
    detail: string;
    requestId: string;
  };
  assert.equal(problem.status, response.status);
  assert.doesNotMatch(problem.detail, /\n *at /, 'stacks are for the log');
  assert.ok(
    problem.title !== '' && problem.detail !== '' && problem.requestId === response.headers.get('x-request-id'),
  );
  return problem;
}

for (const { name, mediaType } of FORMATS)
  test(`extract as ${mediaType}`, async () => {
    const response = await post('/v1/extract?url=https://boats.example/1', PAGE, { ...HTML, accept: mediaType });
    assert.equal(response.status, 200);
    assert.ok(response.headers.get('content-type')?.startsWith(mediaType));
    const format = FORMATS.find((format) => format.name === name);
    const expected =
      format?.print(extract(Buffer.from(PAGE), { url: 'https://boats.example/1', httpCharset: 'utf-8' })) ?? '';
    const got = await response.text();
    assert.equal(got, expected);
    assert.match(response.headers.get('content-security-policy') ?? '', /sandbox/);
  });

for (const [accept, type] of [
  ['*/*', 'application/json'],
  ['text/*', 'text/plain'],
  ['text/html;q=0.5, text/markdown', 'text/markdown'],
  ['application/json;q=0, */*;q=0.1', 'text/plain'],
  ['text/plain;q=0.2, application/tei+xml;q=0.9', 'application/tei+xml'],
] as const)
  test(`Accept: ${accept} is answered as ${type}`, async () => {
    const response = await post('/v1/extract', PAGE, { ...HTML, accept });
    assert.equal(response.headers.get('content-type')?.split(';')[0], type);
    await response.body?.cancel();
  });

test('the bodies of all codings and charsets are the same page', async () => {
  const expected = extract(PAGE).text;
  const latin = PAGE.replace('The harbour', 'Die Häfen: the harbour');
  for (const [coding, body] of [
    ['gzip', gzipSync(PAGE)],
    ['br', brotliCompressSync(PAGE)],
    ['zstd', zstdFrame(PAGE)],
    ['identity', Buffer.from(PAGE)],
  ] as const) {
    const response = await post('/v1/extract?fields=text', body, { ...HTML, 'content-encoding': coding });
    assert.deepEqual(await response.json(), { text: expected }, coding);
  }
  const response = await post('/v1/extract?fields=text,encoding', Buffer.from(latin, 'latin1'), {
    'content-type': 'text/html; charset=iso-8859-1',
  });
  const record = (await response.json()) as { text: string; encoding: string };
  assert.match(record.text, /Die Häfen/);
  assert.equal(record.encoding, 'windows-1252');
});

test('text in parts, each with the address of the next, and chunks of a size', async () => {
  const page = PAGE.replace('</article>', `<h2>Evening</h2><p>${SENTENCE.repeat(9)}</p></article>`);
  const { markdown, text } = extract(page);
  let read = '';
  let requests = 0;
  for (let path = '/v1/extract?format=markdown&maxLength=300'; path !== ''; requests++) {
    const response = await post(path, page);
    assert.equal(response.headers.get('x-start'), String(read.length));
    assert.equal(response.headers.get('x-total-length'), String(markdown.length));
    read += await response.text();
    path = /^<([^>]+)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1] ?? '';
  }
  assert.equal(read, markdown);
  assert.ok(requests > 3);
  const inBody = { html: page, format: 'text', maxLength: 200, start: 100 };
  const part = await post('/v1/extract', JSON.stringify(inBody), JSON_TYPE);
  assert.ok(text.slice(100).startsWith(await part.text()));
  const sizes = { html: page, format: 'chunks', maxTokens: 60 };
  const lines = (await (await post('/v1/extract', JSON.stringify(sizes), JSON_TYPE)).text()).trim().split('\n');
  assert.equal(lines.map((line) => JSON.parse(line).text).join(''), text);
  assert.ok(lines.length > 4);
  for (const [query, detail] of [
    ['maxLength=300', /"maxLength" and "start" go with the formats markdown, text, chunks, not with json/],
    ['format=text&maxLength=3', /"maxLength": got 3, expected at least 100/],
    ['format=text&maxLength=many', /"maxLength": got "many", expected a whole number/],
    ['format=txt', /"format": got "txt", expected text, markdown, html, /],
  ] as const) {
    const problem = await problemOf(await post(`/v1/extract?${query}`, page));
    assert.equal(problem.status, 400);
    assert.match(problem.detail, detail);
  }
});

test('a page in JSON with options, page type and fields', async () => {
  const body = {
    html: PAGE,
    url: 'https://boats.example/1',
    extractor: 'boilerpipe-article',
    fields: ['text', 'extractor', 'url'],
  };
  const response = await post('/v1/extract', JSON.stringify(body), JSON_TYPE);
  const { text } = extract(PAGE, { extractor: extractorNamed('boilerpipe-article') });
  assert.deepEqual(await response.json(), { text, extractor: 'boilerpipe-article', url: 'https://boats.example/1' });
  const typed = await post(
    '/v1/extract',
    JSON.stringify({ html: PAGE, pageType: 'article', options: { focus: 'recall' }, fields: ['pageType'] }),
    JSON_TYPE,
  );
  assert.deepEqual(await typed.json(), { pageType: 'article' });
});

for (const [name, path, init, status, reason] of [
  ['an empty page', '/v1/extract', { body: '', headers: HTML }, 422, 'empty-input'],
  [
    'a page without content',
    '/v1/extract',
    { body: '<nav><a href="/">Home</a></nav>', headers: HTML },
    422,
    'no-content',
  ],
  ['too many bytes', '/v1/extract', { body: 'x'.repeat(1_000_001), headers: HTML }, 413, 'too-large'],
  [
    'too many bytes after decompression',
    '/v1/extract',
    { body: gzipSync('x'.repeat(5_000_000)), headers: { ...HTML, 'content-encoding': 'gzip' } },
    413,
    'too-large',
  ],
  [
    'a body that is not in its coding',
    '/v1/extract',
    { body: PAGE, headers: { ...HTML, 'content-encoding': 'gzip' } },
    400,
    'bad-coding',
  ],
  [
    'an unknown coding',
    '/v1/extract',
    { body: PAGE, headers: { ...HTML, 'content-encoding': 'compress' } },
    415,
    'unsupported-coding',
  ],
  [
    'several codings',
    '/v1/extract',
    { body: PAGE, headers: { ...HTML, 'content-encoding': 'gzip, br' } },
    415,
    'unsupported-coding',
  ],
  [
    'another media type',
    '/v1/extract',
    { body: PAGE, headers: { 'content-type': 'image/png' } },
    415,
    'unsupported-media-type',
  ],
  [
    'no acceptable format',
    '/v1/extract',
    { body: PAGE, headers: { ...HTML, accept: 'image/png' } },
    406,
    'not-acceptable',
  ],
  [
    'an image',
    '/v1/extract',
    { body: Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), headers: HTML },
    422,
    'not-html',
  ],
  ['an unknown extractor', '/v1/extract?extractor=dehsk', { body: PAGE, headers: HTML }, 400, 'bad-request'],
  ['an unknown option', '/v1/extract?options={"fokus":"recall"}', { body: PAGE, headers: HTML }, 400, 'bad-request'],
  ['a value no option has', '/v1/extract?options={"focus":"x"}', { body: PAGE, headers: HTML }, 400, 'bad-request'],
  [
    'a number out of range',
    '/v1/explain?extractor=ncleaner&options={"smoothing":-1}',
    { body: PAGE, headers: HTML },
    400,
    'bad-request',
  ],
  ['options that are no object', '/v1/extract?options=3', { body: PAGE, headers: HTML }, 400, 'bad-request'],
  ['an unknown field', '/v1/extract?fields=titel', { body: PAGE, headers: HTML }, 400, 'bad-request'],
  ['an unknown name in the query', '/v1/extract?extracter=bte', { body: PAGE, headers: HTML }, 400, 'bad-request'],
  ['a wrong page type', '/v1/extract?pageType=blog', { body: PAGE, headers: HTML }, 400, 'bad-request'],
  ['a selector that is none', '/v1/extract?contentSelector=a..b', { body: PAGE, headers: HTML }, 400, 'bad-request'],
  ['JSON that is none', '/v1/extract', { body: '{', headers: JSON_TYPE }, 400, 'bad-json'],
  ['JSON with a wrong type', '/v1/extract', { body: '{"html":3}', headers: JSON_TYPE }, 400, 'bad-request'],
  ['JSON with a wrong name', '/v1/extract', { body: '{"htm":"x"}', headers: JSON_TYPE }, 400, 'bad-request'],
  ['JSON without a page', '/v1/extract', { body: '{}', headers: JSON_TYPE }, 400, 'bad-request'],
  [
    'an address without fetching',
    '/v1/extract',
    { body: '{"url":"https://a.example/"}', headers: JSON_TYPE },
    403,
    'fetching-is-off',
  ],
  ['site without state', '/v1/extract?site=true', { body: PAGE, headers: HTML }, 409, 'no-state'],
  ['a wrong method for the document', '/openapi.json', { method: 'POST' }, 405, 'method-not-allowed'],
  ['a wrong method for a file', '/docs/', { method: 'DELETE' }, 405, 'method-not-allowed'],
  ['a wrong method', '/v1/extract', { method: 'PATCH', body: PAGE, headers: HTML }, 405, 'method-not-allowed'],
  ['a route that is none', '/v2/extract', { method: 'POST', body: PAGE, headers: HTML }, 404, 'not-found'],
] as const)
  test(`${name}: ${status} ${reason}`, async () => {
    const problem = await problemOf(await one.ask(path, { method: 'POST', ...(init as RequestInit) }));
    assert.deepEqual([problem.status, problem.reason], [status, reason], problem.detail);
  });

test('messages name what was got, what was expected and the nearest name', async () => {
  const detail = async (path: string): Promise<string> => (await problemOf(await post(path, PAGE))).detail;
  assert.match(await detail('/v1/extract?extractor=dehsk'), /"dehsk".*did you mean "dehusk"/);
  assert.match(await detail('/v1/extract?extracter=bte'), /no "extracter"; did you mean "extractor"/);
  assert.match(await detail('/v1/extract?fields=titles'), /did you mean "title"/);
  const inJson = async (body: string): Promise<string> =>
    (await problemOf(await post('/v1/extract', body, JSON_TYPE))).detail;
  assert.match(await inJson('{"html": 5}'), /"html": got 5, expected string$/);
  assert.match(await inJson('[]'), /^the body: got \[\], expected object$/);
  const batch = await problemOf(await post('/v1/batch?format=text', '', { 'content-type': 'application/x-ndjson' }));
  assert.equal(batch.detail, 'the query has no "format"');
});

test('GET and HEAD of a page that is to be fetched, and its short form, say how to allow it', async () => {
  for (const path of ['/v1/extract?url=https://a.example/', '/https://a.example/story?x=1']) {
    const problem = await problemOf(await one.ask(path));
    assert.equal(problem.reason, 'fetching-is-off');
    assert.match(problem.detail, /--allow-fetch/);
    assert.equal((await one.ask(path, { method: 'HEAD' })).status, 403);
  }
});

test('limits of nodes and of CPU time are 422 with their reason', async () => {
  const limited = await openTestServer({}, { limits: { maxNodes: 50, maxMilliseconds: 10_000 } });
  const slow = await openTestServer({}, { limits: { maxNodes: 1_000_000, maxMilliseconds: 1 } });
  const big = PAGE.replace('<p>', '<p><b>x</b>'.repeat(2_000));
  for (const [server, reason] of [
    [limited, 'too-many-nodes'],
    [slow, 'timeout'],
  ] as const) {
    const problem = await problemOf(await server.ask('/v1/extract', { method: 'POST', body: big, headers: HTML }));
    assert.deepEqual([problem.status, problem.reason], [422, reason]);
    await server.close();
  }
});

test('a batch answers each line in order; a bad line is a row; no line reads a file', async () => {
  const lines = [
    { id: 'a', html: PAGE },
    'not json',
    { id: 'b', path: '/etc/passwd' },
    { id: 'c', html: PAGE, url: 'https://boats.example/c' },
  ];
  const body = lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join('');
  for (const coding of ['identity', 'gzip'] as const) {
    const response = await post('/v1/batch?fields=id,ok,reason,url', coding === 'gzip' ? gzipSync(body) : body, {
      'content-type': 'application/x-ndjson',
      'content-encoding': coding,
    });
    assert.equal(response.status, 200);
    const rows = (await response.text())
      .trim()
      .split('\n')
      .map((row) => JSON.parse(row));
    assert.deepEqual(rows, [
      { id: 'a', ok: true, reason: null, url: null },
      { id: null, ok: false, reason: 'bad-input', url: null },
      { id: 'b', ok: false, reason: 'bad-input', url: null },
      { id: 'c', ok: true, reason: null, url: 'https://boats.example/c' },
    ]);
  }
});

test('a batch reads lines only as rows are taken', async () => {
  let sent = 0;
  const line = new TextEncoder().encode(`${JSON.stringify({ html: PAGE + ' '.repeat(100_000) })}\n`);
  const body = new ReadableStream({
    pull(controller) {
      if (sent++ === 2_000) controller.close();
      else controller.enqueue(line);
    },
  });
  const response = await one.ask('/v1/batch?fields=html', {
    ...{ method: 'POST', body, headers: { 'content-type': 'application/x-ndjson' } },
    duplex: 'half',
  } as RequestInit);
  const reader = response.body?.getReader();
  await reader?.read();
  // The rest of 200 MB waits: sockets buffer some megabytes, the window some lines.
  const atFirst = sent;
  assert.ok(atFirst < 1_000, `${atFirst} lines were read before the rows were taken`);
  await reader?.cancel();
});

test('explain: blocks with ranges of the source, labels, movers; metadata with sources', async () => {
  const response = await post('/v1/explain', PAGE);
  const explained = (await response.json()) as {
    ok: boolean;
    blocks: { text: string; keep: boolean; source: [number, number][]; movers: unknown[] }[];
    metadata: { field: string; source: string }[];
  };
  assert.equal(explained.ok, true);
  const kept = explained.blocks.filter(({ keep }) => keep);
  assert.ok(kept.length >= 2);
  for (const { text, source, movers } of kept) {
    assert.equal(PAGE.slice(...source[0]).trim(), text.trim());
    assert.equal(movers.length, 3);
  }
  assert.ok(explained.metadata.some(({ field, source }) => field === 'title' && source !== ''));
});

test('extractors, health, metrics, the document of the API and its page', async () => {
  const tables = (await (await one.ask('/v1/extractors')).json()) as {
    default: string;
    extractors: { name: string; options: { doc: string }[] }[];
  };
  assert.equal(tables.default, 'dehusk');
  assert.ok(tables.extractors.every(({ options }) => options.every(({ doc }) => doc !== '')));
  assert.equal((await one.ask('/livez')).status, 200);
  assert.equal((await one.ask('/readyz')).status, 200);
  assert.deepEqual(await (await one.ask('/v1/inspector')).json(), { fetch: false, sites: false });
  const metrics = await (await one.ask('/metrics')).text();
  assert.match(metrics, /dehusk_http_requests_total\{route="\/v1\/extract",method="POST",status="200"\} [1-9]/);
  assert.match(metrics, /dehusk_http_problems_total\{reason="no-content"\} [1-9]/);
  assert.match(metrics, /dehusk_pages_threads 2/);
  const document = (await (await one.ask('/openapi.json')).json()) as { openapi: string; paths: object };
  assert.equal(document.openapi, '3.1.0');
});

test('a request id is taken over if it is sane, and every answer has one', async () => {
  assert.equal(
    (await one.ask('/livez', { headers: { 'x-request-id': 'job-7' } })).headers.get('x-request-id'),
    'job-7',
  );
  const made = (await one.ask('/livez', { headers: { 'x-request-id': 'a b"c' } })).headers.get('x-request-id');
  assert.match(made ?? '', /^[0-9a-f-]{36}$/);
  assert.ok(one.answered.some(({ requestId, route }) => requestId === 'job-7' && route === '/livez'));
});

test('a full queue answers 503 with Retry-After, and the server stays ready for others', async () => {
  const small = await openTestServer({}, { threads: 1, queue: 1 });
  const big = PAGE.replace('</article>', `${'<p>'}${SENTENCE.repeat(2_000)}</p></article>`);
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => small.ask('/v1/extract?fields=ok', { method: 'POST', body: big, headers: HTML })),
  );
  const statuses = answers.map(({ status }) => status);
  assert.ok(
    statuses.every((status) => status === 200 || status === 503),
    statuses.join(' '),
  );
  assert.ok(statuses.includes(200) && statuses.includes(503));
  const busy = answers.find(({ status }) => status === 503) as Response;
  assert.equal(busy.headers.get('retry-after'), '1');
  assert.equal((await problemOf(busy)).reason, 'queue-full');
  assert.equal((await small.ask('/v1/extract', { method: 'POST', body: PAGE, headers: HTML })).status, 200);
  await small.close();
});

test('a page in JSON is held until its request is answered', async () => {
  const service = openThreadService({ threads: 1, queue: 8 });
  const body = JSON.stringify({ html: PAGE.replace('</article>', `<p>${SENTENCE.repeat(5_000)}</p></article>`) });
  const app = createApp(
    service,
    {
      ...{ maxBytes: 1_000_000, maxHeldBytes: body.length * 1.5, requestMilliseconds: 30_000, codings: [] },
      ...{ unpack: () => null, fetchPage: null, token: null, cors: null, hostNames: null, metrics: null, file: null },
      isReady: () => true,
    },
    '0.0.0',
  );
  const ask = async () =>
    app.fetch(new Request('http://a/v1/extract?fields=ok', { method: 'POST', body, headers: JSON_TYPE }));
  const first = ask();
  await until(() => service.load.working === 1);
  assert.equal((await problemOf(await ask())).reason, 'queue-full');
  assert.equal((await first).status, 200);
  assert.equal((await ask()).status, 200);
  await service.close();
});

test('with a token only health and files are open', async () => {
  const closed = await openTestServer({ token: 'a-token-of-some-length' });
  const status = async (path: string, authorization?: string): Promise<number> =>
    (await closed.ask(path, authorization === undefined ? {} : { headers: { authorization } })).status;
  for (const path of ['/v1/extractors', '/metrics', '/https://a.example/']) assert.equal(await status(path), 401, path);
  for (const path of ['/livez', '/readyz', '/openapi.json']) assert.equal(await status(path), 200, path);
  assert.equal(await status('/v1/extractors', 'Bearer a-token-of-some-length'), 200);
  assert.equal(await status('/v1/extractors', 'Bearer a-token-of-some-lengtH'), 401);
  assert.equal(await status('/v1/extractors', 'Basic a-token-of-some-length'), 401);
  const refused = await closed.ask('/v1/extractors');
  assert.equal(refused.headers.get('www-authenticate'), 'Bearer');
  await closed.close();
});

test('CORS is off by default and answers one origin on request', async () => {
  const preflight = {
    method: 'OPTIONS',
    headers: { origin: 'https://app.example', 'access-control-request-method': 'POST' },
  };
  assert.equal((await one.ask('/v1/extract', preflight)).headers.get('access-control-allow-origin'), null);
  const open = await openTestServer({ cors: 'https://app.example' });
  const answer = await open.ask('/v1/extract', preflight);
  assert.equal(answer.headers.get('access-control-allow-origin'), 'https://app.example');
  assert.equal(
    (await open.ask('/livez', { headers: { origin: 'https://app.example' } })).headers.get(
      'access-control-allow-origin',
    ),
    'https://app.example',
  );
  await open.close();
});

test('pages of other sites reach no route of the API, with or without a preflight', async () => {
  const send = (headers: Record<string, string>): Promise<Response> =>
    one.ask('/v1/extract?fields=ok', { method: 'POST', body: PAGE, headers: { ...HTML, ...headers } });
  for (const headers of [{ origin: 'https://attack.example' }, { origin: 'null' }, { origin: 'http://127.0.0.1:1' }]) {
    const problem = await problemOf(await send(headers));
    assert.deepEqual([problem.status, problem.reason], [403, 'cross-site']);
  }
  assert.equal((await send({ origin: one.server.address })).status, 200);
  const text = await one.ask('/v1/fetch', {
    method: 'POST',
    body: '{"url":"https://a.example/"}',
    headers: { 'content-type': 'text/plain' },
  });
  assert.equal(text.status, 415);
  const open = await openTestServer({ cors: 'https://app.example' });
  const answer = await open.ask('/v1/extract?fields=ok', {
    method: 'POST',
    body: PAGE,
    headers: { ...HTML, origin: 'https://app.example' },
  });
  assert.equal(answer.status, 200);
  await open.close();
});

test('an Origin that is no address is another site', async () => {
  for (const origin of ['http://[', 'https://a b', 'http://']) {
    const response = await one.ask('/v1/extractors', { headers: { origin } });
    assert.equal((await problemOf(response)).status, 403, origin);
  }
});

test('a batch may take longer than a request has to arrive', async () => {
  const patient = await openTestServer({ requestMilliseconds: 400 });
  const line = new TextEncoder().encode(`${JSON.stringify({ html: PAGE })}\n`);
  let sent = 0;
  const body = new ReadableStream({
    async pull(controller) {
      await new Promise((resolve) => setTimeout(resolve, 150));
      if (sent++ === 8) controller.close();
      else controller.enqueue(line);
    },
  });
  const response = await patient.ask('/v1/batch?fields=ok', {
    ...{ method: 'POST', body, headers: { 'content-type': 'application/x-ndjson' } },
    duplex: 'half',
  } as RequestInit);
  assert.equal((await response.text()).trim().split('\n').length, 8);
  await patient.close();
});

test('pages are fetched where that is allowed; private addresses are not', async () => {
  const web = createServer((request, response) => {
    if (request.url === '/robots.txt') response.writeHead(404).end();
    else if (request.url === '/story?x=1') response.writeHead(200, HTML).end(PAGE);
    else response.writeHead(404, HTML).end('none');
  });
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  const { port } = web.address() as AddressInfo;
  const fetcherFor = (allowPrivate: boolean) => openFetcher({ allowPrivate, delay: 0, maxRetries: 0 });
  for (const [allowPrivate, status] of [
    [true, 200],
    [false, 403],
  ] as const) {
    const fetcher = fetcherFor(allowPrivate);
    const server = await openTestServer({
      async fetchPage(url, signal) {
        const answer = await fetcher.fetch({ url, kind: 'page', signal });
        if (answer.kind === 'fetched') return { ok: true, ...answer };
        return { ok: false, reason: answer.kind === 'failed' ? answer.reason : '304', detail: 'failed' };
      },
    });
    const address = `http://127.0.0.1:${port}/story?x=1`;
    assert.equal((await server.ask(`/v1/extract?url=${encodeURIComponent(address)}`)).status, status);
    const short = await server.ask(`/${address}`);
    assert.equal(short.status, status);
    if (status === 200) {
      assert.match(short.headers.get('content-type') ?? '', /text\/markdown/);
      const page = await server.ask('/v1/fetch', {
        method: 'POST',
        body: JSON.stringify({ url: address }),
        headers: JSON_TYPE,
      });
      assert.deepEqual(await page.json(), { url: address, html: PAGE });
      const missing = await problemOf(await server.ask(`/http://127.0.0.1:${port}/none`));
      assert.deepEqual([missing.status, missing.reason], [502, 'http-status']);
    } else assert.equal((await problemOf(short)).reason, 'private-address');
    await server.close();
    await fetcher.close();
  }
  web.close();
});

test('a server that drains finishes what it accepted', async () => {
  const draining = await openTestServer();
  const big = PAGE.replace('</article>', `${'<p>'}${SENTENCE.repeat(2_000)}</p></article>`);
  const pending = draining.ask('/v1/extract?fields=ok', { method: 'POST', body: big, headers: HTML });
  await until(() => draining.service.load.working > 0, 5);
  const closing = draining.server.drain(20_000);
  const response = await pending;
  assert.deepEqual(await response.json(), { ok: true });
  await closing;
  await assert.rejects(draining.ask('/livez'));
});

test('no answer of this file was a mistake of the program', () => assert.deepEqual(one.faults, []));
