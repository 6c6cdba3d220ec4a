// Draws docs/inspector.png, the picture of docs/inspector.md: the inspector of the build in Chromium. Needs `npm run build`.
import { fileURLToPath } from 'node:url';
import { openInspector } from './open-inspector.mjs';

const { browser, page } = await openInspector('sample=news-article.en', { width: 1180, height: 720 });
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
