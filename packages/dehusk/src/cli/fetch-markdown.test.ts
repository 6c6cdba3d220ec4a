// Pages that servers have as Markdown, as the command fetches them.
import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { runHere } from './stream-process.fixture.js';

const SENTENCE =
  'The lighthouse keeper wrote down every ship that passed the island during the long winter of that year. ';
const html = (head = ''): string =>
  `<!doctype html><html lang="en"><title>Lamp</title>${head}<nav><a href="/">Home</a></nav><h1>Lamp</h1><p>${SENTENCE.repeat(5)}</p>`;
const markdown = `# Lamp\n\n${SENTENCE}**As Markdown.** See [oil](oil).\n`;

/** The answer for a path and what is asked for. */
const ANSWERS: Readonly<Record<string, (accept: string) => readonly [type: string, body: string]>> = {
  '/negotiated': (accept) => (accept.startsWith('text/markdown') ? ['text/markdown', markdown] : ['text/html', html()]),
  '/linked': () => ['text/html', html('<link rel="alternate" type="text/markdown" href="/files/linked.md">')],
  '/files/linked.md': () => ['text/markdown; charset=utf-8', markdown],
  '/named': () => ['text/html', html()],
  '/named.md': () => ['text/plain', markdown],
  '/elsewhere': () => ['text/html', html('<link rel="alternate" type="text/markdown" href="http://127.0.0.2/x.md">')],
  '/page': () => ['text/html', html()],
  '/text': () => ['text/plain', `${SENTENCE}\n\n*Plain.*`],
};

let server: Server;
let home = '';
let asked: string[] = [];
before(async () => {
  server = createServer(({ url = '', headers }, response) => {
    asked.push(url);
    const [type, body] = ANSWERS[url]?.(headers.accept ?? '') ?? [];
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': type ?? 'text/plain' }).end(body);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  home = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
after(() => server.close());

const CASES: readonly (readonly [path: string, mode: string | null, extractor: string, requests: number])[] = [
  ['/negotiated', null, 'markdown', 1],
  ['/negotiated', 'prefer', 'markdown', 1],
  ['/negotiated', 'follow', 'markdown', 1],
  ['/negotiated', 'never', 'dehusk', 1],
  ['/linked', null, 'dehusk', 1],
  ['/linked', 'follow', 'markdown', 2],
  ['/named', 'prefer', 'dehusk', 1],
  ['/named', 'follow', 'markdown', 2],
  ['/elsewhere', 'follow', 'dehusk', 2],
  ['/page', 'follow', 'dehusk', 2],
  ['/text', null, 'plain-text', 1],
];
for (const [path, mode, extractor, requests] of CASES)
  test(`${path}, ${mode ?? 'by default'}: the result says that it is ${extractor}`, async () => {
    asked = [];
    const how = mode === null ? [] : ['--fetch', `markdown=${mode}`];
    const { code, out, err } = await runHere([
      '--allow-private',
      '--fetch',
      'pause=0',
      '--fetch',
      'retries=0',
      ...how,
      '--json',
      home + path,
    ]);
    assert.equal(code, 0, err);
    const record = JSON.parse(out);
    assert.deepEqual([record.extractor, record.url, asked.length], [extractor, home + path, requests]);
  });

test('Markdown is printed as it was sent, with whole addresses', async () => {
  const { out } = await runHere(['--allow-private', '--format', 'md', `${home}/negotiated`]);
  assert.equal(out, markdown.replace('(oil)', `(${home}/oil)`));
});
