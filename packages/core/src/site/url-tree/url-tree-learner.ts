/**
 * URL Tree (the within-site repetition method of the LATINO project): a text block that several documents of the same part of
 * a site have is boilerplate.
 *
 * Observation: navigation, teasers and footers repeat over the pages of a directory, article text does not; the URL shows which
 * part of the site a page belongs to.
 *
 * Steps: split the page into small blocks; hash each by its letters; insert the document into the tree of its URL's branch;
 * choose the judging node (`branch.ts`); a block in more than maxCount of that node's documents is boilerplate.
 *
 * Departures: one tree per registrable domain (the paper's forest); a document counts once under its URL key, in its latest
 * version, so that replaying a stream changes nothing; the page being labelled counts as inserted whether it was or not, so
 * batch insertion (observe all, then label) and streaming (observe, label, next) differ only in the other documents.
 *
 * The similarity variant (`urltree-similar`, the paper's future work) hashes blocks of 8 words or more by SimHash and sums,
 * over all blocks within 3 bits, the other documents that have one. A document with two such blocks counts twice, which makes
 * no difference for maxCount 1.
 */

import { above, FLAG, hashHigh, hashLow, memoized, nameOf, type Page, words } from '@dehusk/html';
import type { Block, LabelledBlocks } from '../../blocks/block.js';
import { COUNT, type OptionsOf, type OptionTable, optionsOf } from '../../extractors/option-table.js';
import { DAY } from '../sample-learner.js';
import type { SiteDecision, SiteFact, SiteLearner, SitePage } from '../site-learner.js';
import {
  type BlockHashes,
  type BlockHashing,
  type HashKind,
  hashBlocks,
  LETTERLESS,
  type Letterless,
} from './block-hash.js';
import { branchOf, HEURISTICS, type Heuristic, juryOf, treeUnit } from './branch.js';
import { UrlTree } from './url-tree.js';
import { boilerplateAncestor, type UrlTreeBlock, urlTreeBlocks } from './url-tree-blocks.js';
import { decodeTree, encodeTree, TREE_VERSION } from './url-tree-state.js';

const OPTIONS = {
  heuristic: [
    'strict',
    words(...HEURISTICS),
    `Which node judges and by what count: ${HEURISTICS.join(', ')} (paper: strict).`,
  ],
  minSupport: [
    5,
    { ...COUNT, minimum: 1 },
    'Documents a node must have to judge under strict and the votes, 1 or more (paper: 5).',
  ],
  maxCount: [
    1,
    { ...COUNT, minimum: 1 },
    'Documents of the judging node that may have a block before it is boilerplate, 1 or more (paper: 1).',
  ],
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
  maxDocuments: [
    10_000,
    { ...COUNT, minimum: 1 },
    'Most documents a model keeps, fixed when it begins (paper: 10,000).',
  ],
  maxDays: [
    14,
    above(0),
    'Age in days, against the newest, above which documents are forgotten, fixed when the model begins (paper: 14).',
  ],
  keepAtLeast: [
    100,
    COUNT,
    'Documents a model keeps whatever their age, fixed when it begins (authors’ program: 100).',
  ],
} satisfies OptionTable;
export type UrlTreeOptions = OptionsOf<typeof OPTIONS>;
const DESCRIBED = optionsOf(OPTIONS);
const DEFAULTS: UrlTreeOptions = DESCRIBED.defaults;

/** The learner for a way of hashing blocks. */
function urlTreeLearner(
  name: string,
  summary: string,
  source: string,
  kindOf: (options: UrlTreeOptions) => HashKind,
): SiteLearner<UrlTree, UrlTreeOptions> {
  return {
    name,
    summary,
    source,
    version: TREE_VERSION,
    ...DESCRIBED,
    unit: treeUnit,
    empty(options) {
      const { maxDocuments, keepAtLeast, maxDays, legacySplit } = options;
      const hashing = { kind: kindOf(options), letterless: options.letterless as Letterless, legacySplit };
      return new UrlTree(hashing, { maxDocuments, maxAge: maxDays * DAY, keepAtLeast });
    },
    observe(tree, page) {
      const { high, low, skipped } = hashedBlocks(page.page, tree.hashing);
      const [keyHigh, keyLow] = hashKey(page.key);
      const isCounted = (_: number, at: number): boolean => skipped[at] === 0;
      tree.insert({
        keyHigh,
        keyLow,
        at: Number.isFinite(page.at) ? page.at : 0,
        branch: branchOf(page.url, page.key).segments,
        high: high.filter(isCounted),
        low: low.filter(isCounted),
      });
    },
    label(tree, page, options): SiteDecision {
      if (tree.size === 0)
        return {
          ok: false,
          reason: 'unseen-site',
          detail: `${name} has seen no page of ${treeUnit(page.url) || 'it'}`,
        };
      return { ok: true, labelled: labelBlocks(tree, page, options) };
    },
    forget: (tree, before) => tree.forget(before),
    encode: encodeTree,
    decode(bytes) {
      const tree = decodeTree(bytes);
      const isSimilar = kindOf(DEFAULTS) === 'similar';
      if ((tree.hashing.kind === 'similar') !== isSimilar)
        throw new RangeError(`these bytes are not a model of ${name}: blocks hashed as got ${tree.hashing.kind}`);
      return tree;
    },
    hasPattern: (tree) => tree.size >= DEFAULTS.minSupport,
    explain: explainTree,
  };
}

const PAPER = 'URL Tree (LATINO project): within-site repetition of text blocks by URL branch';

/** The published method; all its heuristics are options. */
export const urltree = urlTreeLearner(
  'urltree',
  'Drops the text blocks that repeat in the same part of the site.',
  PAPER,
  ({ md5 }) => (md5 ? 'md5' : 'fast'),
);

/** The same, with similar blocks counted as one. */
export const urltreeSimilar = urlTreeLearner(
  'urltree-similar',
  'Drops the text blocks that repeat, exactly or nearly, in the same part of the site.',
  `${PAPER}; SimHash (Charikar 2002) over blocks of 8 words or more`,
  () => 'similar',
);

interface HashedBlocks extends BlockHashes {
  readonly blocks: readonly UrlTreeBlock[];
}

/** Blocks by way of hashing: a page is observed and labelled. */
const hashed = memoized((_page: Page) => new Map<string, HashedBlocks>());

function hashedBlocks(page: Page, hashing: BlockHashing): HashedBlocks {
  const known = hashed(page);
  const way = `${hashing.kind} ${hashing.letterless} ${hashing.legacySplit}`;
  let own = known.get(way);
  if (own === undefined) {
    const blocks = urlTreeBlocks(page, hashing);
    const texts = blocks.map(({ text }) => text);
    own = { blocks, ...hashBlocks(texts, hashing) };
    known.set(way, own);
  }
  return own;
}

function labelBlocks(tree: UrlTree, page: SitePage, options: UrlTreeOptions): LabelledBlocks {
  const { blocks, high, low, skipped } = hashedBlocks(page.page, tree.hashing);
  const branch = branchOf(page.url, page.key);
  const nodes = tree.nodesOf(branch.segments);
  // The page's observed version, if any, is subtracted from every count; then the page counts as it is now.
  const own = tree.find(...hashKey(page.key));
  const ownBlocks = own < 0 ? new Set<number>() : new Set(tree.blockList(own));
  const ownAt = nodes.map((node) => own >= 0 && tree.isBelow(own, node));
  const supports = nodes.map((node, place) => (node < 0 ? 0 : tree.supportOf(node)) - (ownAt[place] ? 1 : 0) + 1);
  const { judges, votesNeeded } = juryOf(options.heuristic as Heuristic, supports, branch.domainDepth, options);

  const keep = new Uint8Array(blocks.length);
  const why: string[] = [];
  const counts = new Uint32Array(blocks.length);
  const found = blocks.map((_, at) => (skipped[at] === 1 ? [] : tree.nearBlocks(high[at], low[at])));
  const votes = new Uint8Array(blocks.length);
  for (const { place, maxCount } of judges) {
    const count = tree.counter(nodes[place]);
    for (let at = 0; at < blocks.length; at++) {
      let others = 0;
      for (const block of found[at]) others += count(block) - (ownAt[place] && ownBlocks.has(block) ? 1 : 0);
      if (counts[at] === 0) counts[at] = others + 1;
      if (others + 1 > maxCount) votes[at]++;
    }
  }
  const { place, maxCount } = judges[0];
  const where = `/${branch.segments.slice(0, place).join('/')}`;
  const support = supports[place];
  for (let at = 0; at < blocks.length; at++) {
    const rule = ruleFor(page, blocks[at], options);
    if (rule !== null) {
      why.push(rule);
      continue;
    }
    if (skipped[at] === 1) {
      keep[at] = at === 0 ? 1 : keep[at - 1];
      why.push('no letters: as the block before');
      continue;
    }
    const isBoilerplate = votes[at] >= votesNeeded;
    keep[at] = isBoilerplate ? 0 : 1;
    const decision = judges.length > 1 ? `, ${votes[at]} of ${judges.length} votes against` : '';
    why.push(
      `in ${counts[at]} of ${support} documents at ${where} (${isBoilerplate ? 'above' : 'at most'} ${maxCount}${decision})`,
    );
  }
  return {
    blocks: blocks as readonly Block[],
    labels: { keep, why },
    features: { documents: counts, support: new Uint32Array(blocks.length).fill(support) },
  };
}

/** The rules of the authors' program that need the page alone. */
function ruleFor(
  { page }: SitePage,
  block: ReturnType<typeof urlTreeBlocks>[number],
  { title, linkRule, tagRule }: UrlTreeOptions,
): string | null {
  if (!title && nameOf(page, block.parent) === 'title') return 'the title of the page';
  if (linkRule && block.linkChars === block.textChars) return 'nothing but links';
  const ancestor = tagRule ? boilerplateAncestor(page, block) : null;
  return ancestor === null ? null : `inside <${ancestor}>`;
}

const hashKey = (key: string): [high: number, low: number] => [hashHigh(key), hashLow(key)];

/** The tree, indented, with documents and blocks. */
function explainTree(tree: UrlTree): SiteFact[] {
  const rows = tree.rows();
  const all = `${tree.size} documents in ${rows.length} parts of the site are known, with ${rows[0]?.blocks ?? 0} different blocks of text.`;
  const sentence = `${all} A block that many of them have counts as part of the template.`;
  return rows.map(({ depth, segment, documents, blocks }, at) => ({
    what: 'node',
    value: `${'  '.repeat(depth)}${segment}`,
    support: documents,
    of: tree.size,
    example: `${blocks} blocks, ${documents === 0 ? 0 : Math.round(blocks / documents)} a document`,
    sentence: at === 0 ? sentence : null,
  }));
}
