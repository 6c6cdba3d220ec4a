/** Every kind of fault that was reported of pages, in many forms, templates and languages; prints the share of each kind that comes out exact. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { extract } from '../extract.js';
import { KINDS, kindPages } from './reported-kinds.fixture.js';

/** Share of the forms of a kind that must come out exactly. */
const LEAST = 0.9;
/** Half of the forms, each in one of its two templates by turns; NIGHTLY_TESTS=1 takes all. */
const isTaken = (at: number): boolean => (at + (at >> 1)) % 2 === 0 || process.env.NIGHTLY_TESTS === '1';

const words = (text: string): string => (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');

for (const kind of Object.keys(KINDS))
  test(kind, (t) => {
    const wrong: string[] = [];
    let all = 0;
    for (const { name, html, texts } of [...kindPages(kind)].filter((_, at) => isTaken(at))) {
      const { text, title } = extract(html, { url: 'https://www.tarn-gazette.example/news/2024/mill' });
      const wanted = words(texts.join(' '));
      // The headline may be a block of the text.
      if (![wanted, `${words(title ?? '')} ${wanted}`].includes(words(text))) wrong.push(name);
      all++;
    }
    const share = 1 - wrong.length / all;
    t.diagnostic(`${kind}: ${(100 * share).toFixed(1)} % of ${all}`);
    assert.ok(all >= 12, `${all} forms, expected at least 12`);
    assert.ok(share >= LEAST, `${wrong.length} of ${all} are wrong:\n${wrong.join('\n')}`);
  });
