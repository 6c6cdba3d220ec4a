// The browser extension, unpacked, in a real Chromium. Clicks on its toolbar button, which give it the right to read a page, are real.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { after, afterEach, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { siteReader, toMarkdown, toText } from '../packages/core/dist/index.js';
import { findChromium } from '../packages/node/dist/fetch/render/open-browser.js';

const EXTENSION = fileURLToPath(new URL('../build/browser-extension/chromium', import.meta.url));
const DEMO = [
  'blog-post.fr',
  'docs.en',
  'forum.de',
  'interview.ru',
  'listing.pl',
  'news-article.ar',
  'news-article.en',
];
const OWN = [
  ...[...DEMO, 'product.es', 'recipe.ja'].map((name) => [name, `../packages/dehusk/demo/${name}.html`]),
  ['article', '../packages/core/fixtures/article/page.html'],
];
const SENTENCE =
  'The harbour master counts the boats every evening and writes their number into the book by the door. ';
const story = (inner, head = '') =>
  `<!doctype html><html lang="en"><head><title>Boats</title>${head}</head><body><nav><a href="/">Home</a> <a href="/all">All</a></nav>${inner}<footer><a href="/terms">Terms</a></footer></body></html>`;
const article = (at = 1) =>
  story(
    `<article><h1>Boats ${at}</h1><p>${SENTENCE.repeat(2)}On day ${at} there were ${at} of them.</p><div class="band"><p>Tune ${at} is played on the pier by the band, and the choir of the harbour sings with it until the last boat of the day has come home, as ever.</p></div><p>The book is older than the harbour, and <b>nobody</b> knows who wrote its first page. <img src="/b.png" alt="The book"> It is kept in a box of oak that the sea brought one winter, ${at} years ago.</p><ul><li>first boat</li><li>second boat</li></ul></article>`,
  );
const PAGES = {
  ...Object.fromEntries(OWN.map(([name, path]) => [`/${name}`, readFileSync(new URL(path, import.meta.url))])),
  '/1': article(1),
  '/2': article(2),
  '/shadow': story(
    `<x-page><h1>Boats</h1><p slot="second">Slotted: ${SENTENCE.repeat(3)}</p></x-page><script>customElements.define('x-page', class extends HTMLElement { constructor() { super(); this.attachShadow({ mode: 'open' }).innerHTML = '<article><slot></slot><p>In the shadow: ${SENTENCE.repeat(3)}</p><slot name=second></slot></article>'; } });</script>`,
  ),
  '/frame': story(
    `<h1>Boats</h1><iframe srcdoc="<article><p>${SENTENCE.repeat(5)}</p></article>" width="800" height="600"></iframe>`,
  ),
  // In a page that runs scripts the content of `noscript` is text, in a sandbox it is elements.
  '/strict': article(3).replace('<ul>', '<noscript><img src="/c.png" alt="Chart"></noscript><ul>'),
  '/sandbox': article(3).replace('<ul>', '<noscript><img src="/c.png" alt="Chart"></noscript><ul>'),
  '/changed': article(4).replace(
    '</body>',
    `<script>document.querySelector('article').outerHTML = ${JSON.stringify(/<article>.*<\/article>/s.exec(article(5))[0])}</script></body>`,
  ),
  '/empty': '<title>Nothing</title><nav><a href="/">Home</a></nav>',
};
const POLICIES = {
  '/strict': "default-src 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  '/sandbox': "default-src 'none'; sandbox allow-same-origin",
};

let browserPath = '';
try {
  browserPath = findChromium('');
} catch {}
const skip = browserPath === '' && 'skipped: needs a Chromium';
let server;
let context;
let devtools;
let worker;
before(
  async () => {
    if (skip) return;
    await promisify(execFile)(process.execPath, ['integrations/browser-extension/build.mjs'], {
      cwd: fileURLToPath(new URL('../', import.meta.url)),
    });
    server = createServer(({ url }, response) => {
      const page = PAGES[url];
      if (page === undefined) return response.writeHead(404).end();
      const headers = {
        'content-type': 'text/html',
        ...(POLICIES[url] && { 'content-security-policy': POLICIES[url] }),
      };
      response.writeHead(200, headers).end(page);
    });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { chromium } = await import('playwright-core');
    context = await chromium.launchPersistentContext('', {
      executablePath: browserPath,
      args: [
        ...['--no-sandbox', '--headless=new', '--disable-gpu', '--enable-unsafe-extension-debugging'],
        ...[`--load-extension=${EXTENSION}`, '--disable-features=DisableLoadExtensionCommandLineSwitch'],
        `--host-resolver-rules=MAP *.example 127.0.0.1:${server.address().port}`,
      ],
      ignoreDefaultArgs: ['--disable-extensions'],
      permissions: ['clipboard-read', 'clipboard-write'],
      acceptDownloads: true,
    });
    context.setDefaultTimeout(20_000);
    devtools = await context.browser().newBrowserCDPSession();
    worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker', { timeout: 20_000 }));
  },
  { timeout: 180_000 },
);
// Also after a failure, as the next test begins with an empty storage.
afterEach(() => worker?.evaluate(() => chrome.storage.local.clear()));
after(async () => {
  await context?.close();
  server?.close();
});

/** Opens a page, and clicks the button of the extension on it. */
async function opened(url) {
  const page = await context.newPage();
  await page.goto(url);
  await page.bringToFront();
  const { targetInfos } = await devtools.send('Target.getTargets', { filter: [{ type: 'tab' }] });
  const { targetId } = targetInfos.find((one) => one.url === url);
  await devtools.send('Extensions.triggerAction', { id: new URL(worker.url()).host, targetId });
  const tab = await worker.evaluate(
    async () => (await chrome.tabs.query({ active: true, lastFocusedWindow: true }))[0].id,
  );
  return { page, tab };
}
/** The popup or the panel for a tab, in a tab of its own. */
async function openedView(name, tab) {
  const view = await context.newPage();
  await view.goto(new URL(`${name}.html?tab=${tab}`, worker.url()).href);
  return view;
}
const configure = (settings) => worker.evaluate((given) => chrome.storage.local.set({ settings: given }), settings);
async function copied(tab) {
  const popup = await openedView('popup', tab);
  await popup.waitForSelector('[data-ready]');
  await popup.click('#copy');
  await popup.waitForFunction(() => document.querySelector('#said').textContent !== '');
  const said = await popup.textContent('#said');
  const text = await popup.evaluate(() => navigator.clipboard.readText());
  await popup.close();
  return { said, text };
}
async function copyOf(url, select = '') {
  const { page, tab } = await opened(url);
  if (select !== '')
    await page.evaluate((selector) => getSelection().selectAllChildren(document.querySelector(selector)), select);
  const copy = await copied(tab);
  await page.close();
  return copy;
}

test("the copies of ten own pages are the library's", { skip, timeout: 180_000 }, async () => {
  for (const [name, path] of OWN) {
    const url = `http://${name.replace('.', '-')}.example/${name}`;
    const { said, text } = await copyOf(url);
    const expected = toMarkdown(readFileSync(new URL(path, import.meta.url)), { url });
    assert.ok(expected.length > 100, name);
    assert.equal(text, expected, `${name}: ${said}`);
  }
});

test('the page as its scripts made it, or its source', { skip, timeout: 60_000 }, async () => {
  const url = 'http://a.example/changed';
  assert.equal((await copyOf(url)).text, toMarkdown(article(5), { url }));
  await configure({ from: 'source' });
  assert.equal((await copyOf(url)).text, toMarkdown(article(4), { url }));
});

test('text, no images, a template', { skip, timeout: 60_000 }, async () => {
  const url = 'http://a.example/1';
  await configure({ format: 'text' });
  assert.equal((await copyOf(url)).text, toText(article(1), { url }));
  await configure({ images: false, template: '---\ntitle: {{title}}\nauthor: {{author}}\nsource: {{url}}\n---\n' });
  const body = toMarkdown(article(1), { url, rendering: { images: false } });
  assert.doesNotMatch(body, /!\[/);
  assert.equal((await copyOf(url)).text, `---\ntitle: "Boats 1"\nsource: "${url}"\n---\n${body}`);
});

test('a page is saved as a file with its title', { skip, timeout: 60_000 }, async () => {
  const { page, tab } = await opened('http://a.example/1');
  const popup = await openedView('popup', tab);
  await popup.waitForSelector('[data-ready]');
  const [download] = await Promise.all([popup.waitForEvent('download'), popup.click('#save')]);
  assert.equal(download.suggestedFilename(), 'Boats 1.md');
  assert.equal(readFileSync(await download.path(), 'utf8'), toMarkdown(article(1), { url: 'http://a.example/1' }));
  await popup.close();
  await page.close();
});

test('a selection is copied with its structure, even of what extraction drops', { skip, timeout: 60_000 }, async () => {
  assert.equal((await copyOf('http://a.example/1', 'ul')).text, '- first boat\n- second boat\n');
  assert.match((await copyOf('http://a.example/1', 'nav')).text, /^\[Home\]\(http:\/\/a.example\/\)/);
  const { said } = await copyOf('http://a.example/1', 'article');
  assert.match(said, /^Copied the selection/);
});

test('highlights are kept with the page, and marked in its copy', { skip, timeout: 60_000 }, async () => {
  const url = 'http://a.example/1';
  const { page, tab } = await opened(url);
  await page.evaluate(() => getSelection().selectAllChildren(document.querySelector('footer')));
  await worker.evaluate(async (id) => chrome.commands.onCommand.dispatch('highlight', await chrome.tabs.get(id)), tab);
  await worker.evaluate(async () => {
    while (!Object.keys(await chrome.storage.local.get(null)).some((key) => key.startsWith('highlights:')))
      await new Promise((resolve) => setTimeout(resolve, 50));
  });
  await page.waitForFunction(() => CSS.highlights.has('dehusk-kept'));
  await page.evaluate(() => getSelection().removeAllRanges());
  const { text } = await copied(tab);
  assert.match(text, /<mark>.*Terms.*<\/mark>|\[<mark>Terms<\/mark>\]/);
  await page.close();
  const again = await copyOf(url);
  assert.equal(again.text, text);
});

test('open shadow roots with slots, frames and strict policies', { skip, timeout: 60_000 }, async () => {
  const shadow = (await copyOf('http://a.example/shadow')).text;
  assert.match(shadow, /Boats[\s\S]*In the shadow: The harbour[\s\S]*Slotted: The harbour/);
  assert.doesNotMatch(shadow, /Home|Terms/);
  assert.match((await copyOf('http://a.example/frame')).text, /The harbour master/);
  for (const path of ['/strict', '/sandbox']) {
    const url = `http://strict.example${path}`;
    const expected = toMarkdown(PAGES[path], { url });
    assert.match(expected, /!\[Chart\]/);
    assert.equal((await copyOf(url)).text, expected);
    await worker.evaluate(() => chrome.storage.local.clear());
  }
});

test('the key copies without the popup, on a page without a secure address', { skip, timeout: 60_000 }, async () => {
  const url = 'http://a.example/2';
  const { page, tab } = await opened(url);
  await page.bringToFront();
  await worker.evaluate(async (id) => chrome.commands.onCommand.dispatch('copy-page', await chrome.tabs.get(id)), tab);
  const badge = await worker.evaluate(async (tabId) => {
    for (let n = 0; n < 200; n++) {
      const text = await chrome.action.getBadgeText({ tabId });
      if (text !== '') return `${text} ${await chrome.action.getTitle({ tabId })}`;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }, tab);
  assert.equal(badge, '✓ Clean copy');
  const popup = await openedView('popup', tab);
  assert.equal(await popup.evaluate(() => navigator.clipboard.readText()), toMarkdown(article(2), { url }));
  await popup.close();
  await page.close();
});

test('the panel says why; one click corrects, teaches the site, and the next page follows', {
  skip,
  timeout: 90_000,
}, async () => {
  const urls = ['http://pier.example/1', 'http://pier.example/2'];
  const { page, tab } = await opened(urls[0]);
  const panel = await openedView('panel', tab);
  const band = panel.locator('#blocks li', { hasText: 'Tune 1' });
  await band.waitFor();
  assert.match(await band.locator('.quiet').textContent(), /^kept: content · probability 0\.\d+, kept/);
  assert.match(await panel.locator('#blocks li.dropped', { hasText: 'Terms' }).textContent(), /dropped: \w+ · /);
  await band.locator('button').click();
  await panel.locator('#blocks li.dropped', { hasText: 'Tune 1' }).waitFor();
  assert.match(await panel.textContent('#said'), /^Learnt\. Pages of pier\.example/);
  assert.doesNotMatch(await panel.textContent('#copy'), /Tune/);
  const known = await worker.evaluate(() => chrome.storage.local.get(null).then(Object.keys));
  assert.deepEqual(known.sort(), ['marks:http://pier.example/1', 'site:pier.example']);
  await panel.close();
  await page.close();
  // What a program with the library's own reader sees.
  const reader = siteReader();
  const html = article(1);
  const from = html.indexOf('Tune 1');
  reader.learn(html, { url: urls[0], corrections: [{ from, to: from + 1, keep: false }] });
  const next = (await copyOf(urls[1])).text;
  assert.equal(next, reader.read(article(2), { url: urls[1] }).markdown);
  assert.doesNotMatch(next, /Tune 2/);
  assert.match(toMarkdown(article(2)), /Tune 2/);

  const again = await opened(urls[0]);
  const lastPanel = await openedView('panel', again.tab);
  await lastPanel.locator('#blocks li.dropped', { hasText: 'Tune 1' }).waitFor();
  await lastPanel.click('#forget');
  await lastPanel.locator('#blocks li.kept', { hasText: 'Tune 1' }).waitFor();
  await lastPanel.close();
  await again.page.close();
  assert.match((await copyOf(urls[1])).text, /Tune 2/);
});

test('pages that cannot be read are a message', { skip, timeout: 60_000 }, async () => {
  const page = await context.newPage();
  await page.goto('chrome://version');
  const tab = await worker.evaluate(
    async () => (await chrome.tabs.query({ active: true, lastFocusedWindow: true }))[0].id,
  );
  assert.match((await copied(tab)).said, /cannot|chrome/i);
  await page.close();
  const { page: empty, tab: emptyTab } = await opened('http://a.example/empty');
  assert.match((await copied(emptyTab)).said, /no |only/);
  await empty.close();
});

test('the manifests name only files that are there, and no address', () => {
  for (const browser of ['chromium', 'firefox']) {
    const folder = new URL(`../build/browser-extension/${browser}/`, import.meta.url);
    const text = readFileSync(new URL('manifest.json', folder), 'utf8');
    assert.doesNotMatch(text, /host_permissions|https?:/);
    const named = [...text.matchAll(/"([\w-]+\.(?:js|html))"/g)].map(([, name]) => name);
    assert.ok(named.length >= 3);
    for (const name of named) readFileSync(new URL(name, folder));
  }
});
