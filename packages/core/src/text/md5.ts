/**
 * MD5 (RFC 1321) of a text's UTF-8 bytes. For identities that must equal those of older systems (URL keys, feed items, the
 * block hashes of the URL Tree's authors); not for anything an attacker may want to collide.
 *
 * Own because the core may use no Node built-in and a package for one small, finished algorithm is one more thing to trust.
 */

/** Left rotation of each of the 64 steps, as in the RFC: four amounts a round, in turn. */
const ROTATIONS = [
  [7, 12, 17, 22],
  [5, 9, 14, 20],
  [4, 11, 16, 23],
  [6, 10, 15, 21],
];
/** The RFC's table T: the integer part of 2³²·|sin(i + 1)|. */
const SINES = Int32Array.from({ length: 64 }, (_, step) => Math.floor(Math.abs(Math.sin(step + 1)) * 2 ** 32));

const words = new Int32Array(16);

/**
 * The digest as four 32-bit words, little endian: word 0 holds bytes 0–3.
 *
 * @param text any string; a lone surrogate counts as U+FFFD, as in every UTF-8 encoder
 */
export function md5Words(text: string): Int32Array {
  const state = Int32Array.of(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476);
  words.fill(0);
  let bytes = 0;
  const push = (byte: number): void => {
    const at = bytes & 63;
    words[at >> 2] |= byte << ((at & 3) << 3);
    bytes++;
    if (at === 63) {
      mixBlock(state);
      words.fill(0);
    }
  };
  for (let at = 0; at < text.length; at++) {
    let code = text.charCodeAt(at);
    if (code >= 0xd800 && code <= 0xdfff) {
      const pair = text.codePointAt(at) as number;
      if (pair > 0xffff) at++;
      code = pair > 0xffff ? pair : 0xfffd;
    }
    if (code < 0x80) push(code);
    else {
      if (code < 0x800) push(0xc0 | (code >> 6));
      else {
        if (code < 0x10000) push(0xe0 | (code >> 12));
        else {
          push(0xf0 | (code >> 18));
          push(0x80 | ((code >> 12) & 0x3f));
        }
        push(0x80 | ((code >> 6) & 0x3f));
      }
      push(0x80 | (code & 0x3f));
    }
  }
  const length = bytes;
  push(0x80);
  while ((bytes & 63) !== 56) push(0);
  words[14] = length << 3;
  words[15] = Math.floor(length / 2 ** 29);
  mixBlock(state);
  return state;
}

/** The digest as 32 hexadecimal digits. */
export function md5Hex(text: string): string {
  return hexOf(md5Words(text));
}

/** The digest as .NET prints it when read as a GUID: the first four, next two and next two bytes reversed. */
export function md5Guid(text: string): string {
  const hex = md5Hex(text);
  const reversed = (from: number, to: number): string => {
    let out = '';
    for (let at = to - 2; at >= from; at -= 2) out += hex.slice(at, at + 2);
    return out;
  };
  return reversed(0, 8) + reversed(8, 12) + reversed(12, 16) + hex.slice(16);
}

function hexOf(state: Int32Array): string {
  let hex = '';
  for (const word of state)
    for (let shift = 0; shift < 32; shift += 8) hex += ((word >>> shift) & 255).toString(16).padStart(2, '0');
  return hex;
}

function mixBlock(state: Int32Array): void {
  let [a, b, c, d] = state;
  for (let step = 0; step < 64; step++) {
    const round = step >> 4;
    let chosen: number;
    let word: number;
    if (round === 0) {
      chosen = (b & c) | (~b & d);
      word = step;
    } else if (round === 1) {
      chosen = (d & b) | (~d & c);
      word = (5 * step + 1) & 15;
    } else if (round === 2) {
      chosen = b ^ c ^ d;
      word = (3 * step + 5) & 15;
    } else {
      chosen = c ^ (b | ~d);
      word = (7 * step) & 15;
    }
    const sum = (a + chosen + SINES[step] + words[word]) | 0;
    const rotation = ROTATIONS[round][step & 3];
    a = d;
    d = c;
    c = b;
    b = (b + ((sum << rotation) | (sum >>> (32 - rotation)))) | 0;
  }
  state[0] += a;
  state[1] += b;
  state[2] += c;
  state[3] += d;
}
