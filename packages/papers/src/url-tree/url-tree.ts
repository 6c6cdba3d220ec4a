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
  deepestSupported,
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

export const HEURISTICS = [
  'strict',
  'strict-support',
  'strict-at-domain',
  'relaxed-at-domain',
  'vote-slow',
  'vote-fast',
] as const;
type Heuristic = (typeof HEURISTICS)[number];

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

// Which nodes of a document's branch judge its blocks (URL Tree paper, section 4; the votes are rules of the authors' program that the
// paper omits). The domain's node has the root's counts, since a tree is one domain's.
//
// | heuristic | node | a block is boilerplate when its count c is |
// |---|---|---|
// | strict | deepest with n ≥ minSupport, else the root | > maxCount |
// | strict-support | deepest with n > support, else the root | > maxCount |
// | strict-at-domain | the root | > maxCount |
// | relaxed-at-domain | the root | > maxCount; > maxCount + 1 once n > relaxAbove |
// | vote-slow | every node from the deepest to the domain's with n ≥ minSupport, one vote each | > maxCount + ⌊n/100⌋ on at least half |
// | vote-fast | the same | > maxCount + ⌊n/50⌋ on more than half |

type HeuristicNumbers = Readonly<Record<'minSupport' | 'maxCount' | 'support' | 'relaxAbove', number>>;

/** A node that judges, by its place on the branch (0 is the root), and the count above which a block is boilerplate. */
interface Judge {
  readonly place: number;
  readonly maxCount: number;
}

/** The judges of a document, and how many of them make a block boilerplate. */
interface Jury {
  readonly judges: readonly Judge[];
  readonly votesNeeded: number;
}

/** Documents per additional occurrence that a vote allows; the authors' program. */
const SLOW_STEP = 100;
const FAST_STEP = 50;

/**
 * Chooses the judges.
 * @param supports documents at and below each node of the branch, the root first, the document at hand counted
 * @param domainDepth place of the registrable domain's node
 */
export function juryOf(
  heuristic: Heuristic,
  supports: readonly number[],
  domainDepth: number,
  numbers: HeuristicNumbers,
): Jury {
  const { minSupport, maxCount, support, relaxAbove } = numbers;
  const alone = (place: number, count: number): Jury => ({ judges: [{ place, maxCount: count }], votesNeeded: 1 });
  const vote = (step: number, tieIsBoilerplate: boolean): Jury => {
    const judges: Judge[] = [];
    const top = Math.min(domainDepth, supports.length - 1);
    for (let place = supports.length - 1; place >= top; place--)
      if (supports[place] >= minSupport)
        judges.push({ place, maxCount: maxCount + Math.floor(supports[place] / step) });
    // No node has enough documents: the domain judges alone, as under `strict`.
    if (judges.length === 0) judges.push({ place: top, maxCount: maxCount + Math.floor(supports[top] / step) });
    const half = judges.length / 2;
    return { judges, votesNeeded: tieIsBoilerplate ? Math.ceil(half) : Math.floor(half) + 1 };
  };
  switch (heuristic) {
    case 'strict':
      return alone(deepestSupported(supports, minSupport), maxCount);
    case 'strict-support':
      return alone(deepestSupported(supports, support + 1), maxCount);
    case 'strict-at-domain':
      return alone(0, maxCount);
    case 'relaxed-at-domain':
      return alone(0, supports[0] > relaxAbove ? maxCount + 1 : maxCount);
    case 'vote-slow':
      return vote(SLOW_STEP, true);
    case 'vote-fast':
      return vote(FAST_STEP, false);
  }
}
