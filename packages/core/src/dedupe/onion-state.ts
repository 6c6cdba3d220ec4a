/** Onion's state as bytes, so that a stream can go on where it stopped. */
import { seal, unseal } from '../text/sealed.js';
import { type Onion, type OnionOptions, onionOver } from './onion.js';
import { memoryFrom, type StoredGeneration, storedOf } from './onion-memory.js';

const MAGIC = 'DhOn';
const VERSION = 1;

interface Header {
  readonly options: OnionOptions;
  /** Per generation, the youngest first: number of 32-bit words in the body, and fingerprints counted. */
  readonly generations: readonly { readonly words: number; readonly size: number }[];
}

/** Everything a state remembers. The set D is not part of it: give it again when decoding. */
export function encodeOnion(onion: Onion): Uint8Array {
  const generations = storedOf(onion.seen);
  const header: Header = {
    options: onion.options,
    generations: generations.map(({ words, size }) => ({ words: words.length, size })),
  };
  const body = new Uint8Array(generations.reduce((sum, { words }) => sum + words.byteLength, 0));
  let to = 0;
  for (const { words } of generations) {
    body.set(new Uint8Array(words.buffer, words.byteOffset, words.byteLength), to);
    to += words.byteLength;
  }
  return seal(MAGIC, VERSION, header, body);
}

/**
 * Reads a state back: it judges every later document exactly as the one that was encoded would have.
 *
 * @throws RangeError with got and expected when the bytes are something else, of another version, cut or damaged
 */
export function decodeOnion(bytes: Uint8Array, repeated: Onion['repeated'] = null): Onion {
  const { header, body } = unseal<Header>(bytes, MAGIC, VERSION, 'an Onion state');
  const words = new Uint32Array(new Uint8Array(body).buffer);
  let from = 0;
  const generations = header.generations.map(({ words: length, size }): StoredGeneration => {
    const piece = { words: words.subarray(from, from + length), size };
    from += length;
    return piece;
  });
  const { memory, capacity } = header.options;
  return onionOver(header.options, memoryFrom(memory, capacity, generations), repeated);
}
