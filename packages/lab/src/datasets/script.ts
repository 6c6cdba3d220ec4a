/** The script of a text by its letters. */

/** Japanese is Han with kana; the other names are Unicode's. */
const SCRIPTS = {
  Japanese: /[\p{Script=Hiragana}\p{Script=Katakana}]/gu,
  Han: /\p{Script=Han}/gu,
  Hangul: /\p{Script=Hangul}/gu,
  Thai: /\p{Script=Thai}/gu,
  Cyrillic: /\p{Script=Cyrillic}/gu,
  Greek: /\p{Script=Greek}/gu,
  Arabic: /\p{Script=Arabic}/gu,
  Hebrew: /\p{Script=Hebrew}/gu,
  Devanagari: /\p{Script=Devanagari}/gu,
} as const;
const LETTERS = /\p{L}/gu;

/** Texts in other scripts quote Latin code and names, so a tenth of the letters decides against Latin. */
const OTHER_SHARE = 0.1;

/** The script most of a text is in: a key of {@link SCRIPTS}, `Latin` (or a script without a row), or null without letters. */
export function scriptOf(text: string): string | null {
  const count = (letters: RegExp): number => text.match(letters)?.length ?? 0;
  const all = count(LETTERS);
  if (all === 0) return null;
  let best = 'Latin';
  let most = OTHER_SHARE * all;
  for (const [name, letters] of Object.entries(SCRIPTS)) {
    const found = count(letters);
    if (found < most) continue;
    best = name;
    // A Japanese text may have more Han than kana.
    most = name === 'Japanese' ? all : found;
  }
  return best;
}
