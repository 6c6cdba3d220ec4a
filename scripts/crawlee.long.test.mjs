// integrations/crawlee with the real crawlers, on a site on loopback.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { openDehusk } from '../integrations/crawlee/index.mjs';
import { findChromium } from '../packages/node/dist/fetch/render/find-chromium.js';
import { answerOf, installedHosts } from './hosts.fixture.mjs';
import { blockOf, replaced } from './readme-programs.fixture.mjs';

const SENTENCE =
  'The harbour master counts the boats every evening and writes their number into the book by the door. ';
/** Stories whose boxes read like stories: only who has seen other pages of the site knows that they are its template. */
const pageOf = (at) =>
  `<!doctype html><html lang="en"><head><title>Boats ${at}</title></head><body><nav><a href="/">Home</a></nav><main><article class="story"><h1>Boats ${at}</h1><p>${SENTENCE.repeat(2)}On day ${at} there were ${at * 3} of them, and the ${at * 7} sailors came home.</p><p>The book of year ${1800 + at} is older than the harbour, and nobody knows who wrote page ${at} of it.</p></article><aside class="join"><p>Join the ferrymen of the harbour, who count the posts along the shore every year in March and paint those that lost their colour, whatever the weather is like on that day.</p></aside></main></body></html>`;
const COUNT = 12;
const INDEX = `<!doctype html><title>All</title><ul>${Array.from({ length: COUNT }, (_, at) => `<li><a href="/story/${at}">Boats ${at}</a>`).join('')}<li><a href="/gone">Gone</a><li><a href="/cafe">Cafe</a></ul>`;
/** Its charset is only in the page, as often in old ones. */
const CAFE = Buffer.from(
  pageOf(COUNT).replace('<title>', '<meta charset=iso-8859-1><title>').replace('came home', 'came to the café'),
  'latin1',
);

const PROGRAM = `
import { CheerioCrawler } from '@crawlee/cheerio';
import { Configuration, KeyValueStore, RequestQueue } from '@crawlee/core';
import { exportDataset, openDehusk } from './integration/index.mjs';
const [base, browser] = process.argv.slice(2);
Configuration.getGlobalConfig().set('availableMemoryRatio', 0.5);
const keyValueStore = await KeyValueStore.open('sites');
const found = {};
const logs = { log: (await import('@crawlee/core')).log.child({ level: 0 }) };
async function crawled(name, make) {
  const dehusk = await openDehusk({ keyValueStore });
  const knew = Object.keys(dehusk.reader.explain(base)).length > 0;
  const errors = [];
  const crawler = make({
    requestHandler: dehusk.requestHandler(),
    postNavigationHooks: [dehusk.charset],
    // The crawls must not share the default queue.
    requestQueue: await RequestQueue.open(name),
    errorHandler: ({ request }, error) => errors.push(request.url + ': ' + error.message),
    maxConcurrency: 2,
    ...logs,
  });
  const { requestsFinished, requestsFailed } = await crawler.run([base]);
  await dehusk.finish();
  const dataset = await crawler.getDataset();
  const { items } = await dataset.getData();
  found[name] = { errors, requestsFinished, requestsFailed, knew, items, lines: await exportDataset(dataset, name + '.jsonl'), files: await exportDataset(dataset, name) };
  await dataset.drop();
}
await crawled('cheerio', (options) => new CheerioCrawler(options));
if (browser) {
  const { PlaywrightCrawler } = await import('@crawlee/playwright');
  const launchContext = { launchOptions: { executablePath: browser, args: ['--no-sandbox'] } };
  await crawled('playwright', (options) => new PlaywrightCrawler({ ...options, launchContext, headless: true }));
}
console.log(JSON.stringify(found));
`;

test('Crawlee: a site is crawled, learnt and exported', { timeout: 300_000 }, async (t) => {
  let browser = '';
  try {
    browser = findChromium('');
  } catch {
    t.diagnostic('PlaywrightCrawler is left out: needs a Chromium');
  }
  const hosts = [
    '@crawlee/core@3.18.1',
    '@crawlee/cheerio@3.18.1',
    ...(browser === '' ? [] : ['@crawlee/playwright@3.18.1', 'playwright@1.65.1']),
  ];
  const app = await installedHosts(t, hosts, 'crawlee');
  if (app === null) return;
  const server = createServer(({ url }, response) => {
    const at = /^\/story\/(\d+)$/.exec(url)?.[1];
    response.setHeader('content-type', 'text/html');
    if (url === '/') response.end(INDEX);
    else if (url === '/cafe') response.end(CAFE);
    else if (at === undefined)
      response
        .writeHead(404)
        .end('<title>Not found</title><p>This page is not here any more. Look at our other pages.');
    else response.end(pageOf(Number(at)));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const env = { PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' };
  const base = `http://127.0.0.1:${server.address().port}/`;
  const found = await answerOf(app, PROGRAM, { arguments: [base, browser], env, timeout: 150_000 });
  for (const [name, { errors, requestsFinished, requestsFailed, knew, items, lines, files }] of Object.entries(found)) {
    // A page that a busy machine lets fail is read again.
    const outcome = { name, requestsFinished, requestsFailed };
    assert.deepEqual(
      outcome,
      { name, requestsFinished: COUNT + 3, requestsFailed: 0 },
      JSON.stringify({ ...outcome, errors }),
    );
    // The second crawl starts from what the first one kept.
    assert.equal(knew, name !== 'cheerio');
    const stories = items.filter(({ url }) => url.includes('/story/'));
    assert.deepEqual([stories.length, new Set(stories.map(({ url }) => url)).size], [COUNT, COUNT]);
    for (const { url, ok, title, text } of stories) {
      const at = Number(url.split('/').at(-1));
      assert.ok(ok && title === `Boats ${at}`, `${name} ${url}`);
      assert.match(text, new RegExp(`On day ${at} there were ${at * 3} of them`));
      assert.doesNotMatch(text, /Join the ferrymen/, `${name} ${url}: the site's template was not learnt`);
    }
    assert.match(items.find(({ url }) => url.endsWith('/cafe')).text, /came to the café/, name);
    const gone = items.find(({ url }) => url.endsWith('/gone'));
    assert.deepEqual([gone.ok, gone.reason, gone.text ?? ''], [false, 'http-status', '']);
    assert.equal(lines, items.length);
    const written = readFileSync(join(app, `${name}.jsonl`), 'utf8')
      .trim()
      .split('\n');
    assert.deepEqual(
      written.map((line) => JSON.parse(line)),
      items,
    );
    assert.equal(readdirSync(join(app, name)).length, files);
    assert.ok(files >= COUNT);
    const markdown = readFileSync(
      join(
        app,
        name,
        readdirSync(join(app, name)).find((file) => /story-1-/.test(file)),
      ),
      'utf8',
    );
    assert.match(markdown, /^---\ntitle: "Boats 1"\nurl: "http.*\n---\n# Boats 1\n/);
  }
  assert.deepEqual(Object.keys(found), browser === '' ? ['cheerio'] : ['cheerio', 'playwright']);
  // The README's program, with the part of Crawlee that is installed here.
  const program = replaced(blockOf('crawlee', 'js'), {
    "'crawlee'": "'@crawlee/cheerio'",
    "'dehusk-crawlee'": "'./integration/index.mjs'",
    'https://example.org/': base,
  });
  await answerOf(app, `${program}\nconsole.log('null');`, {
    env: { CRAWLEE_AVAILABLE_MEMORY_RATIO: '0.5' },
    timeout: 150_000,
  });
  const rows = readFileSync(join(app, 'pages.jsonl'), 'utf8').trim().split('\n');
  assert.equal(rows.length, COUNT + 3);
  assert.match(JSON.parse(rows.find((row) => row.includes('/cafe'))).text, /came to the café/);
});

test('Crawlee: a page that has been decoded has a BOM, which JSDOM believes, and one with a charset is left alone', async () => {
  const { charset } = await openDehusk();
  const responseOf = (type) =>
    Object.assign(Readable.from([CAFE]), {
      headers: { 'content-type': type },
      statusCode: 200,
      url: 'https://a.example/',
    });
  const context = { response: responseOf('text/html') };
  await charset(context);
  assert.equal(context.response.statusCode, 200);
  assert.equal(Buffer.concat(await context.response.toArray()).toString(), `\ufeff${CAFE.toString('latin1')}`);
  for (const type of ['text/html; charset=latin1', 'application/json']) {
    const response = responseOf(type);
    const left = { response };
    await charset(left);
    assert.equal(left.response, response);
  }
});
