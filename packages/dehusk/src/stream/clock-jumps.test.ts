/** A clock that jumps, as after a start without a network: no document is lost, and only forgotten pages are repeated. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { type MadeUpPage, madeUpPages } from './made-up-pages.fixture.js';
import { openRun, rowsOf } from './made-up-run.fixture.js';

const home = mkdtempSync(join(tmpdir(), 'dehusk-clock-'));
after(() => rmSync(home, { recursive: true }));

const STEADY = madeUpPages(120, 1);
const YEARS = [2021, 2040, 1980, 2026];

/** The pages as a machine dates them whose clock has these years, one after the other. */
const JUMPING = STEADY.map((page, at) => {
  const year = YEARS[Math.floor((at * YEARS.length) / STEADY.length)];
  return { ...page, at: page.at + Date.UTC(year, 0) - Date.UTC(2026, 0) };
});

/** Id and revision of the documents of a run that keeps at least so many pages of a site in mind. */
async function documentsOf(pages: readonly MadeUpPage[], minDocuments: number): Promise<string[]> {
  const folder = mkdtempSync(join(home, 'run-'));
  const options = { workers: 1, extractor: 'urltree', minDocuments };
  await (await openRun(folder, pages, options)).finish();
  return rowsOf(folder, 'documents').map(({ id, revision }) => `${id} ${revision}`);
}
const ids = (documents: readonly string[]): string[] => [...new Set(documents.map((one) => one.split(' ')[0]))].sort();

test('a clock that jumps loses no document, and repeats no id with its revision unless the page was forgotten', async () => {
  const steady = await documentsOf(STEADY, STEADY.length);
  const remembered = await documentsOf(JUMPING, STEADY.length);
  assert.equal(new Set(remembered).size, remembered.length);
  assert.deepEqual(ids(remembered), ids(steady));
  // Time forgets all pages but these: one that comes again is a document again, with the same id.
  assert.deepEqual(ids(await documentsOf(JUMPING, 10)), ids(steady));
});
