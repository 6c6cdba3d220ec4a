import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { NOTHING_KNOWN } from '../datasets/dataset.js';
import { METRICS, metricNamed } from './index.js';
import { aggregate, type Metric, signatureOf } from './metric.js';

/** A gold whose text is also its Markdown, so that every metric has something to find. */
const goldOf = (gold: string) => ({
  ...NOTHING_KNOWN,
  gold,
  structure: { markdown: gold, address: '', math: true, titles: [], ...NO_FIELDS },
});
const NO_FIELDS = { headings: [], links: [], images: [], codeLanguages: [] };

const texts = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.constantFrom('the', 'a', 'cat', 'Łódź', '猫は', 'ไทย', '<p>', 'URL', '.', '\n', '\u0000', '👩‍👩‍👧'), {
      maxLength: 60,
    })
    .map((words) => words.join(' ')),
);

for (const definition of METRICS) {
  const metric = definition.create(definition.defaults);
  const symmetric = metric.name !== 'cleaneval';

  test(`${metric.name}: counts fit the columns, figures stay in 0…1, on any texts`, () => {
    fc.assert(
      fc.property(texts, texts, (gold, output) => {
        const counts = metric.count(goldOf(gold), output);
        assert.equal(counts.length, metric.columns.length);
        for (const count of counts) assert.ok(Number.isFinite(count) && count >= 0, `${counts}`);
        const figures = [metric.score(counts), metric.precision?.(counts) ?? 1, metric.recall?.(counts) ?? 1];
        for (const figure of figures) assert.ok(Number.isNaN(figure) || (figure >= 0 && figure <= 1), `${figures}`);
        // A page without tables has no score for tables.
        assert.ok(metric.reads === 'markdown' || !Number.isNaN(figures[0]));
      }),
      { numRuns: 100 },
    );
  });

  test(`${metric.name}: a text against itself scores 1, and nothing against a text scores less`, () => {
    fc.assert(
      fc.property(texts, (text) => {
        const gold = goldOf(text);
        const score = metric.score(metric.count(gold, text));
        if (metric.reads !== 'markdown' || !Number.isNaN(score)) assert.equal(score, 1);
      }),
      { numRuns: 100 },
    );
    if (metric.reads === 'markdown') return;
    assert.ok(metric.score(metric.count(goldOf('one two three four five'), '')) < 0.5);
    assert.ok(metric.score(metric.count(goldOf('one two three four five'), 'six seven eight nine ten')) < 0.5);
  });

  if (symmetric && metric.precision && metric.recall)
    test(`${metric.name}: swapping output and gold swaps precision and recall`, () => {
      fc.assert(
        fc.property(texts, texts, (a, b) => {
          const there = metric.count(goldOf(a), b);
          const back = metric.count(goldOf(b), a);
          assert.equal(metric.precision?.(there), metric.recall?.(back));
          assert.equal(metric.score(there), metric.score(back));
        }),
        { numRuns: 60 },
      );
    });

  test(`${metric.name}: aggregating one page is scoring it; sums do not depend on the order of pages`, () => {
    const pages = ['a b c d e f', 'one two three four five', 'x y'].map((gold, at) =>
      metric.count(goldOf(gold), ['a b c d', 'one two three four five six', ''][at]),
    );
    for (const how of metric.aggregations) {
      const one = aggregate(metric, [pages[0]], how);
      const isSame = (a: number, b: number): boolean => Object.is(a, b) || Math.abs(a - b) < 1e-12;
      assert.ok(isSame(one.score, metric.score(pages[0])), how);
      const score = aggregate(metric, pages, how);
      assert.equal(score.pages, 3);
      assert.ok(isSame(score.score, aggregate(metric, [...pages].reverse(), how).score));
    }
  });

  test(`${metric.name}: every option is documented`, () => {
    assert.deepEqual(Object.keys(definition.optionDocs).sort(), Object.keys(definition.defaults).sort());
  });
}

test('micro weighs pages by length, macro does not', () => {
  const metric = metricNamed('word-multiset');
  const rows = [
    [1, 1, 1],
    [0, 3, 3],
  ];
  assert.equal(aggregate(metric, rows, 'macro').score, 0.5);
  assert.equal(aggregate(metric, rows, 'micro').score, 0.25);
  assert.throws(
    () => aggregate(metricNamed('structure'), rows, 'macro'),
    /got aggregation "macro", expected one of: micro/,
  );
});

test('metrics are named with their options', () => {
  assert.equal(metricNamed('characters:exactUpTo=2').options.exactUpTo, 2);
  assert.equal(metricNamed('lcs-words:figure=recall,tokeniser=spaces').tokeniser, 'spaces');
  assert.throws(() => metricNamed('bleu'), /no metric is named "bleu" \(there are: word-multiset, /);
  assert.throws(() => metricNamed('lcs-words:length=2'), /no option "length" \(options: tokeniser, figure\)/);
  assert.throws(() => metricNamed('characters:exactUpTo=two'), /got "two", expected a number/);
  assert.throws(() => metricNamed('lcs-words:tokeniser=bpe'), /no tokeniser is named "bpe"/);
});

test('a signature names everything a figure depends on', () => {
  const made = (metric: Metric, sha256: string): string =>
    signatureOf({
      metric,
      dataset: { name: 'wcxb-dev', sha256 },
      pages: 1358,
      extractor: { name: 'boilerpipe-article', options: { b: 2, a: 'x' } },
      version: '0.1.0',
      commit: '0123456789abcdef',
    });
  assert.equal(
    made(metricNamed('lcs-words'), 'f'.repeat(64)),
    'lcs-words|tok:words|agg:macro|data:wcxb-dev@ffffffffffff|n:1358|by:boilerpipe-article(a:x,b:2)|v:0.1.0|commit:0123456789ab',
  );
  assert.notEqual(made(metricNamed('lcs-words'), '0'.repeat(64)), made(metricNamed('lcs-words'), 'f'.repeat(64)));
});
