/**
 * Encoding and decoding URL Trees. The bytes hold the documents in order of time and key, blocks and
 * nodes numbered in order of first use: trees of the same documents have the same bytes. Counts are recomputed on reading.
 */
import { ByteReader, ByteWriter, seal, unseal } from '@dehusk/html';
import type { TreeBounds } from './tree-documents.js';
import { type OpenSimilarBlocks, UrlTree } from './url-tree.js';
import type { BlockHashing } from './url-tree-blocks.js';

const MAGIC = 'DhUT';
/** Layout of the bytes. */
export const TREE_VERSION = 1;

interface UrlTreeHeader {
  readonly hashing: BlockHashing;
  readonly bounds: TreeBounds;
  readonly documents: number;
  readonly blocks: number;
  readonly nodes: number;
}

/** The tree as sealed bytes. */
export function encodeTree(tree: UrlTree): Uint8Array {
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
  const parts = [dictionary, branches, lists].map(({ bytes }) => bytes);
  const body = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const part of parts) {
    body.set(part, end);
    end += part.length;
  }
  const { hashing, bounds } = tree;
  const header: UrlTreeHeader = { hashing, bounds, documents, blocks, nodes: nodeNumbers.size };
  return seal(MAGIC, TREE_VERSION, header, body);
}

/**
 * Reads a tree back.
 * @throws RangeError with got and expected when the bytes are something else, of another version, cut or damaged
 */
export function decodeTree(bytes: Uint8Array, openSimilar?: OpenSimilarBlocks): UrlTree {
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
