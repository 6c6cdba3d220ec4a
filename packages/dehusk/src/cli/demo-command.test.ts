import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { ownCommand } from './demo-command.js';
import { startDehusk } from './stream-process.fixture.js';

test('advice names the command that works where the demo runs', () => {
  for (const [script, environment, expected] of [
    ['/usr/local/bin/dehusk', {}, 'dehusk'],
    ['/work/node_modules/.bin/dehusk', {}, 'npx dehusk'],
    ['/work/scripts/start.mjs', { npm_command: 'run-script' }, 'npx dehusk'],
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
