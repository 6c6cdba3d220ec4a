import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { md5Guid, md5Hex } from './md5.js';

test('MD5: the same as Node’s on any text, and around block boundaries', () => {
  const reference = (text: string): string => createHash('md5').update(text, 'utf8').digest('hex');
  for (let length = 0; length < 130; length++) assert.equal(md5Hex('a'.repeat(length)), reference('a'.repeat(length)));
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => assert.equal(md5Hex(text), reference(text))));
  assert.equal(md5Hex('\ud800x'), reference('\ud800x'));
});

test('MD5 as a .NET GUID', () => {
  assert.equal(md5Hex('gasprices2013'), 'cbe7d36903123487f81be3e5a7bbf99c');
  assert.equal(md5Guid('gasprices2013'), '69d3e7cb12038734f81be3e5a7bbf99c');
  assert.equal(md5Guid(''), 'd98c1dd4008f04b2e9800998ecf8427e');
});
