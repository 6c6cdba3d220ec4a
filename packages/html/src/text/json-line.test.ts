import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'yaml';
import { jsonLine, yamlValue } from './json-line.js';

/** Every UTF-16 code unit between two letters: surrogates are alone. */
const UNITS = Array.from({ length: 0x10000 }, (_, code) => `a${String.fromCharCode(code)}b`);

test('invariant: a line of JSON is one line by the rules of Unicode, and means the same', () => {
  for (const text of UNITS) {
    const line = jsonLine({ text });
    assert.doesNotMatch(line, /[\n\v\f\r\x1c-\x1e\u0085\u2028\u2029]/);
    assert.deepEqual(JSON.parse(line), { text });
  }
});

test('invariant: a value of YAML has printable characters only (YAML 1.2, 5.1), and means the same', () => {
  for (const text of UNITS)
    assert.doesNotMatch(yamlValue(text), /[^\x20-\x7e\xa0-\ufefe\uff00-\ufffd]/, text.codePointAt(1)?.toString(16));
  const texts = UNITS.filter(
    (_, code) => code % 61 === 0 || code < 0x300 || code > 0xfe00 || (code >= 0x2000 && code < 0x2100),
  );
  assert.deepEqual(parse(`list: ${yamlValue(texts)}\n`), { list: texts });
});
