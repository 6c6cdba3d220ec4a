import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Extractor, LabelledBlocks } from '@dehusk/core';
import { NO_CONTEXT } from '@dehusk/core/extend';
import { parse } from '@dehusk/html';
import fc from 'fast-check';
import { PLAIN_PARAGRAPHS, paragraphsOf } from '../justext/paragraphs.js';
import { agreement, firstThatFinds } from './combinators.js';

/** Keeps the paragraphs that contain one of the letters. */
const letters = (wanted: string): Extractor => ({
  name: `letters-${wanted}`,
  summary: '',
  source: '',
  defaults: {},
  domains: {},
  optionDocs: {},
  label(page): LabelledBlocks {
    const blocks = paragraphsOf(page, PLAIN_PARAGRAPHS);
    const keep = Uint8Array.from(blocks, ({ text }) => ([...wanted].some((letter) => text.includes(letter)) ? 1 : 0));
    return { blocks, labels: { keep, why: Array.from(keep, (one) => (one === 1 ? 'has it' : 'has it not')) } };
  },
});
const run = (extractor: Extractor, html: string, options: Record<string, number> = {}): LabelledBlocks => {
  const parsed = parse(html);
  assert.ok(parsed.ok);
  return extractor.label(parsed.page, { ...extractor.defaults, ...options }, NO_CONTEXT);
};
const kept = ({ blocks, labels }: LabelledBlocks): string[] =>
  blocks.filter((_, at) => labels.keep[at] === 1).map((block) => block.text);
const PAGE = '<div><p>a</p><p>ab</p></div><div><p>b b b</p><p>c c</p></div>';

test('firstThatFinds: the first with enough words answers, and says so', () => {
  const one = firstThatFinds('one', [letters('x'), letters('b')], 2);
  const labelled = run(one, PAGE);
  assert.deepEqual(kept(labelled), ['ab', 'b b b']);
  assert.deepEqual(labelled.labels.why[0], 'letters-b: has it not');
  assert.deepEqual(kept(run(firstThatFinds('one', [letters('a'), letters('b')], 2), PAGE)), ['a', 'ab']);
});

test('firstThatFinds: when none finds enough, the one that kept most answers', () => {
  assert.deepEqual(kept(run(firstThatFinds('one', [letters('a'), letters('b'), letters('c')], 50), PAGE)), [
    'ab',
    'b b b',
  ]);
  assert.deepEqual(kept(run(firstThatFinds('one', [letters('x')], 1), PAGE)), []);
});

test('agreement: votes are counted per text node', () => {
  const three = agreement('three', [letters('a'), letters('b'), letters('bc')], 2);
  assert.deepEqual(kept(run(three, PAGE)), ['ab', 'b b b']);
  assert.deepEqual(kept(run(three, PAGE, { votes: 1 })), ['a', 'ab', 'b b b', 'c c']);
  assert.deepEqual(kept(run(three, PAGE, { votes: 3 })), ['ab']);
});

test('agreement: a block of the first extractor is split where the others disagree', () => {
  const whole: Extractor = {
    ...letters('abc'),
    label(page) {
      const all = paragraphsOf(page, PLAIN_PARAGRAPHS);
      const nodes = all.flatMap((one) => Array.from(one.nodes));
      const block = { ...all[0], last: all[all.length - 1].last, nodes };
      return { blocks: [block], labels: { keep: Uint8Array.of(1), why: ['whole'] } };
    },
  };
  const labelled = run(agreement('two', [whole, letters('b')], 2), PAGE);
  assert.deepEqual(
    labelled.blocks.map((block) => block.text),
    ['a', 'ab\nb b b', 'c c'],
  );
  assert.deepEqual([...labelled.labels.keep], [0, 1, 0]);
});

test('invariant: one vote is the union, all votes the intersection, and more votes never keep more', () => {
  const wanted = fc.stringMatching(/^[abc]{1,2}$/);
  fc.assert(
    fc.property(fc.array(wanted, { minLength: 1, maxLength: 4 }), (members) => {
      const extractors = members.map(letters);
      const sets = extractors.map((one) => new Set(kept(run(one, PAGE))));
      const texts = ['a', 'ab', 'b b b', 'c c'];
      for (let votes = 1; votes <= members.length; votes++) {
        const expected = texts.filter((text) => sets.filter((set) => set.has(text)).length >= votes);
        assert.deepEqual(kept(run(agreement('some', extractors, votes), PAGE)), expected);
      }
    }),
    { numRuns: 30 },
  );
});

test('combinators of no extractors are a programming error', () => {
  assert.throws(() => agreement('none', [], 1), TypeError);
  assert.throws(() => firstThatFinds('none', [], 1), TypeError);
});

test('agreement is linear in pages where every tag name is different', () => {
  const readsOfNames = (count: number): number => {
    const parsed = parse(Array.from({ length: count }, (_, at) => `<t${at}><p>ab</p></t${at}>`).join(''));
    assert.ok(parsed.ok);
    let reads = 0;
    const get = (names: readonly string[], at: string | symbol): unknown => {
      reads++;
      return Reflect.get(names, at);
    };
    const page = { ...parsed.page, names: new Proxy(parsed.page.names, { get }) };
    agreement('two', [letters('a'), letters('b')], 2).label(page, { votes: 2 }, NO_CONTEXT);
    return reads;
  };
  assert.ok(readsOfNames(400) < 2.5 * readsOfNames(200));
});
