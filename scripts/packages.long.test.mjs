// The packed packages resolve and have types under every module setting.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

test('publint and attw find no fault in the packed packages', () => {
  const script = fileURLToPath(new URL('check-packages.mjs', import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8', timeout: 600_000 });
  assert.equal(status, 0, stdout + stderr);
});
