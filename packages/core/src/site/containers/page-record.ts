/**
 * The containers learner's record of a page: its text blocks (a hash, a length, the linked share, the page level's
 * probability), the elements that hold them, the shape of its address, and the headings that link elsewhere. No text is kept.
 *
 * An element is its words (`element-name.ts`): `#story`, `div.entry-content`, each class alone, since the classes beside it
 * change from page to page (`post-123`, `tag-travel`).
 */
import { ByteReader, ByteWriter, type Memo, type NodeId, type Page, seal, unseal } from '@dehusk/html';
import { type LabelledBlocks, nodeProbabilities, stretchProbability } from '../../blocks/block.js';
import { contentBlocks } from '../../blocks/content-blocks.js';
import { elementAround, elementName, nameHash, textHash } from '../element-name.js';
import type { StoredModel } from '../sample-learner.js';
import { listSignals } from './list-signals.js';
import { addressShape, headingTargets } from './page-address.js';

/** A remembered page. Columns with one row per block, and columns with one row per element. */
export interface ContainerRecord {
  /** Values computed from the record once, see `memoized`. */
  readonly memo: Memo;
  /** Per block: hash of its letters and digits, lower case. */
  readonly text: Uint32Array;
  /** Per block: length in UTF-16 code units, at most 65,535. */
  readonly chars: Uint16Array;
  /** Per block: share of its characters inside links, in 255ths. */
  readonly linked: Uint8Array;
  /** Per block: the page level's probability of main content, in 255ths. */
  readonly probability: Uint8Array;
  /** Per block: its element, as a row of the elements. */
  readonly element: Uint16Array;
  /** Per element, in document order: hash of its words, see {@link elementName}. */
  readonly name: Uint32Array;
  /** Per element: the row of its parent; its own row when it has none. */
  readonly parent: Uint16Array;
  /** Per element: the blocks [from, to) it holds. */
  readonly from: Uint16Array;
  readonly to: Uint16Array;
  /** Hashes of the addresses on the page's host that its headings link to, except its own; ascending. */
  readonly targets: Uint32Array;
  /** Hashes of the parts of its address, see `page-address.ts`; ascending. */
  readonly shape: Uint32Array;
  /** Signals of its kind, one bit each, see `list-signals.ts`. */
  readonly signals: number;
}

/** Blocks and elements remembered of a page, at most; real articles have a few hundred of each. */
const MAX_ROWS = 4_000;

/** Reads a page into a record; adds the words of its elements by hash to `names`. */
export function recordOf(
  page: Page,
  url: string,
  labelled: LabelledBlocks,
  names: Map<number, string>,
): ContainerRecord {
  const blocks = contentBlocks(page);
  const size = Math.min(blocks.size, MAX_ROWS);
  const sure = nodeProbabilities(page, labelled);
  const text = new Uint32Array(size);
  const chars = new Uint16Array(size);
  const linked = new Uint8Array(size);
  const probability = new Uint8Array(size);
  const element = new Uint16Array(size);
  const rows = new Map<NodeId, number>();
  const name: number[] = [];
  const parent: number[] = [];
  const from: number[] = [];
  const to: number[] = [];
  const open: NodeId[] = [];
  for (let at = 0; at < size; at++) {
    const length = blocks.text[at].length;
    text[at] = textHash(blocks.text[at]);
    chars[at] = Math.min(65_535, length);
    linked[at] = Math.round((255 * Math.min(length, blocks.linkChars[at])) / Math.max(1, length));
    probability[at] = Math.round(255 * stretchProbability(page, sure, blocks.first[at], blocks.last[at]));
    // The elements around the block that hold no earlier block, innermost first.
    open.length = 0;
    const around = elementAround(page, blocks, at);
    for (let node = around; name.length < MAX_ROWS && node > 0 && !rows.has(node); node = page.parent[node])
      open.push(node);
    while (open.length > 0 && name.length < MAX_ROWS) {
      const next = open.pop() as NodeId;
      const own = elementName(page, next);
      const hash = nameHash(own);
      names.set(hash, own);
      rows.set(next, name.length);
      parent.push(rows.get(page.parent[next]) ?? name.length);
      name.push(hash);
      from.push(at);
      to.push(at);
    }
    let row = rows.get(around) ?? 0;
    element[at] = row;
    for (; parent[row] !== row; row = parent[row]) to[row] = at + 1;
    to[row] = at + 1;
  }
  return {
    ...{ memo: new Map(), text, chars, linked, probability, element },
    name: Uint32Array.from(name),
    parent: Uint16Array.from(parent),
    from: Uint16Array.from(from),
    to: Uint16Array.from(to),
    targets: headingTargets(page, url),
    shape: addressShape(url),
    signals: listSignals(page, url, labelled),
  };
}

export const VERSION = 3;
const MAGIC = 'DhCt';
const WHAT = 'a containers model';

/** How many rows of each kind a page has. */
const pageHeader = ({ key, at, record }: StoredModel<ContainerRecord, unknown>['pages'][number]) => ({
  ...{ key, at, blocks: record.text.length, elements: record.name.length, targets: record.targets.length },
  ...{ shape: record.shape.length, signs: record.signals },
});

interface ContainerHeader<O> extends Pick<StoredModel<never, O>, 'extractor' | 'options'> {
  readonly pages: readonly ReturnType<typeof pageHeader>[];
  readonly names: readonly string[];
}

/** A model as sealed bytes, pages in order of rank, elements by index into one list of names: equal models have equal bytes. */
export function encodeContainers<O>(model: StoredModel<ContainerRecord, O>): Uint8Array {
  const used = new Set<number>();
  for (const { record } of model.pages) for (const hash of record.name) used.add(hash);
  const names = [...used].map((hash) => model.names.get(hash) ?? '').sort();
  const index = new Map(names.map((name, at) => [nameHash(name), at]));
  const writer = new ByteWriter();
  for (const { record } of model.pages) {
    const { text, name, targets, shape, chars, element, parent, from, to, linked, probability } = record;
    for (const value of text) writer.word(value);
    for (const hash of name) writer.word(index.get(hash) ?? 0);
    for (const column of [targets, shape]) for (const value of column) writer.word(value);
    for (const column of [chars, element, parent, from, to]) for (const value of column) writer.half(value);
    for (const column of [linked, probability]) for (const value of column) writer.byte(value);
  }
  const { extractor, options, pages } = model;
  const header: ContainerHeader<O> = { extractor, options, pages: pages.map(pageHeader), names };
  return seal(MAGIC, VERSION, header, writer.bytes);
}

/**
 * Reads a model.
 * @throws RangeError with got and expected when the bytes are something else, of another version, cut or damaged
 */
export function decodeContainers<O>(bytes: Uint8Array): StoredModel<ContainerRecord, O> {
  const { header, body } = unseal<ContainerHeader<O>>(bytes, MAGIC, VERSION, WHAT);
  const hashes = header.names.map(nameHash);
  const reader = new ByteReader(body, WHAT);
  const words = (length: number): Uint32Array => Uint32Array.from({ length }, () => reader.word());
  const halves = (length: number): Uint16Array => Uint16Array.from({ length }, () => reader.half());
  const bytesOf = (length: number): Uint8Array => Uint8Array.from({ length }, () => reader.byte());
  const pages = header.pages.map(({ key, at, blocks, elements, targets, shape, signs }) => {
    // In the order in which they were written.
    const record: ContainerRecord = {
      memo: new Map(),
      text: words(blocks),
      name: words(elements).map((index) => hashes[index]),
      targets: words(targets),
      shape: words(shape),
      chars: halves(blocks),
      element: halves(blocks),
      parent: halves(elements),
      from: halves(elements),
      to: halves(elements),
      linked: bytesOf(blocks),
      probability: bytesOf(blocks),
      signals: signs,
    };
    return { key, at, record };
  });
  reader.end();
  const names = new Map(header.names.map((name, at) => [hashes[at], name]));
  return { extractor: header.extractor, options: header.options, pages, names };
}
