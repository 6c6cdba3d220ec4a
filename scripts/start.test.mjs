// `npm start` says at once what it does, then runs what it was asked for.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

// Compiling without source maps would replace the files whose coverage is measured.
const skip = process.env.NODE_V8_COVERAGE !== undefined;

test('npm start announces the compilation on standard error and passes arguments on', { skip }, () => {
  const script = fileURLToPath(new URL('start.mjs', import.meta.url));
  const { stdout, stderr, status } = spawnSync(process.execPath, [script, 'demo', '--pages'], { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  assert.match(stderr, /^Compiling Dehusk.* \d+\.\d s\.\n$/);
  assert.match(stdout, /9 demo pages/);
});
