import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changedBlocks } from './changed-blocks.fixture.js';
import { lowerOffers } from './offer-rules.js';

const ARTICLE = `<p>${'The boats came in from the islands with the evening tide, and everyone went down. '.repeat(4)}</p>`;
const box = (inner: string): string => `<article>${ARTICLE}<div class=x1>${inner}</div></article>`;

const OFFERS: [name: string, html: string, lowered: string[]][] = [
  [
    'the box around a sentence for subscribers',
    box('<h3>Two months free</h3><p>Already a subscriber? <a href=/in>Log in</a></p>'),
    ['Two months', 'Already a'],
  ],
  ['… in German', box('<p>Weiterlesen mit Kurier Plus</p><p>Jetzt testen</p>'), ['Weiterlesen mit', 'Jetzt testen']],
  [
    '… in Japanese',
    box('<p>この記事は有料会員記事です。</p><p>今すぐ登録</p>'),
    ['この記事は有料会員記事です。', '今すぐ登録'],
  ],
  [
    'the sentence alone when it is in the body',
    `<article>${ARTICLE}<p>Keep reading for $1 a week</p>${ARTICLE}</article>`,
    ['Keep reading'],
  ],
  ['no long paragraph that mentions it', `<p>${'He was already a subscriber of the paper. '.repeat(8)}</p>`, []],
  [
    'the words around a field for an address',
    box('<b>Our letter</b><form><p>Every Friday.</p><input type=email></form>'),
    ['Every Friday.'],
  ],
  [
    'not the form of a comment',
    box('<form><p>Your words</p><input name=a><input name=email><input name=b><textarea></textarea></form>'),
    [],
  ],
  [
    'not what is most of the page',
    '<div><p>This text is for subscribers only</p><p>Another line of it</p></div>',
    ['This text'],
  ],
];

for (const [name, html, lowered] of OFFERS)
  test(`offers are lowered: ${name}`, () => assert.deepEqual(changedBlocks(lowerOffers, html), lowered));

test('a page that sells keeps its offers', () =>
  assert.deepEqual(changedBlocks(lowerOffers, box('<h3>Plans</h3><p>Already a member? Log in</p>'), 'service'), []));
