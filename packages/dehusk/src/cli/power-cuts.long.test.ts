/**
 * The power fails: of a run, a disk has what was synced and a random part of what was not. The same command then ends with the
 * documents of an undisturbed run.
 *
 * All changes of files are recorded with their syncs. A cut after any of them leaves, as a journaling file system does: every change of
 * names up to the last sync of any file, and some of the later ones, in order; of each file, what it held at its own last sync, and
 * of later writes any sectors of 512 bytes. `POWER_CUTS=1000` makes that many cuts of every command.
 */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { type SeededRandom, seededRandom } from '@dehusk/node';
import { openDiskJobs, preloaded } from './disk-jobs.fixture.js';
import { type Ended, runHere, startDehusk } from './stream-process.fixture.js';

const CUTS = Number(process.env.POWER_CUTS ?? (process.env.NIGHTLY_TESTS === '1' ? 3 : 2));
const SECTOR = 512;
const home = mkdtempSync(join(tmpdir(), 'dehusk-power-'));
const { jobs, whole, close } = await openDiskJobs(home);
// Runs after a cut are in this process.
process.chdir(home);
after(async () => {
  process.chdir('/');
  await close();
  rmSync(home, { recursive: true });
});
const library = preloaded(home, 'recording-disk');

/** A change of a file, as recording-disk.fixture.c writes it. */
interface Change {
  readonly kind: string;
  readonly at: number;
  readonly path: string;
  readonly data: Buffer;
}

function changesIn(log: Buffer): Change[] {
  const changes: Change[] = [];
  for (let from = 0; from < log.length; ) {
    const lineEnd = log.indexOf('\n', from);
    const [kind, at, pathLength, size] = log.toString('latin1', from, lineEnd).split(' ');
    const pathEnd = lineEnd + 1 + Number(pathLength);
    from = pathEnd + Number(size);
    changes.push({
      kind,
      at: Number(at),
      path: log.toString('utf8', lineEnd + 1, pathEnd),
      data: log.subarray(pathEnd, from),
    });
  }
  return changes;
}

class RecordedFile {
  /** What the process sees. */
  now = Buffer.alloc(0);
  synced = Buffer.alloc(0);

  write(at: number, data: Buffer): void {
    this.resize(Math.max(this.now.length, at + data.length));
    data.copy(this.now, at);
  }

  resize(length: number): void {
    const before = this.now;
    this.now = Buffer.alloc(length);
    before.copy(this.now);
  }

  sync(): void {
    this.synced = Buffer.from(this.now);
  }

  /** What a disk may have of it. */
  afterCut(random: SeededRandom): Buffer {
    const [lost, kept] = [random.next() < 0.3, random.next() < 0.3];
    const sized = random.pick([this.now, this.synced]);
    const left = Buffer.alloc((lost ? this.synced : kept ? this.now : sized).length);
    for (let from = 0; from < left.length; from += SECTOR) {
      const source = !lost && (kept || random.next() < 0.5) ? this.now : this.synced;
      left.set(source.subarray(from, Math.min(from + SECTOR, left.length)), from);
    }
    return left;
  }
}

/** The files of a disk after some changes and a cut. */
function filesAfter(changes: readonly Change[], random: SeededRandom): Map<string, Buffer> {
  const names = new Map<string, RecordedFile>();
  const onDisk = new Map<string, RecordedFile>();
  let unsynced: ((names: Map<string, RecordedFile>) => void)[] = [];
  const rename = (change: (names: Map<string, RecordedFile>) => void): void => {
    change(names);
    unsynced.push(change);
  };
  for (const { kind, at, path, data } of changes) {
    const file = names.get(path);
    if (kind === 'C') {
      const created = new RecordedFile();
      rename((table) => table.set(path, created));
    } else if (kind === 'U') rename((table) => table.delete(path));
    else if (file === undefined) continue;
    else if (kind === 'K') rename((table) => table.set(data.toString(), file));
    else if (kind === 'R')
      rename((table) => {
        table.delete(path);
        table.set(data.toString(), file);
      });
    else if (kind === 'L') file.resize(at);
    else if (kind === 'S') {
      file.sync();
      for (const change of unsynced) change(onDisk);
      unsynced = [];
    } else {
      file.write(at, data);
      if (kind === 'D') {
        const { now } = file;
        file.now = Buffer.from(file.synced);
        file.write(at, data);
        file.sync();
        file.now = now;
      }
    }
  }
  for (const change of unsynced.slice(0, random.between(0, unsynced.length))) change(onDisk);
  return new Map([...onDisk].map(([path, file]) => [path, file.afterCut(random)]));
}

for (const [name, job] of Object.entries(jobs))
  test(`${name}: the power fails`, { skip: library === null && 'no C compiler (cc) for Linux' }, async () => {
    const expected = await whole(name);
    const folder = `cut ${name}`;
    const log = join(home, `${name}.log`);
    mkdirSync(join(home, folder));
    const environment = { LD_PRELOAD: library ?? '', RECORD_PATH: `${join(home, folder)}/`, RECORD_LOG: log };
    const first = await startDehusk(home, job.args(folder), { environment }).ended;
    assert.equal(first.code, 0, first.err);
    const changes = changesIn(readFileSync(log));
    const random = seededRandom(`power ${name}`);
    for (let cut = 0; cut < CUTS; cut++) {
      const count = random.between(0, changes.length);
      rmSync(join(home, folder), { recursive: true });
      mkdirSync(join(home, folder));
      for (const [path, bytes] of filesAfter(changes.slice(0, count), random)) {
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, bytes);
      }
      const where = `cut ${cut}, after ${count} of ${changes.length} changes`;
      const run = (): Promise<Ended> => runHere([...job.args(folder), ...(job.again ?? [])]);
      let again = await run();
      if (again.code !== 0 && job.refuses?.test(again.err)) {
        rmSync(join(home, folder), { recursive: true });
        mkdirSync(join(home, folder));
        again = await run();
      }
      assert.equal(again.code, 0, `${where}: ${again.err}`);
      assert.deepEqual(await job.result(folder), expected, where);
    }
  });
