import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contentTypeOf } from './http-response.js';

const CASES: readonly (readonly [header: string | null, mediaType: string | null, charset: string | null])[] = [
  ['text/html', 'text/html', null],
  ['text/html; charset=utf-8', 'text/html', 'utf-8'],
  ['Text/HTML;Charset="ISO-8859-2"', 'text/html', 'ISO-8859-2'],
  ["text/html; charset='windows-1250'", 'text/html', 'windows-1250'],
  ['text/html; charset = koi8-r ', 'text/html', 'koi8-r'],
  ['text/html; boundary=x; charset=big5; charset=utf-8', 'text/html', 'big5'],
  ['text/html; charset=; charset=utf-8', 'text/html', 'utf-8'],
  ['text/html; x-charset=utf-8', 'text/html', null],
  ['; charset=utf-8', null, 'utf-8'],
  ['', null, null],
  [null, null, null],
];

for (const [header, mediaType, charset] of CASES)
  test(`content type ${header}`, () => assert.deepEqual(contentTypeOf(header), { mediaType, charset }));
