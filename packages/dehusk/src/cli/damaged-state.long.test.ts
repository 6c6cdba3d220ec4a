/**
 * A flipped bit or a lost end at seeded random places in the files of a state: harmless, or named with exit code 3. What goes on, at
 * once or after `dehusk state repair`, ends with the documents of an undisturbed run; nothing ends with a signal or an internal error.
 */
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { seededRandom } from '@dehusk/node';
import { madeUpPages } from '../../../stream/dist/stream/made-up-pages.fixture.js';
import { type Ended, rowsIn, startDehusk } from './stream-process.fixture.js';

const home = mkdtempSync(join(tmpdir(), 'dehusk-damaged-'));
after(() => rmSync(home, { recursive: true }));
const TRIALS = process.env.NIGHTLY_TESTS === '1' ? 12 : 6;
const half = join(home, 'half');
mkdirSync(half);
const rows = madeUpPages(40, 2).map((page) => `${JSON.stringify({ ...page, timestamp: page.at })}\n`);
writeFileSync(
  join(half, 'watch.toml'),
  `[[sources]]\nkind = "jsonl"\npath = "rows.jsonl"\n[[sinks]]\nkind = "jsonl"\nfolder = "out"\n[stream]\nextractor = "urltree"\nworkers = 1\ncommitPages = 5\ndamagedState = "stop"\n[state]\nfolder = "state"\n`,
);
const watch = (folder: string): Promise<Ended> => startDehusk(folder, ['watch', 'watch.toml']).ended;
const documentsIn = (folder: string): string[] =>
  rowsIn(join(folder, 'out'))
    .map(({ id, revision, text }) => `${id} ${revision} ${text}`)
    .sort();

/** A folder whose input has grown since its state was written. */
function grown(name: string): string {
  const folder = join(home, name);
  cpSync(half, folder, { recursive: true });
  writeFileSync(join(folder, 'rows.jsonl'), rows.join(''));
  return folder;
}

/** Damages a file; returns how, in words. */
function damage(path: string, random: ReturnType<typeof seededRandom>): string {
  const bytes = readFileSync(path);
  const at = random.between(0, bytes.length - 1);
  if (random.next() < 0.2) {
    truncateSync(path, at);
    return `${path} cut after ${at} of ${bytes.length} bytes`;
  }
  const bit = random.between(0, 7);
  bytes[at] ^= 1 << bit;
  writeFileSync(path, bytes);
  return `${path} with bit ${bit} of byte ${at} flipped`;
}

function assertNamed({ code, err }: Ended, how: string): void {
  assert.equal(code, 3, `${how}: ${code} ${err}`);
  assert.match(err, /^dehusk: .*(state|out)/m, how);
}

test('a damaged state', async () => {
  writeFileSync(join(half, 'rows.jsonl'), rows.slice(0, 25).join(''));
  const first = await watch(half);
  assert.equal(first.code, 0, first.err);
  const whole = grown('whole');
  assert.equal((await watch(whole)).code, 0);
  const expected = documentsIn(whole);
  const random = seededRandom('damage');
  for (let trial = 0; trial < TRIALS; trial++) {
    const folder = grown(`trial ${trial}`);
    const files = ['state/data.mdb', 'state/data.mdb', 'state/data.mdb', 'state/lock.mdb', 'state/writer/data.mdb'];
    const how = damage(join(folder, random.pick(files)), random);
    const ended = await watch(folder);
    if (ended.code !== 0) {
      assertNamed(ended, how);
      const repaired = await startDehusk(folder, ['state', 'repair', 'state']).ended;
      if (repaired.code !== 0) assertNamed(repaired, `repair of ${how}`);
      const again = await watch(folder);
      if (again.code !== 0) {
        assertNamed(again, `after repair of ${how}`);
        continue;
      }
    }
    assert.deepEqual(documentsIn(folder), expected, how);
  }
});
