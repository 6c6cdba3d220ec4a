import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { faultOf, fuzz } from './fuzz.js';

const article = readFileSync(new URL('../../../core/fixtures/article/page.html', import.meta.url), 'utf8');

test('random pages keep every law, and the same seed makes the same pages', async () => {
  const run = () => fuzz({ seed: 3, pages: 150, cpuSeconds: 60, corpus: [article, '<p>A short page.'] });
  const { cpuSeconds: _, peakMegabytes, ...first } = await run();
  assert.deepEqual(first.failures, []);
  assert.equal(first.pages, 150);
  assert.ok(first.extracted > 50, `${first.extracted} with text`);
  assert.ok(peakMegabytes > 0);
  assert.equal((await run()).extracted, first.extracted);
});

test('no page of the corpus breaks a law', () => {
  assert.equal(faultOf(Buffer.from(article)), null);
});
