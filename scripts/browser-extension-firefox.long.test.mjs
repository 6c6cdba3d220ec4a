// The browser extension, unpacked, in a real Firefox. The clicks on its toolbar button and in its popup, and its keys, are real.
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { siteReader, toMarkdown, toText } from '../packages/core/dist/index.js';
import { article, builtExtension, OWN, openPages, PAGES } from './browser-extension.fixture.mjs';
import { findFirefox, openFirefox } from './firefox.fixture.mjs';

/** Longest wait for what a click or a key does, milliseconds. */
const MAX_WAIT = 30_000;
const path = findFirefox();
const skip = path === '' && 'skipped: needs a Firefox (FIREFOX_PATH, or firefox-esr or firefox in PATH)';
/** Bounds that a busy machine needs; an idle one needs a minute for all. */
const options = { skip, timeout: 180_000 };
const downloads = mkdtempSync(join(tmpdir(), 'dehusk-downloads-'));
let server;
let firefox;
let id;
let origin;
/** A page of the extension, which can call its interfaces. */
let hub;
before(
  async () => {
    if (skip) return;
    const folder = await builtExtension();
    server = await openPages();
    firefox = await openFirefox(path, {
      // The server is the proxy of all hosts.
      ...{ 'network.proxy.type': 1, 'network.proxy.http': '127.0.0.1' },
      ...{ 'network.proxy.http_port': server.address().port, 'dom.security.https_first': false },
      ...{ 'browser.download.folderList': 2, 'browser.download.dir': downloads },
    });
    const extensionData = { type: 'path', path: join(folder, 'firefox') };
    id = (await firefox.send('webExtension.install', { extensionData })).extension;
    const host = await firefox.inChrome((wanted) => WebExtensionPolicy.getByID(wanted).mozExtensionHostname, id);
    origin = `moz-extension://${host}`;
    hub = await firefox.open(`${origin}/panel.html?tab=0`);
  },
  { timeout: 240_000 },
);
// Also after a failure, as the next test begins with an empty storage and no popup.
afterEach(async () => {
  if (!hub) return;
  await closePopup();
  await firefox.evaluate(hub, () => chrome.storage.local.clear());
});
after(async () => {
  await firefox?.close();
  server?.close();
  rmSync(downloads, { recursive: true, force: true });
});

/** Waits until a call answers with something other than null, false or ''. */
async function until(what, call) {
  for (const end = Date.now() + MAX_WAIT; Date.now() < end; await sleep(50)) {
    const answer = await call();
    if (answer) return answer;
  }
  throw new Error(`${what}: not within ${MAX_WAIT} ms`);
}
const configure = (settings) =>
  firefox.evaluate(hub, (given) => chrome.storage.local.set({ settings: given }), settings);
const clipboard = () => firefox.inChrome(() => navigator.clipboard.readText());

/** Clicks with the mouse on a place of the browser's window. */
const clickAt = (x, y) =>
  firefox.inChrome(
    (...at) => {
      for (const type of ['mousemove', 'mousedown', 'mouseup'])
        window.synthesizeMouseEvent(type, ...at, { button: 0, clickCount: 1 }, { isDOMEventSynthesized: false });
    },
    x,
    y,
  );
/** Presses Alt, Shift and a letter. */
const pressKey = (letter) =>
  firefox.inChrome((key) => {
    const keyboard = Cc['@mozilla.org/text-input-processor;1'].createInstance(Ci.nsITextInputProcessor);
    keyboard.beginInputTransactionForTests(window);
    const keys = [
      ['Alt', 'AltLeft'],
      ['Shift', 'ShiftLeft'],
      [key, `Key${key}`],
    ].map(
      ([name, code]) =>
        new KeyboardEvent('', { key: name, code, keyCode: window.KeyEvent[`DOM_VK_${name.toUpperCase()}`] }),
    );
    for (const one of keys) keyboard.keydown(one);
    for (const one of keys.reverse()) keyboard.keyup(one);
  }, letter);
/** What the toolbar's button says on the tab in front: its badge and title. */
const badge = () =>
  firefox.inChrome((wanted) => {
    const { ExtensionParent } = ChromeUtils.importESModule('resource://gre/modules/ExtensionParent.sys.mjs');
    const { action } = ExtensionParent.apiManager.global.browserActionFor(WebExtensionPolicy.getByID(wanted).extension);
    const text = action.getProperty(gBrowser.selectedTab, 'badgeText');
    return text && `${text} ${action.getProperty(gBrowser.selectedTab, 'title')}`;
  }, id);

/** Calls a function with the document of the popup, and what is given; null while there is no popup. */
const inPopup = (call, ...given) =>
  firefox.evaluate(
    hub,
    `(...given) => {
      const popup = chrome.extension.getViews({ type: 'popup' }).find(({ document }) => 'ready' in (document.body?.dataset ?? {}));
      return popup ? (${call})(popup.document, ...given) : null;
    }`,
    ...given,
  );
/** Clicks on the button of the extension, and returns the tab in front when the popup has opened. */
async function openPopup() {
  const button = await firefox.inChrome(() => {
    const { x, y, width, height } = document.querySelector('toolbarbutton[id^=clean-copy]').getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  });
  await clickAt(...button);
  await until('the popup', () => inPopup(() => true));
  return firefox.inChrome(() => {
    const { ExtensionParent } = ChromeUtils.importESModule('resource://gre/modules/ExtensionParent.sys.mjs');
    return ExtensionParent.apiManager.global.tabTracker.getId(gBrowser.selectedTab);
  });
}
/** Clicks an element of the popup. */
async function clickInPopup(selector) {
  const [left, top] = await until('the panel of the popup', () =>
    firefox.inChrome(() => {
      const popup = document.querySelector('panel[panelopen] browser.webextension-popup-browser');
      const { x, y } = popup?.getBoundingClientRect() ?? {};
      return popup && [x, y];
    }),
  );
  const [x, y] = await inPopup((popup, wanted) => {
    popup.querySelector('#said').textContent = '';
    const place = popup.querySelector(wanted).getBoundingClientRect();
    return [place.x + place.width / 2, place.y + place.height / 2];
  }, selector);
  await clickAt(left + x, top + y);
}
/** Clicks an element of the popup, and returns what the popup then says. */
async function pressed(selector) {
  await clickInPopup(selector);
  return until('an answer', () => inPopup((popup) => popup.querySelector('#said').textContent));
}
/** Closes the popup, as the next click on the button would only do that; the page has the keys again. */
const closePopup = () =>
  firefox.inChrome(async () => {
    const panel = document.querySelector('browser.webextension-popup-browser')?.closest('panel');
    if (panel && panel.state !== 'closed') {
      const hidden = new Promise((resolve) => panel.addEventListener('popuphidden', resolve, { once: true }));
      panel.hidePopup();
      await hidden;
    }
    gBrowser.selectedBrowser.focus();
  });
/** The copy of the tab in front, by the popup. */
async function copied() {
  await openPopup();
  const said = await pressed('#copy');
  const text = await clipboard();
  await closePopup();
  return { said, text };
}
async function copyOf(url, select = '') {
  const page = await firefox.open(url);
  if (select !== '') await selectIn(page, select);
  const copy = await copied();
  await firefox.closeTab(page);
  return copy;
}
const selectIn = (page, selector) =>
  firefox.evaluate(page, (wanted) => getSelection().selectAllChildren(document.querySelector(wanted)), selector);

test('it is installed without a warning, its button in the toolbar and its panel shut', options, async (t) => {
  t.diagnostic(`Firefox ${firefox.version}`);
  const state = await firefox.inChrome((wanted) => {
    const { extension } = WebExtensionPolicy.getByID(wanted);
    const { errors, warnings } = extension;
    const button = document.querySelector('#nav-bar toolbarbutton[id^=clean-copy]');
    return { errors, warnings, label: button?.getAttribute('label'), isOpen: SidebarController.isOpen };
  }, id);
  assert.deepEqual(state, { errors: [], warnings: [], label: 'Clean copy', isOpen: false });
});

test("the copies of ten own pages are the library's", options, async () => {
  for (const { name, url, html } of OWN) {
    const { said, text } = await copyOf(url);
    assert.equal(text, toMarkdown(html, { url }), `${name}: ${said}`);
  }
});

test('the source, text, no images, a template, a file', options, async () => {
  const changed = 'http://a.example/changed';
  assert.equal((await copyOf(changed)).text, toMarkdown(article(5), { url: changed }));
  await configure({ from: 'source' });
  assert.equal((await copyOf(changed)).text, toMarkdown(article(4), { url: changed }));

  const url = 'http://b.example/1';
  await configure({ format: 'text' });
  assert.equal((await copyOf(url)).text, toText(article(1), { url }));
  await configure({ images: false, template: '---\ntitle: {{title}}\nsource: {{url}}\n---\n' });
  const body = toMarkdown(article(1), { url, rendering: { images: false } });
  assert.equal((await copyOf(url)).text, `---\ntitle: "Boats 1"\nsource: "${url}"\n---\n${body}`);
  await configure({});
  const page = await firefox.open(url);
  await openPopup();
  assert.match(await pressed('#save'), /^Saved the page/);
  const file = join(downloads, 'Boats 1.md');
  const expected = toMarkdown(article(1), { url });
  await until('the file', () => existsSync(file) && readFileSync(file, 'utf8') === expected);
  await closePopup();
  await firefox.closeTab(page);
});

test('the key for a highlight; highlights are kept with the page, and marked in its copy', options, async () => {
  const url = 'http://a.example/1';
  const page = await firefox.open(url);
  await selectIn(page, 'footer');
  await pressKey('M');
  assert.equal(await until('the badge', badge), '✓ Clean copy');
  assert.ok(await firefox.evaluate(page, () => CSS.highlights.has('dehusk-kept')));
  assert.equal((await copied()).text, '[<mark>Terms</mark>](http://a.example/terms)\n');
  await firefox.evaluate(page, () => getSelection().removeAllRanges());
  const { text } = await copied();
  assert.match(text, /The harbour[\s\S]*(?:<mark>.*Terms.*<\/mark>|\[<mark>Terms<\/mark>\])/);
  await firefox.closeTab(page);
  assert.equal((await copyOf(url)).text, text);
});

test('a selection is copied with its structure, even of what extraction drops', options, async () => {
  assert.equal((await copyOf('http://a.example/1', 'ul')).text, '- first boat\n- second boat\n');
  assert.match((await copyOf('http://a.example/1', 'nav')).text, /^\[Home\]\(http:\/\/a.example\/\)/);
});

test('open shadow roots with slots, frames and strict policies', options, async () => {
  const shadow = (await copyOf('http://a.example/shadow')).text;
  assert.match(shadow, /Boats[\s\S]*In the shadow: The harbour[\s\S]*Slotted: The harbour/);
  assert.doesNotMatch(shadow, /Home|Terms/);
  assert.match((await copyOf('http://a.example/frame')).text, /The harbour master/);
  for (const from of ['/strict', '/sandbox']) {
    const url = `http://strict.example${from}`;
    const expected = toMarkdown(PAGES[from], { url });
    assert.match(expected, /!\[Chart\]/);
    assert.equal((await copyOf(url)).text, expected, from);
    await firefox.evaluate(hub, () => chrome.storage.local.clear());
  }
});

test('the key copies without the popup, on a page with a strict policy', options, async () => {
  for (const from of ['/2', '/strict']) {
    const url = `http://a.example${from}`;
    const page = await firefox.open(url);
    await pressKey('C');
    assert.equal(await until('the badge', badge), '✓ Clean copy');
    assert.equal(await clipboard(), toMarkdown(PAGES[from], { url }));
    await firefox.evaluate(hub, () => chrome.storage.local.clear());
    await firefox.closeTab(page);
  }
});

test('the panel says why; one click corrects, teaches the site, and the next page follows', options, async () => {
  const urls = ['http://pier.example/1', 'http://pier.example/2'];
  const page = await firefox.open(urls[0]);
  const tab = await openPopup();
  await clickInPopup('#why');
  await until('the sidebar', () =>
    firefox.inChrome(() => SidebarController.isOpen && SidebarController.currentID.startsWith('clean-copy')),
  );
  await firefox.inChrome(() => SidebarController.hide());
  // The same in a tab, which tests can reach.
  const panel = await firefox.open(`${origin}/panel.html?tab=${tab}`);
  /** The reason of a block with a text; `press` clicks its button. */
  const reasonOf = (text, press = false) =>
    until(`the block of ${text}`, () =>
      firefox.evaluate(
        panel,
        (wanted, clicks) => {
          const item = [...document.querySelectorAll('#blocks li')].find((one) => one.textContent.includes(wanted));
          if (clicks) item.querySelector('button').click();
          return item?.querySelector('.quiet').textContent;
        },
        text,
        press,
      ),
    );
  assert.match(await reasonOf('Terms'), /^dropped: \w+ · /);
  assert.match(await reasonOf('Tune 1'), /^kept: content · probability 0\.\d+, kept/);
  await reasonOf('Tune 1', true);
  await until('the correction', async () => /^dropped: .*your decision$/.test(await reasonOf('Tune 1')));
  await firefox.closeTab(panel);
  await firefox.closeTab(page);
  const reader = siteReader();
  const html = article(1);
  const from = html.indexOf('Tune 1');
  reader.learn(html, { url: urls[0], corrections: [{ from, to: from + 1, keep: false }] });
  const { text } = await copyOf(urls[1]);
  assert.equal(text, reader.read(article(2), { url: urls[1] }).markdown);
  assert.doesNotMatch(text, /Tune 2/);
});

test('pages that cannot be read are a message', options, async () => {
  const { said } = await copyOf('about:license');
  assert.match(said, /^The browser does not let extensions read this page/);
  assert.match((await copyOf('http://a.example/empty')).said, /no |only/);
});
