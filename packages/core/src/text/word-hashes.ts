/**
 * Words as numbers: text → 32-bit hashes of its lower-cased words, without making a string a word.
 *
 * A word is a maximal run of letters, digits and the marks on them; in scripts written without spaces every character is a
 * word. Hashes collide once in about four billion pairs: fine for features and overlap, not for identity of documents.
 */
import { classOf, lowered, MARK, SOLITARY, WORD } from './characters.js';

/** FNV-1a offset basis and prime, 32 bits. */
const BASIS = 0x811c9dc5;
const PRIME = 0x01000193;

/** Spreads the bits of a hash, so that its low bits can index a table. */
export function mix(hash: number): number {
  let mixed = hash ^ (hash >>> 16);
  mixed = Math.imul(mixed, 0x7feb352d);
  mixed ^= mixed >>> 15;
  mixed = Math.imul(mixed, 0x846ca68b);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** The hash of one word as {@link TokenList.add} would give it (the word is lower-cased here). */
export function hashWord(word: string): number {
  let hash = BASIS;
  for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ lowered(word.charCodeAt(at)), PRIME);
  return mix(hash);
}

/** A growing list of word hashes; one list serves all blocks of a page. */
export class TokenList {
  values = new Uint32Array(1024);
  length = 0;

  push(hash: number): void {
    if (this.length === this.values.length) {
      const wider = new Uint32Array(this.length * 2);
      wider.set(this.values);
      this.values = wider;
    }
    this.values[this.length++] = hash;
  }

  /** Appends the words of a text and returns how many there were. */
  add(text: string): number {
    const before = this.length;
    let hash = BASIS;
    let open = false;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      const bits = classOf(code);
      if ((bits & WORD) !== 0) {
        if ((bits & SOLITARY) !== 0) {
          if (open) this.push(mix(hash));
          this.push(mix(Math.imul(BASIS ^ code, PRIME)));
          hash = BASIS;
          open = false;
        } else {
          hash = Math.imul(hash ^ lowered(code), PRIME);
          open = true;
        }
      } else if (open && (bits & MARK) !== 0) hash = Math.imul(hash ^ code, PRIME);
      else if (open) {
        this.push(mix(hash));
        hash = BASIS;
        open = false;
      }
    }
    if (open) this.push(mix(hash));
    return this.length - before;
  }
}

/** The word hashes of one text. */
export function tokensOf(text: string): Uint32Array {
  const list = new TokenList();
  list.add(text);
  return list.values.subarray(0, list.length);
}
