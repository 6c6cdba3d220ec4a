/**
 * An index of 64-bit fingerprints that finds all within a Hamming distance of 3 without reading the rest.
 *
 * Observation (Manku, Jain & Das Sarma 2007): cut 64 bits into 4 bands of 16. Two fingerprints that differ in at most 3 bits agree
 * on at least one band (pigeonhole). So each fingerprint is filed under the value of each of its bands, and a query reads 4 of
 * 262,144 drawers: of ten million fingerprints, about 610.
 *
 * Departure: their tables are sorted and rebuilt in batches; here a drawer is a chain of fixed-size chunks, so that adding and
 * removing are as cheap as a query. Beside the number of a fingerprint a drawer holds the half without the band: one unrelated
 * fingerprint in a million passes these 32 bits, so the others cost no further access.
 *
 * Time: adding is constant; queries and removals are linear in the four drawers. Even fingerprints fill drawers evenly; an
 * attacker who fixes a band fills one drawer. Memory: at ten million, 52 bytes a fingerprint (9 in the columns, which double as
 * they grow; 32 in the drawers, whose last chunks are half full).
 */

import { seal, unseal } from '@dehusk/html';
import { bandOf, bitCount, type Fingerprint, NEAR_DISTANCE } from './simhash.js';

const BANDS = 4;
const DRAWERS = 1 << 16;
/** Words of a chunk: next chunk, entries in use, then pairs of (other half, number). Four cache lines. */
const CHUNK = 64;
const ENTRIES = (CHUNK - 2) / 2;
/** Chunks are allocated in pages of 4 MB, so that growing copies nothing. */
const PAGE_CHUNKS_LOG2 = 14;
const PAGE_CHUNKS = 1 << PAGE_CHUNKS_LOG2;
const NONE = -1;

const MAGIC = 'DhSI';
const VERSION = 1;

export class SimHashIndex {
  #high = new Int32Array(1024);
  #low = new Int32Array(1024);
  /** Numbers assigned so far; those in `#free` are unused. */
  #numbers = 0;
  #free: number[] = [];
  #used = new Uint8Array(1024);
  readonly #heads = new Int32Array(BANDS * DRAWERS).fill(NONE);
  readonly #pages: Int32Array[] = [];
  #chunks = 0;
  #freeChunk = NONE;

  /** How many fingerprints it holds. */
  get size(): number {
    return this.#numbers - this.#free.length;
  }

  /** The fingerprint of a number. @throws RangeError when no fingerprint has that number */
  at(number: number): Fingerprint {
    if (this.#used[number] !== 1) throw new RangeError(`SimHash index: no fingerprint has the number ${number}`);
    return { high: this.#high[number] >>> 0, low: this.#low[number] >>> 0 };
  }

  /**
   * Adds a fingerprint; equal ones may be added any number of times.
   * @returns its number: the one last removed, else the next from 0 upwards
   */
  add(high: number, low: number): number {
    const number = this.#free.pop() ?? this.#numbers++;
    if (number >= this.#used.length) this.#growColumns();
    this.#high[number] = high;
    this.#low[number] = low;
    this.#used[number] = 1;
    for (let band = 0; band < BANDS; band++) {
      const drawer = band * DRAWERS + bandOf(band, high, low);
      let chunk = this.#heads[drawer];
      if (chunk === NONE || this.#page(chunk)[this.#base(chunk) + 1] === ENTRIES) {
        const fresh = this.#takeChunk();
        this.#page(fresh)[this.#base(fresh)] = chunk;
        this.#heads[drawer] = fresh;
        chunk = fresh;
      }
      const page = this.#page(chunk);
      const base = this.#base(chunk);
      const at = base + 2 + 2 * page[base + 1]++;
      page[at] = band < 2 ? low : high;
      page[at + 1] = number;
    }
    return number;
  }

  /** Removes a fingerprint by its number. @returns false when no fingerprint has that number */
  remove(number: number): boolean {
    if (this.#used[number] !== 1) return false;
    for (let band = 0; band < BANDS; band++) {
      const drawer = band * DRAWERS + bandOf(band, this.#high[number], this.#low[number]);
      const head = this.#heads[drawer];
      const headPage = this.#page(head);
      const headBase = this.#base(head);
      const last = headBase + 2 * headPage[headBase + 1];
      // The last entry of the head chunk fills the gap: chunks after the head are always full.
      search: for (let chunk = head; chunk !== NONE; chunk = this.#page(chunk)[this.#base(chunk)]) {
        const page = this.#page(chunk);
        const base = this.#base(chunk);
        for (let at = base + 2; at < base + 2 + 2 * page[base + 1]; at += 2)
          if (page[at + 1] === number) {
            page[at] = headPage[last];
            page[at + 1] = headPage[last + 1];
            break search;
          }
      }
      if (--headPage[headBase + 1] === 0) {
        this.#heads[drawer] = headPage[headBase];
        headPage[headBase] = this.#freeChunk;
        this.#freeChunk = head;
      }
    }
    this.#used[number] = 0;
    this.#free.push(number);
    return true;
  }

  /**
   * The nearest fingerprint.
   * @param distance largest distance in bits, 0–3
   * @returns its number, the smallest among equally near ones; −1 when none is within the distance
   * @throws RangeError for a distance above 3, which four bands cannot promise to find
   */
  nearest(high: number, low: number, distance: number = NEAR_DISTANCE): number {
    let best = NONE;
    let bestDistance = distance + 1;
    this.#visit(high, low, distance, (number, found) => {
      if (found > bestDistance || (found === bestDistance && best !== NONE && number > best)) return;
      best = number;
      bestDistance = found;
    });
    return best;
  }

  /** Calls `found` for every fingerprint within the distance, once for each band on which it agrees. */
  #visit(high: number, low: number, distance: number, found: (number: number, distance: number) => void): void {
    if (!(distance >= 0 && distance <= NEAR_DISTANCE))
      throw new RangeError(`SimHash index: distance got ${distance}, expected 0 to ${NEAR_DISTANCE} bits`);
    for (let band = 0; band < BANDS; band++) {
      const otherHalf = band < 2 ? low : high;
      let chunk = this.#heads[band * DRAWERS + bandOf(band, high, low)];
      while (chunk !== NONE) {
        const page = this.#pages[chunk >>> PAGE_CHUNKS_LOG2];
        const base = (chunk & (PAGE_CHUNKS - 1)) * CHUNK;
        const end = base + 2 + 2 * page[base + 1];
        for (let at = base + 2; at < end; at += 2) {
          // Clears three set bits; unrelated fingerprints have bits left.
          let bits = page[at] ^ otherHalf;
          bits &= bits - 1;
          bits &= bits - 1;
          if ((bits & (bits - 1)) !== 0) continue;
          const number = page[at + 1];
          const apart = bitCount(this.#high[number] ^ high) + bitCount(this.#low[number] ^ low);
          if (apart <= distance) found(number, apart);
        }
        chunk = page[base];
      }
    }
  }

  #page(chunk: number): Int32Array {
    return this.#pages[chunk >>> PAGE_CHUNKS_LOG2];
  }

  #base(chunk: number): number {
    return (chunk & (PAGE_CHUNKS - 1)) * CHUNK;
  }

  #takeChunk(): number {
    let chunk = this.#freeChunk;
    if (chunk !== NONE) {
      this.#freeChunk = this.#page(chunk)[this.#base(chunk)];
      this.#page(chunk)[this.#base(chunk) + 1] = 0;
      return chunk;
    }
    chunk = this.#chunks++;
    if (chunk >>> PAGE_CHUNKS_LOG2 === this.#pages.length) this.#pages.push(new Int32Array(PAGE_CHUNKS * CHUNK));
    return chunk;
  }

  #growColumns(): void {
    const length = this.#used.length * 2;
    const high = new Int32Array(length);
    const low = new Int32Array(length);
    const used = new Uint8Array(length);
    high.set(this.#high);
    low.set(this.#low);
    used.set(this.#used);
    this.#high = high;
    this.#low = low;
    this.#used = used;
  }

  /** The fingerprints with their numbers, as bytes. */
  encode(): Uint8Array {
    const count = this.#numbers;
    const words = new Int32Array(2 * count + this.#free.length);
    words.set(this.#high.subarray(0, count));
    words.set(this.#low.subarray(0, count), count);
    words.set(this.#free, 2 * count);
    return seal(MAGIC, VERSION, { numbers: count, free: this.#free.length }, new Uint8Array(words.buffer));
  }

  /**
   * Reads an index back; every fingerprint keeps its number.
   * @throws RangeError with got and expected when the bytes are something else, of another version, cut or damaged
   */
  static decode(bytes: Uint8Array): SimHashIndex {
    const { header, body } = unseal<{ numbers: number; free: number }>(bytes, MAGIC, VERSION, 'a SimHash index');
    const words = new Int32Array(new Uint8Array(body).buffer);
    const index = new SimHashIndex();
    for (let number = 0; number < header.numbers; number++) index.add(words[number], words[header.numbers + number]);
    for (let at = 2 * header.numbers; at < words.length; at++) index.remove(words[at]);
    return index;
  }
}
