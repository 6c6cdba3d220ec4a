// Opens the inspector of the build in Chromium, without a server. Needs `npm run build`.
import { readFileSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { findChromium } from '../packages/node/dist/fetch/render/find-chromium.js';

const BUILD = new URL('../packages/server/dist/inspector/', import.meta.url);
const TYPES = { html: 'text/html; charset=utf-8', js: 'text/javascript', css: 'text/css' };
const ORIGIN = 'http://inspector.example/';

/** The inspector in a window of a size, with a view by its fragment: `sample=docs.en`. */
export async function openInspector(fragment, viewport) {
  const browser = await chromium.launch({ executablePath: findChromium(''), args: ['--no-sandbox', '--disable-gpu'] });
  const page = await browser.newPage({ viewport });
  await page.route(`${ORIGIN}**`, (route) => {
    const name = new URL(route.request().url()).pathname.slice(1) || 'index.html';
    const contentType = TYPES[name.split('.').at(-1)];
    return contentType === undefined
      ? route.abort()
      : route.fulfill({ contentType, body: readFileSync(new URL(name, BUILD)) });
  });
  await page.goto(`${ORIGIN}#${fragment}`);
  return { browser, page };
}
