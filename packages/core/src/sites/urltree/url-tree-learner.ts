/**
 * URL Tree (the within-site repetition method of the LATINO authors; algorithms.md section 9): a text block that several
 * documents of the same part of a site hold is boilerplate.
 *
 * Observation: navigation, teasers and footers repeat over the pages of a directory, article text does not; which part of
 * the site shares them can be read off the URL.
 *
 * Steps: cut the page into small blocks; hash each by its letters; hang the document into the tree of its URL's branch;
 * choose the judging node (`heuristics.ts`); a block that more than maxCount of that node's documents hold is boilerplate.
 *
 * Departures: one tree a registrable domain (the paper's forest); a document counts once under its URL key and the latest
 * version stands, so that feeding a stream twice changes nothing; the page at hand counts as inserted whether it was or not,
 * so batch insertion (observe all, then label) and streaming (observe, label, next) differ only in what else is known.
 *
 * The similarity variant (`urltree-similar`, the paper's future work) hashes blocks of 8 words or more by SimHash and adds
 * up, over all blocks within 3 bits, the other documents that hold one. A document that holds two such blocks counts twice
 * there, which makes no difference for maxCount 1.
 */
import type { Block, LabelledBlocks } from '../../blocks/block.js';
import { boilerplateAncestor, type UrlTreeBlock, urlTreeBlocks } from '../../blocks/url-tree-blocks.js';
import { memoized } from '../../page/memo.js';
import type { Page } from '../../page/page.js';
import { HASH_SEED_HIGH, HASH_SEED_LOW, scramble, stepHigh, stepLow } from '../../text/hash.js';
import type { SiteFact, SiteLearner, SitePage, SiteVerdict } from '../site-learner.js';
import { type BlockHashes, type BlockHashing, type HashKind, hashBlocks } from './block-hash.js';
import { branchOf, treeUnit } from './branch.js';
import { type Heuristic, juryOf } from './heuristics.js';
import {
  checkedHeuristic,
  checkedLetterless,
  daysToMilliseconds,
  URL_TREE_DEFAULTS,
  URL_TREE_OPTION_DOCS,
  type UrlTreeOptions,
} from './options.js';
import { UrlTree } from './url-tree.js';
import { decodeTree, encodeTree, mergeTrees, TREE_VERSION } from './url-tree-state.js';

/** Makes the learner for a way of hashing blocks. */
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
    defaults: URL_TREE_DEFAULTS,
    optionDocs: URL_TREE_OPTION_DOCS,
    unit: treeUnit,
    empty(options) {
      const { maxDocuments, keepAtLeast, maxDays, legacySplit } = options;
      const hashing = { kind: kindOf(options), letterless: checkedLetterless(options), legacySplit };
      return new UrlTree(hashing, { maxDocuments, maxAge: daysToMilliseconds(maxDays), keepAtLeast });
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
    label(tree, page, options): SiteVerdict {
      const heuristic = checkedHeuristic(options);
      if (tree.size === 0)
        return {
          ok: false,
          reason: 'unseen-site',
          detail: `${name} has seen no page of ${treeUnit(page.url) || 'it'}`,
        };
      return { ok: true, labelled: labelBlocks(tree, page, heuristic, options) };
    },
    merge: mergeTrees,
    forget: (tree, before) => tree.forget(before),
    encode: encodeTree,
    decode(bytes) {
      const tree = decodeTree(bytes);
      const isSimilar = kindOf(URL_TREE_DEFAULTS) === 'similar';
      if ((tree.hashing.kind === 'similar') !== isSimilar)
        throw new RangeError(`these bytes are not a model of ${name}: blocks hashed as got ${tree.hashing.kind}`);
      return tree;
    },
    hasPattern: (tree) => tree.size >= URL_TREE_DEFAULTS.minSupport,
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

/** The same with blocks that are nearly the same taken as one. */
export const urltreeSimilar = urlTreeLearner(
  'urltree-similar',
  'Drops the text blocks that repeat, exactly or nearly, in the same part of the site.',
  `${PAPER}; SimHash (Charikar 2002) over blocks of 8 words or more`,
  () => 'similar',
);

interface HashedBlocks extends BlockHashes {
  readonly blocks: readonly UrlTreeBlock[];
}

/** Per page and way of hashing: a page is observed and labelled, its blocks are the same. */
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

function labelBlocks(tree: UrlTree, page: SitePage, heuristic: Heuristic, options: UrlTreeOptions): LabelledBlocks {
  const { blocks, high, low, skipped } = hashedBlocks(page.page, tree.hashing);
  const branch = branchOf(page.url, page.key);
  const nodes = tree.nodesOf(branch.segments);
  // The page itself, as it was observed if it was: taken out of every count, then counted as it is now.
  const own = tree.find(...hashKey(page.key));
  const ownBlocks = own < 0 ? new Set<number>() : tree.documentBlocks(own);
  const ownAt = nodes.map((node) => own >= 0 && tree.isBelow(own, node));
  const supports = nodes.map((node, place) => (node < 0 ? 0 : tree.supportOf(node)) - (ownAt[place] ? 1 : 0) + 1);
  const { judges, votesNeeded } = juryOf(heuristic, supports, branch.domainDepth, options);

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
    const verdict = judges.length > 1 ? `, ${votes[at]} of ${judges.length} votes against` : '';
    why.push(
      `in ${counts[at]} of ${support} documents at ${where} (${isBoilerplate ? 'above' : 'at most'} ${maxCount}${verdict})`,
    );
  }
  return {
    blocks: blocks as readonly Block[],
    labels: { keep, why },
    features: { documents: counts, support: new Uint32Array(blocks.length).fill(support) },
  };
}

/** The rules of the authors' program that look at the page alone. */
function ruleFor(
  { page }: SitePage,
  block: ReturnType<typeof urlTreeBlocks>[number],
  { linkRule, tagRule }: UrlTreeOptions,
): string | null {
  if (linkRule && block.linkChars === block.textChars) return 'nothing but links';
  const ancestor = tagRule ? boilerplateAncestor(page, block) : null;
  return ancestor === null ? null : `inside <${ancestor}>`;
}

function hashKey(key: string): [high: number, low: number] {
  let high = HASH_SEED_HIGH;
  let low = HASH_SEED_LOW;
  for (let at = 0; at < key.length; at++) {
    high = stepHigh(high, key.charCodeAt(at));
    low = stepLow(low, key.charCodeAt(at));
  }
  return [scramble(high), scramble(low)];
}

/** The nodes with most documents first stand where they hang: the tree, indented, with documents and blocks. */
function explainTree(tree: UrlTree): SiteFact[] {
  return tree.rows().map(({ depth, segment, documents, blocks }) => ({
    what: 'node',
    value: `${'  '.repeat(depth)}${segment}`,
    support: documents,
    of: tree.size,
    example: `${blocks} blocks, ${documents === 0 ? 0 : Math.round(blocks / documents)} a document`,
  }));
}
