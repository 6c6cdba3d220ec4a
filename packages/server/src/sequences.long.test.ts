// Random sequences of requests to the service and of messages to `dehusk mcp`: slow and cut bodies, clients that go away, ids that
// repeat, cancelled and broken messages, many at once. Each request is answered as if it were alone, and none stays in work.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { extract } from '@dehusk/core';
import { openLmdbStore } from '@dehusk/stream';
import { createMcpHandler, type McpHttpHandler } from '@modelcontextprotocol/server';
import fc from 'fast-check';
import { until } from '../../node/dist/until.fixture.js';
import { createMcpServer } from './mcp.js';
import { openTestServer, type TestServer } from './server.fixture.js';

const IS_NIGHT = process.env.NIGHTLY_TESTS === '1';
/** Sequences of each test, and the requests of one at most. */
const [SEQUENCES, LENGTH] = [IS_NIGHT ? 100 : 6, 40];
const SEED = Number(process.env.SEQUENCES_SEED ?? 41);
const CLI = fileURLToPath(new URL('../../dehusk/bin/dehusk.js', import.meta.url));
const MAX_BYTES = 100_000;

const pageOf = (page: number): string =>
  `<!doctype html><html lang="en"><body><nav><a href="/">Home</a></nav><article><h1>Boats ${page}</h1>${`<p>On day ${page} the harbour master counted the boats, and wrote the number into the book by the door, as ever.</p>`.repeat(2 + page * page * 9)}</article></body></html>`;
const PAGES = [0, 1, 2, 3].map(pageOf);
const MARKDOWN = PAGES.map((page) => extract(page).markdown);

/** One request of a sequence. `wait` is in milliseconds, `cut` the place in the body where something happens, from 0 to 1. */
interface Step {
  readonly kind: 'whole' | 'slow' | 'aborted' | 'batch' | 'aborted batch' | 'garbage' | 'too large' | 'learn' | 'tool';
  readonly page: number;
  readonly wait: number;
  readonly cut: number;
  readonly id: string;
}
const STEP: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom<Step['kind']>(
    ...(['whole', 'slow', 'aborted', 'batch', 'aborted batch', 'garbage', 'too large', 'learn', 'tool'] as const),
  ),
  page: fc.nat(PAGES.length - 1),
  wait: fc.nat(25),
  cut: fc.double({ min: 0, max: 1, noNaN: true }),
  id: fc.constantFrom('a', 'b', 'c', 'd'),
});

/** The tools over HTTP, as `dehusk serve` opens them. */
let handler: McpHttpHandler;
let one: TestServer;
let folder: string;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dehusk-sequences-'));
  const tools = { fetchPage: null, maxBytes: MAX_BYTES, pages: null };
  handler = createMcpHandler(() => createMcpServer(one.service, tools, '0.0.0'));
  one = await openTestServer(
    { maxBytes: MAX_BYTES, mcp: (request, parsedBody) => handler.fetch(request, { parsedBody }) },
    { threads: 2, store: openLmdbStore(join(folder, 'state'), true) },
  );
});
after(async () => {
  await handler.close();
  await one.close();
  rmSync(folder, { recursive: true });
});

/** A body that arrives in two parts with a pause. */
async function* parts(body: string, { cut, wait }: Step): AsyncGenerator<Uint8Array> {
  const bytes = new TextEncoder().encode(body);
  const at = Math.floor(bytes.length * cut);
  yield bytes.subarray(0, at);
  await sleep(wait);
  yield bytes.subarray(at);
}

const post = (path: string, type: string, body: string | ReadableStream, more: object = {}): Promise<Response> =>
  one.ask(path, { method: 'POST', headers: { 'content-type': type }, body, ...more } as RequestInit);

/** A request whose client goes away. Its answer, if there is time for one, does not count. */
async function aborted(step: Step, path: string, type: string, body: string): Promise<void> {
  const signal = AbortSignal.timeout(1 + step.wait);
  await post(path, type, ReadableStream.from(parts(body, step)), { signal, duplex: 'half' })
    .then((response) => response.text())
    .catch(() => {});
}

/** Lines of a batch: pages, one that is too large, and one that is no JSON, with ids that repeat. */
const linesOf = ({ page, id }: Step): string =>
  [
    JSON.stringify({ id, html: PAGES[page] }),
    '{"id": ',
    JSON.stringify({ id, html: PAGES[0] }),
    JSON.stringify({ id: 'large', html: 'x'.repeat(MAX_BYTES + 1) }),
  ].join('\n');

const toolCall = ({ page, id }: Step): string =>
  JSON.stringify({
    ...{ jsonrpc: '2.0', id, method: 'tools/call' },
    params: { name: 'extract', arguments: { html: PAGES[page] } },
  });

/** How the request of a step is sent, unless its client goes away. */
const SEND: Record<Exclude<Step['kind'], 'aborted' | 'aborted batch'>, (step: Step) => Promise<Response>> = {
  whole: ({ page, id }) =>
    post('/v1/extract?fields=markdown', '', PAGES[page], {
      headers: { 'content-type': 'text/html', 'x-request-id': id },
    }),
  slow: (step) =>
    post('/v1/extract?fields=markdown', 'text/html', ReadableStream.from(parts(PAGES[step.page], step)), {
      duplex: 'half',
    }),
  batch: (step) => post('/v1/batch', 'application/x-ndjson', linesOf(step)),
  garbage: ({ page }) => post('/v1/extract', 'application/json', JSON.stringify({ html: PAGES[page] }).slice(0, 60)),
  'too large': () => post('/v1/extract', 'text/html', 'x'.repeat(MAX_BYTES + 1)),
  learn: ({ page, id }) =>
    post(
      `/v1/sites/${id}.example/pages`,
      'application/json',
      JSON.stringify({ url: `https://${id}.example/${page}`, html: PAGES[page], at: 1_700_000_000_000 }),
    ),
  tool: (step) =>
    post('/mcp', '', toolCall(step), {
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    }),
};

const STATUS: Partial<Record<Step['kind'], number>> = { garbage: 400, 'too large': 413 };

/** Performs a step and checks its answer. */
async function perform(step: Step): Promise<void> {
  const { kind, page, id } = step;
  if (kind === 'aborted') return aborted(step, '/v1/extract?fields=markdown', 'text/html', PAGES[page]);
  if (kind === 'aborted batch') return aborted(step, '/v1/batch', 'application/x-ndjson', linesOf(step));
  const response = await SEND[kind](step);
  const text = await response.text();
  // The service had no room for the request: its client is to send it again.
  if (response.status === 503 || response.status === 429) return;
  assert.equal(response.status, STATUS[kind] ?? 200, text);
  if (kind === 'whole') assert.equal(response.headers.get('x-request-id'), id);
  if (kind === 'whole' || kind === 'slow') assert.equal(JSON.parse(text).markdown, MARKDOWN[page]);
  if (kind === 'learn') assert.notEqual(JSON.parse(text).text, '');
  if (kind === 'batch') {
    const rows = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.deepEqual(rows.map(({ ok }) => ok).sort(), [false, false, true, true], text);
    for (const row of rows) if (row.ok) assert.equal(row.id, id);
  }
  if (kind === 'tool') {
    const answer = JSON.parse(text.replace(/^[\s\S]*?data: /, '').trim());
    assert.equal(answer.id, id);
    if (answer.result.isError) assert.match(answer.result.content[0].text, /^queue-full/);
    else assert.equal(answer.result.content[0].text, MARKDOWN[page]);
  }
}

test('requests of any sequence are answered as if they were alone', { timeout: 300_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(STEP, { minLength: 20, maxLength: LENGTH }), async (steps) => {
      const running: Promise<void>[] = [];
      for (const step of steps) {
        const end = perform(step);
        end.catch(() => {});
        running.push(end);
        if (step.cut < 0.5) await sleep(step.wait);
      }
      for (const end of await Promise.allSettled(running)) if (end.status === 'rejected') throw end.reason;
      await until(() => one.service.load.working + one.service.load.waiting === 0);
      assert.deepEqual(one.faults, []);
    }),
    { numRuns: SEQUENCES, seed: SEED, endOnFailure: true, includeErrorInReport: true },
  );
});

/** A line to `dehusk mcp`. */
const MESSAGE = fc.record({
  kind: fc.constantFrom(
    'extract',
    'extract',
    'extract',
    'explain',
    'list',
    'ping',
    'cancel',
    'garbage',
    'unknown',
    'initialize',
  ),
  page: fc.nat(PAGES.length - 1),
  id: fc.nat(6),
  wait: fc.nat(25),
});
type Message = typeof MESSAGE extends fc.Arbitrary<infer T> ? T : never;
const INITIALIZE = {
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};

function lineOf({ kind, page, id }: Message, at: number): string {
  if (kind === 'garbage') return ['{', '[]', 'null', '{"id":1}', '\u0000', '"x"', '{"jsonrpc":"2.0","id":{}}'][at % 7];
  const params = { name: kind, arguments: { html: PAGES[page] } };
  const message = {
    extract: { id, method: 'tools/call', params },
    explain: { id, method: 'tools/call', params },
    list: { id, method: 'tools/list' },
    ping: { id, method: 'ping' },
    cancel: { method: 'notifications/cancelled', params: { requestId: id } },
    unknown: { id, method: 'no/such', params: {} },
    initialize: { id, ...INITIALIZE },
  }[kind];
  return JSON.stringify({ jsonrpc: '2.0', ...message });
}

test('messages of any sequence are answered once, by their ids', { timeout: 300_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(MESSAGE, { minLength: 20, maxLength: LENGTH }),
      fc.nat(2_000),
      async (messages, piece) => {
        const child = spawn(process.execPath, [CLI, 'mcp', '--max-bytes', '100k'], { stdio: 'pipe' });
        const ended = once(child, 'close');
        let [text, errors] = ['', ''];
        child.stdout.setEncoding('utf8').on('data', (more: string) => (text += more));
        child.stderr.setEncoding('utf8').on('data', (more: string) => (errors += more));
        const lines = [
          JSON.stringify({ jsonrpc: '2.0', id: 'first', ...INITIALIZE }),
          JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }),
          ...messages.map(lineOf),
        ];
        for (const [at, line] of lines.entries()) {
          child.stdin.write(line.slice(0, piece));
          const { wait = 0 } = messages[at - 2] ?? {};
          if (wait % 3 === 0) await sleep(wait);
          child.stdin.write(`${line.slice(piece)}\n`);
        }
        child.stdin.end();
        const timer = setTimeout(() => child.kill('SIGKILL'), 60_000);
        assert.deepEqual(await ended, [0, null], errors);
        clearTimeout(timer);
        assert.equal(errors, '');
        const answers = text
          .trim()
          .split('\n')
          .map(
            (line) =>
              JSON.parse(line) as {
                jsonrpc: string;
                id: unknown;
                method?: string;
                result?: { content?: { text: string }[] };
              },
          );
        for (const answer of answers) assert.equal(answer.jsonrpc, '2.0');
        for (let id = 0; id <= 6; id++) {
          const asked = messages.filter(
            (message) => message.id === id && !['cancel', 'garbage'].includes(message.kind),
          );
          const isCancelled = messages.some((message) => message.id === id && message.kind === 'cancel');
          const given = answers.filter((answer) => answer.id === id);
          assert.ok(given.length <= asked.length, `${given.length} answers to ${asked.length} requests of id ${id}`);
          if (!isCancelled) assert.equal(given.length, asked.length, `answers of id ${id}`);
          const pages = asked.filter(({ kind }) => kind === 'extract').map(({ page }) => MARKDOWN[page]);
          const only = asked.every(({ kind }) => kind === 'extract');
          if (only)
            for (const { result } of given) assert.ok(pages.includes(result?.content?.[0].text ?? ''), 'another page');
        }
      },
    ),
    { numRuns: SEQUENCES / 2, seed: SEED, endOnFailure: true, includeErrorInReport: true },
  );
});
