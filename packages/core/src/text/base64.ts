/** Base64, own, as the core uses no more of its surroundings than the language itself. */

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
