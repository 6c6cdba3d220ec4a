/** The core runs where browsers and edge runtimes run: one bundle, no Node, no DOM. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createContext, runInContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild-wasm';
import { extract } from './index.js';

/** The size of everything there is, gzipped. Raise it only with a line in the changelog. */
const MAX_GZIP_BYTES = 760_000;
/** The size of `extract` alone, gzipped: without what learns sites, which needs the public suffix list (110,000 bytes). */
const MAX_EXTRACT_BYTES = 670_000;

const PAGE = `<!doctype html><html lang="en"><head><title>The lock keeper | River Post</title></head><body>
<nav><a href="/">Home</a> <a href="/news">News</a></nav>
<article><h1>The lock keeper</h1>
<p>For forty years Mara Lindqvist has opened the upper gate at six in the morning, and the boats that wait below have learned to trust her clock more than their own.</p>
<p>When the canal office sent the letter that the gates would be moved by a motor from spring on, she read it twice, folded it, and went out to grease the hinges as she does every Friday.</p></article>
<footer>© River Post</footer></body></html>`;

/** Everything a compiled module needs, as one script for browsers that leaves its exports in `Dehusk`. */
async function bundled(module: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(module, import.meta.url))],
    bundle: true,
    minify: true,
    platform: 'browser',
    format: 'iife',
    globalName: 'Dehusk',
    write: false,
  });
  return outputFiles[0].text;
}

let code = '';
before(async () => {
  code = await bundled('./index.js');
});

test('the bundle asks for nothing of Node and stays within the promised size', () => {
  assert.doesNotMatch(code, /["']node:/);
  const bytes = gzipSync(code, { level: 9 }).length;
  assert.ok(bytes <= MAX_GZIP_BYTES, `${bytes} bytes gzipped, promised at most ${MAX_GZIP_BYTES}`);
});

test('extract alone stays smaller: no public suffix list', async () => {
  const bytes = gzipSync(await bundled('./extract.js'), { level: 9 }).length;
  assert.ok(bytes <= MAX_EXTRACT_BYTES, `${bytes} bytes gzipped, promised at most ${MAX_EXTRACT_BYTES}`);
});

test('an edge runtime (bare engine with URL, TextDecoder and performance) gives the text Node gives', () => {
  const context = createContext({ URL, TextDecoder, TextEncoder, performance, console });
  runInContext(code, context);
  const text = runInContext(
    `Dehusk.extract(${JSON.stringify(PAGE)}, { url: 'https://river.example/lock' }).text`,
    context,
  );
  assert.equal(text, extract(PAGE, { url: 'https://river.example/lock' }).text);
  assert.match(String(text), /forty years/);
});

const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);

test('headless Chromium gives the text and content Node gives, for text and for bytes', {
  skip: CHROMIUM === undefined && 'skipped: needs a Chromium in /usr/bin',
}, async () => {
  const { chromium } = await import('playwright-core');
  const browser = await chromium.launch({
    executablePath: CHROMIUM as string,
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const tab = await browser.newPage();
    await tab.goto('about:blank');
    await tab.addScriptTag({ content: code });
    const seen = (await tab.evaluate(
      `(() => { const html = ${JSON.stringify(PAGE)};
          const asText = Dehusk.extract(html, { url: 'https://river.example/lock' });
          const asBytes = Dehusk.extract(new TextEncoder().encode(html), { url: 'https://river.example/lock' });
          return { text: asText.text, content: asText.content, bytes: asBytes.text, title: asText.title }; })()`,
    )) as { text: string; content: unknown; bytes: string; title: string };
    const expected = extract(PAGE, { url: 'https://river.example/lock' });
    assert.equal(seen.text, expected.text);
    assert.deepEqual(seen.content, expected.content);
    assert.equal(seen.bytes, expected.text);
    assert.equal(seen.title, expected.title);
  } finally {
    await browser.close();
  }
});
