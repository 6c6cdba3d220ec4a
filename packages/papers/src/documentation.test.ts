/** docs/algorithms.md names every extractor in the order of the registry, and nothing else. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { DEFAULT_EXTRACTOR, EXTRACTORS } from './extractors.js';
import { SITE_EXTRACTORS } from './site-extractors.js';

const PAGE = readFileSync(new URL('../../../docs/algorithms.md', import.meta.url), 'utf8');
const section = (title: string): string => PAGE.split(/^## /m).find((one) => one.startsWith(`${title}\n`)) ?? '';
const names = (list: string): string[] =>
  [...list.matchAll(/^- (`[^:]+):/gm)].flatMap(([, cell]) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name));

test('the list of algorithms is the table of extractors', () => {
  const list = section('Extractors of one page');
  assert.deepEqual(
    names(list),
    EXTRACTORS.map((one) => one.name),
  );
  assert.match(list, new RegExp(`^- \`${DEFAULT_EXTRACTOR}\` \\(default\\): `, 'm'));
});

test('the list of site extractors is complete', () =>
  assert.deepEqual(names(section('Extractors of many pages')).sort(), SITE_EXTRACTORS.map((one) => one.name).sort()));
