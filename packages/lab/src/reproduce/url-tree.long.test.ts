import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { datasetsRoot } from '../datasets/index.js';
import type { StreamsReport } from './stream-runs.js';
import { printUrlTree, runUrlTree, urlTree, writeUrlTree } from './url-tree.js';

test('N is chosen on the first half; scores are means over sites of means over articles', () => {
  // Counts of the metric: common words, words of the output, words of the gold. F1: matched / 10.
  const article = (half: 0 | 1, ...matched: number[]) => ({
    ...{ id: '', kind: 'article' as const, half, counts: matched.map((one) => [one, 10, 10]), empty: [] },
  });
  const held = Array.from({ length: 5 }, () => ({ documents: 4, bytes: 2_000 }));
  const about = { part: 'tuning', wasUnseen: false, duplicates: 0, held } as const;
  const report: StreamsReport = {
    methods: ['strict', 'strict-support-100', 'strict-support-200', 'relaxed-at-domain-100', 'justext'],
    results: [
      { site: 'a', ...about, pages: [article(0, 5, 4, 8, 1, 0), article(1, 5, 9, 2, 1, 0)] },
      {
        site: 'b',
        ...about,
        pages: [article(0, 7, 4, 8, 1, 0), article(1, 9, 9, 2, 1, 3), article(1, 7, 9, 2, 1, 5)],
      },
    ],
    signatures: ['signed'],
  };
  const text = printUrlTree(report);
  // Second half of strict: .5 on a, .8 on b.
  assert.match(text, /^strict +60\.0 +65\.0 +63\.3 +66\.0 +50\.0 +80\.0$/m);
  assert.match(text, /^justext +0\.0 +20\.0 +13\.3 +16\.0 +0\.0 +40\.0$/m);
  assert.match(text, /best N on the first half: support 200, relaxed 100; on the second: 100, 100/);
  assert.match(text, /^everything +4 +2 +60\.0 +65\.0 +63\.3 +0\.00 \(0\.00 to 0\.00\)$/m);
  assert.throws(() => urlTree.checkMethod?.('strct'), /strict/);
});

test('a stream is run page by page: trees share a model, an eviction has one of its own, outputs are stored', {
  skip: existsSync(join(datasetsRoot(), 'streams', 'hopit')) ? false : 'skipped: needs ../shared/data/streams/hopit',
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dehusk-url-tree-'));
  try {
    const methods = ['strict', 'similar strict', 'the last 25 documents', 'readability-linkedom', 'boilerpipe-article'];
    const options = { pages: 36, sites: ['hopit'], methods, cacheFolder: folder };
    const report = await runUrlTree({}, options);
    const [{ pages, held }] = report.results;
    assert.ok(pages.length > 20 && pages.some(({ half }) => half === 0));
    assert.deepEqual(report.methods, methods);
    assert.deepEqual([held[2].documents, held[0].documents], [25, 36]);
    assert.deepEqual(await runUrlTree({}, options), report, 'stored outputs and new ones are the same');
    await writeUrlTree(report, folder);
    assert.match(readFileSync(join(folder, 'url-tree.svg'), 'utf8'), /^<svg [^>]*xmlns=[\s\S]*strict \(\d\d\.\d\)/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
