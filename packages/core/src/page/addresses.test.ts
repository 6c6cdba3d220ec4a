import assert from 'node:assert/strict';
import { test } from 'node:test';
import { extract } from '../extract.js';
import { baseAddress, imageAddress, linkAddress, safeAddress, webAddress } from './addresses.js';
import { parse } from './parse.js';

const OWN = 'https://example.org/a/b';

test('the base is the first <base> with an href, resolved against the page', () => {
  const cases: readonly (readonly [html: string, url: string | null, base: string | null])[] = [
    ['', OWN, OWN],
    ['', 'not absolute', null],
    ['<base href=/c/>', OWN, 'https://example.org/c/'],
    ['<base href=/c/>', null, null],
    ['<base target=_top><base href=//cdn.example/>', OWN, 'https://cdn.example/'],
    ['<base href=/first/><base href=/second/>', OWN, 'https://example.org/first/'],
    ['<base href="http://["><base href=/second/>', OWN, OWN],
    ['<base href="javascript:x">', OWN, OWN],
    ['<base href="">', OWN, OWN],
  ];
  for (const [html, url, base] of cases) {
    const parsed = parse(html, { url });
    assert.ok(parsed.ok);
    assert.equal(baseAddress(parsed.page), base, html);
  }
});

test('canonical address, image and links of a page resolve against one base', () => {
  const html = `<base target=_top><base href=//cdn.example/><link rel=canonical href=own>
    <article><h1>News of today</h1><p>${'Words of a story. '.repeat(30)}<a href=more>more</a></p></article>`;
  const { metadata, document } = extract(html, { url: OWN });
  assert.equal(metadata.canonicalUrl, 'https://cdn.example/own');
  assert.match(JSON.stringify(document.content), /"https:\/\/cdn\.example\/more"/);
});

test('only safe schemes are kept; relative references stay relative without a base', () => {
  assert.equal(webAddress(' /x ', OWN), 'https://example.org/x');
  assert.equal(webAddress('/x', null), null);
  assert.equal(webAddress('mailto:a@b.example', OWN), null);
  assert.equal(linkAddress('mailto:a@b.example', null), 'mailto:a@b.example');
  assert.equal(linkAddress('x y"', null), 'x%20y%22');
  assert.equal(imageAddress('tel:1', OWN), null);
  for (const address of ['javascript:x', ' java\nscript:x', 'data:,x', 'file:///x', `/${'x'.repeat(9_000)}`])
    assert.equal(linkAddress(address, OWN), null, address);
  assert.equal(safeAddress('java\nscript:x'), null);
  assert.equal(safeAddress('/a b'), '/a%20b');
});
