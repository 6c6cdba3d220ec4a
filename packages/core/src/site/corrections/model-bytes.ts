/** A corrections model as sealed bytes: the corrected pages in order of rank, and the names of marked places. */
import { ByteReader, ByteWriter, seal, unseal } from '@dehusk/html';
import { nameHash } from '../record-hash.js';
import type { StoredModel } from '../sample-learner.js';
import { type CorrectedPage, isMarked, PLACES } from './corrected-page.js';

export const VERSION = 1;
const MAGIC = 'DhCo';
const WHAT = 'a corrections model';

interface CorrectionHeader<O> {
  readonly extractor: string;
  readonly options: O;
  readonly pages: readonly { readonly key: string; readonly at: number; readonly blocks: number }[];
  readonly names: readonly string[];
}

/** The canonical form: equal models have equal bytes. */
export function encodeCorrections<O>(model: StoredModel<CorrectedPage, O>): Uint8Array {
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
 *
 * @throws RangeError with got and expected when the bytes are something else, of another version, cut or damaged
 */
export function decodeCorrections<O>(bytes: Uint8Array): StoredModel<CorrectedPage, O> {
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
