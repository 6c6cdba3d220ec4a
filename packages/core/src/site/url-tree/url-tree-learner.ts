/**
 * URL Tree (the within-site repetition method of the LATINO project): a text block that several documents of the same part of
 * a site have is boilerplate.
 *
 * Observation: navigation, teasers and footers repeat over the pages of a directory, article text does not; the URL shows which
 * part of the site a page belongs to.
 *
 * Steps: split the page into small blocks; hash each by its letters; insert the document into the tree of its URL's branch;
 * choose the judging node (the deepest with `minSupport` documents); a block in more than maxCount of them is boilerplate.
 *
 * Departures: one tree per registrable domain (the paper's forest); a document counts once under its URL key, in its latest
 * version, so that replaying a stream changes nothing; the page being labelled counts as inserted whether it was or not, so
 * batch insertion (observe all, then label) and streaming (observe, label, next) differ only in the other documents.
 *
 * The paper's other judges, the rules of the authors' program and similar blocks are in `@dehusk/papers`.
 */
import { above, ByteReader, ByteWriter, hashHigh, hashLow, memoized, type Page, seal, unseal } from '@dehusk/html';
import type { LabelledBlocks } from '../../blocks/block.js';
import { COUNT, type Options, type OptionsOf, type OptionTable, optionsOf } from '../../extractors/extractor.js';
import { hostParts, parseUrl } from '../../url-key/url-key.js';
import { DAY } from '../sample-learner.js';
import type { SiteDecision, SiteFact, SiteLearner, SitePage } from '../site-learner.js';
import type { TreeBounds } from './tree-documents.js';
import { type OpenSimilarBlocks, UrlTree } from './url-tree.js';
import {
  type BlockHashes,
  type BlockHashing,
  blockHashes,
  hashLetters,
  type UrlTreeBlock,
  urlTreeBlocks,
} from './url-tree-blocks.js';

const MAGIC = 'DhUT';
/** Layout of the bytes. */
const TREE_VERSION = 1;

export const TREE_OPTIONS = {
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
type CountOptions = OptionsOf<typeof TREE_OPTIONS>;

export interface HashedBlocks extends BlockHashes {
  readonly blocks: readonly UrlTreeBlock[];
}

/** What differs between variants of the method. */
interface TreeVariant<O> extends Pick<SiteLearner<UrlTree, O & Options>, 'name' | 'summary' | 'source'> {
  /** How the blocks of a new model are hashed. */
  hashingOf(options: O): BlockHashing;
  /** Whether models hashed like this are of the variant. */
  reads(hashing: BlockHashing): boolean;
  readonly openSimilar?: OpenSimilarBlocks;
  blocksOf(page: Page, hashing: BlockHashing): HashedBlocks;
  label(page: Page, counted: CountedPage, options: O): LabelledBlocks;
}

/** A page in the tree: it counts as it is now, whether the tree has a version of it or not. */
export interface CountedPage extends HashedBlocks {
  /** Its branch from the root's child down, and the number of segments down to the registrable domain's node, itself included. */
  readonly segments: readonly string[];
  readonly domainDepth: number;
  /** Documents at and below each node of the branch, the root first, the page included. */
  readonly supports: readonly number[];
  /** Per block: documents below the node at a place of the branch that have it, the page included. */
  documentsAt(place: number): Uint32Array;
}

export function treeLearner<O extends CountOptions & Options>(
  variant: TreeVariant<O>,
  described: Pick<SiteLearner<UrlTree, O>, 'defaults' | 'domains' | 'optionDocs'>,
): SiteLearner<UrlTree, O> {
  const { name, summary, source, openSimilar } = variant;
  return {
    ...{ name, summary, source, version: TREE_VERSION, ...described },
    unit: treeUnit,
    empty(options) {
      const { maxDocuments, keepAtLeast, maxDays } = options;
      const bounds = { maxDocuments, maxAge: maxDays * DAY, keepAtLeast };
      return new UrlTree(variant.hashingOf(options), bounds, openSimilar);
    },
    observe(tree, { page, url, key, at }) {
      const { high, low, skipped } = variant.blocksOf(page, tree.hashing);
      const isCounted = (_: number, row: number): boolean => skipped[row] === 0;
      tree.insert({
        keyHigh: hashHigh(key),
        keyLow: hashLow(key),
        at: Number.isFinite(at) ? at : 0,
        branch: branchOf(url, key).segments,
        high: high.filter(isCounted),
        low: low.filter(isCounted),
      });
    },
    label(tree, page, options): SiteDecision {
      if (tree.size > 0) {
        const counted = countedPage(tree, page, variant.blocksOf(page.page, tree.hashing));
        return { ok: true, labelled: variant.label(page.page, counted, options) };
      }
      const detail = `${name} has seen no page of ${treeUnit(page.url) || 'it'}`;
      return { ok: false, reason: 'unseen-site', detail };
    },
    forget: (tree, before) => tree.forget(before),
    encode: encodeTree,
    decode(bytes) {
      const tree = decodeTree(bytes, openSimilar);
      if (variant.reads(tree.hashing)) return tree;
      throw new RangeError(`these bytes are not a model of ${name}: blocks hashed as got ${tree.hashing.kind}`);
    },
    hasPattern: (tree) => tree.size >= described.defaults.minSupport,
    explain: explainTree,
  };
}

function countedPage(tree: UrlTree, { url, key }: SitePage, hashes: HashedBlocks): CountedPage {
  const { high, low, skipped } = hashes;
  const branch = branchOf(url, key);
  const nodes = tree.nodesOf(branch.segments);
  // The page's observed version, if any, is subtracted from every count; then the page counts as it is now.
  const own = tree.find(hashHigh(key), hashLow(key));
  const ownBlocks = new Set(own < 0 ? [] : tree.blockList(own));
  const isOwn = nodes.map((node) => own >= 0 && tree.isBelow(own, node));
  const similar = hashes.blocks.map((_, row) => (skipped[row] === 1 ? [] : tree.nearBlocks(high[row], low[row])));
  return {
    ...hashes,
    ...branch,
    supports: nodes.map((node, place) => (node < 0 ? 0 : tree.supportOf(node)) - (isOwn[place] ? 1 : 0) + 1),
    documentsAt(place) {
      const count = tree.counter(nodes[place]);
      return Uint32Array.from(similar, (blocks) =>
        blocks.reduce((sum, block) => sum + count(block) - (isOwn[place] && ownBlocks.has(block) ? 1 : 0), 1),
      );
    },
  };
}

/** The counts at one node, as labels. */
export function labelledByCount(
  { blocks, segments, supports }: CountedPage,
  place: number,
  documents: Uint32Array,
  decide: (block: number, counted: string) => { readonly isKept: boolean; readonly why: string },
): LabelledBlocks {
  const support = supports[place];
  const where = `documents at /${segments.slice(0, place).join('/')}`;
  const keep = new Uint8Array(blocks.length);
  const why = blocks.map((_, at) => {
    const decision = decide(at, `in ${documents[at]} of ${support} ${where}`);
    keep[at] = decision.isKept ? 1 : 0;
    return decision.why;
  });
  const features = { documents, support: new Uint32Array(blocks.length).fill(support) };
  return { blocks, labels: { keep, why }, features };
}

/** The tree, indented, with documents and blocks. */
function explainTree(tree: UrlTree): SiteFact[] {
  const rows = tree.rows();
  const all = `Known documents: ${tree.size}; parts of the site: ${rows.length}; different blocks of text: ${rows[0]?.blocks ?? 0}.`;
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

const PLAIN_HASHING: BlockHashing = { kind: 'fast', letterless: 'shared', legacySplit: false };

const plainBlocks = memoized((page: Page): HashedBlocks => {
  const blocks = urlTreeBlocks(page);
  const hashes = blockHashes(blocks.length);
  for (const [row, { text }] of blocks.entries()) hashLetters(text, hashes, row);
  return { blocks, ...hashes };
});

/** The published method with its options at their defaults. */
export const urltree = treeLearner<CountOptions>(
  {
    name: 'urltree',
    summary: 'Drops the text blocks that repeat in the same part of the site.',
    source: 'URL Tree (LATINO project): within-site repetition of text blocks by URL branch',
    hashingOf: () => PLAIN_HASHING,
    reads: ({ kind, letterless, legacySplit }) => kind === 'fast' && letterless === 'shared' && !legacySplit,
    blocksOf: plainBlocks,
    label(_, counted, { minSupport, maxCount }) {
      const place = deepestSupported(counted.supports, minSupport);
      const documents = counted.documentsAt(place);
      return labelledByCount(counted, place, documents, (at, count) => {
        const isKept = documents[at] <= maxCount;
        return { isKept, why: `${count} (${isKept ? 'at most' : 'above'} ${maxCount})` };
      });
    },
  },
  optionsOf(TREE_OPTIONS),
);

/** Segments below a domain that become nodes. Bounds the cost of hostile URLs. */
const MAX_PATH_SEGMENTS = 24;

/**
 * The branch of a document: host labels from the right (`uk co bbc www`), then the path's segments. The last segment names the
 * document and is left out, unless the query does (then the URL key has one). Query parameters never become nodes. URLs that do not
 * parse belong to the root.
 * @param url the response URL
 * @param key the URL key; only whether it has a query matters
 */
export function branchOf(url: string, key: string): Pick<CountedPage, 'segments' | 'domainDepth'> {
  const parsed = parseUrl(url);
  if (parsed === null || parsed.host === '') return { segments: [], domainDepth: 0 };
  const { domain, suffix } = hostParts(parsed.host);
  const isAddress = suffix === '';
  const labels = isAddress ? [parsed.host] : parsed.host.split('.').reverse();
  const path = key.includes('?') ? parsed.segments : parsed.segments.slice(0, -1);
  return {
    segments: [...labels, ...path.slice(0, MAX_PATH_SEGMENTS)],
    domainDepth: isAddress ? 1 : domain.split('.').length,
  };
}

/** The registrable domain, which has one tree; empty for anything that is not a web address. */
function treeUnit(url: string): string {
  const parsed = parseUrl(url);
  return parsed === null ? '' : hostParts(parsed.host).domain;
}

/**
 * The node that judges a document's blocks: the deepest with so many documents, else the root.
 * @param supports documents at and below each node of the branch, the root first, the document at hand counted
 * @returns its place in the branch
 */
export function deepestSupported(supports: readonly number[], minSupport: number): number {
  let place = supports.length - 1;
  while (place > 0 && supports[place] < minSupport) place--;
  return place;
}

interface UrlTreeHeader {
  readonly hashing: BlockHashing;
  readonly bounds: TreeBounds;
  readonly documents: number;
  readonly blocks: number;
  readonly nodes: number;
}

/**
 * The tree as sealed bytes: documents in order of time and key, blocks and nodes numbered in order of first use, so that trees of the
 * same documents have the same bytes. Counts are computed again on reading.
 */
function encodeTree(tree: UrlTree): Uint8Array {
  const dictionary = new ByteWriter();
  const branches = new ByteWriter();
  const lists = new ByteWriter();
  /** Per block of the tree: 1 + its number in the bytes, 0 while it has none. */
  const numberOf = new Uint32Array(tree.blockNumbers);
  let blocks = 0;
  const nodeNumbers = new Map<string, number>([['', 0]]);
  let documents = 0;
  tree.eachDocument((row, node, at, keyHigh, keyLow) => {
    let path = '';
    let parent = 0;
    for (const segment of tree.branchOf(node)) {
      // Lengths separate the segments: a decoded segment may contain a slash.
      path += `${segment.length}:${segment}`;
      const number = nodeNumbers.get(path) ?? nodeNumbers.size;
      if (number === nodeNumbers.size) {
        nodeNumbers.set(path, number);
        branches.count(parent);
        branches.text(segment);
      }
      parent = number;
    }
    const list = tree.blockList(row);
    const unknown = list.filter((block) => numberOf[block] === 0);
    const added = Array.from(unknown, (block) => [block, ...tree.hashOf(block)]);
    added.sort((a, b) => a[1] - b[1] || a[2] - b[2]);
    for (const [block, high, low] of added) {
      dictionary.word(high);
      dictionary.word(low);
      numberOf[block] = ++blocks;
    }
    lists.word(keyHigh);
    lists.word(keyLow);
    lists.float(at);
    lists.count(parent);
    const numbers = list.map((block) => numberOf[block] - 1).sort();
    lists.count(numbers.length);
    let before = 0;
    for (const number of numbers) {
      lists.count(number - before);
      before = number;
    }
    documents++;
  });
  const { hashing, bounds } = tree;
  const header: UrlTreeHeader = { hashing, bounds, documents, blocks, nodes: nodeNumbers.size };
  return seal(MAGIC, TREE_VERSION, header, dictionary.bytes, branches.bytes, lists.bytes);
}

/**
 * Reads a tree back.
 * @throws RangeError with got and expected when the bytes are something else, of another version, cut or damaged
 */
function decodeTree(bytes: Uint8Array, openSimilar?: OpenSimilarBlocks): UrlTree {
  const { header, body } = unseal<UrlTreeHeader>(bytes, MAGIC, TREE_VERSION, 'a URL Tree');
  const reader = new ByteReader(body, 'a URL Tree');
  const high = new Uint32Array(header.blocks);
  const low = new Uint32Array(header.blocks);
  for (let block = 0; block < header.blocks; block++) {
    high[block] = reader.word();
    low[block] = reader.word();
  }
  const branches: string[][] = [[]];
  while (branches.length < header.nodes) {
    const parent = reader.count();
    branches.push([...branches[parent], reader.text()]);
  }
  const tree = new UrlTree(header.hashing, header.bounds, openSimilar);
  tree.restoreBlocks(high, low);
  for (let left = header.documents; left > 0; left--) {
    const keyHigh = reader.word();
    const keyLow = reader.word();
    const at = reader.float();
    const branch = branches[reader.count()];
    const blocks = new Uint32Array(reader.count());
    let block = 0;
    for (let index = 0; index < blocks.length; index++) {
      block += reader.count();
      blocks[index] = block;
    }
    if (branch === undefined || block >= Math.max(1, header.blocks))
      throw new RangeError(`a URL Tree got block ${block}, expected one of its ${header.blocks}`);
    tree.restore({ keyHigh, keyLow, at, branch }, blocks);
  }
  reader.end();
  return tree;
}
