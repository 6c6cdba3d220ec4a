import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { seal, unseal } from './sealed.js';

test('invariant: what was sealed comes out again', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.uint8Array({ maxLength: 50 }), (header, body) => {
      const opened = unseal<unknown>(seal('Test', 3, header, body), 'Test', 3, 'a test');
      assert.deepEqual(JSON.stringify(opened.header), JSON.stringify(header));
      assert.deepEqual(Uint8Array.from(opened.body), body);
    }),
  );
});

test('what does not match is named, with got and expected', () => {
  const bytes = seal('Test', 3, { a: 'é' }, Uint8Array.of(1, 2, 3));
  const open = (given: Uint8Array, magic = 'Test', version = 3) => unseal(given, magic, version, 'a test');
  assert.throws(() => open(new Uint8Array(4)), /not a test: length got 4, expected at least 24 bytes/);
  assert.throws(() => open(bytes, 'Else'), /magic got "Test", expected "Else"/);
  assert.throws(() => open(bytes, 'Test', 4), /version got 3, expected 4/);
  assert.throws(() => open(bytes.subarray(0, bytes.length - 4)), /length got \d+, expected \d+ bytes/);
});

test('invariant: no single changed byte goes unnoticed', () => {
  const bytes = seal('Test', 1, { n: 5 }, Uint8Array.of(9, 8, 7, 6, 5));
  for (let at = 0; at < bytes.length; at++) {
    const damaged = bytes.slice();
    damaged[at] ^= 0x41;
    assert.throws(() => unseal(damaged, 'Test', 1, 'a test'), RangeError, `byte ${at}`);
  }
});
