/** The laws of the pipeline, on a real LMDB store, real worker threads and the JSON lines sink. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { madeUpPages } from './made-up-pages.fixture.js';
import { openRun, rowsOf, stateOf } from './made-up-run.fixture.js';
import type { StreamOptions } from './stream.js';

const home = mkdtempSync(join(tmpdir(), 'dehusk-stream-'));
after(() => rmSync(home, { recursive: true }));
let folders = 0;
const freshFolder = (): string => join(home, `run-${folders++}`);

const PAGES = madeUpPages(90, 3);

/** Documents and rejects of a run without what differs between equal runs: when a page was rejected, and the order. */
function outputOf(folder: string): { documents: unknown[]; rejects: unknown[] } {
  const byText = (rows: Record<string, unknown>[]): unknown[] =>
    rows.map(({ at: _, ...row }) => JSON.stringify(row)).sort();
  return { documents: byText(rowsOf(folder, 'documents')), rejects: byText(rowsOf(folder, 'rejects')) };
}

async function ran(options: Partial<StreamOptions> = {}): Promise<string> {
  const folder = freshFolder();
  await (await openRun(folder, PAGES, options)).finish();
  return folder;
}

const whole = ran({ workers: 1 });

test('every item is emitted once or rejected with a reason', async () => {
  const folder = await whole;
  const documents = rowsOf(folder, 'documents');
  const rejects = rowsOf(folder, 'rejects');
  assert.equal(documents.filter(({ revision }) => revision === 1).length + rejects.length, PAGES.length);
  assert.equal(new Set(documents.map(({ id, revision }) => `${id} ${revision}`)).size, documents.length);
  for (const { id, ok } of documents) assert.ok(/^[0-9a-f]{32}$/.test(String(id)) && typeof ok === 'boolean');
  for (const { stage, reason } of rejects) assert.ok(stage && reason);
});

test('four workers give what one gives', async () => {
  const folder = await ran({ workers: 4, commitPages: 7 });
  assert.deepEqual(outputOf(folder), outputOf(await whole));
  assert.deepEqual(await stateOf(folder), await stateOf(await whole));
});
