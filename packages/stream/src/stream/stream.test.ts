/** The laws of the pipeline, on a real LMDB store, real worker threads and the JSON lines sink. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { madeUpPages } from './made-up-pages.fixture.js';
import { openRun, rowsOf, stateOf } from './made-up-run.fixture.js';
import type { StreamOptions } from './stream.js';

const home = mkdtempSync(join(tmpdir(), 'dehusk-stream-'));
after(() => rmSync(home, { recursive: true }));
let folders = 0;
const freshFolder = (): string => join(home, `run-${folders++}`);

const PAGES = madeUpPages(66, 3);

/** Documents and rejects of a run without what differs between equal runs: when a page was rejected, and the order. */
function outputOf(folder: string): { documents: unknown[]; rejects: unknown[] } {
  const byText = (rows: Record<string, unknown>[]): unknown[] => rows.map((row) => JSON.stringify(row)).sort();
  const rejects = rowsOf(folder, 'rejects').map(({ at: _, ...row }) => row);
  return { documents: byText(rowsOf(folder, 'documents')), rejects: byText(rejects) };
}

async function ran(options: Partial<StreamOptions> = {}): Promise<string> {
  const folder = freshFolder();
  await (await openRun(folder, PAGES, options)).finish();
  return folder;
}

async function assertEqualRuns(got: string, expected: string): Promise<void> {
  assert.deepEqual(outputOf(got), outputOf(expected));
  assert.deepEqual(await stateOf(got), await stateOf(expected));
}

const whole = ran({ workers: 1 });

test('every item is emitted once or rejected with a reason', async () => {
  const folder = await whole;
  const documents = rowsOf(folder, 'documents');
  const rejects = rowsOf(folder, 'rejects');
  assert.equal(documents.filter(({ revision }) => revision === 1).length + rejects.length, PAGES.length);
  assert.equal(new Set(documents.map(({ id, revision }) => `${id} ${revision}`)).size, documents.length);
  for (const { id, ok } of documents) assert.ok(/^[0-9a-f]{32}$/.test(String(id)) && typeof ok === 'boolean');
  const reasons = new Set(rejects.map(({ stage, reason }) => `${stage}/${reason}`));
  assert.ok(reasons.delete('identify/duplicate'));
  for (const reason of reasons) assert.match(reason, /^extract\/no-(?:content|pattern)$/);
});

test('a page that is rejected until its site is learnt still ends once: what it gives later is a correction', async () => {
  const folder = freshFolder();
  // So short that only a template tells it from the menu.
  const brief = PAGES.map((page, at) =>
    at % 5 === 2
      ? {
          ...page,
          html: page.html.replace(/<h1>.*?(?=<div class="foot)/, `<div class="share">Late ${at} today.</div>`),
        }
      : page,
  );
  await (await openRun(folder, brief, { workers: 1, extractor: 'containers' })).finish();
  const documents = rowsOf(folder, 'documents');
  const rejects = rowsOf(folder, 'rejects');
  assert.equal(documents.filter(({ revision }) => revision === 1).length + rejects.length, brief.length);
  const emitted = new Set(documents.filter(({ revision }) => revision === 1).map(({ id }) => id));
  const late = documents.filter(({ id }) => !emitted.has(id));
  assert.ok(late.length > 0, 'early pages come after all');
  for (const { ok, revision } of late) assert.deepEqual({ ok, revision }, { ok: true, revision: 2 });
});

test('early pages of a site are read again once it is learnt: corrections are later revisions, nothing is left waiting', async () => {
  const documents = rowsOf(await whole, 'documents');
  const corrections = documents.filter(({ revision }) => Number(revision) > 1);
  assert.ok(corrections.length > 0);
  for (const { id, revision, text } of corrections) {
    const before = documents.find((one) => one.id === id && one.revision === Number(revision) - 1);
    assert.notEqual(before?.text, text);
  }
  const keys = Object.keys(await stateOf(await whole));
  assert.deepEqual(
    keys.filter((key) => key.startsWith('learning/')),
    [],
  );
});

test('four workers give what one gives', async () => {
  await assertEqualRuns(await ran({ workers: 4, commitPages: 7 }), await whole);
});

test('stopped at any point and started again: nothing lost, nothing twice, the same state', async () => {
  const folder = freshFolder();
  // Patient stops finish what is on its way, hasty ones leave it to the next life, whole or half worked on.
  for (const [commits, bound] of [
    [2, 1],
    [0, 60_000],
    [3, 20],
    [Number.POSITIVE_INFINITY, 0],
  ] as const) {
    const run = await openRun(folder, PAGES, { workers: 1, commitPages: 4, maxInFlight: 12 });
    while (run.stream.snapshot().commits < commits && run.stream.snapshot().phase === 'running') await sleep(2);
    if (commits < Number.POSITIVE_INFINITY) await run.stream.stop(bound);
    const { phase } = await run.finish();
    assert.equal(phase, 'stopped');
  }
  await assertEqualRuns(folder, await whole);
});

test('killed with SIGKILL and started again: nothing lost, nothing twice, the same state', async () => {
  const folder = freshFolder();
  const program = fileURLToPath(new URL('./kill-stream.fixture.js', import.meta.url));
  let kills = 0;
  for (let isOver = false; !isOver; ) {
    const child = spawn(process.execPath, [program, folder, String(PAGES.length)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let commits = 0;
    // Each life gets two commits further, then dies wherever it is.
    child.stdout.on('data', (text: Buffer) => {
      commits += text.length;
      if (kills < 3 && commits >= 2) child.kill('SIGKILL');
    });
    const [code, signal] = await new Promise<[number | null, string | null]>((done) =>
      child.on('close', (...how) => done(how)),
    );
    if (signal === 'SIGKILL') kills++;
    else assert.equal(code, 0);
    isOver = signal === null;
  }
  assert.equal(kills, 3);
  await assertEqualRuns(folder, await whole);
});
