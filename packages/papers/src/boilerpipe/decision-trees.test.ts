import assert from 'node:assert/strict';
import { test } from 'node:test';
import { optionsOf } from '@dehusk/core/extend';
import fc from 'fast-check';
import {
  CANOLA_OPTIONS,
  classifyByCanola,
  classifyByDensity,
  classifyByWords,
  DENSITY_OPTIONS,
  NO_NEIGHBOUR,
  NUM_WORDS_OPTIONS,
  type Shallow,
} from './decision-trees.js';

const NUM_WORDS_DEFAULTS = optionsOf(NUM_WORDS_OPTIONS).defaults;
const DENSITY_DEFAULTS = optionsOf(DENSITY_OPTIONS).defaults;
const CANOLA_DEFAULTS = optionsOf(CANOLA_OPTIONS).defaults;

const words = (count: number, linkDensity = 0): Shallow => ({
  words: count,
  textDensity: count,
  linkDensity: Math.fround(linkDensity),
});
const density = (textDensity: number, linkDensity = 0): Shallow => ({
  words: 1,
  textDensity,
  linkDensity: Math.fround(linkDensity),
});

test('num-words: both sides of every threshold of the tree', () => {
  const cases: readonly (readonly [string, Shallow, Shallow, Shallow, boolean])[] = [
    ['a third of links is too many', words(99), words(99, 1 / 3), words(99), false],
    ['just less is not', words(99), words(99, 0.333333), words(99), true],
    ['long', NO_NEIGHBOUR, words(17), NO_NEIGHBOUR, true],
    ['short, alone', NO_NEIGHBOUR, words(16), NO_NEIGHBOUR, false],
    ['short, next not long enough', NO_NEIGHBOUR, words(16), words(15), false],
    ['short, next long enough', NO_NEIGHBOUR, words(16), words(16), true],
    ['short, previous too short', words(4), words(1), words(15), false],
    ['short, previous long enough', words(5), words(1), words(15), true],
    ['after five ninths of links: as usual', words(9, 5 / 9), words(17), NO_NEIGHBOUR, true],
    ['after more links: 40 words are short', words(9, 0.56), words(40), words(17), false],
    ['after more links: the next saves it', words(9, 0.56), words(40), words(18), true],
    ['after more links: 41 words are enough', words(9, 0.56), words(41), NO_NEIGHBOUR, true],
    ['no words at all beside a long block', NO_NEIGHBOUR, words(0), words(16), true],
  ];
  for (const [name, previous, block, next, content] of cases)
    assert.equal(classifyByWords(previous, block, next, NUM_WORDS_DEFAULTS).content, content, name);
});

test('density: both sides of every threshold of the tree', () => {
  const cases: readonly (readonly [string, Shallow, Shallow, Shallow, boolean])[] = [
    ['a third of links is too many', density(9), density(12, 1 / 3), density(12), false],
    ['dense', NO_NEIGHBOUR, density(9.01), density(1), true],
    ['dense, but nothing behind', density(12), density(12), NO_NEIGHBOUR, false],
    ['sparse, next not dense', NO_NEIGHBOUR, density(9), density(10), false],
    ['sparse, next dense', NO_NEIGHBOUR, density(9), density(10.01), true],
    ['sparse, previous too sparse', density(4), density(9), density(10), false],
    ['sparse, previous dense enough', density(4.01), density(9), density(10), true],
    ['after links: next 11', density(9, 0.56), density(50), density(11), false],
    ['after links: next more', density(9, 0.56), density(1), density(11.01), true],
    ['after five ninths of links: as usual', density(9, 5 / 9), density(9.01), density(1), true],
  ];
  for (const [name, previous, block, next, content] of cases)
    assert.equal(classifyByDensity(previous, block, next, DENSITY_DEFAULTS).content, content, name);
});

test('canola: both sides of every threshold', () => {
  const linked = words(1, 0.1);
  const cases: readonly (readonly [string, Shallow, Shallow, Shallow, boolean])[] = [
    ['a link before 12 words', NO_NEIGHBOUR, linked, words(12), true],
    ['a link before 11 linked words', NO_NEIGHBOUR, linked, words(11, 0.1), false],
    ['20 words', NO_NEIGHBOUR, words(20), NO_NEIGHBOUR, true],
    ['19 words, nothing around', NO_NEIGHBOUR, words(19), NO_NEIGHBOUR, false],
    ['7 words before 7', NO_NEIGHBOUR, words(7), words(7), true],
    ['7 words before 6', NO_NEIGHBOUR, words(7), words(6), false],
    ['7 words before links', NO_NEIGHBOUR, words(7), words(7, 0.1), false],
    ['7 words after links', words(9, 0.1), words(7), words(7), false],
    ['6 words after 7', words(7), words(6), words(7), false],
    ['6 words after 8', words(8), words(6), words(7), true],
    ['6 words before 19', NO_NEIGHBOUR, words(6), words(19), false],
    ['6 words before 20', NO_NEIGHBOUR, words(6), words(20), true],
  ];
  for (const [name, previous, block, next, content] of cases)
    assert.equal(classifyByCanola(previous, block, next, CANOLA_DEFAULTS).content, content, name);
});

test('invariant: canola is the disjunction it was published as', () => {
  const block = fc.record({
    words: fc.nat(25),
    textDensity: fc.constant(0),
    linkDensity: fc.constantFrom(0, 0, 0.2, 1),
  });
  fc.assert(
    fc.property(block, block, block, (previous, current, next) => {
      const expected =
        (current.linkDensity > 0 && next.words > 11) ||
        current.words > 19 ||
        (next.words > 6 &&
          next.linkDensity === 0 &&
          previous.linkDensity === 0 &&
          (current.words > 6 || previous.words > 7 || next.words > 19));
      assert.equal(classifyByCanola(previous, current, next, CANOLA_DEFAULTS).content, expected);
    }),
  );
});

test('reasons give the comparison that decided', () => {
  const why = (block: Shallow, next: Shallow = NO_NEIGHBOUR): string =>
    classifyByWords(NO_NEIGHBOUR, block, next, NUM_WORDS_DEFAULTS).why;
  assert.equal(why(words(8, 0.62)), 'link density .62 > .333');
  assert.equal(why(words(25)), '25 words > 16');
  assert.equal(why(words(3), words(30)), '3 words, next has 30 > 15');
});
