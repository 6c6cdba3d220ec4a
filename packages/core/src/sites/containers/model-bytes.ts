/** A containers model as bytes: the remembered pages in order of rank, selectors by index into one list of names. */
import { seal, unseal } from '../../text/sealed.js';
import type { ContainerModel, ContainerOptions } from './containers.js';
import { nameHash, type PageRecord } from './page-record.js';
import { digestOf, rankOf } from './sample.js';

const MAGIC = 'DhCt';

interface Header {
  readonly extractor: string;
  readonly options: ContainerOptions;
  readonly pages: readonly {
    readonly key: string;
    readonly at: number;
    readonly blocks: number;
    readonly elements: number;
  }[];
  readonly names: readonly string[];
}

/** The model as sealed bytes: the same for equal models. */
export function encodeContainers(model: ContainerModel, version: number): Uint8Array {
  const used = new Set<number>();
  for (const { record } of model.pages) for (const one of record.selector) used.add(one);
  const names = [...used].map((hash) => model.names.get(hash) ?? '').sort();
  const index = new Map(names.map((name, at) => [nameHash(name), at]));
  let size = 0;
  for (const { record } of model.pages) size += bytesOf(record.text.length, record.selector.length);
  const view = new DataView(new ArrayBuffer(size));
  let at = 0;
  const put16 = (value: number): void => {
    view.setUint16(at, value, true);
    at += 2;
  };
  for (const { record } of model.pages) {
    for (const one of record.text) {
      view.setUint32(at, one, true);
      at += 4;
    }
    for (const one of record.selector) {
      view.setUint32(at, index.get(one) ?? 0, true);
      at += 4;
    }
    record.from.forEach(put16);
    record.to.forEach(put16);
    record.chars.forEach(put16);
    for (const one of record.probability) view.setUint8(at++, one);
  }
  const header: Header = {
    extractor: model.extractor,
    options: model.options,
    pages: model.pages.map(({ key, at: time, record }) => ({
      key,
      at: time,
      blocks: record.text.length,
      elements: record.selector.length,
    })),
    names,
  };
  return seal(MAGIC, version, header, new Uint8Array(view.buffer));
}

/** A block takes 4 + 2 + 1 bytes, a selector's element 4 + 2 + 2. */
function bytesOf(blocks: number, elements: number): number {
  return 7 * blocks + 8 * elements;
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
  const read16 = (): number => {
    at += 2;
    return view.getUint16(at - 2, true);
  };
  const read32 = (): number => {
    at += 4;
    return view.getUint32(at - 4, true);
  };
  const expected = header.pages.reduce((sum, { blocks, elements }) => sum + bytesOf(blocks, elements), 0);
  if (expected !== body.length)
    throw new RangeError(`these bytes are not a containers model: body got ${body.length}, expected ${expected} bytes`);
  const pages = header.pages.map(({ key, at: time, blocks, elements }) => {
    const record: PageRecord = {
      text: Uint32Array.from({ length: blocks }, read32),
      selector: Uint32Array.from({ length: elements }, () => hashes[read32()]),
      from: Uint16Array.from({ length: elements }, read16),
      to: Uint16Array.from({ length: elements }, read16),
      chars: Uint16Array.from({ length: blocks }, read16),
      probability: Uint8Array.from({ length: blocks }, () => view.getUint8(at++)),
    };
    return { key, at: time, rank: rankOf(key), digest: digestOf(record), record };
  });
  return {
    options: header.options,
    extractor: header.extractor,
    pages,
    names: new Map(header.names.map((name) => [nameHash(name), name])),
    lesson: null,
  };
}
