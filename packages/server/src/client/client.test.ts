// The client, and one generated from the document of the API, against a real server.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { extract } from '@dehusk/core';
import { openMemoryStore } from '@dehusk/stream';
import { Validator } from '@seriousme/openapi-schema-validator';
import Ajv from 'ajv/dist/2020.js';
import createClient from 'openapi-fetch';
import openapiTS, { astToString } from 'openapi-typescript';
import { openTestServer, type TestServer } from '../server.fixture.js';
import { DehuskClient, DehuskProblem } from './index.js';

const SENTENCE =
  'The harbour master counts the boats every evening and writes their number into the book by the door. ';
const PAGE = `<!doctype html><html lang="en"><body><nav><a href="/">Home</a></nav><article><h1>Boats</h1><p>${SENTENCE.repeat(4)}</p><p>${SENTENCE.repeat(3)}</p></article></body></html>`;
const TOKEN = 'a-token-of-some-length';

let server: TestServer;
let client: DehuskClient;
// Below the package, so that the compiler of the generated client finds its types.
const folder = mkdtempSync(fileURLToPath(new URL('../../../dehusk/client-test-', import.meta.url)));
before(async () => {
  server = await openTestServer({ token: TOKEN }, { store: openMemoryStore() });
  client = new DehuskClient(`${server.server.address}/`, { token: TOKEN });
});
after(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

test('every route of the API by the client', async () => {
  const expected = extract(PAGE);
  const { text, title } = await client.extract({ html: PAGE, fields: ['text', 'title'] });
  assert.deepEqual([text, title], [expected.text, expected.title]);
  assert.equal((await client.extract({ html: PAGE })).pageType, expected.pageType);
  assert.equal(await client.print({ html: PAGE }, 'markdown'), expected.markdown);
  assert.equal((await client.explain({ html: PAGE })).blocks.length, expected.labelled.blocks.length);
  assert.equal((await client.extractors()).default, 'dehusk');
  const url = 'https://boats.example/1';
  assert.equal((await client.learn({ url, html: PAGE })).url, url);
  assert.equal((await client.site('boats.example')).host, 'boats.example');
  const model = await client.siteModel('boats.example');
  await client.deleteSite('boats.example');
  await client.putSiteModel('boats.example', model);
  assert.deepEqual(await client.siteModel('boats.example'), model);
});

test('a batch is an iterator over rows in order', async () => {
  const pages = Array.from({ length: 30 }, (_, id) => ({ id, html: id === 7 ? '' : PAGE }));
  const ids: unknown[] = [];
  for await (const row of client.batch(pages, { fields: ['id', 'ok'] })) ids.push(`${row.id} ${row.ok}`);
  assert.deepEqual(
    ids,
    pages.map(({ id }) => `${id} ${id !== 7}`),
  );
});

test('problems are errors with their reason', async () => {
  await assert.rejects(client.extract({ html: '<nav><a href="/">Home</a></nav>' }), (error: DehuskProblem) => {
    assert.ok(error instanceof DehuskProblem);
    assert.deepEqual([error.problem.status, error.problem.reason], [422, 'no-content']);
    return true;
  });
  await assert.rejects(new DehuskClient(server.server.address).extractors(), /unauthorized/);
  await assert.rejects(client.extract({ html: PAGE }, { signal: AbortSignal.abort() }), /abort/i);
});

test('a busy server is asked again after the time it names, and not for ever', async () => {
  let asked = 0;
  const busy = createServer((_request, response) => {
    asked++;
    if (asked % 3 === 0) response.writeHead(200, { 'content-type': 'application/json' }).end('{"default":"dehusk"}');
    else
      response
        .writeHead(503, { 'retry-after': '0', 'content-type': 'application/problem+json' })
        .end('{"reason":"queue-full","detail":"busy"}');
  });
  await new Promise<void>((resolve) => busy.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(busy.address() as AddressInfo).port}`;
  assert.equal((await new DehuskClient(base).extractors()).default, 'dehusk');
  assert.equal(asked, 3);
  await assert.rejects(new DehuskClient(base, { retries: 1 }).extractors(), /queue-full/);
  assert.equal(asked, 5);
  busy.close();
});

test('a client generated from the document works, and compiles', async () => {
  // The calls that the compiled text has, without the types.
  const generated = createClient<Record<string, never>>({
    baseUrl: server.server.address,
    headers: { authorization: `Bearer ${TOKEN}` },
  }) as unknown as {
    POST(path: string, init: object): Promise<{ data?: { text: string }; error?: { reason: string } }>;
  };
  const { data } = await generated.POST('/v1/extract', { params: { query: { fields: 'text' } }, body: { html: PAGE } });
  assert.equal(data?.text, extract(PAGE).text);
  const { error } = await generated.POST('/v1/extract', { body: { html: '<nav><a href="/">Home</a></nav>' } });
  assert.equal(error?.reason, 'no-content');

  const document = await (await server.ask('/openapi.json')).text();
  writeFileSync(join(folder, 'api.d.ts'), astToString(await openapiTS(document)));
  writeFileSync(
    join(folder, 'use.ts'),
    `import createClient from 'openapi-fetch';
import type { paths } from './api.js';
export async function use(baseUrl: string, headers: Record<string, string>, html: string): Promise<[string | null | undefined, string]> {
  const client = createClient<paths>({ baseUrl, headers });
  const { data, error } = await client.POST('/v1/extract', { params: { query: { fields: 'text' } }, body: { html } });
  if (error) throw new Error(error.detail);
  const wrong = await client.POST('/v1/extract', { body: { html: '<nav><a href="/">Home</a></nav>' } });
  return [typeof data === 'object' ? data.text : data, wrong.error?.reason ?? ''];
}
`,
  );
  // In another process, so that connections are closed in time meanwhile.
  const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc');
  const options = '--strict --noEmit --skipLibCheck --target es2022 --module nodenext --types node'.split(' ');
  const given = { cwd: folder, timeout: 120_000 };
  await promisify(execFile)(process.execPath, [compiler, ...options, 'use.ts'], given).catch(({ stdout, message }) =>
    assert.fail(stdout || message),
  );
});

interface OpenApiAnswer {
  readonly content?: Record<string, { schema: object }>;
}

interface OpenApi {
  readonly paths: Record<string, Record<string, { readonly responses: Record<string, OpenApiAnswer> }>>;
  readonly components: { readonly schemas: Record<string, object> };
}

test('the document of the API is valid, and answers are as it says', async () => {
  const document = (await (await server.ask('/openapi.json')).json()) as OpenApi;
  const headers = { authorization: `Bearer ${TOKEN}` };
  const asJson = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' } };
  // All requests come before the work on their answers: a connection that expires while this thread works cannot be used again.
  const answers: { asked: string; described: OpenApiAnswer | undefined; type: string; body: unknown }[] = [];
  for (const [method, path, route, init] of [
    ['post', '/v1/extract', '/v1/extract', { ...asJson, body: JSON.stringify({ html: PAGE }) }],
    [
      'post',
      '/v1/extract',
      '/v1/extract',
      { ...asJson, body: JSON.stringify({ html: '<nav><a href="/">Home</a></nav>' }) },
    ],
    ['post', '/v1/extract', '/v1/extract', { ...asJson, body: '{' }],
    ['post', '/v1/explain', '/v1/explain', { ...asJson, body: JSON.stringify({ html: PAGE }) }],
    ['post', '/v1/fetch', '/v1/fetch', { ...asJson, body: JSON.stringify({ url: 'https://a.example/' }) }],
    ['get', '/v1/extractors', '/v1/extractors', { headers }],
    ['get', '/v1/extractors', '/v1/extractors', {}],
    ['get', '/v1/inspector', '/v1/inspector', { headers }],
    ['get', '/livez', '/livez', {}],
    ['get', '/readyz', '/readyz', {}],
    ['get', '/v1/sites/boats.example', '/v1/sites/{host}', { headers }],
    ['get', '/v1/sites/unknown.example', '/v1/sites/{host}', { headers }],
  ] as const) {
    const response = await server.ask(path, init);
    answers.push({
      asked: `${method} ${path} answered ${response.status}`,
      described: document.paths[route][method].responses[String(response.status)],
      type: (response.headers.get('content-type') ?? '').split(';')[0],
      body: await response.json(),
    });
  }
  const { valid, errors } = await new Validator().validate(JSON.parse(JSON.stringify(document)));
  assert.ok(valid, JSON.stringify(errors));
  const ajv = new Ajv.default({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: 'api', components: document.components });
  const relative = (schema: object): object =>
    JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"api#/components'));
  for (const { asked, described, type, body } of answers) {
    assert.ok(described, `${asked}, which is not in the document`);
    const content = described.content?.[type];
    assert.ok(content, `${asked} as ${type}`);
    const validate = ajv.compile(relative(content.schema));
    assert.ok(validate(body), `${asked}: ${JSON.stringify(validate.errors)}`);
  }
});
