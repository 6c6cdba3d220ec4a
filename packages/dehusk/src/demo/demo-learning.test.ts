import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ExtractResult, extract, siteReader } from '@dehusk/core';
import { openNewsroom } from './demo-newsroom.js';
import { wordF1 } from './run-demo.js';
import { DEMO_SITES } from './templates.js';

/** Pages read of each site, and those after which it is learnt. */
const PAGES = 26;
const LEARNT_AFTER = 12;
/** Minimum mean F1 of the later pages. The comments of ribera.example have no names, and the page level takes them for text: .887. */
const FLOOR = 0.94;
const FLOORS: Readonly<Record<string, number>> = { 'ribera.example': 0.88 };

for (const site of DEMO_SITES)
  test(`learning makes no page of ${site.host} worse and the later ones good`, () => {
    // By query, all stories would have one address.
    const room = openNewsroom({ ...site, address: 'slug', redesign: null }, 'test');
    const reader = siteReader();
    const learnt: number[] = [];
    for (let number = 0; number < PAGES; number++) {
      const url = `http://${site.host}${room.path(number)}`;
      const html = room.articlePage(number, { origin: `http://${site.host}`, published: PAGES, seed: String(number) });
      const score = (result: ExtractResult): number => {
        assert.ok(result.ok, `${url}: no text`);
        const { title, text } = result;
        const headline = room.article(number).title;
        return wordF1(room.truth(number), text.includes(title ?? headline) ? text : `${headline}\n${text}`);
      };
      const alone = score(extract(html, { url }));
      const together = score(extract(html, { url, site: reader }));
      assert.ok(together > alone - 0.02, `${url}: ${together.toFixed(3)} with its site, ${alone.toFixed(3)} alone`);
      if (number >= LEARNT_AFTER) learnt.push(together);
    }
    const mean = learnt.reduce((sum, one) => sum + one, 0) / learnt.length;
    assert.ok(mean >= (FLOORS[site.host] ?? FLOOR), `mean F1 ${mean.toFixed(3)}`);
  });
