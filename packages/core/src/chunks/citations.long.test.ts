// The links of random blocks open at their text in Chromium: of pages made here, and of real ones where there are.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { chunksOf, extract } from '@dehusk/core';

const DATA = fileURLToPath(new URL('../../../../../shared/data', import.meta.url));
const FIXTURES = fileURLToPath(new URL('../../fixtures', import.meta.url));
const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);
const IS_NIGHT = process.env.NIGHTLY_TESTS === '1';
const BLOCKS = IS_NIGHT ? 1_000 : 250;
const PER_PAGE = 20;
/** Milliseconds for all blocks; the test says how many it came to. */
const PATIENCE = IS_NIGHT ? 3_600_000 : 60_000;
/** Blocks to be tried in that time. */
const LEAST = IS_NIGHT ? BLOCKS : 200;
/** Share of links that may miss: text that scripts or style sheets, which are not loaded, would have moved. */
const MISSED = 0.01;
/** Milliseconds until a browser has searched a page. */
const SEARCH = 400;

let seed = 7;
function below(bound: number): number {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return seed % bound;
}

/** HTML of fixtures and of real pages, in random order. */
function* pages(): Generator<readonly [name: string, html: string]> {
  const found = [FIXTURES, DATA]
    .filter(existsSync)
    .flatMap((folder) => (readdirSync(folder, { recursive: true }) as string[]).map((name) => join(folder, name)))
    .filter((path) => /\.html(?:\.gz)?$/.test(path) && !path.includes('.md.'));
  while (found.length > 0) {
    const [path] = found.splice(below(found.length), 1);
    const bytes = readFileSync(path);
    const result = extract(path.endsWith('.gz') ? gunzipSync(bytes) : bytes, { url: 'https://page.example/' });
    if (result.ok && result.page !== null) yield [path, result.page.source];
  }
}

const plain = (text: string): string => text.toLowerCase().replace(/\s+/g, ' ');

test('text fragments of random blocks resolve', { skip: CHROMIUM === undefined && 'needs a Chromium' }, async () => {
  const { chromium } = await import('playwright-core');
  const browser = await chromium.launch({
    executablePath: CHROMIUM as string,
    args: ['--no-sandbox', '--disable-gpu'],
  });
  // A block that is drawn twice is missed once.
  const missed = new Set<string>();
  let tried = 0;
  try {
    const tab = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
    let html = '';
    await tab.route('**', (route) =>
      route.request().isNavigationRequest() && route.request().frame() === tab.mainFrame()
        ? route.fulfill({ contentType: 'text/html; charset=utf-8', body: html })
        : route.abort(),
    );
    const scrolled = (): Promise<number> => tab.evaluate('scrollY');
    /** Whether a browser scrolls to a fragment, from far above the page. */
    const opensAt = async (link: string): Promise<boolean> => {
      await tab.evaluate('scrollTo(0, 0)');
      await tab.goto(link, { waitUntil: 'commit' });
      for (const end = Date.now() + SEARCH; Date.now() < end; ) {
        if ((await scrolled()) > 0) return true;
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      return false;
    };
    const end = Date.now() + PATIENCE;
    let number = 0;
    for (const [name, source] of pages()) {
      if (tried >= BLOCKS || Date.now() > end) break;
      const url = `https://page.example/${number++}`;
      const { document } = extract(source, { url });
      const links = chunksOf(document, { maxTokens: 100 })
        .map(({ link }) => link)
        .filter((link) => link.includes('#:~:'));
      if (links.length === 0) continue;
      const above = '<div style="display:block!important;height:5000px!important"></div>';
      html = /<body\b[^>]*>/i.test(source) ? source.replace(/<body\b[^>]*>/i, (body) => body + above) : above + source;
      await tab.goto(url, { waitUntil: 'domcontentloaded' });
      if (number === 1) assert.ok(!(await opensAt(`${url}#:~:text=words%20that%20no%20page%20has`)), name);
      // What a page opens by script, as the closed parts of an accordion, is not drawn here.
      const drawn = plain((await tab.evaluate('document.body.innerText')) as string);
      for (let at = 0; at < Math.min(PER_PAGE, links.length); at++) {
        const link = links[below(links.length)];
        const ends = decodeURIComponent(link.replace(/^.*text=/, ''))
          .split(',')
          .map(plain);
        const times = drawn.split(ends[0]).length - 1;
        if (times < (ends[0] === ends[1] ? 2 : 1)) continue;
        tried++;
        if (!(await opensAt(link))) missed.add(`${name}: ${decodeURIComponent(link)}`);
      }
    }
  } finally {
    await browser.close();
  }
  console.log([`${tried} blocks, ${missed.size} missed`, ...missed].join('\n'));
  assert.ok(tried >= LEAST, `only ${tried} blocks in ${PATIENCE / 1000} s`);
  assert.ok(missed.size <= tried * MISSED, `${missed.size} of ${tried} missed:\n${[...missed].join('\n')}`);
});
