// Measures the inspector on pages of 2 MB in Chromium: the time from choosing a file to its first marked block, and the time of a frame
// while the page is scrolled. Prints a table. Needs `npm run build`.
import { openInspector } from './open-inspector.mjs';

const SIZE = 2_000_000;
const PAGES = {
  paragraphs: (n) =>
    `<p>The harbour master number ${n} counts the boats every evening, and writes <b>the number</b> into the <a href="/b${n}">book</a> by the door, as he has done for many years, whatever the weather is like.</p>`,
  'short rows': (n) => `<div class="row"><span>Item ${n}</span><p>short text number ${n} of list</p></div>`,
};
const SCROLLS = 200;
const SCROLL_PIXELS = 400;

console.log(
  '| page of 2 MB | blocks | first block marked, ms | frame p50, ms | p95 | most |\n|---|---|---|---|---|---|',
);
for (const [name, part] of Object.entries(PAGES)) {
  let html =
    '<!doctype html><html lang="en"><head><title>Large</title></head><body><nav><a href="/">Home</a></nav><main>';
  for (let n = 1; html.length < SIZE; n++) html += part(n);
  const { browser, page } = await openInspector('sample=docs.en', { width: 1280, height: 900 });
  await page.frameLocator('.page-frame').locator('[data-k]').first().waitFor();
  // The first extraction loads and compiles the core.
  await page.evaluate(() => {
    const now = () => performance.now();
    document.querySelector('#file').addEventListener('change', () => Object.assign(window, { began: now() }), true);
    const look = () => {
      const frame = document.querySelector('.page-frame')?.contentDocument;
      if (frame?.title === 'Page' && /number 3\b/.test(frame.body.textContent) && frame.querySelector('[data-k]'))
        Object.assign(window, { marked: now() });
      else requestAnimationFrame(look);
    };
    look();
  });
  await page.setInputFiles('#file', { name: 'large.html', mimeType: 'text/html', buffer: Buffer.from(html) });
  await page.waitForFunction(() => window.marked > 0);
  const marked = await page.evaluate(() => window.marked - window.began);
  const blocks = /of (\d+) blocks/.exec(await page.textContent('.page .bar [role=status]'))[1];
  await page.waitForFunction(() => document.querySelector('.page-frame').contentDocument.readyState === 'complete');
  const frames = await page.evaluate(
    async ([scrolls, pixels]) => {
      const { contentWindow } = document.querySelector('.page-frame');
      const times = [];
      let before = performance.now();
      for (let n = 0; n < scrolls; n++) {
        contentWindow.scrollBy(0, pixels);
        await new Promise(requestAnimationFrame);
        times.push(performance.now() - before);
        before = performance.now();
      }
      return times.sort((a, b) => a - b);
    },
    [SCROLLS, SCROLL_PIXELS],
  );
  const at = (share) => frames[Math.min(frames.length - 1, Math.floor(share * frames.length))].toFixed(0);
  console.log(`| ${name} | ${blocks} | ${marked.toFixed(0)} | ${at(0.5)} | ${at(0.95)} | ${at(1)} |`);
  await browser.close();
}
