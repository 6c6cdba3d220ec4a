// `npm start` says at once what it does, then runs what it was asked for. It runs in a copy of the sources, as a fresh clone has them:
// other tests read what is compiled here.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { linkModules, PACKAGES } from './installed-packages.mjs';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const clone = mkdtempSync(join(tmpdir(), 'dehusk-clone-'));
after(() => rmSync(clone, { recursive: true }));
for (const file of ['package.json', 'tsconfig.base.json', 'scripts/start.mjs'])
  cpSync(join(ROOT, file), join(clone, file), { recursive: true });
mkdirSync(join(clone, 'node_modules/@dehusk'), { recursive: true });
for (const { name, folder } of PACKAGES) {
  for (const part of ['package.json', 'tsconfig.json', 'src', ...(name === 'dehusk' ? ['demo'] : [])])
    cpSync(join(ROOT, folder, part), join(clone, folder, part), { recursive: true });
  symlinkSync(join(clone, folder), join(clone, 'node_modules', name));
  linkModules(join(ROOT, folder, 'node_modules'), join(clone, folder, 'node_modules'));
}
linkModules(join(ROOT, 'node_modules'), join(clone, 'node_modules'));

test('npm start announces the compilation on standard error and passes arguments on', () => {
  const words = [join(clone, 'scripts/start.mjs'), 'demo', '--pages'];
  const { stdout, stderr, status } = spawnSync(process.execPath, words, { encoding: 'utf8', timeout: 300_000 });
  assert.equal(status, 0, stderr);
  assert.match(stderr, /^Compiling Dehusk.* \d+\.\d s\.\n$/);
  assert.match(stdout, /9 demo pages/);
});
