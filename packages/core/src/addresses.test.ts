import assert from 'node:assert/strict';
import { test } from 'node:test';
import { baseAddress, imageAddress, linkAddress, parse, safeAddress, webAddress } from '@dehusk/html';
import fc from 'fast-check';
import { extract } from './extract.js';

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

/** Not by `URL.canParse`, whose answers change in Node 20 once it is compiled. */
function parsed(text: string, base: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}

test('hosts with letters outside ASCII are addresses, however often they are asked for', () => {
  for (let time = 0; time < 20_000; time++)
    assert.equal(webAddress('//é.example/', OWN), 'https://xn--9ca.example/', `time ${time}`);
});

test('links resolve as the URL parser resolves them', () => {
  const piece = fc.constantFrom(
    ...'/ / / // a b.c . .. %2e % %41 ? # x=1 & : @ [ | ^ \' " < é \\ ~ , ; - _ .1 :80 xn--a https:// www. .com .2'.split(
      ' ',
    ),
  );
  const reference = fc.array(piece, { maxLength: 7 }).map((pieces) => pieces.join(''));
  const start = fc.constantFrom('', '/', 'https://www.example.com/', 'http://a.b.example/', 'HTTPS://a.example/');
  const base = fc.constantFrom(
    OWN,
    'http://www.example.com/',
    'https://example.org:8443/x',
    'http://localhost/x',
    'https://1.2.3.4/',
  );
  fc.assert(
    fc.property(fc.tuple(start, reference), base, ([first, rest], own) => {
      const given = first + rest;
      const url = given === '' ? null : parsed(given, own);
      assert.equal(webAddress(given, own), imageAddress(given, own));
      assert.equal(imageAddress(given, own), url !== null && /^https?:$/.test(url.protocol) ? url.href : null);
    }),
    { numRuns: 3_000 },
  );
});
