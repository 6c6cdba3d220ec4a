/** A GoldMiner model as sealed bytes: the sample in order of rank. Patterns are learnt again after reading. */

import type { StoredModel } from '@dehusk/core/extend';
import { ByteReader, ByteWriter, seal, unseal } from '@dehusk/html';
import type { PageFeatures } from './page-features.js';

export const VERSION = 1;
const MAGIC = 'DhGm';
const WHAT = 'a GoldMiner model';

interface GoldminerHeader<O> {
  readonly extractor: string;
  readonly options: O;
  readonly pages: readonly { readonly key: string; readonly at: number }[];
  /** The tags of all pages, ordered by hash; their hashes begin the body. */
  readonly names: readonly string[];
}

/** The canonical form: equal models have equal bytes. */
export function encodeModel<O>(model: StoredModel<PageFeatures, O>): Uint8Array {
  const used = new Set<number>();
  for (const { record } of model.pages) for (const token of record.tokens) used.add(token);
  const hashes = [...used].sort((a, b) => a - b);
  const index = new Map(hashes.map((hash, at) => [hash, at]));
  const writer = new ByteWriter();
  for (let at = 0; at < hashes.length; at++) writer.count(hashes[at] - (at > 0 ? hashes[at - 1] : 0));
  for (const { record } of model.pages) {
    const { tokens, keys, marks, lengths, before, after, holder, elementFrom, elementTo, elementParent } = record;
    writer.count(tokens.length);
    for (const token of tokens) writer.count(index.get(token) ?? 0);
    writer.count(keys.length);
    for (let row = 0; row < keys.length; row++) {
      writer.count(keys[row]);
      writer.count(marks[row]);
      writer.count(lengths[row]);
      writer.count(before[row]);
      writer.count(after[row] - before[row]);
      writer.count(holder[row] + 1);
    }
    writer.count(elementFrom.length);
    for (let row = 0; row < elementFrom.length; row++) {
      writer.count(elementFrom[row]);
      writer.count(elementTo[row] - elementFrom[row]);
      writer.count(elementParent[row] + 1);
    }
  }
  const header: GoldminerHeader<O> = {
    extractor: model.extractor,
    options: model.options,
    pages: model.pages.map(({ key, at }) => ({ key, at })),
    names: hashes.map((hash) => model.names.get(hash) ?? ''),
  };
  return seal(MAGIC, VERSION, header, writer.bytes);
}

/**
 * Reads a model.
 * @throws RangeError with got and expected when the bytes are something else, of another version, cut or damaged
 */
export function decodeModel<O>(bytes: Uint8Array): StoredModel<PageFeatures, O> {
  const { header, body } = unseal<GoldminerHeader<O>>(bytes, MAGIC, VERSION, WHAT);
  const reader = new ByteReader(body, WHAT);
  let hash = 0;
  const hashes = header.names.map(() => {
    hash += reader.count();
    return hash;
  });
  const pages = header.pages.map(({ key, at }) => {
    const tokens = Uint32Array.from({ length: reader.length() }, () => hashes[reader.count()]);
    const size = reader.length();
    const keys = new Float64Array(size);
    const marks = new Uint8Array(size);
    const [lengths, before, after] = [new Uint32Array(size), new Uint32Array(size), new Uint32Array(size)];
    const holder = new Int32Array(size);
    for (let row = 0; row < size; row++) {
      keys[row] = reader.count();
      marks[row] = reader.count();
      lengths[row] = reader.count();
      before[row] = reader.count();
      after[row] = before[row] + reader.count();
      holder[row] = reader.count() - 1;
    }
    const elements = reader.length();
    const [elementFrom, elementTo] = [new Uint32Array(elements), new Uint32Array(elements)];
    const elementParent = new Int32Array(elements);
    for (let row = 0; row < elements; row++) {
      elementFrom[row] = reader.count();
      elementTo[row] = elementFrom[row] + reader.count();
      elementParent[row] = reader.count() - 1;
    }
    const paragraphs = { keys, marks, lengths, before, after, holder };
    return { key, at, record: { tokens, ...paragraphs, elementFrom, elementTo, elementParent } };
  });
  reader.end();
  const names = new Map(hashes.map((one, at) => [one, header.names[at]]));
  return { extractor: header.extractor, options: header.options, pages, names };
}
