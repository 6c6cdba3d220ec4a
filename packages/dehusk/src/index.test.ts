// The package as a library: what index.ts exports, on real files, threads and a real server.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type BatchPage, batch, extractFile, extractUrl, extractWithLanguage, findPages } from './index.js';

const DEMO = fileURLToPath(new URL('../demo', import.meta.url));

test('a file is extracted; a file that is not there is a reason', async () => {
  const page = await extractFile(`${DEMO}/blog-post.fr.html`);
  assert.ok(page.ok);
  assert.match(page.text, /Une seule roue refusait de tourner/);
  const missing = await extractFile(`${DEMO}/none.html`);
  assert.deepEqual([missing.ok, missing.reason], [false, 'unreadable']);
});

test('an address is extracted; links inside are absolute from where it was found', async () => {
  const text =
    'The ferrymen count the posts along the shore every spring and paint those that lost their colour. '.repeat(4);
  const server = createServer((request, response) => {
    if (request.url === '/old') response.writeHead(301, { location: '/new/page' }).end();
    else response.writeHead(200, { 'content-type': 'text/html' }).end(`<p>${text}<a href="next">next</a>`);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const home = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    const page = await extractUrl(`${home}/old`, {}, { allowPrivate: true });
    assert.ok(page.ok && 'document' in page);
    assert.equal(page.document.url, `${home}/new/page`);
    const refused = await extractUrl(`${home}/old`);
    assert.deepEqual([refused.ok, refused.reason], [false, 'private-address']);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test('a batch takes pages only as fast as its rows are taken, and stops with the loop', async () => {
  let taken = 0;
  const pages = function* (): Generator<BatchPage> {
    for (let id = 0; ; id++) {
      taken++;
      yield {
        id,
        html: '<p>A sentence that is long enough to be kept by the extractor, as it has more than sixteen words.',
      };
    }
  };
  let rows = 0;
  for await (const row of batch(pages(), { threads: 1, fields: ['id', 'ok', 'reason'] })) {
    // Compiles only if rows have the types of the fields asked for.
    const known: [ok: boolean, reason: string | null] = [row.ok, row.reason];
    assert.deepEqual([row.id, ...known], [rows, true, null]);
    if (++rows === 20) break;
  }
  assert.ok(taken < 40, `${taken} pages were taken for 20 rows`);
});

test('wrong options throw before anything is read', async () => {
  const first = (options: Parameters<typeof batch>[1]) => batch([{ html: '' }], options).next();
  await assert.rejects(first({ fields: ['nothing' as 'text'] }), /no field is named "nothing"/);
  await assert.rejects(first({ extraction: { extractor: 'nothing' } }), RangeError);
  await assert.rejects(first({ extraction: { options: { nothing: 1 } } }), TypeError);
});

const LANGUAGES: readonly (readonly [language: string, text: string])[] = [
  [
    'de',
    'Der Fährmann zählt jedes Frühjahr die Pfähle am Ufer und streicht diejenigen, die ihre Farbe verloren haben.',
  ],
  ['es', 'Cada primavera el barquero cuenta los postes de la orilla y pinta los que han perdido el color.'],
  ['ru', 'Каждую весну паромщик считает столбы на берегу и красит те, что потеряли цвет.'],
  ['ja', '船頭は毎年春になると岸の杭を数え、色のあせたものを塗り直します。'],
];
for (const [language, text] of LANGUAGES)
  test(`the language of an undeclared page is detected: ${language}`, async () => {
    const html = `<script>function render(element) { return element.value; }</script><p>${text}</p>`.repeat(3);
    assert.equal((await extractWithLanguage(html, { extractor: 'everything' })).language, language);
  });

test('the pages of the demo site are found in order', async () => {
  const names: string[] = [];
  for await (const path of findPages(DEMO)) names.push(path.slice(DEMO.length + 1));
  assert.equal(names.length, 9);
  assert.deepEqual(names, [...names].sort());
});
