import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { fnv1a, md5Hex } from './hash.js';

test('FNV-1a: the values of its authors', () => {
  assert.deepEqual(['', 'a', 'foobar'].map(fnv1a), [0x811c9dc5, 0xe40c292c, 0xbf9cf968]);
});

test('MD5 hashes UTF-8; a lone surrogate is U+FFFD', () => {
  for (const text of ['', 'gasprices2013', 'é中😀', '\ud800x'])
    assert.equal(md5Hex(text), createHash('md5').update(text, 'utf8').digest('hex'));
});
