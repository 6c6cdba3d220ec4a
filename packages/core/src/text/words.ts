/**
 * How words are counted where an algorithm only needs their number: white space parts them, and in scripts that write no
 * spaces (Han, kana, Thai, Lao, Tibetan, Khmer, Burmese) every character is one. No dictionary, the same in every engine.
 */

/** White space as `\s` has it, byte order mark included. */
export function isSpace(code: number): boolean {
  if (code < 0x80) return code === 0x20 || (code >= 0x09 && code <= 0x0d);
  if (code < 0x1680) return code === 0xa0;
  return (
    (code >= 0x2000 && code <= 0x200a) ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x3000 ||
    code === 0x1680 ||
    code === 0xfeff
  );
}

/** True for a character of a script that puts no spaces between words, and for the ideographic punctuation in its text. */
export function isUnspaced(code: number): boolean {
  if (code < 0x0e00) return false;
  return (
    code <= 0x0fff || // Thai, Lao, Tibetan
    (code >= 0x1000 && code <= 0x109f) || // Burmese
    (code >= 0x1780 && code <= 0x17ff) || // Khmer
    (code >= 0x3001 && code <= 0x30ff) || // ideographic punctuation, kana
    (code >= 0x31f0 && code <= 0x31ff) ||
    (code >= 0x3400 && code <= 0x9fff) || // Han
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xd840 && code <= 0xd88f) // first halves of Han beyond the basic plane
  );
}

/** Number of words in chars[from, to). */
export function countWordsBetween(chars: string, from: number, to: number): number {
  let words = 0;
  let isInside = false;
  for (let at = from; at < to; at++) {
    const code = chars.charCodeAt(at);
    if (isSpace(code)) isInside = false;
    else if (isUnspaced(code)) {
      words++;
      isInside = false;
    } else if (!isInside) {
      words++;
      isInside = true;
    }
  }
  return words;
}
