/**
 * Numbers into bytes and back, little endian on every machine: fixed words, 64-bit floats, variable-length counts, text.
 */

export class ByteWriter {
  #bytes = new Uint8Array(1024);
  #view = new DataView(this.#bytes.buffer);
  #length = 0;

  /** What was written; a view that later writing may leave behind. */
  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  word(value: number): void {
    this.#reserve(4);
    this.#view.setUint32(this.#length, value, true);
    this.#length += 4;
  }

  float(value: number): void {
    this.#reserve(8);
    this.#view.setFloat64(this.#length, value, true);
    this.#length += 8;
  }

  /** A whole number from 0 to 2³² − 1 in one to five bytes, seven bits each, low bits first. */
  count(value: number): void {
    this.#reserve(5);
    let rest = value;
    for (; rest > 127; rest >>>= 7) this.#bytes[this.#length++] = (rest & 127) | 128;
    this.#bytes[this.#length++] = rest;
  }

  /** A text by its UTF-16 code units. */
  text(value: string): void {
    this.count(value.length);
    for (let at = 0; at < value.length; at++) this.count(value.charCodeAt(at));
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const wider = new Uint8Array(2 * this.#bytes.length);
    wider.set(this.#bytes);
    this.#bytes = wider;
    this.#view = new DataView(wider.buffer);
  }
}

/** Reads what {@link ByteWriter} wrote. Reading past the end throws a RangeError. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Whether everything has been read. */
  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  word(): number {
    this.#at += 4;
    return this.#view.getUint32(this.#at - 4, true);
  }

  float(): number {
    this.#at += 8;
    return this.#view.getFloat64(this.#at - 8, true);
  }

  count(): number {
    let value = 0;
    for (let shift = 0; shift < 35; shift += 7) {
      if (this.#at >= this.#bytes.length)
        throw new RangeError(`reading got the end after ${this.#at} bytes, expected a number`);
      const byte = this.#bytes[this.#at++];
      value |= (byte & 127) << shift;
      if (byte < 128) return value >>> 0;
    }
    throw new RangeError(`reading got a number of more than 32 bits at byte ${this.#at}`);
  }

  text(): string {
    const units: string[] = [];
    for (let left = this.count(); left > 0; left--) units.push(String.fromCharCode(this.count()));
    return units.join('');
  }
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Base64 → bytes; what follows the first `=` is ignored. */
export function fromBase64(text: string): Uint8Array {
  const values = new Uint8Array(128);
  for (let value = 0; value < 64; value++) values[DIGITS.charCodeAt(value)] = value;
  const padding = text.indexOf('=');
  const size = padding < 0 ? text.length : padding;
  const bytes = new Uint8Array(Math.floor((size * 3) / 4));
  let bits = 0;
  let to = 0;
  for (let at = 0; at < size; at++) {
    bits = (bits << 6) | values[text.charCodeAt(at)];
    if ((at & 3) > 0) bytes[to++] = (bits >>> (6 - 2 * (at & 3))) & 255;
  }
  return bytes;
}
