/** `dehusk state` on a state that a real stream left, and on damaged copies of it. */
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { Store } from '@dehusk/stream';
import { openLmdbStore, stateKey } from '@dehusk/stream';
import { madeUpPages } from '../../../stream/dist/stream/made-up-pages.fixture.js';
import { openRun } from '../../../stream/dist/stream/made-up-run.fixture.js';
import { type Ended, runHere } from './stream-process.fixture.js';

const home = mkdtempSync(join(tmpdir(), 'dehusk-state-'));
after(() => rmSync(home, { recursive: true }));
const path = (name: string): string => join(home, name);

const state = (...args: readonly string[]): Promise<Ended> => runHere(['state', ...args]);

async function within<T>(folder: string, run: (store: Store) => Promise<T>): Promise<T> {
  const store = openLmdbStore(folder, false);
  try {
    return await run(store);
  } finally {
    await store.close();
  }
}

const valuesOf = (folder: string): Promise<unknown> =>
  within(folder, async (store) => ({
    positions: await store.positions(),
    values: await Promise.all(
      (await store.keys()).map(async (key) => [key, Buffer.from((await store.get(key)) ?? []).toString('base64')]),
    ),
  }));

const PAGES = madeUpPages(20, 2);
await (await openRun(path('run'), PAGES, { workers: 1, extractor: 'urltree' })).finish();
const whole = join(path('run'), 'state');

test('verify: whole is 0; a flipped bit and a page that is gone are named, and 3', async () => {
  const fine = await state('verify', whole);
  assert.equal(fine.code, 0, fine.out);
  assert.match(fine.err, /urltree models: 2, duplicate filters: 2, records of sites: 2, .*all intact/);
  cpSync(whole, path('damaged'), { recursive: true });
  await within(path('damaged'), async (store) => {
    const key = stateKey.duplicates('site0.example');
    const bytes = (await store.get(key)) as Uint8Array;
    bytes[bytes.length - 12] ^= 4;
    await store.commit(
      new Map([
        [key, bytes],
        [stateKey.learning('site1.example', 'x'), new Uint8Array([1, 2, 3])],
      ]),
    );
  });
  const { code, out, err } = await state('verify', path('damaged'));
  assert.equal(code, 3);
  assert.match(out, /^duplicates\/site0\.example: .*checksum got .* expected/m);
  assert.match(out, /^learning\/site1\.example\/x: /m);
  assert.match(err, /2 damaged/);
  assert.equal((await state('verify', path('nowhere'))).code, 3);
});

test('verify: a flipped bit in a key hides its value, and is named', async () => {
  cpSync(whole, path('hidden'), { recursive: true });
  const file = join(path('hidden'), 'data.mdb');
  const bytes = readFileSync(file);
  // Sorts behind all others now, and still lies before them.
  for (let at = bytes.indexOf('duplicates/'); at !== -1; at = bytes.indexOf('duplicates/', at + 1)) bytes[at] ^= 0x10;
  writeFileSync(file, bytes);
  const { code, out, err } = await state('verify', path('hidden'));
  assert.equal(code, 3, out + err);
  assert.match(out, /^tuplicates\/\S+: cannot be found by its key/m);
});

test('export and import: the same state; files that are cut or something else are refused', async () => {
  const file = path('state.gz');
  assert.equal((await state('export', whole, '--out', file)).code, 0);
  const imported = await state('import', file, '--out', path('imported'));
  assert.equal(imported.code, 0, imported.err);
  assert.deepEqual(await valuesOf(path('imported')), await valuesOf(whole));
  assert.match((await state('import', file, '--out', path('imported'))).err, /already holds a state/);

  const cut = path('cut.gz');
  cpSync(file, cut);
  truncateSync(cut, statSync(file).size - 200);
  const refused = await state('import', cut, '--out', path('from-cut'));
  assert.equal(refused.code, 3);
  assert.match(refused.err, /cut\.gz.*(cut|cannot be read|expected)/);
  writeFileSync(path('other.gz'), gzipSync('{"format":"something else"}\n'));
  assert.match(
    (await state('import', path('other.gz'), '--out', path('from-other'))).err,
    /line 1: got .*something else.*expected/,
  );
});

test('site export leaves out what belongs to one run', async () => {
  const file = path('learnt.gz');
  assert.equal((await runHere(['site', 'export', whole, '--out', file])).code, 0);
  assert.equal((await state('import', file, '--out', path('learnt'))).code, 0);
  const keys = await within(path('learnt'), (store) => store.keys());
  assert.deepEqual([...new Set(keys.map((key) => key.split('/')[0]))].sort(), ['duplicates', 'site', 'urltree']);
});
