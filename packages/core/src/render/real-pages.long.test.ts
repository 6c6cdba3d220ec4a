/**
 * Laws on third-party pages: Markdown that is read and printed again is the same, and HTML in a browser shows the words of the text.
 * A sample, which NIGHTLY_TESTS=1 makes larger; DEHUSK_ALL_PAGES=1 takes all pages (about four CPU minutes).
 */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import type { Document } from '../document/document.js';
import { extract } from '../extract.js';
import { html } from './html.js';
import { markdown } from './markdown/markdown.js';
import { readBack } from './markdown/read-back.fixture.js';
import { withoutBylines } from './plain-words.fixture.js';
import { text } from './text.js';

const DATA = fileURLToPath(new URL('../../../../../shared/data', import.meta.url));
const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);
const noData = existsSync(DATA) ? false : 'skipped: needs ../shared/data';
const all = process.env.DEHUSK_ALL_PAGES === '1';
const EVERY = process.env.NIGHTLY_TESTS === '1' ? 30 : 120;

/** The documents of every n-th page of the folders `html`. */
function* documents(every: number): Generator<readonly [name: string, document: Document]> {
  const folders = readdirSync(DATA, { recursive: true, encoding: 'utf8' });
  const pages = folders.filter((name) => /(?:^|\/)html\/.*\.html\.gz$/.test(name)).sort();
  for (let at = 0; at < pages.length; at += every) {
    const page = gunzipSync(readFileSync(join(DATA, pages[at] as string)));
    const { ok, document } = extract(page, { url: 'https://page.example/folder/page' });
    if (ok) yield [pages[at] as string, document];
  }
}

test('Markdown of pages is the same when it is read and printed again', { skip: noData }, () => {
  for (const [name, document] of documents(all ? 1 : EVERY)) {
    const printed = markdown.render(document, { title: false });
    assert.equal(markdown.render(readBack(printed), {}), printed, name);
  }
});

const words = (printed: string): string => (printed.normalize('NFKC').match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).join('');

test('HTML of pages shows the words of the text in a browser', {
  skip: noData || (CHROMIUM === undefined && 'skipped: needs a Chromium in /usr/bin'),
}, async () => {
  const { chromium } = await import('playwright-core');
  const browser = await chromium.launch({
    executablePath: CHROMIUM as string,
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const tab = await browser.newPage({ javaScriptEnabled: true });
    await tab.route('**', (route) => route.abort());
    for (const [name, document] of documents(all ? 10 : 5 * EVERY)) {
      // The title of an embedded film is no text of the page.
      if (JSON.stringify(document.content).includes('"type":"media"')) continue;
      await tab.setContent(html.render(withoutBylines(document), { title: false, metadata: false }));
      const seen = (await tab.evaluate(
        `(() => {
          for (const one of document.querySelectorAll('details')) one.open = true;
          for (const one of document.querySelectorAll('img')) one.remove();
          return document.body.innerText;
        })()`,
      )) as string;
      assert.equal(words(seen), words(text.render(document)), name);
    }
  } finally {
    await browser.close();
  }
});
