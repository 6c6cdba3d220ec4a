/** Damage to the files of a real store: found before LMDB maps them, and repaired where a commit is intact. */
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { openLmdbStore, repairLmdbStore } from './lmdb.js';
import { checkLmdbFile, DamagedFile } from './lmdb-file.js';
import { type Store, StoreError } from './store.js';

const home = mkdtempSync(join(tmpdir(), 'dehusk-lmdb-'));
after(() => rmSync(home, { recursive: true }));
const whole = join(home, 'whole');
const data = join(whole, 'data.mdb');
const ALL = Number.POSITIVE_INFINITY;
const META_BYTES = 0xa0;

const store = openLmdbStore(whole, true);
for (let commit = 0; commit < 40; commit++) {
  const values = Array.from({ length: 25 }, (_, at): [string, Uint8Array] => [
    `values/${(commit * 7 + at) % 400}`,
    new Uint8Array(at === 3 ? 20_000 : 300).fill(commit),
  ]);
  await store.commit(new Map(values), [{ input: 'pages', at: commit }]);
}
await store.close();
const bytes = readFileSync(data);
const pageBytes = bytes.readUInt32LE(0x30);
const newest = bytes.readBigUInt64LE(0x98) > bytes.readBigUInt64LE(pageBytes + 0x98) ? 0 : pageBytes;

async function contentsOf(folder: string): Promise<unknown> {
  const opened: Store = openLmdbStore(folder, false);
  try {
    const keys = await opened.keys();
    return [await opened.positions(), await Promise.all(keys.map(async (key) => [key, await opened.get(key)]))];
  } finally {
    await opened.close();
  }
}

/** A copy of the store with other bytes as its data. */
function copyWith(name: string, changed: Uint8Array): string {
  const folder = join(home, name);
  rmSync(folder, { recursive: true, force: true });
  cpSync(whole, folder, { recursive: true });
  writeFileSync(join(folder, 'data.mdb'), changed);
  return folder;
}

function flipped(at: number, bit: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] ^= 1 << bit;
  return copy;
}

function isDamaged(file: string): boolean {
  try {
    checkLmdbFile(file, ALL);
    return false;
  } catch (error) {
    assert.ok(error instanceof DamagedFile, String(error));
    return true;
  }
}

test('a store of several levels, long values and free pages is intact', () => {
  assert.ok(bytes.readUInt16LE(newest + 0x66) > 0);
  checkLmdbFile(data, ALL);
});

test('law: a flipped bit in the newer meta page is found, or changes nothing', async () => {
  const expected = await contentsOf(whole);
  let found = 0;
  for (let at = 0; at < META_BYTES; at++)
    for (let bit = 0; bit < 8; bit++) {
      const changed = join(home, 'flipped.mdb');
      writeFileSync(changed, flipped(newest + at, bit));
      if (isDamaged(changed)) found++;
      // LMDB maps as much as the file says; the largest maps cannot be made, which it reports.
      else if (bit === at % 8 && at < 0x2c)
        assert.deepEqual(await contentsOf(copyWith('harmless', flipped(newest + at, bit))), expected, `byte ${at}`);
    }
  assert.ok(found > 700, `${found}`);
});

test('a damaged last commit is refused with advice; repair goes back to the one before', async () => {
  for (const [at, bit] of [
    [0x88, 2],
    [0x58, 5],
    [0x90, 1],
    [0x98, 0],
    [0x18, 7],
  ] as const) {
    const folder = copyWith('repaired', flipped(newest + at, bit));
    assert.throws(
      () => openLmdbStore(folder, false),
      (error) => error instanceof StoreError && /data\.mdb is damaged .*state repair/.test(error.message),
    );
    assert.match((await repairLmdbStore(folder)).join(), /that of the commit before/);
    const again = openLmdbStore(folder, true);
    assert.deepEqual(await again.positions(), [{ input: 'pages', at: 38 }]);
    await again.commit(new Map([['values/new', new Uint8Array(9_000)]]), [{ input: 'pages', at: 50 }]);
    await again.close();
    checkLmdbFile(join(folder, 'data.mdb'), ALL);
    assert.deepEqual(await repairLmdbStore(folder), []);
  }
});

test('a file that is cut, or other bytes, is refused before it is mapped', async () => {
  for (const [what, changed] of [
    ['cut inside the first page', bytes.subarray(0, 100)],
    ['cut after the meta pages', bytes.subarray(0, 2 * pageBytes)],
    ['zeros', Buffer.alloc(bytes.length)],
    ['text', Buffer.alloc(bytes.length, 'dehusk ')],
    ['zeros after the meta pages', Buffer.concat([bytes.subarray(0, 2 * pageBytes), Buffer.alloc(bytes.length)])],
  ] as const) {
    const folder = copyWith('cut', changed);
    assert.throws(() => openLmdbStore(folder, true), StoreError, what);
    await assert.rejects(repairLmdbStore(folder), /cannot be repaired: .* restore a copy/, what);
  }
});

test('a file whose last commit was cut off is refused, and repaired', async () => {
  const folder = copyWith('tail', bytes.subarray(0, bytes.length - pageBytes));
  assert.throws(() => openLmdbStore(folder, true), /data\.mdb is damaged .* its length: got/);
  assert.equal((await repairLmdbStore(folder)).length, 1);
  await openLmdbStore(folder, true).close();
});

test('a damaged lock is refused, and repair makes it again', async () => {
  for (const damage of [
    (file: string) => truncateSync(file, 5_000),
    (file: string) => writeFileSync(file, Buffer.alloc(16_384, 'x')),
    (file: string) =>
      writeFileSync(file, Buffer.concat([readFileSync(file).subarray(0, 8_192), Buffer.alloc(30_000, 7)])),
  ]) {
    const folder = copyWith('lock', bytes);
    damage(join(folder, 'writer', 'data.mdb'));
    assert.throws(() => openLmdbStore(folder, true), /cannot be locked for writing: .*state repair/);
    assert.match((await repairLmdbStore(folder)).join(), /the lock of the writer/);
    await openLmdbStore(folder, true).close();
  }
});

test('a lock that cannot be made is an error of the store', () => {
  const folder = join(home, 'no-lock');
  mkdirSync(folder);
  writeFileSync(join(folder, 'writer'), 'a file');
  assert.throws(
    () => openLmdbStore(folder, true),
    (error) => error instanceof StoreError && /cannot be locked for writing/.test(error.message),
  );
});

test('a position with a flipped bit is an error, not another position', async () => {
  const position = Buffer.from('{"input":"pages","at":39}');
  const changed = Buffer.from(bytes);
  // Older states of the page may be in the file, too.
  for (let at = changed.indexOf(position); at >= 0; at = changed.indexOf(position))
    changed[at + position.length - 2] ^= 1;
  const opened = openLmdbStore(copyWith('position', changed), false);
  try {
    await assert.rejects(() => opened.position('pages'), /the position of the input pages is damaged: .*checksum/);
    await assert.rejects(() => opened.position('other'), StoreError);
  } finally {
    await opened.close();
  }
});
