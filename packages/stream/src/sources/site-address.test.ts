import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pageAddress, siteOf } from './site-address.js';

test('the site of an address', () => {
  for (const [url, site] of [
    ['http://www.news.co.uk/a', 'news.co.uk'],
    ['https://blog.news.co.uk:8443/a', 'news.co.uk'],
    ['http://127.0.0.1:8080/a', '127.0.0.1:8080'],
    ['http://[::1]:8080/a', '::1:8080'],
    ['http://localhost:3000/', 'localhost:3000'],
  ] as const)
    assert.equal(siteOf(new URL(url)), site);
});

test('an address loses its password: it would be kept in the state', () => {
  assert.equal(pageAddress('http://user:secret@a.example/b#c')?.href, 'http://a.example/b');
});
