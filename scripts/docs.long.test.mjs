// The website as `npm run docs` makes it: it builds, its links lead somewhere, and narrow screens do not scroll sideways.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { findChromium } from '../packages/node/dist/fetch/render/find-chromium.js';
import { linkFaults } from './site/check-links.mjs';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const SITE = join(ROOT, 'build/site');
const MINUTES = 15;

let built = { status: null, output: '' };
before(() => {
  // Without compiling: another test may run from what is built.
  const { status, stdout, stderr, error } = spawnSync('npm', ['run', '--silent', 'docs:site'], {
    cwd: ROOT,
    encoding: 'utf8',
    timeout: MINUTES * 60_000,
  });
  built = { status, output: `${error?.message ?? ''}${stdout}${stderr}` };
});

test('the website builds without errors', () => assert.equal(built.status, 0, built.output));

test('its links lead to files and elements', () => {
  const { faults, pages } = linkFaults(SITE);
  assert.deepEqual(faults, []);
  assert.ok(pages > 100, `${pages} pages`);
});

/** The home page, guides, and pages of the API. */
const PAGES = [
  'index.html',
  'documents/docs_configuration.html',
  'documents/docs_algorithms.html',
  'functions/_dehusk_core.extract.html',
  'interfaces/_dehusk_core.ExtractOptions.html',
];
test('no page scrolls sideways at 360 and 400 pixels', async () => {
  const browser = await chromium.launch({ executablePath: findChromium(''), args: ['--no-sandbox', '--disable-gpu'] });
  after(() => browser.close());
  for (const width of [360, 400]) {
    const page = await browser.newPage({ viewport: { width, height: 800 } });
    for (const path of PAGES) {
      await page.goto(pathToFileURL(join(SITE, path)).href);
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), width, `${path} at ${width} pixels`);
    }
    await page.close();
  }
});
