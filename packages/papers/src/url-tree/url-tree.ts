/**
 * URL Tree as published and as its authors' program has it, around the core's tree (`site/url-tree/`, which explains the method): all
 * heuristics of the paper, the program's rules, and other ways to hash blocks.
 *
 * The similarity variant (`urltree-similar`, the paper's future work) hashes blocks of 8 words or more by SimHash and sums,
 * over all blocks within 3 bits, the other documents that have one. A document with two such blocks counts twice, which makes
 * no difference for maxCount 1.
 */

import type { LabelledBlocks } from '@dehusk/core';
import {
  type BlockHashing,
  COUNT,
  type CountedPage,
  type HashedBlocks,
  labelledByCount,
  type OptionsOf,
  type OptionTable,
  optionsOf,
  urltree as plainUrlTree,
  TREE_OPTIONS,
  treeLearner,
  urlTreeBlocks,
} from '@dehusk/core/extend';
import { FLAG, memoized, nameOf, type Page, tagNames, words } from '@dehusk/html';
import { type HashKind, hashBlocks, LETTERLESS, type Letterless, NearBlocks } from './block-hash.js';
import { HEURISTICS, type Heuristic, juryOf } from './heuristics.js';

const { minSupport, maxCount, maxDocuments, maxDays, keepAtLeast } = TREE_OPTIONS;
const OPTIONS = {
  heuristic: [
    'strict',
    words(...HEURISTICS),
    `Which node judges and by what count: ${HEURISTICS.join(', ')} (paper: strict).`,
  ],
  minSupport,
  maxCount,
  support: [100, COUNT, 'Documents a node must exceed to judge under strict-support (paper, tuned: 100).'],
  relaxAbove: [
    500,
    COUNT,
    'Documents of the domain above which relaxed-at-domain allows one more (paper, tuned: 500).',
  ],
  title: [true, FLAG, 'The title of the page is a block of its text (paper: on).'],
  linkRule: [false, FLAG, 'Blocks that consist of links are boilerplate (authors’ program: on; paper: off).'],
  tagRule: [
    false,
    FLAG,
    'Blocks inside navigation, forms, media, headers and footers are boilerplate (authors’ program: on; paper: off).',
  ],
  letterless: [
    'shared',
    words(...LETTERLESS),
    `How blocks without letters are counted, fixed when the model begins: ${LETTERLESS.join(', ')} (paper: shared).`,
  ],
  legacySplit: [
    false,
    FLAG,
    'Every element separates blocks, including links and bold text, fixed when the model begins (authors’ program: on; paper: off).',
  ],
  md5: [
    false,
    FLAG,
    'Blocks are hashed as in the authors’ program, three times slower, fixed when the model begins (ours: off).',
  ],
  maxDocuments,
  maxDays,
  keepAtLeast,
} satisfies OptionTable;
export type UrlTreeOptions = OptionsOf<typeof OPTIONS>;
const DESCRIBED = optionsOf(OPTIONS);

const hashingWith = (kind: HashKind, { letterless, legacySplit }: UrlTreeOptions): BlockHashing => ({
  kind,
  letterless,
  legacySplit,
});

/** The published method; all its heuristics are options. */
export const urltree = treeLearner<UrlTreeOptions>(
  {
    name: plainUrlTree.name,
    summary: plainUrlTree.summary,
    source: plainUrlTree.source,
    hashingOf: (options) => hashingWith(options.md5 ? 'md5' : 'fast', options),
    reads: ({ kind }) => kind !== 'similar',
    blocksOf: hashedBlocks,
    label: labelBlocks,
  },
  DESCRIBED,
);

/** The same, with similar blocks counted as one. */
export const urltreeSimilar = treeLearner<UrlTreeOptions>(
  {
    name: 'urltree-similar',
    summary: 'Drops the text blocks that repeat, exactly or nearly, in the same part of the site.',
    source: `${plainUrlTree.source}; SimHash (Charikar 2002) over blocks of 8 words or more`,
    hashingOf: (options) => hashingWith('similar', options),
    reads: ({ kind }) => kind === 'similar',
    openSimilar: (hashes) => new NearBlocks(hashes),
    blocksOf: hashedBlocks,
    label: labelBlocks,
  },
  DESCRIBED,
);

/** Blocks by way of hashing: a page is observed and labelled. */
const hashed = memoized((_page: Page) => new Map<string, HashedBlocks>());

function hashedBlocks(page: Page, hashing: BlockHashing): HashedBlocks {
  const { kind, letterless, legacySplit } = hashing;
  const known = hashed(page);
  const way = `${kind} ${letterless} ${legacySplit}`;
  let own = known.get(way);
  if (own === undefined) {
    const blocks = urlTreeBlocks(page, { legacySplit });
    const texts = blocks.map(({ text }) => text);
    own = { blocks, ...hashBlocks(texts, kind as HashKind, letterless as Letterless) };
    known.set(way, own);
  }
  return own;
}

function labelBlocks(page: Page, counted: CountedPage, options: UrlTreeOptions): LabelledBlocks {
  const { blocks, skipped, supports, domainDepth } = counted;
  const { judges, votesNeeded } = juryOf(options.heuristic as Heuristic, supports, domainDepth, options);
  const counts = judges.map(({ place }) => counted.documentsAt(place));
  let isKept = true;
  return labelledByCount(counted, judges[0].place, counts[0], (at, count) => {
    const rule = ruleFor(page, blocks[at], options);
    if (rule !== null) {
      isKept = false;
      return { isKept, why: rule };
    }
    if (skipped[at] === 1) return { isKept, why: 'no letters: as the block before' };
    const votes = judges.filter(({ maxCount }, judge) => counts[judge][at] > maxCount).length;
    isKept = votes < votesNeeded;
    const bound = `${isKept ? 'at most' : 'above'} ${judges[0].maxCount}`;
    const voted = judges.length > 1 ? `, ${votes} of ${judges.length} votes against` : '';
    return { isKept, why: `${count} (${bound}${voted})` };
  });
}

/** The rules of the authors' program that need the page alone. */
function ruleFor(
  page: Page,
  block: HashedBlocks['blocks'][number],
  { title, linkRule, tagRule }: UrlTreeOptions,
): string | null {
  if (!title && nameOf(page, block.parent) === 'title') return 'the title of the page';
  if (linkRule && block.linkChars === block.textChars) return 'nothing but links';
  const ancestor = tagRule ? boilerplateAncestor(page, block) : null;
  return ancestor === null ? null : `inside <${ancestor}>`;
}

const BOILERPLATE_PATH = tagNames(
  'script noscript style form fieldset legend label input button select datalist optgroup option textarea keygen output ' +
    'progress meter details summary menuitem menu img iframe embed object param video audio source track canvas map area ' +
    'svg math nav aside header footer address',
);

/** The element on the block's path that the authors' program never takes content from, or null. */
function boilerplateAncestor(page: Page, { shallowest }: HashedBlocks['blocks'][number]): string | null {
  for (let up = page.parent[shallowest]; up > 0; up = page.parent[up])
    if (BOILERPLATE_PATH.has(nameOf(page, up))) return nameOf(page, up);
  return null;
}
