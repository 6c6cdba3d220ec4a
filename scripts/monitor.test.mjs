// The page of the monitor in a real browser: its own server, documents that attack it, keyboard, accessibility.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { findChromium } from '../packages/dehusk/dist/fetch/render/find-chromium.js';
import { openMonitor } from '../packages/dehusk/dist/monitor/open-monitor.js';
import { monitorPages } from '../packages/dehusk/dist/operations/monitor-pages.js';
import { openOperationsServer } from '../packages/dehusk/dist/operations/operations-server.js';
import { openMemoryStore } from '../packages/dehusk/dist/stores/memory.js';

let browserPath = '';
try {
  browserPath = findChromium('');
} catch {}
const skip = browserPath === '' && 'skipped: needs a Chromium';

const ATTACK = '<img src=x onerror=ran()><script>ran()</script>';
const START = Date.UTC(2026, 2, 2, 6);
const list = (name, terms, alert) => {
  return { name, terms, names: [], sites: [], alert, windowHours: 1, earlierWindows: 4, factor: 3, minimum: 2 };
};
const SETTINGS = {
  lists: [
    list('ships', ['ferry', 'a very long term of many words that a narrow page has to break'], 'burst'),
    list('other', ['script'], 'hit'),
  ],
  hours: 48,
  days: 3,
};

let browser;
let server;
let monitor;
const store = openMemoryStore();

/** Counts a document of an hour after the start, and commits. */
async function counted(
  id,
  hour,
  text,
  { site = 'a.example', url = `https://${site}/${id}`, title = `Story ${id}` } = {},
) {
  const at = new Date(START + hour * 3_600_000).toISOString();
  const row = { id, revision: 1, ok: true, site, url, at, title, language: 'en', text };
  await monitor.observe({ id, revision: 1, site, row, markdown: null, raw: null });
  await store.commit(monitor.changes());
  monitor.committed();
}

before(async () => {
  if (skip) return;
  monitor = await openMonitor(SETTINGS, { store, hits: [], alerts: [] });
  for (let hour = 0; hour < 9; hour++)
    await counted(`${hour}`, hour, hour % 3 === 0 ? 'The ferry is late. Nobody waits.' : 'Nothing.');
  await counted('x', 8, `The ferry ${ATTACK} is late.`, { url: 'javascript:ran()', title: ATTACK });
  server = await openOperationsServer({
    host: '127.0.0.1',
    port: 0,
    metrics: { contentType: 'text/plain', metrics: async () => '' },
    readiness: () => ({ isReady: true, reason: 'running' }),
    pages: monitorPages(monitor),
  });
  const { chromium } = await import('playwright-core');
  browser = await chromium.launch({ executablePath: browserPath, args: ['--no-sandbox', '--disable-gpu'] });
});
after(async () => {
  await browser?.close();
  await server?.close();
});

/** Opens the page; `faults` gets errors, reports of the content security policy, and requests to other places. */
async function opened({ width = 1280, colorScheme = 'light' } = {}) {
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
  const faults = [];
  const page = await context.newPage();
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  page.on('request', (request) => request.url().startsWith(server.address) || faults.push(request.url()));
  await page.goto(`${server.address}/`);
  await page.waitForSelector('.u-legend');
  await page.waitForSelector('.hits li');
  return { page, context, faults };
}

test('hits in their sentences; what a document contains is text, and its address a link only for the web', {
  skip,
}, async () => {
  const { page, context, faults } = await opened();
  const [attack, usual] = [page.locator('.hits li').nth(0), page.locator('.hits li').nth(1)];
  assert.equal(await attack.locator('blockquote').textContent(), `The ferry ${ATTACK} is late.`);
  assert.equal(await attack.locator('mark').textContent(), 'ferry');
  assert.ok((await attack.textContent()).startsWith(ATTACK));
  assert.equal(await attack.locator('a').count(), 0);
  assert.equal(await usual.locator('a').getAttribute('href'), 'https://a.example/6');
  assert.equal(await usual.locator('blockquote').textContent(), 'The ferry is late.');
  assert.equal(await page.locator('img, main script').count(), 0);
  assert.deepEqual(faults, []);
  await context.close();
});

test('by keyboard: a term shows its sites, the plot is a table, counts by day, another list', { skip }, async () => {
  const { page, context, faults } = await opened();
  await page.focus('text=The plot as a table');
  await page.keyboard.press('Enter');
  const rows = () => page.locator('section[aria-label="Counts"] tbody tr').allTextContents();
  assert.deepEqual(await rows(), [
    '2026-03-02 14:0010',
    '2026-03-02 12:0010',
    '2026-03-02 09:0010',
    '2026-03-02 06:0010',
  ]);
  await page.focus('button:text-is("ferry")');
  await page.keyboard.press('Enter');
  await page.waitForSelector('h2:text("by site")');
  assert.equal(await page.locator('section[aria-label="Counts"] thead').textContent(), 'Hour (UTC)a.example');
  await page.selectOption('select >> nth=1', 'day');
  await page.waitForSelector('h2:text("by day")');
  await page.waitForFunction(
    () => document.querySelector('section[aria-label="Counts"] tbody').textContent === '2026-03-024',
  );
  await page.selectOption('select >> nth=0', 'other');
  await page.waitForSelector('.hits >> text=script');
  assert.deepEqual(faults, []);
  await context.close();
});

test('new hits, counts and alerts come without reloading', { skip }, async () => {
  const { page, context, faults } = await opened();
  assert.equal(await page.locator('.alerts >> text=documents from').count(), 0);
  for (const site of ['b.example', 'c.example', 'd.example'])
    await counted(`new ${site}`, 9, 'Where is the ferry?', { site });
  await page.waitForSelector('.alerts li >> text=2 documents from 2026-03-02 15:00 UTC on');
  await page.waitForSelector('.hits >> text=Story new d.example');
  await page.waitForFunction(() => document.querySelector('section[aria-label="Terms"] td').textContent === '3');
  assert.deepEqual(faults, []);
  await context.close();
});

for (const [width, colorScheme] of [
  [1280, 'light'],
  [360, 'dark'],
])
  test(`axe finds no violation, and nothing overflows: ${colorScheme}, ${width} pixels`, { skip }, async () => {
    const axe = readFileSync(fileURLToPath(new URL('../node_modules/axe-core/axe.min.js', import.meta.url)), 'utf8');
    const { page, context } = await opened({ width, colorScheme });
    await page.click('text=The plot as a table');
    // By the debugger: the policy of the page allows no foreign scripts.
    const violations = await page.evaluate(`${axe};
      axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes[0].html.slice(0, 120)))`);
    assert.deepEqual(violations, []);
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0, 'overflows');
    await context.close();
  });
