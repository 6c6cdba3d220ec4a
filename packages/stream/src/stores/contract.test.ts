import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openLmdbStore } from './lmdb.js';
import { openMemoryStore } from './memory.js';
import { readStateFile, writeStateFile } from './state-file.js';
import { DamagedValue, MAX_KEY_BYTES, type Store, StoreError, uncheckedValue } from './store.js';

const home = mkdtempSync(join(tmpdir(), 'dehusk-stores-'));
after(() => rmSync(home, { recursive: true }));
let folders = 0;
const freshFolder = (): string => join(home, `store-${folders++}`);

const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);
const changes = (...entries: (readonly [string, Uint8Array | null])[]): Map<string, Uint8Array | null> =>
  new Map(entries);

const STORES: readonly (readonly [name: string, open: (folder: string) => Store])[] = [
  ['lmdb', (folder) => openLmdbStore(folder, true)],
  ['memory', openMemoryStore],
];

for (const [name, open] of STORES)
  describe(`store ${name}`, () => {
    const within = async (run: (store: Store, folder: string) => Promise<void>): Promise<void> => {
      const folder = freshFolder();
      const store = open(folder);
      try {
        await run(store, folder);
      } finally {
        await store.close();
      }
    };

    test('gives back what was committed, the last value of a key, and undefined for what is not there', () =>
      within(async (store) => {
        assert.equal(await store.get('a'), undefined);
        await store.commit(changes(['a', bytes(1, 0, 255)], ['b', bytes()]));
        await store.commit(changes(['a', bytes(2)]));
        assert.deepEqual(await store.get('a'), bytes(2));
        assert.deepEqual(await store.get('b'), bytes());
        await store.commit(changes(['a', null], ['never', null]));
        assert.equal(await store.get('a'), undefined);
        assert.deepEqual(await store.keys(), ['b']);
      }));

    test('values and positions come together; a commit without any leaves positions alone', () =>
      within(async (store) => {
        assert.equal(await store.position('pages'), undefined);
        await store.commit(changes(['a', bytes(1)]), [{ input: 'pages', at: 7 }]);
        await store.commit(changes(['a', bytes(2)]));
        await store.commit(changes(), [{ input: 'other', at: 2 ** 40 }]);
        assert.equal(await store.position('pages'), 7);
        assert.equal(await store.position('other'), 2 ** 40);
        await store.commit(changes(['a', null]), [
          { input: 'pages', at: 8 },
          { input: 'third', at: 0 },
        ]);
        assert.deepEqual(await store.positions(), [
          { input: 'other', at: 2 ** 40 },
          { input: 'pages', at: 8 },
          { input: 'third', at: 0 },
        ]);
        await store.commit(changes(['a', null]), [
          { input: 'pages', at: 8 },
          { input: 'third', at: 0 },
        ]);
        assert.deepEqual(await Promise.all(['pages', 'other', 'third'].map((input) => store.position(input))), [
          8,
          2 ** 40,
          0,
        ]);
      }));

    test('a wrong key is refused and nothing of its commit is written', () =>
      within(async (store) => {
        await store.commit(changes(['a', bytes(1)]));
        for (const key of ['', 'x'.repeat(MAX_KEY_BYTES + 1), 'é'.repeat(MAX_KEY_BYTES / 2 + 1), 'a\0b'])
          await assert.rejects(
            store.commit(changes(['a', bytes(2)], [key, bytes(3)]), [{ input: 'pages', at: 1 }]),
            /^RangeError: a key got/,
          );
        assert.deepEqual(await store.get('a'), bytes(1));
        assert.equal(await store.position('pages'), undefined);
        await store.commit(changes(['x'.repeat(MAX_KEY_BYTES), bytes(4)]));
        assert.deepEqual(await store.get('x'.repeat(MAX_KEY_BYTES)), bytes(4));
      }));

    test('keys come in the order of their bytes, by prefix', () =>
      within(async (store) => {
        const names = ['b/2', 'b/10', 'a', 'b', 'c', 'b/é', 'b/\u{1f600}', 'b/\uff5e', 'B'];
        await store.commit(new Map(names.map((name) => [name, bytes(1)])));
        assert.deepEqual(await store.keys(), ['B', 'a', 'b', 'b/10', 'b/2', 'b/é', 'b/\uff5e', 'b/\u{1f600}', 'c']);
        assert.deepEqual(await store.keys('b/'), ['b/10', 'b/2', 'b/é', 'b/\uff5e', 'b/\u{1f600}']);
        assert.deepEqual(await store.keys('x'), []);
      }));

    test('what goes in and comes out is a copy', () =>
      within(async (store) => {
        const given = bytes(1, 2);
        await store.commit(changes(['a', given]));
        given[0] = 9;
        const got = (await store.get('a')) as Uint8Array;
        got[1] = 9;
        assert.deepEqual(await store.get('a'), bytes(1, 2));
      }));

    test('a large value, and commits asked for at once', () =>
      within(async (store) => {
        const large = new Uint8Array(5_000_000).fill(7);
        await Promise.all([
          store.commit(changes(['large', large])),
          ...Array.from({ length: 20 }, (_, at) => store.commit(changes([`k${at}`, bytes(at)]))),
        ]);
        assert.deepEqual(await store.get('large'), large);
        assert.equal((await store.keys('k')).length, 20);
      }));

    test('after close every call is refused with a reason, and closing again is allowed', async () => {
      const store = open(freshFolder());
      await store.close();
      await store.close();
      for (const call of [
        store.get('a'),
        store.commit(changes()),
        store.keys(),
        store.position('x'),
        store.positions(),
      ])
        await assert.rejects(call, (error) => error instanceof StoreError && /was closed/.test(error.message));
    });

    test('what was committed is there when the store is opened again', { skip: name === 'memory' }, async () => {
      const folder = freshFolder();
      const first = open(folder);
      await first.commit(changes(['a', bytes(1)]), [{ input: 'pages', at: 3 }]);
      await first.close();
      const second = openLmdbStore(folder, false);
      assert.deepEqual(await second.get('a'), bytes(1));
      assert.equal(await second.position('pages'), 3);
      await second.close();
    });
  });

test('lmdb: absent, foreign and damaged folders are errors in words', async () => {
  const absent = freshFolder();
  assert.throws(() => openLmdbStore(absent, false), {
    constructor: StoreError,
    message: `there is no folder ${absent}`,
  });
  const empty = freshFolder();
  mkdirSync(empty);
  assert.throws(() => openLmdbStore(empty, false), /holds no state/);
  const file = freshFolder();
  writeFileSync(file, 'a file');
  for (const create of [false, true]) assert.throws(() => openLmdbStore(file, create), /is a file, expected a folder/);
  assert.throws(() => openLmdbStore(join(file, 'below'), true), StoreError);

  const garbage = freshFolder();
  mkdirSync(garbage);
  writeFileSync(join(garbage, 'data.mdb'), 'no database at all, only words, '.repeat(1000));
  for (const create of [false, true]) assert.throws(() => openLmdbStore(garbage, create), StoreError);

  // Cut anywhere: LMDB alone would take the process down.
  for (const length of [1, 100, 5_000, 9_000, 40_000]) {
    const cut = freshFolder();
    const store = openLmdbStore(cut, true);
    await store.commit(changes(['a', new Uint8Array(100_000)]));
    await store.close();
    truncateSync(join(cut, 'data.mdb'), length);
    assert.throws(() => openLmdbStore(cut, false), /is damaged or something else: .*got \d+ bytes, expected at least/);
  }
});

test('lmdb: killed with SIGKILL at any moment, every acknowledged commit is there, and whole', async () => {
  const folder = freshFolder();
  const program = fileURLToPath(new URL('./kill-writer.fixture.js', import.meta.url));
  let acknowledged = 0;
  for (let round = 0; round < 4; round++) {
    const child = spawn(process.execPath, [program, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
    const goal = acknowledged + 5 + 3 * round;
    child.stdout.setEncoding('utf8');
    let said = '';
    await new Promise<void>((resolve) => {
      child.stdout.on('data', (text: string) => {
        said += text;
        const last = Number(said.slice(0, said.lastIndexOf('\n')).split('\n').at(-1));
        if (last > 0) acknowledged = last;
        if (acknowledged >= goal) child.kill('SIGKILL');
      });
      child.on('close', () => resolve());
    });
    assert.ok(acknowledged >= goal, `round ${round} ended at ${acknowledged}`);
    const store = openLmdbStore(folder, false);
    const at = (await store.position('input')) ?? 0;
    assert.ok(at >= acknowledged, `${acknowledged} was acknowledged, ${at} is there`);
    const left = Buffer.from((await store.get('left')) ?? []).toString();
    assert.equal(left, Buffer.from((await store.get('right')) ?? []).toString());
    assert.equal(Number(left.split(':')[0]), at);
    assert.equal((await store.keys('number/')).length, at);
    await store.close();
  }
});

test('lmdb: a full disk is told in words, the process goes on, and every acknowledged commit is there', async () => {
  const folder = freshFolder();
  const program = fileURLToPath(new URL('./kill-writer.fixture.js', import.meta.url));
  // A limit on the length of files (in blocks of 512 bytes) is the disk that anyone can fill.
  const limited = ['-c', 'ulimit -f 2000; exec "$0" "$@"', process.execPath, program, folder];
  const child = spawn('sh', limited, { stdio: ['ignore', 'pipe', 'pipe'] });
  const texts = { said: '', err: '' };
  child.stdout.on('data', (text) => (texts.said += text));
  child.stderr.on('data', (text) => (texts.err += text));
  const code = await new Promise((resolve) => child.on('close', resolve));
  assert.equal(code, 3, texts.err);
  assert.match(texts.err, /^StoreError: .* cannot be written: .*everything committed is safe: make room/m);
  const acknowledged = Number(texts.said.trimEnd().split('\n').at(-1));
  const store = openLmdbStore(folder, true);
  assert.equal(await store.position('input'), acknowledged);
  assert.equal((await store.keys('number/')).length, acknowledged);
  await store.commit(changes(['more', new Uint8Array(5_000_000)]));
  await store.close();
});

test('a flipped bit in a value or its key is reported by the key, whatever the value holds', async () => {
  const value = Buffer.from('{"version":1,"value":[["a.example",[3,7]]]}');
  for (const part of ['source/hour/2026', '[3,7]']) {
    const folder = freshFolder();
    const store = openLmdbStore(folder, true);
    await store.commit(changes(['source/hour/2026', value], ['other', value.subarray(0, 5)]));
    await store.close();
    const path = join(folder, 'data.mdb');
    const file = readFileSync(path);
    const places: number[] = [];
    for (let at = file.indexOf(part); at !== -1; at = file.indexOf(part, at + 1)) places.push(at + part.length - 2);
    assert.notEqual(places.length, 0);
    for (const at of places) file[at] ^= 1;
    writeFileSync(path, file);
    const damaged = openLmdbStore(folder, false);
    const [key] = await damaged.keys('source/');
    await assert.rejects(damaged.get(key), (error) => {
      assert.ok(error instanceof DamagedValue);
      assert.ok(error.message.includes(`"${key}"`) && error.message.includes(folder), error.message);
      return true;
    });
    assert.equal((await uncheckedValue(damaged, key))?.length, value.length);
    assert.deepEqual(await damaged.get('other'), new Uint8Array(value.subarray(0, 5)));
    await damaged.close();
  }
});

test('of an exported file that is damaged at its end, nothing remains imported', async () => {
  const [store, target] = [openMemoryStore(), openMemoryStore()];
  // More than one transaction of an import. Random bytes: gzip would make them one block.
  for (const key of ['a', 'b', 'c']) await store.commit(changes([key, randomBytes(17_000_000)]));
  const path = join(home, 'state.gz');
  await writeStateFile(store, path, () => true, true);
  truncateSync(path, statSync(path).size - 1_000_000);
  await assert.rejects(readStateFile(path, target), StoreError);
  assert.deepEqual(await target.keys(), []);
});
