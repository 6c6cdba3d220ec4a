import assert from 'node:assert/strict';
import { test } from 'node:test';
import { urlKey } from '@dehusk/core';
import { parseUrlRules } from '@dehusk/core/extend';
import fc from 'fast-check';
import { DuplicateFilter } from './duplicate-filter.js';
import { learnUrlRules } from './url-rule-learning.js';

test('duplicates are counted by revision, unseen text makes a revision', () => {
  const filter = new DuplicateFilter();
  const rules = parseUrlRules('e\\.com/show\tid');
  const look = (url: string, unseen: number | null = null, title = ''): string => {
    const key = urlKey(url, title, { rules, blacklist: ['http://e.com/login'] });
    const { kind, revision } = filter.look({ key, at: 0 }, unseen === null ? null : () => unseen);
    return `${kind} ${revision}`;
  };
  assert.equal(look('http://e.com/show?id=1&s=1'), 'unique 1');
  assert.equal(look('http://e.com/show?id=1&s=2'), 'duplicate 2');
  assert.equal(look('http://e.com/show?id=2&s=2'), 'unique 1');
  assert.equal(look('http://e.com/show?id=1&s=2', 99), 'duplicate 3');
  assert.equal(look('http://e.com/show?id=1&s=2', 100), 'revision 4');
  assert.equal(look('http://e.com/login'), 'blacklisted 0');
});

const seen = (filter: DuplicateFilter, number: number, at: number): string => {
  const url = `http://e.com/${number}`;
  return filter.look({ key: urlKey(url), at }).kind;
};
const filterOf = (sightings: readonly (readonly [number: number, at: number])[], maxKeys = 100): DuplicateFilter => {
  const filter = new DuplicateFilter({ maxKeys });
  for (const [number, at] of sightings) seen(filter, number, at);
  return filter;
};

test('the key unseen the longest goes for room; forgetting by time', () => {
  const filter = filterOf(
    [1, 2, 1, 3, 4].map((number, at) => [number, at]),
    3,
  );
  assert.deepEqual(
    [1, 2, 3, 4].map((number) => filter.knows(`http://e.com/${number}`)),
    [true, false, true, true],
  );
  filter.forget(4);
  assert.deepEqual([seen(filter, 4, 9), seen(filter, 3, 9)], ['duplicate', 'unique']);
  assert.throws(() => new DuplicateFilter({ maxKeys: 0 }), { name: 'RangeError', message: /got 0, expected 1/ });
});

const sightings = fc.array(fc.tuple(fc.nat(9), fc.nat(5)), { maxLength: 20 });

test('invariant: a saved filter goes on as the one it was saved from', () => {
  fc.assert(
    fc.property(sightings, sightings, fc.integer({ min: 1, max: 6 }), (before, after, maxKeys) => {
      const filter = filterOf(before, maxKeys);
      const again = DuplicateFilter.decode(filter.encode());
      assert.deepEqual(again.encode(), filter.encode());
      for (const [number, at] of after) assert.equal(seen(again, number, at), seen(filter, number, at));
    }),
    { seed: 5 },
  );
});

test('damaged, cut and foreign bytes are refused with got and expected; size is bounded', () => {
  const filter = filterOf(Array.from({ length: 500 }, (_, at) => [at, at]));
  const bytes = filter.encode();
  assert.ok(bytes.length <= 100 * 20 + 300, `${bytes.length} bytes`);
  const damaged = bytes.slice();
  damaged[200] ^= 1;
  const cases: readonly [Uint8Array, RegExp][] = [
    [damaged, /checksum got .* expected/],
    [bytes.subarray(0, 100), /length got 100, expected/],
    [new Uint8Array(0), /length got 0, expected/],
    [new TextEncoder().encode('XXXX'.repeat(20)), /magic got "XXXX", expected "DhDf"/],
  ];
  for (const [given, message] of cases)
    assert.throws(() => DuplicateFilter.decode(given), { name: 'RangeError', message });
});

const DAY = 86_400_000;

test('a synthetic site: the article number identifies, the session and where a reader came from do not', () => {
  const fetched = Array.from({ length: 120 }, (_, at) => {
    const id = at % 40;
    const query = [
      `id=${id}`,
      `session=${(at * 7919) % 1000}`,
      `lang=en`,
      `utm_source=s${at % 3}`,
      ...(at % 2 ? ['replytocom=7'] : []),
    ];
    return {
      url: `https://news.example:8080/show/${at % 2 ? 'amp' : ''}?${query.join('&')}`,
      digest: `content ${id}`,
      at: at * DAY,
    };
  });
  const [rule, ...others] = learnUrlRules(fetched);
  assert.deepEqual(others, []);
  assert.deepEqual(rule.retain, ['id']);
  assert.equal(rule.support, 120);
  assert.equal(rule.isUndecided, false);
  const keys = new Set(fetched.map(({ url }) => urlKey(url, '', { rules: [rule] }).key.replace('/amp', '')));
  assert.equal(keys.size, 40, 'one key a document');
  assert.deepEqual(learnUrlRules(fetched, [rule.pattern.source]), []);
  assert.deepEqual(learnUrlRules(fetched.slice(0, 49)), [], 'too few fetches say nothing');
});

test('a document that two parameters identify: both are retained', () => {
  const fetched = Array.from({ length: 60 }, (_, at) => ({
    url: `https://board.example/view?page=${at % 4}&sid=${at}&thread=${at % 15}`,
    digest: `thread ${at % 15}, page ${at % 4}`,
    at: at * DAY,
  }));
  assert.deepEqual(
    learnUrlRules(fetched).map(({ retain }) => retain),
    [['page', 'thread']],
  );
});

test('a front page is told by its title; an article that never changes needs no rule', () => {
  const front = Array.from({ length: 60 }, (_, at) => ({ url: 'http://e.com/', digest: `${at}`, at: at * 3_600_000 }));
  assert.deepEqual(
    learnUrlRules(front).map(({ retain }) => retain),
    [['_cid_']],
  );
  assert.deepEqual(learnUrlRules(front.map((one) => ({ ...one, digest: 'same' }))), []);
});

test('eviction: what is too old goes, the latest few stay whatever their age', () => {
  const filter = new DuplicateFilter();
  const at = (key: number): number => key * 10;
  for (let key = 0; key < 20; key++) filter.look({ key: urlKey(`http://e.com/${key}`), at: at(key) });
  const known = (): number =>
    Array.from({ length: 20 }, (_, key) => filter.knows(`http://e.com/${key}`)).filter(Boolean).length;
  filter.evict(at(19), 1_000, 5);
  assert.equal(known(), 20);
  filter.evict(at(19), 100, 5);
  assert.equal(known(), 11, 'those not older than 100');
  filter.evict(at(19), 10, 5);
  assert.equal(known(), 5, 'the latest five stay');
  filter.evict(at(19) + 1_000, 10, 0);
  assert.equal(known(), 0);
});

test('canonical addresses: trusted where they name the document, not where all pages name the front page', () => {
  const fetch = (host: string, path: string, canonical: string | null, digest: string) => ({
    url: `https://${host}/${path}`,
    canonical: canonical === null ? null : `https://${host}/${canonical}`,
    digest,
    at: 0,
  });
  const good = Array.from({ length: 30 }, (_, at) => fetch('good.example', `story-${at}`, `story-${at}`, `text ${at}`));
  const aliases = [1, 2, 3].map((at) => fetch('good.example', `node/${at}`, `story-${at}`, `text ${at}`));
  const lazy = Array.from({ length: 30 }, (_, at) => fetch('lazy.example', `story-${at}`, '', `text ${at}`));
  const none = Array.from({ length: 30 }, (_, at) => fetch('none.example', `story-${at}`, null, `text ${at}`));
  const rules = learnUrlRules([...good, ...aliases, ...lazy, ...none]);
  assert.deepEqual(
    rules.map(({ retain, support }) => [retain, support]),
    [[['_canonical_'], 33]],
  );
  assert.match(rules[0].pattern.source, /good\\\.example/);
  const keyOf = ({ url, canonical }: { readonly url: string; readonly canonical: string | null }): string =>
    urlKey(url, '', { rules, canonical, canonicalByRule: true }).key;
  assert.equal(keyOf(aliases[0]), 'https://good.example/story-1');
  assert.equal(keyOf(lazy[4]), 'https://lazy.example/story-4');
  assert.deepEqual(learnUrlRules(good, [rules[0].pattern.source]), []);
});
