import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { BrowserMissing, findChromium } from './find-chromium.js';

const folder = mkdtempSync(join(tmpdir(), 'dehusk-chromium-'));
after(() => rmSync(folder, { recursive: true }));
const program = join(folder, 'chromium');
writeFileSync(program, '#!/bin/sh\n');
chmodSync(program, 0o755);
const text = join(folder, 'notes.txt');
writeFileSync(text, '');

test('a given path comes before CHROMIUM_PATH, and that before the names on PATH', () => {
  assert.equal(findChromium(program, { CHROMIUM_PATH: '/nowhere' }), program);
  assert.equal(findChromium('', { CHROMIUM_PATH: program, PATH: '/nowhere' }), program);
  assert.equal(findChromium('', { PATH: `/nowhere:${folder}` }), program);
});

test('a path that cannot be run is an error, not a reason to look elsewhere', () => {
  const refusal = (message: RegExp) => (error: unknown) =>
    error instanceof BrowserMissing && message.test(error.message);
  assert.throws(
    () => findChromium(text, { PATH: folder }),
    refusal(/the browser got ".*notes\.txt", expected the path/),
  );
  assert.throws(() => findChromium('', { CHROMIUM_PATH: '/nowhere', PATH: folder }), refusal(/CHROMIUM_PATH got/));
});
