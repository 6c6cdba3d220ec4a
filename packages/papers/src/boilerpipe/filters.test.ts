import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type BlockSketch, drawn, listOf } from './blocks.fixture.js';
import {
  documentTitleMatch,
  documentTitleMatchExact,
  expandTitleToContent,
  titleCandidates,
} from './document-title.js';
import {
  announcesEnd,
  blockProximityFusion,
  boilerplateBlockFilter,
  hasClause,
  ignoreBlocksAfterContent,
  keepLargestBlock,
  largeBlockSameTagLevel,
  listAtEnd,
  markEverythingContent,
  minClauseWords,
  minWords,
  simpleBlockFusion,
  splitParagraphBlocks,
  terminatingBlocks,
  trailingHeadlineToBoilerplate,
} from './filters.js';
import { type BlockFilter, LABELS } from './merged-block.js';

const { heading, listItem, title, mightBeContent, veryLikelyContent, endOfText } = LABELS;
const yes: BlockSketch = { content: true };
const no: BlockSketch = {};

/** The list after a filter ran over it, drawn. */
const after = (filter: BlockFilter, sketches: readonly BlockSketch[]): string => {
  const list = listOf(sketches);
  filter(list);
  return drawn(list);
};
const both =
  (one: BlockFilter, two: BlockFilter): BlockFilter =>
  (list) => {
    one(list);
    two(list);
  };

test('filters: small lists before and after', () => {
  const near = blockProximityFusion({ maxDistance: 1 });
  const nearContent = blockProximityFusion({ maxDistance: 1, contentOnly: true });
  const nearLevel = blockProximityFusion({ maxDistance: 1, contentOnly: true, sameTagLevel: true });
  const dropThenNear = both(boilerplateBlockFilter(), nearContent);
  const cases: readonly (readonly [string, BlockFilter, readonly BlockSketch[], string])[] = [
    [
      'fusion by density, compared after merging',
      simpleBlockFusion,
      [{ words: 4 }, { words: 4 }, { words: 8 }],
      '0-1 2',
    ],
    [
      'fusion by density uses the words and lines of the merged block',
      simpleBlockFusion,
      [
        { words: 5, density: 5 },
        { words: 5, density: 5 },
        { words: 9, density: 5 },
      ],
      '0-2',
    ],
    ['fusion keeps content', simpleBlockFusion, [yes, no], '0-1*'],
    ['proximity: content absorbs the block before it', near, [no, yes, yes, no, no, yes], '0-2* 3 4-5*'],
    ['proximity: the first block stays alone', near, [yes, no], '0* 1'],
    ['proximity onto content only', nearContent, [no, yes, yes, no, yes], '0 1-2* 3 4*'],
    ['proximity at one level only', nearLevel, [yes, { ...yes, level: 4 }, { ...yes, level: 4 }], '0* 1-2*'],
    ['proximity over one dropped block', dropThenNear, [yes, no, yes, no, no, yes], '0-2* 5*'],
    ['proximity without content', nearContent, [no, no], '0 1'],
    ['boilerplate goes', boilerplateBlockFilter(), [no, yes, { labels: title }], '1*'],
    ['boilerplate goes, titles stay', boilerplateBlockFilter(title), [no, yes, { labels: title }], '1* 2'],
    ['everything', markEverythingContent, [no, yes], '0* 1*'],
    [
      'minimum words',
      minWords(10),
      [
        { ...yes, words: 9 },
        { ...yes, words: 10 },
      ],
      '0 1*',
    ],
    [
      'headings at the end',
      trailingHeadlineToBoilerplate,
      [{ ...yes, labels: heading }, yes, { ...yes, labels: heading }, no, { ...yes, labels: heading }],
      '0* 1* 2 3 4',
    ],
    ['largest: the first of equals', keepLargestBlock(), [yes, yes, no], '0* 1 2'],
    ['largest: a single block is left alone', keepLargestBlock(), [yes], '0*'],
    ['largest: only content', keepLargestBlock(), [{ words: 99 }, yes], '0 1*'],
    [
      'largest with its level, up to where the nesting gets shallower',
      keepLargestBlock({ expandToSameLevel: true, minWords: 50 }),
      [
        { words: 60 },
        { words: 60, level: 2 },
        { words: 60 },
        { words: 99, content: true },
        { words: 60, level: 4 },
        { words: 49 },
        { words: 50 },
      ],
      '0 1 2* 3* 4 5 6*',
    ],
    [
      'large blocks at the level of the main one',
      largeBlockSameTagLevel(100),
      [{ words: 100 }, { ...yes, labels: veryLikelyContent }, { words: 99 }, { words: 100, level: 4 }],
      '0* 1* 2 3',
    ],
    [
      'list at the end',
      listAtEnd,
      [
        { ...yes, labels: veryLikelyContent },
        { level: 4, labels: mightBeContent | listItem },
        { level: 4, labels: mightBeContent | listItem, linkWords: 1 },
        { level: 4, labels: mightBeContent | listItem },
      ],
      '0* 1* 2 3',
    ],
    [
      'title and what follows it',
      expandTitleToContent,
      [{ labels: mightBeContent }, { labels: title | mightBeContent }, no, { labels: mightBeContent }, yes],
      '0 1* 2 3* 4*',
    ],
    ['a title behind the content', expandTitleToContent, [yes, { labels: title | mightBeContent }], '0* 1'],
    [
      'end of text',
      ignoreBlocksAfterContent(60, 9),
      [{ ...yes, words: 59 }, { labels: endOfText }, { ...yes, words: 10 }, { ...yes, labels: endOfText }, yes],
      '0* 1 2* 3 4',
    ],
    ['end of text itself counts', ignoreBlocksAfterContent(20, 9), [yes, { ...yes, labels: endOfText }], '0* 1'],
  ];
  for (const [name, filter, sketches, expected] of cases) assert.equal(after(filter, sketches), expected, name);
});

test('merging adds counts, unites labels, takes the lower level and recomputes densities', () => {
  const list = listOf([
    { words: 10, linkWords: 5, density: 10, level: 4, labels: listItem },
    { words: 20, linkWords: 0, density: 10, level: 3, labels: heading },
  ]);
  simpleBlockFusion(list);
  const [{ words, linkWords, linkDensity, textDensity, tagLevel, labels, from, to }] = list.blocks;
  assert.deepEqual(
    { words, linkWords, linkDensity, textDensity, tagLevel, labels, from, to },
    {
      words: 30,
      linkWords: 5,
      linkDensity: Math.fround(5 / 30),
      textDensity: 10,
      tagLevel: 3,
      labels: listItem | heading,
      from: 0,
      to: 1,
    },
  );
});

test('what announces the end of a text', () => {
  const cases: readonly (readonly [string, boolean])[] = [
    ['Comments (3)', true],
    ['12 comments', true],
    ['12  comments', false],
    ['7 users responded in this post', true],
    ['comment', false],
    ['© Reuters 2012', true],
    ['What you think...', true],
    ['Please rate this article', true],
    ['Post a comment', true],
    ['Have Your Say now', true],
    ['Rätta artikeln', true],
    ['Thanks for your comments - this feedback is now closed', true],
    ['No thanks for your comments', false],
    ['', false],
  ];
  for (const [text, expected] of cases) assert.equal(announcesEnd(text, 0, 8), expected, text);
  assert.equal(announcesEnd('Comment', 1, 8), true);
  assert.equal(announcesEnd('Comment', 0.5, 8), false);
  const list = listOf([
    { words: 14, text: 'Comments on this' },
    { words: 15, text: 'Comments on this' },
    { words: 1, linkWords: 1, text: 'Comment' },
  ]);
  terminatingBlocks(15, 8)(list);
  assert.deepEqual(
    list.blocks.map((one) => one.labels === endOfText),
    [true, false, true],
  );
});

test('title candidates', () => {
  assert.deepEqual([...titleCandidates('BBC News - Europe - Obama wins second term in White House', 4)].sort(), [
    'bbc news - europe',
    'bbc news - europe - obama wins second term in white house',
    'europe - obama wins second term in white house',
    'obama wins second term in white house',
  ]);
  assert.deepEqual([...titleCandidates('10 great ideas for you - Example.com', 4)].sort(), [
    '10 great ideas for you',
    '10 great ideas for you - example.com',
    'example.com',
  ]);
  assert.equal(titleCandidates(null, 4).size, 0);
  assert.equal(titleCandidates('\u00a0 ', 4).size, 0);
  assert.deepEqual([...titleCandidates('-', 4)], ['-']);
});

test('the title is the first block that equals a candidate, with or without punctuation', () => {
  const labelled = (filter: BlockFilter, documentTitle: string | null, texts: readonly string[]): string => {
    const list = listOf(
      texts.map((text) => ({ text })),
      documentTitle,
    );
    filter(list);
    return list.blocks.map((one) => ((one.labels & title) === 0 ? '.' : 'T')).join('');
  };
  const match = documentTitleMatch(4);
  assert.equal(labelled(match, 'Storm hits coast | Daily', ['Daily', 'STORM HITS COAST!', 'Storm hits coast']), '.T.');
  assert.equal(labelled(match, "It's here", ['Its here']), 'T');
  assert.equal(labelled(match, null, ['']), '.');
  assert.equal(
    labelled(documentTitleMatchExact, 'Storm hits | Daily', ['STORM HITS', 'Storm hits', 'Storm hits']),
    '.TT',
  );
});

test('a clause has enough words and ends in a letter or digit and a sign', () => {
  const cases: readonly (readonly [string, boolean])[] = [
    ['one two three four five.', true],
    ['one two three four.', false],
    ['one two three four five', false],
    ['one two three four five). ', false],
    ['one, two, three, four, five, six', false],
    ['a b, one two three four five!?', true],
    ['one two three four 5; more', true],
    [' one two three four.', true],
    ['one two three four five.six', false],
    ['', false],
    ['eins zwei drei vier fünf… Schluß.', true],
    ['一 二 三 四 𠀀.', true],
  ];
  for (const [text, expected] of cases) assert.equal(hasClause(text, 5), expected, text);
  assert.equal(after(minClauseWords(2), [{ ...yes, text: 'a b.' }, { ...yes, text: 'a b' }, no]), '0* 1 2');
});

test('fused blocks are split with their decision and without counts', () => {
  const list = listOf([yes, yes, no]);
  blockProximityFusion({ maxDistance: 1 })(list);
  splitParagraphBlocks(list);
  assert.equal(drawn(list), '0* 1* 2');
  assert.deepEqual(
    list.blocks.map((one) => one.words),
    [0, 0, 10],
  );
});
