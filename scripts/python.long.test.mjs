// The Python package with the real program.
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { blockOf, replaced } from './readme-programs.fixture.mjs';

const CLI = fileURLToPath(new URL('../packages/dehusk/bin/dehusk.js', import.meta.url));
const PACKAGE = fileURLToPath(new URL('../integrations/python', import.meta.url));
const ENV = { ...process.env, DEHUSK_COMMAND: `${process.execPath} ${CLI}`, PYTHONDONTWRITEBYTECODE: '1' };
const skip = spawnSync('python3', ['--version']).status !== 0 && 'skipped: needs python3';

test('the tests of integrations/python pass', { skip }, async () => {
  const { stderr } = await promisify(execFile)('python3', ['-m', 'unittest', 'discover', '-s', 'tests'], {
    cwd: PACKAGE,
    env: ENV,
  });
  assert.match(stderr, /^Ran \d+ tests/m);
  assert.match(stderr, /^OK$/m);
});

test('the program of its README extracts a page', { skip }, async (t) => {
  const sentence = 'Every year in March the ferrymen count the posts along the shore. ';
  const page = `<title>Posts</title><nav><a href="/">Home</a></nav><article><h1>Posts</h1><p>${sentence.repeat(4)}Café.</p></article>`;
  const server = createServer((_, response) => response.end(Buffer.from(`<meta charset=iso-8859-1>${page}`, 'latin1')));
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const address = `http://127.0.0.1:${server.address().port}/article`;
  const program = replaced(blockOf('python', 'python'), { 'https://example.org/article': address });
  const { stdout } = await promisify(execFile)('python3', ['-c', program], {
    cwd: PACKAGE,
    env: { ...ENV, PYTHONUTF8: '1' },
  });
  assert.match(stdout, /^Posts .*count the posts.*Café\.\n$/s);
});
