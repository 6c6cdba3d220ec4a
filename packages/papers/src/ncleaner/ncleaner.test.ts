import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { test } from 'node:test';
import { extract } from '@dehusk/core';
import { NO_CONTEXT, withDefaults } from '@dehusk/core/extend';
import { fromBase64, parse } from '@dehusk/html';
import fc from 'fast-check';
import { extractorNamed } from '../extractors.js';
import {
  ALPHABET,
  type CharacterMode,
  characterCodes,
  cleanMargin,
  emptyModel,
  learn,
  packModels,
  scoreTables,
  sharesOf,
  unpackModels,
} from './language-model.js';
import { ncleaner, ncleanerNonLexical, segmentsOf } from './ncleaner.js';
import { NON_LEXICAL_MODEL } from './non-lexical-model.js';
import { STANDARD_MODEL } from './standard-model.js';

const trained = (n: number, ...texts: string[]) => {
  const model = emptyModel(n);
  for (const text of texts) learn(model, characterCodes(text, 'standard'));
  return model;
};
const codes = (text: string): Uint8Array => characterCodes(text, 'standard').slice();

/** P(c | history) by the definition; c is the character at `at`. */
function probability(shares: readonly Float64Array[], codes: Uint8Array, at: number, q: number): number {
  let sum = 0;
  let weights = 0;
  let weight = 1;
  for (let history = Math.min(shares.length - 1, at); history >= 0; history--) {
    let index = 0;
    for (let from = at - history; from <= at; from++) index = index * ALPHABET + codes[from];
    sum += weight * shares[history][index];
    weights += weight;
    weight *= q;
  }
  return sum / weights;
}

/** Cross-entropy in bits per character by the definition. */
function crossEntropy(shares: readonly Float64Array[], codes: Uint8Array, q: number): number {
  let bits = 0;
  for (let at = 0; at < codes.length; at++) bits -= Math.log2(probability(shares, codes, at, q));
  return bits / codes.length;
}

test('the worked values of the definition (n = 2, q = 0.6, alphabet of 96)', () => {
  const clean = sharesOf(trained(2, 'ababab'));
  const dirty = sharesOf(trained(2, 'cdcdcd'));
  const ab = codes('abab');
  assert.equal(probability(clean, ab, 0, 0.6).toFixed(4), '0.0392');
  assert.equal(probability(clean, ab, 1, 0.6).toFixed(4), '0.6397');
  assert.equal(crossEntropy(clean, ab, 0.6).toFixed(4), '1.6515');
  assert.equal(crossEntropy(dirty, ab, 0.6).toFixed(4), '7.7337');
  const tables = scoreTables({ clean, dirty }, 0.6);
  for (const [text, margin] of [
    ['abab', 6.0822],
    ['cdcd', -6.0822],
    ['xyxy', 0],
  ] as const)
    assert.equal(cleanMargin(tables, codes(text)).toFixed(4), margin.toFixed(4), text);
  assert.ok(Number.isNaN(cleanMargin(tables, codes(''))), 'an empty segment compares with no bias: it is not kept');
});

test('invariant: the tables sum to the difference of the cross-entropies', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', ' ', '.'), maxLength: 30 });
  fc.assert(
    fc.property(
      text,
      text,
      text,
      fc.integer({ min: 1, max: 3 }),
      fc.constantFrom(0.1, 0.6, 0.95),
      (a, b, asked, n, q) => {
        const clean = sharesOf(trained(n, a, b));
        const dirty = sharesOf(trained(n, b, 'abc.'));
        const seen = codes(asked);
        if (seen.length === 0) return;
        const expected = crossEntropy(dirty, seen, q) - crossEntropy(clean, seen, q);
        assert.ok(Math.abs(cleanMargin(scoreTables({ clean, dirty }, q), seen) - expected) < 1e-5);
      },
    ),
    { numRuns: 15 },
  );
});

test('invariant: after any history the probabilities of what can come next sum to one, or less where the history is new', () => {
  const shares = sharesOf(trained(3, 'to be or not to be.'));
  for (const [history, isKnown] of [
    ['', true],
    ['t', true],
    ['to', true],
    ['zz', false],
  ] as const) {
    let sum = 0;
    for (let next = 0; next < ALPHABET; next++)
      sum += probability(shares, Uint8Array.of(...codes(history), next), codes(history).length, 0.6);
    assert.ok(isKnown ? Math.abs(sum - 1) < 1e-9 : sum < 0.5 && sum > 0, `${history}: ${sum}`);
  }
});

const SEEN: readonly (readonly [mode: CharacterMode, text: string, as: string])[] = [
  ['standard', ' Two\n\t words ', 'Two words'],
  ['standard', 'café 中文', 'caf~ ~~'],
  ['non-lexical', 'Read 15 more…', 'aaaa 00 aaaa.'],
  ['non-lexical', 'Ещё 3 слова', 'aaa 0 aaaaa'],
  ['non-lexical', '中文，第３章。', 'aa,a0a.'],
  ['non-lexical', 'हिन्दी ०१', 'aaaaaa 00'],
  ['non-lexical', '<l>x | y', '<a>a | a'],
];
for (const [mode, text, as] of SEEN)
  test(`${mode} sees ${JSON.stringify(text)} as ${JSON.stringify(as)}`, () =>
    assert.equal(String.fromCharCode(...characterCodes(text, mode).map((code) => code + 32)), as));

test('invariant: codes stay inside the alphabet whatever the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.constantFrom('standard', 'non-lexical'), (text, mode) => {
      for (const code of characterCodes(text, mode as CharacterMode)) assert.ok(code < ALPHABET - 1);
    }),
  );
});

test('packed models keep their shares, except the rare n-grams of the longest order', () => {
  const card = {
    mode: 'standard',
    n: 2,
    minCount: 2,
    corpus: 'x',
    corpusDigest: 'y',
    pages: 1,
    cleanSegments: 1,
    dirtySegments: 1,
  } as const;
  const [clean, dirty] = [trained(2, 'abababac'), trained(2, 'cdcdcd')];
  const unpacked = unpackModels(packModels(card, clean, dirty));
  assert.deepEqual(unpacked.card, card);
  const [full, packed] = [sharesOf(clean), unpacked.shares.clean];
  for (let at = 0; at < ALPHABET; at++) assert.ok(Math.abs(packed[0][at] / full[0][at] - 1) < 2e-4);
  const index = (two: string): number => codes(two)[0] * ALPHABET + codes(two)[1];
  assert.ok(Math.abs(packed[1][index('ab')] - 0.75) < 2e-4);
  assert.equal(packed[1][index('ac')], 0);
});

test('the shipped models name their corpus and are small; a damaged one is refused', () => {
  for (const [packed, mode, file] of [
    [STANDARD_MODEL, 'standard', 'standard-model.js'],
    [NON_LEXICAL_MODEL, 'non-lexical', 'non-lexical-model.js'],
  ] as const) {
    const bytes = fromBase64(packed);
    assert.deepEqual(Buffer.from(bytes), Buffer.from(packed, 'base64'));
    const { card } = unpackModels(bytes);
    assert.deepEqual([card.mode, card.n, card.corpus], [mode, 3, 'wcxb-dev']);
    assert.match(card.corpusDigest, /^[0-9a-f]{64}$/);
    assert.ok(statSync(new URL(file, import.meta.url)).size < 200_000);
    bytes[bytes.length >> 1] ^= 1;
    assert.throws(() => unpackModels(bytes), /not an NCleaner model: checksum got/);
  }
});

const page = (html: string) => {
  const parsed = parse(html);
  assert.ok(parsed.ok);
  return parsed.page;
};

test('segments carry the marker of what they are', () => {
  const html = '<h2>Title</h2><p>One.</p><ul><li>Two <b>more</b><li><p>Three</p></ul>Four<ol></ol>';
  assert.deepEqual(
    segmentsOf(page(html)).map((one) => one.marked),
    ['<h>Title', '<p>One.', '<l>Two more', '<l>Three', '<p>Four'],
  );
});

const STORY =
  'The council met on Tuesday evening to decide whether the old bridge should be repaired or replaced, and after three ' +
  'hours of debate it voted, by a narrow margin, to ask the engineers for a second opinion before the winter.';
const MENU = [
  'Home',
  'About Us',
  'Contact',
  'Sign In | Register',
  'Privacy Policy',
  '© 2024 Example Ltd. All Rights Reserved',
];

test('both models keep a story and drop a menu, and say by how much', () => {
  const html = `<ul>${MENU.map((one) => `<li><a href="/">${one}</a>`).join('')}</ul><p>${STORY}</p>`;
  for (const extractor of [ncleaner, ncleanerNonLexical]) {
    const { labels, features } = extractor.label(page(html), withDefaults(extractor), NO_CONTEXT);
    assert.deepEqual(Array.from(labels.keep), [0, 0, 0, 0, 0, 0, 1], extractor.name);
    assert.match(labels.why[6], /^reads as clean by 0\.\d{3} bits a character$/);
    assert.match(labels.why[0], /^reads as dirty by \d\.\d{3} bits a character$/);
    const strict = extractor.label(page(html), withDefaults(extractor, { bias: 3 }), NO_CONTEXT);
    assert.ok(!strict.labels.keep.includes(1));
    assert.equal(features?.cleanMargin.length, 7);
  }
});

test('the non-lexical model works for scripts it was not trained on', () => {
  const russian =
    'Совет собрался во вторник вечером, чтобы решить, следует ли отремонтировать старый мост или построить новый, и после ' +
    'трёх часов обсуждения небольшим большинством постановил спросить инженеров ещё раз, прежде чем наступит зима.';
  const html = `<ul><li>Главная</li><li>О нас</li><li>Войти | Регистрация</li></ul><p>${russian}</p>`;
  const { text } = extract(html, { extractor: extractorNamed('ncleaner-non-lexical') });
  assert.equal(text.trim(), russian);
});
