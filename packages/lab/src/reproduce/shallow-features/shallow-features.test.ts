import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NO_CONTEXT } from '@dehusk/core/extend';
import { extractorNamed } from '@dehusk/papers';
import { type Case, NOTHING_KNOWN, pageOf } from '../../datasets/dataset.js';
import { withoutAnnotation } from '../../datasets/l3s-gn1.js';
import { FEATURES, type FeatureName, readAnnotatedBlocks } from './annotated-blocks.js';
import { climbLadder, LADDER, PROBLEMS } from './feature-ladder.js';
import { scoreMainContent } from './main-content.js';
import { histogramOf } from './shallow-corpus.js';

/** A page of a site: a menu, a headline, paragraphs of n words and a comment. */
function annotatedPage(number: number): Case {
  const paragraph = (words: number): string =>
    `<p><span class="x-nc-sel2">${'Some word. '.repeat(words / 2)}</span></p>`;
  const html = `<body><ul>${['Home', 'News', 'Sport']
    .map((name) => `<li><a href="/"><span class="x-nc-sel0">${name} page</span></a></li>`)
    .join(
      '',
    )}</ul><h1><span class="x-nc-sel1">Headline number ${number}</span></h1>${paragraph(40)}${paragraph(60 + 2 * number)}
    <div><span class="x-nc-sel5">${'a comment on this, '.repeat(6)}</span></div><table><span class="x-nc-sel0">
    </span><tr><td>Imprint</table></body>`;
  const bytes = Buffer.from(html);
  const domain = `site${number}.example`;
  return { ...NOTHING_KNOWN, id: String(number), domain, gold: '', html: () => bytes, annotated: () => bytes };
}
const PAGES = Array.from({ length: 30 }, (_, at) => annotatedPage(at));

test('features of annotated blocks', async () => {
  const blocks = await readAnnotatedBlocks([...PAGES.slice(0, 2), { ...PAGES[2], annotated: () => null }]);
  assert.equal(blocks.pages, 2);
  assert.deepEqual([...blocks.classes].slice(0, 8), [0, 0, 0, 1, 2, 2, 5, 0]);
  const row = (at: number) => Object.fromEntries(FEATURES.map((name, column) => [name, blocks.columns[column][at]]));
  const menu: Partial<Record<FeatureName, number>> = {
    words: 2,
    'link density': 1,
    'word length': 4,
    'sentence length': 2,
    'capital words': 0.5,
    'in li': 1,
    position: 0,
    'relative position': 1 / 8,
    'block frequency': 2,
  };
  for (const [name, value] of Object.entries(menu)) assert.equal(row(0)[name], value, name);
  assert.equal(row(3)['in heading'], 1);
  assert.equal(row(3)['block frequency'], 1);
  assert.deepEqual(
    [row(4)['sentence length'], row(4)['full stops'], row(4)['in p'], row(4)['text density'] > 10],
    [2, 0.5, 1, true],
  );
});

test('the ladder climbs: more features find more', async () => {
  const blocks = await readAnnotatedBlocks(PAGES);
  const rungs = ['majority class', 'words, P/C/N', 'local features, P/C/N', 'local features, P/C/N, support vectors'];
  const [baseline, words, all, machine] = rungs.map((what) => {
    const [result] = climbLadder(
      blocks,
      PROBLEMS[0],
      LADDER.filter((one) => one.what === what),
    );
    return result.figures;
  });
  assert.equal(baseline.leaves, 1);
  assert.ok(baseline.accuracy < words.accuracy && words.accuracy <= all.accuracy);
  assert.equal(all.accuracy, 1);
  assert.deepEqual([machine.accuracy, machine.auc, machine.leaves], [1, 1, Number.NaN]);
  // Comments are full text among the four classes, so the same pages have three of them.
  const four = climbLadder(
    blocks,
    PROBLEMS[1],
    LADDER.filter(({ what }) => what === 'local features, P/C/N'),
  )[0].figures;
  assert.deepEqual(
    four.classF1.map((one) => (Number.isNaN(one) ? null : one)),
    [1, 1, 1, null],
  );
});

test('a histogram has the upper end of each bin in it', () => {
  const sums = histogramOf(Uint8Array.of(0, 0, 2, 2), [0, 4, 5, 99], { width: 4, bins: 3 });
  assert.deepEqual(
    [sums[0], sums[2]],
    [
      [2, 0, 0],
      [0, 1, 1],
    ],
  );
});

test('extractors are scored on the page without its annotation', async () => {
  const annotated = pageOf(PAGES[0]);
  assert.ok(annotated !== null);
  const bare = withoutAnnotation(annotated);
  assert.ok(bare !== null);
  assert.doesNotMatch(bare.page.source, /span/);
  const everything = extractorNamed('everything');
  assert.equal(everything.label(bare.page, everything.defaults, NO_CONTEXT).blocks.length, 8);

  const { pages, leftOut, rows } = await scoreMainContent(PAGES, [
    ['everything', null],
    ['boilerpipe-num-words', null],
  ]);
  assert.deepEqual([pages, leftOut], [30, 0]);
  const [all, trees] = rows.map(({ figures }) => figures[0]);
  assert.deepEqual([all.recall, all.auc], [1, 0.5]);
  assert.ok(trees.precision > all.precision && trees.auc > 0.9, JSON.stringify(trees));
  // Comments are content, but not headline or full text.
  assert.ok(rows[0].figures[1].precision < all.precision);
});
