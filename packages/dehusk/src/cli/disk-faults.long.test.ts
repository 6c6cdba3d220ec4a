/**
 * Disks that fail under real processes: one line that names the file and the cause, exit code 3; the same command without the fault
 * ends with the documents of an undisturbed run.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { openDiskJobs, preloaded } from './disk-jobs.fixture.js';
import { runHere, startDehusk } from './stream-process.fixture.js';

const home = mkdtempSync(join(tmpdir(), 'dehusk-disk-'));
const disk = join(home, 'disk');
mkdirSync(disk);
// Runs that nothing disturbs are in this process.
process.chdir(home);
const { jobs, whole, close } = await openDiskJobs(home);
after(async () => {
  await close();
  process.chdir('/');
  if (CAN_MOUNT === false) spawnSync('umount', [disk]);
  rmSync(home, { recursive: true });
});

/** Runs a job that a fault stops, then without it. */
async function interrupted(
  name: string,
  folder: string,
  says: RegExp,
  environment: NodeJS.ProcessEnv,
  repair: () => void = () => {},
): Promise<void> {
  const expected = await whole(name);
  const { code, err } = await startDehusk(home, jobs[name].args(folder), { environment }).ended;
  assert.equal(code, 3, err);
  assert.match(err, says);
  assert.doesNotMatch(err, /internal error/);
  repair();
  const again = await runHere([...jobs[name].args(folder), ...(jobs[name].again ?? [])]);
  assert.equal(again.code, 0, again.err);
  assert.deepEqual(await jobs[name].result(folder), expected);
}

const library = preloaded(home, 'failing-disk');
const CANNOT_FAIL = library === null && 'no C compiler (cc) for Linux';

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
  ['--site', 'write', '/state/data.mdb', 1],
  ['--site', 'sync', '/state/data.mdb', 2, 'from then on'],
];
for (const [at, [job, call, file, number, always]] of FAULTS.entries())
  test(`${job}: ${call} ${number} of ${file} fails${always ? ` ${always}` : ''}`, { skip: CANNOT_FAIL }, async () => {
    const folder = `fault ${at}`;
    mkdirSync(join(home, folder));
    await interrupted(job, folder, file.startsWith('/state') ? STATE : OUTPUT, {
      LD_PRELOAD: library ?? '',
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
  ['--site', 36],
  ['--site', 60],
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

for (const job of ['watch', '--site'])
  test(`${job}: a disk that is read-only when it goes on`, { skip: CAN_MOUNT }, async () => {
    const expected = await whole(job);
    const folder = `disk/${job}`;
    spawnSync('umount', [disk]);
    assert.ok(mounted('size=64m'));
    mkdirSync(join(home, folder));
    const first = await startDehusk(home, jobs[job].args(folder)).ended;
    assert.equal(first.code, 0, first.err);
    assert.ok(mounted('remount', 'ro'));
    const { code, err } = await startDehusk(home, jobs[job].args(folder)).ended;
    assert.equal(code, 3, err);
    assert.match(err, /^dehusk: .*(read-only|EROFS)/im);
    assert.ok(mounted('remount', 'rw'));
    const again = await runHere(jobs[job].args(folder));
    assert.equal(again.code, 0, again.err);
    assert.deepEqual(await jobs[job].result(folder), expected);
  });
