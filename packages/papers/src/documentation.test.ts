/** docs/algorithms.md names every extractor in the order of the registry, and nothing else. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { DEFAULT_EXTRACTOR, EXTRACTORS } from './extractors.js';
import { SITE_EXTRACTORS } from './site-extractors.js';

const PAGE = readFileSync(new URL('../../../docs/algorithms.md', import.meta.url), 'utf8');
const section = (title: string): string => PAGE.split(/^## /m).find((one) => one.startsWith(`${title}\n`)) ?? '';
const names = (rows: string): string[] =>
  [...rows.matchAll(/^\| (`[^|]+) \|/gm)].flatMap(([, cell]) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name),
  );

test('the table of algorithms is the table of extractors', () => {
  const rows = section('Extractors of one page');
  assert.deepEqual(
    names(rows),
    EXTRACTORS.map((one) => one.name),
  );
  assert.match(rows, new RegExp(`^\\| \`${DEFAULT_EXTRACTOR}\` \\(default\\) `, 'm'));
});

test('the table of site extractors is complete', () =>
  assert.deepEqual(names(section('Extractors of many pages')).sort(), SITE_EXTRACTORS.map((one) => one.name).sort()));
