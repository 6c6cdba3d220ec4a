/**
 * Conformance with the Java library. Rules: given the library's blocks, ours keep exactly the blocks it kept, on every page.
 * Segmenter: the same blocks on pages that both parsers read alike; a sample here, all pages in the lab's report.
 */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { type OptionsOf, type OptionTable, optionsOf } from '@dehusk/core/extend';
import { parse } from '@dehusk/html';
import { segmentTextBlocks, type TextBlock } from './boilerpipe-blocks.js';
import { numWordsRules } from './decision-trees.js';
import { blockProximityFusion, keepLargestBlock, minClauseWords, splitParagraphBlocks } from './filters.js';
import { ROWS, runRecipe } from './index.js';
import { type BlockFilter, LABELS } from './merged-block.js';

const SHARED = fileURLToPath(new URL('../../../../../shared', import.meta.url));
const skip = existsSync(join(SHARED, 'refs/boilerpipe-java-2.0'))
  ? false
  : 'skipped: needs ../shared/refs and ../shared/data';

interface Reference {
  readonly blocks: readonly {
    readonly text: string;
    readonly numWords: number;
    readonly numWordsInAnchorText: number;
    readonly numWordsInWrappedLines: number;
    readonly numWrappedLines: number;
    readonly linkDensity: number;
    readonly textDensity: number;
    readonly offsetBlocksStart: number;
    readonly tagLevel: number;
    readonly labels: readonly string[];
  }[];
  readonly extractors: Readonly<
    Record<
      string,
      {
        readonly text: string;
        readonly title: string | null;
        readonly blocksAfter: readonly (readonly [number, number, boolean, number, readonly string[]])[];
      }
    >
  >;
}

const BITS: Readonly<Record<string, number>> = {
  LI: LABELS.listItem,
  H1: LABELS.h1,
  H2: LABELS.h2,
  H3: LABELS.h3,
  HEADING: LABELS.heading,
  TITLE: LABELS.title,
  INDICATES_END_OF_TEXT: LABELS.endOfText,
  VERY_LIKELY_CONTENT: LABELS.veryLikelyContent,
  MIGHT_BE_CONTENT: LABELS.mightBeContent,
};
const bitsOf = (names: readonly string[]): number =>
  names.reduce((bits, name) => {
    const bit = BITS[name.slice(name.lastIndexOf('/') + 1)];
    assert.ok(bit, `label ${name} is known`);
    return bits | bit;
  }, 0);
const read = (path: string): string => gunzipSync(readFileSync(path)).toString('utf8');

function blocksOf({ blocks }: Reference): TextBlock[] {
  return blocks.map((one, at) => ({
    first: at,
    last: at,
    nodes: [at],
    parent: 0,
    text: one.text,
    words: one.numWords,
    linkWords: one.numWordsInAnchorText,
    linkChars: 0,
    offset: one.offsetBlocksStart,
    wrappedWords: one.numWordsInWrappedLines,
    wrappedLines: one.numWrappedLines,
    textDensity: Math.fround(one.textDensity),
    linkDensity: Math.fround(one.linkDensity),
    tagLevel: one.tagLevel,
    labels: bitsOf(one.labels),
  }));
}

interface WithRecipe<T extends OptionTable> {
  readonly options: T;
  readonly recipe: (options: OptionsOf<T>) => readonly BlockFilter[];
}
const filtersOf = <T extends OptionTable>({ options, recipe }: WithRecipe<T>): readonly BlockFilter[] =>
  recipe(optionsOf(options).defaults);

const common: Readonly<Record<string, readonly BlockFilter[]>> = {
  DefaultExtractor: filtersOf(ROWS.general),
  NumWordsRulesExtractor: filtersOf(ROWS.numWords),
  CanolaExtractor: filtersOf(ROWS.canola),
  KeepEverythingExtractor: filtersOf(ROWS.everything),
  'KeepEverythingWithMinKWordsExtractor(10)': filtersOf(ROWS.minWords),
};
const VERSIONS: Readonly<Record<string, Readonly<Record<string, readonly BlockFilter[]>>>> = {
  'boilerpipe-java-2.0': {
    ...common,
    ArticleExtractor: filtersOf(ROWS.article),
    ArticleSentencesExtractor: filtersOf(ROWS.articleSentences),
    LargestContentExtractor: filtersOf(ROWS.largest),
  },
  'boilerpipe-java': {
    ...common,
    ArticleExtractor: filtersOf(ROWS.articleOlder),
    ArticleSentencesExtractor: [...filtersOf(ROWS.articleOlder), splitParagraphBlocks, minClauseWords(5)],
    // The same text as 2.0; only the label of the largest block is missing.
    LargestContentExtractor: [
      numWordsRules(optionsOf(ROWS.numWords.options).defaults),
      blockProximityFusion({ maxDistance: 1 }),
      keepLargestBlock({ labelLargest: false }),
    ],
  },
};

for (const [folder, extractors] of Object.entries(VERSIONS))
  test(`${folder}: from its blocks, the blocks and texts it left, on every page`, { skip }, () => {
    let pages = 0;
    for (const dataset of ['cleanportaleval', 'wcxb-dev'])
      for (const file of readdirSync(join(SHARED, 'refs', folder, dataset))) {
        const reference = JSON.parse(read(join(SHARED, 'refs', folder, dataset, file))) as Reference;
        const blocks = blocksOf(reference);
        pages++;
        assert.deepEqual(Object.keys(reference.extractors).sort(), Object.keys(extractors).sort());
        for (const [name, { text, title, blocksAfter }] of Object.entries(reference.extractors)) {
          const list = runRecipe({ title, blocks }, extractors[name]);
          assert.deepEqual(
            list.blocks.map((one) => [one.from, one.to, one.content, one.words, one.labels]),
            blocksAfter.map(([from, to, content, words, labels]) => [from, to, content, words, bitsOf(labels)]),
            `${name} on ${dataset}/${file}`,
          );
          const kept = list.blocks.filter((one) => one.content).flatMap((one) => one.segments);
          assert.equal(kept.map((at) => `${blocks[at].text}\n`).join(''), text, `${name} on ${dataset}/${file}`);
        }
      }
    assert.ok(pages >= 221, `${pages} pages`);
  });

test('from pages both parsers read alike, the same blocks', { skip }, () => {
  const alike = ['0036', '0055', '0075', '0077', '0079', '0106', '0113', '0115', '0117', '0147'];
  for (const id of alike) {
    const reference = JSON.parse(read(join(SHARED, `refs/boilerpipe-java-2.0/wcxb-dev/${id}.json.gz`))) as Reference;
    const parsed = parse(read(join(SHARED, `data/wcxb-dev/html/${id}.html.gz`)));
    assert.ok(parsed.ok);
    const flat = (blocks: readonly TextBlock[]) =>
      blocks.map(({ first: _, last: __, nodes: ___, parent: ____, linkChars: _____, text, ...facts }) => ({
        text: text.replace(/\s+/g, ' ').trim(),
        ...facts,
      }));
    assert.deepEqual(flat(segmentTextBlocks(parsed.page).blocks), flat(blocksOf(reference)), id);
  }
});
