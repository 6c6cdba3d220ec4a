import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseLooseJson } from './json-ld.js';

test('JSON as pages write it', () => {
  const cases: readonly (readonly [text: string, values: readonly unknown[]])[] = [
    ['{"a":1}', [{ a: 1 }]],
    ['<!-- {"a":1} -->', [{ a: 1 }]],
    ['//<![CDATA[\n{"a":1}\n//]]>', [{ a: 1 }]],
    ['/*<![CDATA[*/ {"a":1} /*]]>*/', [{ a: 1 }]],
    ['{"a":1};', [{ a: 1 }]],
    ['{"a":1,}', [{ a: 1 }]],
    ['{"a":[1,2, ],\n}', [{ a: [1, 2] }]],
    ['{"a":"one\ntwo\tthree"}', [{ a: 'one\ntwo\tthree' }]],
    ['{"a":1} {"b":2}', [{ a: 1 }, { b: 2 }]],
    ['{"a":1},{"b":2}', [{ a: 1 }, { b: 2 }]],
    ['{"a": "the "best" one", "b": 2}', [{ a: 'the "best" one', b: 2 }]],
    ['{"a": "back\\slash \\u00e9 \\q"}', [{ a: 'back\\slash é \\q' }]],
    ['{"a": 1 /* note */, "b": 2 // end\n}', [{ a: 1, b: 2 }]],
    ['{"url": "https://example.org/", "b": 2,}', [{ url: 'https://example.org/', b: 2 }]],
    ['{"a": {"b": ["c", "cut o', [{ a: { b: ['c', 'cut o'] } }]],
    ['{&quot;a&quot;: &quot;b&quot;}', [{ a: 'b' }]],
    ['{a: 1}', []],
    ['no JSON at all', []],
    ['', []],
    ['}}]]', []],
  ];
  for (const [text, values] of cases) assert.deepEqual(parseLooseJson(text), values, text);
});

test('valid JSON is read as it is, and nothing makes it throw', () => {
  fc.assert(fc.property(fc.json(), (text) => assert.deepEqual(parseLooseJson(text), [JSON.parse(text)])));
  const piece = fc.constantFrom('{', '}', '[', ']', '"', ':', ',', '\\', 'a', '\n', '//', '/*', '*/', '<!--', '1', ' ');
  fc.assert(fc.property(fc.array(piece, { maxLength: 60 }), (parts) => assert.ok(parseLooseJson(parts.join('')))));
});
