/** Copies for training keep the text of the page under other markup, beside blocks of other pages. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Case, NOTHING_KNOWN } from '../../datasets/dataset.js';
import { AS_IS, augmentMarkup, drawAugmentation, type MarkupAugmentation, trainingCopy } from './copies.js';
import { type TrainingPage, trainingPage } from './pages.js';
import { seededRandom } from './seeded-random.js';
import { type Donors, donorsOf, spliceBlocks, syntheticComments } from './splice-blocks.js';

const CASES: readonly (readonly [name: string, how: Partial<MarkupAugmentation>, source: string, expected: string])[] =
  [
    ['nothing changes', {}, '<div class=a id="b">x</div>', '<div class=a id="b">x</div>'],
    [
      'names are dropped',
      { dropsNames: 1 },
      '<div class="a b" data-x=1 role=main href=y>x</div>',
      '<div href=y>x</div>',
    ],
    ['landmarks become div', { dropsLandmarks: true }, '<article><nav>x</nav></article>', '<div><div>x</div></div>'],
    ['the head is dropped but for the title', { dropsHead: true }, '<meta name=a><title>T</title>', '<title>T</title>'],
    ['linked data is dropped', { dropsHead: true }, '<script type="application/ld+json">{}</script>x', 'x'],
    ['scripts are left alone', { dropsLandmarks: true }, '<script>"<nav>"</script>', '<script>"<nav>"</script>'],
    ['div becomes a table', { tables: 1 }, '<div>x</div>', '<table><tr><td>x</td></tr></table>'],
    ['paragraphs become breaks', { breaks: true }, '<p>x</p><p>y</p>', 'x<br><br>y<br><br>'],
    ['items become lines', { lists: true }, '<ul><li>x</li></ul>', '<div>x<br></div>'],
  ];
for (const [name, how, source, expected] of CASES)
  test(`markup: ${name}`, () => assert.equal(augmentMarkup(source, { ...AS_IS, ...how }, 1), expected));

test('markup: a name is dropped everywhere or nowhere', () => {
  const source = Array.from({ length: 20 }, (_, at) => `<p class="one w${at % 4}">`).join('');
  const words = new Map<string, number>();
  for (const word of augmentMarkup(source, { ...AS_IS, dropsNames: 0.5 }, 3).match(/one|w\d/g) ?? [])
    words.set(word, (words.get(word) ?? 0) + 1);
  for (const [word, count] of words) assert.equal(count, word === 'one' ? 20 : 5);
});

test('an augmentation is the same for the same seed, and pages with spliced blocks may keep their markup', () => {
  assert.deepEqual(drawAugmentation(5, false), drawAugmentation(5, false));
  assert.ok(Array.from({ length: 40 }, (_, seed) => drawAugmentation(seed, true)).some((one) => one.dropsNames === 0));
});

const LINES = ['river', 'miller', 'wheel', 'village', 'bridge', 'winter', 'harvest', 'market'].map(
  (word) => `Nobody remembers the ${word} of those years, and what became of the ${word} is not known to anyone here.`,
);
const pageOf = (id: string, pageType: string, html: string, gold: string): TrainingPage => {
  const one: Case = {
    ...NOTHING_KNOWN,
    id,
    pageType,
    gold,
    html: () => new TextEncoder().encode(html),
  };
  const page = trainingPage(one, 1);
  assert.ok(page !== null);
  return page;
};
const paragraphs = (lines: readonly string[]): string => lines.map((line) => `<p>${line}</p>`).join('');
const article = pageOf(
  'a',
  'article',
  `<title>The mill</title><body><nav><a href=/>Home</a></nav><div><h1>The mill</h1>${paragraphs(LINES)}</div></body>`,
  ['The mill', ...LINES].join('\n'),
);
const FOREIGN_LINES = ['north', 'coast', 'hills', 'lake'].map(
  (word) => `Trains towards ${word} leave at noon from platform seven, except on Sundays when schools stay closed.`,
);
const listing = pageOf(
  'l',
  'listing',
  `<body><ul>${FOREIGN_LINES.map((line) => `<li><a href=x>${line}</a></li>`).join('')}</ul></body>`,
  FOREIGN_LINES.join('\n'),
);

test('donors: lists of listings, and running text', () => {
  const donors = donorsOf([article, listing]);
  assert.equal(donors.lists.length, 1);
  assert.match(donors.lists[0], /^<ul>/);
  assert.ok(donors.prose.length > 0);
});

test('law: spliced blocks are never gold, the remaining blocks of the article always are', () => {
  const donors: Donors = {
    threads: [],
    lists: [`<ul>${'<li>another story altogether</li>'.repeat(12)}</ul>`],
    prose: FOREIGN_LINES,
  };
  let longest = 0;
  let shortest = Number.POSITIVE_INFINITY;
  for (let seed = 0; seed < 40; seed++) {
    const spliced = spliceBlocks(article, donors, seed);
    assert.ok(spliced !== null);
    for (const line of spliced.gold.split('\n')) assert.ok(['The mill', ...LINES].includes(line), line);
    longest = Math.max(longest, spliced.source.length);
    shortest = Math.min(shortest, spliced.source.length);
    const copy = trainingCopy(article, 'spliced', donors, seed);
    assert.ok(copy !== null);
    assert.equal(copy.type, article.type);
    copy.rows.visible.blocks.text.forEach((text, b) => {
      if (text.includes('another story') || text === 'Home') assert.ok(copy.label[b] < 0.5, text);
    });
    const { text } = copy.rows.visible.blocks;
    const isGold = (line: string): boolean => text.some((own, b) => own === line && copy.label[b] >= 0.5);
    for (const line of LINES) assert.equal(isGold(line), spliced.gold.includes(line), `seed ${seed}: ${line}`);
  }
  const { length } = article.rows.visible.page.source;
  assert.ok(longest > length + 300 && shortest < length, `${shortest}, ${length}, ${longest}`);
});

test('synthetic comments: deterministic, escaped, made of the given texts', () => {
  const made = (seed: number): string => syntheticComments(['a < b & c'], seededRandom(seed));
  assert.equal(made(4), made(4));
  for (let seed = 0; seed < 30; seed++) assert.doesNotMatch(made(seed), /a < b|& c/);
});
