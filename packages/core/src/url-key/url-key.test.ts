import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { hostParts, parseUrlRules, titleHash, urlKey } from './url-key.js';

/** The rules of the URL Tree paper. */
const rules = parseUrlRules(String.raw`
^https?://abcnews\.go\.com	id
^https?://www\.fitchratings\.com.*?/detail\.cfm	pr_id
^https?://bbs\.chinadaily\.com\.cn/viewthread\.php	tid
^https?://www\.hurriyetdailynews\.com/n\.php	n
^https?://globeandmail\.golfcanada\.ca	articleId
^https?://podcast\.ft\.com/index\.php	pid
^https?://www\.aljazeera\.com(\?.*)?$	_cid_
^https?://www\.dailymail\.co\.uk/home/index\.html	_cid_
^https?://www\.foxnews\.com/on-air.*?/index\.html	_cid_
`);
const EMPTY = 'd41d8cd98f00b204e9800998ecf8427e';
const GAS = 'cbe7d36903123487f81be3e5a7bbf99c';

test('URL key: the specification’s examples', () => {
  const cases: readonly [url: string, title: string | null, basic: string, key: string][] = [
    [
      'http://abcnews.go.com/kabc/story?section=news/local/los_angeles&id=8691010',
      'Gas prices 2013',
      `http://abcnews.go.com/kabc/story?_cid_=${GAS}&id=8691010&section=news/local/los_angeles`,
      'http://abcnews.go.com/kabc/story?id=8691010',
    ],
    [
      'http://abcnews.go.com/Politics/story-x/',
      null,
      `http://abcnews.go.com/Politics/story-x?_cid_=${EMPTY}`,
      'http://abcnews.go.com/Politics/story-x',
    ],
    [
      'http://www.aljazeera.com/',
      'Gas prices 2013',
      `http://www.aljazeera.com?_cid_=${GAS}`,
      `http://www.aljazeera.com?_cid_=${GAS}`,
    ],
    [
      'http://X.com/a%20b/c+d/?b=2&a=1&b=1#frag',
      '',
      `http://x.com/a b/c d?_cid_=${EMPTY}&a=1&b=1,2`,
      'http://x.com/a b/c d',
    ],
    ['https://e.com/p?x=a,b&x=50%25&y=', '', `https://e.com/p?_cid_=${EMPTY}&x=50%25,a%2Cb&y=`, 'https://e.com/p'],
  ];
  for (const [url, title, basic, key] of cases) {
    const got = urlKey(url, title, { rules });
    assert.deepEqual([got.keyBasic, got.key, got.hasQuery], [basic, key, key.includes('?')], url);
    assert.equal(urlKey(url, title, { rules, mode: 'basic' }).key, basic);
    assert.equal(urlKey(url, title, { rules, mode: 'dropQuery' }).key, basic.split('?')[0]);
  }
});

test('URL key: odd addresses', () => {
  const cases: readonly [url: string, basicWithoutTitle: string][] = [
    ['https://e.com:443//a///b/', 'https://e.com/a/b'],
    ['https://e.com:8443/', 'https://e.com:8443'],
    ['http://bücher.example/%C3%BC', 'http://xn--bcher-kva.example/ü'],
    ['http://e.com/u%CC%88', 'http://e.com/ü'],
    ['http://e.com/a%2Fb%3Fc', 'http://e.com/a%2Fb%3Fc'],
    ['http://e.com/100%', 'http://e.com/100%25'],
    ['http://e.com/%e4x%c3%a4', 'http://e.com/%E4xä'],
    ['http://e.com/%F0%9F%92%A9', 'http://e.com/💩'],
    ['http://e.com/?a;b', 'http://e.com?null=a;b'],
    ['http://e.com/?a&&b=1&', 'http://e.com?b=1&null=a'],
    ['http://e.com/?a%3Db=c%26d', 'http://e.com?a%3Db=c%26d'],
    ['http://1.2.3.4/x', 'http://1.2.3.4/x'],
  ];
  for (const [url, expected] of cases) {
    const { keyBasic } = urlKey(url);
    assert.equal(keyBasic.replace(/([?&])_cid_=[0-9a-f]+&?/, '$1').replace(/[?&]$/, ''), expected, url);
  }
  for (const text of ['', 'no url', 'http://', '//x/y', 'javascript:1'])
    assert.equal(urlKey(text).domain, '', JSON.stringify(text));
  assert.equal(urlKey(' no url ').key, 'no url');
});

test('URL key: a rule applies where all its parameters are present; else the next rule is tried', () => {
  const rules = parseUrlRules('^https?://e\\.com/show\tid\tpage\n^https?://e\\.com/show\tid\n^https?://e\\.com/\tx\ty');
  const cases: readonly (readonly [query: string, kept: string])[] = [
    ['?s=9&page=2&id=1', '?id=1&page=2'],
    ['?s=9&id=1', '?id=1'],
    ['?page=2', ''],
    ['?x=1&s=9', ''],
    ['?y=1&x=2', '?x=2&y=1'],
  ];
  for (const [query, kept] of cases)
    assert.equal(urlKey(`http://e.com/show${query}`, '', { rules }).key, `http://e.com/show${kept}`, query);
});

test('URL key: canonical addresses count inside the domain only', () => {
  const canonical = 'https://www.e.com/story/';
  assert.equal(urlKey('http://m.e.com/amp/story?x=1', null, { canonical }).key, 'https://www.e.com/story');
  assert.equal(urlKey('http://m.f.com/amp/story?x=1', null, { canonical }).key, 'http://m.f.com/amp/story');
  assert.equal(urlKey('http://m.e.com/amp', null, { canonical: 'story' }).key, 'http://m.e.com/amp');
});

test('URL key: a blacklisted prefix is flagged', () => {
  const blacklist = ['http://e.com/login'];
  assert.equal(urlKey('http://e.com/login/a?b', '', { blacklist }).isBlacklisted, true);
  assert.equal(urlKey('http://e.com/log', '', { blacklist }).isBlacklisted, false);
});

test('invariant: fragments, trailing slashes, and the order of parameters make no difference', () => {
  fc.assert(
    fc.property(fc.webUrl(), (url) => {
      assert.equal(urlKey(`${url}/#x`).keyBasic, urlKey(url).keyBasic);
    }),
  );
  const parameter = fc.tuple(fc.string({ maxLength: 4 }), fc.string({ maxLength: 4 }));
  fc.assert(
    fc.property(fc.array(parameter, { maxLength: 5 }), (pairs) => {
      const of = (list: typeof pairs): string =>
        urlKey(`http://e.com/?${list.map(([a, b]) => `${encodeURIComponent(a)}=${encodeURIComponent(b)}`).join('&')}`)
          .keyBasic;
      assert.equal(of(pairs), of([...pairs].reverse()));
    }),
  );
});

test('invariant: two different lists of parameters have two different basic keys', () => {
  const parameter = fc.tuple(fc.stringMatching(/^[a%&=,]{1,3}$/), fc.stringMatching(/^[a%&=,]{0,3}$/));
  const list = fc.uniqueArray(parameter, { maxLength: 3, selector: ([name]) => name });
  const of = (pairs: readonly (readonly [string, string])[]): string =>
    urlKey(`http://e.com/?${pairs.map(([a, b]) => `${encodeURIComponent(a)}=${encodeURIComponent(b)}`).join('&')}`)
      .keyBasic;
  fc.assert(
    fc.property(list, list, (a, b) => {
      const same = JSON.stringify([...a].sort()) === JSON.stringify([...b].sort());
      assert.equal(of(a) === of(b), same);
    }),
    { numRuns: 200 },
  );
});

test('rule files are read, or refused with the number of the line', () => {
  assert.equal(rules.length, 9);
  assert.throws(() => parseUrlRules('# x\n\nabc'), { name: 'RangeError', message: /line 3: got "abc", expected/ });
  assert.throws(() => parseUrlRules('(\ta'), { name: 'RangeError', message: /line 1: got "\(", expected a regular/ });
});

test('titles hash by letters and digits', () => {
  assert.equal(titleHash('Gas prices 2013'), GAS);
  assert.equal(titleHash(' GAS-Prices: 2013!'), GAS);
  assert.equal(titleHash(''), EMPTY);
  assert.equal(titleHash('…', true), 'd98c1dd4008f04b2e9800998ecf8427e');
});

test('registrable domains', () => {
  const cases: readonly [host: string, domain: string, suffix: string][] = [
    ['news.bbc.co.uk', 'bbc.co.uk', 'co.uk'],
    ['www.news.eu', 'news.eu', 'eu'],
    ['bbc.co.uk', 'bbc.co.uk', 'co.uk'],
    ['co.uk', 'co.uk', 'co.uk'],
    ['localhost', 'localhost', 'localhost'],
    ['127.0.0.1', '127.0.0.1', ''],
    ['me.blogspot.com', 'blogspot.com', 'com'],
    ['', '', ''],
  ];
  for (const [host, domain, suffix] of cases) assert.deepEqual(hostParts(host), { domain, suffix }, host);
  assert.equal(hostParts('www.me.blogspot.com', true).domain, 'me.blogspot.com');
});

interface ReferenceRow {
  readonly url: string;
  readonly left: string;
  readonly path: readonly string[];
  readonly tld: string;
  readonly normalizeBasic: string;
  readonly normalizeDropQuery: string;
  readonly normalizeHeuristics: string;
}
const REFERENCE = '../shared/refs/latino-cs/urltree-cleanportaleval.jsonl.gz';

test('URL key: as the authors’ program prints it', {
  skip: existsSync(REFERENCE) ? false : `skipped: needs ${REFERENCE}`,
}, () => {
  const lines = gunzipSync(readFileSync(REFERENCE)).toString('utf8').trim().split('\n');
  assert.equal(lines.length, 71);
  for (const line of lines) {
    const row = JSON.parse(line) as ReferenceRow;
    const got = urlKey(row.url, '', { rules, asReference: true });
    assert.deepEqual(
      [got.keyBasic, got.keyNoQuery, got.key, got.suffix, got.parsed?.segments],
      [row.normalizeBasic, row.normalizeDropQuery, row.normalizeHeuristics, row.tld, row.path],
      row.url,
    );
    assert.equal(`${got.parsed?.scheme}://${got.parsed?.host}:${got.parsed?.port}`, row.left);
  }
});
