/** How much of a true text came out, and how little else: F1 over words as bags (a word counts as often as it stands there). */
export function wordF1(truth: string, output: string): number {
  const wanted = wordsOf(truth);
  const got = wordsOf(output);
  if (wanted.length === 0 && got.length === 0) return 1;
  const left = new Map<string, number>();
  for (const word of wanted) left.set(word, (left.get(word) ?? 0) + 1);
  let common = 0;
  for (const word of got) {
    const count = left.get(word) ?? 0;
    if (count === 0) continue;
    left.set(word, count - 1);
    common++;
  }
  return (2 * common) / (wanted.length + got.length);
}

/** Letters and digits in a row; each Han or Kana letter by itself, as these scripts put no spaces. */
function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}]+/gu) ?? [];
}
