import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { crawlAddress } from './crawl-address.js';

const LONGEST = 500;
const at = (path: string) => crawlAddress(`http://news.example${path}`, LONGEST);

describe('what is no page, or a trap by its looks', () => {
  for (const path of [
    '/photo.JPG',
    '/paper.pdf?download=1',
    '/feed.xml',
    '/app.js',
    '/a/b/a/b',
    '/x/x/x',
    `/${'a/'.repeat(21)}`,
    `/${'long'.repeat(125)}`,
    '/search?a=1&b=2&c=3&d=4&e=5&f=6&g=7&h=8&i=9',
  ])
    test(path.slice(0, 40), () => assert.equal(at(path), null));
  for (const text of ['mailto:a@news.example', 'nothing', 'javascript:1'])
    test(text, () => assert.equal(crawlAddress(text, LONGEST), null));
});

describe('what is an ordinary page', () => {
  for (const path of [
    '/',
    '/a/b/b',
    '/2026/11/21/name-of-the-article',
    '/article.php?sid=12',
    '/story.html?id=3&page=2',
  ])
    test(path, () => assert.equal(at(path)?.url, `http://news.example${path}`));
});

describe('sessions and campaigns are taken out', () => {
  for (const [path, clean] of [
    ['/a?PHPSESSID=1a2b&id=3', '/a?id=3'],
    ['/a;jsessionid=ABC?id=3', '/a?id=3'],
    ['/(S(abc123))/a', '/a'],
    ['/a?utm_source=x&utm_medium=y#top', '/a'],
    ['/a?fbclid=zzz', '/a'],
    ['/a?sid=0123456789abcdef01', '/a'],
  ] as const)
    test(path, () => assert.equal(at(path)?.url, `http://news.example${clean}`));
});

test('variants of one page are the same, other pages are not', () => {
  const hash = (url: string) => crawlAddress(url, LONGEST)?.hash;
  const page = hash('http://news.example/a/story?x=1&y=2');
  for (const same of [
    'https://news.example/a/story?x=1&y=2',
    'http://www.news.example/a/story?y=2&x=1',
    'http://news.example/a/story/?x=1&y=2#c',
    'http://amp.news.example/a/story?x=1&y=2',
    'http://news.example/a/story/amp/?x=1&y=2',
    'http://news.example/a/story?x=1&y=2&amp=1',
    'http://news.example/a/story?x=1&y=2&outputType=amp',
  ])
    assert.equal(hash(same), page, same);
  for (const other of [
    'http://news.example/a/story?x=1&y=3',
    'http://news.example/a/Story?x=1&y=2',
    'http://sport.news.example/a/story?x=1&y=2',
  ])
    assert.notEqual(hash(other), page, other);
});

test('the kind of an address: what varies is left out', () => {
  for (const [path, template] of [
    ['/', '/'],
    ['/politics/the-name-of-one', '/politics/*'],
    ['/politics/another-name-of-it.html', '/politics/*.html'],
    ['/2026/11/name-of-the-article', '/#/#/*'],
    ['/section/sport', '/section/sport'],
    ['/a?page=2&id=1', '/a?id&page'],
    ['/a?id=7&page=9', '/a?id&page'],
  ] as const)
    assert.equal(at(path)?.template, `news.example${template}`);
});

test('calendars', () => {
  for (const path of [
    '/events?month=5',
    '/?date=2026-01-01',
    '/calendar/2026/05',
    '/archive/2026-05',
    '/2026/11/21',
    '/x?cal_from=20260101',
  ])
    assert.equal(at(path)?.isCalendar, true, path);
  for (const path of ['/2026/11/21/story', '/item/1234', '/a?page=3', '/events/open-day', '/a?day=monday'])
    assert.equal(at(path)?.isCalendar, false, path);
});
