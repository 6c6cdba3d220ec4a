import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { TRAINED_FEATURES, trainedFeatures } from './training-files.js';

test('the shipped weights were trained on the features as they are now', {
  skip: existsSync(TRAINED_FEATURES)
    ? false
    : 'skipped: these weights are older than the record of their features: run dehusk-lab train default --write',
}, () => {
  const then: ReturnType<typeof trainedFeatures> = JSON.parse(readFileSync(TRAINED_FEATURES, 'utf8'));
  const now = trainedFeatures();
  assert.equal(
    now.weights,
    then.weights,
    'the weights were written without their features: run dehusk-lab train default --write',
  );
  const changed = new Set<string>();
  for (const [page, parts] of Object.entries(then.pages)) {
    assert.equal(
      now.pages[page]?.source,
      parts.source,
      `${page} changed or is gone: take the change back, or train again`,
    );
    for (const [part, digest] of Object.entries(parts)) if (now.pages[page][part] !== digest) changed.add(part);
  }
  assert.deepEqual(
    [...changed],
    [],
    'these features have other values than when the weights were trained: run dehusk-lab train default (and --write if its scores are no worse)',
  );
});
