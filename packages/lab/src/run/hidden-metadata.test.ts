import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readMetadata } from '@dehusk/core/train';
import { parse } from '@dehusk/html';
import {
  type Condition,
  countField,
  FIELDS,
  hiddenGold,
  hideMetadata,
  type MetadataValues,
  noCounts,
  valuesOf,
  valuesOfPeer,
} from './hidden-metadata.js';

const PAGE = `<html><head><title>The bridge | Valley Post</title><meta property="og:title" content="The bridge">
<script type="application/ld+json">{"@type":"NewsArticle","headline":"The bridge","datePublished":"2024-05-17T08:00:00Z",
"author":[{"name":"Jane Doe"},{"name":"Valley Post"},{"name":"jdoe"}],"publisher":{"name":"Valley Post"}}</script></head>
<body><h1>The bridge</h1><p class="byline">By Jane Doe</p><script>let kept = 1;</script></body></html>`;
const GOLD: MetadataValues = {
  authors: ['Jane Doe'],
  date: '2024-05-17',
  title: 'The bridge',
  siteName: 'Valley Post',
};

test('the gold is the JSON-LD of an article, without publishers and accounts as authors', () => {
  assert.deepEqual(hiddenGold(PAGE, null), GOLD);
  assert.equal(hiddenGold(PAGE.replace('NewsArticle', 'Product'), null), null);
  assert.equal(hiddenGold('<p>no JSON-LD', null), null);
});

for (const [condition, hidden, kept] of [
  ['without JSON-LD', /ld\+json/, /og:title.*let kept = 1/s],
  ['body only', /ld\+json|<meta/, /<title>The bridge.*let kept = 1/s],
] as const)
  test(`${condition}: no system sees what is hidden, and the rest stays`, () => {
    const html = hideMetadata(PAGE, condition satisfies Condition);
    assert.doesNotMatch(html, hidden);
    assert.match(html, kept);
    const parsed = parse(html);
    assert.ok(parsed.ok);
    assert.deepEqual(valuesOf(readMetadata(parsed.page)), { ...GOLD, date: null });
  });

const NONE: MetadataValues = { authors: null, date: null, title: null, siteName: null };
for (const [what, field, gold, got, expected] of [
  [
    'the same names in another order',
    'authors',
    { authors: ['A B', 'C D'] },
    { authors: ['c d', 'Á B, MD'] },
    [2, 2, 2],
  ],
  ['one name of two', 'authors', { authors: ['A B', 'C D'] }, { authors: ['A B'] }, [2, 1, 1]],
  ['a name too many', 'authors', { authors: ['A B'] }, { authors: ['A B', 'Staff'] }, [1, 2, 1]],
  ['nothing found', 'date', { date: '2024-05-17' }, {}, [1, 0, 0]],
  ['the day after', 'date', { date: '2024-05-17' }, { date: '2024-05-18' }, [1, 1, 0]],
  ['other signs', 'title', { title: '“The bridge”' }, { title: 'The Bridge!' }, [1, 1, 1]],
  ['no gold counts nothing', 'siteName', {}, { siteName: 'Post' }, [0, 0, 0]],
] as const)
  test(`counts of ${field}: ${what}`, () => {
    const counts = noCounts();
    countField(counts, field, { ...NONE, ...gold }, { ...NONE, ...got });
    assert.deepEqual([counts.gold, counts.given, counts.right], expected);
  });

test('the words of titles are compared, too', () => {
  const counts = noCounts();
  countField(counts, 'title', { ...NONE, title: 'The old bridge' }, { ...NONE, title: 'The bridge' });
  assert.deepEqual([counts.right, counts.wordF1], [0, 0.8]);
});

test('a peer’s line of authors is split, and its date read', () => {
  const peer = { author: 'By Jane Doe and John Roe', date: 'May 17, 2024', title: null, siteName: null };
  assert.deepEqual(valuesOfPeer(peer), { ...NONE, authors: ['Jane Doe', 'John Roe'], date: '2024-05-17' });
  assert.equal(FIELDS.length, Object.keys(NONE).length);
});
