import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { allCases } from './dataset.js';
import { datasetNames, datasetsRoot, openDataset } from './index.js';
import { isHeldAside } from './split.js';

/** Pages with gold, as the data's description counts them. */
const PAGES: Readonly<Record<string, number>> = {
  'wcxb-dev': 1358,
  canola: 208,
  cleaneval: 684,
  cleanportaleval: 71,
  'l3s-gn1': 621,
  readability: 130,
  'daniel-a': 696,
  structure: 436,
  recipes: 134,
};

for (const [name, pages] of Object.entries(PAGES))
  test(`${name} is whole: ids are unique, golds are there, pages can be read`, {
    skip: existsSync(join(datasetsRoot(), name)) ? false : `skipped: needs ../shared/data/${name}`,
  }, async () => {
    const dataset = openDataset(name);
    const cases = await allCases(dataset);
    assert.equal(cases.length, pages);
    assert.equal(new Set(cases.map((one) => one.id)).size, pages);
    assert.ok(cases.filter((one) => one.gold === '').length < pages / 10);
    for (const one of cases.slice(0, 20)) assert.ok(one.html().length > 100, one.id);
    for (const one of cases) assert.doesNotMatch(one.gold.slice(0, 20), /^\s*URL:/);
    assert.ok(dataset.licence !== '' && dataset.citation !== '');
  });

test('structure has Markdown and text for every page, and seven of its 27 sites are held aside', {
  skip: existsSync(join(datasetsRoot(), 'structure')) ? false : 'skipped: needs ../shared/data/structure',
}, async () => {
  const cases = await allCases(openDataset('structure'));
  assert.equal(new Set(cases.map((one) => one.site)).size, 27);
  const aside = new Set(cases.filter(isHeldAside).map((one) => one.site));
  assert.deepEqual(
    [...aside],
    ['book-ja', 'flink', 'jameywoo-zh', 'mblog-ja', 'mdbook-guide', 'vega-lite', 'whk-zh'],
    '--split 1/3:structure',
  );
  let headings = 0;
  for (const { id, gold, structure } of cases) {
    assert.ok(gold !== '' && structure !== null && structure.markdown !== '' && structure.address !== '', id);
    headings += structure.headings.length;
  }
  assert.ok(headings > 3000);
});

test('streams are in order of days within a site, index pages have no gold', {
  skip: existsSync(join(datasetsRoot(), 'streams')) ? false : 'skipped: needs ../shared/data/streams',
}, async () => {
  const cases = await allCases(openDataset('streams'));
  const sites = new Set(cases.map((one) => one.site));
  assert.equal(sites.size, 24);
  assert.equal(datasetNames().filter((name) => name.startsWith('streams/')).length, 24);
  for (let at = 1; at < cases.length; at++) {
    const [before, now] = [cases[at - 1], cases[at]];
    // To the day: some pages have no hour, others have time zones.
    const days = [before, now].map((one) => (one.timestamp ?? '').slice(0, 10));
    if (before.site === now.site) assert.ok(days[0] <= days[1], now.id);
  }
  for (const one of cases) if (one.kind === 'index') assert.equal(one.gold, '', one.id);
  const alone = await allCases(openDataset('streams/lukem'));
  assert.deepEqual(
    alone.map((one) => `lukem/${one.id}`),
    cases.filter((one) => one.site === 'lukem').map((one) => one.id),
  );
});
