/** A GoldMiner model as bytes: the sample in order of rank. What it teaches is learnt again after reading. */
import { seal, unseal } from '../../text/sealed.js';
import type { PageFeatures } from './page-features.js';
import { digestOf, rankOf, type SampledPage } from './sample.js';

const MAGIC = 'DhGm';

/** What is stored. */
export interface StoredModel<O> {
  readonly extractor: string;
  readonly options: O;
  readonly pages: readonly SampledPage[];
  /** Per hash of a tag of the sample: its normalised form. */
  readonly names: ReadonlyMap<number, string>;
}

interface Header<O> {
  readonly extractor: string;
  readonly options: O;
  readonly pages: readonly { readonly key: string; readonly at: number }[];
  /** The tags of all pages, by hash; their hashes lead the body. */
  readonly names: readonly string[];
}

/** The model as sealed bytes: a canonical form, the same for equal models. */
export function encodeModel<O extends { readonly halfLifeDays: number }>(
  model: StoredModel<O>,
  version: number,
): Uint8Array {
  const used = new Set<number>();
  for (const { features } of model.pages) for (const token of features.tokens) used.add(token);
  const hashes = [...used].sort((a, b) => a - b);
  const index = new Map(hashes.map((hash, at) => [hash, at]));
  const writer = new Writer();
  for (let at = 0; at < hashes.length; at++) writer.number(hashes[at] - (at > 0 ? hashes[at - 1] : 0));
  for (const { features } of model.pages) {
    const { tokens, keys, marks, lengths, before, after, holder, elementFrom, elementTo, elementParent } = features;
    writer.number(tokens.length);
    for (const token of tokens) writer.number(index.get(token) ?? 0);
    writer.number(keys.length);
    for (let row = 0; row < keys.length; row++) {
      writer.number(keys[row]);
      writer.number(marks[row]);
      writer.number(lengths[row]);
      writer.number(before[row]);
      writer.number(after[row] - before[row]);
      writer.number(holder[row] + 1);
    }
    writer.number(elementFrom.length);
    for (let row = 0; row < elementFrom.length; row++) {
      writer.number(elementFrom[row]);
      writer.number(elementTo[row] - elementFrom[row]);
      writer.number(elementParent[row] + 1);
    }
  }
  const header: Header<O> = {
    extractor: model.extractor,
    options: model.options,
    pages: model.pages.map(({ key, at }) => ({ key, at })),
    names: hashes.map((hash) => model.names.get(hash) ?? ''),
  };
  return seal(MAGIC, version, header, writer.bytes());
}

/**
 * Reads a model back.
 *
 * @throws RangeError with got and expected when the bytes are something else, of another version, cut or damaged
 */
export function decodeModel<O extends { readonly halfLifeDays: number }>(
  bytes: Uint8Array,
  version: number,
): StoredModel<O> {
  const { header, body } = unseal<Header<O>>(bytes, MAGIC, version, 'a GoldMiner model');
  const reader = new Reader(body);
  const hashes: number[] = [];
  for (let at = 0; at < header.names.length; at++) hashes.push(reader.number() + (at > 0 ? hashes[at - 1] : 0));
  const pages = header.pages.map(({ key, at }): SampledPage => {
    const tokens = Uint32Array.from({ length: reader.count() }, () => hashes[reader.number()]);
    const size = reader.count();
    const keys = new Float64Array(size);
    const marks = new Uint8Array(size);
    const lengths = new Uint32Array(size);
    const before = new Uint32Array(size);
    const after = new Uint32Array(size);
    const holder = new Int32Array(size);
    for (let row = 0; row < size; row++) {
      keys[row] = reader.number();
      marks[row] = reader.number();
      lengths[row] = reader.number();
      before[row] = reader.number();
      after[row] = before[row] + reader.number();
      holder[row] = reader.number() - 1;
    }
    const elements = reader.count();
    const elementFrom = new Uint32Array(elements);
    const elementTo = new Uint32Array(elements);
    const elementParent = new Int32Array(elements);
    for (let row = 0; row < elements; row++) {
      elementFrom[row] = reader.number();
      elementTo[row] = elementFrom[row] + reader.number();
      elementParent[row] = reader.number() - 1;
    }
    const columns = { keys, marks, lengths, before, after, holder, elementFrom, elementTo, elementParent };
    const features: PageFeatures = { tokens, ...columns };
    const rank = rankOf(key, at, header.options.halfLifeDays);
    return { key, at, rank, digest: digestOf(features), features };
  });
  reader.close();
  const names = new Map(hashes.map((hash, at) => [hash, header.names[at]]));
  return { extractor: header.extractor, options: header.options, pages, names };
}

/** Whole numbers below 2⁵³, seven bits a byte, the low ones first. */
class Writer {
  private buffer = new Uint8Array(4096);
  private length = 0;

  number(value: number): void {
    if (this.length + 8 > this.buffer.length) {
      const wider = new Uint8Array(this.buffer.length * 2);
      wider.set(this.buffer);
      this.buffer = wider;
    }
    let rest = value;
    while (rest >= 0x80) {
      this.buffer[this.length++] = (rest % 0x80) | 0x80;
      rest = Math.floor(rest / 0x80);
    }
    this.buffer[this.length++] = rest;
  }

  bytes(): Uint8Array {
    return this.buffer.subarray(0, this.length);
  }
}

class Reader {
  private at = 0;

  constructor(private readonly body: Uint8Array) {}

  number(): number {
    let value = 0;
    for (let scale = 1; ; scale *= 0x80) {
      if (this.at >= this.body.length || scale > 2 ** 49) this.fail(`a number at byte ${this.at}`);
      const byte = this.body[this.at++];
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
    }
  }

  /** A number of things that are yet to come, each at least a byte. */
  count(): number {
    const value = this.number();
    if (value > this.body.length - this.at) this.fail(`${value} entries from byte ${this.at} on`);
    return value;
  }

  close(): void {
    if (this.at !== this.body.length) this.fail(`an end at byte ${this.at}`);
  }

  private fail(expected: string): never {
    throw new RangeError(
      `these bytes are not a GoldMiner model: body got ${this.body.length} bytes, expected ${expected}`,
    );
  }
}
