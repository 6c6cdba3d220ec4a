/** What can go wrong around the pipeline: workers that hang or die, state that is damaged, disks that are full. */
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { until } from '../../../node/dist/until.fixture.js';
import { openLmdbStore } from '../stores/lmdb.js';
import { StoreError } from '../stores/store.js';
import { type MadeUpPage, madeUpPages } from './made-up-pages.fixture.js';
import { openRun, rowsOf, stateOf } from './made-up-run.fixture.js';
import { readSinkCheckpoint, stateKey } from './state-values.js';
import { STREAM_DEFAULTS } from './stream.js';
import { type PageEnd, WorkerSlots } from './worker-slots.js';

const home = mkdtempSync(join(tmpdir(), 'dehusk-failures-'));
after(() => rmSync(home, { recursive: true }));
let folders = 0;
const freshFolder = (): string => join(home, `run-${folders++}`);

const PAGES = madeUpPages(30, 2);

/** A run that nothing happened to. */
const whole = (async () => {
  const folder = freshFolder();
  await (await openRun(folder, PAGES, { workers: 1 })).finish();
  return folder;
})();

test('a worker that hangs, exits or hoards is replaced: its page is rejected, the others give what they would have given', async () => {
  const hostile = ['hang', 'exit', 'hoard'];
  const pages: MadeUpPage[] = PAGES.slice(0, 12);
  const work = async (given: readonly MadeUpPage[], file?: URL): Promise<{ ends: PageEnd[]; warnings: string[] }> => {
    const warnings: string[] = [];
    const failures: Error[] = [];
    let left = given.length;
    let finished: () => void = () => {};
    const all = new Promise<void>((go) => {
      finished = go;
    });
    const workers = new WorkerSlots({
      threads: 1,
      maxMilliseconds: 3_000,
      maxMegabytes: 256,
      settings: { options: { ...STREAM_DEFAULTS, extractor: 'urltree' }, wantsMarkdown: false },
      ...(file && { file }),
      read: () => Promise.resolve(undefined),
      onEnd: () => {
        left = given.length - workers.finished();
        if (left === 0) finished();
      },
      warn: (message) => warnings.push(message),
      fail: (error) => {
        failures.push(error);
        finished();
      },
    });
    given.forEach(({ url, html, at }, task) => {
      workers.submit({
        task,
        site: 'e',
        input: 'i',
        url,
        title: null,
        at,
        page: html,
        charset: null,
        mediaType: null,
        wantsLinks: false,
      });
    });
    await all;
    assert.deepEqual(failures, []);
    const { ends } = await workers.checkpoint(true);
    await workers.close();
    return { ends: [...ends], warnings };
  };
  const mixed = pages.flatMap((page, at) => {
    const does = at % 4 === 3 ? hostile[(at - 3) / 4] : undefined;
    return does === undefined ? [page] : [page, { ...page, html: `DOES-${does}` }];
  });
  const plain = await work(pages);
  const { ends, warnings } = await work(mixed, new URL('./hostile-extraction.fixture.js', import.meta.url));
  const failed = ends.flatMap((end) => (end.ok ? [] : [`${mixed[end.task].html} ${end.reason}`]));
  assert.deepEqual(failed.sort(), ['DOES-exit crashed', 'DOES-hang timeout', 'DOES-hoard crashed']);
  assert.equal(warnings.length, 3);
  const textsOf = (all: readonly PageEnd[]): unknown[] =>
    all.flatMap((end) => (end.ok ? [[end.page.document?.row, end.page.reject]] : [])).map((one) => JSON.stringify(one));
  assert.deepEqual(textsOf(ends).sort(), textsOf(plain.ends).sort());
});

test('a page that hangs holds up nobody: what others finished is committed without its worker', async () => {
  const failures: Error[] = [];
  let finished: () => void = () => {};
  const workers = new WorkerSlots({
    threads: 2,
    maxMilliseconds: 3_600_000,
    maxMegabytes: 256,
    settings: { options: { ...STREAM_DEFAULTS, extractor: 'justext' }, wantsMarkdown: false },
    file: new URL('./hostile-extraction.fixture.js', import.meta.url),
    read: () => Promise.resolve(undefined),
    onEnd: () => {
      if (workers.finished() === 6) finished();
    },
    warn: () => {},
    fail: (error) => failures.push(error),
  });
  const submit = (task: number, site: string, html: string): void =>
    workers.submit({
      task,
      site,
      input: 'i',
      ...PAGES[task],
      page: html,
      title: null,
      charset: null,
      mediaType: null,
      wantsLinks: false,
    });
  // FNV-1a parts these two: one worker each.
  submit(0, 'a', 'DOES-hang');
  const six = new Promise<void>((go) => {
    finished = go;
  });
  for (let task = 1; task <= 6; task++) submit(task, 'b', PAGES[task].html);
  await six;
  const { ends, changes } = await workers.checkpoint(false);
  workers.committed();
  assert.deepEqual(ends.map((end) => end.ok && end.page.task).sort(), [1, 2, 3, 4, 5, 6]);
  assert.ok(changes.has(stateKey.duplicates('b')));
  assert.equal(workers.finished(), 0);
  // Once more: a worker that was late is not waited for again.
  submit(7, 'b', PAGES[7].html);
  await until(() => workers.finished() > 0, 5);
  assert.equal((await workers.checkpoint(false)).ends.length, 1);
  workers.end();
  await workers.close();
  assert.deepEqual(failures, []);
});

test('state that cannot be read: the site starts over with a warning, or the stream stops and says which it is', async () => {
  const folder = freshFolder();
  cpSync(await whole, folder, { recursive: true });
  const keys = Object.keys(await stateOf(folder));
  const model = keys.find((key) => key.startsWith('containers/')) as string;
  const filter = stateKey.duplicates('site0.example');
  assert.ok(keys.includes(filter));
  const store = openLmdbStore(join(folder, 'state'), false);
  for (const key of [model, filter]) {
    const bytes = (await store.get(key)) as Uint8Array;
    bytes[bytes.length >> 1] ^= 1;
    await store.commit(new Map([[key, bytes]]));
  }
  const checkpoints = await Promise.all(['documents', 'rejects'].map((name) => store.get(stateKey.sink(name))));
  await store.close();

  const more = madeUpPages(44, 2);
  const stopped = await openRun(folder, more, { workers: 1, damagedState: 'stop' });
  await assert.rejects(stopped.finish(), (error) => {
    // Not taken for a defect of ours.
    assert.ok(error instanceof StoreError);
    assert.match(error.message, /the state "(duplicates|containers)\/.*" cannot be read: .*checksum got/);
    return true;
  });
  const untouched = openLmdbStore(join(folder, 'state'), false);
  assert.deepEqual(
    await Promise.all(['documents', 'rejects'].map((name) => untouched.get(stateKey.sink(name)))),
    checkpoints,
    'nothing was committed',
  );
  await untouched.close();

  const restarted = await openRun(folder, more, { workers: 1, damagedState: 'restart' });
  await restarted.finish();
  assert.deepEqual(
    restarted.warnings.map((one) => /the state "(.*?)" cannot be read and starts empty/.exec(one)?.[1]).sort(),
    [filter, model].sort(),
  );
  // Without its filter a site's duplicate may come as a revision of its document, instead of a reject.
  const given = new Set([...rowsOf(folder, 'documents'), ...rowsOf(folder, 'rejects')].map(({ url }) => url));
  assert.deepEqual(
    more.map(({ url }) => url).filter((url) => !given.has(url)),
    [],
    'each page comes to an end',
  );
});

test('a store or sink that can write no more ends the stream with its reason; what was committed stands', async () => {
  for (const broken of ['store', 'sink'] as const) {
    const folder = freshFolder();
    const store = openLmdbStore(join(folder, 'state'), true);
    let commits = 0;
    const full = (): never => {
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    };
    const run = await openRun(
      folder,
      PAGES,
      { workers: 1, commitPages: 6, maxInFlight: 12 },
      {
        store: {
          ...store,
          commit: async (changes, positions) =>
            ++commits > 3 && broken === 'store' ? full() : store.commit(changes, positions),
        },
        ...(broken === 'sink' && {
          sinks: [
            {
              name: 'full',
              kind: { wantsMarkdown: false, wantsRaw: false },
              sink: {
                write: () => Promise.resolve(),
                flush: () => Promise.resolve().then(() => (commits > 2 ? full() : new Uint8Array())),
                committed: () => Promise.resolve(),
                close: () => Promise.resolve(),
              },
            },
          ],
        }),
      },
    );
    await assert.rejects(run.finish(), /ENOSPC/, broken);
    assert.equal(run.stream.snapshot().phase, 'stopped');
    if (broken === 'sink') continue;
    // Room again: the run goes on where it was and ends like one that was never broken.
    await (await openRun(folder, PAGES, { workers: 1 })).finish();
    assert.deepEqual(await stateOf(folder), await stateOf(await whole));
    assert.equal(rowsOf(folder, 'documents').length, rowsOf(await whole, 'documents').length);
  }
});

test('a flipped bit in the checkpoint of an output stops the run before anything is cut', async () => {
  const folder = freshFolder();
  cpSync(await whole, folder, { recursive: true });
  const rows = rowsOf(folder, 'documents').length;
  const store = openLmdbStore(join(folder, 'state'), false);
  const key = stateKey.sink('documents');
  const checkpoint = (await store.get(key)) as Uint8Array;
  for (let at = 0; at < checkpoint.length; at++) {
    const damaged = Uint8Array.from(checkpoint);
    damaged[at] ^= 1 << (at % 8);
    await assert.rejects(
      readSinkCheckpoint({ get: async () => damaged }, 'documents'),
      /the state "sink\/documents" is damaged: .* got .* expected/,
      `byte ${at}`,
    );
  }
  checkpoint[checkpoint.length >> 1] ^= 2;
  await store.commit(new Map([[key, checkpoint]]));
  await store.close();
  await assert.rejects(openRun(folder, PAGES, { workers: 1 }), StoreError);
  assert.equal(rowsOf(folder, 'documents').length, rows);
});
