// Draws docs/inspector.png, the picture of the README: the inspector of the build in Chromium. Needs `npm run build`.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { findChromium } from '../packages/dehusk/dist/fetch/render/find-chromium.js';

const BUILD = new URL('../packages/dehusk/dist/inspector/', import.meta.url);
const TYPES = { html: 'text/html; charset=utf-8', js: 'text/javascript', css: 'text/css' };
const ORIGIN = 'http://inspector.example/';

const browser = await chromium.launch({ executablePath: findChromium(''), args: ['--no-sandbox', '--disable-gpu'] });
const page = await browser.newPage({ viewport: { width: 1180, height: 720 } });
await page.route(`${ORIGIN}**`, (route) => {
  const name = new URL(route.request().url()).pathname.slice(1) || 'index.html';
  const contentType = TYPES[name.split('.').at(-1)];
  return contentType === undefined
    ? route.abort()
    : route.fulfill({ contentType, body: readFileSync(new URL(name, BUILD)) });
});
await page.goto(`${ORIGIN}#sample=news-article.en`);
const block = page.frameLocator('.page-frame').locator('[data-k="content"]').nth(2);
await block.click();
// Scrolls the frame to the headline, and the window back, which the click has moved.
await page
  .frameLocator('.page-frame')
  .locator('h1')
  .evaluate((heading) => {
    const { defaultView } = heading.ownerDocument;
    defaultView.scrollBy(0, heading.getBoundingClientRect().top - 8);
  });
await page.evaluate(() => scrollTo(0, 0));
await page.screenshot({ path: fileURLToPath(new URL('../docs/inspector.png', import.meta.url)) });
await browser.close();
