/** Paths made from addresses: names that every file system takes, inside of the folder, whatever the address says. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placeOf } from './addresses.js';

const CASES: readonly (readonly [url: string, place: string])[] = [
  ['https://a.example/news/ferry.html', 'a.example/news/ferry.html'],
  ['https://a.example/news/', 'a.example/news/index'],
  ['https://a.example/show?id=1&x=../../b', 'a.example/show-id-1-x-..-..-b'],
  ['https://a.example/%2e%2e%2f%2e%2e%2fetc/passwd', 'a.example/etc/passwd'],
  ['https://a.example/..%5c..%5cwindows', 'a.example/-..-windows'],
  ['https://a.example/.ssh/.profile', 'a.example/ssh/profile'],
  ['https://a.example/news./late...', 'a.example/news/late'],
  ['https://a.example/%E2%80%AEgpj.exe', 'a.example/-gpj.exe'],
  ['https://a.example/a%00b%1b%5b31m%c2%9b%0a', 'a.example/a-b-31m-'],
  ['https://a.example/a:b*c%22%3C%3E%7C', 'a.example/a-b-c-'],
  ['https://a.example/con/AUX.html', 'a.example/con_/AUX_.html'],
  ['https://a.example/console/com12.html', 'a.example/console/com12.html'],
  ['no address', 'page'],
];

test('places of addresses', () => {
  for (const [url, place] of CASES) assert.equal(placeOf(url), place, url);
});

test('law: parts are bounded and plain, and so is the path', () => {
  const letters = ['a', 'é', '船', '𠀀', '.', '%2e', '%2f', '%5c', '%00', '%e2%80%ae', '/', 'nul/', '%ff'];
  for (const letter of letters) {
    const place = placeOf(`https://a.example/${letter.repeat(3_000)}?${letter.repeat(300)}`);
    for (const part of place.split('/')) {
      assert.match(part, /^[\p{L}\p{N}_-][\p{L}\p{N}._-]*$/u, letter);
      assert.ok(Buffer.byteLength(part) <= 201 && !part.endsWith('.'), letter);
    }
    assert.ok(Buffer.byteLength(place) < 3_000, letter);
  }
});
