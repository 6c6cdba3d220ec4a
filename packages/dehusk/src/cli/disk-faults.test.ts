/**
 * Disks that fail under real processes: one line that names the file and the cause, exit code 3; the same command without the fault
 * ends with the documents of an undisturbed run.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type Loopback, loopback, sends } from '../fetch/loopback.fixture.js';
import { openLmdbStore } from '../stores/lmdb.js';
import { rowsIn, startDehusk } from './stream-process.fixture.js';

const home = mkdtempSync(join(tmpdir(), 'dehusk-disk-'));
const disk = join(home, 'disk');
mkdirSync(disk);
const PAGES = 30;
const said = (at: number): string =>
  `the ferry number ${at} left the harbour at noon with all the people who had waited there since the morning, and it was as full as it had been on the first day of the year, when nobody had thought that it would be`;
const page = (at: number, links: readonly string[] = []): string => {
  const list = links.map((to) => `<li><a href="${to}">More</a></li>`).join('');
  return `<!doctype html><html lang="en"><title>Ferry ${at}</title><ul>${list}</ul><h1>Ferry ${at}</h1>${`<p>And so ${said(at)}, which it is and was for all of us.</p>`.repeat(20)}</html>`;
};
const linesOf = (rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
const numbers = Array.from({ length: PAGES }, (_, at) => at);
writeFileSync(
  join(home, 'rows.jsonl'),
  linesOf(numbers.map((id) => ({ id, url: `https://site${id % 2}.example/${id}`, html: page(id) }))),
);
writeFileSync(
  join(home, 'texts.jsonl'),
  linesOf(Array.from({ length: 2_000 }, (_, id) => ({ id, text: `${said(id % 700)} ${said(id)}` }))),
);
let server: Loopback;
before(async () => {
  const paths = numbers.slice(1, 8).map((at) => `/${at}.html`);
  server = await loopback({
    '/robots.txt': sends('', { 'content-type': 'text/plain' }),
    '/': sends(page(0, paths)),
    ...Object.fromEntries(paths.map((path, at) => [path, sends(page(at + 1))])),
  });
});
after(async () => {
  await server.close();
  if (CAN_MOUNT === false) spawnSync('umount', [disk]);
  rmSync(home, { recursive: true });
});

interface Job {
  /** The command on a folder, and what differs when it is repeated. */
  args(folder: string): readonly string[];
  readonly again?: readonly string[];
  /** What it made. */
  result(folder: string): unknown;
}

const documentsIn = (folder: string): unknown =>
  rowsIn(join(home, folder, 'out'))
    .map(({ id, revision, text }) => `${id} ${revision} ${text}`)
    .sort();
const text = (folder: string, name: string): string => readFileSync(join(home, folder, name), 'utf8');
const ONE_WORKER = ['--extractor', 'urltree', '--workers', '1'];
const JOBS: Readonly<Record<string, Job>> = {
  watch: {
    args(folder) {
      const file = join(home, 'watch.toml');
      writeFileSync(
        file,
        `[[sources]]\nkind = "jsonl"\npath = "rows.jsonl"\n[[sinks]]\nkind = "jsonl"\nfolder = "${folder}/out"\n[stream]\nextractor = "urltree"\nworkers = 1\ncommitPages = 5\n[state]\nfolder = "${folder}/state"\n`,
      );
      return ['watch', file];
    },
    result: documentsIn,
  },
  crawl: {
    args: (folder) => [
      ...['crawl', server.home, '-o', `${folder}/out`, '--state', `${folder}/state`],
      ...[...ONE_WORKER, '--allow-private', '--delay', '0'],
    ],
    result: documentsIn,
  },
  batch: {
    args: (folder) => ['batch', 'rows.jsonl', '-o', `${folder}/rows.jsonl`, '--threads', '1'],
    again: ['--resume'],
    result: (folder) => text(folder, 'rows.jsonl'),
  },
  dedupe: {
    args: (folder) => [
      ...['dedupe', 'texts.jsonl', '-o', `${folder}/texts.jsonl`, '--state', `${folder}/seen`],
      ...['--checkpoint-seconds', '0', '--no-progress'],
    ],
    result: (folder) => text(folder, 'texts.jsonl'),
  },
  'site learn': {
    args: (folder) => [
      ...['site', 'learn', 'rows.jsonl', '--state', `${folder}/state`],
      ...['--learner', 'urltree', '--commit-pages', '5'],
    ],
    again: ['--resume'],
    async result(folder) {
      const store = openLmdbStore(join(home, folder, 'state'), false);
      const values = await Promise.all((await store.keys()).map(async (key) => [key, await store.get(key)]));
      await store.close();
      return values;
    },
  },
};

const undisturbed = new Map<string, unknown>();
async function whole(name: string): Promise<unknown> {
  const folder = `whole ${name}`;
  if (!undisturbed.has(name)) {
    mkdirSync(join(home, folder));
    const { code, err } = await startDehusk(home, JOBS[name].args(folder)).ended;
    assert.equal(code, 0, err);
    undisturbed.set(name, await JOBS[name].result(folder));
  }
  return undisturbed.get(name);
}

/** Runs a job that a fault stops, then without it. */
async function interrupted(
  name: string,
  folder: string,
  says: RegExp,
  environment: NodeJS.ProcessEnv,
  repair: () => void = () => {},
): Promise<void> {
  const expected = await whole(name);
  const { code, err } = await startDehusk(home, JOBS[name].args(folder), { environment }).ended;
  assert.equal(code, 3, err);
  assert.match(err, says);
  assert.doesNotMatch(err, /internal error/);
  repair();
  const again = await startDehusk(home, [...JOBS[name].args(folder), ...(JOBS[name].again ?? [])]).ended;
  assert.equal(again.code, 0, again.err);
  assert.deepEqual(await JOBS[name].result(folder), expected);
}

const library = join(home, 'failing-disk.so');
const source = fileURLToPath(new URL('../../src/cli/failing-disk.fixture.c', import.meta.url));
const built = process.platform === 'linux' && spawnSync('cc', ['-shared', '-fPIC', '-o', library, source, '-ldl']);
const CANNOT_FAIL = built !== false && built.status === 0 ? false : 'no C compiler (cc) for Linux';

type Call = readonly [call: 'write' | 'sync', file: string, number: number, always?: 'from then on'];
const { EIO, ENOSPC } = constants.errno;
const STATE =
  /^dehusk: .*state cannot be (written|locked for writing): .*(Input\/output error|i\/o error|disk is full|no space)/m;
const OUTPUT =
  /^dehusk: .*(out\/documents|rows|texts|seen).*(disk reports an error|i\/o error|disk is full)|^dehusk: no space left to write .*(rows|texts|seen)/m;
const FAULTS: readonly (readonly [job: string, ...call: Call])[] = [
  // The first write of a new state is where LMDB would end the process.
  ['watch', 'write', '/state/data.mdb', 1, 'from then on'],
  ['watch', 'write', '/state/data.mdb', 3],
  ['watch', 'write', '/state/data.mdb', 12],
  ['watch', 'sync', '/state/data.mdb', 6],
  ['watch', 'write', '/state/writer/', 1, 'from then on'],
  ['watch', 'sync', '/state/writer/', 3],
  ['watch', 'write', '/out/', 1, 'from then on'],
  ['watch', 'sync', '/out/', 2],
  ['crawl', 'sync', '/state/data.mdb', 5],
  ['crawl', 'write', '/out/', 1],
  ['batch', 'write', '/rows.jsonl', 1],
  ['batch', 'write', '/rows.jsonl', 1, 'from then on'],
  ['dedupe', 'write', '/texts.jsonl', 1, 'from then on'],
  ['dedupe', 'sync', '/texts.jsonl', 2],
  ['dedupe', 'write', '/seen', 1],
  ['dedupe', 'sync', '/seen', 2, 'from then on'],
  ['site learn', 'write', '/state/data.mdb', 1],
  ['site learn', 'sync', '/state/data.mdb', 6, 'from then on'],
];
for (const [at, [job, call, file, number, always]] of FAULTS.entries())
  test(`${job}: ${call} ${number} of ${file} fails${always ? ` ${always}` : ''}`, { skip: CANNOT_FAIL }, async () => {
    const folder = `fault ${at}`;
    mkdirSync(join(home, folder));
    await interrupted(job, folder, file.startsWith('/state') ? STATE : OUTPUT, {
      LD_PRELOAD: library,
      FAIL_CALL: call,
      FAIL_PATH: folder + file,
      FAIL_AT: String(number),
      FAIL_ERRNO: String(always ? ENOSPC : EIO),
      FAIL_LOG: join(home, `${folder}.log`),
      ...(always && { FAIL_ALWAYS: '1' }),
    });
    assert.ok(existsSync(join(home, `${folder}.log`)), 'the call was reached');
  });

const mounted = (...options: string[]): boolean =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', options.join(','), 'tmpfs', disk]).status === 0;
const CAN_MOUNT = mounted('size=1m') ? false : 'mounting a disk needs root';

for (const [job, kilobytes] of [
  // No room for the state's files, and room for the first commits only.
  ['watch', 8],
  ['watch', 40],
  ['watch', 120],
  ['crawl', 80],
  ['batch', 16],
  ['site learn', 36],
  ['site learn', 60],
] as const)
  test(`${job} on a full disk of ${kilobytes} kB`, { skip: CAN_MOUNT }, async () => {
    await whole(job);
    const folder = `disk/${job} ${kilobytes}`;
    spawnSync('umount', [disk]);
    assert.ok(mounted(`size=${kilobytes}k`));
    mkdirSync(join(home, folder));
    await interrupted(job, folder, /^dehusk: .*(disk is full|a full disk|no space left|ENOSPC)/m, {}, () =>
      assert.ok(mounted('remount', 'size=64m')),
    );
  });

for (const job of ['watch', 'site learn'])
  test(`${job}: a disk that is read-only when it goes on`, { skip: CAN_MOUNT }, async () => {
    const expected = await whole(job);
    const folder = `disk/${job}`;
    spawnSync('umount', [disk]);
    assert.ok(mounted('size=64m'));
    mkdirSync(join(home, folder));
    const first = await startDehusk(home, JOBS[job].args(folder)).ended;
    assert.equal(first.code, 0, first.err);
    assert.ok(mounted('remount', 'ro'));
    const { code, err } = await startDehusk(home, JOBS[job].args(folder)).ended;
    assert.equal(code, 3, err);
    assert.match(err, /^dehusk: .*(read-only|EROFS)/im);
    assert.ok(mounted('remount', 'rw'));
    const again = await startDehusk(home, JOBS[job].args(folder)).ended;
    assert.equal(again.code, 0, again.err);
    assert.deepEqual(await JOBS[job].result(folder), expected);
  });
