/** Two processes with one output: the second ends at once, whatever it was asked to do, and the file is that of the first. */
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { until } from '../../../node/dist/until.fixture.js';
import { startDehusk } from './stream-process.fixture.js';

const home = mkdtempSync(join(tmpdir(), 'dehusk-lock-'));
after(() => rmSync(home, { recursive: true }));
const HAS_LOCKS = { skip: !['linux', 'win32'].includes(process.platform) && 'skipped: this system has no such locks' };
const words = (id: number): string => Array.from({ length: 60 }, (_, at) => `word${id}-${at}`).join(' ');
const row = (id: number): string => `${JSON.stringify({ id, html: `<p>${words(id)}`, text: words(id) })}\n`;
writeFileSync(join(home, 'rows.jsonl'), [0, 1, 2].map(row).join(''));
symlinkSync('.', join(home, 'same'));

const COMMANDS: Readonly<Record<string, (out: string) => readonly string[]>> = {
  'batch --resume': (out) => ['batch', '-o', out, '--resume', '--fields', 'id'],
  'batch --overwrite': (out) => ['batch', '-o', out, '--overwrite', '--fields', 'id'],
  'dedupe --state': (out) => ['dedupe', '-o', out, '--state', `${out}.state`],
};

for (const [name, command] of Object.entries(COMMANDS))
  test(name, HAS_LOCKS, async () => {
    const file = `${name.replaceAll(' ', '')}.jsonl`;
    const first = startDehusk(home, [...command(file), '-'], { input: true });
    // The first row opens the output.
    first.child.stdin?.write(row(7));
    await Promise.race([until(() => existsSync(join(home, file))), first.ended]);
    const { code, err } = await startDehusk(home, [...command(`same/${file}`), 'rows.jsonl']).ended;
    assert.equal(code, 3, err);
    assert.match(err, /is being written by another process; one at a time may/);
    first.child.stdin?.end();
    const ended = await first.ended;
    assert.equal(name.startsWith('batch') ? [0, 1].includes(ended.code ?? -1) : ended.code === 0, true, ended.err);
    const written = readFileSync(join(home, file), 'utf8').split('\n').filter(Boolean);
    assert.deepEqual(
      written.map((line) => JSON.parse(line).id),
      [7],
    );
  });

test('a lock ends with its process, and devices have none', HAS_LOCKS, async () => {
  const killed = startDehusk(home, ['batch', '-o', 'killed.jsonl', '--resume', '-'], { input: true });
  killed.child.stdin?.write(row(7));
  await Promise.race([until(() => existsSync(join(home, 'killed.jsonl'))), killed.ended]);
  killed.child.kill('SIGKILL');
  await killed.ended;
  for (const output of ['killed.jsonl', '/dev/null']) {
    const two = [0, 1].map(() => startDehusk(home, ['batch', '-o', output, '--resume', 'rows.jsonl']).ended);
    const codes = (await Promise.all(two)).map(({ code, err }) => `${code} ${err}`);
    if (output === '/dev/null')
      assert.deepEqual(
        codes.map((one) => one[0]),
        ['0', '0'],
        codes.join(),
      );
    else
      assert.ok(
        codes.some((one) => !one.includes('another process')),
        codes.join(),
      );
  }
});
