import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  bm25Index,
  buildQueries,
  ndcgAt,
  precisionAt,
  printRetrieval,
  type RetrievalPage,
  searchVariant,
  TOKENISER,
} from './retrieval.js';

const close = (got: number, expected: number): void =>
  assert.ok(Math.abs(got - expected) < 1e-9, `got ${got}, expected ${expected}`);

test('BM25: a worked case, with k1 = 1.2 and b = .75', () => {
  // Lengths 2, 4, 0: mean 2. "cat" is in two of three documents, "dog" in one.
  const index = bm25Index([['cat', 'sat'], ['cat', 'cat', 'dog', 'ran'], []]);
  assert.deepEqual([index.documentsWith('cat'), index.documentsWith('dog'), index.documentsWith('cow')], [2, 1, 0]);
  const cat = Math.log(1 + 1.5 / 2.5);
  // Document 1: tf 2, length twice the mean, so k1 · 1.75 = 2.1; document 0: tf 1, length the mean, k1 = 1.2.
  const [first, second, ...others] = index.search(['cat']);
  assert.deepEqual([first.document, second.document, others.length], [1, 0, 0]);
  close(first.score, (cat * 2 * 2.2) / (2 + 2.1));
  close(second.score, (cat * 1 * 2.2) / (1 + 1.2));
  // "dog" and "sat" are in one document each; a repeated term counts twice.
  const [best] = index.search(['dog', 'sat', 'sat']);
  assert.equal(best.document, 0);
  close(best.score, 2 * Math.log(1 + 2.5 / 1.5));
  assert.deepEqual(index.search(['cow']), []);
  const equal = bm25Index([['a'], ['a']]).search(['a']);
  assert.deepEqual(
    equal.map(({ document }) => document),
    [0, 1],
    'equal scores: the first document',
  );
});

test('P@k, NDCG@k and the reciprocal rank: worked cases', () => {
  const grades = new Map([
    [7, 3],
    [8, 2],
    [9, 1],
  ]);
  const ranked = [8, 4, 7];
  close(precisionAt(ranked, grades, 10), 0.2);
  close(precisionAt(ranked, grades, 1), 1);
  // Gains 3, 0, 7 with discounts 1, log₂ 3, 2; ideal 7, 3, 1.
  const ideal = 7 + 3 / Math.log2(3) + 1 / 2;
  close(ndcgAt(ranked, grades, 10), (3 + 7 / 2) / ideal);
  close(ndcgAt(ranked, grades, 1), 3 / 7);
  close(ndcgAt([7, 8, 9], grades, 10), 1);
  close(ndcgAt([], grades, 10), 0);
});

const WORDS = 'harbour engine garden winter copper bridge market violin'.split(' ');

/** Pages of two collections, each on one topic and with one unique word. */
const pages: readonly RetrievalPage[] = Array.from({ length: 80 }, (_, at) => {
  const topic = WORDS[at % WORDS.length];
  const gold = `Long ago people of the ${topic} number${at} wrote about ${topic} every single day.`;
  return {
    collection: at < 40 ? 'first' : 'second',
    gold: { gold, goldMarkup: null, title: `The ${topic} number${at}` },
  };
});
const golds = pages.map(({ gold }) => gold.gold);
const goldIndex = bm25Index(golds.map((text) => TOKENISER.tokens(text)));
const queries = buildQueries(pages, goldIndex, 10);

test('queries come from the golds, repeat for a seed, and have the grades their kind promises', () => {
  assert.deepEqual(buildQueries(pages, goldIndex, 10), queries);
  for (const kind of ['title', 'sentence', 'agreement'])
    for (const collection of ['first', 'second'])
      assert.equal(queries.filter((one) => one.kind === kind && one.collection === collection).length, 10);
  for (const { kind, terms, grades } of queries) {
    const [page] = grades.keys();
    if (kind !== 'agreement') {
      assert.deepEqual([...grades.values()], [1]);
      for (const term of terms) assert.ok(TOKENISER.tokens(golds[page]).includes(term), term);
    } else assert.deepEqual([...grades.values()], [3, 2, 2, 2, 2, 1, 1, 1, 1, 1]);
    assert.equal(terms.length, kind === 'agreement' ? 2 : 3);
  }
});

test('pages with the same gold are equally right; index pages and Japanese pages make no queries', () => {
  const page = (gold: string): RetrievalPage => ({ collection: 'c', gold: { gold, goldMarkup: null, title: 'A b' } });
  const found = buildQueries([page(''), page('same'), page('same'), page('日本語のページ')], bm25Index([]), 10);
  assert.deepEqual(
    found.map(({ kind, grades }) => [kind, [...grades.keys()]]),
    [['title', [1, 2]]],
  );
});

test('boxes that name another page’s topic cost rank; the report has every index and the verdicts', () => {
  const box = (at: number): string => ` ${WORDS[(at + 1) % WORDS.length]}`.repeat(9);
  const variants = [
    searchVariant(
      'everything',
      golds.map((text, at) => text + box(at)),
      queries,
    ),
    searchVariant('bte', golds, queries),
    searchVariant(
      'boilerpipe-num-words',
      golds.map((text, at) => (at === 0 ? '' : text)),
      queries,
    ),
  ];
  const agreement = variants.map(({ scores }) =>
    scores.filter(({ query }) => query.kind === 'agreement').map(({ ndcg }) => ndcg),
  );
  const [full, bte] = agreement.map((list) => list.reduce((sum, one) => sum + one, 0) / list.length);
  close(bte, 1);
  assert.ok(full < 0.9, `full text ${full}`);
  const text = printRetrieval({ pages, queries, variants, signatures: ['signed'] });
  assert.match(text, /agreement, 20 queries[\s\S]*\nbte +100\.0 100\.0 [\s\S]*everything < bte: shown/);
  assert.match(text, /boilerpipe-num-words .* 1$/m);
});
