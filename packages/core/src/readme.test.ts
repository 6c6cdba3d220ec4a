/** The README's table of algorithms names every extractor, in the table's order, and nothing else. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { DEFAULT_EXTRACTOR, EXTRACTORS } from './extractors/index.js';

const README = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');

test('the table of algorithms is the table of extractors', () => {
  const section = README.split(/^## /m).find((one) => one.startsWith('Algorithms\n')) ?? '';
  const names = [...section.matchAll(/^\| `([^`]+)`/gm)].map(([, name]) => name);
  assert.deepEqual(
    names,
    EXTRACTORS.map((one) => one.name),
  );
  assert.match(section, new RegExp(`^\\| \`${DEFAULT_EXTRACTOR}\` \\(default\\) `, 'm'));
});
