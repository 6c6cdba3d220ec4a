import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { ownCommand } from './demo-command.js';
import { startDehusk } from './stream-process.fixture.js';

test('advice names the command that works where the demo runs', () => {
  for (const [script, environment, expected] of [
    ['/usr/local/bin/dehusk', {}, 'dehusk'],
    ['/home/ann/news/node_modules/.bin/dehusk', {}, 'npx dehusk'],
    ['/home/ann/dehusk/scripts/start.mjs', { npm_command: 'run-script' }, 'npx dehusk'],
    [join(process.cwd(), 'packages/dehusk/bin/dehusk.js'), {}, 'node packages/dehusk/bin/dehusk.js'],
  ] as const)
    assert.equal(ownCommand(script, environment), expected);
});

test('dehusk demo --pages, outside the repository, names files that are there and no npm script', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dehusk-demo-'));
  try {
    const { out, code } = await startDehusk(folder, ['demo', '--pages']).ended;
    assert.equal(code, 0);
    assert.match(out, /9 demo pages/);
    assert.doesNotMatch(out, /npm start|[^/\w]packages\//);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('the demo reads the same pages and finds the same documents, also when two run at once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dehusk-demo-'));
  /** The table's counts of pages, documents, duplicates and discarded pages, and the addresses of all sites. */
  const countsOf = async (output: string): Promise<string[]> => {
    const { out, code, err } = await startDehusk(folder, ['demo', '-o', output]).ended;
    assert.equal(code, 0, err);
    assert.doesNotMatch(out, /site explain (?!\S+\.example)/);
    const table = readFileSync(join(folder, output, 'report.txt'), 'utf8')
      .trimEnd()
      .split('\n')
      .slice(2);
    return [
      ...table.map((line) => line.split(/ +/).slice(0, 5).join(' ')),
      /\d+ addresses, \d+ documents/.exec(out)?.[0] ?? out,
    ];
  };
  try {
    const [one, other] = await Promise.all(['one', 'other'].map(countsOf));
    assert.deepEqual(one, other);
    assert.match(one.at(-1) ?? '', /^325 addresses/);
    assert.equal(one.length, 7);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
