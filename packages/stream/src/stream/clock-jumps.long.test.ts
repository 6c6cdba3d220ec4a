/** A clock that jumps, as after a start without a network: no document is lost, and none is repeated. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { type MadeUpPage, madeUpPages } from './made-up-pages.fixture.js';
import { openRun, rowsOf } from './made-up-run.fixture.js';
import { decodeRecord, emptyRecord, encodeRecord, tick } from './state-values.js';

const home = mkdtempSync(join(tmpdir(), 'dehusk-clock-'));
after(() => rmSync(home, { recursive: true }));

const STEADY = madeUpPages(120, 1);

/** The pages as a machine dates them whose clock has these years, one after the other. */
const dated = (...years: number[]): MadeUpPage[] =>
  STEADY.map((page, at) => {
    const year = years[Math.floor((at * years.length) / STEADY.length)];
    return { ...page, at: page.at + Date.UTC(year, 0) - Date.UTC(2026, 0) };
  });
const JUMPING = dated(2021, 2040, 1980, 2026);
const JUMPING_BACK = dated(2026, 2040, 2026, 1980, 2026);

/** Id and revision of the documents of a run that keeps at least so many pages of a site in mind. */
async function documentsOf(pages: readonly MadeUpPage[], minDocuments: number): Promise<string[]> {
  const folder = mkdtempSync(join(home, 'run-'));
  const options = { workers: 1, extractor: 'urltree', minDocuments };
  await (await openRun(folder, pages, options)).finish();
  return rowsOf(folder, 'documents').map(({ id, revision }) => `${id} ${revision}`);
}
const ids = (documents: readonly string[]): string[] => [...new Set(documents.map((one) => one.split(' ')[0]))].sort();

test('a clock that jumps loses no document, and repeats no id with its revision', async () => {
  const steady = await documentsOf(STEADY, 0);
  for (const pages of [JUMPING, JUMPING_BACK]) {
    const documents = await documentsOf(pages, 0);
    assert.equal(new Set(documents).size, documents.length);
    assert.deepEqual(ids(documents), ids(steady));
  }
});

test('a page that comes again after `maxDays` is a document again', async () => {
  const day = 86_400_000;
  const days = STEADY.slice(0, 40).map((page, at) => ({ ...page, at: page.at + (at * day) / 2 }));
  const timesGiven = ({ url }: MadeUpPage): number => days.filter((one) => one.url.split('?')[0] === url).length;
  const first = days.find((page) => page.html.includes('<h1>') && timesGiven(page) === 1) as MadeUpPage;
  const documents = await documentsOf([...days, { ...first, at: first.at + 20 * day }], 0);
  assert.equal(new Set(documents).size, documents.length - 1);
});

test('the clock of a site never goes back, and a gap adds a day at most', () => {
  const record = emptyRecord();
  const year = 365 * 86_400_000;
  assert.equal(tick(record, 50 * year), 50 * year);
  assert.equal(tick(record, 50 * year + 1_000), 50 * year + 1_000);
  assert.equal(tick(record, 70 * year), 50 * year + 1_000 + 86_400_000);
  assert.equal(tick(decodeRecord(encodeRecord(record)), 10 * year), 50 * year + 1_000 + 86_400_000);
});
