// Draws docs/before-after.png, the picture of the README: a page, and the Markdown that Dehusk makes of it. Needs `npm run build` and Chromium.
import { fileURLToPath } from 'node:url';
import { toMarkdown } from '@dehusk/core';
import { chromium } from 'playwright-core';
import { findChromium } from '../packages/node/dist/fetch/render/find-chromium.js';

const STYLE = `body{margin:0;font:15px/1.45 Georgia,serif;color:#222}
nav{background:#12324a;color:#fff;padding:10px 14px;font-family:sans-serif}nav a{color:#cfe3f2;margin-right:14px;text-decoration:none}
main{display:grid;grid-template-columns:1fr 150px;gap:16px;padding:0 14px}h1{font-size:24px;margin:12px 0 4px}
aside{font:12px sans-serif}.ad{background:#ffe08a;padding:26px 8px;text-align:center;margin:12px 0}table{border-collapse:collapse}
td,th{border:1px solid #bbb;padding:2px 9px}.by{color:#777;font:12px sans-serif}pre{background:#f2f2f2;padding:6px}
.share a{background:#e8eef3;border-radius:3px;padding:3px 8px;margin-right:5px;font:12px sans-serif;color:#245}
.cookies{position:fixed;bottom:0;left:0;right:0;background:#222;color:#eee;padding:9px 14px;font:12px sans-serif}`;
const PAGE = `<!doctype html><html lang="en"><head><title>How the harbour counts its boats | Quay Post</title><style>${STYLE}</style></head><body>
<nav><b>Quay Post</b> &nbsp; <a href="/news">News</a><a href="/tides">Tides</a><a href="/shop">Shop</a><a href="/login">Sign in</a></nav>
<main><article><h1>How the harbour counts its boats</h1><p class="by">By <a rel="author" href="/ines">Ines Duarte</a> · 4 March 2026</p>
<p class="share"><a href="#">Share</a><a href="#">Tweet</a><a href="#">Save</a></p>
<p>Every evening at six the harbour master walks the <em>whole</em> quay and writes a number into a book that is older than the lighthouse. The <a href="https://quay.example/ledger">ledger</a> goes back to 1871.</p>
<div class="ad">Advertisement<br>New oilskins, 30 % off</div>
<table><tr><th>Month</th><th>Boats</th></tr><tr><td>January</td><td>312</td></tr><tr><td>February</td><td>287</td></tr></table>
<p>The mean is a weighted one, as she explains in the margin:</p><pre><code class="language-python">mean = sum(boats) / len(days)</code></pre>
<p>Since the storm of 1953 she also counts the boats that do not come back.</p></article>
<aside><b>Most read</b><p><a href="/1">Ferry prices rise again in May</a></p><p><a href="/2">Ten walks along the coast</a></p><p><a href="/3">The cat of pier four</a></p></aside></main>
<div class="cookies">We value your privacy. Accept all · Manage choices</div></body></html>`;

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
const markdown = toMarkdown(PAGE, { url: 'https://quay.example/boats' });
const browser = await chromium.launch({ executablePath: findChromium(''), args: ['--no-sandbox'] });
const page = await browser.newPage({ viewport: { width: 1180, height: 560 }, deviceScaleFactor: 1.5 });
await page.setContent(`<style>body{margin:0;display:grid;grid-template-columns:620px 1fr;gap:18px;background:#fff}
iframe{border:1px solid #c9ced4;border-radius:6px;width:616px;height:554px}
pre{margin:0;padding:14px;border:1px solid #0b6e4f;border-radius:6px;font:12.5px/1.5 monospace;white-space:pre-wrap;height:526px;overflow:hidden}</style>
<iframe srcdoc="${escaped(PAGE)}"></iframe><pre>${escaped(markdown)}</pre>`);
await page.waitForTimeout(300);
await page.screenshot({ path: fileURLToPath(new URL('../docs/before-after.png', import.meta.url)) });
await browser.close();
