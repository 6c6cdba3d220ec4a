/** A containers model as bytes: the remembered pages in order of rank, elements by index into one list of names. */
import { seal, unseal } from '../../text/sealed.js';
import type { ContainerModel, ContainerOptions } from './containers.js';
import type { PageRecord } from './page-record.js';
import { nameHash } from './record-hash.js';
import { digestOf, rankOf } from './sample.js';

const MAGIC = 'DhCt';

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

interface Header {
  readonly extractor: string;
  readonly options: ContainerOptions;
  readonly pages: readonly PageHeader[];
  readonly names: readonly string[];
}

/** A block takes 4 + 2 + 2 + 1 + 1 bytes, an element 4 + 2 + 2 + 2, a target and a part of the address 4. */
function bytesOf({ blocks, elements, targets, shape }: PageHeader): number {
  return 10 * blocks + 10 * elements + 4 * (targets + shape);
}

/** The model as sealed bytes: the same for equal models. */
export function encodeContainers(model: ContainerModel, version: number): Uint8Array {
  const used = new Set<number>();
  for (const { record } of model.pages) for (const one of record.name) used.add(one);
  const names = [...used].map((hash) => model.names.get(hash) ?? '').sort();
  const index = new Map(names.map((name, at) => [nameHash(name), at]));
  const pages = model.pages.map(({ key, at: time, record }) => ({
    key,
    at: time,
    blocks: record.text.length,
    elements: record.name.length,
    targets: record.targets.length,
    shape: record.shape.length,
    signs: record.signs,
  }));
  const view = new DataView(new ArrayBuffer(pages.reduce((sum, page) => sum + bytesOf(page), 0)));
  let at = 0;
  const put8 = (value: number): void => view.setUint8(at++, value);
  const put16 = (value: number): void => {
    view.setUint16(at, value, true);
    at += 2;
  };
  const put32 = (value: number): void => {
    view.setUint32(at, value, true);
    at += 4;
  };
  for (const { record } of model.pages) {
    record.text.forEach(put32);
    for (const one of record.name) put32(index.get(one) ?? 0);
    for (const column of [record.targets, record.shape]) column.forEach(put32);
    for (const column of [record.chars, record.element, record.parent, record.from, record.to]) column.forEach(put16);
    for (const column of [record.linked, record.probability]) column.forEach(put8);
  }
  const header: Header = { extractor: model.extractor, options: model.options, pages, names };
  return seal(MAGIC, version, header, new Uint8Array(view.buffer));
}

/**
 * Reads a model back.
 *
 * @throws RangeError with got and expected when the bytes are something else, of another version, cut or damaged
 */
export function decodeContainers(bytes: Uint8Array, version: number): ContainerModel {
  const { header, body } = unseal<Header>(bytes, MAGIC, version, 'a containers model');
  const hashes = header.names.map(nameHash);
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  let at = 0;
  const read8 = (): number => view.getUint8(at++);
  const read16 = (): number => {
    at += 2;
    return view.getUint16(at - 2, true);
  };
  const read32 = (): number => {
    at += 4;
    return view.getUint32(at - 4, true);
  };
  const expected = header.pages.reduce((sum, page) => sum + bytesOf(page), 0);
  if (expected !== body.length)
    throw new RangeError(`these bytes are not a containers model: body got ${body.length}, expected ${expected} bytes`);
  const pages = header.pages.map((page) => {
    const { key, at: time, blocks, elements, targets, shape, signs } = page;
    // In the order they were written.
    const record: PageRecord = {
      memo: new Map(),
      text: Uint32Array.from({ length: blocks }, read32),
      name: Uint32Array.from({ length: elements }, () => hashes[read32()]),
      targets: Uint32Array.from({ length: targets }, read32),
      shape: Uint32Array.from({ length: shape }, read32),
      chars: Uint16Array.from({ length: blocks }, read16),
      element: Uint16Array.from({ length: blocks }, read16),
      parent: Uint16Array.from({ length: elements }, read16),
      from: Uint16Array.from({ length: elements }, read16),
      to: Uint16Array.from({ length: elements }, read16),
      linked: Uint8Array.from({ length: blocks }, read8),
      probability: Uint8Array.from({ length: blocks }, read8),
      signs,
    };
    const rank = rankOf({ key, at: time }, header.options.halfLifeDays);
    return { key, at: time, rank, digest: digestOf(record), record };
  });
  return {
    options: header.options,
    extractor: header.extractor,
    pages,
    names: new Map(header.names.map((name) => [nameHash(name), name])),
    lesson: null,
  };
}
