/**
 * Text → the 64-bit hashes of its words, in any script, without a string per word.
 *
 * A token is a run of letters and their marks, or a run of digits, in lower case: `[\p{L}\p{M}]+|\p{N}+`. Punctuation and white
 * space only separate. In scripts without spaces (Han, kana, Thai, Lao, Khmer, Burmese and others) every letter with its marks is a
 * token: n-grams of such tokens are n-grams of characters, which need no dictionary. Two such characters make about one word, so
 * lengths counted in tokens are twice as strict there.
 *
 * Marks join the letter before them because vowel signs are marks in the scripts of India; without them Hindi words would break
 * apart. Each letter is lower-cased alone; a final sigma is a sigma.
 */
import { HASH_SEED_HIGH, HASH_SEED_LOW, SPACELESS_SCRIPTS, scramble, stepHigh, stepLow, widened } from '@dehusk/html';

/** Token hashes in order, as two growing columns; reused from text to text. */
export interface TokenHashes {
  high: Uint32Array;
  low: Uint32Array;
  /** Number of tokens; set it to 0 to empty the buffer. */
  length: number;
}

/** An empty buffer of token hashes. */
export function tokenHashes(): TokenHashes {
  return { high: new Uint32Array(1024), low: new Uint32Array(1024), length: 0 };
}

/** Classes of code points; 0 is not known yet. */
const BETWEEN = 1;
const LETTER = 2;
const DIGIT = 3;
const MARK = 4;
const SPACELESS = 5;

/** Class of every code point, filled in on first use. */
const classes = new Uint8Array(0x110000);
/** Lower case of every code point of the first plane, filled in together with its class. */
const lowerCase = new Uint16Array(0x10000);

const IS_MARK = /^\p{M}/u;
const IS_DIGIT = /^\p{N}/u;
const IS_LETTER = /^\p{L}/u;
const isSpaceless = (character: string): boolean => SPACELESS_SCRIPTS.test(character) || RARE_SCRIPTS.test(character);
/** Rarer scripts without spaces. Saved states hold these hashes, so the list is fixed. */
const RARE_SCRIPTS =
  /[\p{Script=Tai_Le}\p{Script=New_Tai_Lue}\p{Script=Tai_Tham}\p{Script=Bopomofo}\p{Script=Yi}\p{Script=Javanese}\p{Script=Balinese}]/u;
const FINAL_SIGMA = 0x3c2;
const SIGMA = 0x3c3;

function classify(code: number): number {
  const character = String.fromCodePoint(code);
  let kind = BETWEEN;
  if (IS_MARK.test(character)) kind = MARK;
  else if (IS_DIGIT.test(character)) kind = DIGIT;
  else if (IS_LETTER.test(character)) kind = isSpaceless(character) ? SPACELESS : LETTER;
  classes[code] = kind;
  if (code < 0x10000) lowerCase[code] = code === FINAL_SIGMA ? SIGMA : character.toLowerCase().charCodeAt(0);
  return kind;
}

/**
 * Appends the hash of every token of a text.
 * @param text any string; lone surrogates separate tokens
 * @returns how many tokens were appended
 */
export function appendTokens(into: TokenHashes, text: string): number {
  const before = into.length;
  const size = text.length;
  let high = 0;
  let low = 0;
  /** Class of the open token, BETWEEN when none is open. */
  let open = BETWEEN;
  for (let at = 0; at < size; at++) {
    let code = text.charCodeAt(at);
    if ((code & 0xfc00) === 0xd800 && at + 1 < size) {
      const pair = text.codePointAt(at) as number;
      if (pair > 0xffff) {
        code = pair;
        at++;
      }
    }
    const kind = classes[code] || classify(code);
    if (kind === BETWEEN) {
      if (open !== BETWEEN) push(into, high, low);
      open = BETWEEN;
      continue;
    }
    if (kind === MARK) {
      if (open === BETWEEN) continue;
    } else if (kind !== open || kind === SPACELESS) {
      if (open !== BETWEEN) push(into, high, low);
      open = kind;
      high = HASH_SEED_HIGH;
      low = HASH_SEED_LOW;
    }
    const folded =
      code < 0x10000 ? lowerCase[code] : (String.fromCodePoint(code).toLowerCase().codePointAt(0) as number);
    high = stepHigh(high, folded);
    low = stepLow(low, folded);
  }
  if (open !== BETWEEN) push(into, high, low);
  return into.length - before;
}

function push(into: TokenHashes, high: number, low: number): void {
  if (into.length === into.high.length) {
    into.high = widened(into.high);
    into.low = widened(into.low);
  }
  into.high[into.length] = scramble(high);
  into.low[into.length] = scramble(low);
  into.length++;
}

/** Bases of the polynomials: odd, and ≡ 5 mod 8, so that their powers repeat as late as they can (after 2³⁰). */
const BASE_HIGH = 0x2c1b3c6d;
const BASE_LOW = 0x297a2d3d;

/** Hashes by position: entry i is the n-gram that ends at token i; the first n − 1 entries are undefined. */
export interface NgramHashes {
  high: Uint32Array;
  low: Uint32Array;
}

/** An empty buffer, reused from document to document. */
export function ngramHashes(): NgramHashes {
  return { high: new Uint32Array(1024), low: new Uint32Array(1024) };
}

/**
 * Hashes every n-gram of n tokens into the buffer, by a rolling polynomial in each lane: H ← H·B + new − old·Bⁿ. Order matters, and
 * each token costs one step whatever n is.
 */
export function hashNgrams(into: NgramHashes, tokens: TokenHashes, n: number): void {
  if (into.high.length < tokens.length) {
    into.high = new Uint32Array(tokens.high.length);
    into.low = new Uint32Array(tokens.high.length);
  }
  const { high, low } = into;
  const tokenHigh = tokens.high;
  const tokenLow = tokens.low;
  let leaveHigh = 1;
  let leaveLow = 1;
  for (let times = 0; times < n; times++) {
    leaveHigh = Math.imul(leaveHigh, BASE_HIGH);
    leaveLow = Math.imul(leaveLow, BASE_LOW);
  }
  let rollingHigh = 0;
  let rollingLow = 0;
  for (let at = 0; at < tokens.length; at++) {
    rollingHigh = (Math.imul(rollingHigh, BASE_HIGH) + tokenHigh[at]) | 0;
    rollingLow = (Math.imul(rollingLow, BASE_LOW) + tokenLow[at]) | 0;
    if (at >= n) {
      rollingHigh = (rollingHigh - Math.imul(tokenHigh[at - n], leaveHigh)) | 0;
      rollingLow = (rollingLow - Math.imul(tokenLow[at - n], leaveLow)) | 0;
    }
    high[at] = scramble(rollingHigh);
    low[at] = scramble(rollingLow);
  }
}
