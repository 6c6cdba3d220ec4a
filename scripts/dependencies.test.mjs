// The lock file and the list of dependencies.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { dependenciesPage } from './dependencies.mjs';

const read = (path) => readFileSync(fileURLToPath(new URL(`../${path}`, import.meta.url)), 'utf8');

test('docs/dependencies.md is what the lock file says, and every dependency has a reason', () => {
  assert.equal(read('docs/dependencies.md'), dependenciesPage(), 'node scripts/dependencies.mjs writes it again');
});

test('every package of the lock file has a checksum; bundled ones are covered by that of their package', () => {
  const { packages } = JSON.parse(read('package-lock.json'));
  const without = Object.entries(packages).filter(
    ([place, { integrity, link, inBundle }]) =>
      place.includes('node_modules/') && !link && !/^sha512-/.test(integrity ?? '') && !inBundle,
  );
  assert.deepEqual(without, []);
  for (const [place, { inBundle }] of Object.entries(packages))
    if (inBundle)
      assert.match(packages[place.slice(0, place.lastIndexOf('/node_modules/'))].integrity, /^sha512-/, place);
});

test('CI tests an installation without install scripts', () =>
  assert.match(read('.ci/run'), /^npm ci --ignore-scripts$/m));

test('installing runs no script of a dependency', () => {
  const { allowScripts } = JSON.parse(read('package.json'));
  const { packages } = JSON.parse(read('package-lock.json'));
  for (const [place, { hasInstallScript }] of Object.entries(packages))
    if (hasInstallScript)
      assert.equal(allowScripts[place.slice(place.lastIndexOf('node_modules/') + 13)], false, place);
});
