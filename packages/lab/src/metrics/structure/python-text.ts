/**
 * The text functions of the reference scorer. Python's white space and words differ from JavaScript's, so both are spelled
 * out; figures would differ otherwise.
 */

/** Python's `\s` on str, inside a character class. */
export const SPACE = '\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000';
const SPACES = new RegExp(`[${SPACE}]+`, 'g');
const TRAILING_SPACES = new RegExp(`[${SPACE}]+$`);
const LEADING_SPACES = new RegExp(`^[${SPACE}]+`);

/** Scripts whose characters are one word each. */
const CJK = '\\u3040-\\u30ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uac00-\\ud7af\\uf900-\\ufaff';
const WORDS = new RegExp(`[${CJK}]|(?:(?![${CJK}])[\\p{L}\\p{N}])+`, 'gu');

/** Typographic variants and the plain characters they count as. */
const PLAIN: Readonly<Record<string, string>> = {
  ...{ '‘': "'", '’': "'", '′': "'", '“': '"', '”': '"', '„': '"', '–': '-', '—': '-', '\u2011': '-', '…': '...' },
  ...{
    '\u00a0': ' ',
    '\u202f': ' ',
    '\u2009': ' ',
    '\u200b': '',
    '\u200c': '',
    '\ufeff': '',
    '\u00ad': '',
    '\ufe0f': '',
  },
};
const TYPOGRAPHIC = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'g');
const plain = (text: string): string => text.replace(TYPOGRAPHIC, (one) => PLAIN[one]);

/** Plain quotes and dashes, white space collapsed and trimmed. */
export function normalise(text: string): string {
  return trim(
    plain(text)
      .replace(/-{2,3}/g, '-')
      .replace(SPACES, ' '),
  );
}

/** Lower-case words; each Chinese, Japanese or Korean character is a word. */
export function wordsOf(text: string): string[] {
  return (plain(text).match(WORDS) ?? []).map((word) => word.toLowerCase());
}

export const wordText = (text: string): string => wordsOf(text).join(' ');

export const trimEnd = (text: string): string => text.replace(TRAILING_SPACES, '');
export const trim = (text: string): string => trimEnd(text.replace(LEADING_SPACES, ''));
export const withoutSpaces = (text: string): string => text.replace(SPACES, '');
