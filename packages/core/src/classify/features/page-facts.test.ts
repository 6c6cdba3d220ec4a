import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from '@dehusk/html';
import { blockFacts, log1p } from './facts.js';
import { PAGE_NAMES, pageFacts } from './page-facts.js';

test('generators are found in the head of the source, in any case', () => {
  const cases: readonly (readonly [source: string, found: readonly string[]])[] = [
    ['<meta name=generator content="Discourse 3.2"><p>A thread.', ['generator.forum']],
    ['<script src=/cdn.SHOPIFY.com/a.js></script><!-- WordPress --><p>A shop.', ['generator.weblog', 'generator.shop']],
    [`<p>${'a '.repeat(11_000)}</p><p>Made with Hugo.`, []],
  ];
  for (const [source, found] of cases) {
    const parsed = parse(source);
    assert.ok(parsed.ok);
    const facts = pageFacts(blockFacts(parsed.page));
    const names = PAGE_NAMES.filter((name, at) => name.startsWith('generator.') && facts[at] === 1);
    assert.deepEqual(names, found, source.slice(0, 60));
  }
});

test('the table of logarithms is the function', () => {
  for (const value of [0, 1, 2.5, 4095, 4096, 5000, 0.1, -0.5, 1e9, 2 ** 31, Number.POSITIVE_INFINITY])
    assert.equal(log1p(value), Math.log1p(value));
});
