import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Page, parse } from '@dehusk/html';
import { MAX_LINK_LENGTH, MAX_PAGE_LINKS, pageAddress, pageFeeds, pageLinks, siteOf } from './page-links.js';

const HOME = 'http://news.example/a/b.html';

const CASES: readonly (readonly [what: string, html: string, links: readonly string[]])[] = [
  [
    'relative, absolute and without scheme',
    '<a href=c.html>c</a><a href="/d">d</a><a href="//other.example/e">e</a>',
    ['http://news.example/a/c.html', 'http://news.example/d', 'http://other.example/e'],
  ],
  [
    'each once, without its fragment',
    '<a href="c#one">c</a><a href="c#two">c</a><a href="#top">t</a>',
    ['http://news.example/a/c'],
  ],
  ['areas of maps', '<map><area href="/f"></map>', ['http://news.example/f']],
  [
    'no nofollow, whatever is beside it',
    '<a rel="noopener NOFOLLOW" href=x>x</a><a rel=noopener href=y>y</a>',
    ['http://news.example/a/y'],
  ],
  ['a page that forbids to follow', '<meta name=Robots content="index, nofollow"><a href=x>x</a>', []],
  ['none forbids too', '<meta name=robots content=none><a href=x>x</a>', []],
  [
    'what is said to others does not count',
    '<meta name=otherbot content=nofollow><a href=x>x</a>',
    ['http://news.example/a/x'],
  ],
  ['the base', '<base href="/deep/er/"><a href=x>x</a>', ['http://news.example/deep/er/x']],
  [
    'the first base with an address',
    '<base target=_top><base href="//cdn.example/"><base href="/late/"><a href=x>x</a>',
    ['http://cdn.example/x'],
  ],
  ['a base that is no address', '<base href="http://"><a href=x>x</a>', ['http://news.example/a/x']],
  [
    'no other schemes, no broken addresses, no over-long ones',
    `<a href="mailto:a@b">m</a><a href="javascript:1">j</a><a href="http://[">b</a><a href="${'x'.repeat(MAX_LINK_LENGTH + 1)}">l</a><a>n</a>`,
    [],
  ],
  ['no passwords', '<a href="http://me:secret@news.example/g">g</a>', ['http://news.example/g']],
];
for (const [what, html, links] of CASES)
  test(`links: ${what}`, () => assert.deepEqual(pageLinks(pageOf(html), HOME), links));

test('a farm of links is bounded', () => {
  const farm = Array.from({ length: MAX_PAGE_LINKS + 10 }, (_, index) => `<a href=${index}>x</a>`).join('');
  assert.equal(pageLinks(pageOf(farm), HOME).length, MAX_PAGE_LINKS);
});

test('the feeds a page offers', () => {
  const page = pageOf(`<link rel=alternate type="application/rss+xml" href="/rss">
    <link rel="alternate home" type="Application/Atom+XML; charset=utf-8" href="atom.xml">
    <link rel=alternate hreflang=de href="/de"><link rel=stylesheet type="application/rss+xml" href="/no">`);
  assert.deepEqual(pageFeeds(page, HOME), ['http://news.example/rss', 'http://news.example/a/atom.xml']);
});

function pageOf(html: string): Page {
  const parsed = parse(html);
  assert.ok(parsed.ok);
  return parsed.page;
}

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
