// The browser extension, unpacked, in a real Chromium. Clicks on its toolbar button, which give it the right to read a page, are real.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { siteReader, toMarkdown, toText } from '../packages/core/dist/index.js';
import { findChromium } from '../packages/node/dist/fetch/render/find-chromium.js';
import { article, builtExtension, OWN, openPages, PAGES } from './browser-extension.fixture.mjs';

let browserPath = '';
try {
  browserPath = findChromium('');
} catch {}
const skip = browserPath === '' && 'skipped: needs a Chromium';
let folder;
let server;
let context;
let devtools;
let worker;
before(
  async () => {
    if (skip) return;
    folder = await builtExtension();
    server = await openPages();
    const { chromium } = await import('playwright-core');
    context = await chromium.launchPersistentContext('', {
      executablePath: browserPath,
      args: [
        ...['--no-sandbox', '--headless=new', '--disable-gpu', '--enable-unsafe-extension-debugging'],
        ...[`--load-extension=${join(folder, 'chromium')}`, '--disable-features=DisableLoadExtensionCommandLineSwitch'],
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
  for (const { name, url, html } of OWN) {
    const { said, text } = await copyOf(url);
    const expected = toMarkdown(html, { url });
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
  assert.match((await copied(tab)).said, /^The browser does not let extensions read this page/);
  await page.close();
  const { page: empty, tab: emptyTab } = await opened('http://a.example/empty');
  assert.match((await copied(emptyTab)).said, /no |only/);
  await empty.close();
});

test('the manifests name only files that are there, and no address', async () => {
  folder ??= await builtExtension();
  for (const browser of ['chromium', 'firefox']) {
    const text = readFileSync(join(folder, browser, 'manifest.json'), 'utf8');
    assert.doesNotMatch(text, /host_permissions|https?:/);
    const named = [...text.matchAll(/"([\w-]+\.(?:js|html))"/g)].map(([, name]) => name);
    assert.ok(named.length >= 3);
    for (const name of named) readFileSync(join(folder, browser, name));
  }
});
