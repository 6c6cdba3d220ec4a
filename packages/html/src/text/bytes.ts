/** Numbers as bytes, little endian on every machine: fixed widths, 64-bit floats, variable-length counts, text; and base64. */

export class ByteWriter {
  #bytes = new Uint8Array(1024);
  #view = new DataView(this.#bytes.buffer);
  #length = 0;

  /** The bytes written so far; a view that later writes may detach. */
  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  /** 8 bits. */
  byte(value: number): void {
    const at = this.#reserve(1);
    this.#view.setUint8(at, value);
  }

  /** 16 bits. */
  half(value: number): void {
    const at = this.#reserve(2);
    this.#view.setUint16(at, value, true);
  }

  /** 32 bits. */
  word(value: number): void {
    const at = this.#reserve(4);
    this.#view.setUint32(at, value, true);
  }

  /** 64-bit floating point. */
  float(value: number): void {
    const at = this.#reserve(8);
    this.#view.setFloat64(at, value, true);
  }

  /** An integer from 0 to 2⁵³ − 1 in one to eight bytes: seven bits each, low bits first, the high bit set on all but the last. */
  count(value: number): void {
    let at = this.#reserve(8);
    let rest = value;
    for (; rest > 0x7fffffff; rest = Math.floor(rest / 128)) this.#bytes[at++] = (rest % 128) | 128;
    for (; rest > 127; rest >>>= 7) this.#bytes[at++] = (rest & 127) | 128;
    this.#bytes[at++] = rest;
    this.#length = at;
  }

  /** A text by its UTF-16 code units. */
  text(value: string): void {
    this.count(value.length);
    for (let at = 0; at < value.length; at++) this.count(value.charCodeAt(at));
  }

  /** Makes room for more bytes; returns their offset. */
  #reserve(more: number): number {
    const at = this.#length;
    this.#length += more;
    if (this.#length > this.#bytes.length) {
      this.#bytes = widened(this.#bytes);
      this.#view = new DataView(this.#bytes.buffer);
    }
    return at;
  }
}

/** Reads what {@link ByteWriter} wrote. Every method throws a RangeError with got and expected past the end. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #what: string;
  #at = 0;

  /** @param what the content in words, for errors: `a URL Tree` */
  constructor(bytes: Uint8Array, what: string) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#what = what;
  }

  byte(): number {
    return this.#view.getUint8(this.#take(1));
  }

  half(): number {
    return this.#view.getUint16(this.#take(2), true);
  }

  word(): number {
    return this.#view.getUint32(this.#take(4), true);
  }

  float(): number {
    return this.#view.getFloat64(this.#take(8), true);
  }

  count(): number {
    let value = 0;
    for (let unit = 1; unit <= 2 ** 49; unit *= 128) {
      const byte = this.#bytes[this.#take(1)];
      value += (byte & 127) * unit;
      if (byte < 128) return value;
    }
    return this.#fail(`a number of at most 53 bits before byte ${this.#at}`);
  }

  /** A count of entries that follow, each at least one byte long: bounds what damaged bytes can allocate. */
  length(): number {
    const value = this.count();
    return value <= this.#bytes.length - this.#at ? value : this.#fail(`${value} entries from byte ${this.#at} on`);
  }

  text(): string {
    const units: string[] = [];
    for (let left = this.length(); left > 0; left--) units.push(String.fromCharCode(this.count()));
    return units.join('');
  }

  /** Asserts that everything has been read. */
  end(): void {
    if (this.#at !== this.#bytes.length) this.#fail(`an end at byte ${this.#at}`);
  }

  #take(size: number): number {
    const at = this.#at;
    this.#at += size;
    return this.#at <= this.#bytes.length ? at : this.#fail(`${size} bytes from byte ${at} on`);
  }

  #fail(expected: string): never {
    throw new RangeError(
      `these bytes are not ${this.#what}: body got ${this.#bytes.length} bytes, expected ${expected}`,
    );
  }
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
/** Node's class, where there is one. */
const { Buffer } = globalThis as { Buffer?: { from(text: string, encoding: 'base64'): Uint8Array } };

/** Base64 → bytes. */
export function fromBase64(text: string): Uint8Array {
  // At a program's first page the loop below is not compiled yet, and takes ten times as long.
  if (Buffer !== undefined) return new Uint8Array(Buffer.from(text, 'base64'));
  const values = Uint8Array.from({ length: 128 }, (_, code) => DIGITS.indexOf(String.fromCharCode(code)));
  const bytes = new Uint8Array(Math.floor((text.replaceAll('=', '').length * 3) / 4));
  for (let at = 0, bits = 0, to = 0; to < bytes.length; at++) {
    bits = (bits << 6) | values[text.charCodeAt(at)];
    if ((at & 3) > 0) bytes[to++] = (bits >>> (6 - 2 * (at & 3))) & 255;
  }
  return bytes;
}

const IS_BIG_ENDIAN = new Uint8Array(Uint16Array.of(1).buffer)[0] === 0;

/** A copy of a column's bytes, little endian. */
export function bytesOf(column: Int8Array | Uint16Array | Int16Array | Uint32Array | Float32Array): Uint8Array {
  const bytes = new Uint8Array(column.slice().buffer);
  if (IS_BIG_ENDIAN) swap(bytes, column.BYTES_PER_ELEMENT);
  return bytes;
}

/** A column from a copy of its bytes, little endian. */
export function columnOf<C extends { readonly BYTES_PER_ELEMENT: number }>(
  kind: new (buffer: ArrayBuffer) => C,
  bytes: Uint8Array,
): C {
  const own = new Uint8Array(bytes);
  const column = new kind(own.buffer);
  if (IS_BIG_ENDIAN) swap(own, column.BYTES_PER_ELEMENT);
  return column;
}

function swap(bytes: Uint8Array, size: number): void {
  for (let at = 0; at < bytes.length; at += size) bytes.subarray(at, at + size).reverse();
}

/** glibc may keep blocks of up to so many bytes when they are freed. A longer one costs nothing: what is never written takes no memory. */
const KEPT_BLOCK = 1 << 25;
const LARGE_COLUMN = 1 << 22;
interface ColumnKind<C> {
  new (length: number): C;
  new (from: ArrayBuffer, at: number, length: number): C;
  readonly BYTES_PER_ELEMENT: number;
}

/** A column of zeros. A large one goes back to the system when it is freed. */
export function newColumn<C>(kind: ColumnKind<C>, length: number): C {
  const bytes = length * kind.BYTES_PER_ELEMENT;
  if (bytes < LARGE_COLUMN || bytes > KEPT_BLOCK) return new kind(length);
  return new kind(new ArrayBuffer(KEPT_BLOCK + 1), 0, length);
}

/** A longer copy of a column; the new rows are 0. */
export function widened<C extends Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array>(
  column: C,
  length = 2 * column.length,
): C {
  const wider = newColumn(column.constructor as ColumnKind<C>, length);
  wider.set(column);
  return wider;
}

/** One code unit per byte. For short input: the bytes become arguments of one call. */
export function latin1(bytes: Uint8Array): string {
  return String.fromCharCode.apply(null, bytes as unknown as number[]);
}
