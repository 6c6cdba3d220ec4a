/**
 * Characters that nobody sees: soft hyphens, zero-width characters, controls of the direction of text, tag characters, and runs of
 * variation selectors. They break words apart, and carry text that only programs read.
 */

const ANY = /\u034f|[\ufe00-\ufe0f]|[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\udb40]/;
const INVISIBLE =
  /\u034f|[\u00ad\u180e\u200b\u202a-\u202e\u2060-\u206f\ufeff]|[\ufe00-\ufe0f](?:[\ufe00-\ufe0f]|\udb40[\udc00-\udfff])+|(?:\udb40[\udc00-\udfff])+/g;
/** A flag of a region: a black flag, and tag characters that name the region. */
const FLAG = /(\u{1f3f4}[\u{e0030}-\u{e007a}]{2,6}\u{e007f})/u;
/** Joiners between letters of scripts that need them, or between emoji. */
const JOINER = /[\u200c\u200d]/g;
const JOINS =
  /\ufe0f|[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Myanmar}\p{Script=Khmer}\p{Script=Nko}\p{Extended_Pictographic}\p{Emoji_Modifier}]/u;
const MARK = /[\u061c\u200e\u200f]/g;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** Text without characters that nobody sees. Joiners and marks of direction stay where a script or an emoji needs them. */
export function withoutInvisible(text: string): string {
  if (!ANY.test(text)) return text;
  if (!text.includes('\udb40')) return cleaned(text);
  return text
    .split(FLAG)
    .map((part, at) => (at % 2 === 1 ? part : cleaned(part)))
    .join('');
}

function cleaned(text: string): string {
  const shown = text
    .replace(INVISIBLE, (run) => (run[0] >= '\ufe00' && run[0] <= '\ufe0f' ? run[0] : ''))
    .replace(JOINER, (joiner, at: number, all: string) => (isJoined(all, at) ? joiner : ''));
  return RIGHT_TO_LEFT.test(shown) ? shown : shown.replace(MARK, '');
}

function isJoined(text: string, at: number): boolean {
  const before =
    text.charCodeAt(at - 1) >= 0xdc00 && text.charCodeAt(at - 1) < 0xe000
      ? text.slice(at - 2, at)
      : text.slice(at - 1, at);
  return JOINS.test(before);
}
