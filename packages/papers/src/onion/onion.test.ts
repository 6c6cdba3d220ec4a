import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createOnion, judge, type OnionOptions } from './onion.js';

/** So many words that occur nowhere else, starting with the prefix. */
const words = (prefix: string, count: number): string =>
  Array.from({ length: count }, (_, at) => prefix + String.fromCharCode(97 + (at % 26), 97 + Math.floor(at / 26))).join(
    ' ',
  );
const flags = (decision: { duplicate: Uint8Array }): string =>
  Array.from(decision.duplicate, (bit) => 'FT'[bit]).join(' ');

test('the worked example: counts, decisions and the number of n-grams remembered', () => {
  const A = words('a', 14);
  const L25 = words('l', 25);
  const onion = createOnion();
  const first = judge(onion, [A, L25]);
  const second = judge(onion, [A, `${L25} extra words here`]);
  const third = judge(onion, [words('n', 34), A]);
  assert.deepEqual([flags(first), flags(second), flags(third)], ['F F', 'T T', 'F T']);
  assert.deepEqual(Array.from(first.duplicateTokens), [0, 0]);
  assert.deepEqual(Array.from(second.duplicateTokens), [14, 25]);
  assert.deepEqual(Array.from(second.tokens), [14, 28]);
  assert.deepEqual(Array.from(third.duplicateTokens), [0, 14]);
  assert.equal(onion.seen.size, 65);
});

test('a document of no more than maxStub words disappears, unless smoothing is off', () => {
  assert.equal(flags(judge(createOnion(), ['only four words here'])), 'T');
  assert.equal(flags(judge(createOnion({ smoothing: false }), ['only four words here'])), 'F');
  assert.equal(flags(judge(createOnion(), [words('x', 20)])), 'T');
  assert.equal(flags(judge(createOnion(), [words('x', 21)])), 'F');
});

test('the threshold is strict: exactly half is not a duplicate', () => {
  const shared = words('s', 10);
  const onion = createOnion({ smoothing: false });
  judge(onion, [shared]);
  assert.equal(flags(judge(onion, [`${shared} ${words('u', 10)}`])), 'F');
  assert.equal(flags(judge(onion, [`${shared} ${words('v', 9)}`])), 'T');
});

test('n-grams run across the paragraphs of a document, and count only in the later one', () => {
  const onion = createOnion({ smoothing: false });
  judge(onion, ['a b c d e f']);
  const decision = judge(onion, ['a b c', 'd e f']);
  assert.deepEqual(Array.from(decision.duplicateTokens), [0, 3]);
});

test('what is dropped teaches nothing', () => {
  const onion = createOnion({ smoothing: false });
  const kept = words('k', 30);
  judge(onion, [kept]);
  assert.equal(flags(judge(onion, [`${kept} ${words('t', 20)}`])), 'T');
  assert.equal(
    flags(judge(onion, [words('t', 20)])),
    'F',
    'the tail was dropped with its paragraph, so it is new here',
  );
});

test('document mode judges the whole by the share over all its tokens', () => {
  const onion = createOnion({ mode: 'document' });
  const A = words('a', 40);
  assert.equal(flags(judge(onion, [A])), 'F');
  assert.equal(flags(judge(onion, [A, words('b', 30)])), 'T T');
  assert.equal(flags(judge(onion, [A, words('c', 50)])), 'F F');
  assert.equal(flags(judge(onion, [])), '');
  assert.equal(flags(judge(onion, ['', ''])), 'F F');
});

test('scripts without spaces: characters are the tokens', () => {
  const text = '网页正文抽取是信息检索的基础任务之一也是语料库建设的第一步';
  const onion = createOnion();
  assert.equal(flags(judge(onion, [text])), 'F');
  assert.equal(flags(judge(onion, [text])), 'T');
  assert.equal(judge(onion, [text]).tokens[0], text.length);
});

/** The definition, word by word, on sets of strings. */
function definition(documents: readonly (readonly string[])[], { n, threshold, smoothing, maxStub }: OnionOptions) {
  const seen = new Set<string>();
  return documents.map((paragraphs) => {
    const local = new Set<string>();
    let window: string[] = [];
    const tokens = paragraphs.map((paragraph) => paragraph.split(' ').filter((one) => one !== ''));
    const bad = tokens.map((list) => {
      let previous = n;
      let duplicates = 0;
      for (const token of list) {
        previous = Math.max(0, previous - 1);
        window = [...window, token].slice(-n);
        if (window.length < n) continue;
        const key = window.join(' ');
        if (local.has(key) || seen.has(key)) {
          duplicates += n - previous;
          previous = n;
        }
        local.add(key);
      }
      return list.length > 0 && duplicates / list.length > threshold;
    });
    if (smoothing) {
      const edged = [true, ...bad, true];
      for (let from = 0; from < edged.length - 1; from++) {
        if (!edged[from]) continue;
        let to = from + 1;
        let total = 0;
        while (!edged[to]) total += tokens[to++ - 1].length;
        if (total <= maxStub) for (let at = from + 1; at < to; at++) bad[at - 1] = true;
      }
    }
    window = [];
    tokens.forEach((list, at) => {
      for (const token of list) {
        window = [...window, token].slice(-n);
        if (window.length === n && !bad[at]) seen.add(window.join(' '));
      }
    });
    return bad;
  });
}

const documentsOf = fc.array(
  fc.array(
    fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 12 }).map((list) => list.join(' ')),
    {
      maxLength: 5,
    },
  ),
  { maxLength: 8 },
);
const optionsOf = fc.record({
  n: fc.integer({ min: 1, max: 6 }),
  threshold: fc.constantFrom(0, 0.3, 0.5, 0.9, 1),
  smoothing: fc.boolean(),
  maxStub: fc.constantFrom(0, 3, 20),
});

test('invariant: every memory gives the decisions of the definition while it has room', () => {
  fc.assert(
    fc.property(documentsOf, optionsOf, fc.constantFrom('exact', 'window', 'bloom'), (documents, given, memory) => {
      const onion = createOnion({ ...given, memory: memory as OnionOptions['memory'], capacity: 100_000 });
      const decisions = documents.map((paragraphs) =>
        Array.from(judge(onion, paragraphs).duplicate, (bit) => bit === 1),
      );
      assert.deepEqual(decisions, definition(documents, onion.options));
    }),
    { numRuns: 300 },
  );
});

test('options out of range are refused with got and expected', () => {
  assert.throws(() => createOnion({ n: 0 }), /option "n" got 0, expected a whole number from 1 to 100/);
  assert.throws(() => createOnion({ threshold: 1.5 }), /option "threshold" got 1.5, expected a number from 0 to 1/);
  assert.throws(() => createOnion({ capacity: 0 }), /option "capacity" got 0/);
  assert.throws(() => createOnion({ mode: 'page' as 'document' }), /option "mode" got page/);
  assert.throws(
    () => createOnion({ memory: 'disk' as 'exact' }),
    /option "memory" got disk, expected one of exact, window/,
  );
});
