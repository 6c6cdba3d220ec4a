/** Training is deterministic: a forest over the pages of this repository comes out the same, byte for byte, run after run and as recorded. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Case, Dataset } from '../../datasets/dataset.js';
import { openDataset } from '../../datasets/index.js';
import { trainDefault } from './train.js';

const RECORD = new URL('../../../fixtures/trained-sample.txt', import.meta.url);

/** Page types of the folders of `kinds`; pages of others are articles. */
const TYPES: Readonly<Record<string, string>> = {
  boards: 'forum',
  events: 'listing',
  faqs: 'documentation',
  galleries: 'collection',
  jobs: 'listing',
  recipes: 'product',
  services: 'service',
};

test('a small forest is trained as recorded', { timeout: 600_000 }, async () => {
  const kinds = openDataset('kinds');
  const sample: Dataset = {
    ...kinds,
    sha256: () => kinds.sha256(),
    async *cases(): AsyncGenerator<Case> {
      for await (const one of kinds.cases())
        yield { ...one, pageType: TYPES[one.pageType ?? ''] ?? 'article', domain: `${one.id}.example` };
    },
  };
  const { shipped } = await trainDefault([sample], () => {}, { quick: true });
  assert.ok(shipped !== null);
  const weights = createHash('sha256').update(shipped.bytes).digest('hex');
  if (process.env.UPDATE_GOLDENS) writeFileSync(RECORD, `${kinds.sha256()}\n${weights}\n`);
  const [gold, recorded] = readFileSync(RECORD, 'utf8').split('\n');
  assert.equal(kinds.sha256(), gold, 'the pages of kinds changed: run this test with UPDATE_GOLDENS=1');
  assert.equal(
    weights,
    recorded,
    'the features or the trainer changed: run dehusk-lab train default, then this test with UPDATE_GOLDENS=1',
  );
});
