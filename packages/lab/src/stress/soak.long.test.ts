import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { soak } from './soak.js';

test('a small soak: every page has exactly one outcome, which its fault explains', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dehusk-soak-'));
  try {
    const { rows, malformedFeeds, ...counts } = await soak({
      sites: 3,
      pages: 25,
      faultShare: 0.5,
      seed: 'test',
      extractor: 'justext',
      workers: 1,
      fetchMilliseconds: 2_000,
      folder,
      onStatus: () => {},
    });
    assert.deepEqual(
      { expected: counts.expected, accounted: counts.accounted, lost: counts.lost, several: counts.several },
      { expected: 75, accounted: 75, lost: 0, several: 0 },
    );
    assert.equal(malformedFeeds, 1);
    assert.deepEqual(
      // A busy machine may be late with any page.
      rows.filter(({ ends, unexplained }) => unexplained > (ends.timeout ?? 0)),
      [],
    );
    assert.ok(rows.filter(({ pages }) => pages > 0).length > 10);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
