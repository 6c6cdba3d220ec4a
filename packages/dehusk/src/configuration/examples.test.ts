import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { loadConfiguration } from './load-configuration.js';

test('examples/dehusk.toml is a good configuration', () => {
  const loaded = loadConfiguration(fileURLToPath(new URL('../../../../examples/dehusk.toml', import.meta.url)));
  assert.deepEqual(loaded.ok ? [] : loaded.faults, []);
});
