// Fetching in the inspector of the packed tool, in a real browser: Enter and the button show the page, or why there is none.
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { findChromium } from '../packages/node/dist/fetch/render/find-chromium.js';
import { INSTALLED } from './installed-packages.mjs';
import { startInstalledServer } from './installed-server.mjs';

let browserPath = '';
try {
  browserPath = findChromium('');
} catch {}
const skip = browserPath === '' && 'skipped: needs a Chromium';

const PAGE = `<!doctype html><html lang="de"><head><meta charset="iso-8859-1"></head><body><article><h1>Boote</h1><p>${'Der Hafenmeister zählt jeden Abend die Boote und schreibt ihre Zahl in das Buch an der Tür. '.repeat(5)}</p></article></body></html>`;
const folder = mkdtempSync(join(tmpdir(), 'dehusk-inspector-'));
writeFileSync(join(folder, 'token'), 'a-token-of-some-length');
const INSPECTOR = join(INSTALLED, 'node_modules/@dehusk/server/dist/inspector');
const TYPES = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css' };

const listening = async (server) => {
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${server.address().port}/`;
};
const site = createServer((request, response) => {
  if (request.url === '/robots.txt' || request.url === '/none') response.writeHead(404).end();
  else response.writeHead(200, { 'content-type': 'text/html' }).end(Buffer.from(PAGE, 'latin1'));
});
/** The files of the inspector, without the API. */
const files = createServer((request, response) => {
  const name = request.url.slice(1) || 'index.html';
  if (request.method !== 'GET' || !readdirSync(INSPECTOR, { recursive: true }).includes(name))
    response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>404</h1>');
  else response.writeHead(200, { 'content-type': TYPES[extname(name)] }).end(readFileSync(join(INSPECTOR, name)));
});
let address;
let browser;
/** Servers by their words: a start takes a second. */
const servers = new Map();
const serverFor = (words) => {
  const name = words.join(' ');
  if (!servers.has(name)) servers.set(name, startInstalledServer(words, folder));
  return servers.get(name);
};
before(async () => {
  if (skip) return;
  address = await listening(site);
  const { chromium } = await import('playwright-core');
  browser = await chromium.launch({ executablePath: browserPath, args: ['--no-sandbox', '--disable-gpu'] });
});
after(async () => {
  await browser?.close();
  for (const server of servers.values()) await (await server).stop();
  site.closeAllConnections();
  site.close();
  rmSync(folder, { recursive: true });
});

const HOW = /dehusk serve --allow-fetch/;
/** How the server is started (null: only the files), what is entered, and the reason shown; null: the page is. */
const CASES = [
  [['--allow-fetch', '--allow-private'], () => `${address}boote`, null],
  [['--allow-fetch', '--allow-private', '--state', 'models'], () => `${address}boote`, null],
  [['--allow-fetch', '--allow-private'], () => `${address}none`, /404/],
  [['--allow-fetch', '--allow-private'], () => 'a.example/boote', /a\.example\/boote/],
  [['--allow-fetch'], () => `${address}boote`, /not a public one/],
  [['--allow-fetch', '--allow-hosts', 'b.example'], () => 'https://a.example/', /a\.example/],
  [[], () => `${address}boote`, HOW],
  [['--state', 'other-models'], () => `${address}boote`, HOW],
  [['--token-file', 'token'], () => `${address}boote`, /token/],
  [null, () => `${address}boote`, HOW],
];

for (const [at, [words, entered, reason]] of CASES.entries())
  test(`${words === null ? 'without a server' : `dehusk serve ${words.join(' ')}`}: ${entered().replace('undefined', '…/')} ${reason === null ? 'is shown' : `is answered by a reason like ${reason.source}`}`, {
    skip,
    timeout: 120_000,
  }, async () => {
    const base = words === null ? await listening(files) : (await serverFor(words)).address;
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    page.setDefaultTimeout(30_000);
    try {
      const ways = [() => page.press('#address', 'Enter'), () => page.click('text=Fetch >> visible=true')];
      // A reason is shown alike, whichever way it was asked for.
      for (const give of reason === null ? ways : [ways[at % 2]]) {
        // From a link in the page to itself nothing would be loaded again.
        await page.goto('about:blank');
        await page.goto(base);
        await page.waitForSelector('#output-panel p');
        await page.fill('#address', entered());
        await give();
        if (reason !== null) {
          await page.waitForSelector('[role=alert]');
          assert.match(await page.textContent('[role=alert]'), reason);
          assert.ok(await page.isVisible('[role=alert]'));
        } else {
          await page.frameLocator('.page-frame').locator('text=Der Hafenmeister zählt').first().waitFor();
          assert.equal(await page.locator('[role=alert]').count(), 0);
        }
      }
    } finally {
      await page.close();
      if (words === null) files.close();
    }
  });

test('a page opens at its first kept block, beside what the colours mean', { skip, timeout: 120_000 }, async () => {
  const server = await serverFor([]);
  for (const width of [360, 1280]) {
    const page = await browser.newPage({ viewport: { width, height: 900 } });
    try {
      await page.goto(server.address);
      await page.waitForSelector('#output-panel p');
      const first = await page.textContent('#output-panel p');
      const span = page.frameLocator('.page-frame').locator('[data-b]:not([data-k="boilerplate"])').first();
      await span.waitFor();
      assert.ok(first.startsWith((await span.textContent()).trim().slice(0, 20)), first);
      await page.waitForFunction("document.querySelector('.page-frame').contentWindow.scrollY > 0", undefined, {
        timeout: 10_000,
      });
      const { top, height } = await page.evaluate(`(() => {
        const { contentDocument, contentWindow } = document.querySelector('.page-frame');
        const { top } = contentDocument.querySelector('[data-b]:not([data-k="boilerplate"])').getBoundingClientRect();
        return { top, height: contentWindow.innerHeight };
      })()`);
      assert.ok(top >= 0 && top < height, `${top} of ${height}`);
      for (const name of ['kept', 'headline', 'dropped'])
        assert.ok(await page.isVisible(`.legend >> text=${name}`), `${name} at ${width} px`);
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), width);
    } finally {
      await page.close();
    }
  }
});
