// The Python package with the real program.
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const CLI = fileURLToPath(new URL('../packages/dehusk/bin/dehusk.js', import.meta.url));
const skip = spawnSync('python3', ['--version']).status !== 0 && 'skipped: needs python3';

test('the tests of integrations/python pass', { skip }, async () => {
  const { stderr } = await promisify(execFile)('python3', ['-m', 'unittest', 'discover', '-s', 'tests'], {
    cwd: fileURLToPath(new URL('../integrations/python', import.meta.url)),
    env: { ...process.env, DEHUSK_COMMAND: `${process.execPath} ${CLI}`, PYTHONDONTWRITEBYTECODE: '1' },
  });
  assert.match(stderr, /^Ran \d+ tests/m);
  assert.match(stderr, /^OK$/m);
});
