// The edge entry in a bare engine: one bundle, web globals and nothing of Node.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createContext, runInContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { extract } from '@dehusk/core';
import { build } from 'esbuild-wasm';

/** The size of the bundle, gzipped. Raise it only with a line in the changelog. */
const MAX_GZIP_BYTES = 900_000;

const SENTENCE =
  'The harbour master counts the boats every evening and writes their number into the book by the door. ';
const PAGE = `<!doctype html><html lang="en"><body><nav><a href="/">Home</a></nav><article><h1>Boats</h1><p>${SENTENCE.repeat(4)}</p><p>${SENTENCE.repeat(3)}</p></article></body></html>`;

test('the routes answer in a bare engine as elsewhere', async () => {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('./index.js', import.meta.url))],
    ...{ bundle: true, minify: true, platform: 'browser', format: 'iife', globalName: 'Dehusk', write: false },
  });
  const [{ text: code }] = outputFiles;
  assert.doesNotMatch(code, /["']node:/);
  const bytes = gzipSync(code, { level: 9 }).length;
  assert.ok(bytes <= MAX_GZIP_BYTES, `${bytes} bytes gzipped, promised at most ${MAX_GZIP_BYTES}`);
  const globals = {
    URL,
    URLSearchParams,
    TextDecoder,
    TextEncoder,
    Request,
    Response,
    Headers,
    ReadableStream,
    DecompressionStream,
    AbortSignal,
    crypto,
    performance,
    console,
    setTimeout,
    clearTimeout,
  };
  const context = createContext({ ...globals });
  runInContext(code, context);
  const worker = runInContext('Dehusk.default', context) as {
    fetch(request: Request, settings?: object): Promise<Response>;
  };
  const ask = (path: string, init?: RequestInit, settings?: object): Promise<Response> =>
    worker.fetch(new Request(`https://dehusk.example${path}`, init), settings);
  const html = { 'content-type': 'text/html' };
  const post = (body: NonNullable<RequestInit['body']>, headers: Record<string, string> = html) => ({
    method: 'POST',
    body,
    headers,
  });

  const expected = extract(PAGE);
  assert.deepEqual(await (await ask('/v1/extract?fields=text', post(PAGE))).json(), { text: expected.text });
  assert.deepEqual(
    await (await ask('/v1/extract?fields=text', post(gzipSync(PAGE), { ...html, 'content-encoding': 'gzip' }))).json(),
    { text: expected.text },
  );
  assert.equal(
    await (await ask('/v1/extract', post(PAGE, { ...html, accept: 'text/markdown' }))).text(),
    expected.markdown,
  );
  const explained = (await (await ask('/v1/explain', post(PAGE))).json()) as { blocks: unknown[] };
  assert.equal(explained.blocks.length, expected.labelled.blocks.length);
  const lines = `${JSON.stringify({ id: 1, html: PAGE })}\nbad\n{"id":2}\n`;
  const rows = await (
    await ask('/v1/batch?fields=id,ok,reason', post(lines, { 'content-type': 'application/x-ndjson' }))
  ).text();
  assert.deepEqual(
    rows
      .trim()
      .split('\n')
      .map((row) => JSON.parse(row)),
    [
      { id: 1, ok: true, reason: null },
      { id: null, ok: false, reason: 'bad-input' },
      { id: 2, ok: false, reason: 'bad-input' },
    ],
  );
  for (const [path, init, status] of [
    ['/v1/extract', post('<nav><a href="/">Home</a></nav>'), 422],
    ['/v1/extract', post(gzipSync(PAGE).subarray(0, 40), { ...html, 'content-encoding': 'gzip' }), 400],
    ['/v1/extract?url=https://a.example/', undefined, 403],
    ['/none', undefined, 404],
    ['/livez', undefined, 200],
  ] as const)
    assert.equal((await ask(path, init)).status, status, path);
  assert.equal((await ask('/v1/extractors', undefined, { DEHUSK_TOKEN: 'a-token-of-some-length' })).status, 401);
});
