/**
 * Markdown of random hostile documents is inert in the viewers people use: it has only elements and attributes that Dehusk prints,
 * no address of another scheme, and no image that a text names.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { NO_METADATA } from '../../metadata/metadata.js';
import { documentOf } from '../documents.fixture.js';
import { activeMarkup, PAYLOADS } from '../hostile-text.fixture.js';
import { hostileContent } from './hostile-documents.fixture.js';
import { markdown } from './markdown.js';
import { VIEWERS } from './viewers.fixture.js';

const STYLES = [
  {},
  { linkStyle: 'reference', wrap: 20, callouts: 'github', tableStyle: 'compact' },
  { flavour: 'commonmark', htmlFallback: false },
] as const;

for (const [at, style] of STYLES.entries())
  test(`Markdown of random hostile documents is inert in ${Object.keys(VIEWERS).length} viewers: style ${at}`, () => {
    fc.assert(
      fc.property(hostileContent, (content) => {
        const source = markdown.render(documentOf(content, NO_METADATA), style);
        for (const [viewer, html] of Object.entries(VIEWERS))
          assert.equal(activeMarkup(html(source)), null, `${viewer} of ${JSON.stringify(source)}`);
      }),
      { seed: 21, numRuns: 700 },
    );
  });

test('front matter is inert in viewers that show it as text', () => {
  for (const payload of PAYLOADS) {
    const metadata = { ...NO_METADATA, title: payload, tags: [payload, payload] };
    const source = markdown.render(documentOf([], metadata), { metadata: true });
    for (const [viewer, html] of Object.entries(VIEWERS))
      assert.equal(activeMarkup(html(source)), null, `${viewer} of ${JSON.stringify(source)}`);
  }
});
