// The inspector in a real browser: the static build on a loopback port, every view, and a page that attacks it.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { extract, formatNamed } from '../packages/core/dist/index.js';
import { findChromium } from '../packages/node/dist/fetch/render/find-chromium.js';
import { ATTACK, PAYLOADS } from './inspector-attack.fixture.mjs';

const BUILD = new URL('../packages/server/dist/inspector/', import.meta.url);
const DEMO = new URL('../packages/dehusk/demo/', import.meta.url);
const TYPES = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css' };

let browserPath = '';
try {
  browserPath = findChromium('');
} catch {}
const skip = browserPath === '' && 'skipped: needs a Chromium';

let browser;
let server;
let base;
before(async () => {
  if (skip) return;
  server = createServer((request, response) => {
    const path = new URL(request.url, 'http://localhost').pathname.slice(1) || 'index.html';
    const file = new URL(path, BUILD);
    if (!file.href.startsWith(BUILD.href) || !existsSync(file)) response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'text/plain' }).end(readFileSync(file));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${server.address().port}/`;
  const { chromium } = await import('playwright-core');
  browser = await chromium.launch({ executablePath: browserPath, args: ['--no-sandbox', '--disable-gpu'] });
});
after(async () => {
  await browser?.close();
  server?.close();
});

/** Opens the inspector. Requests to other places than its own files are recorded and refused. */
async function opened(hash = '', { width = 1280, colorScheme = 'light', permissions = [] } = {}) {
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    colorScheme,
    permissions,
    acceptDownloads: true,
  });
  const strangers = [];
  const errors = [];
  await context.route('**/*', (route) => {
    const url = route.request().url();
    if (url.startsWith(base) || url.startsWith('blob:') || url.startsWith('data:')) return route.continue();
    strangers.push(url);
    return route.abort();
  });
  const page = await context.newPage();
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('dialog', (dialog) => {
    errors.push(`dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  await page.goto(base + hash);
  await page.waitForSelector('#panel-panel *');
  await page.waitForFunction(() => !document.querySelector('#panel-panel')?.textContent.startsWith('Extracting'));
  return { page, context, strangers, errors, frame: page.frameLocator('.page-frame') };
}

const paste = async (page, html) => {
  if (!(await page.isVisible('#html'))) await page.click('text=Paste HTML');
  await page.fill('#html', html);
  await page.click('text=Inspect >> visible=true >> nth=-1');
};
const give = (page, name, content) =>
  page.setInputFiles('#file', { name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) });
/** A story with a box in it that reads like the story. */
const bandPage = (at) =>
  `<!doctype html><html lang="en"><body><nav><a href="/">Home</a></nav><article><h1>Boats ${at}</h1><p>The harbour master counts the ${at} boats every evening and writes their number into the book by the door. All of them are back before the night comes, as they have been for many years.</p><div class="band"><p>Tune ${at} is played on the pier by the band, and the choir of the harbour sings with it until the last boat of the day has come home, as ever, whatever the weather is like.</p></div><p>The book ${at} is older than the harbour, and nobody knows who wrote its first page. It is kept in a box of oak that the sea brought one winter.</p></article></body></html>`;
const sample = (name) => readFileSync(new URL(`${name}.html`, DEMO), 'utf8');

test('a sample page is shown with its blocks; hovering and pinning explain them', { skip }, async () => {
  const { page, frame, context, strangers, errors } = await opened('#sample=docs.en');
  const result = extract(sample('docs.en'));
  const kept = result.labelled.labels.keep.indexOf(1);
  const span = frame.locator(`[data-b="${kept}"]`).first();
  await span.waitFor();
  assert.notEqual(await span.getAttribute('data-k'), 'boilerplate');
  await span.hover();
  await page.waitForSelector('.block strong.kept');
  await span.click();
  await page.waitForSelector(`.block >> text=block ${kept} ·`);
  await page.waitForFunction(() => document.querySelectorAll('.block table tr').length === 3);
  await page.locator('body').press('Escape');
  await page.keyboard.press('ArrowDown');
  await page.waitForSelector('.block >> text=block 0 ·');
  assert.deepEqual([strangers, errors], [[], []]);
  await context.close();
});

test('outputs are those of the core', { skip }, async () => {
  const { page, context } = await opened('#sample=docs.en');
  const result = extract(sample('docs.en'));
  for (const [tab, format] of [
    ['Markdown', 'markdown'],
    ['HTML', 'html'],
    ['JSON', 'json'],
  ]) {
    await page.click(`role=tab[name="${tab}"]`);
    const expected = formatNamed(format).print(result, {}, { id: 'docs.en' });
    await page.waitForFunction((text) => document.querySelector('#output-panel pre')?.textContent === text, expected);
  }
  await page.click('role=tab[name="Text"]');
  assert.equal(
    (await page.locator('#output-panel .text p').allTextContents()).join('\n'),
    formatNamed('text').print(result),
  );
  await page.click('role=tab[name="Metadata"]');
  assert.match(await page.textContent('.metadata'), /title/);
  await context.close();
});

test('knobs change the outputs, and the address reproduces the view', { skip }, async () => {
  const { page, context } = await opened('#sample=listing.pl');
  await page.selectOption('#main-knobs-extractor', 'everything');
  await page.selectOption('#shown', 'kept');
  await page.waitForFunction(() => /(\d+) of \1 blocks kept/.test(document.querySelector('.page .bar').textContent));
  const hash = await page.evaluate(() => location.hash);
  assert.match(hash, /extractor=everything/);
  const text = await page.textContent('#output-panel');
  const again = await opened(hash);
  await again.page.waitForFunction(
    (expected) => document.querySelector('#output-panel')?.textContent === expected,
    text,
  );
  assert.equal(await again.page.inputValue('#shown'), 'kept');
  await again.context.close();
  await context.close();
});

test('selectors decide what is kept; one that is none is a fault', { skip }, async () => {
  const { page, context } = await opened('#sample=docs.en');
  await page.fill('#main-knobs-contentSelector', 'h1');
  await page.waitForFunction(() => document.querySelector('#output-panel')?.textContent.length < 200);
  assert.match(await page.evaluate(() => location.hash), /content=h1/);
  await page.fill('#main-knobs-contentSelector', 'a..b');
  await page.waitForSelector('[role=alert] >> text=contentSelector');
  await page.fill('#main-knobs-contentSelector', '');
  await page.waitForSelector('[role=alert]', { state: 'detached' });
  await context.close();
});

test('the site view shows what a server has learnt', { skip }, async () => {
  const { spawn } = await import('node:child_process');
  const { mkdtempSync, rmSync } = await import('node:fs');
  const { tmpdir } = await import('node:os');
  const { join } = await import('node:path');
  const state = mkdtempSync(join(tmpdir(), 'dehusk-inspector-'));
  const cli = fileURLToPath(new URL('../packages/dehusk/bin/dehusk.js', import.meta.url));
  const child = spawn(process.execPath, [cli, 'serve', '--port', '0', '--state', state, '--log-level', 'error'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const address = await new Promise((resolve) =>
      child.stdout.once('data', (text) => resolve(/http:\S+?\/(?= )/.exec(String(text))[0])),
    );
    const url = 'https://news.example/a';
    await fetch(`${address}v1/sites/news.example/pages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ url, html: sample('docs.en') }),
    });
    const page = await browser.newPage();
    const errors = [];
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    await page.goto(`${address}#panel=site`);
    await page.fill('#host', 'news.example');
    await page.click('text=Show what the server has learnt');
    await page.waitForSelector('text=Learnt: containers');
    assert.deepEqual(errors, []);
    // The page's address in the tree, and what the server remembers of it.
    await page.waitForSelector('.tree >> text=news.example');
    // A mark goes to the server's model, and the page follows it.
    await page.click('[role=tab] >> text=Correct it');
    const frame = page.frameLocator('.page-frame');
    await paste(page, bandPage(1));
    await page.fill('#address', 'https://pier.example/1');
    await frame.locator('.band [data-b]').click();
    await page.click("text=Teach the site's model");
    await page.waitForSelector('text=Pages of pier.example now follow');
    const learnt = await (await fetch(`${address}v1/sites/pier.example`)).json();
    assert.ok(learnt.learners.some(({ name }) => name === 'corrections'));
    await paste(page, bandPage(2));
    await page.waitForFunction(() => /^pasted/.test(document.querySelector('.page .bar [role=status]').textContent));
    await frame.locator('.band [data-k="boilerplate"]').waitFor();
    await page.click('[role=tab] >> text=Site');
    await page.fill('#host', 'other.example');
    await page.click('text=Show what the server has learnt');
    await page.waitForSelector('[role=alert] >> text=nothing was learnt');
    await page.close();
  } finally {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
    rmSync(state, { recursive: true });
  }
});

test('selecting text in one view highlights it in the other', { skip }, async () => {
  const { page, frame, context } = await opened('#sample=news-article.en');
  const line = page.locator('#output-panel .text p').nth(1);
  await line.click({ clickCount: 3 });
  await frame.locator('.linked').first().waitFor();
  const words = (text) => text.replace(/\s+/g, ' ').trim();
  assert.ok(
    words(await line.textContent()).startsWith(
      words(await frame.locator('.linked').first().textContent()).slice(0, 20),
    ),
  );
  await frame.locator('[data-k="content"]').nth(3).click({ clickCount: 3 });
  await page.waitForSelector('#output-panel .text p.linked');
  await context.close();
});

test('files: HTML, JSON lines with gold, WARC; their pages are listed', { skip }, async () => {
  const { page, context } = await opened('#panel=compare');
  await give(
    page,
    'rows.jsonl',
    `${JSON.stringify({ id: 'a', html: sample('docs.en'), gold: extract(sample('docs.en')).text })}\n${JSON.stringify({ id: 'b', html: sample('forum.de') })}\n`,
  );
  await page.waitForFunction(() => document.querySelector('.scores')?.textContent.includes('F1 1'));
  assert.match(await page.locator('.scores').first().textContent(), /precision 1\.000 · recall 1\.000 · F1 1\.000/);
  assert.deepEqual(await page.locator('#row option').allTextContents(), ['a', 'b']);
  const body = `HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${sample('recipe.ja')}`;
  const record = `WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: https://recipes.example/1\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}\r\n\r\n`;
  await give(page, 'pages.warc', record + record);
  await page.waitForFunction(() => document.querySelector('#row')?.textContent.includes('https://recipes.example/1'));
  await give(page, 'broken.jsonl', '{"no": "page"}\n');
  await page.waitForSelector('[role=alert]');
  assert.equal(await page.textContent('[role=alert]'), 'line 1 has no "html"');
  await context.close();
});

test('two extractors are compared, differences marked', { skip }, async () => {
  const { page, context } = await opened('#panel=compare&sample=forum.de');
  await page.selectOption('#side-second-extractor', 'everything');
  await page.waitForSelector('[aria-label="Second extraction"] mark');
  await page.selectOption('#side-first-extractor', 'everything');
  await page.waitForSelector('text=The texts are equal.');
  await context.close();
});

test('blocks are corrected, saved and exported as gold, and undone', { skip }, async () => {
  const { page, frame, context } = await opened('#panel=correct&sample=docs.en');
  const dropped = frame.locator('[data-k="boilerplate"]').first();
  const text = (await dropped.textContent()).trim();
  await dropped.click();
  await page.waitForSelector('text=1 marked.');
  await page.locator('.correct .text', { hasText: text }).waitFor();
  await page.click('text=Save as gold');
  const [file] = await Promise.all([page.waitForEvent('download'), page.click('text=Export 1 page')]);
  const row = JSON.parse(readFileSync(await file.path(), 'utf8'));
  assert.ok(row.gold.includes(text) && row.html === sample('docs.en'));
  assert.equal(row.html.slice(row.corrections[0].from, row.corrections[0].to).trim(), text);
  await page.click('text=Undo');
  await page.waitForSelector('text=No block is marked.');
  await context.close();
});

test('marks teach the model of a site: later pages of it follow them, those of other sites do not', {
  skip,
}, async () => {
  const { page, frame, context, errors } = await opened('#panel=correct');
  const rows = [1, 2, 3].map((at) => {
    const url = `https://${at === 3 ? 'other' : 'pier'}.example/${at}`;
    return `${JSON.stringify({ id: `page ${at}`, url, html: bandPage(at) })}\n`;
  });
  await give(page, 'pier.jsonl', rows.join(''));
  const band = frame.locator('.band [data-b]');
  const kindOf = async (at) => {
    await page.selectOption('#row', { label: `page ${at}` });
    await page.waitForSelector(`.page .bar [role=status] >> text=page ${at} ·`);
    await frame.locator(`.band >> text=Tune ${at} `).waitFor();
    return (await band.getAttribute('data-k')) ?? '';
  };
  assert.notEqual(await kindOf(1), 'boilerplate');
  await band.click();
  await page.click("text=Teach the site's model");
  await page.waitForSelector('text=Learnt. Pages of pier.example now follow these marks.');
  await frame.locator('.band [data-k="boilerplate"]').waitFor();
  assert.equal(await kindOf(2), 'boilerplate');
  assert.notEqual(await kindOf(3), 'boilerplate');
  // A page without an address belongs to no site.
  await page.selectOption('#sample', 'docs.en');
  await page.waitForSelector('text=Enter the address of the page');
  assert.deepEqual(errors, []);
  await context.close();
});

test('the review queue is ordered by confidence and driven by keys; two reviewers are compared', { skip }, async () => {
  const { page, context } = await opened('#panel=review');
  const names = ['docs.en', 'listing.pl', 'forum.de'];
  await give(page, 'rows.jsonl', names.map((id) => `${JSON.stringify({ id, html: sample(id) })}\n`).join(''));
  await page.waitForSelector('.queue li:nth-child(3)');
  const order = names.map((id) => [id, extract(sample(id)).confidence]).sort((a, b) => a[1] - b[1]);
  const shown = async () => (await page.locator('.queue button').allTextContents()).map((one) => one.split(' ')[1]);
  assert.deepEqual(
    await shown(),
    order.map(([id]) => id),
  );
  await page.keyboard.press('y');
  await page.keyboard.press('n');
  await page.keyboard.press('y');
  await page.waitForSelector('text=3 reviewed.');
  await page.keyboard.press('u');
  await page.waitForSelector('text=2 reviewed.');
  await page.keyboard.press('y');
  const second = order.map(
    ([id], at) => `${JSON.stringify({ id, decision: at === 0 ? 'reject' : at === 1 ? 'reject' : 'accept' })}\n`,
  );
  await page.setInputFiles('#second', {
    name: 'second.jsonl',
    mimeType: 'text/plain',
    buffer: Buffer.from(second.join('')),
  });
  await page.waitForSelector('text=66.7 % agreement');
  assert.match(await page.textContent('.review'), /κ 0\.400/);
  await context.close();
});

test('a site is learnt from its pages: addresses, facts and confidence', { skip }, async () => {
  const { page, context, errors } = await opened('#panel=site');
  const article = (at) =>
    `<html><body><div class="menu"><a href="/">Home</a> <a href="/news">News</a></div><div class="story"><h1>Story ${at}</h1>${`<p>The harbour master number ${at} counts the boats every evening, and writes the number into the book by the door.</p>`.repeat(4)}</div><div class="foot">All rights reserved</div></body></html>`;
  await give(
    page,
    'site.jsonl',
    Array.from(
      { length: 12 },
      (_, at) => `${JSON.stringify({ id: at, url: `https://news.example/2026/story-${at}`, html: article(at) })}\n`,
    ).join(''),
  );
  await page.click('text=Learn the site');
  await page.waitForSelector('text=12 of 12 pages read');
  await page.waitForSelector('.tree >> text=/2026 (12 of 12 with text)');
  await page.waitForSelector('.uplot');
  await page.waitForSelector('text=Learnt: containers');
  assert.deepEqual(errors, []);
  await context.close();
});

test('another window hands over its page', { skip }, async () => {
  const { page, context } = await opened('#panel=help');
  // An effect sets the address, after the link is drawn.
  const bookmark = await page.getAttribute('a[href^="javascript:"]:text("Open in Dehusk")', 'href');
  const other = await context.newPage();
  await other.route('http://other.example/', (route) =>
    route.fulfill({ contentType: 'text/html', body: `<title>Other</title>${sample('recipe.ja')}` }),
  );
  await other.goto('http://other.example/');
  const [handed] = await Promise.all([
    context.waitForEvent('page'),
    // A browser runs a bookmark like this.
    other.evaluate(bookmark.replace(/^javascript:/, '')),
  ]);
  await handed.waitForSelector('text=from http://other.example');
  await context.close();
});

for (const { width, colorScheme } of [
  { width: 1280, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark' },
  { width: 360, colorScheme: 'light' },
])
  test(`axe finds no violation in any panel, and nothing overflows: ${colorScheme}, ${width} pixels`, {
    skip,
  }, async () => {
    const axe = readFileSync(fileURLToPath(new URL('../node_modules/axe-core/axe.min.js', import.meta.url)), 'utf8');
    const { page, context } = await opened('#sample=docs.en', { width, colorScheme });
    await give(
      page,
      'rows.jsonl',
      ['docs.en', 'forum.de']
        .map((id) => `${JSON.stringify({ id, url: `https://a.example/${id}`, html: sample(id) })}\n`)
        .join(''),
    );
    await page.waitForSelector('#row');
    for (const panel of ['Inspect', 'Compare', 'Correct it', 'Review', 'Site', 'Help']) {
      await page.click(`role=tab[name="${panel}"]`);
      if (panel === 'Review') await page.waitForSelector('.queue');
      if (panel === 'Site') {
        await page.click('text=Learn the site');
        await page.waitForSelector('text=2 of 2 pages read');
      }
      // By the debugger: the policy of the page allows no foreign scripts. The page that is inspected has faults of its own.
      const violations = await page.evaluate(`${axe};
        axe.run({ exclude: [['.page-frame'], ['.preview']] }).then(({ violations }) =>
          violations.map(({ id, nodes }) => id + ': ' + nodes[0].html.slice(0, 120)))`);
      assert.deepEqual(violations, [], panel);
      assert.ok(
        (await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0,
        `${panel} overflows`,
      );
    }
    await context.close();
  });

test(`a page with ${PAYLOADS.length} payloads runs nothing and requests nothing, whichever way it comes in`, {
  skip,
}, async () => {
  assert.ok(PAYLOADS.length >= 40);
  const inputs = {
    pasted: (page) => paste(page, ATTACK),
    'a file': (page) => give(page, '<img src=x onerror=ran()>.html', ATTACK),
    'a row': (page) =>
      give(
        page,
        'rows.jsonl',
        `${JSON.stringify({ id: '<img src=x onerror=ran()>', url: 'javascript:ran()', html: ATTACK, gold: '<script>ran()</script>' })}\n`.repeat(
          2,
        ),
      ),
    'a message': (page) =>
      page.evaluate((html) => window.postMessage({ dehusk: 'page', html, url: 'javascript:ran()' }, '*'), ATTACK),
  };
  for (const [name, input] of Object.entries(inputs)) {
    const { page, context, strangers, errors } = await opened(
      '#url=javascript:ran()&sample=<img src=x onerror=ran()>&extractor=%3Cscript%3E',
    );
    await page.exposeBinding('ran', ({ frame }, what) => errors.push(`ran in ${frame.url()}: ${what}`));
    await input(page);
    await page.frameLocator('.page-frame').locator('text=Payload 1.').first().waitFor();
    for (const tab of ['Text', 'Preview', 'Markdown', 'HTML', 'JSON', 'Metadata']) {
      await page.click(`role=tab[name="${tab}"]`);
      await page.waitForTimeout(60);
    }
    for (const view of ['Compare', 'Correct it', 'Review', 'Site', 'Help', 'Inspect']) {
      await page.click(`role=tab[name="${view}"]`);
      await page.waitForTimeout(60);
    }
    await page.selectOption('#main-knobs-extractor', 'everything');
    await page.click('role=tab[name="Preview"]');
    await page.check('text=hidden text');
    // Focus, hover and click are what payloads wait for.
    const spans = page.frameLocator('.page-frame').locator('[data-b]');
    const most = name === 'pasted' ? 20 : 4;
    for (let at = 0; at < Math.min(most, await spans.count()); at++)
      await spans
        .nth(at)
        .click({ timeout: 300, force: true })
        .catch(() => {});
    await page.waitForTimeout(150);
    assert.deepEqual([strangers, errors], [[], []], name);
    assert.ok(page.url().startsWith(base), `${name}: navigated to ${page.url()}`);
    assert.equal(context.pages().length, 1, name);
    await context.close();
  }
});
