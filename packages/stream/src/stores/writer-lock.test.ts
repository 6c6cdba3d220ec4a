/** One writer a state, told by real processes. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openLmdbStore } from './lmdb.js';

const home = mkdtempSync(join(tmpdir(), 'dehusk-lock-'));
const children: ChildProcess[] = [];
after(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(home, { recursive: true });
});
const HOLD = fileURLToPath(new URL('./hold-state.fixture.js', import.meta.url));

/** A process that opens the state to write; what it said. */
async function holder(folder: string): Promise<{ child: ChildProcess; said: string }> {
  const child = spawn(process.execPath, [HOLD, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  const said = await new Promise<string>((resolve) => child.stdout?.once('data', (text) => resolve(String(text))));
  return { child, said };
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('close', resolve));
  child.kill('SIGKILL');
  await ended;
}

test('a second writer is refused by name of the first, readers are not; after kill -9 the next one writes at once', async () => {
  const folder = join(home, 'killed');
  for (let life = 0; life < 3; life++) {
    const { child, said } = await holder(folder);
    assert.equal(said, 'held\n', `life ${life}`);
    const refused = {
      message: new RegExp(`killed is being written to by process ${child.pid} on .*, since 20.*Z; one at a time may`),
    };
    assert.throws(() => openLmdbStore(folder, true), refused);
    assert.throws(() => openLmdbStore(folder, true), refused, 'being refused leaves the lock where it is');
    const reader = openLmdbStore(folder, false);
    assert.deepEqual(await reader.keys(), []);
    await reader.close();
    assert.match((await holder(folder)).said, new RegExp(`^refused: .*by process ${child.pid} `));
    await kill(child);
  }
});

test('a process is parted from itself; who closes lets the next one in', async () => {
  const folder = join(home, 'own');
  const first = openLmdbStore(folder, true);
  assert.throws(() => openLmdbStore(folder, true), /own is being written to by this process itself/);
  assert.match((await holder(folder)).said, new RegExp(`^refused: .*by process ${process.pid} `));
  await first.close();
  const second = openLmdbStore(folder, true);
  await second.close();
  assert.equal((await holder(folder)).said, 'held\n');
});

test('of several that come at once, one writes', async () => {
  const folder = join(home, 'rush');
  const all = await Promise.all(Array.from({ length: 5 }, () => holder(folder)));
  assert.equal(all.filter(({ said }) => said === 'held\n').length, 1, all.map(({ said }) => said).join(''));
});
