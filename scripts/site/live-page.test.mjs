// The live page in a real browser, from file://: a pasted page appears as Markdown, text, record and blocks; nothing of it runs.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { extract, rendererNamed } from '../../packages/core/dist/index.js';
import { findChromium } from '../../packages/dehusk/dist/fetch/render/find-chromium.js';
import { buildLivePage } from './build-live-page.mjs';

const SENTENCE =
  'The harbour master counts the boats every evening and writes their number into the book by the door. ';
const PAGE = `<!doctype html><html lang="en"><title>Boats</title><nav><a href="/">Home</a> <a href="/news">News</a></nav>
<article><h1>Boats &lt;img src=x onerror="document.title='ran'"&gt;</h1><p>${SENTENCE.repeat(3)}</p>
<script>document.title = 'ran'</script><img src=x onerror="document.title='ran'"><p>${SENTENCE.repeat(2)}</p></article>`;

let browserPath = '';
try {
  browserPath = findChromium('');
} catch {}
const skip = browserPath === '' && 'skipped: needs a Chromium';

const folder = mkdtempSync(join(tmpdir(), 'dehusk-live-'));
let browser;
before(async () => {
  if (skip) return;
  await buildLivePage(folder);
  const { chromium } = await import('playwright-core');
  browser = await chromium.launch({ executablePath: browserPath, args: ['--no-sandbox', '--disable-gpu'] });
});
after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true });
});

/** Opens the page at a width and pastes the HTML. */
async function pasted(html, width = 1280) {
  const page = await browser.newPage({ viewport: { width, height: 800 } });
  const requests = [];
  const errors = [];
  page.on('request', (request) => requests.push(request.url()));
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await page.goto(pathToFileURL(join(folder, 'index.html')).href);
  await page.fill('#html', html);
  await page.waitForFunction(() => document.getElementById('status').textContent !== '');
  const shown = async (tab) => {
    await page.click(`role=tab[name="${tab}"]`);
    return page.textContent('#output');
  };
  return { page, requests, errors, shown };
}

test('a pasted page in every format is the result of the core; markup stays text', { skip }, async () => {
  const { page, requests, errors, shown } = await pasted(PAGE);
  const { document } = extract(PAGE);
  for (const [tab, format] of [
    ['Markdown', 'markdown'],
    ['Text', 'text'],
    ['HTML', 'html'],
  ])
    assert.equal(await shown(tab), rendererNamed(format).render(document));
  assert.equal(JSON.parse(await shown('Record')).title, extract(PAGE).title);
  assert.match(await shown('Blocks'), /boilerplate.*content.*The harbour master/s);
  assert.equal(await page.title(), 'Dehusk in the browser');
  assert.equal(await page.locator('#output img, #output script').count(), 0);
  assert.deepEqual(
    requests.filter((url) => !url.startsWith(pathToFileURL(folder).href) && url !== 'data:,'),
    [],
  );
  assert.deepEqual(errors, []);
});

test('a page without text shows the reason', { skip }, async () => {
  const { page } = await pasted('<title>App</title><body><div id="root"></div><script src="/app.js"></script>');
  assert.match(await page.textContent('#status'), /^needs-javascript: /);
});

for (const width of [360, 768, 1280])
  test(`nothing is wider than a window of ${width} pixels`, { skip }, async () => {
    const { page, shown } = await pasted(PAGE, width);
    for (const tab of ['Markdown', 'Record', 'Blocks']) {
      await shown(tab);
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width);
      if (process.env.SHOTS) await page.screenshot({ path: join(process.env.SHOTS, `live-${width}-${tab}.png`) });
    }
  });
