import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LabelledBlocks } from '@dehusk/core';
import { type ExtractionContext, NO_CONTEXT, withDefaults } from '@dehusk/core/extend';
import { parse } from '@dehusk/html';
import { P1 } from '../worked-example.fixture.js';
import { justext, justextGoldminer, justextParity } from './justext.js';

const label = (
  html: string,
  options: Record<string, unknown> = {},
  knowledge: ExtractionContext = NO_CONTEXT,
  extractor = justext,
): LabelledBlocks => {
  const parsed = parse(html);
  assert.ok(parsed.ok);
  return extractor.label(parsed.page, withDefaults(extractor, options), knowledge);
};
const texts = ({ blocks }: LabelledBlocks): string[] => blocks.map((block) => block.text);
const kept = ({ blocks, labels }: LabelledBlocks): string[] =>
  blocks.filter((_, at) => labels.keep[at] === 1).map((block) => block.text);
const contextFree = ({ features }: LabelledBlocks): unknown[] => Array.from(features?.contextFreeClass ?? []);
/** Running text of at least this many characters; half of its words are `the`. */
const prose = (length: number): string =>
  'the storm the coast '
    .repeat(Math.ceil(length / 20))
    .slice(0, length)
    .trim();
const THE = { stopWords: ['the'] };

test('paragraphs end at paragraph tags and at two line breaks, whatever is inline between', () => {
  assert.deepEqual(texts(label('<div>a<br>b<br><br>c</div>')), ['a b', 'c']);
  assert.deepEqual(texts(label('<div>a<br><i></i><br>c</div>')), ['a c']);
  assert.deepEqual(texts(label('<p>one <b>two</b>three</p><div>four<p>five</p>six</div>')), [
    'one twothree',
    'four',
    'five',
    'six',
  ]);
  assert.deepEqual(texts(label('<p>a  b\n\n c</p>')), ['a b\nc']);
});

test('blank text parts words, or glues them as in the Python program', () => {
  const footer = '<p><a href=a>About us</a> <a href=t>Terms</a></p>';
  assert.deepEqual(texts(label(footer)), ['About us Terms']);
  assert.deepEqual(texts(label(footer, { gluesBlankText: true })), ['About usTerms']);
});

test('scripts, styles and controls have no text; a script inside a paragraph does not end it', () => {
  const html = '<p>a<script>x</script><style>y</style>b <select><option>c</select><button>d</button> e</p>';
  assert.deepEqual(texts(label(html)), ['ab e']);
  assert.deepEqual(texts(label(html, { keepsForms: true })), ['ab', 'c', 'd e']);
});

test('HTML5 grouping ends paragraphs unless switched off', () => {
  const html = '<section>a</section><section>b</section><template>c</template>';
  assert.deepEqual(texts(label(html)), ['a', 'b']);
  assert.deepEqual(texts(label(html, { html5: false })), ['abc']);
});

test('the six kinds of paragraph, before and after looking at the neighbours', () => {
  const html = `<h2>Heading one</h2><p>${prose(229)}</p><p>${prose(88)}</p><p>short one</p><p>© ${prose(88)}</p><p>another short</p>`;
  const labelled = label(html, THE);
  assert.deepEqual(contextFree(labelled), ['short', 'good', 'neargood', 'short', 'bad', 'short']);
  assert.deepEqual([...labelled.labels.keep], [1, 1, 1, 0, 0, 0]);
  assert.deepEqual(labelled.labels.why.slice(0, 2), [
    'short (short), good by neighbours',
    'good: long, many stop words',
  ]);
});

/** The paper's inequalities at their boundaries. */
const boundaries: readonly [name: string, html: string, options: Record<string, unknown>, expected: string][] = [
  ['length below lengthLow is short', `<p>${'x'.repeat(69)}</p>`, THE, 'short'],
  ['length at lengthLow is judged', `<p>${'x'.repeat(70)}</p>`, THE, 'bad'],
  ['short with a link is bad', `<p>${'x'.repeat(60)}<a href=/>y</a></p>`, THE, 'bad'],
  ['length at lengthHigh is near good', `<p>${'the '.repeat(50).slice(0, 199)}a</p>`, THE, 'neargood'],
  ['length above lengthHigh is good', `<p>${'the '.repeat(50)}a</p>`, THE, 'good'],
  [
    'link density at the maximum is allowed',
    `<p><a href=/>${'the '.repeat(10)}</a>${'the '.repeat(41)}</p>`,
    THE,
    'good',
  ],
  [
    'link density above the maximum is bad',
    `<p><a href=/>${'the '.repeat(11)}</a>${'the '.repeat(40)}</p>`,
    THE,
    'bad',
  ],
  [
    'stop words at the high threshold',
    `<p>${'the stormy coasts '.repeat(20)}</p>`,
    { ...THE, stopWordsHigh: 1 / 3 },
    'good',
  ],
  [
    'stop words at the low threshold',
    `<p>${'the stormy coasts '.repeat(20)}</p>`,
    { ...THE, stopWordsHigh: 0.4, stopWordsLow: 1 / 3 },
    'neargood',
  ],
  [
    'stop words below the low threshold',
    `<p>${'the stormy coasts '.repeat(20)}</p>`,
    { ...THE, stopWordsHigh: 0.4, stopWordsLow: 0.34 },
    'bad',
  ],
  ['copyright spelt out twice', `<p>&amp;copy ${prose(300)}</p>`, THE, 'bad'],
];
for (const [name, html, options, expected] of boundaries)
  test(name, () => {
    assert.deepEqual(contextFree(label(html, options)), [expected]);
  });

test('a page of near-good paragraphs only has no content; a lower lengthHigh finds it', () => {
  assert.deepEqual(kept(label(P1, { ...justextParity.defaults, language: 'en' })), []);
  const found = kept(label(P1, { ...justextParity.defaults, language: 'en', lengthHigh: 150 }));
  assert.deepEqual(
    found.map((text) => text.slice(0, 9)),
    ['Storm hit', 'A powerfu', 'Emergency'],
  );
});

test('GoldMiner’s parameters find it too', () => {
  assert.deepEqual(
    kept(label(P1, {}, NO_CONTEXT, justextGoldminer)).map((text) => text.slice(0, 9)),
    ['Storm hit', 'A powerfu', 'Emergency'],
  );
});

test('without stop words everything long is bad; with no list for the language they play no part', () => {
  const page = `<p>${prose(300)}</p>`;
  assert.deepEqual(kept(label(page, { stopWords: ['zebra'] })), []);
  assert.deepEqual(kept(label(page, { language: 'xx' })), [prose(300)]);
});

const HUNGARIAN =
  'Amikor az eső elállt, lementünk a kikötőbe, hogy megnézzük, mi maradt azokból a csónakokból, amelyek ott voltak. ' +
  'Senki sem tudta, hogy kié volt az a hajó, amely a móló mellett feküdt, de mindenki azt mondta, hogy már régen ott van, ' +
  'és hogy addig nem is mozdul el onnan, amíg valaki meg nem veszi.';

test('the page’s declared language is used, unless its words say otherwise', () => {
  const page = `<p>${HUNGARIAN}</p>`;
  assert.deepEqual(kept(label(page, {}, { ...NO_CONTEXT, language: 'hu' })), [HUNGARIAN]);
  assert.deepEqual(kept(label(page, {}, { ...NO_CONTEXT, language: 'zu' })), [HUNGARIAN]);
  assert.deepEqual(kept(label(page, { language: 'zu' })), [], 'a language the user names is obeyed');
  assert.deepEqual(kept(label(page)), [HUNGARIAN]);
});

const CHINESE = [
  '昨天晚上下了一场大雨，港口里的船被风吹到了岸上。很多人早上来看的时候，发现自己的船已经不在原来的地方了，他们不知道应该怎么办，只能站在那里等着。',
  '市政府说，他们会在这个星期之内把所有的船都放回水里，但是因为有一些船坏得很厉害，所以还需要更多的时间和更多的人来帮忙，请大家再等一等。',
];
const JAPANESE = [
  '昨夜の大雨で、港にあった船がすべて岸に打ち上げられた。朝になって見に来た人たちは、自分の船がもとの場所にないことに気がついたが、どうすればいいのか分からなかった。',
  '市によると、今週のうちにすべての船を水に戻す予定だが、ひどく壊れているものもあるので、もっと多くの時間と人手が必要になるということだ。',
];
const shell = (language: string, nav: string[], paragraphs: string[], foot: string): string =>
  `<html lang=${language}><body><ul>${nav.map((one) => `<li><a href=/>${one}</a>`).join('')}</ul>` +
  `${paragraphs.map((one) => `<p>${one}</p>`).join('')}<div>${foot}</div>`;

test('Chinese: characters are words, and lists have no running text', () => {
  const page = shell('zh', ['首页', '新闻', '体育', '联系我们'], CHINESE, '© 2020 港口日报 版权所有');
  for (const language of ['zh', null]) assert.deepEqual(kept(label(page, {}, { ...NO_CONTEXT, language })), CHINESE);
  const products =
    '尼康数码相机镜头配件电池充电器存储卡三脚架滤镜背包佳能索尼富士徕卡松下奥林巴斯宾得适马腾龙图丽闪光灯快门线遥控器';
  assert.deepEqual(kept(label(`${page}<p>${products.repeat(2)}</p><p>${products.repeat(2)}</p>`)), CHINESE);
});

test('Japanese: likewise', () => {
  const page = shell('ja', ['ホーム', 'ニュース', 'スポーツ', 'お問い合わせ'], JAPANESE, '© 2020 港日報');
  for (const language of ['ja', null]) assert.deepEqual(kept(label(page, {}, { ...NO_CONTEXT, language })), JAPANESE);
});
