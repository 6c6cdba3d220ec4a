// The code cache beside the bundle: whatever happens to its file, a page is extracted, and the file is right again after it.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { INSTALLED } from './installed-packages.mjs';

const MAX_MILLISECONDS = 60_000;
const folder = mkdtempSync(join(tmpdir(), 'dehusk-code-cache-'));
after(() => {
  chmodSync(bundle, 0o755);
  rmSync(folder, { recursive: true, force: true });
});
// A copy of the packages: the cache of the installed ones is in use by other tests.
const modules = join(folder, 'node_modules');
cpSync(join(INSTALLED, 'node_modules/dehusk'), join(modules, 'dehusk'), { recursive: true, verbatimSymlinks: true });
cpSync(join(INSTALLED, 'node_modules/@dehusk'), join(modules, '@dehusk'), { recursive: true, verbatimSymlinks: true });
for (const name of readdirSync(join(INSTALLED, 'node_modules')))
  if (!['dehusk', '@dehusk'].includes(name)) symlinkSync(join(INSTALLED, 'node_modules', name), join(modules, name));
const bundle = join(modules, 'dehusk/dist/bundle');
for (const name of readdirSync(bundle)) if (name.includes('.cache')) rmSync(join(bundle, name));
writeFileSync(
  join(folder, 'page.html'),
  '<!doctype html><html lang="en"><title>x</title><article><p>The ferry leaves at dawn, as every day of the year.</p></article>',
);

function extract() {
  const args = [join(modules, 'dehusk/bin/dehusk.js'), join(folder, 'page.html'), '--extractor', 'everything'];
  const { status, signal, stdout, stderr } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    timeout: MAX_MILLISECONDS,
  });
  return { code: signal ?? status, out: stdout.trim(), err: stderr.trim() };
}
const cacheName = () => readdirSync(bundle).filter((name) => name.includes('.cache'));
const EXPECTED = { code: 0, out: 'The ferry leaves at dawn, as every day of the year.', err: '' };
assert.deepEqual(extract(), EXPECTED);
assert.equal(cacheName().length, 1, 'the first run writes the cache');
const cache = join(bundle, cacheName()[0]);
const good = readFileSync(cache);

let seed = 7;
const below = (bound) => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return seed % bound;
};
/** Damages the file, runs twice, and compares; the second run has the cache that the first wrote. */
function assertHeals(how, bytes) {
  writeFileSync(cache, bytes);
  assert.deepEqual(extract(), EXPECTED, how);
  assert.notDeepEqual(readFileSync(cache), bytes, `${how}: the file is written again`);
  assert.deepEqual(cacheName(), [cache.slice(bundle.length + 1)], `${how}: nothing else is left`);
}

test('a flipped bit', () => {
  for (let trial = 0; trial < 3; trial++) {
    const bytes = Buffer.from(good);
    // The digest itself, too.
    const at = trial === 0 ? 3 : below(good.length);
    bytes[at] ^= 1 << below(8);
    assertHeals(`a bit of byte ${at}`, bytes);
  }
});

test('a block of zeros', () => {
  for (let trial = 0; trial < 2; trial++) {
    const bytes = Buffer.from(good);
    const at = below(good.length) & ~4095;
    bytes.fill(0, at, at + 4096);
    if (!bytes.equals(good)) assertHeals(`zeros from byte ${at}`, bytes);
  }
});

test('a file that is cut, empty, grown, all zeros or something else', () => {
  for (const length of [0, 31, 32, 33, good.length >> 1, good.length - 1])
    assertHeals(`cut at ${length}`, good.subarray(0, length));
  assertHeals('grown', Buffer.concat([good, Buffer.alloc(10)]));
  assertHeals('all zeros', Buffer.alloc(good.length));
  assertHeals('a text', Buffer.from('not a cache'));
  assertHeals('a cache of before there was a digest', good.subarray(32));
});

test('a cache of another version under this name', () => {
  const other = cache.replace(process.version, 'v20.0.0');
  cpSync(cache, other);
  assert.deepEqual(extract(), EXPECTED);
  rmSync(other);
});

test('a damaged cache in a folder that nobody may write to', {
  skip: process.getuid?.() === 0 && 'root may write',
}, () => {
  writeFileSync(cache, Buffer.alloc(good.length));
  chmodSync(bundle, 0o555);
  assert.deepEqual(extract(), EXPECTED);
  chmodSync(bundle, 0o755);
});

test('a cache that cannot be read or replaced', () => {
  rmSync(cache);
  // A folder of its name: it can be neither read nor replaced by a file, as in a read-only installation.
  cpSync(join(modules, 'dehusk/bin'), cache, { recursive: true });
  assert.deepEqual(extract(), EXPECTED);
  assert.deepEqual(cacheName(), [cache.slice(bundle.length + 1)], 'no part is left');
  rmSync(cache, { recursive: true });
});

test('many first runs at once leave one good cache', () => {
  rmSync(cache, { force: true });
  const script = `const { spawn } = require('node:child_process');
    const runs = Array.from({ length: 4 }, () => new Promise((done) =>
      spawn(process.execPath, ${JSON.stringify([join(modules, 'dehusk/bin/dehusk.js'), join(folder, 'page.html')])}, { stdio: 'ignore' }).on('close', done)));
    Promise.all(runs).then((codes) => process.exit(codes.every((code) => code === 0) ? 0 : 1));`;
  assert.equal(spawnSync(process.execPath, ['-e', script], { timeout: MAX_MILLISECONDS }).status, 0);
  assert.equal(cacheName().length, 1);
  assert.deepEqual(extract(), EXPECTED);
});
