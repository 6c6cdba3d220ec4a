/** A containers model as sealed bytes: the sample in order of rank, elements by index into one list of names. */
import { ByteReader, ByteWriter, seal, unseal } from '@dehusk/html';
import { nameHash } from '../record-hash.js';
import type { StoredModel } from '../sample-learner.js';
import type { ContainerRecord } from './page-record.js';

export const VERSION = 3;
const MAGIC = 'DhCt';
const WHAT = 'a containers model';

/** How many rows of each kind a page has. */
interface PageHeader {
  readonly key: string;
  readonly at: number;
  readonly blocks: number;
  readonly elements: number;
  readonly targets: number;
  readonly shape: number;
  readonly signs: number;
}

interface ContainerHeader<O> {
  readonly extractor: string;
  readonly options: O;
  readonly pages: readonly PageHeader[];
  readonly names: readonly string[];
}

/** The canonical form: equal models have equal bytes. */
export function encodeContainers<O>(model: StoredModel<ContainerRecord, O>): Uint8Array {
  const used = new Set<number>();
  for (const { record } of model.pages) for (const hash of record.name) used.add(hash);
  const names = [...used].map((hash) => model.names.get(hash) ?? '').sort();
  const index = new Map(names.map((name, at) => [nameHash(name), at]));
  const pages = model.pages.map(({ key, at, record }) => ({
    key,
    at,
    blocks: record.text.length,
    elements: record.name.length,
    targets: record.targets.length,
    shape: record.shape.length,
    signs: record.signals,
  }));
  const writer = new ByteWriter();
  for (const { record } of model.pages) {
    const { text, name, targets, shape, chars, element, parent, from, to, linked, probability } = record;
    for (const value of text) writer.word(value);
    for (const hash of name) writer.word(index.get(hash) ?? 0);
    for (const column of [targets, shape]) for (const value of column) writer.word(value);
    for (const column of [chars, element, parent, from, to]) for (const value of column) writer.half(value);
    for (const column of [linked, probability]) for (const value of column) writer.byte(value);
  }
  const header: ContainerHeader<O> = { extractor: model.extractor, options: model.options, pages, names };
  return seal(MAGIC, VERSION, header, writer.bytes);
}

/**
 * Reads a model.
 *
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
