import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LabelledBlocks } from '@dehusk/core';
import { NO_CONTEXT } from '@dehusk/core/extend';
import type { Page } from '@dehusk/html';
import { fromBase64, parse } from '@dehusk/html';
import { bte, maximumSubsequenceRules } from '../bte/bte.js';
import {
  maximumSubsequence,
  packModel,
  SYMBOLS,
  scoresOf,
  tokenNumbers,
  tokenString,
  trigramKey,
  unpackModel,
} from './maximum-subsequence.js';
import { MODEL } from './weights.js';

const pageOf = (html: string): Page => {
  const parsed = parse(html);
  assert.ok(parsed.ok);
  return parsed.page;
};
const kept = ({ blocks, labels }: LabelledBlocks): string[] =>
  blocks.filter((_, at) => labels.keep[at] === 1).map((block) => block.text);

const VOCABULARY = { tags: ['p', 'a', 'body'], words: ['the'] };
const NUMBERS = tokenNumbers(VOCABULARY);
const NAMES = [...SYMBOLS, '<p>', '</p>', '<a>', '</a>', '<body>', '</body>', 'the'];
const drawn = (html: string): string[] =>
  Array.from(tokenString(pageOf(html), NUMBERS).token, (number) => NAMES[number]);

test('tokens: tags by name, words by vocabulary or shape', () => {
  assert.deepEqual(drawn('<p>The <a href=/>Storm</a> hit NATO, 3.5 times – hard.<br></p><hr>'), [
    '<p>',
    'the',
    '<a>',
    'capitalised',
    '</a>',
    'lower case',
    'clause end',
    'number',
    'lower case',
    'punctuation',
    'sentence end',
    'other tag opens',
    '</p>',
    'other tag opens',
  ]);
  assert.deepEqual(drawn('<p>大雨。<script>x y</script>'), [
    '<p>',
    'unspaced character',
    'unspaced character',
    'unspaced full stop',
    'other tag opens',
    'other tag closes',
    '</p>',
  ]);
  assert.deepEqual(drawn('<p>« Οι ΗΠΑ »'), ['<p>', 'punctuation', 'capitalised', 'capitals', 'punctuation', '</p>']);
});

test('each token knows the most recent unclosed tag', () => {
  const { inside } = tokenString(pageOf('<p>x<a>y</a>z</p>'), NUMBERS);
  assert.deepEqual(
    Array.from(inside, (number) => NAMES[number]),
    ['<body>', '<p>', '<p>', '<a>', '<p>', '<p>', '<body>'],
  );
});

const CARD = { ...VOCABULARY, prior: -0.5, corpus: 'none', corpusDigest: '0', pages: 1 };
const inside = new Float64Array(NUMBERS.size);
inside[NAMES.indexOf('<p>')] = 1.5;
const KEY = trigramKey(NAMES.indexOf('<p>'), NAMES.indexOf('the'), NAMES.indexOf('lower case'));

test('a token’s score is its probability less one half', () => {
  const model = unpackModel(packModel(CARD, inside, [[KEY, 2]]));
  const scores = scoresOf(model, tokenString(pageOf('<p>the storm</p>'), NUMBERS));
  const expected = [-0.5, -0.5 + 1.5 + 2, -0.5 + 1.5, -0.5].map((odds) => 1 / (1 + Math.exp(-odds)) - 0.5);
  assert.equal(scores.length, expected.length);
  for (let at = 0; at < expected.length; at++) assert.ok(Math.abs(scores[at] - expected[at]) < 1e-6, `token ${at}`);
});

test('a model survives packing; other bytes are refused with got and expected', () => {
  const keys: [number, number][] = [
    [0, -3],
    [1, 0.5],
    [KEY, 2],
    [2 ** 30 - 1, 7],
  ];
  const bytes = packModel(CARD, inside, keys);
  const model = unpackModel(bytes);
  assert.deepEqual(model.card, { ...CARD, trigrams: 4 });
  for (const [key, odds] of keys) assert.equal(model.odds.get(key), odds);
  const damaged = bytes.slice();
  damaged[bytes.length - 12] ^= 1;
  assert.throws(() => unpackModel(damaged), /checksum got .* expected/);
  assert.throws(() => unpackModel(bytes.slice(0, -4)), /length got .* expected/);
  assert.throws(() => unpackModel(Uint8Array.of(1, 2, 3)), /not a maximum subsequence model/);
});

test('the shipped model names its corpus and fits its size', () => {
  const { card } = unpackModel(fromBase64(MODEL));
  assert.equal(card.corpus, 'wcxb-dev');
  assert.match(card.corpusDigest, /^[0-9a-f]{64}$/);
  assert.ok(MODEL.length < 150_000, `${MODEL.length} characters`);
});

const menu = (items: string[]): string => `<ul>${items.map((item) => `<li><a href=/>${item}</a></li>`).join('')}</ul>`;
const pages: readonly [name: string, nav: string[], paragraphs: string[]][] = [
  [
    'English',
    ['Home', 'World', 'Sport', 'Weather', 'Contact us'],
    [
      'A powerful storm hit the northern coast on Monday, leaving thousands of homes without power.',
      'Emergency crews worked through the night to restore electricity and to clear the fallen trees.',
    ],
  ],
  [
    'Chinese',
    ['首页', '新闻', '体育', '联系我们'],
    [
      '昨天晚上下了一场大雨，港口里的船被风吹到了岸上。很多人早上来看。',
      '市政府说，他们会在这个星期之内把所有的船都放回水里。',
    ],
  ],
  [
    'Japanese',
    ['ホーム', 'ニュース', 'スポーツ'],
    ['昨夜の大雨で、港にあった船がすべて岸に打ち上げられた。', '市によると、今週のうちにすべての船を水に戻す予定だ。'],
  ],
];
for (const [name, nav, paragraphs] of pages)
  test(`${name}: the article without the menu`, () => {
    const body = `${menu(nav)}<div>${paragraphs.map((text) => `<p>${text}</p>`).join('')}</div>${menu(nav)}`;
    const found = kept(maximumSubsequence.label(pageOf(`<body>${body}`), maximumSubsequence.defaults, NO_CONTEXT));
    assert.deepEqual(found, paragraphs);
  });

test('pages without words keep nothing', () => {
  for (const html of ['', '<p></p>', '<script>a b c</script>'])
    assert.deepEqual(kept(maximumSubsequence.label(pageOf(html), maximumSubsequence.defaults, NO_CONTEXT)), []);
});

test('the rule baseline is BTE’s search with another weight', () => {
  const page = pageOf('<p>w w w <a>w w w</a></p>');
  assert.deepEqual(kept(maximumSubsequenceRules.label(page, { tagWeight: -3.25 }, NO_CONTEXT)), ['w w w']);
  const equal = maximumSubsequenceRules.label(page, { tagWeight: -1 }, NO_CONTEXT);
  assert.deepEqual(equal, bte.label(page, bte.defaults, NO_CONTEXT));
});
