import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DuplicateFilter } from './duplicate-filter.js';
import { learnUrlRules, printLearntRules } from './rule-learning.js';
import { urlKey } from './url-key.js';
import { parseUrlRules } from './url-rules.js';

test('duplicates are counted by revision, unseen text makes a revision, every step is counted', () => {
  const filter = new DuplicateFilter();
  const rules = parseUrlRules('e\\.com/show\tid');
  const look = (url: string, unseen: number | null = null, title = ''): string => {
    const { kind, revision } = filter.look(
      url,
      urlKey(url, title, { rules, blacklist: ['http://e.com/login'] }),
      unseen === null ? null : () => unseen,
    );
    return `${kind} ${revision}`;
  };
  assert.equal(look('http://e.com/show?id=1&s=1'), 'unique 1');
  assert.equal(look('http://e.com/show?id=1&s=2'), 'duplicate 2');
  assert.equal(look('http://e.com/show?id=2&s=2'), 'unique 1');
  assert.equal(look('http://e.com/show?id=1&s=2', 99), 'duplicate 3');
  assert.equal(look('http://e.com/show?id=1&s=2', 100), 'revision 4');
  assert.equal(look('http://e.com/login'), 'blacklisted 0');
  assert.deepEqual(filter.counters, {
    documents: 6,
    blacklisted: 1,
    urls: 3,
    basicKeys: 3,
    keysWithoutQuery: 1,
    keys: 2,
    revisions: 1,
  });
  filter.forget('http://e.com/show?id=1');
  assert.equal(look('http://e.com/show?id=1'), 'unique 1');
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
      url: `https://news.example/show/${at % 2 ? 'amp' : ''}?${query.join('&')}`,
      digest: `content ${id}`,
      at: at * DAY,
    };
  });
  const [rule, ...others] = learnUrlRules(fetched);
  assert.deepEqual(others, []);
  assert.deepEqual(rule.retain, ['id']);
  assert.deepEqual(rule.dropped, ['lang', 'replytocom', 'session', 'utm_source']);
  assert.equal(rule.support, 120);
  assert.ok(rule.confidence >= 0.8);
  const keys = new Set(fetched.map(({ url }) => urlKey(url, '', { rules: [rule] }).key.replace('/amp', '')));
  assert.equal(keys.size, 40, 'one key a document');
  assert.deepEqual(
    parseUrlRules(printLearntRules([rule])).map(({ retain }) => retain),
    [['id']],
  );
  assert.match(printLearntRules([rule]), /^# 120 fetches, confidence \d\.\d\d; dropped: lang/);
  assert.deepEqual(learnUrlRules(fetched, { vetoed: [rule.pattern.source] }), []);
  assert.deepEqual(learnUrlRules(fetched.slice(0, 49)), [], 'too few fetches say nothing');
});

test('a front page is told by its title; an article that never changes needs no rule', () => {
  const front = Array.from({ length: 60 }, (_, at) => ({ url: 'http://e.com/', digest: `${at}`, at: at * 3_600_000 }));
  assert.deepEqual(
    learnUrlRules(front).map(({ retain }) => retain),
    [['_cid_']],
  );
  assert.deepEqual(learnUrlRules(front.map((one) => ({ ...one, digest: 'same' }))), []);
});
