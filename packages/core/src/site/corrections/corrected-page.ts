/**
 * The record of a corrected page: its text blocks, each with the hash of its text, the decision on it, and its places, from the
 * most specific to the most general. No text is kept.
 *
 * A place is the names of the block's element, its parent and the parent of that; then of the first two; then the block's
 * nearest ancestors that have an id or a class, one by one. So a new paragraph in a known box has a known place.
 */
import { ByteReader, ByteWriter, memoized, type NodeId, type Page, seal, unseal } from '@dehusk/html';
import type { LabelledBlocks } from '../../blocks/block.js';
import { contentBlocks } from '../../blocks/content-blocks.js';
import { nodeProbabilities, stretchProbability } from '../../blocks/node-probabilities.js';
import { elementAround, elementName } from '../element-name.js';
import { nameHash, nextHash, textHash } from '../record-hash.js';
import type { StoredModel } from '../sample-learner.js';
import type { Correction } from '../site-learner.js';

/** A remembered page: one row per block. */
export interface CorrectionRecord {
  /** Identity of the text: of its letters and digits, and for a short text also of its place. */
  readonly text: Uint32Array;
  /** {@link KEPT} or not, and whether an editor said so. */
  readonly decision: Uint8Array;
  /** {@link PLACES} hashes a block; 0 for none. */
  readonly places: Uint32Array;
}

export const KEPT = 1;
const MARKED = 2;
/** Places of a block, at most. */
export const PLACES = 5;

/** Named ancestors that are places, and ancestors that are looked at for a name. */
const NAMED = 3;
const SEARCHED = 12;
/** Characters from which a text is the same wherever it is; `Advertisement` is not. */
const LONG_TEXT = 30;
/** Blocks remembered of a page, at most; real articles have a few hundred. */
const MAX_ROWS = 4_000;

/** Whether an editor made the decision. */
export const isMarked = (decision: number): boolean => (decision & MARKED) !== 0;

/** Reads a page into a record; adds the places of marked blocks by hash to `names`. */
export function correctedPage(
  page: Page,
  labelled: LabelledBlocks,
  corrections: readonly Correction[],
  names: Map<number, string>,
): CorrectionRecord {
  const blocks = contentBlocks(page);
  const size = Math.min(blocks.size, MAX_ROWS);
  const sure = nodeProbabilities(page, labelled);
  const marks = marksOf(page, corrections);
  const text = new Uint32Array(size);
  const decision = new Uint8Array(size);
  const places = new Uint32Array(size * PLACES);
  for (let at = 0; at < size; at++) {
    const mark = marks(blocks.nodes, blocks.nodesFrom[at], blocks.nodesFrom[at + 1]);
    const kept = mark ?? stretchProbability(page, sure, blocks.first[at], blocks.last[at]) >= 0.5;
    decision[at] = (kept ? KEPT : 0) | (mark === null ? 0 : MARKED);
    const own = placesAround(page, elementAround(page, blocks, at));
    own.forEach((place, rank) => {
      const hash = nameHash(place);
      places[at * PLACES + rank] = hash;
      if (mark !== null) names.set(hash, place);
    });
    const hash = textHash(blocks.text[at]);
    text[at] = blocks.text[at].length >= LONG_TEXT ? hash : nextHash(hash, places[at * PLACES]);
  }
  return { text, decision, places };
}

/** A function that finds the mark of a block's text nodes: that of the first one marked. */
function marksOf(
  page: Page,
  corrections: readonly Correction[],
): (nodes: Int32Array, from: number, to: number) => boolean | null {
  // The later of two corrections of one place counts, so they keep their order where they begin together.
  const ordered = [...corrections].sort((a, b) => a.from - b.from);
  return (nodes, first, end) => {
    if (ordered.length === 0) return null;
    for (let at = first; at < end; at++) {
      const from = page.sourceFrom[nodes[at]];
      // The last range that begins at or before the node.
      let low = 0;
      let high = ordered.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (ordered[middle].from <= from) low = middle + 1;
        else high = middle;
      }
      const range = ordered[low - 1];
      if (range !== undefined && from < range.to) return range.keep;
    }
    return null;
  };
}

/** The places of an element, the most specific first. */
function placesAround(page: Page, element: NodeId): string[] {
  const known = placesOf(page);
  let places = known.get(element);
  if (places === undefined) {
    const names: string[] = [];
    const named: string[] = [];
    let steps = 0;
    for (let node = element; node > 0 && steps < SEARCHED; node = page.parent[node], steps++) {
      const name = selectorOf(elementName(page, node));
      if (name === 'body' || name === 'html') break;
      if (steps < 3) names.unshift(name);
      if (/[#.[]/.test(name) && named.length < NAMED) named.push(name);
    }
    places = [...new Set([names.join(' > '), names.slice(-2).join(' > '), ...named.map((name) => `${name} *`)])];
    known.set(element, places);
  }
  return places;
}

/** The places found so far: blocks often share their element. */
const placesOf = memoized((_page: Page) => new Map<NodeId, string[]>());

/** `div #story div.post` as a selector: `div#story.post`. */
function selectorOf(name: string): string {
  const [tag, ...words] = name.split(' ');
  return tag + words.map((word) => (word.startsWith(tag) ? word.slice(tag.length) : word)).join('');
}

export const VERSION = 1;
const MAGIC = 'DhCo';
const WHAT = 'a corrections model';

interface CorrectionHeader<O> {
  readonly extractor: string;
  readonly options: O;
  readonly pages: readonly { readonly key: string; readonly at: number; readonly blocks: number }[];
  readonly names: readonly string[];
}

/** A model as sealed bytes, pages in order of rank, and the names of marked places: equal models have equal bytes. */
export function encodeCorrections<O>(model: StoredModel<CorrectionRecord, O>): Uint8Array {
  const used = new Set<string>();
  const writer = new ByteWriter();
  for (const { record } of model.pages) {
    record.places.forEach((place, at) => {
      const name = isMarked(record.decision[Math.floor(at / PLACES)]) ? model.names.get(place) : undefined;
      if (name !== undefined) used.add(name);
    });
    for (const column of [record.text, record.places]) for (const value of column) writer.word(value);
    for (const value of record.decision) writer.byte(value);
  }
  const header: CorrectionHeader<O> = {
    extractor: model.extractor,
    options: model.options,
    pages: model.pages.map(({ key, at, record }) => ({ key, at, blocks: record.text.length })),
    names: [...used].sort(),
  };
  return seal(MAGIC, VERSION, header, writer.bytes);
}

/**
 * Reads a model.
 * @throws RangeError with got and expected when the bytes are something else, of another version, cut or damaged
 */
export function decodeCorrections<O>(bytes: Uint8Array): StoredModel<CorrectionRecord, O> {
  const { header, body } = unseal<CorrectionHeader<O>>(bytes, MAGIC, VERSION, WHAT);
  const reader = new ByteReader(body, WHAT);
  const words = (length: number): Uint32Array => Uint32Array.from({ length }, () => reader.word());
  const pages = header.pages.map(({ key, at, blocks }) => {
    const text = words(blocks);
    const places = words(blocks * PLACES);
    return { key, at, record: { text, places, decision: Uint8Array.from({ length: blocks }, () => reader.byte()) } };
  });
  reader.end();
  const names = new Map(header.names.map((name) => [nameHash(name), name]));
  return { extractor: header.extractor, options: header.options, pages, names };
}
